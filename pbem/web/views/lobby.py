"""Tables to play at: looking for one, making one, taking a seat, running it."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pbem.clocks.presets import PRESETS, USUAL
from pbem.clocks.terms import PRESET, Terms
from pbem.errors import TableError
from pbem.models import Game, Invitation, Prompt, Seat
from pbem.play import loading
from pbem.referee import disputes
from pbem.table import addresses, limits, lobby, option_fields, press, reply_keys
from pbem.table.access import At, is_invited
from pbem.table.lobby import LobbyError
from pbem.table.openness import Openness
from pbem.web.once import Unkeyed, new_key, once
from pbem.web.requests import PageRequest, PlayerRequest, TableRequest
from pbem.web.views.account import too_many
from rules.kernel.errors import UnknownRuleset
from rules.kernel.ruleset import Ruleset

MOST_LISTED = 50
MODES = {
    Game.Mode.PLANNED: gettext_lazy(
        "Nothing stops but turns and votes: people write rules for their cards ahead, and what "
        "nobody wrote a rule for passes. What the game thinks worth a question, such as an agenda, "
        "is asked together with the vote. Weeks, not months; nothing tells who holds what."
    ),
    Game.Mode.ASK: gettext_lazy(
        "Every window asks everybody concerned, whoever holds what, and shuts when all of them "
        "have answered, or at its hour. Nothing tells who holds what, but a big game takes months."
    ),
    Game.Mode.TRUST: gettext_lazy(
        "Only who can react is asked, and the game goes on as soon as they have answered: a pause "
        "tells that somebody holds something. A big game takes one to three months."
    ),
}


class OpennessForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Openness
        fields = ("joinable", "watchable", "delay_hours")


@require_safe
def index(request: PageRequest) -> HttpResponse:
    """List the reader's tables, tables with a free seat, and tables to watch."""
    player = request.player
    tables = Game.objects.select_related("organiser").prefetch_related("seats__player")
    seated = Q(pk__in=[])
    if player is not None:
        seated = Q(seats__player=player, seats__kind=Seat.Kind.PERSON) | Q(organiser=player)
    mine = tables.filter(seated).distinct().order_by("-pk")
    others = tables.exclude(pk__in=mine.values("pk"))
    begun = (*lobby.AT_THE_TABLE, Game.Status.OVER)
    invited = Game.objects.none()
    if player is not None:
        asked = Invitation.objects.filter(
            email__in=addresses.of(player), state=Invitation.State.OPEN
        )
        invited = others.filter(pk__in=asked.values("game"))
    waiting = Prompt.objects.filter(state=Prompt.State.OPEN, waiting=True, seat__player=player)
    needed = set(waiting.values_list("game_id", flat=True)) if player is not None else set()
    context = {
        "needed": needed,
        "unread": press.unread_by_game(player) if player is not None else {},
        "mine": mine[:MOST_LISTED],
        "invited": invited[:MOST_LISTED],
        "open": others.filter(
            status=Game.Status.LOBBY, openness__joinable=True, seats__kind=Seat.Kind.EMPTY
        ).distinct()[:MOST_LISTED],
        "watch": others.filter(status__in=begun, openness__watchable=True).order_by("-pk")[
            :MOST_LISTED
        ],
        "rulesets": sorted(loading.rulesets().by_name.values(), key=lambda r: r.title),
    }
    return render(request, "web/lobby.html", context)


@require_safe
def new_table(request: HttpRequest) -> HttpResponse:
    """Ask which game the new table is for."""
    found = sorted(loading.rulesets().by_name.values(), key=lambda r: r.title)
    if len(found) == 1:
        return redirect("new-table-of", found[0].name)
    return render(request, "web/new_table.html", {"rulesets": found})


@require_http_methods(["GET", "POST"])
def new_table_of(request: PlayerRequest, ruleset: str) -> HttpResponse:
    """Show and read the options of one game, explained by the game itself."""
    try:
        rules = loading.rulesets().get(ruleset)
    except UnknownRuleset:
        raise Http404 from None
    if request.method == "GET":
        return _form(request, rules, None)
    openness = OpennessForm(request.POST)
    if not openness.is_valid():
        return _form(request, rules, request.POST, _first_error(openness))
    if seconds := limits.wait(limits.TABLES_OF_PLAYER, request.player.pk):
        return too_many(request, seconds)
    key = request.POST.get("key", "")
    try:
        return redirect(once(request.player, key, lambda: _made(request, rules, openness)))
    except LobbyError as problem:
        return _form(request, rules, request.POST, str(problem))
    except Unkeyed:
        return _form(request, rules, request.POST, _("The page was not complete; send again."))


def _made(request: PlayerRequest, rules: Ruleset[Any], openness: OpennessForm) -> str:
    said = request.POST
    game = lobby.create_game(
        request.player,
        said.get("name", ""),
        rules.name,
        option_fields.read(rules.Options, option_fields.OPTION, said),
        said.get("mode", Game.Mode.PLANNED),
        _hours(said),
        option_fields.read(Terms, option_fields.TERM, said),
    )
    row = openness.save(commit=False)
    row.game = game
    row.save()
    if said.get("seat"):
        lobby.sit_down(game, request.player, said.get("word", ""))
    return reverse("table", args=[game.pk])


def _hours(said: QueryDict) -> dict[str, float]:
    """Return the hours of the preset and those that were filled in; the lobby refuses a text that
    is no number."""
    preset = PRESETS.get(said.get("pace", ""))
    found: dict[str, Any] = dict(preset.hours) if preset is not None else {}
    for name in said:
        value = said.get(name, "")
        if name.startswith("hours-") and value.strip():
            try:
                found[name.removeprefix("hours-")] = float(value)
            except ValueError:
                found[name.removeprefix("hours-")] = value
    return found


def _form(
    request: HttpRequest, rules: Ruleset[Any], said: QueryDict | None, problem: str = ""
) -> HttpResponse:
    hours = [(k, label, said.get(f"hours-{k}", "") if said else "") for k, label in _clocks(rules)]
    typed = said if said is not None else QueryDict()
    context = {
        "ruleset": rules,
        "fields": option_fields.options_of(rules, said),
        "openness": OpennessForm(said),
        "terms": option_fields.fields_of(Terms, option_fields.TERM, said, PRESET),
        "modes": [(mode.value, _(mode.label), MODES[mode]) for mode in Game.Mode],
        "said": typed,
        "key": new_key(),
        "mode": typed.get("mode", Game.Mode.PLANNED),
        "paces": list(PRESETS.values()),
        "pace": typed.get("pace", USUAL.name if said is None else ""),
        "hours": hours,
        "hours_open": any(value for _kind, _label, value in hours[2:]),
        "seat": said is None or bool(typed.get("seat")),
        "problem": problem,
    }
    return render(request, "web/new_table_of.html", context, status=400 if problem else 200)


def _clocks(rules: Ruleset[Any]) -> list[tuple[str, str]]:
    """Return every clock a table can set, with a name for people."""
    kinds = {kind.clock_kind(): kind.clock or kind.__name__ for kind in rules.decisions}
    named = [(kind, option_fields.label_of(name)) for kind, name in sorted(kinds.items())]
    common = [("default", _("All other questions")), ("offer", _("An offer stands for"))]
    return [*common, *named]


def _first_error(form: forms.ModelForm) -> str:  # type: ignore[type-arg]
    name, errors = next(iter(form.errors.items()))
    return f"{form.fields[name].label}: {errors[0]}" if name in form.fields else str(errors[0])


# -- taking a seat --------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
def join(request: TableRequest, game_id: int) -> HttpResponse:
    """Let somebody take a seat who was invited, or anybody where the organiser allows it."""
    at = request.at
    if at.seat is not None:
        return redirect("table", game_id)
    invited = is_invited(at)
    if not invited and not at.openness.joinable:
        raise Http404
    problem = ""
    if request.method == "POST":
        try:
            _sit(at, invited, request.POST.get("word", ""))
            return redirect("table", game_id)
        except LobbyError as error:
            problem = str(error)
    context = {"at": at, "game": at.game, "problem": problem, **about(at.game)}
    return render(request, "web/join.html", context, status=400 if problem else 200)


def _sit(at: At, invited: bool, word: str) -> None:
    assert at.player is not None
    if invited:
        asked = at.game.invitations.filter(
            email__in=addresses.of(at.player), state=Invitation.State.OPEN
        ).first()
        if asked is None:
            raise LobbyError(_("This invitation is no longer open. Ask for a new one."))
        lobby.join(asked.token, word)
    else:
        lobby.sit_down(at.game, at.player, word)


def about(game: Game) -> dict[str, Any]:
    """Return what a table is like, before anybody plays."""
    rules = loading.ruleset_of(game)
    words = option_fields.explained(rules.Options)
    chosen = rules.read_options(game.options)
    return {
        "title": rules.title,
        "chosen": [
            (
                option_fields.label_of(name),
                option_fields.shown(getattr(chosen, name)),
                words.get(name, ""),
            )
            for name in chosen.__struct_fields__
        ],
    }


@require_POST
def leave(request: TableRequest, game_id: int) -> HttpResponse:
    """Give up a seat: in the lobby it is free again, later a bot plays on, so the page asks
    twice."""
    at, seat = request.at, request.at.seat
    assert seat is not None
    sure = request.POST.get("sure")
    if at.game.status != Game.Status.LOBBY and not sure:
        return render(request, "web/leave.html", {"at": at, "game": at.game})
    _done(request, lambda: lobby.leave(seat), _("You have left your seat."))
    return redirect("lobby")


@require_POST
def new_address(request: TableRequest, game_id: int) -> HttpResponse:
    """Give the reader's own seat a new reply address: somebody else may have the old one."""
    at = request.at
    words = _("Your old reply address no longer works. A mail brings you the new one.")
    _done(request, lambda: _renew(at, at.seat), words)
    return redirect("table", game_id)


def _renew(at: At, seat: Seat | None) -> None:
    """Renew a reply address; `seat` None: the one by which the organiser runs the table."""
    subject = at.player.pk if at.player is not None else "staff"
    if limits.wait(limits.REPLY_ADDRESSES_OF_PLAYER, subject):
        raise LobbyError(_("You have changed reply addresses often today. Try again tomorrow."))
    reply_keys.renew(at.game, seat, at.player)


# -- running a table ------------------------------------------------------------------------------


@require_POST
def organise(request: TableRequest, game_id: int, action: str) -> HttpResponse:
    """Do what an organiser asks for; the lobby decides whether it can be done now."""
    at = request.at
    said = request.POST
    game = at.game
    actions: dict[str, tuple[Callable[[], Any], str]] = {
        "invite": (
            lambda: _invite(at, said),
            _("The invitation is on its way."),
        ),
        "bot": (lambda: lobby.give_to_bot(_seat(at, said)), _("A bot takes the seat.")),
        "substitute": (
            lambda: _invite_substitute(at, said),
            _("The invitation is on its way; until it is taken all stays as it is."),
        ),
        "start": (lambda: lobby.start(game), _("The game has begun.")),
        "pause": (lambda: lobby.pause(game), _("All clocks stand still.")),
        "resume": (lambda: lobby.resume(game), _("The game goes on.")),
        "hours": (
            lambda: lobby.set_hours(game, _hours(said)),
            _("From the next question on, these hours count."),
        ),
        "pausing": (lambda: disputes.set_pausing(game, bool(said.get("on"))), _("Saved.")),
        "openness": (lambda: _set_openness(at, said), _("Saved.")),
        "address": (
            lambda: _renew(at, None if said.get("seat") == "organiser" else _seat(at, said)),
            _("The old reply address no longer works. A mail brings the new one."),
        ),
    }
    if action not in actions:
        raise Http404
    _done(request, *actions[action])
    return redirect("table", game_id)


def _invite(at: At, said: QueryDict) -> None:
    _check_invitations(at.game)
    lobby.invite(at.game, said.get("email", ""), said.get("name", ""))


def _invite_substitute(at: At, said: QueryDict) -> None:
    _check_invitations(at.game)
    lobby.substitute(_seat(at, said), said.get("email", ""))


def _check_invitations(game: Game) -> None:
    """Refuse an invitation after too many today, by mail and here together."""
    if limits.wait(limits.INVITATIONS_OF_PLAYER, game.organiser_id):
        raise LobbyError(_("You have sent many invitations today. Send the next one tomorrow."))


def _seat(at: At, said: QueryDict) -> Seat:
    found = [s for s in at.seated if str(s.number) == said.get("seat")]
    if not found:
        raise LobbyError(_("There is no such seat; look at the table again."))
    return found[0]


def _set_openness(at: At, said: QueryDict) -> None:
    form = OpennessForm(said, instance=at.openness)
    if not form.is_valid():
        raise LobbyError(_first_error(form))
    form.save()


def _done(request: HttpRequest, do: Callable[[], Any], words: str) -> None:
    try:
        do()
        messages.success(request, words)
    except TableError as problem:
        messages.error(request, str(problem))
