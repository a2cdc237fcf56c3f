"""Takes in what a provider reports later about mails it took: delivered, bounced, called spam."""

from hashlib import sha256

from anymail.signals import AnymailTrackingEvent, EventType, tracking
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver
from django.utils import timezone

from notifications import preferences, worker_hints
from notifications.inbound import webhook
from notifications.models import Outbox, Preferences, Tracked
from notifications.outbound import failing_addresses

_BOUNCED = frozenset({EventType.BOUNCED, EventType.REJECTED, EventType.FAILED})
_FATES = {
    EventType.DELIVERED: Outbox.Fate.DELIVERED,
    EventType.COMPLAINED: Outbox.Fate.COMPLAINED,
    **dict.fromkeys(_BOUNCED, Outbox.Fate.BOUNCED),
}


@receiver(tracking)
def on_tracking(event: AnymailTrackingEvent, esp_name: str, **_: object) -> None:
    """Take in an event once: providers repeat themselves, also in parallel."""
    fate = _FATES.get(event.event_type)
    with webhook.taken_in(), transaction.atomic():
        row = _row(event)
        if fate is None or row is None:
            return
        seen, new = Tracked.objects.get_or_create(
            event=_name(event, esp_name),
            defaults={
                "mail": row,
                "what": event.event_type,
                "why": str(event.reject_reason or "")[:200],
                "at": event.timestamp or timezone.now(),
            },
        )
        if new:
            _take_in(row, event.recipient or row.address, fate, seen)


def bounced(row: Outbox, address: str, why: str, event: str) -> None:
    """Take in a delivery report that came by mail. `event`: its name; it counts once."""
    with transaction.atomic():
        seen, new = Tracked.objects.get_or_create(
            event=event[:255], defaults={"mail": row, "what": "bounced", "why": why[:200]}
        )
        if new:
            _take_in(row, address, Outbox.Fate.BOUNCED, seen)


def _row(event: AnymailTrackingEvent) -> Outbox | None:
    rows = Outbox.objects.select_related("player")
    named = str((event.metadata or {}).get("outbox", ""))
    if named.isdigit():
        return rows.filter(pk=int(named)).first()
    if not event.message_id:
        return None
    return rows.filter(provider_id=event.message_id).first()


def _name(event: AnymailTrackingEvent, esp_name: str) -> str:
    if event.event_id:
        return f"{esp_name}/{event.event_id}"[:255]
    told = (event.event_type, event.message_id, event.recipient, event.timestamp)
    return f"{esp_name}/{sha256(repr(told).encode()).hexdigest()}"


def _take_in(row: Outbox, address: str, fate: Outbox.Fate, seen: Tracked) -> None:
    """Store the fate of a mail. The latest report counts, in whatever order they come.

    `address` may differ from the row's: the mail was sent on to another address meanwhile.
    """
    if fate == Outbox.Fate.COMPLAINED and row.player is not None:
        preferences.set_mode(row.player, Preferences.Mode.NEEDS)
    there = Outbox.objects.filter(pk=row.pk, address__iexact=address)
    newest = there.exclude(fate_at__gt=seen.at).update(fate=fate, fate_at=seen.at)
    if there and not newest:
        return
    if fate == Outbox.Fate.DELIVERED:
        failing_addresses.works(row, address, seen.at)
    elif fate == Outbox.Fate.BOUNCED and (
        other := failing_addresses.refused(row, address, seen.at)
    ):
        _send_on(there, row, other)


def _send_on(there: QuerySet[Outbox], row: Outbox, other: str) -> None:
    """Send the same mail to another address, unless that was done already."""
    sent = there.filter(state=Outbox.State.SENT)
    if sent.update(state=Outbox.State.QUEUED, address=other, next_try=timezone.now(), tries=0):
        transaction.on_commit(lambda: worker_hints.deliver(row.pk))
