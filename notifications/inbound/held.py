"""Held mails: their sender could not be believed, so they wait for their owner's yes."""

from django.db import transaction
from django.utils import timezone

from notifications import worker_hints
from notifications.models import Inbound


@transaction.atomic
def say_yes(pk: int) -> None:
    """Have a held mail read, as its owner said yes.

    It counts as received now: whatever fell due in the meantime has fallen due.
    """
    inbound = Inbound.objects.select_for_update().get(pk=pk)
    if inbound.state == Inbound.State.HELD:
        inbound.state, inbound.outcome, inbound.reason = Inbound.State.NEW, "", ""
        inbound.confirmed, inbound.received = True, timezone.now()
        inbound.save(update_fields=["state", "outcome", "reason", "confirmed", "received"])
        transaction.on_commit(lambda: worker_hints.read_inbound(pk))
