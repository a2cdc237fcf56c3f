"""Signed links that answer a question of the game with one tap.

A link names a seat, a mail, and one of the answers which that mail numbered: it does what a reply
with the number does. A link to an offer accepts or declines that offer. The signature covers the
seat, its holder and the version of its key, so a link outlives neither a change of hands nor
REVOKE. Opening a link changes nothing, because mail systems open links to look at them; only the
button on the page behind it does.
"""

import base64
import hmac
import re
from typing import NamedTuple

from django.utils.crypto import salted_hmac

from notifications import keys
from notifications.models import Outbox
from pbem.models import Offer, Seat
from pbem.orders.numbers import Listed
from pbem.table.people import sign_in

ACCEPT, DECLINE = "accept", "decline"
_MAC_BYTES = 15
_SALT = "notifications.answers"
_OPTION = re.compile(r"([0-9A-Za-z]{1,40}\.\d{1,18})\.(\d{1,4})")
_OFFER = re.compile(rf"({ACCEPT}|{DECLINE})\.(\d{{1,9}})")


class Forged(Exception):
    """Not a link of ours, or one whose seat has changed hands or keys since."""


class ToMail(NamedTuple):
    """A link to the answers that a mail listed. `number`: the one it names, from 1; 0 for none."""

    seat: Seat
    listed: Listed
    number: int


class ToOffer(NamedTuple):
    """A link to an offer; `verb` is ACCEPT or DECLINE."""

    seat: Seat
    offer: Offer
    verb: str


def to_list(seat: Seat, message_id: str) -> str:
    """Return the address of a page with all the answers that a mail numbers."""
    return to_option(seat, message_id, 0)


def to_option(seat: Seat, message_id: str, number: int) -> str:
    """Return the address of a page that asks for nothing but a yes to this answer."""
    name = message_id.strip("<>").rpartition("@")[0]
    return _url(seat, f"{name}.{number}")


def to_offer(seat: Seat, offer: Offer, verb: str) -> str:
    """Return the address of a page that accepts or declines an offer."""
    return _url(seat, f"{verb}.{offer.number}")


def open_link(token: str) -> ToMail | ToOffer:
    """Return what a link is for. Raises Forged."""
    seat_id, what, mac = _parts(token)
    seat = Seat.objects.select_related("game", "player").filter(pk=seat_id).first()
    if seat is None or seat.player_id is None or not hmac.compare_digest(_mac(seat, what), mac):
        raise Forged
    if found := _OFFER.fullmatch(what):
        offer = Offer.objects.filter(game=seat.game_id, number=int(found[2])).first()
        if offer is not None:
            return ToOffer(seat, offer, found[1])
    elif found := _OPTION.fullmatch(what):
        name = f"<{found[1]}@{keys.domain()}>"
        row = Outbox.objects.filter(message_id=name, seat=seat).first()
        listed = Listed.stored(row.listed) if row is not None else None
        if listed is not None and int(found[2]) <= len(listed.orders):
            return ToMail(seat, listed, int(found[2]))
    raise Forged


def _url(seat: Seat, what: str) -> str:
    token = f"{seat.pk}.{what}.{_mac(seat, what)}"
    return sign_in.page_of("answer", token)


def _parts(token: str) -> tuple[int, str, str]:
    """Return the seat, what the link is for, and its signature, unchecked."""
    seat, _dot, rest = token.partition(".")
    what, _dot, mac = rest.rpartition(".")
    if not re.fullmatch(r"\d{1,18}", seat) or not mac.isascii():
        raise Forged
    return int(seat), what, mac


def _mac(seat: Seat, what: str) -> str:
    signed = f"{seat.pk}/{seat.player_id}/{seat.key_version}/{what}"
    digest = salted_hmac(_SALT, signed, algorithm="sha256").digest()
    return base64.b32encode(digest[:_MAC_BYTES]).decode().lower()
