"""Clocks: when an answer is due, what downtime and pauses add, and who has to be looked at."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from pbem.models import Credit, Game, Heartbeat, Offer, Prompt, Seat, Submission

DEFAULT_HOURS = 24.0
OFFER_HOURS = 72.0
MISSES_BEFORE_MISSING = 3
GAP_IN_SWEEPS = 8
"""A sweep may be late or lost now and then; so many missing ones are downtime."""


def hours_for(game: Game, kind: str) -> float:
    """The table's hours for a kind of decision, its own default, or the server's."""
    fallback = getattr(settings, "PARSEC_DEFAULT_HOURS", DEFAULT_HOURS)
    return float(game.hours.get(kind, game.hours.get("default", fallback)))


def due_at(game: Game, seat: Seat | None, kind: str, opened: datetime) -> datetime:
    """When an answer is due.

    `seat` None: a veiled window, whose hour must tell nothing of anybody. Who has been missing
    for several deadlines gets half the time, so that the table need not wait it out every turn.
    """
    hours = hours_for(game, kind)
    if seat is not None and seat.missed >= MISSES_BEFORE_MISSING:
        hours /= 2
    return opened + timedelta(hours=hours)


def offer_expires(game: Game, opened: datetime) -> datetime:
    return opened + timedelta(hours=float(game.hours.get("offer", OFFER_HOURS)))


def shift(game: Game, by: timedelta) -> None:
    """Move every clock of a game that stood still for so long."""
    open_prompts = game.prompts.filter(state=Prompt.State.OPEN)
    open_prompts.update(due=F("due") + by)
    open_prompts.filter(suspended__isnull=False).update(suspended=F("suspended") + by)
    game.offers.filter(state=Offer.State.OPEN).update(expires=F("expires") + by)


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


def _needing(now: datetime) -> "QuerySet[Game]":
    """Running games with something due, unread or left over; others only with unread orders."""
    asked = Prompt.objects.filter(game=OuterRef("pk"), state=Prompt.State.OPEN)
    unread = Submission.objects.filter(game=OuterRef("pk"), state=Submission.State.NEW)
    offers = Offer.objects.filter(game=OuterRef("pk"), state=Offer.State.OPEN, expires__lte=now)
    running = Q(status=Game.Status.RUNNING) & (
        Exists(asked.filter(due__lte=now, suspended__isnull=True))
        | Exists(asked.filter(sealed__isnull=False, waiting=True))
        | Exists(asked.filter(seat__kind=Seat.Kind.BOT, waiting=True))
        | Exists(unread)
        | Exists(offers)
        | ~Exists(asked)
    )
    return Game.objects.filter(running | Exists(unread.filter(report=[])))
