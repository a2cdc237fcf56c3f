"""The table: looking at it, giving orders, talking."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pbem import ports
from pbem.errors import TableError
from pbem.models import Game, Invitation, Seat
from pbem.play import loading, past, suggesting
from pbem.play import preview as checking
from pbem.play.places import LinesThere, MapPlace
from pbem.table import limits
from pbem.table import press as letters
from pbem.table.overview import overview
from pbem.table.people.access import At, seen_until
from pbem.web import orders, table
from pbem.web.drawn import drawn, layer_svg, shown, width_of
from pbem.web.once import Unkeyed, new_key, once
from pbem.web.requests import TableRequest
from pbem.web.views.account import too_many
from pbem.web.views.lobby import about
from pbem.web.views.new_table import OpennessForm
from rules.kernel.pictures import Layer, Picture, Style
from rules.kernel.views import Section
from rules.lexicon import LexiconError

GLANCE = "glance"


class Pointed(NamedTuple):
    """A place of the map: what is there, all that is to be known of it, what can be laid over the
    map about it, and what may be done there."""

    id: str
    words: str
    dossier: tuple[Section, ...]
    layers: tuple[Layer, ...]
    there: LinesThere | None


@require_safe
def show(request: TableRequest, game_id: int) -> HttpResponse:
    """Show the table, or what there is before it has begun."""
    at = request.at
    if at.game.status == Game.Status.LOBBY or not at.game.head_seq:
        return _waiting_room(request, at)
    if not seen_until(at, timezone.now()):
        return render(request, "web/too_early.html", {"at": at, "game": at.game})
    pointed = None
    if named := request.GET.get("place", ""):
        try:
            pointed = _pointed(at, named, "")
        except (past.Unreadable, loading.RulesFailed):
            pointed = None
    return _page(request, at, receipt=request.GET.get("receipt", "")[:8], pointed=pointed)


def _waiting_room(request: TableRequest, at: At) -> HttpResponse:
    mine = at.player.email if at.player is not None else ""
    invited = at.game.invitations.exclude(email=mine).exclude(state=Invitation.State.WITHDRAWN)
    invitations = invited.order_by("pk") if at.organiser else ()
    context = {
        "at": at,
        "game": at.game,
        "seats": at.seated,
        "unreachable": table.unreachable(at),
        "invitations": invitations,
        "openness": OpennessForm(instance=at.openness),
        "empty": sum(seat.kind == Seat.Kind.EMPTY for seat in at.seated),
        "levels": _levels(),
        **about(at.game),
    }
    return render(request, "web/waiting_room.html", context)


def _levels() -> list[tuple[str, str]]:
    """Return the kinds of bots, the server's usual one first."""
    usual = settings.PARSEC_BOT_LEVEL
    known = {str(value): str(words) for value, words in Seat.Level.choices}
    return [(usual, known.pop(usual)), *known.items()]


def _page(
    request: TableRequest,
    at: At,
    *,
    lines: str = "",
    receipt: str = "",
    problem: str = "",
    checked: checking.Check | None = None,
    pointed: Pointed | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the table page, with whatever the reader had typed still in it."""
    context: dict[str, Any] = {
        "at": at,
        "game": at.game,
        "lines": lines,
        "receipt": receipt,
        "problem": problem,
        "checked": checked,
        "pointed": pointed,
        "key": new_key(),
        "said": request.POST,
        "thinks": loading.ruleset_of(at.game).features.thinking is not None,
        "has_odds": at.seat is not None and loading.ruleset_of(at.game).has_odds,
        "openness": OpennessForm(instance=at.openness) if at.organiser else None,
    }
    try:
        layer = request.GET.get("layer", "")[:60]
        context["page"] = page = table.compose(at, timezone.now(), receipt, layer)
    except (past.Unreadable, loading.RulesFailed):
        return render(request, "web/unreadable.html", context, status=503)
    if not lines and page.set_aside is not None:
        _said, left = ports.mail_commands().listed(page.set_aside.seat, page.set_aside.text)
        context["lines"] = left.strip()
    return render(request, "web/table.html", context, status=status)


@require_safe
def news(request: TableRequest, game_id: int) -> HttpResponse:
    """Say whether anything happened since a page was made; an open page asks now and then."""
    at = request.at
    seen = seen_until(at, timezone.now())
    if request.GET.get("seq") == str(seen) and request.GET.get("status") == at.game.status:
        return HttpResponse(status=204)
    return render(request, "web/parts/news.html", {"game": at.game})


@require_safe
def picture(request: TableRequest, game_id: int, name: str) -> HttpResponse:
    """Show one picture of the table as the reader may see it; "glance" is the main one as narrow
    screens show it. A fragment for a script, else a page."""
    at = request.at
    if not at.game.head_seq or not seen_until(at, timezone.now()):
        raise Http404
    try:
        seen = overview(at, timezone.now())
        with loading.rules_at_work():
            found = _picture(seen.match.ruleset.pictures(seen.view), name)
    except (past.Unreadable, loading.RulesFailed):
        return render(request, "web/unreadable.html", {"at": at, "game": at.game}, status=503)
    if found is None:
        raise Http404
    context = {"at": at, "game": at.game, **found}
    part = request.headers.get("HX-Request")
    return render(request, "web/parts/picture.html" if part else "web/picture.html", context)


@require_safe
def player(request: TableRequest, game_id: int, number: int) -> HttpResponse:
    """Show everything that the reader may know of one player, drawn and in words. A fragment for a
    script, else a page."""
    at = request.at
    if not at.game.head_seq or not seen_until(at, timezone.now()):
        raise Http404
    try:
        seen = overview(at, timezone.now())
        if number not in seen.match.seats:
            raise Http404
        with loading.rules_at_work():
            ruleset, view = seen.match.ruleset, seen.view
            sections = ruleset.player_sheet(view, number)
            drawn_ = [p for p in ruleset.pictures(view) if p.seat == number and not p.close]
            pictures = [shown(p, Style("page")) for p in drawn_]
    except (past.Unreadable, loading.RulesFailed):
        return render(request, "web/unreadable.html", {"at": at, "game": at.game}, status=503)
    context = {"at": at, "game": at.game, "title": seen.view.name(number)}
    context |= {"sections": sections, "pictures": pictures}
    part = request.headers.get("HX-Request")
    return render(request, "web/parts/player.html" if part else "web/player.html", context)


@require_safe
def log(request: TableRequest, game_id: int) -> HttpResponse:
    """Show the last turns, one paragraph each. A fragment for a script, else a page."""
    at = request.at
    if not at.game.head_seq or not seen_until(at, timezone.now()):
        raise Http404
    try:
        seen = overview(at, timezone.now())
        with loading.rules_at_work():
            told = table.last_turns(at, seen.match, seen.view)
    except (past.Unreadable, loading.RulesFailed):
        return render(request, "web/unreadable.html", {"at": at, "game": at.game}, status=503)
    part = request.headers.get("HX-Request")
    context = {"at": at, "game": at.game, "chapters": told}
    return render(request, "web/parts/log.html" if part else "web/log.html", context)


def _picture(pictures: list[Picture], name: str) -> dict[str, str | int] | None:
    """Draw the picture of this name; None where there is none."""
    found = pictures[:1] if name == GLANCE else [one for one in pictures if one.name == name]
    if not found:
        return None
    style = Style("page", "overview" if name == GLANCE else "full", table.PLACE_LINK)
    svg = found[0].draw(style)
    large = 0 if name == GLANCE else width_of(svg)
    return {"title": found[0].title, "svg": mark_safe(svg), "width": large}


@require_POST
def send(request: TableRequest, game_id: int) -> HttpResponse:
    """Take orders, exactly as a mail would hold them."""
    at = request.at
    assert at.seat is not None
    lines = request.POST.get("lines", "")
    if stands := " ".join(request.POST.get("standing", "").split()):
        lines = f"STANDING: {stands}"
    if not lines.strip():
        words = _("There was no order in it. Write one line for each order, then send.")
        return _page(request, at, problem=words, status=400)
    if seconds := limits.wait(limits.ORDERS_OF_PLAYER, at.seat.player_id):
        return too_many(request, seconds, lines)
    try:
        key, made_for = request.POST.get("key", ""), request.POST.get("asked", "")
        sent = orders.send(at.game, at.seat, lines, key, made_for)
    except orders.OutdatedPage:
        words = _(
            "Nothing was sent: the game has moved on since you opened the page. Look at what is "
            "asked now; your lines are still here, change them or send them again."
        )
        return _page(request, at, lines=lines, problem=words, status=409)
    except Unkeyed:
        words = _("Nothing was sent: the page was not complete. Your lines are here; send again.")
        return _page(request, at, lines=lines, problem=words, status=400)
    at.seat.refresh_from_db()
    if at.seat.player_id != (at.player.pk if at.player else None):
        return redirect("lobby")
    where = reverse("table", args=[game_id])
    part = "standing" if stands else "orders"
    return redirect(f"{where}?receipt={sent.submission.receipt}#{part}")


@require_POST
def check(request: TableRequest, game_id: int) -> HttpResponse:
    """Show how the lines would be read now; nothing changes. A fragment for htmx, else the page."""
    at = request.at
    assert at.seat is not None
    lines = request.POST.get("lines", "")[: orders.LONGEST]
    if added := request.POST.get("add", ""):
        lines = "\n".join([*lines.splitlines(), added[:2000]])
    if seconds := limits.wait(limits.CHECKS_OF_PLAYER, at.seat.player_id):
        return too_many(request, seconds, lines)
    checked = _checked(at, lines) if lines.strip() else None
    if request.headers.get("HX-Request"):
        context = {"checked": checked, "lines": lines, "game": at.game}
        return render(request, "web/parts/check.html", context)
    return _page(request, at, lines=lines, checked=checked)


@require_safe
def suggest(request: TableRequest, game_id: int) -> HttpResponse:
    """Show turns that make sense now, each with its reason. A fragment for htmx, else a page."""
    at = request.at
    assert at.seat is not None
    if seconds := limits.wait(limits.SUGGESTIONS_OF_PLAYER, at.seat.player_id):
        return too_many(request, seconds)
    try:
        match = past.head(at.game)
        found = suggesting.turns(at.game, match, at.seat, suggesting.MOST)
    except (past.Unreadable, loading.RulesFailed):
        return render(request, "web/unreadable.html", {"at": at, "game": at.game}, status=503)
    context = {"at": at, "game": at.game, "turns": found.turns if found is not None else ()}
    part = request.headers.get("HX-Request")
    name = "web/parts/suggestions.html" if part else "web/suggestions.html"
    return render(request, name, context)


@require_POST
def click(request: TableRequest, game_id: int) -> HttpResponse:
    """Write the order lines of a form that was clicked together below those in the box, and show
    how all of them would be read. A fragment for htmx, else the page."""
    at = request.at
    assert at.seat is not None
    lines = request.POST.get("lines", "")[: orders.LONGEST]
    if seconds := limits.wait(limits.CHECKS_OF_PLAYER, at.seat.player_id):
        return too_many(request, seconds, lines)
    form = request.POST.get("form", "")[:60]
    sent = {k.removeprefix(f"{form}."): str(v) for k, v in request.POST.items()}
    try:
        added = checking.clicked(past.head(at.game), at.seat.number, lines, form, sent)
    except (past.Unreadable, loading.RulesFailed):
        return render(request, "web/unreadable.html", {"at": at, "game": at.game}, status=503)
    if added is not None:
        lines = "\n".join([*lines.splitlines(), added])
    checked = _checked(at, lines) if lines.strip() else None
    if request.headers.get("HX-Request"):
        context = {"checked": checked, "lines": lines, "game": at.game, "clicked": lines}
        return render(request, "web/parts/check.html", context)
    return _page(request, at, lines=lines, checked=checked)


def _checked(at: At, lines: str) -> checking.Check | None:
    """Judge the lines; None while that cannot be done: the table stands still, or the rules
    fail."""
    if at.game.status != Game.Status.RUNNING or at.seat is None:
        return None
    try:
        commands, left = ports.mail_commands().listed(at.seat, lines)
        return checking.check(past.head(at.game), at.seat.number, left, commands=commands)
    except (past.Unreadable, loading.RulesFailed):
        return None


@require_http_methods(["GET", "HEAD", "POST"])
def place(request: TableRequest, game_id: int) -> HttpResponse:
    """Show all that is to be known of a place of the map; to a seat also what may be done there,
    after the lines written so far."""
    at = request.at
    _need_a_position(at)
    said = request.POST if request.method == "POST" else request.GET
    if "place" not in said:
        return redirect("table", game_id)
    lines = said.get("lines", "")[: orders.LONGEST]
    if at.seat and (seconds := limits.wait(limits.CHECKS_OF_PLAYER, at.seat.player_id)):
        return too_many(request, seconds, lines)
    try:
        pointed = _pointed(at, said.get("place", ""), lines)
    except (past.Unreadable, loading.RulesFailed):
        return render(request, "web/unreadable.html", {"at": at, "game": at.game}, status=503)
    if not request.headers.get("HX-Request"):
        return _page(request, at, lines=lines, pointed=pointed)
    has_odds = at.seat is not None and loading.ruleset_of(at.game).has_odds
    context = {"game": at.game, "at": at, "pointed": pointed, "has_odds": has_odds}
    return render(request, "web/parts/place.html", context)


def _need_a_position(at: At) -> None:
    if not at.game.head_seq or not seen_until(at, timezone.now()):
        raise Http404


def _pointed(at: At, named: str, lines: str) -> Pointed:
    seen = overview(at, timezone.now())
    ruleset, view = seen.match.ruleset, seen.view
    with loading.rules_at_work():
        places = drawn(ruleset, view, table.PLACE_LINK).places
    if named not in places:
        raise Http404
    with loading.rules_at_work():
        try:
            told, layers = ruleset.dossier(view, named), ruleset.layers(view, named)
        except LexiconError:
            told, layers = [], []
    there = None
    if at.seat is not None and at.game.status == Game.Status.RUNNING:
        wanted = MapPlace(ruleset, named, tuple(places))
        there = checking.check(seen.match, at.seat.number, lines, wanted).there
    return Pointed(named, places[named], tuple(told), tuple(layers), there)


@require_safe
def layer(request: TableRequest, game_id: int) -> HttpResponse:
    """Give a layer to be laid over the map that is already there, with its words; without a script
    the page shows it."""
    at = request.at
    _need_a_position(at)
    name = request.GET.get("layer", "")[:60]
    if not request.headers.get("HX-Request"):
        return redirect(f"{reverse('table', args=[game_id])}?{urlencode({'layer': name})}#map")
    try:
        seen = overview(at, timezone.now())
        with loading.rules_at_work():
            found = table.layer_named(seen.match.ruleset, seen.view, name)
            drawing = layer_svg(found) if found else ""
    except (past.Unreadable, loading.RulesFailed):
        return render(request, "web/unreadable.html", {"at": at, "game": at.game}, status=503)
    if found is None:
        raise Http404
    return render(request, "web/parts/layer.html", {"layer": found, "svg": drawing})


@require_POST
def press(request: TableRequest, game_id: int) -> HttpResponse:
    """Send a message to the table, to some of it, or to the referee."""
    at = request.at
    assert at.seat is not None
    assert at.player is not None
    seat, said = at.seat, request.POST
    where = reverse("table", args=[game_id])

    def send() -> str:
        to = _readers(at, said.getlist("to"))
        letters.send(at.game, seat, to, said.get("text", ""), bool(said.get("anonymous")))
        return f"{where}#press"

    try:
        return redirect(once(at.player, said.get("key", ""), send))
    except TableError as problem:
        return _page(request, at, problem=problem.words, status=400)
    except Unkeyed:
        words = _("Nothing was sent: the page was not complete. Your message is here; send again.")
        return _page(request, at, problem=words, status=400)


def _readers(at: At, named: list[str]) -> list[Seat] | letters.Everybody:
    """Return who is written to. "Everybody" is ticked before anybody chooses, so that whoever ticks
    names besides means only those."""
    if named == ["all"]:
        return "all"
    if "referee" in named:
        return "referee"
    return [seat for seat in at.seated if str(seat.number) in named]


@require_safe
def odds(request: TableRequest, game_id: int) -> HttpResponse:
    """Show the chances of a planned battle.

    The forces are as written, or an attack on a place of the map as far as the seat can see.
    """
    at = request.at
    ruleset = loading.ruleset_of(at.game)
    if not ruleset.has_odds:
        raise Http404
    assert at.seat is not None
    if seconds := limits.wait(limits.CHECKS_OF_PLAYER, at.seat.player_id):
        return too_many(request, seconds)
    said = {name: request.GET.get(name, "")[:500] for name in ("attacker", "defender")}
    context: dict[str, Any] = {"game": at.game, "forces": said}
    if said["defender"]:
        try:
            view = past.head(at.game).view(at.seat.number) if at.game.head_seq else None
            chances = ruleset.odds(said["attacker"], said["defender"], {}, view)
            context["chances"] = [(side, 100 * chances[side]) for side in checking.SIDES]
            context["lines"] = chances.get("lines", ())
            context["doctrine"] = chances.get("doctrine", "")
        except LexiconError as error:
            context["problem"] = error.words
        except (past.Unreadable, loading.RulesFailed):
            return render(request, "web/unreadable.html", context, status=503)
    fragment = request.headers.get("HX-Request")
    name = "web/parts/chances.html" if fragment else "web/odds.html"
    return render(
        request, name, context, status=400 if "problem" in context and not fragment else 200
    )
