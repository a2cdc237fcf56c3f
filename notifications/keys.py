"""Signed reply addresses: whoever writes to one speaks for what it stands for.

`seat+…@` speaks for a seat, `host+…@` runs a table for its organiser, `join+…@` takes a seat, and
`mine+…@` says that the address it was sent to belongs to its reader.

The alphabet is lower case only, because mail systems change the case of addresses. A seat's key is
bound to the seat, the person in it and a version: neither a predecessor's key nor one that leaked
and was replaced (`pbem.table.people.reply_keys`) opens anything. An organiser's key is bound to the
game, its organiser and a version in the same way.
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

from notifications.models import Organiser
from pbem.models import Address, Game, Invitation, Player, Seat
from pbem.storage.prepared import Prepared, Question
from pbem.table.people import addresses

MAC_BYTES = 10
OLD_VERSIONS = 50
"""How many replaced keys of a seat are still recognised, to tell their holder what to do."""
_LOCAL = re.compile(r"(?P<kind>seat|host|join|mine)\+(?P<id>[0-9]{1,18})-(?P<mac>[a-z2-7]{16})")
_SEAT = Prepared(lambda pk: Seat.objects.select_related("game", "player").filter(pk=pk))


class Kind(StrEnum):
    """What a reply address begins with; mails in people's mailboxes have these words."""

    SEAT = "seat"
    ORGANISER = "host"
    JOIN = "join"
    MINE = "mine"


Speaker = Seat | Organiser
"""Who can say something at a table."""
Holder = Speaker | Invitation | Address
"""For whom, or for what, a mail can speak."""


class Named(NamedTuple):
    """The primary keys of the seat, or of the game whose organiser, an address names."""

    seat: int | None = None
    game: int | None = None


# -- addresses ------------------------------------------------------------------------------------


def domain() -> str:
    return str(settings.PARSEC_MAIL_DOMAIN)


def post_address() -> str:
    """Return where our mails come from; it belongs to no seat."""
    return f"post@{domain()}"


def address_of(holder: Holder) -> str:
    """Return the reply address of a seat, an organiser, an invitation or an address to confirm."""
    if isinstance(holder, Seat):
        return seat_address(holder)
    if isinstance(holder, Organiser):
        return organiser_address(holder)
    return join_address(holder) if isinstance(holder, Invitation) else mine_address(holder)


def seat_address(seat: Seat) -> str:
    """Return where mail for this seat goes, as long as this person holds it."""
    return f"{Kind.SEAT}+{seat.pk}-{_mac_of(seat)}@{domain()}"


def organiser_address(organiser: Organiser) -> str:
    """Return where an organiser without a seat writes to, as long as they organise the table."""
    return f"{Kind.ORGANISER}+{organiser.pk}-{_mac_of(organiser)}@{domain()}"


def join_address(invitation: Invitation) -> str:
    return f"{Kind.JOIN}+{invitation.pk}-{_mac(Kind.JOIN, invitation.token)}@{domain()}"


def mine_address(address: Address) -> str:
    """Return where the mail that asks for a yes is answered; it says nothing about any seat."""
    return f"{Kind.MINE}+{address.pk}-{_mac(Kind.MINE, _claim(address))}@{domain()}"


def organiser_of(game: Game) -> Organiser:
    """Return the row with the version of the organiser's key; made with the first mail to them."""
    return Organiser.objects.get_or_create(game=game)[0]


def game_of(holder: Holder | None) -> Game | None:
    """Return the table that a holder belongs to; an address to confirm belongs to none."""
    return None if holder is None or isinstance(holder, Address) else holder.game


def email_of(holder: Holder) -> str:
    """Return where the person behind a reply address is written to; empty if there is no person."""
    if isinstance(holder, Invitation | Address):
        return holder.email
    return holder.player.email if holder.player else ""


def reader_of(holder: Holder) -> Player | None:
    """Return the person in whose language the holder of a reply address is written to.

    Somebody invited who is not known yet reads what the organiser reads.
    """
    if isinstance(holder, Invitation):
        known = Player.objects.filter(email__iexact=holder.email).first()
        return known or holder.game.organiser
    return holder.player


# -- reading them ---------------------------------------------------------------------------------


def is_ours(address: str) -> bool:
    """Return whether mail to this address is for us at all."""
    return address.rpartition("@")[2].lower() == domain().lower()


def is_post(address: str) -> bool:
    return address.lower() == post_address().lower()


def looks_like_key(address: str) -> bool:
    """Return whether this is one of our key addresses, right or wrong."""
    local = address.rpartition("@")[0].lower()
    return is_ours(address) and local.startswith(tuple(f"{kind}+" for kind in Kind))


def named_by(addresses: Iterable[str]) -> Named:
    """Return what the first reply address among these names, whether or not its signature is right.

    Makes no query: whoever stores a mail must not wait for one.
    """
    for address in addresses:
        match = _match(address)
        if match is not None and match["kind"] == Kind.SEAT:
            return Named(seat=int(match["id"]))
        if match is not None and match["kind"] == Kind.ORGANISER:
            return Named(game=int(match["id"]))
    return Named()


def about_seat(seat_id: int) -> Question[Seat]:
    """Return the question that `open_key` asks about an address of this seat."""
    return _SEAT.of(seat_id)


def open_key(address: str) -> Holder | None:
    """Return what the address speaks for; None when it is forged, replaced or not a key."""
    match = _match(address)
    if match is None:
        return None
    pk, mac = int(match["id"]), match["mac"]
    if match["kind"] == Kind.MINE:
        return _open_claim(pk, mac)
    if match["kind"] == Kind.JOIN:
        invited = Invitation.objects.select_related("game").filter(pk=pk).first()
        good = invited is not None and _is_same(_mac(Kind.JOIN, invited.token), mac)
        return invited if good else None
    speaker = _speaker(match)
    return speaker if speaker is not None and _is_same(_mac_of(speaker), mac) else None


def once_opened(address: str, player: Player) -> Speaker | None:
    """Return the seat or organiser that this address spoke for in that player's hands, before it
    was replaced."""
    match = _match(address)
    speaker = _speaker(match) if match is not None else None
    if match is None or speaker is None:
        return None
    newest = speaker.key_version
    for version in range(newest, max(0, newest - OLD_VERSIONS), -1):
        if _is_same(_mac_of(speaker, player.pk, version), match["mac"]):
            return speaker
    return None


def _match(address: str) -> re.Match[str] | None:
    return _LOCAL.fullmatch(address.rpartition("@")[0].lower()) if is_ours(address) else None


def _speaker(match: re.Match[str]) -> Speaker | None:
    """Return the seat or organiser that a key names, whatever its signature."""
    pk = int(match["id"])
    if match["kind"] == Kind.SEAT:
        return _SEAT.first(pk)
    if match["kind"] == Kind.ORGANISER:
        return Organiser.objects.select_related("game__organiser").filter(pk=pk).first()
    return None


def _open_claim(pk: int, mac: str) -> Address | None:
    """Return the address to confirm; its key is good for as long as the link beside it."""
    since = timezone.now() - addresses.CONFIRM_WITHIN
    claimed = Address.objects.select_related("player").filter(pk=pk, created__gt=since).first()
    good = claimed is not None and _is_same(_mac(Kind.MINE, _claim(claimed)), mac)
    return claimed if good else None


# -- signatures -----------------------------------------------------------------------------------


def _claim(address: Address) -> str:
    return f"{address.pk}/{address.player_id}/{address.email}"


def _mac_of(speaker: Speaker, player: int | None = None, version: int | None = None) -> str:
    """Return the signature of the current key; with a player or a version, that of an older one."""
    player = speaker.player_id if player is None else player
    version = speaker.key_version if version is None else version
    kind = Kind.SEAT if isinstance(speaker, Seat) else Kind.ORGANISER
    return _mac(kind, f"{speaker.pk}/{player}/{version}")


def _mac(kind: Kind, what: str) -> str:
    digest = salted_hmac(f"notifications.keys.{kind}", what, algorithm="sha256").digest()
    return base64.b32encode(digest[:MAC_BYTES]).decode().lower()


def _is_same(mac: str, given: str) -> bool:
    """Compare in a time that tells nothing about where the two differ."""
    return hmac.compare_digest(mac, given)
