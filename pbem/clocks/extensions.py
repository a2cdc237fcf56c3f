"""More time for everybody: one seat asks, most of the others or the organiser agree.

An extension moves every open question of the table, so it tells nothing about who holds what.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import DateTimeField, ExpressionWrapper, F, Max, QuerySet, Value
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pbem import signals
from pbem.clocks import deadlines
from pbem.clocks.terms import terms_of
from pbem.errors import TableError
from pbem.models import Extension, Game, Player, Prompt, Seat
from pbem.play import loading

REQUESTS_A_DAY = 2


class ExtensionRefused(TableError):
    """Raised where an extension cannot be asked for or voted on; the words say what can be done."""

    code = "extension-refused"


@transaction.atomic
def ask(seat: Seat, hours: int, now: datetime | None = None) -> Extension:
    """Ask the table for more time.

    If the organiser asks, or if there is nobody else to ask, the request is granted at once.
    """
    now = now or timezone.now()
    game = loading.locked(seat.game_id)
    seat = _voter(seat)
    most = terms_of(game).extension_hours
    if not most:
        words = _("This table has no extensions. Ask the organiser for a pause.")
        raise ExtensionRefused(words)
    if not 1 <= hours <= most:
        words = _("Ask for 1 to %(most)d hours, such as EXTEND %(such)d.")
        raise ExtensionRefused(words % {"most": most, "such": min(24, most)})
    until = _last_moment(game, now)
    if until is None:
        raise ExtensionRefused(
            _(
                "No question is open whose time could be extended. If you will be away, write "
                "VACATION UNTIL and a date."
            )
        )
    running = open_in(game, now)
    if running is not None:
        words = _("A vote on %(more)s is already open: write EXTEND YES or EXTEND NO.")
        raise ExtensionRefused(words % {"more": more_hours(running.hours)})
    lately = game.extensions.filter(seat=seat, created__gt=now - timedelta(days=1)).count()
    if lately >= REQUESTS_A_DAY:
        words = _(
            "You asked %(times)d times within a day; that is the most. Ask again tomorrow, or ask "
            "the organiser for a pause."
        )
        raise ExtensionRefused(words % {"times": lately})
    extension = Extension.objects.create(
        game=game, seat=seat, hours=hours, created=now, expires=until
    )
    if seat.player_id == game.organiser_id or not _others(extension):
        _grant(extension, now)
    else:
        _announce(extension, "asked")
    return extension


@transaction.atomic
def vote(seat: Seat, yes: bool, now: datetime | None = None) -> Extension:
    """Agree or disagree with the open request; a later vote of the same seat replaces its earlier
    one."""
    now = now or timezone.now()
    game = loading.locked(seat.game_id)
    seat = _voter(seat)
    extension = _open_or_refuse(game, now)
    if seat.player_id == game.organiser_id:
        return _decide(extension, yes, now)
    if extension.seat_id == seat.pk:
        raise ExtensionRefused(_("You asked for this yourself; the others are voting on it."))
    extension.votes = {**extension.votes, str(seat.number): yes}
    extension.save(update_fields=["votes"])
    _announce(extension, "voted")
    return _count(extension, now)


@transaction.atomic
def decide(game: Game, by: Player, yes: bool, now: datetime | None = None) -> Extension:
    """Grant or refuse the open request as the organiser, who may have no seat; this ends the
    vote."""
    now = now or timezone.now()
    game = loading.locked(game.pk)
    if by.pk != game.organiser_id:
        raise ExtensionRefused(_("Only the organiser can decide this alone; seats vote."))
    return _decide(_open_or_refuse(game, now), yes, now)


def to_lapse(now: datetime | None = None) -> list[int]:
    """Return the running games with a vote whose time has run out."""
    late = Extension.objects.filter(
        state=Extension.State.OPEN,
        expires__lte=now or timezone.now(),
        game__status=Game.Status.RUNNING,
    )
    return list(late.order_by("game_id").values_list("game_id", flat=True).distinct())


@transaction.atomic
def lapse(game_id: int, now: datetime | None = None) -> None:
    """End a vote whose time has run out, and announce it; doing so twice changes nothing more."""
    open_in(loading.locked(game_id), now or timezone.now())


def open_in(game: Game, now: datetime) -> Extension | None:
    """Return the request being voted on; one whose time has run out lapses here."""
    extension = game.extensions.filter(state=Extension.State.OPEN).select_related("seat").first()
    if extension is not None and extension.expires <= now:
        _end(extension, Extension.State.LAPSED)
        return None
    return extension


def describe(extension: Extension) -> str:
    """Write in words how a request stands."""
    more = {"more": more_hours(extension.hours)}
    ended = {
        Extension.State.GRANTED: _("Granted: every open question has %(more)s."),
        Extension.State.REFUSED: _("The request for %(more)s was refused."),
        Extension.State.LAPSED: _("The request for %(more)s has lapsed."),
    }
    if extension.state != Extension.State.OPEN:
        return ended[Extension.State(extension.state)] % more
    others = _others(extension)
    yes = sum(extension.votes.get(str(n), False) for n in others)
    return _(
        "The table is asked for %(more)s: %(yes)d of %(all)d have agreed, %(needed)d are needed. "
        "The others write EXTEND YES or EXTEND NO."
    ) % {**more, "yes": yes, "all": len(others), "needed": _needed(len(others))}


def more_hours(hours: int) -> str:
    """Write a length of time as it stands behind "for" in a sentence."""
    return ngettext("%(n)d more hour", "%(n)d more hours", hours) % {"n": hours}


def _voter(seat: Seat) -> Seat:
    seat = Seat.objects.select_related("player").get(pk=seat.pk)
    if seat.kind != Seat.Kind.PERSON:
        raise ExtensionRefused(_("Nobody holds this seat, so it has no vote."))
    return seat


def _open_or_refuse(game: Game, now: datetime) -> Extension:
    extension = open_in(game, now)
    if extension is None:
        raise ExtensionRefused(
            _("No request is being voted on. To ask for more time yourself, write EXTEND 24.")
        )
    extension.game = game
    return extension


def _others(extension: Extension) -> list[int]:
    """Return the seats whose majority counts."""
    people = Seat.objects.filter(game_id=extension.game_id, kind=Seat.Kind.PERSON)
    return list(people.exclude(pk=extension.seat_id).values_list("number", flat=True))


def _needed(voters: int) -> int:
    return voters // 2 + 1


def _count(extension: Extension, now: datetime) -> Extension:
    others = _others(extension)
    votes = [extension.votes[str(n)] for n in others if str(n) in extension.votes]
    if sum(votes) >= _needed(len(others)):
        _grant(extension, now)
    elif len(others) - votes.count(False) < _needed(len(others)):
        _end(extension, Extension.State.REFUSED)
    return extension


def _decide(extension: Extension, yes: bool, now: datetime) -> Extension:
    if yes:
        _grant(extension, now)
    else:
        _end(extension, Extension.State.REFUSED)
    return extension


def _grant(extension: Extension, now: datetime) -> None:
    by = timedelta(hours=extension.hours)
    moved = deadlines.move(_open_questions(extension.game, now), lambda due: due + by)
    _end(extension, Extension.State.GRANTED, moved)


def _end(extension: Extension, state: Extension.State, moved: list[Prompt] | None = None) -> None:
    extension.state = state
    extension.save(update_fields=["state"])
    _announce(extension, str(state.value), moved)


def _announce(extension: Extension, change: str, moved: list[Prompt] | None = None) -> None:
    signals.extension_changed.send(
        Game, game=extension.game, extension=extension, change=change, moved=moved or []
    )


def _open_questions(game: Game, now: datetime) -> QuerySet[Prompt]:
    """Return the open questions whose default has not fallen due, grace included."""
    return game.prompts.filter(
        state=Prompt.State.OPEN, due__gt=ExpressionWrapper(Value(now) - F("grace"), DateTimeField())
    )


def _last_moment(game: Game, now: datetime) -> datetime | None:
    """Return when a vote comes too late to help anybody."""
    if game.status != Game.Status.RUNNING:
        return None
    last: datetime | None = _open_questions(game, now).aggregate(
        last=Max(ExpressionWrapper(F("due") + F("grace"), DateTimeField()))
    )["last"]
    return last
