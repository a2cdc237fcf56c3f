"""Signing in without a password: a signed link in a mail, good for one page and a few days.

A link names the address it was sent to and the page it leads to. Opening it shows a button, so
that a mail scanner which follows links signs nobody in. The key travels in the query, which our
own logs never hold.
"""

from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from pbem.models import Player
from pbem.table import addresses

LINK_HOURS = 72
SESSION_KEY = "player"
_SALT = "pbem.web.signin"


class Key(NamedTuple):
    """What a link says: for whom, and where to."""

    email: str
    path: str


class BadKey(Exception):
    """Not a link of ours, or one that was cut off on its way."""


class ExpiredKey(Exception):
    """A link of ours that is too old; `key` says for whom it was."""

    def __init__(self, key: Key) -> None:
        super().__init__("expired")
        self.key = key


def link_for(player: Player, path: str) -> str:
    """The address to put into a mail to this player; it opens `path` on our site."""
    return link_to(player.email, path)


def link_to(email: str, path: str) -> str:
    """The same for an address that may not belong to a player yet, such as an invitation's."""
    key = signing.dumps([email.lower(), local(path)], salt=_SALT, compress=True)
    return f"{settings.PARSEC_HOST}{reverse('sign-in')}?{urlencode({'key': key})}"


def read(key: str) -> Key:
    """What the key says; BadKey or ExpiredKey where it does not hold."""
    try:
        return _parsed(signing.loads(key, salt=_SALT, max_age=LINK_HOURS * 3600))
    except signing.SignatureExpired:
        raise ExpiredKey(_parsed(signing.loads(key, salt=_SALT))) from None
    except signing.BadSignature:
        raise BadKey from None


def _parsed(said: list[str]) -> Key:
    return Key(said[0], local(said[1]))


def local(path: str) -> str:
    """The path if it is one of ours, else the start page: no link leads elsewhere."""
    ours = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if ours else "/"


def sign_in(request: HttpRequest, email: str) -> Player:
    """Whoever can read mail at this address is this player; a new address is a new player."""
    name = email.partition("@")[0]
    player = addresses.holder(email)
    if player is None:
        player, _ = Player.objects.get_or_create(email=email, defaults={"name": name[:80]})
    request.session.flush()
    request.session[SESSION_KEY] = player.pk
    return player


def sign_out(request: HttpRequest) -> None:
    request.session.flush()


def player_of(request: HttpRequest) -> Player | None:
    """Who is signed in: by a link, or at the desk with a player of their own."""
    pk = request.session.get(SESSION_KEY)
    if pk is not None:
        return Player.objects.filter(pk=pk).first()
    if "_auth_user_id" in request.session and request.user.is_authenticated:
        return Player.objects.filter(user=request.user).first()
    return None
