"""Web push: "your turn" in browsers that asked for it, where the operator has set VAPID keys.

A push says the table's name and no more: what is asked is behind the sign-in. Mail stays the way
that counts; a push that fails is not tried again, and a browser that is gone is forgotten.
"""

import json
import logging
import re
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from notifications import preferences, web_push
from notifications.models import PushSubscription
from pbem.errors import TableError
from pbem.models import Game, Player, Prompt

log = logging.getLogger(__name__)

SERVICES = re.compile(
    r"fcm\.googleapis\.com|jmt17\.google\.com|updates\.push\.services\.mozilla\.com"
    r"|[\w.-]+\.push\.apple\.com|[\w.-]+\.notify\.windows\.com"
)
"""The push services of browsers: nothing is ever posted elsewhere, whatever a page claims."""
MOST_BROWSERS = 10
FORGOTTEN_AFTER = 5
"""Refusals in a row after which a browser is forgotten."""
GONE = (404, 410)
TIMEOUT = 10.0
KEPT_SECONDS = 4 * 3600
"""How long a push service keeps a push for a browser that is off."""


class BadSubscription(TableError):
    """Raised for what no browser of ours would send."""

    code = "bad-subscription"


def offered() -> bool:
    """Return whether the operator has set the keys."""
    return bool(settings.PARSEC_VAPID_PUBLIC and settings.PARSEC_VAPID_PRIVATE)


def subscribe(player: Player, endpoint: str, p256dh: str, auth: str) -> PushSubscription:
    """Remember a browser of a player; one that somebody else used before is theirs no more."""
    where = urlsplit(endpoint)
    if where.scheme != "https" or not SERVICES.fullmatch(where.hostname or ""):
        raise BadSubscription(_("This browser's push service is not known here."))
    if len(endpoint) > 600 or not (0 < len(p256dh) <= 120 and 0 < len(auth) <= 60):
        raise BadSubscription(_("This is not what a browser sends."))
    keys = {"player": player, "p256dh": p256dh, "auth": auth, "failures": 0}
    kept, _new = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=keys)
    for old in PushSubscription.objects.filter(player=player).order_by("-pk")[MOST_BROWSERS:]:
        old.delete()
    return kept


def forget(player: Player, endpoint: str) -> None:
    """Send this browser of a player nothing more."""
    PushSubscription.objects.filter(player=player, endpoint=endpoint).delete()


def your_turn(prompt_id: int) -> None:
    """Tell the browsers of whoever is asked, if the question is still open, unless it is quiet
    time."""
    prompt = Prompt.objects.select_related("seat__player", "game").filter(pk=prompt_id).first()
    if prompt is None or prompt.state != Prompt.State.OPEN or not prompt.waiting:
        return
    player = prompt.seat.player
    if player is None or preferences.quiet_until(preferences.of(player), timezone.now()):
        return
    said = _said(prompt.game, player)
    for browser in PushSubscription.objects.filter(player=player):
        _push(browser, said)


def _said(game: Game, player: Player) -> str:
    with translation.override(player.language):
        return json.dumps(
            {
                "title": _("%(table)s needs you") % {"table": game.name},
                "body": _("A decision of yours is open."),
                "url": reverse("table", args=[game.pk]),
                "tag": f"table-{game.pk}",
            }
        )


def _push(browser: PushSubscription, said: str) -> None:
    contact = f"mailto:{settings.SERVER_EMAIL}"
    operator = web_push.Operator(settings.PARSEC_VAPID_PRIVATE, contact)
    keys = browser.p256dh, browser.auth
    try:
        web_push.send(
            browser.endpoint, *keys, said.encode(), operator, ttl=KEPT_SECONDS, timeout=TIMEOUT
        )
    except (web_push.Refused, OSError, ValueError) as error:
        status = error.status if isinstance(error, web_push.Refused) else 0
        log.info("push to browser %s failed: %s %s", browser.pk, type(error).__name__, status)
        browser.failures += 1
        if status in GONE or browser.failures >= FORGOTTEN_AFTER:
            browser.delete()
        else:
            browser.save(update_fields=["failures"])
        return
    if browser.failures:
        browser.failures = 0
        browser.save(update_fields=["failures"])
