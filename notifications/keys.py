"""Signed addresses: who holds `seat+…@` may speak for the seat, `host+…@` may run the table without
one, `join+…@` may take one, and `mine+…@` may say that the address it was sent to is theirs.

The alphabet is lower case only, because mail systems change the case of addresses. A key is
bound to the seat, the person in it and a version: a substitute's predecessor, or a key that
leaked and was revoked, speaks for nobody. A host's is bound to the game and its organiser alike.
"""

import base64
import hmac
import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from notifications.models import Host
from pbem.models import Address, Game, Invitation, Player, Seat
from pbem.storage.prepared import Prepared
from pbem.table import addresses

MAC_BYTES = 10
OLD_VERSIONS = 50
"""How many revoked keys of a seat are still known for what they were."""
_LOCAL = re.compile(r"(?P<kind>seat|host|join|mine)\+(?P<id>[0-9]{1,18})-(?P<mac>[a-z2-7]{16})")


_SEAT = Prepared(lambda pk: Seat.objects.select_related("game", "player").filter(pk=pk))


class Kind(StrEnum):
    SEAT = "seat"
    HOST = "host"
    JOIN = "join"
    MINE = "mine"


class Key(NamedTuple):
    """A key whose signature is right, and the one thing it stands for."""

    seat: Seat | None = None
    host: Host | None = None
    invitation: Invitation | None = None
    address: Address | None = None

    @property
    def holder(self) -> "Holder":
        held = self.speaker or self.invitation or self.address
        assert held is not None
        return held

    @property
    def speaker(self) -> "Speaker | None":
        return self.seat or self.host


Speaker = Seat | Host
"""Who can say something at a table."""
Holder = Speaker | Invitation | Address
"""For whom, or for what, a mail can speak."""


def game_of(holder: Holder | None) -> Game | None:
    """The table that a holder belongs to; an address to confirm belongs to none."""
    return None if holder is None or isinstance(holder, Address) else holder.game


def domain() -> str:
    return str(settings.PARSEC_MAIL_DOMAIN)


def post_address() -> str:
    """Where our mails come from; it belongs to no seat."""
    return f"post@{domain()}"


def seat_address(seat: Seat) -> str:
    """Where mail for this seat goes, as long as this person holds it."""
    return f"{Kind.SEAT}+{seat.pk}-{_mac_of(seat)}@{domain()}"


def host_of(game: Game) -> Host:
    """The organiser as somebody to write to; whoever writes gives them the address."""
    return Host.objects.get_or_create(game=game)[0]


def host_address(host: Host) -> str:
    """Where mail of the table's organiser goes, as long as it is theirs."""
    return f"{Kind.HOST}+{host.pk}-{_mac_of(host)}@{domain()}"


def join_address(invitation: Invitation) -> str:
    return f"{Kind.JOIN}+{invitation.pk}-{_mac(Kind.JOIN, invitation.token)}@{domain()}"


def mine_address(address: Address) -> str:
    """Where the mail that asks for a yes is answered; it says nothing about any seat."""
    return f"{Kind.MINE}+{address.pk}-{_mac(Kind.MINE, _claim(address))}@{domain()}"


def address_of(holder: Holder) -> str:
    """The reply address of whatever it is."""
    if isinstance(holder, Seat):
        return seat_address(holder)
    if isinstance(holder, Host):
        return host_address(holder)
    return join_address(holder) if isinstance(holder, Invitation) else mine_address(holder)


def revoke(speaker: Speaker) -> None:
    """Make every address given out for this seat, or host, so far worthless."""
    speaker.key_version += 1
    speaker.save(update_fields=["key_version"])


def is_ours(address: str) -> bool:
    """Whether mail to this address is for us at all."""
    return address.rpartition("@")[2].lower() == domain().lower()


def is_post(address: str) -> bool:
    return address.lower() == post_address().lower()


def looks_like_key(address: str) -> bool:
    """Whether this is one of our key addresses, right or wrong."""
    local = address.rpartition("@")[0].lower()
    return is_ours(address) and local.startswith(tuple(f"{kind}+" for kind in Kind))


class Named(NamedTuple):
    """The keys of the seat, or of the game whose organiser, an address names."""

    seat: int | None = None
    game: int | None = None


def named_by(addresses: Iterable[str]) -> Named:
    """What the first reply address among these names, whether or not its signature is right.

    Makes no query: whoever stores a mail must not wait for one.
    """
    for address in addresses:
        match = _match(address)
        if match is not None and match["kind"] == Kind.SEAT:
            return Named(seat=int(match["id"]))
        if match is not None and match["kind"] == Kind.HOST:
            return Named(game=int(match["id"]))
    return Named()


def _match(address: str) -> re.Match[str] | None:
    return _LOCAL.fullmatch(address.rpartition("@")[0].lower()) if is_ours(address) else None


def once_opened(address: str, player: Player) -> Speaker | None:
    """The seat or host whose key this address was for that player, before it was revoked."""
    match = _match(address)
    if match is None:
        return None
    speaker = _speaker(match)
    if speaker is None:
        return None
    newest = speaker.key_version
    for version in range(newest, max(0, newest - OLD_VERSIONS), -1):
        if hmac.compare_digest(_mac_of(speaker, player.pk, version), match["mac"]):
            return speaker
    return None


def _speaker(match: re.Match[str]) -> Speaker | None:
    """Whom a key names, whatever its signature."""
    pk = int(match["id"])
    if match["kind"] == Kind.SEAT:
        return _SEAT.first(pk)
    if match["kind"] == Kind.HOST:
        return Host.objects.select_related("game__organiser").filter(pk=pk).first()
    return None


def open_key(address: str) -> Key | None:
    """What the address stands for; None when it is forged, revoked or not a key."""
    match = _match(address)
    if match is None:
        return None
    if match["kind"] in (Kind.SEAT, Kind.HOST):
        speaker = _speaker(match)
        if speaker is None or not hmac.compare_digest(_mac_of(speaker), match["mac"]):
            return None
        return Key(seat=speaker) if isinstance(speaker, Seat) else Key(host=speaker)
    if match["kind"] == Kind.MINE:
        return _open_claim(int(match["id"]), match["mac"])
    invited = Invitation.objects.select_related("game").filter(pk=int(match["id"])).first()
    if invited is None or not hmac.compare_digest(_mac(Kind.JOIN, invited.token), match["mac"]):
        return None
    return Key(invitation=invited)


def _open_claim(pk: int, mac: str) -> Key | None:
    """As long as a link would be good for."""
    since = timezone.now() - addresses.CONFIRM_WITHIN
    claimed = Address.objects.select_related("player").filter(pk=pk, created__gt=since).first()
    good = claimed is not None and hmac.compare_digest(_mac(Kind.MINE, _claim(claimed)), mac)
    return Key(address=claimed) if good else None


def _claim(address: Address) -> str:
    return f"{address.pk}/{address.player_id}/{address.email}"


def _mac_of(speaker: Speaker, player: int | None = None, version: int | None = None) -> str:
    """As it is now, unless another player or an older version is asked for."""
    player = speaker.player_id if player is None else player
    version = speaker.key_version if version is None else version
    kind = Kind.SEAT if isinstance(speaker, Seat) else Kind.HOST
    return _mac(kind, f"{speaker.pk}/{player}/{version}")


def _mac(kind: Kind, what: str) -> str:
    digest = salted_hmac(f"notifications.keys.{kind}", what, algorithm="sha256").digest()
    return base64.b32encode(digest[:MAC_BYTES]).decode().lower()
