"""How a mail would be read, without storing, answering or carrying out anything.

Where the database knows the seat, it is asked; where not, our mail that the reply answers says who
may write and to which address.
"""

import itertools
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from notifications import commands, identify, intake, loops, receive, reply_text
from notifications.mime import Mail
from notifications.models import Inbound, Outbox
from notifications.outcomes import (
    Failure,
    Informed,
    Joined,
    NoJoin,
    NothingNew,
    OrdersTaken,
    Silent,
    TooBig,
    UnknownKey,
    UnknownSender,
    WrongSender,
)
from notifications.reply_text import Sent
from pbem import games
from pbem.models import Invitation, Seat


class _NotTheReader(Silent):
    """The same as WrongSender, where no seat is known that could be told."""

    code = WrongSender.code
    meaning = WrongSender.meaning


class Seen(NamedTuple):
    """`text`: what was newly typed. `orders`: its lines, without commands to the server."""

    outcome: str
    sender: str
    text: str
    orders: list[str]


def look(raw: bytes, sent: bytes | None = None) -> Seen:
    """See the module. `sent`: our mail that this one answers."""
    mail = Mail(raw)
    ours = Mail(sent) if sent is not None else None
    inbound = Inbound(
        raw=raw, size=len(raw), message_id=mail.header("Message-ID")[:255], door="look"
    )
    sender = identify.sender_address(inbound, mail)
    holder: Seat | Invitation | None = None
    code = OrdersTaken.code
    try:
        loops.check(inbound, mail)
        if inbound.size > intake.MOST_BYTES:
            raise TooBig
        holder = _holder(inbound, mail, ours)
        receive.check_fresh(inbound, mail)
    except Failure as failure:
        code = failure.code
    try:
        text = _typed(mail, holder, ours)
    except Failure as failure:
        return Seen(failure.code if code == OrdersTaken.code else code, sender, "", [])
    told = commands.split(text, games.ruleset_of(holder.game)) if isinstance(holder, Seat) else None
    orders = told.orders if told else text
    listed = [line.strip() for line in orders.split("\n") if commands.has_orders(line)]
    if code == OrdersTaken.code:
        if isinstance(holder, Invitation):
            code = NoJoin.code if commands.join_word(text) is None else Joined.code
        elif told and told.commands and not listed:
            code = Informed.code
    return Seen(code, sender, text, listed)


def _holder(inbound: Inbound, mail: Mail, ours: Mail | None) -> Seat | Invitation | None:
    try:
        return identify.who(inbound, mail)
    except (UnknownKey, UnknownSender):
        if ours is None:
            raise
    sender = identify.sender_address(inbound, mail).lower()
    if sender not in (address.lower() for address in ours.addresses("to")):
        raise _NotTheReader
    written_to = {a.lower() for a in mail.addresses(*intake.RECIPIENT_HEADERS)}
    if not written_to & {a.lower() for a in ours.addresses("reply-to")}:
        raise UnknownKey
    return None


def _typed(mail: Mail, holder: Seat | Invitation | None, ours: Mail | None) -> str:
    if ours is None:
        seat = holder if isinstance(holder, Seat) else None
        sent = receive.sent_to(mail, seat) if seat else []
    else:
        sent = [_sent_from(ours)]
    text = reply_text.typed_text(receive.text_of(mail), sent)
    if not text.strip():
        raise NothingNew
    return text


def _sent_from(ours: Mail) -> Sent:
    """The mail as we have it, or as the file has it; then its template is found by its heading."""
    row = Outbox.objects.filter(message_id=ours.header("Message-ID")).first()
    if row is not None:
        return Sent(row.body, tuple(row.template), sure=True)
    body = receive.text_of(ours)
    return Sent(body, _template_in(body), sure=True)


def _template_in(body: str) -> tuple[str, ...]:
    """The indented lines under the heading that `compose.needs.template` writes."""
    headings = []
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            headings.append(f"{_('Template').upper()} (")
    lines = body.split("\n")
    for i, line in enumerate(lines):
        if line.startswith(tuple(headings)):
            offered = itertools.takewhile(str.strip, lines[i + 1 :])
            return tuple(line.strip() for line in offered if line.startswith(" "))
    return ()
