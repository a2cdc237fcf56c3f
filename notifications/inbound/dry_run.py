"""Says how a mail would be read, without storing, answering or carrying out anything.

If the database knows the seat, the database is asked. If not, our mail to which this one is a reply
says who may write, and to which address.
"""

import itertools
from email.utils import parseaddr
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext as _

from notifications.commands.preview import has_orders
from notifications.commands.reading import Split, split
from notifications.commands.yes_or_no import reply_to_invitation, says_yes
from notifications.inbound import automatic, identify, pipeline, storing, typed_text
from notifications.inbound.mime import Mail
from notifications.inbound.outcomes import (
    AutoReply,
    Bounce,
    Confirmed,
    Declined,
    Failure,
    Informed,
    Joined,
    ListMail,
    NoJoin,
    NoSeat,
    NothingNew,
    NoYes,
    OrdersTaken,
    OwnMail,
    Silent,
    TooBig,
    UnknownKey,
    UnknownSender,
    WrongSender,
)
from notifications.inbound.typed_text import SentText
from notifications.keys import Holder, Speaker
from notifications.models import Inbound, Organiser, Outbox
from pbem.models import Address, Invitation
from pbem.play import loading

_MACHINES = (OwnMail.code, Bounce.code, AutoReply.code, ListMail.code)


class _NotTheReader(Silent):
    """WrongSender, where no seat is known whose holder could be told."""

    code = WrongSender.code
    meaning = WrongSender.meaning


class Reading(NamedTuple):
    """What would become of a mail.

    `text`: what was newly typed. `orders`: its lines without commands to the server and without
    greetings; none if a machine wrote the mail.
    """

    outcome: str
    sender: str
    text: str
    orders: list[str]


def how_read(raw: bytes, sent: bytes | None = None) -> Reading:
    """Say how the mail `raw` would be read. `sent`: our mail that it answers.

    Works without a database, too.
    """
    mail, ours = Mail(raw), Mail(sent) if sent is not None else None
    try:
        return _how_read(mail, ours, len(raw), known=True)
    except DatabaseError:
        return _how_read(mail, ours, len(raw), known=False)


def _how_read(mail: Mail, ours: Mail | None, size: int, known: bool) -> Reading:
    """Say how a mail would be read. `known`: there is a database to ask."""
    message_id = mail.header("Message-ID")[:255] if known else ""
    inbound = Inbound(message_id=message_id, size=size, door="look")
    sender = identify.sender_address(inbound, mail)
    holder: Holder | None = None
    code = OrdersTaken.code
    try:
        automatic.check(inbound, mail)
        if size > storing.MOST_BYTES:
            raise TooBig
        holder = _holder(inbound, mail, ours, known)
        pipeline.check_fresh(inbound, mail, known=known)
    except Failure as failure:
        code = failure.code
    try:
        text = _typed(mail, holder, ours, known)
    except Failure as failure:
        return Reading(failure.code if code == OrdersTaken.code else code, sender, "", [])
    told = _split(text, mail, holder)
    listed = [line.strip() for line in told.orders.split("\n") if has_orders(line)]
    if code in _MACHINES:
        listed = []
    if code == OrdersTaken.code:
        if isinstance(holder, Invitation):
            said = reply_to_invitation(text).yes
            code = {None: NoJoin.code, True: Joined.code, False: Declined.code}[said]
        elif isinstance(holder, Address):
            code = Confirmed.code if says_yes(text) else NoYes.code
        elif told.commands and (isinstance(holder, Organiser) or not listed):
            code = Informed.code
        elif isinstance(holder, Organiser):
            code = NoSeat.code
    return Reading(code, sender, text, listed)


def _split(text: str, mail: Mail, holder: Holder | None) -> Split:
    """Return the commands and orders in a text, as its game reads them.

    Where the game is not known, as the game reads them that finds most orders.
    """
    if isinstance(holder, Speaker):
        author = holder.player.name if holder.player else ""
        return split(text, loading.ruleset_of(holder.game), author)
    author = parseaddr(mail.header("From"))[0]
    every = loading.rulesets().by_name.values()
    return max((split(text, one, author) for one in every), key=_many_orders)


def _many_orders(told: Split) -> int:
    return sum(map(has_orders, told.orders.split("\n")))


def _holder(inbound: Inbound, mail: Mail, ours: Mail | None, known: bool) -> Holder | None:
    if known:
        try:
            return identify.who(inbound, mail)
        except (UnknownKey, UnknownSender):
            if ours is None:
                raise
    if ours is None:
        return None
    sender = identify.sender_address(inbound, mail).lower()
    if sender not in (address.lower() for address in ours.addresses("to")):
        raise _NotTheReader
    written_to = {a.lower() for a in mail.addresses(*storing.RECIPIENT_HEADERS)}
    if not written_to & {a.lower() for a in ours.addresses("reply-to")}:
        raise UnknownKey
    return None


def _typed(mail: Mail, holder: Holder | None, ours: Mail | None, known: bool) -> str:
    if ours is not None:
        sent = [_sent_from(ours, known)]
    else:
        sent = pipeline.sent_to(mail, holder) if isinstance(holder, Speaker) else []
    text = typed_text.typed_text(pipeline.text_of(mail), sent)
    if not text.strip():
        raise NothingNew
    return text


def _sent_from(ours: Mail, known: bool) -> SentText:
    """Our mail as a reply may quote it: as the database has it, or else as the file has it.

    Of a file, the template is found by its heading.
    """
    if known:
        row = Outbox.objects.filter(message_id=ours.header("Message-ID")).first()
        if row is not None:
            return SentText(row.body, tuple(row.template), sure=True)
    body = pipeline.text_of(ours)
    return SentText(body, _template_in(body), sure=True)


def _template_in(body: str) -> tuple[str, ...]:
    """Return the indented lines under the heading that `compose.questions.template` writes."""
    headings = []
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            headings.append(_("Template").upper())
    lines = body.split("\n")
    for i, line in enumerate(lines):
        if line.split(" ")[0] in headings:
            offered = itertools.takewhile(lambda below: below.startswith(" "), lines[i + 1 :])
            return tuple(line.strip() for line in offered if line.strip())
    return ()
