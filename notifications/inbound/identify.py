"""Finds out who wrote a mail: the reply key says for whom it speaks, the sender must be that
person."""

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
from pbem.table.people import addresses


def refusal(address: str) -> str:
    """Return the SMTP answer that refuses mail for this address, with the reason; empty if it is
    taken."""
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
    """Return the author's address.

    Without any From header the envelope's sender stands in; a From that cannot be read is nobody's.
    """
    if mail.sender or "From" in mail:
        return mail.sender
    return inbound.sender.replace(storing.NULL_SENDER, "")


def who(inbound: Inbound, mail: Mail) -> Holder:
    """Return the seat, organiser, invitation or address for which the mail speaks.

    Raises the Failure that says why there is none.
    """
    sender = _folded(sender_address(inbound, mail))
    written_to = _recipients(inbound, mail)
    holders: dict[object, Holder] = {}
    for address in written_to:
        if (found := keys.open_key(address)) is not None:
            holders[type(found), found.pk] = found
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
    """Return the address in lower case, as addresses on record are written, if it is ASCII.

    Another address is left alone: in lower case a foreign letter may become an ASCII one (the
    Kelvin sign becomes a k), and its writer is somebody else.
    """
    return sender.lower() if sender.isascii() else sender


def _writes_as(sender: str, holder: Holder) -> bool:
    """Return whether the sender is the holder: by the address on record, or by another that its
    owner confirmed."""
    if not sender:
        return False
    if keys.email_of(holder).lower() == sender:
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
    """Our addresses among the recipients: the envelope's first, then the headers', for doors
    without one."""
    found = [*inbound.recipients, *mail.addresses(*storing.RECIPIENT_HEADERS)]
    return [address for address in dict.fromkeys(found) if keys.is_ours(address)]
