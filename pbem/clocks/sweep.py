"""The sweep: names the games that need advancing, and credits downtime."""

from collections.abc import Sequence
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
)
from django.utils import timezone

from pbem.clocks import deadlines
from pbem.models import Credit, Extension, Game, Heartbeat, Offer, Prompt, Seat, Submission
from pbem.storage.prepared import Prepared

GAP_IN_SWEEPS = 8
"""How many sweeps in a row must be missing to count as downtime; one may be late or lost."""


def games_to_advance(now: datetime | None = None) -> list[int]:
    """Return the games that need advancing, after crediting downtime in the same transaction.

    A lost task loses nothing: whatever it would have done is found here.
    """
    now = now or timezone.now()
    with transaction.atomic():
        _beat(now, Heartbeat.SWEEP)
        return list(_needing(now).order_by("pk").values_list("pk", flat=True))


def note_sweep(now: datetime | None = None) -> None:
    """Note that a sweep came that looks for nothing, as what the last one found still waits."""
    with transaction.atomic():
        _beat(now or timezone.now(), Heartbeat.SWEEP)


def still_to_advance(game_ids: Sequence[int], now: datetime) -> list[int]:
    """Return those of the games that need advancing still: a task may have waited for long."""
    return _STILL_NEEDING(now, game_ids)


def pulse(now: datetime | None = None) -> None:
    """Note that people are served, so that a sweep that waits behind thousands of deadlines is not
    taken for downtime."""
    with transaction.atomic():
        _beat(now or timezone.now(), Heartbeat.PULSE)


def _beat(now: datetime, pk: int) -> None:
    """Note that the sweep or the pulse runs now, and credit the time since the last of either if
    that was downtime."""
    beats = {beat.pk: beat for beat in Heartbeat.objects.select_for_update().order_by("pk")}
    last = max((beat.at for beat in beats.values()), default=now)
    if now - last > timedelta(seconds=GAP_IN_SWEEPS * settings.PARSEC_SWEEP_SECONDS):
        _credit(last, now)
    mine = beats.get(pk)
    if mine is None:
        Heartbeat.objects.get_or_create(pk=pk, defaults={"at": now})
    elif now > mine.at:
        mine.at = now
        mine.save(update_fields=["at"])


def _credit(start: datetime, end: datetime) -> None:
    """Move clocks by the hours in which the server could neither take nor send anything."""
    Credit.objects.get_or_create(gap_start=start, defaults={"gap_end": end})
    running = Q(game__status=Game.Status.RUNNING)
    asked = Prompt.objects.filter(running, state=Prompt.State.OPEN, due__gt=start)
    asked.filter(opened__lte=start).update(due=F("due") + (end - start))
    asked.filter(opened__gt=start, opened__lt=end).update(due=F("due") + (end - F("opened")))
    offers = Offer.objects.filter(running, state=Offer.State.OPEN, expires__gt=start)
    offers.update(expires=F("expires") + (end - start))
    votes = Extension.objects.filter(running, state=Extension.State.OPEN, expires__gt=start)
    votes.update(expires=F("expires") + (end - start))
    deadlines.reapply_calendars(asked)


def _needing(now: datetime) -> "QuerySet[Game]":
    """Return running games with something due, unread or left over, and others with unread
    orders."""
    asked = Prompt.objects.filter(game=OuterRef("pk"), state=Prompt.State.OPEN)
    unread = Submission.objects.filter(game=OuterRef("pk"), state=Submission.State.NEW)
    offers = Offer.objects.filter(game=OuterRef("pk"), state=Offer.State.OPEN, expires__lte=now)
    until = ExpressionWrapper(F("due") + F("grace"), DateTimeField())
    late = asked.filter(due__lte=now, suspended__isnull=True).alias(until=until)
    late = late.filter(until__lte=now)
    running = Q(status=Game.Status.RUNNING) & (
        Exists(late)
        | Exists(asked.filter(repent__lte=now))
        | Exists(asked.filter(seat__kind=Seat.Kind.BOT, waiting=True))
        | Q(thinking=True)
        | Exists(unread)
        | Exists(offers)
        | ~Exists(asked)
    )
    return Game.objects.filter(running | Exists(unread.filter(report=[])))


_STILL_NEEDING = Prepared(
    lambda now, games: (
        _needing(now).filter(pk__in=games).order_by("pk").values_list("pk", flat=True)
    )
)
