"""Stores a mail, whole, before anything looks at it; every door does that first."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from notifications import keys, worker_hints
from notifications.inbound.mime import Mail
from notifications.models import Inbound
from rules.lexicon.text import storable

NULL_SENDER = "<>"
MOST_BYTES = 5 * 2**20
"""The most bytes of a mail that is read. Of a larger one the beginning is kept, for staff."""
KEPT_OF_LARGER = 2**18
RECIPIENT_HEADERS = ("to", "cc", "delivered-to", "x-original-to")
_TRACE_FREE = ("From", "To", "Subject", "Date")
_BODY = re.compile(rb"\r?\n\r?\n")


def store(
    raw: bytes,
    *,
    door: str,
    sender: str | None = None,
    recipients: Sequence[str] = (),
    received: datetime | None = None,
) -> tuple[Inbound, bool]:
    """Store a mail once, however often it is handed in; also returns whether it is new.

    `sender` None: the door does not know the envelope; empty: the null sender of bounces.
    """
    now = timezone.now()
    mail = Mail(raw[:KEPT_OF_LARGER], headers_only=True)
    large = len(raw) > MOST_BYTES
    named = keys.named_by([*recipients, *mail.addresses(*RECIPIENT_HEADERS)])
    with transaction.atomic():
        row, created = Inbound.objects.get_or_create(
            message_id=mail.header("Message-ID")[:255],
            content_hash=_content_hash(raw, mail),
            defaults={
                "raw": raw[:KEPT_OF_LARGER] if large else raw,
                "size": len(raw),
                "sender": "" if sender is None else storable(sender or NULL_SENDER)[:320],
                "recipients": [storable(address)[:320] for address in recipients],
                "named_seat": named.seat,
                "named_game": named.game,
                "door": door,
                "received": min(received or now, now),
            },
        )
        if row.state == Inbound.State.NEW:
            transaction.on_commit(partial(worker_hints.read_inbound, row.pk))
    return row, created


def _content_hash(raw: bytes, mail: Mail) -> str:
    """Return a hash of what the author sent, the same at every delivery.

    It leaves out the lines that servers add on the way, and line ends, which doors write
    differently.
    """
    head = "\n".join(f"{name}: {mail.header(name)}" for name in _TRACE_FREE)
    parts = _BODY.split(raw, maxsplit=1)
    body = parts[1].replace(b"\r\n", b"\n").rstrip() if len(parts) > 1 else b""
    return sha256(head.encode("utf-8", "replace") + b"\n\n" + body).hexdigest()
