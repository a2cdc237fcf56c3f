"""When an answer is due, and what a pause adds."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import (
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
)

from pbem.clocks import calendars
from pbem.clocks.calendars import Span, elapse
from pbem.clocks.terms import calendar_of, terms_of
from pbem.models import (
    Extension,
    Game,
    Offer,
    Prompt,
    Seat,
    Vacation,
)
from pbem.storage.prepared import Prepared

DEFAULT_HOURS = 24.0
OFFER_HOURS = 72.0
MISSES_BEFORE_MISSING = 3
SILENT_BEFORE_MISSING = timedelta(hours=24)
"""However many deadlines pass in one night, nobody is missing sooner."""
WORTH_REMINDING = timedelta(hours=2)


TURN = "turn"
"""The clock of a turn."""


def hours_for(game: Game, kind: str) -> float:
    """Return how many hours a kind of decision has: the table's own, its default, or the
    server's."""
    fallback = getattr(settings, "PARSEC_DEFAULT_HOURS", DEFAULT_HOURS)
    return float(game.hours.get(kind, game.hours.get("default", fallback)))


Away = Mapping[int, Sequence[Span]]
"""The vacations of the people who hold seats, by the key of the seat."""


def due_at(
    game: Game, seat: Seat | None, kind: str, opened: datetime, away: Sequence[Span] = ()
) -> datetime:
    """Return when an answer is due: hours that count, moved off quiet hours and days off.

    `seat` None: something that concerns the table as a whole. A seat that has missed a deadline
    gets the hours that the table has for such people until they write, and one that has missed
    several half the time, so that the table need not wait it out every turn.
    """
    hours = hours_for(game, kind)
    after_miss = terms_of(game).hours_after_miss
    if seat is not None and seat.missed and after_miss:
        hours = min(hours, after_miss)
    elif seat is not None and seat.missing:
        hours /= 2
    return first_allowed(game, seat, elapse(opened, timedelta(hours=hours), away), away)


def window_due(
    game: Game, asked: Sequence[Seat], kind: str, opened: datetime, away: Away
) -> datetime:
    """Return when a window shuts, for everybody at once, at an hour that betrays nothing.

    The hour follows from the table's terms, from who wants to be asked, and from announced
    vacations. A trust table need not give missing people the full time.
    """
    alone = game.mode == Game.Mode.TRUST and asked and all(seat.missing for seat in asked)
    hours = hours_for(game, kind) / (2 if alone else 1)
    spans = [span for seat in asked for span in away.get(seat.pk, ())]
    return first_allowed(game, None, elapse(opened, timedelta(hours=hours), spans), spans)


_AWAY = Prepared(lambda seats, now: Vacation.objects.filter(seat__in=seats, ends__gt=now))
AWAY_FROM = Prepared(lambda game, now: Vacation.objects.filter(seat__game=game, ends__gt=now))
"""The vacations at one table, present and to come."""


def first_allowed(
    game: Game, seat: Seat | None, at: datetime, away: Sequence[Span] = ()
) -> datetime:
    """Return the first moment from `at` on that may be a deadline for this seat, or for the
    table."""
    player = seat.player if seat is not None and seat.player_id else None
    return calendars.first_allowed(at, calendar_of(game, player), away)


def away_of(seats: Iterable[Seat], now: datetime) -> dict[int, list[Span]]:
    """Return the vacations, present and to come, of the people who hold these seats."""
    seats = list(seats)
    return away_among(seats, _AWAY([seat.pk for seat in seats], now))


def away_among(seats: Iterable[Seat], vacations: Iterable[Vacation]) -> dict[int, list[Span]]:
    """Return the same of vacations that were read already: a substitute is not away with
    another."""
    holders = {seat.pk: seat.player_id for seat in seats}
    found: dict[int, list[Span]] = {}
    for vacation in vacations:
        if vacation.player_id == holders[vacation.seat_id]:
            found.setdefault(vacation.seat_id, []).append(Span(vacation.starts, vacation.ends))
    return found


def lead_of(game: Game, opened: datetime, due: datetime) -> timedelta:
    """Return how long before the deadline a reminder goes out; a short question has none."""
    time = due - opened
    return time * terms_of(game).reminder_share if time >= WORTH_REMINDING else timedelta(0)


def offer_expires(game: Game, opened: datetime) -> datetime:
    """Return when an offer ends: at an hour at which a deadline of the table may fall."""
    hours = timedelta(hours=float(game.hours.get("offer", OFFER_HOURS)))
    return first_allowed(game, None, opened + hours)


def shift(game: Game, by: timedelta) -> None:
    """Move every clock of a game by the time it stood still."""
    open_prompts = game.prompts.filter(state=Prompt.State.OPEN)
    open_prompts.update(due=F("due") + by)
    open_prompts.filter(suspended__isnull=False).update(suspended=F("suspended") + by)
    open_prompts.filter(repent__isnull=False).update(repent=F("repent") + by)
    game.offers.filter(state=Offer.State.OPEN).update(expires=F("expires") + by)
    game.extensions.filter(state=Extension.State.OPEN).update(expires=F("expires") + by)
    reapply_calendars(open_prompts)


def move(prompts: "QuerySet[Prompt]", moved: Callable[[datetime], datetime]) -> list[Prompt]:
    """Move open deadlines, each to where its calendar allows; return the questions whose deadline
    changed."""
    rows = list(prompts.select_related("game__organiser", "seat__player"))
    if not rows:
        return []
    away = away_of([row.seat for row in rows], min(row.due for row in rows))
    changed = []
    for prompt in rows:
        seat = None if prompt.window else prompt.seat
        spans = () if prompt.window else away.get(prompt.seat_id, ())
        due = first_allowed(prompt.game, seat, moved(prompt.due), spans)
        if due != prompt.due:
            prompt.due = due
            changed.append(prompt)
    Prompt.objects.bulk_update(changed, ["due"])
    return changed


def reapply_calendars(prompts: "QuerySet[Prompt]") -> None:
    """Move deadlines off quiet hours, days off and vacations, after all were moved by some hours.

    Only questions that any of these concerns are read: few tables have days off, and few people
    are away.
    """
    then_away = Vacation.objects.filter(
        seat=OuterRef("seat_id"), starts__lt=OuterRef("due"), ends__gt=OuterRef("due")
    )
    concerned = prompts.filter(~Q(game__terms={}) | Exists(then_away), suspended__isnull=True)
    move(concerned, lambda due: due)
