"""Who a mail is from: the reply key says for whom it speaks, the sender must be that person."""

from email.message import EmailMessage
from email.utils import getaddresses, parseaddr

from notifications import intake, keys, mime
from notifications.models import Inbound
from notifications.outcomes import NoKey, SeveralSeats, UnknownKey, UnknownSender, WrongSender
from pbem.models import Invitation, Player, Seat

_RECIPIENT_HEADERS = ("To", "Cc", "Delivered-To", "X-Original-To")


def refusal(address: str) -> str:
    """Why the door does not take mail for this address, as an SMTP answer; empty: it does."""
    if not keys.is_ours(address):
        return "550 5.7.1 This server takes mail for its own games only"
    if keys.is_post(address) or keys.open_key(address) is not None:
        return ""
    if keys.looks_like_key(address):
        return (
            "550 5.1.1 This reply address is not valid or no longer valid; "
            "reply to the newest mail of your game"
        )
    return "550 5.1.1 Nobody has this address here"


def sender_address(inbound: Inbound, mail: EmailMessage) -> str:
    """The author's address; the envelope stands in for a missing From."""
    written = parseaddr(mime.header(mail, "From"))[1]
    return written or inbound.sender.replace(intake.NULL_SENDER, "")


def who(inbound: Inbound, mail: EmailMessage) -> Seat | Invitation:
    """For whom the mail speaks. Raises the failure that says why nobody can be named."""
    sender = sender_address(inbound, mail).lower()
    addresses = _recipients(inbound, mail)
    opened = [key for key in map(keys.open_key, addresses) if key is not None]
    holders: dict[object, Seat | Invitation] = {}
    for key in opened:
        holder = key.seat or key.invitation
        assert holder is not None
        holders[type(holder), holder.pk] = holder
    if not holders:
        if any(map(keys.looks_like_key, addresses)):
            raise UnknownKey
        raise _without_key(sender)
    own = [holder for holder in holders.values() if address_of(holder).lower() == sender]
    if not own:
        raise WrongSender(next(iter(holders.values())))
    if len(own) > 1:
        raise SeveralSeats(next(h for h in own if isinstance(h, Seat)))
    return own[0]


def address_of(holder: Seat | Invitation) -> str:
    """Where the person behind a key is written to."""
    if isinstance(holder, Invitation):
        return holder.email
    return holder.player.email if holder.player else ""


def _without_key(sender: str) -> NoKey | UnknownSender:
    player = Player.objects.filter(email__iexact=sender).first() if sender else None
    return NoKey(player) if player else UnknownSender()


def _recipients(inbound: Inbound, mail: EmailMessage) -> list[str]:
    """The envelope knows best; headers help doors that have no envelope."""
    written = [mime.header(mail, name) for name in _RECIPIENT_HEADERS]
    found = [*inbound.recipients, *(address for _, address in getaddresses(written))]
    return [address for address in dict.fromkeys(found) if keys.is_ours(address)]
