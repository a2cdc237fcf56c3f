"""Who a mail is from: the reply key says for whom it speaks, the sender must be that person."""

from notifications import keys
from notifications.inbound import authentication, storing
from notifications.inbound.mime import Mail
from notifications.inbound.outcomes import (
    ExpiredKey,
    NoKey,
    SeveralSeats,
    Unauthenticated,
    UnknownKey,
    UnknownSender,
    WrongSender,
)
from notifications.keys import Holder, Speaker
from notifications.models import Inbound
from pbem.models import Address, Invitation, Player
from pbem.table import addresses


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


def sender_address(inbound: Inbound, mail: Mail) -> str:
    """The author's address; the envelope stands in for a missing From, not for a strange one."""
    if mail.sender or "From" in mail:
        return mail.sender
    return inbound.sender.replace(storing.NULL_SENDER, "")


def who(inbound: Inbound, mail: Mail) -> Holder:
    """For whom the mail speaks. Raises the failure that says why nobody can be named."""
    sender = _folded(sender_address(inbound, mail))
    written_to = _recipients(inbound, mail)
    holders: dict[object, Holder] = {}
    for holder in filter(None, map(keys.open_key, written_to)):
        holders[type(holder), holder.pk] = holder
    if not holders:
        failure = _without_key(sender, written_to)
        if isinstance(failure, NoKey | ExpiredKey) and authentication.doubt(mail, sender):
            raise UnknownSender
        raise failure
    if inbound.confirmed:
        return _the_one(list(holders.values()))
    own = [holder for holder in holders.values() if _writes_as(sender, holder)]
    if not own:
        raise WrongSender(next(iter(holders.values())), sender)
    holder = _the_one(own)
    doubt = authentication.doubt(mail, sender)
    if doubt:
        raise Unauthenticated(holder, sender, doubt)
    return holder


def _folded(sender: str) -> str:
    """As addresses on record are written. Those are ASCII: a letter that only becomes one in lower
    case is another letter, and its writer somebody else."""
    return sender.lower() if sender.isascii() else sender


def address_of(holder: Holder) -> str:
    """Where the person behind a key is written to."""
    if isinstance(holder, Invitation | Address):
        return holder.email
    return holder.player.email if holder.player else ""


def reader_of(holder: Holder) -> Player | None:
    """In whose language the person behind a key is written to. Who is not known yet reads what
    the organiser, who invites them, reads."""
    if isinstance(holder, Invitation):
        known = Player.objects.filter(email__iexact=holder.email).first()
        return known or holder.game.organiser
    return holder.player


def _writes_as(sender: str, holder: Holder) -> bool:
    """From the address on record, or from another that its owner has confirmed."""
    if not sender:
        return False
    if address_of(holder).lower() == sender:
        return True
    player = holder.player if isinstance(holder, Speaker) else None
    return player is not None and sender in addresses.of(player)


def _the_one(holders: list[Holder]) -> Holder:
    if len(holders) > 1:
        raise SeveralSeats(holders[0])
    return holders[0]


def _without_key(
    sender: str, written_to: list[str]
) -> NoKey | UnknownSender | UnknownKey | ExpiredKey:
    player = addresses.holder(sender) if sender else None
    if any(map(keys.looks_like_key, written_to)):
        if player is not None:
            for address in written_to:
                speaker = keys.once_opened(address, player)
                if speaker is not None:
                    return ExpiredKey(speaker, player)
        return UnknownKey()
    return NoKey(player) if player else UnknownSender()


def _recipients(inbound: Inbound, mail: Mail) -> list[str]:
    """The envelope knows best; headers help doors that have no envelope."""
    found = [*inbound.recipients, *mail.addresses(*storing.RECIPIENT_HEADERS)]
    return [address for address in dict.fromkeys(found) if keys.is_ours(address)]
