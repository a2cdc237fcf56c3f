"""Hears that somebody is asked, and hints to the workers that a browser of theirs may say so."""

from functools import partial

from django.db import transaction
from django.dispatch import receiver

from notifications import push, worker_hints
from notifications.models import PushSubscription
from pbem import signals
from pbem.models import Game, Prompt


@receiver(signals.advanced)
def on_advanced(game: Game, opened: list[Prompt], **_more: object) -> None:
    """Hint once for each player who has a browser to tell, when the rulings are stored."""
    if not push.offered() or not opened:
        return
    asked = {p.seat_id: p.pk for p in opened if p.waiting}
    told = PushSubscription.objects.filter(player__seat__in=list(asked))
    for seat_id in set(told.values_list("player__seat", flat=True)) & set(asked):
        transaction.on_commit(partial(worker_hints.push, asked[seat_id]))
