"""Middleware for every request: who is reading, in which language and zone, and what a page may
load."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from pbem import ports
from pbem.models import Player
from pbem.table.people import sign_in
from pbem.web.requests import PageRequest

Handler = Callable[[HttpRequest], HttpResponse]

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""No inline script and no inline style: text that slips into a page stays text."""
DEMO_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""In the demo a page shows a table beside its mails."""


class ContentSecurityPolicy:
    """States the policy on every answer; a view with a stricter or other need states its own."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if ports.is_demo():
            response.headers.setdefault("Content-Security-Policy", DEMO_POLICY)
            response.headers["X-Frame-Options"] = "SAMEORIGIN"
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response


class Reader:
    """Sets `request.player`; pages then speak that player's language and show their zone. To
    strangers they speak the language that the browser asks for (Django's LocaleMiddleware)."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: PageRequest) -> HttpResponse:
        player = request.player = sign_in.player_of(request)
        if player is None:
            return _kept_by_nobody(self.get_response(request))
        with translation.override(player.language), timezone.override(zone_of(player)):
            return _kept_by_nobody(self.get_response(request))


def _kept_by_nobody(response: HttpResponse) -> HttpResponse:
    """Forbid to cache a page, unless its view says otherwise.

    Most pages depend on their reader, or on a link that only one person should have.
    """
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


def zone_of(player: Player) -> ZoneInfo:
    """Return the player's zone, UTC for a name this machine does not know: it must not stop a
    page."""
    try:
        return ZoneInfo(player.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
