"""Delivery reports (RFC 3464) that come by mail: which mail of ours did not arrive, and why.

A report is believed only if it names the Message-ID of a mail of ours, which nobody but the
reader's mail system knows.
"""

from email import message_from_string
from email.message import Message
from typing import NamedTuple

from notifications.inbound.mime import Mail
from notifications.models import Inbound, Outbox
from notifications.outbound import tracking
from pbem.table.people import addresses
from rules.lexicon.text import storable


class Report(NamedTuple):
    message_id: str
    recipient: str
    status: str
    why: str

    @property
    def final(self) -> bool:
        return self.status.startswith("5")


def take_in(inbound: Inbound, mail: Mail) -> None:
    """Remember a mail that was refused for good; a delay is not one."""
    found = report(mail)
    if found is None or not found.final:
        return
    row = Outbox.objects.select_related("player").filter(message_id=found.message_id).first()
    if row is not None:
        tracking.bounced(row, _address(row, found.recipient), found.why, f"mail/{inbound.pk}")


def _address(row: Outbox, recipient: str) -> str:
    """Return the address that failed. If the mail was sent on to another address meanwhile, this is
    the older one. A forwarder may name an address that is not the reader's: then the address of the
    row is returned."""
    theirs = addresses.of(row.player) if row.player else []
    return recipient if recipient in theirs else row.address


def report(mail: Mail) -> Report | None:
    """Return the delivery report in a mail; None if it is no report or names no mail of ours."""
    if not mail.is_report or mail.tangled:
        return None
    message_id = recipient = status = why = ""
    for part in mail.message.walk():
        kind = part.get_content_type()
        if kind == "message/delivery-status":
            for block in _blocks(part):
                named = block.get("Original-Recipient") or block.get("Final-Recipient") or ""
                recipient = recipient or str(named).rpartition(";")[2].strip().lower()
                status = status or str(block.get("Status", "")).strip()
                why = why or " ".join(str(block.get("Diagnostic-Code", "")).split())
        elif kind == "text/rfc822-headers":
            returned = message_from_string(str(part.get_payload()).lstrip())
            message_id = message_id or str(returned.get("Message-ID", "")).strip()
        elif kind == "message/rfc822":
            for block in _blocks(part):
                message_id = message_id or str(block.get("Message-ID", "")).strip()
    found = map(storable, (message_id, recipient, status, why))
    return Report(*found) if message_id else None


def _blocks(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []
