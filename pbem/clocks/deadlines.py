"""Clocks: when an answer is due, what downtime and pauses add, and who has to be looked at."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import (
    DateTimeField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Value,
)
from django.utils import timezone

from pbem import signals
from pbem.clocks import calendars
from pbem.clocks.calendars import Span, elapse
from pbem.clocks.terms import calendar_of, terms_of
from pbem.models import (
    Credit,
    Extension,
    Game,
    Heartbeat,
    Offer,
    Prompt,
    Seat,
    Submission,
    Vacation,
)
from pbem.play import loading
from pbem.storage.prepared import Prepared

DEFAULT_HOURS = 24.0
OFFER_HOURS = 72.0
MISSES_BEFORE_MISSING = 3
GAP_IN_SWEEPS = 8
"""A sweep may be late or lost now and then; so many missing ones are downtime."""


def hours_for(game: Game, kind: str) -> float:
    """The table's hours for a kind of decision, its own default, or the server's."""
    fallback = getattr(settings, "PARSEC_DEFAULT_HOURS", DEFAULT_HOURS)
    return float(game.hours.get(kind, game.hours.get("default", fallback)))


Away = Mapping[int, Sequence[Span]]
"""When the holders of seats, by the seat's key, are away."""


def due_at(
    game: Game, seat: Seat | None, kind: str, opened: datetime, away: Sequence[Span] = ()
) -> datetime:
    """When an answer is due: hours that count, moved off quiet hours and days off.

    `seat` None: something that concerns the table as a whole. Who has been missing for several
    deadlines gets half the time, so that the table need not wait it out every turn.
    """
    hours = hours_for(game, kind)
    if seat is not None and is_missing(seat):
        hours /= 2
    return first_allowed(game, seat, elapse(opened, timedelta(hours=hours), away), away)


def window_due(
    game: Game, asked: Sequence[Seat], kind: str, opened: datetime, away: Away
) -> datetime:
    """When a window shuts, for everybody at once: at an hour that tells nothing of anybody.

    It follows from the table's terms, from who wants to be asked and from announced vacations. A
    trust table need not give missing people the full time.
    """
    alone = game.mode == Game.Mode.TRUST and asked and all(is_missing(seat) for seat in asked)
    hours = hours_for(game, kind) / (2 if alone else 1)
    spans = [span for seat in asked for span in away.get(seat.pk, ())]
    return first_allowed(game, None, elapse(opened, timedelta(hours=hours), spans), spans)


_AWAY = Prepared(lambda seats, now: Vacation.objects.filter(seat__in=seats, ends__gt=now))


def is_missing(seat: Seat) -> bool:
    return seat.missed >= MISSES_BEFORE_MISSING


def first_allowed(
    game: Game, seat: Seat | None, at: datetime, away: Sequence[Span] = ()
) -> datetime:
    """The first moment from `at` on that may be a deadline for this seat, or for the table."""
    player = seat.player if seat is not None and seat.player_id else None
    return calendars.first_allowed(at, calendar_of(game, player), away)


def away_of(seats: Iterable[Seat], now: datetime) -> dict[int, list[Span]]:
    """The vacations, present and to come, of those who hold these seats."""
    holders = {seat.pk: seat.player_id for seat in seats}
    found: dict[int, list[Span]] = {}
    for vacation in _AWAY(list(holders), now):
        if vacation.player_id == holders[vacation.seat_id]:
            found.setdefault(vacation.seat_id, []).append(Span(vacation.starts, vacation.ends))
    return found


def lead_of(game: Game, opened: datetime, due: datetime) -> timedelta:
    """How long before the deadline a reminder goes out."""
    return (due - opened) * terms_of(game).reminder_share


def offer_expires(game: Game, opened: datetime) -> datetime:
    return opened + timedelta(hours=float(game.hours.get("offer", OFFER_HOURS)))


def shift(game: Game, by: timedelta) -> None:
    """Move every clock of a game that stood still for so long."""
    open_prompts = game.prompts.filter(state=Prompt.State.OPEN)
    open_prompts.update(due=F("due") + by)
    open_prompts.filter(suspended__isnull=False).update(suspended=F("suspended") + by)
    open_prompts.filter(repent__isnull=False).update(repent=F("repent") + by)
    game.offers.filter(state=Offer.State.OPEN).update(expires=F("expires") + by)
    game.extensions.filter(state=Extension.State.OPEN).update(expires=F("expires") + by)
    _off_the_quiet_hours(open_prompts)


def move(prompts: "QuerySet[Prompt]", moved: Callable[[datetime], datetime]) -> list[Prompt]:
    """Move open deadlines, each to where its calendar allows; those that did move."""
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


def _off_the_quiet_hours(prompts: "QuerySet[Prompt]") -> None:
    """After a move by so many hours; few tables have days off, and few people are away."""
    then_away = Vacation.objects.filter(
        seat=OuterRef("seat_id"), starts__lt=OuterRef("due"), ends__gt=OuterRef("due")
    )
    concerned = prompts.filter(~Q(game__terms={}) | Exists(then_away), suspended__isnull=True)
    move(concerned, lambda due: due)


def reminders_due(now: datetime) -> "QuerySet[Prompt]":
    """Questions whose reminder is due: nobody was reminded yet, and somebody is waited for."""
    waited_for = Prompt.objects.filter(
        state=Prompt.State.OPEN,
        waiting=True,
        reminded__isnull=True,
        suspended__isnull=True,
        lead__gt=timedelta(0),
        due__gt=now,
        due__lte=ExpressionWrapper(Value(now) + F("lead"), DateTimeField()),
        game__status=Game.Status.RUNNING,
        seat__kind=Seat.Kind.PERSON,
    )
    return waited_for.order_by("game_id", "pk")


def to_remind(now: datetime | None = None) -> list[int]:
    """The games that `remind` has something to do for."""
    due = reminders_due(now or timezone.now())
    return list(due.order_by("game_id").values_list("game_id", flat=True).distinct())


@transaction.atomic
def remind(game_id: int, now: datetime | None = None) -> int:
    """Announce a game's reminders, each once, however often and in how many places this runs."""
    now = now or timezone.now()
    game = loading.locked(game_id)
    prompts = list(reminders_due(now).filter(game=game).select_related("seat__player"))
    Prompt.objects.filter(pk__in=[prompt.pk for prompt in prompts]).update(reminded=now)
    for prompt in prompts:
        prompt.reminded = now
        prompt.game = prompt.seat.game = game
        signals.reminder_due.send(Game, game=game, prompt=prompt)
    return len(prompts)


def sweep(now: datetime | None = None) -> list[int]:
    """The games that need advancing, after crediting downtime in the same transaction.

    Nothing is lost with a lost task: whatever it would have done is found here.
    """
    now = now or timezone.now()
    with transaction.atomic():
        _beat(now)
        return list(_needing(now).order_by("pk").values_list("pk", flat=True))


def _beat(now: datetime) -> None:
    beat, first = Heartbeat.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
    gap = now - beat.at
    if not first and gap > timedelta(seconds=GAP_IN_SWEEPS * settings.PARSEC_SWEEP_SECONDS):
        _credit(beat.at, now)
    if now > beat.at:
        beat.at = now
        beat.save(update_fields=["at"])


def _credit(start: datetime, end: datetime) -> None:
    """Nobody is blamed for hours in which the server could not take or send anything."""
    Credit.objects.get_or_create(gap_start=start, defaults={"gap_end": end})
    running = Q(game__status=Game.Status.RUNNING)
    asked = Prompt.objects.filter(running, state=Prompt.State.OPEN, due__gt=start)
    asked.filter(opened__lte=start).update(due=F("due") + (end - start))
    asked.filter(opened__gt=start, opened__lt=end).update(due=F("due") + (end - F("opened")))
    offers = Offer.objects.filter(running, state=Offer.State.OPEN, expires__gt=start)
    offers.update(expires=F("expires") + (end - start))
    votes = Extension.objects.filter(running, state=Extension.State.OPEN, expires__gt=start)
    votes.update(expires=F("expires") + (end - start))
    _off_the_quiet_hours(asked)


def _needing(now: datetime) -> "QuerySet[Game]":
    """Running games with something due, unread or left over; others only with unread orders."""
    asked = Prompt.objects.filter(game=OuterRef("pk"), state=Prompt.State.OPEN)
    unread = Submission.objects.filter(game=OuterRef("pk"), state=Submission.State.NEW)
    offers = Offer.objects.filter(game=OuterRef("pk"), state=Offer.State.OPEN, expires__lte=now)
    late = asked.filter(due__lte=now).filter(
        due__lte=ExpressionWrapper(Value(now) - F("grace"), DateTimeField()),
        suspended__isnull=True,
    )
    running = Q(status=Game.Status.RUNNING) & (
        Exists(late)
        | Exists(asked.filter(repent__lte=now))
        | Exists(asked.filter(seat__kind=Seat.Kind.BOT, waiting=True))
        | Exists(unread)
        | Exists(offers)
        | ~Exists(asked)
    )
    return Game.objects.filter(running | Exists(unread.filter(report=[])))
