"""Mail in from a provider: whatever ESP calls, anymail makes the same event of it.

The answer to the provider is given after the mail is stored. An exception here makes anymail answer
500, and the provider tries again; the same event forty times is still one mail.
"""

from email.policy import compat32
from typing import Any

from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, inbound
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.dispatch import receiver

from notifications import intake


@receiver(inbound)
def on_inbound(event: AnymailInboundEvent, esp_name: str, **_: Any) -> None:
    """Store it, by the envelope the provider saw if it tells.

    Only with the shared secret: without it anybody could hand in mails, headers and all.
    """
    if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        raise PermissionDenied
    message: AnymailInboundMessage = event.message
    recipient = message.envelope_recipient
    intake.store(
        _raw(message),
        door=esp_name.lower().replace(" ", "-")[:20],
        sender=message.envelope_sender,
        recipients=[recipient] if recipient else [],
    )


def _raw(message: AnymailInboundMessage) -> bytes:
    """The mail as bytes; the older rules write down what the newer ones find fault with."""
    try:
        return message.as_bytes()
    except (ValueError, LookupError, AttributeError, TypeError, UnicodeError):
        return message.as_bytes(policy=compat32.clone(max_line_length=None))
