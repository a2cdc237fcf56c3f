"""Signed links to a person's mail settings; they open nothing of any game."""

from django.core import signing

from pbem.models import Player
from pbem.table.people import sign_in

SALT = "notifications.links"
LASTS = 400 * 24 * 3600


def token(player: Player) -> str:
    return signing.dumps(player.pk, salt=SALT)


def player_of(signed: str) -> Player | None:
    """Return the player whose link this is; None if it is forged or too old."""
    try:
        pk = signing.loads(signed, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    return Player.objects.filter(pk=pk).first()


def settings_url(player: Player) -> str:
    return sign_in.page_of("mail-settings", token(player))


def unsubscribe_url(player: Player) -> str:
    return sign_in.page_of("mail-unsubscribe", token(player))


def unsubscribe_headers(player: Player) -> dict[str, str]:
    """Return the headers for unsubscribing with one click (RFC 8058), for mails that may be left
    out."""
    return {
        "List-Unsubscribe": f"<{unsubscribe_url(player)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
