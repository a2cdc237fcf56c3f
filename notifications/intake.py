"""Every door's first act: keep the mail, whole, before anything looks at it."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from notifications import mime, queue
from notifications.models import Inbound
from rules.lexicon.text import storable

NULL_SENDER = "<>"
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
    """Keep a mail once, however often it is handed in; True when it is new.

    `sender` None: the door does not know the envelope; empty: the null sender of bounces.
    """
    mail = mime.parse(raw)
    with transaction.atomic():
        row, created = Inbound.objects.get_or_create(
            message_id=mime.header(mail, "Message-ID")[:255],
            content_hash=_content_hash(raw),
            defaults={
                "raw": raw,
                "sender": "" if sender is None else storable(sender or NULL_SENDER)[:320],
                "recipients": [storable(address)[:320] for address in recipients],
                "door": door,
                "received": received or timezone.now(),
            },
        )
        if row.state == Inbound.State.NEW:
            transaction.on_commit(partial(queue.read_inbound, row.pk))
    return row, created


def _content_hash(raw: bytes) -> str:
    """What the author sent; the lines that servers on the way add differ at each delivery."""
    mail = mime.parse(raw)
    head = "\n".join(f"{name}: {mime.header(mail, name)}" for name in _TRACE_FREE)
    parts = _BODY.split(raw, maxsplit=1)
    body = parts[1] if len(parts) > 1 else b""
    return sha256(head.encode("utf-8", "replace") + b"\n\n" + body).hexdigest()
