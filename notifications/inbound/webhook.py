"""Mail in from a provider: whatever ESP calls, anymail makes the same event of it.

The answer to the provider is given after the mail is stored. An exception here makes anymail answer
500, and the provider tries again; the same event forty times is still one mail.
"""

from collections.abc import Callable
from email.policy import compat32
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from anymail.exceptions import AnymailConfigurationError
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, inbound
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from notifications.inbound import storing

PATH = "/anymail/"
MOST_OF_A_FORM = 2_500_000


@receiver(inbound)
def on_inbound(event: AnymailInboundEvent, esp_name: str, **_: Any) -> None:
    """Store it, by the envelope the provider saw if it tells.

    Only with the shared secret: without it anybody could hand in mails, headers and all.
    """
    check_secret()
    message: AnymailInboundMessage = event.message
    recipient = message.envelope_recipient
    storing.store(
        _raw(message),
        door=esp_name.lower().replace(" ", "-")[:20],
        sender=message.envelope_sender,
        recipients=[recipient] if recipient else [],
    )


def check_secret() -> None:
    """anymail compares the secret; where none is set, it would let anybody in."""
    if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        raise PermissionDenied


def _raw(message: AnymailInboundMessage) -> bytes:
    """The mail as bytes; the older rules write down what the newer ones find fault with."""
    _part_alike(message)
    try:
        return message.as_bytes()
    except (ValueError, LookupError, AttributeError, TypeError, UnicodeError):
        return message.as_bytes(policy=compat32.clone(max_line_length=None))


def _part_alike(message: AnymailInboundMessage) -> None:
    """Many providers send a mail in pieces. Put together again it has boundaries by chance, unless
    they are named, and the same event sent again would look like another mail."""
    named = sha256(str(message["Message-ID"]).encode("utf-8", "replace")).hexdigest()[:24]
    for number, part in enumerate(message.walk()):
        if part.is_multipart() and part.get_boundary() is None and part.get("Content-Type"):
            part.set_boundary(f"={named}-{number}=")


class Gate:
    """A provider hands in whole mails; nobody else has that much to say to a page. One that is not
    set up here has no page at all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        size = request.META.get("CONTENT_LENGTH") or "0"
        large = not size.isdecimal() or int(size) > MOST_OF_A_FORM
        if large and not request.path_info.startswith(PATH):
            return HttpResponse(status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        unknown = isinstance(error, AnymailConfigurationError)
        return HttpResponse(status=HTTPStatus.NOT_FOUND) if unknown else None
