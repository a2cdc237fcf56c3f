"""Tables: made, filled, started, paused, ended; who sits where.

Whatever is wrong raises LobbyError with words that say what to do, and nothing is half-written.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rapidfuzz import fuzz, process

from pbem import signals
from pbem.clocks import attendance, deadlines
from pbem.clocks.terms import NO_WINDOW, BadTerms, read_terms
from pbem.errors import TableError
from pbem.models import (
    Game,
    Invitation,
    Offer,
    Player,
    Prompt,
    Seat,
    StandingOrder,
    Submission,
    new_token,
)
from pbem.play import advancing, loading
from pbem.play.session import Session
from pbem.table.people import addresses
from rules.kernel.codec import plain
from rules.kernel.dice import Secret
from rules.kernel.errors import BadOptions, UnknownRuleset
from rules.kernel.match import Match
from rules.kernel.orders.bundles import window_names
from rules.kernel.ruleset import Rank, Ruleset
from rules.kernel.setting import Setting
from rules.lexicon import LexiconError, fold

LONGEST_HOURS = 24 * 60
WORD_LENGTH = 80
AT_THE_TABLE = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.FROZEN)


class LobbyError(TableError):
    """Raised for something that cannot be done at this table; the words say what to do instead."""

    code = "lobby"


class Wrong(NamedTuple):
    """Something wrong in what was chosen for a table. `field`: what it is about, such as "name",
    "mode", "option-players", "hours-default" or "terms-quiet"."""

    field: str
    words: str


class BadChoices(LobbyError):
    """Raised for a table that cannot be made as it was chosen; `problems`: all that is wrong."""

    def __init__(self, problems: Sequence[Wrong]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(dict.fromkeys(wrong.words for wrong in problems)))


class Choices(NamedTuple):
    """What whoever makes a table has chosen, read and found possible."""

    name: str
    options: Any
    mode: str
    hours: dict[str, float]
    terms: dict[str, Any]


class SeatReport(NamedTuple):
    """How punctual the last holder of a seat was; windows are not counted."""

    seat: int
    name: str
    holder: str
    on_time: int
    missed: int
    late: int = 0


class FinalReport(NamedTuple):
    standings: tuple[Rank, ...]
    rounds: int
    rulings: int
    seats: tuple[SeatReport, ...]
    started: datetime | None
    ended: datetime | None
    commitment: str
    seed: str
    words: tuple[str, ...]


# -- before the start ---------------------------------------------------------------------------


@transaction.atomic
def create_game(
    organiser: Player,
    name: str,
    ruleset: str,
    options: Mapping[str, Any] | None = None,
    mode: str = Game.Mode.PLANNED,
    hours: Mapping[str, float] | None = None,
    terms: Mapping[str, Any] | None = None,
) -> Game:
    """Make a table with empty seats; its dice are committed to before anybody can add a word."""
    rules = _ruleset(ruleset)
    chosen = _choices(rules, name, options or {}, mode, hours or {}, terms or {})
    secret = Secret.fresh()
    game = Game.objects.create(
        name=chosen.name,
        ruleset=rules.name,
        options=plain(chosen.options),
        mode=chosen.mode,
        hours=chosen.hours,
        terms=chosen.terms,
        organiser=organiser,
        seed=secret.seed,
        commitment=secret.commitment,
    )
    seats = range(chosen.options.players)
    Seat.objects.bulk_create([Seat(game=game, number=i) for i in seats])
    return game


@transaction.atomic
def change_table(
    game: Game,
    name: str,
    options: Mapping[str, Any],
    mode: str,
    hours: Mapping[str, float],
    terms: Mapping[str, Any],
) -> Game:
    """Choose anew for a table that has not begun; its people keep their seats and are told."""
    game = _lobby(game)
    rules = _ruleset(game.ruleset)
    chosen = _choices(rules, name, options, mode, hours, terms)
    _fit_seats(game, chosen.options.players)
    game.name, game.mode = chosen.name, chosen.mode
    game.options, game.hours, game.terms = plain(chosen.options), chosen.hours, chosen.terms
    game.save(update_fields=["name", "mode", "options", "hours", "terms"])
    _changed(game, "options")
    return game


def _fit_seats(game: Game, players: int) -> None:
    """Add or take away empty seats; whoever sits at the table keeps the order they came in."""
    seats = list(game.seats.order_by("number"))
    taken = [seat for seat in seats if seat.kind != Seat.Kind.EMPTY]
    if len(taken) > players:
        words = _("%(n)d seats are taken already; somebody must leave before there are fewer.")
        raise BadChoices([Wrong("option-players", words % {"n": len(taken)})])
    spare = [seat for seat in seats if seat.kind == Seat.Kind.EMPTY]
    for seat in spare[max(0, players - len(taken)) :]:
        seat.delete()
    for number, seat in enumerate(game.seats.order_by("number")):
        if seat.number != number:
            Seat.objects.filter(pk=seat.pk).update(number=number)
    there = game.seats.count()
    Seat.objects.bulk_create([Seat(game=game, number=i) for i in range(there, players)])


def _choices(
    rules: Ruleset[Any],
    name: str,
    options: Mapping[str, Any],
    mode: str,
    hours: Mapping[str, float],
    terms: Mapping[str, Any],
) -> Choices:
    """Read everything that was chosen; BadChoices has all that is wrong with it."""
    wrong: list[Wrong] = []
    name = " ".join(name.split())
    longest = Game._meta.get_field("name").max_length or 0
    if not name or len(name) > longest:
        words = _("Give the game a name of 1 to %(longest)d characters.")
        wrong.append(Wrong("name", words % {"longest": longest}))
    if mode not in Game.Mode.values:
        words = _("There is no mode “%(mode)s”. Choose one of: %(there)s.")
        there = ", ".join(Game.Mode.values)
        wrong.append(Wrong("mode", words % {"mode": mode, "there": there}))
    try:
        chosen = rules.read_options(options)
    except BadOptions as bad:
        chosen = None
        wrong += [Wrong(f"option-{problem.option}", problem.words) for problem in bad.problems]
    for kind, value in hours.items():
        _note(wrong, f"hours-{kind}", partial(_hours, rules, {kind: value}))
    for term, value in terms.items():
        _note(wrong, f"terms-{term}", partial(_terms, rules, {term: value}))
    if wrong:
        raise BadChoices(wrong)
    return Choices(name, chosen, mode, _hours(rules, hours), _terms(rules, terms))


def _note(wrong: list[Wrong], field: str, read: Callable[[], object]) -> None:
    """Add what is wrong with one thing that was chosen, if anything."""
    try:
        read()
    except LobbyError as error:
        wrong.append(Wrong(field, error.words))


def _ruleset(name: str) -> Ruleset[Any]:
    try:
        return loading.rulesets().get(name)
    except UnknownRuleset as error:
        raise LobbyError(str(error)) from None


def _options(ruleset: Ruleset[Any], raw: Mapping[str, Any]) -> Any:
    try:
        return ruleset.read_options(raw)
    except BadOptions as error:
        raise LobbyError(str(error)) from None


def hour_kinds(ruleset: Ruleset[Any]) -> list[str]:
    """Return the kinds of decisions that can have hours of their own, and "default"."""
    return sorted({"default", "offer", "turn", *(kind.clock_kind() for kind in ruleset.decisions)})


def _hours(ruleset: Ruleset[Any], hours: Mapping[str, float]) -> dict[str, float]:
    kinds = hour_kinds(ruleset)
    for kind, value in hours.items():
        if kind not in kinds:
            near = process.extractOne(kind, kinds, scorer=fuzz.ratio, score_cutoff=60)
            hint = (
                _("Did you mean %(name)s?") % {"name": near[0]}
                if near
                else _("There are: %(there)s.") % {"there": ", ".join(kinds)}
            )
            words = _("There is no kind of decision called “%(kind)s”.") % {"kind": kind}
            raise LobbyError(f"{words} {hint}")
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 < value <= LONGEST_HOURS:
            words = _("The hours for %(kind)s must be a number above 0 and at most %(most)d.")
            raise LobbyError(words % {"kind": kind, "most": LONGEST_HOURS})
    return dict(hours)


def _terms(ruleset: Ruleset[Any], terms: Mapping[str, Any]) -> dict[str, Any]:
    try:
        read = read_terms(terms)
    except BadTerms as error:
        raise LobbyError(error.words) from None
    if read.get("windows"):
        read["windows"] = _windows(ruleset, str(read["windows"]))
    return read


def _windows(ruleset: Ruleset[Any], said: str) -> str:
    """Return the windows that shall stop a planned table, by the names the game has for them."""
    if fold(said) == NO_WINDOW:
        return NO_WINDOW
    known = window_names(tuple(ruleset.windows))
    try:
        return ",".join(known.find(name).id for name in said.split(",") if name.strip())
    except LexiconError as error:
        raise LobbyError(error.words) from None


@transaction.atomic
def invite(game: Game, email: str, name: str = "") -> Invitation:
    """Ask an address to take a seat; asking again sends the same invitation once more."""
    game = _lobby(game)
    email = _address(email)
    if _has_seat(game, email):
        words = _("%(email)s already has a seat in %(game)s.")
        raise LobbyError(words % {"email": email, "game": game.name})
    invitation, new = Invitation.objects.get_or_create(
        game=game, email=email, defaults={"name": name.strip()[:80]}
    )
    if not new and invitation.state != Invitation.State.OPEN:
        invitation.state = Invitation.State.OPEN
        invitation.seat = None
        invitation.token = new_token()
        invitation.save()
    signals.invited.send(Game, game=game, invitation=invitation)
    return invitation


def _has_seat(game: Game, email: str) -> bool:
    """Return whether the owner of this address already sits at the table."""
    player = addresses.holder(email)
    return player is not None and game.seats.filter(player=player).exists()


def _address(email: str) -> str:
    try:
        return addresses.normalised(email)
    except addresses.AddressRefused as error:
        raise LobbyError(error.words) from None


@transaction.atomic
def join(token: str, word: str = "", now: datetime | None = None) -> Seat:
    """Take the seat an invitation is for; `word` is mixed into the dice. Doing so twice is
    harmless."""
    invitation = Invitation.objects.select_related("game").filter(token=token).first()
    if invitation is None:
        words = _("This invitation is not known here. Ask the organiser for a new one.")
        raise LobbyError(words)
    game = loading.locked(invitation.game_id)
    invitation.refresh_from_db(fields=["state", "seat"])
    taken = _taken_by_its_guest(invitation)
    if taken is not None:
        return taken
    if invitation.state != Invitation.State.OPEN:
        words = _("This invitation is no longer open. Ask the organiser for a new one.")
        raise LobbyError(words)
    if invitation.seat is not None:
        return _take_over(game, invitation, invitation.seat, now or timezone.now())
    if game.status != Game.Status.LOBBY:
        words = _("%(game)s has already started. Ask the organiser for another seat.")
        raise LobbyError(words % {"game": game.name})
    seat = game.seats.filter(kind=Seat.Kind.EMPTY).order_by("number").first()
    if seat is None:
        words = _("All seats of %(game)s are taken. Ask the organiser for another game.")
        raise LobbyError(words % {"game": game.name})
    seat.word = " ".join(word.split())[:WORD_LENGTH]
    _sit(seat, invitation)
    _changed(game, "joined", seat)
    return seat


@transaction.atomic
def decline(token: str) -> Invitation:
    """Say no to an invitation; the organiser is told. Doing so twice is harmless."""
    invitation = Invitation.objects.select_related("game__organiser").filter(token=token).first()
    if invitation is None:
        raise LobbyError(_("This invitation is not known here. There is nothing to decline."))
    game = loading.locked(invitation.game_id)
    invitation.refresh_from_db(fields=["state"])
    if invitation.state == Invitation.State.DECLINED:
        return invitation
    if invitation.state != Invitation.State.OPEN:
        raise LobbyError(_("This invitation is no longer open; there is nothing to decline."))
    invitation.state = Invitation.State.DECLINED
    invitation.save(update_fields=["state"])
    signals.declined.send(Game, game=game, invitation=invitation)
    return invitation


@transaction.atomic
def sit_down(game: Game, player: Player, word: str = "") -> Seat:
    """Take a free seat without having been asked, where a table lets people do so."""
    game = _lobby(game)
    invitation, _new = Invitation.objects.get_or_create(
        game=game, email=player.email, defaults={"name": player.name}
    )
    if invitation.state in (Invitation.State.WITHDRAWN, Invitation.State.DECLINED):
        invitation.state = Invitation.State.OPEN
        invitation.save(update_fields=["state"])
    return join(invitation.token, word)


def _taken_by_its_guest(invitation: Invitation) -> Seat | None:
    """Return the seat an invitation was taken for, if its guest still holds it."""
    seat = invitation.seat
    if invitation.state != Invitation.State.TAKEN or seat is None:
        return None
    return seat if seat.player == addresses.holder(invitation.email) else None


def _sit(seat: Seat, invitation: Invitation) -> None:
    name = invitation.name or invitation.email.partition("@")[0]
    seat.player = addresses.holder(invitation.email)
    if seat.player is None:
        seat.player = Player.objects.create(email=invitation.email, name=name[:80])
    seat.kind = Seat.Kind.PERSON
    seat.is_back()
    seat.asked_early = {}
    seat.save()
    invitation.state = Invitation.State.TAKEN
    invitation.seat = seat
    invitation.save(update_fields=["state", "seat"])


@transaction.atomic
def fill_with_bots(game: Game, level: str = "") -> int:
    """Give every empty seat of a table to a bot; return how many there were."""
    game = _lobby(game)
    empty = list(game.seats.filter(kind=Seat.Kind.EMPTY))
    if not empty:
        raise LobbyError(_("No seat is empty."))
    for seat in empty:
        give_to_bot(seat, level=level)
    return len(empty)


@transaction.atomic
def free(seat: Seat) -> None:
    """Take a seat back from a bot, as long as the game has not begun."""
    _lobby(seat.game)
    seat.refresh_from_db()
    if seat.kind != Seat.Kind.BOT:
        raise LobbyError(_("No bot holds this seat."))
    seat.kind = Seat.Kind.EMPTY
    seat.save(update_fields=["kind"])


@transaction.atomic
def withdraw(game: Game, email: str) -> None:
    """Take an invitation back that nobody has answered yet."""
    asked = _lobby(game).invitations.filter(email=_address(email), state=Invitation.State.OPEN)
    if not asked.update(state=Invitation.State.WITHDRAWN):
        raise LobbyError(_("This invitation is no longer open; there is nothing to take back."))


@transaction.atomic
def leave(seat: Seat, now: datetime | None = None) -> None:
    """Leave a seat: in the lobby it is free again, in a running game a bot plays on."""
    game = loading.locked(seat.game_id)
    seat.refresh_from_db()
    if seat.kind != Seat.Kind.PERSON:
        raise LobbyError(_("Nobody holds this seat."))
    if game.status == Game.Status.LOBBY:
        game.invitations.filter(seat=seat).update(state=Invitation.State.WITHDRAWN, seat=None)
        seat.player = None
        seat.kind = Seat.Kind.EMPTY
        seat.word = ""
    elif game.status in AT_THE_TABLE:
        _empty_chair(seat)
    else:
        words = _("%(game)s is over; there is nothing to leave.")
        raise LobbyError(words % {"game": game.name})
    seat.key_version += 1
    seat.save()
    _changed(game, "left", seat)
    advancing.advance(game.pk, now)


@transaction.atomic
def start(game: Game, now: datetime | None = None) -> Game:
    """Start the game: the secret gets the words in seat order, and the first questions go out."""
    now = now or timezone.now()
    game = _lobby(game)
    seats = list(game.seats.all())
    empty = [str(s.number + 1) for s in seats if s.kind == Seat.Kind.EMPTY]
    if empty:
        words = ngettext(
            "Still empty: seat %(seats)s. Invite somebody, or give it to a bot.",
            "Still empty: seats %(seats)s. Invite somebody, or give them to bots.",
            len(empty),
        )
        raise LobbyError(words % {"seats": ", ".join(empty)})
    if all(s.kind == Seat.Kind.BOT for s in seats):
        words = _("A table of bots alone is a simulation: use the command simulate.")
        raise LobbyError(words)
    game.words = [s.word for s in seats]
    rules = _ruleset(game.ruleset)
    options = _options(rules, game.options)
    try:
        with loading.rules_at_work():
            begun = Match.start(Setting(rules, options, game.secret))
        game.status = Game.Status.RUNNING
        game.started = now
        game.save(update_fields=["words", "status", "started"])
        game.invitations.filter(state=Invitation.State.OPEN).update(
            state=Invitation.State.WITHDRAWN
        )
        signals.game_started.send(Game, game=game)
        session = Session(game, now, begun)
        with loading.rules_at_work():
            session.run()
        advancing.finish(session)
    except loading.RulesFailed as error:
        words = _("The rules of %(title)s failed at the start: %(error)s.")
        raise LobbyError(words % {"title": rules.title, "error": error}) from error
    return game


# -- changes at the table -----------------------------------------------------------------------


@transaction.atomic
def substitute(seat: Seat, email: str, name: str = "") -> Invitation:
    """Invite somebody to take over a seat; until they join, all stays as it is."""
    game = loading.locked(seat.game_id)
    email = _address(email)
    if game.status not in AT_THE_TABLE:
        words = _("%(game)s is not being played: use an ordinary invitation.")
        raise LobbyError(words % {"game": game.name})
    if _has_seat(game, email):
        words = _("%(email)s already has a seat in %(game)s.")
        raise LobbyError(words % {"email": email, "game": game.name})
    invitation, _new = Invitation.objects.update_or_create(
        game=game,
        email=email,
        defaults={
            "name": name.strip()[:80],
            "state": Invitation.State.OPEN,
            "seat": seat,
            "token": new_token(),
        },
    )
    signals.invited.send(Game, game=game, invitation=invitation)
    return invitation


def _take_over(game: Game, invitation: Invitation, seat: Seat, now: datetime) -> Seat:
    if game.status not in AT_THE_TABLE:
        words = _("%(game)s is over; the seat is no longer needed.")
        raise LobbyError(words % {"game": game.name})
    others = game.invitations.filter(seat=seat, state=Invitation.State.OPEN)
    others.exclude(pk=invitation.pk).update(state=Invitation.State.WITHDRAWN)
    _forget_orders(seat)
    seat.key_version += 1
    _sit(seat, invitation)
    soonest = deadlines.due_at(game, seat, "default", now)
    asked = seat.prompts.filter(state=Prompt.State.OPEN)
    asked.update(player=seat.player, reminded=None)
    asked.filter(window=False, due__lt=soonest).update(due=soonest, waiting=True)
    _changed(game, "substituted", seat)
    advancing.advance(game.pk, now)
    return seat


@transaction.atomic
def give_to_bot(seat: Seat, now: datetime | None = None, level: str = "") -> None:
    """Let a bot play the seat, at once in a running game; a substitute may take it back.

    `level`: how it plays, one of `Seat.Level`; else as the server's bots usually do.
    """
    game = loading.locked(seat.game_id)
    seat.refresh_from_db()
    if seat.kind == Seat.Kind.BOT:
        raise LobbyError(_("A bot already plays this seat."))
    if game.status != Game.Status.LOBBY and game.status not in AT_THE_TABLE:
        raise LobbyError(_("%(game)s is over; its seats cannot change.") % {"game": game.name})
    if game.status == Game.Status.LOBBY and seat.player is not None:
        raise LobbyError(_("Somebody holds this seat; they must leave it first."))
    _empty_chair(seat, level)
    seat.key_version += 1
    seat.save()
    _changed(game, "bot", seat)
    advancing.advance(game.pk, now)


def _empty_chair(seat: Seat, level: str = "") -> None:
    _forget_orders(seat)
    seat.kind = Seat.Kind.BOT
    seat.level = level or settings.PARSEC_BOT_LEVEL
    seat.player = None


def _forget_orders(seat: Seat) -> None:
    """Drop the orders of a seat: they belong to a person, not to the seat."""
    StandingOrder.objects.filter(seat=seat, active=True).update(active=False)
    seat.submissions.exclude(state=Submission.State.DONE).update(state=Submission.State.DONE)


@transaction.atomic
def pause(game: Game, now: datetime | None = None) -> Game:
    """Stop all clocks; orders are kept."""
    game = loading.locked(game.pk)
    if game.status != Game.Status.RUNNING:
        words = _("%(game)s is not running, so it cannot be paused.")
        raise LobbyError(words % {"game": game.name})
    game.status = Game.Status.PAUSED
    game.paused = now or timezone.now()
    game.save(update_fields=["status", "paused"])
    _changed(game, "paused")
    return game


@transaction.atomic
def resume(game: Game, now: datetime | None = None) -> Game:
    """Let a paused or frozen game go on: every deadline moves by as long as the game stood
    still."""
    now = now or timezone.now()
    game = loading.locked(game.pk)
    if game.status not in (Game.Status.PAUSED, Game.Status.FROZEN) or game.paused is None:
        words = _("%(game)s is not paused, so it cannot be resumed.")
        raise LobbyError(words % {"game": game.name})
    deadlines.shift(game, now - game.paused)
    game.status = Game.Status.RUNNING
    game.paused = None
    game.save(update_fields=["status", "paused"])
    _changed(game, "resumed")
    advancing.advance(game.pk, now)
    game.refresh_from_db()
    return game


@transaction.atomic
def set_hours(game: Game, hours: Mapping[str, float]) -> Game:
    """Set the hours of questions asked from now on; open ones keep their deadline."""
    game = loading.locked(game.pk)
    game.hours = _hours(_ruleset(game.ruleset), hours)
    game.save(update_fields=["hours"])
    return game


@transaction.atomic
def set_terms(game: Game, terms: Mapping[str, Any]) -> Game:
    """Change some of the table's terms for what comes; open deadlines stay where they are."""
    game = loading.locked(game.pk)
    if game.status in (Game.Status.OVER, Game.Status.CANCELLED):
        raise LobbyError(_("%(game)s is over; its terms cannot change.") % {"game": game.name})
    game.terms = {**game.terms, **_terms(_ruleset(game.ruleset), terms)}
    game.save(update_fields=["terms"])
    _changed(game, "terms")
    return game


@transaction.atomic
def cancel(game: Game, now: datetime | None = None) -> Game:
    """End a game without a result; its record stays."""
    game = loading.locked(game.pk)
    if game.status in (Game.Status.OVER, Game.Status.CANCELLED):
        raise LobbyError(_("%(game)s is already over.") % {"game": game.name})
    game.status = Game.Status.CANCELLED
    game.ended = now or timezone.now()
    game.save(update_fields=["status", "ended"])
    game.invitations.filter(state=Invitation.State.OPEN).update(state=Invitation.State.WITHDRAWN)
    game.prompts.filter(state=Prompt.State.OPEN).update(state=Prompt.State.GONE, waiting=False)
    game.offers.filter(state=Offer.State.OPEN).update(state=Offer.State.EXPIRED)
    _changed(game, "cancelled")
    return game


def final_report(game: Game) -> FinalReport:
    """Return how the game ended, and how punctual everybody was."""
    if game.status != Game.Status.OVER:
        words = _("%(game)s is not over yet; there is no final report.")
        raise LobbyError(words % {"game": game.name})
    match = loading.load(game).match
    public = match.view(None)
    kept = attendance.of_game(game)
    return FinalReport(
        standings=tuple(match.ruleset.standings(public)),
        rounds=match.round,
        rulings=game.head_seq,
        seats=tuple(
            SeatReport(s.number, public.names[s.number], s.holder, k.on_time, k.missed, k.late)
            for s in game.seats.select_related("player")
            for k in (kept[s.number],)
        ),
        started=game.started,
        ended=game.ended,
        commitment=game.commitment,
        seed=game.seed,
        words=tuple(game.words),
    )


def _lobby(game: Game) -> Game:
    game = loading.locked(game.pk)
    if game.status != Game.Status.LOBBY:
        raise LobbyError(_("%(game)s has already started.") % {"game": game.name})
    return game


def _changed(game: Game, what: str, seat: Seat | None = None) -> None:
    signals.table_changed.send(Game, game=game, what=what, seat=seat)
