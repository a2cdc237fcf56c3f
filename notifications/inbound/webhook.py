"""Mail in from a provider, which calls our webhook; anymail makes the same event of every ESP's
call.

The provider is answered after the mail is stored. A mail that cannot be stored is answered with
500, and the provider tries again; the same event forty times is still one mail. A call without the
secret is turned away before a byte of its body is looked at.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.policy import compat32
from hashlib import sha256
from http import HTTPStatus

from anymail.exceptions import AnymailConfigurationError
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, inbound
from anymail.utils import get_request_basic_auth
from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from notifications.inbound import storing

log = logging.getLogger(__name__)

PATH = "/anymail/"
MOST_OF_A_FORM = 2_500_000
MOST_OF_A_WEBHOOK = 16 * 2**20
"""The largest webhook: a mail of 5 MB twice, as it came and in pieces, in base64."""


UNREADABLE = (SuspiciousOperation, AttributeError, LookupError, TypeError, ValueError)
"""The exceptions of anymail's parsers for a body that is not their provider's."""


class NotStored(Exception):
    """The event could not be stored here: the provider shall try again."""


@receiver(inbound)
def on_inbound(event: AnymailInboundEvent, esp_name: str, **_: object) -> None:
    """Store the mail, with the envelope if the provider names it."""
    message: AnymailInboundMessage = event.message
    recipient = message.envelope_recipient
    raw = _raw(message)
    with taken_in():
        storing.store(
            raw,
            door=esp_name.lower().replace(" ", "-")[:20],
            sender=message.envelope_sender,
            recipients=[recipient] if recipient else [],
        )


@contextmanager
def taken_in() -> Iterator[None]:
    """Yield a `with` block in which a fault is ours and not the body's: it raises NotStored."""
    try:
        yield
    except Exception as trouble:
        raise NotStored from trouble


def _raw(message: AnymailInboundMessage) -> bytes:
    """Return the mail as bytes; by older rules, if the newer ones find fault with it."""
    _part_alike(message)
    try:
        return bytes(message.as_bytes())
    except (ValueError, LookupError, AttributeError, TypeError, UnicodeError):
        return bytes(message.as_bytes(policy=compat32.clone(max_line_length=None)))


def _part_alike(message: AnymailInboundMessage) -> None:
    """Name the boundaries between parts by the mail's id.

    A mail that a provider sends in pieces would get boundaries by chance when it is put together,
    and the same event sent again would look like another mail.
    """
    named = sha256(str(message["Message-ID"]).encode("utf-8", "replace")).hexdigest()[:24]
    for number, part in enumerate(message.walk()):
        if part.is_multipart() and part.get_boundary() is None and part.get("Content-Type"):
            part.set_boundary(f"={named}-{number}=")


class Gate:
    """Middleware that decides who may hand something in, and how much, before anything is read.

    | answer | to |
    |---|---|
    | 404 | a webhook, where no secret is set or the provider is not set up |
    | 401 | a webhook without the secret, or with a wrong one |
    | 413 | a webhook of more than 16 MB, anything else of more than 2.5 MB |
    | 400 | a webhook whose body is not what the provider sends |
    | 500 | a mail that could not be stored; the provider tries again |
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        hook = request.path_info.startswith(PATH)
        refused = self._refused(request, hook)
        return HttpResponse(status=refused) if refused else self.get_response(request)

    def _refused(self, request: HttpRequest, hook: bool) -> HTTPStatus | None:
        if hook and not settings.ANYMAIL.get("WEBHOOK_SECRET"):
            return HTTPStatus.NOT_FOUND
        if hook and request.method != "HEAD" and not _knows_secret(request):
            return HTTPStatus.UNAUTHORIZED
        size = request.META.get("CONTENT_LENGTH") or "0"
        most = MOST_OF_A_WEBHOOK if hook else MOST_OF_A_FORM
        if not size.isdecimal() or int(size) > most:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not request.path_info.startswith(PATH):
            return None
        if isinstance(error, AnymailConfigurationError):
            return HttpResponse(status=HTTPStatus.NOT_FOUND)
        if isinstance(error, NotStored):
            log.error("webhook: not stored", exc_info=error.__cause__)
            return HttpResponse(status=HTTPStatus.INTERNAL_SERVER_ERROR)
        if isinstance(error, RequestDataTooBig):
            return HttpResponse(status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        if isinstance(error, UNREADABLE):
            log.warning("webhook: the body is not understood: %s", type(error).__name__)
            return HttpResponse(status=HTTPStatus.BAD_REQUEST)
        return None


def _knows_secret(request: HttpRequest) -> bool:
    """Return whether the call has the secret.

    anymail compares it as well, but only after it has read the bodies of some providers.
    """
    told = get_request_basic_auth(request)
    return told is not None and constant_time_compare(told, settings.ANYMAIL["WEBHOOK_SECRET"])
