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
    Value,
)
from django.utils import timezone

from pbem.clocks import deadlines
from pbem.models import Credit, Extension, Game, Heartbeat, Offer, Prompt, Seat, Submission

GAP_IN_SWEEPS = 8
"""How many sweeps in a row must be missing to count as downtime; one may be late or lost."""


def games_to_advance(now: datetime | None = None) -> list[int]:
    """Return the games that need advancing, after crediting downtime in the same transaction.

    A lost task loses nothing: whatever it would have done is found here.
    """
    now = now or timezone.now()
    with transaction.atomic():
        _beat(now)
        return list(_needing(now).order_by("pk").values_list("pk", flat=True))


def still_to_advance(game_ids: Sequence[int], now: datetime) -> list[int]:
    """Return those of the games that need advancing still: a task may have waited for long."""
    return list(_needing(now).filter(pk__in=game_ids).order_by("pk").values_list("pk", flat=True))


def _beat(now: datetime) -> None:
    """Note that the sweep runs now, and credit the time since the last one if that was downtime."""
    beat, first = Heartbeat.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
    gap = now - beat.at
    if not first and gap > timedelta(seconds=GAP_IN_SWEEPS * settings.PARSEC_SWEEP_SECONDS):
        _credit(beat.at, now)
    if now > beat.at:
        beat.at = now
        beat.save(update_fields=["at"])


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
    late = asked.filter(due__lte=now).filter(
        due__lte=ExpressionWrapper(Value(now) - F("grace"), DateTimeField()),
        suspended__isnull=True,
    )
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
