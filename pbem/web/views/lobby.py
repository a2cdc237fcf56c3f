"""Tables to play at: looking for one, taking a seat, running it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pbem.errors import TableError
from pbem.models import Game, Invitation, Player, Prompt, Seat
from pbem.play import loading
from pbem.referee import disputes
from pbem.table import agreement, limits, lobby, press, setting_up, shared
from pbem.table import rematch as same_people
from pbem.table.lobby import LobbyError
from pbem.table.people import addresses, reply_keys
from pbem.table.people.access import At, is_invited
from pbem.web.once import Unkeyed, once
from pbem.web.requests import PageRequest, TableRequest
from pbem.web.views.account import too_many
from pbem.web.views.new_table import OpennessForm, drawn_map, hours_said
from rules.lexicon.text import storable

MOST_LISTED = 50


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
    own = _own(list(mine[:MOST_LISTED]), player)
    context = {
        "needed": {table.game.pk for table in own if table.needed},
        "unread": press.unread_by_game(player) if player is not None else {},
        "mine": own,
        "invited": invited[:MOST_LISTED],
        "open": [
            OpenTable(
                game,
                [agreement.clocks(game), agreement.days_off(game)],
                agreement.reliability({s.player for s in game.seats.all() if s.player}),
            )
            for game in others.filter(
                status=Game.Status.LOBBY, openness__joinable=True, seats__kind=Seat.Kind.EMPTY
            ).distinct()[:MOST_LISTED]
        ],
        "watch": others.filter(status__in=begun, openness__watchable=True).order_by("-pk")[
            :MOST_LISTED
        ],
        "rulesets": sorted(loading.rulesets().by_name.values(), key=lambda r: r.title),
    }
    return render(request, "web/lobby.html", context)


class OwnTable(NamedTuple):
    """A table of the reader's. `due`: until when the reader, or whoever is waited for, has time."""

    game: Game
    needed: bool
    due: datetime | None
    waiting: list[str]


class OpenTable(NamedTuple):
    """A table with a free seat: its terms, and how punctual those are who sit there."""

    game: Game
    terms: list[str]
    people: list[str]


def _own(games: list[Game], player: Player | None) -> list[OwnTable]:
    """Return the reader's tables: first those that need them, by deadline, then those that run."""
    asked = Prompt.objects.filter(state=Prompt.State.OPEN, game__in=games).select_related(
        "seat__player"
    )
    by_game: dict[int, list[Prompt]] = {}
    for prompt in asked:
        if prompt.waiting or prompt.window:
            by_game.setdefault(prompt.game_id, []).append(prompt)
    found = []
    for game in games:
        prompts = by_game.get(game.pk, [])
        mine = [p for p in prompts if p.waiting and p.seat.player == player and player is not None]
        due = min((p.due for p in mine or prompts), default=None)
        waiting = [] if mine else list(dict.fromkeys(p.seat.holder for p in prompts))
        found.append(OwnTable(game, bool(mine), due, waiting))
    return sorted(found, key=_urgency)


_BY_STATUS = [
    Game.Status.RUNNING,
    Game.Status.FROZEN,
    Game.Status.PAUSED,
    Game.Status.LOBBY,
    Game.Status.OVER,
    Game.Status.CANCELLED,
]


def _urgency(table: OwnTable) -> tuple[bool, int, float, int]:
    due = table.due.timestamp() if table.due is not None else float("inf")
    rank = _BY_STATUS.index(Game.Status(table.game.status))
    return not table.needed, rank, due, -table.game.pk


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
            _call(at.player, request.POST.get("name", ""))
            return redirect("table", game_id)
        except LobbyError as error:
            problem = str(error)
    context = {"at": at, "game": at.game, "problem": problem, **about(at.game)}
    return render(request, "web/join.html", context, status=400 if problem else 200)


def _call(player: Player | None, name: str) -> None:
    """Let the table know a player by the name they wrote, if they wrote one."""
    longest = Player._meta.get_field("name").max_length
    name = " ".join(storable(name).split())[:longest]
    if player is not None and name and name != player.name:
        player.name = name
        player.save(update_fields=["name"])


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
    preview = setting_up.map_of(rules, game.options)
    return {
        "title": rules.title,
        "agreed": agreement.lines(game),
        "map": drawn_map(preview),
        "chosen": setting_up.in_words(rules, game.options, drawn=preview is not None),
        "hours": agreement.hours(game),
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
        "bot": (
            lambda: lobby.give_to_bot(_seat(at, said), level=_level(said)),
            _("A bot takes the seat."),
        ),
        "bots": (
            lambda: lobby.fill_with_bots(game, _level(said)),
            _("Bots take the empty seats."),
        ),
        "free": (lambda: lobby.free(_seat(at, said)), _("The seat is empty again.")),
        "withdraw": (
            lambda: lobby.withdraw(game, said.get("email", "")),
            _("The invitation no longer counts."),
        ),
        "substitute": (
            lambda: _invite_substitute(at, said),
            _("The invitation is on its way; until it is taken all stays as it is."),
        ),
        "start": (lambda: lobby.start(game), _("The game has begun.")),
        "pause": (lambda: lobby.pause(game), _("All clocks stand still.")),
        "resume": (lambda: lobby.resume(game), _("The game goes on.")),
        "hours": (
            lambda: lobby.set_hours(game, hours_said(said)),
            _("From the next question on, these hours count."),
        ),
        "pausing": (lambda: disputes.set_pausing(game, bool(said.get("on"))), _("Saved.")),
        "openness": (lambda: _set_openness(at, said), _("Saved.")),
        "share": (lambda: shared.set_shared(game, bool(said.get("on"))), _("Saved.")),
        "address": (
            lambda: _renew(at, None if said.get("seat") == "organiser" else _seat(at, said)),
            _("The old reply address no longer works. A mail brings the new one."),
        ),
    }
    if action == "invite" and "several" in said:
        return _invite_several(request, at, said.get("several", ""))
    if action == "cancel":
        return _cancel(request, at, bool(said.get("sure")))
    if action not in actions:
        raise Http404
    _done(request, *actions[action])
    return redirect("report" if action == "share" else "table", game_id)


def _level(said: QueryDict) -> str:
    level = said.get("level", "")
    return level if level in Seat.Level.values else ""


def _invite_several(request: HttpRequest, at: At, text: str) -> HttpResponse:
    """Invite a pasted list of addresses; those that cannot be invited are named, each with why."""
    guests = addresses.listed(text)
    if not guests:
        messages.error(request, _("Write at least one address, such as ann@example.org."))
    sent = []
    for email, name in guests[:MOST_LISTED]:
        try:
            _check_invitations(at.game)
            sent.append(lobby.invite(at.game, email, name).email)
        except LobbyError as problem:
            messages.error(request, f"{email}: {problem}")
    if guests and (passed := addresses.passed_over(text)):
        words = _("Passed over, because there is no address in it: %(parts)s.")
        messages.error(request, words % {"parts": ", ".join(passed[:MOST_LISTED])})
    if sent:
        words = _("Invitations are on their way to %(people)s.")
        messages.success(request, words % {"people": ", ".join(sent)})
    return redirect("table", at.game.pk)


def _cancel(request: HttpRequest, at: At, sure: bool) -> HttpResponse:
    """End a table without a result; the page asks twice."""
    if not sure:
        return render(request, "web/cancel.html", {"at": at, "game": at.game})
    words = _("The table is cancelled. Everybody is told.")
    _done(request, lambda: lobby.cancel(at.game), words)
    return redirect("lobby")


@require_POST
def rematch(request: TableRequest, game_id: int) -> HttpResponse:
    """Make a table like one that is over, and invite the same people."""
    at = request.at
    assert at.player is not None
    player = at.player
    if seconds := limits.wait(limits.TABLES_OF_PLAYER, player.pk):
        return too_many(request, seconds)
    try:
        key = request.POST.get("key", "")

        def made() -> str:
            return reverse("table", args=[same_people.rematch(at.game, player).pk])

        where = once(player, key, made)
        messages.success(request, _("The same people are invited again; you have the first seat."))
        return redirect(where)
    except (LobbyError, Unkeyed) as problem:
        messages.error(request, str(problem))
        return redirect("report", game_id)


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
