"""Reminders: one for each question, sent when a share of its time is left and no answer has
come."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import DateTimeField, ExpressionWrapper, F, QuerySet, Value
from django.utils import timezone

from pbem import signals
from pbem.models import Game, Prompt, Seat
from pbem.play import loading


def _due(now: datetime) -> "QuerySet[Prompt]":
    """Return the questions whose reminder is due: somebody is waited for and was not reminded
    yet."""
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


def games_to_remind(now: datetime | None = None) -> list[int]:
    """Return the games that `remind` has something to do for."""
    due = _due(now or timezone.now())
    return list(due.order_by("game_id").values_list("game_id", flat=True).distinct())


@transaction.atomic
def remind(game_id: int, now: datetime | None = None) -> int:
    """Announce a game's reminders, each once, however often and in how many places this runs."""
    now = now or timezone.now()
    game = loading.locked(game_id)
    prompts = list(_due(now).filter(game=game).select_related("seat__player"))
    Prompt.objects.filter(pk__in=[prompt.pk for prompt in prompts]).update(reminded=now)
    for prompt in prompts:
        prompt.reminded = now
        prompt.game = prompt.seat.game = game
        signals.reminder_due.send(Game, game=game, prompt=prompt)
    return len(prompts)
