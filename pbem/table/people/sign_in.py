"""Signing in without a password: a signed link in a mail, good once, for a few days.

A link names the address it was sent to and the page it leads to. Opening it shows a button, so
that a mail scanner which follows links signs nobody in. The key travels in the query, which our
own logs never hold.

The mails of a game carry another link, which signs nobody in: it opens the table for reading,
public facts only, because mails are quoted and passed on. Whatever is private or cannot be taken
back asks to sign in.
"""

from datetime import timedelta
from functools import cache
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, models, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from pbem.models import Player
from pbem.table.people import addresses

LINK_HOURS = 72
LOOK_HOURS = 14 * 24
"""How long a mail opens its table; the mail itself shows more than the page does then."""
SESSION_KEY = "player"
_SINCE = "player-since"
_LOOK = "look"
_SALT = "pbem.web.signin"
_LOOK_SALT = "pbem.web.look"


class SpentLink(models.Model):
    """A link somebody has signed in with: the same link does nothing again.

    The row belongs to the app `web`, whose name is in its database table.
    """

    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        app_label = "web"

    def __str__(self) -> str:
        return f"link spent at {self.at:%Y-%m-%d %H:%M}"


class SignedOut(models.Model):
    """When a player signed out everywhere: what is older lets nobody in.

    The row belongs to the app `web`, whose name is in its database table.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="signed_out")
    at = models.DateTimeField()

    class Meta:
        app_label = "web"
        verbose_name_plural = "signed out"

    def __str__(self) -> str:
        return f"{self.player} signed out everywhere"


class Key(NamedTuple):
    """What a link says: for whom, and where to."""

    email: str
    path: str


class BadKey(Exception):
    """Raised for a key that is none of ours, or was cut off on its way."""


class ExpiredKey(Exception):
    """Raised for a link of ours that does nothing any more; `key` says for whom it was."""

    def __init__(self, key: Key) -> None:
        super().__init__("expired")
        self.key = key


class SpentKey(ExpiredKey):
    """Raised for a link that was used to sign in, or is older than a sign-out everywhere."""


def link_to(email: str, path: str) -> str:
    """Return a link for an address that may not belong to a player yet, such as an invitation's."""
    return f"{settings.PARSEC_HOST}{reverse('sign-in')}?{urlencode({'key': key_to(email, path)})}"


def key_to(email: str, path: str) -> str:
    """Return the signed part of a link to sign in."""
    return signing.dumps([email.lower(), local(path)], salt=_SALT, compress=True)


def read(key: str) -> Key:
    """Return what a key says; raises BadKey, ExpiredKey or SpentKey."""
    try:
        said = _parsed(signing.loads(key, salt=_SALT, max_age=LINK_HOURS * 3600))
    except signing.SignatureExpired:
        raise ExpiredKey(_parsed(signing.loads(key, salt=_SALT))) from None
    except signing.BadSignature:
        raise BadKey from None
    player = addresses.holder(said.email)
    if SpentLink.objects.filter(digest=_digest(key)).exists() or _is_older(key, player):
        raise SpentKey(said)
    return said


def _parsed(said: list[str]) -> Key:
    return Key(said[0], local(said[1]))


def _digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def _is_older(signed: str, player: Player | None) -> bool:
    """Return whether something we signed is from before its player's last sign-out everywhere."""
    if player is None:
        return False
    out = SignedOut.objects.filter(player=player).first()
    made = signing.b62_decode(signed.rsplit(":", 2)[1])
    return out is not None and made < int(out.at.timestamp())


def local(path: str) -> str:
    """Return the path if it is one of ours, else the start page: no link leads elsewhere."""
    ours = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if ours else "/"


def sign_in(request: HttpRequest, key: str) -> Player:
    """Spend the link, and sign in: whoever can read mail at its address is that player. A new
    address is a new player. Raises what `read` raises."""
    said = read(key)
    try:
        with transaction.atomic():
            SpentLink.objects.create(digest=_digest(key))
    except IntegrityError:
        raise SpentKey(said) from None
    spent = timezone.now() - timedelta(hours=LINK_HOURS)
    SpentLink.objects.filter(at__lt=spent).delete()
    name = said.email.partition("@")[0]
    player = addresses.holder(said.email)
    if player is None:
        player, _ = Player.objects.get_or_create(email=said.email, defaults={"name": name[:80]})
    request.session.flush()
    request.session[SESSION_KEY] = player.pk
    request.session[_SINCE] = timezone.now().timestamp()
    return player


def sign_out(request: HttpRequest) -> None:
    request.session.flush()


def sign_out_everywhere(request: HttpRequest, player: Player) -> None:
    """End every session of this player, and let no link that was sent so far sign in or show."""
    SignedOut.objects.update_or_create(player=player, defaults={"at": timezone.now()})
    request.session.flush()


def player_of(request: HttpRequest) -> Player | None:
    """Return who is signed in: by a link, or at the desk with a player of their own."""
    pk = request.session.get(SESSION_KEY)
    if pk is not None:
        player = Player.objects.select_related("signed_out").filter(pk=pk).first()
        out = getattr(player, "signed_out", None)
        since = request.session.get(_SINCE, 0)
        return None if out is not None and since < out.at.timestamp() else player
    if "_auth_user_id" in request.session and request.user.is_authenticated:
        return Player.objects.filter(user=request.user).first()
    return None


# -- looking without signing in --------------------------------------------------------------------


def look_link(player: Player, game_id: int) -> str:
    """Return the address under a mail to a seat; it opens the table to read, and signs nobody
    in."""
    token = signing.dumps([player.pk, game_id], salt=_LOOK_SALT)
    return page_of("look", token)


def page_of(name: str, token: str) -> str:
    """Return the address of a page behind a signed link, which is what `reverse` gives; most mails
    have two, and to look for their pages took longer than to sign them."""
    return f"{settings.PARSEC_HOST}{_path_to(name) % token}"


@cache
def _path_to(name: str) -> str:
    return reverse(name, args=["TOKEN"]).replace("%", "%%").replace("TOKEN", "%s")


class Look(NamedTuple):
    """A link to look, read back: whose mail it stood in, and which table it opens."""

    player: Player
    game_id: int
    token: str


def read_look(token: str) -> Look:
    """Return what a link to look says; raises BadKey or ExpiredKey."""
    try:
        pk, game_id = signing.loads(token, salt=_LOOK_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise BadKey from None
    player = Player.objects.filter(pk=pk).first()
    if player is None:
        raise BadKey
    try:
        signing.loads(token, salt=_LOOK_SALT, max_age=LOOK_HOURS * 3600)
    except signing.SignatureExpired:
        raise ExpiredKey(Key(player.email, reverse("table", args=[game_id]))) from None
    if _is_older(token, player):
        raise SpentKey(Key(player.email, reverse("table", args=[game_id])))
    return Look(player, game_id, token)


def remember_look(response: HttpResponse, look: Look) -> None:
    """Let this browser look at this table for a while."""
    response.set_cookie(
        _LOOK,
        look.token,
        max_age=LOOK_HOURS * 3600,
        path=reverse("table", args=[look.game_id]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def looking(request: HttpRequest, game_id: int) -> Look | None:
    """Return the link with which this browser looks at the table, if it has one that still
    holds."""
    try:
        look = read_look(request.COOKIES.get(_LOOK, ""))
    except (BadKey, ExpiredKey):
        return None
    return look if look.game_id == game_id else None
