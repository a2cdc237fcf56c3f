"""The tasks of workers. A task names a row; running it twice, late or never changes nothing."""

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from notifications import push, worker_hints
from notifications.inbound import pipeline
from notifications.models import Inbound
from notifications.outbound import deliver as delivery
from notifications.outbound import hold_back, outbox
from pbem.operations import queue_depth
from pbem.services import lanes
from pbem.storage import durability

LOST_AFTER = timedelta(seconds=8)
"""A mail that is unread for longer has lost its task: a worker that was killed, for example."""
MOST = 200
"""The most rows of a kind that one sweep looks after; the next sweep is seconds away."""


@shared_task
def deliver(outbox_id: int) -> None:
    """Send this mail, and over the same connection what else is due."""
    delivery.deliver_due(outbox_id)


@shared_task
def answer(outbox_ids: list[int]) -> None:
    """Send these mails alone: whoever wrote waits for them, and other post may be a heap."""
    delivery.deliver_these(outbox_ids)


@shared_task
def read_inbound(inbound_id: int) -> None:
    """Read this mail, and go on with what else waits: a task costs as much as half a mail."""
    with durability.can_be_repeated():
        pipeline.read_and_play(inbound_id)
        pipeline.read_some_waiting()
        hold_back.hint_due()


@shared_task
def send_held(player_id: int) -> None:
    """Send this player a digest, or news that was held back."""
    outbox.send_held(player_id)


@shared_task
def push_turn(prompt_id: int) -> None:
    """Tell the browsers of whoever is asked this question; once, and never again."""
    push.your_turn(prompt_id)


@shared_task
def sweep() -> None:
    """Find what lost tasks left behind; unread mails first, because their answers may be sent at
    once."""
    waited = timezone.now() - min(timedelta(seconds=settings.PARSEC_SWEEP_SECONDS), LOST_AFTER)
    lost = Inbound.objects.filter(state=Inbound.State.NEW, received__lt=waited)
    lost = lost.order_by("received")
    if queue_depth.calm(lanes.PEOPLE):
        for pk in list(lost.values_list("pk", flat=True)[:MOST]):
            read_inbound.delay(pk)
    if not queue_depth.calm(lanes.POST):
        return
    for pk in hold_back.due_players()[:MOST]:
        send_held.delay(pk)
    unsent = delivery.due_rows().order_by("next_try")
    for pk in list(unsent.values_list("pk", flat=True)[:MOST]):
        deliver.delay(pk)


worker_hints.register(
    answer=answer, deliver=deliver, read_inbound=read_inbound, send_held=send_held, push=push_turn
)
