"""The one path of a mail in: stored → no loop? → who? → what is new? → orders or questions."""

import logging
from email.message import EmailMessage
from hashlib import sha256

from django.db import InterfaceError, OperationalError, transaction

from notifications import answer, commands, identify, loops, mime, reply_text
from notifications.models import Inbound, Outbox
from notifications.outcomes import (
    Answered,
    Failure,
    Informed,
    Joined,
    JoinRefused,
    NoJoin,
    NoText,
    NothingNew,
    OrdersTaken,
    Outcome,
    Shunted,
)
from notifications.reply_text import Sent
from pbem import games, lobby, play, submissions
from pbem.models import Invitation, Seat

log = logging.getLogger(__name__)

CANDIDATES = 5
"""Mails to a seat that a reply without a usable reference may quote."""


def read(inbound_id: int) -> Outcome | None:
    """Read one stored mail and do what it says; None if that was done before.

    Its effects and its mark commit together. Trouble with the database leaves it unread, for
    the sweep; any other surprise shunts it for a person. Nothing is lost.
    """
    try:
        with transaction.atomic():
            inbound = Inbound.objects.select_for_update().get(pk=inbound_id)
            if inbound.state != Inbound.State.NEW:
                return None
            outcome = _read(inbound)
            _mark(inbound, outcome)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        log.error("mail in %s shunted: %s", inbound_id, type(error).__name__)
        outcome = Shunted(type(error).__name__)
        _mark(Inbound.objects.get(pk=inbound_id), outcome)
    if isinstance(outcome, OrdersTaken):
        while play.advance(outcome.submission.game_id).more:
            continue
    return outcome


def reinject(inbound: Inbound) -> None:
    """Make a shunted mail unread again; whoever calls this reads it next."""
    inbound.state, inbound.outcome, inbound.reason = Inbound.State.NEW, "", ""
    inbound.save(update_fields=["state", "outcome", "reason"])


def _mark(inbound: Inbound, outcome: Outcome) -> None:
    inbound.state = outcome.state
    inbound.outcome = outcome.code
    inbound.reason = outcome.reason[:200]
    if isinstance(outcome, OrdersTaken):
        inbound.submission = outcome.submission
    inbound.save()


def _read(inbound: Inbound) -> Outcome:
    mail = mime.parse(bytes(inbound.raw))
    holder: Seat | Invitation | None = None
    try:
        loops.check(inbound, mail)
        holder = identify.who(inbound, mail)
        if isinstance(holder, Invitation):
            return _join(inbound, mail, holder)
        inbound.seat = holder
        return _speak(inbound, mail, holder)
    except Answered as failure:
        try:
            answer.to_failure(inbound, failure, holder)
        except Failure as silence:
            return silence
        return failure
    except Failure as failure:
        return failure


def _speak(inbound: Inbound, mail: EmailMessage, seat: Seat) -> Outcome:
    """Orders go to the game, which acknowledges them; questions are answered here."""
    asked, orders = commands.split(new_text(mail, seat), games.ruleset_of(seat.game))
    taken = None
    if commands.has_orders(orders) or not asked:
        submission = submissions.submit(
            seat.game, seat, orders, inbound.door, _key(inbound), received=inbound.received
        )
        taken = OrdersTaken(submission)
    if asked:
        answer.to_questions(inbound, seat, asked)
    return taken or Informed()


def new_text(mail: EmailMessage, seat: Seat) -> str:
    """The lines this person typed; NoText or NothingNew if there are none."""
    try:
        text = mime.body_text(mail)
    except mime.Unreadable:
        raise NoText from None
    typed = reply_text.typed_text(text, _sent(mail, seat))
    if not typed.strip():
        raise NothingNew
    return typed


def _join(inbound: Inbound, mail: EmailMessage, invitation: Invitation) -> Outcome:
    try:
        text = mime.body_text(mail)
    except mime.Unreadable:
        raise NoText from None
    row = Outbox.objects.filter(game=invitation.game, address=invitation.email).first()
    sent = [Sent(row.body, (), sure=True)] if row else []
    word = commands.join_word(reply_text.typed_text(text, sent))
    if word is None:
        raise NoJoin
    try:
        seat = lobby.join(invitation.token, word=word)
    except lobby.LobbyError as refused:
        raise JoinRefused(str(refused)) from None
    inbound.seat = seat
    answer.to_join(inbound, seat, word)
    return Joined()


def _sent(mail: EmailMessage, seat: Seat) -> list[Sent]:
    """Our mails that this one may quote: those it refers to, then the newest to this seat."""
    named = f"{mime.header(mail, 'In-Reply-To')} {mime.header(mail, 'References')}".split()
    rows = Outbox.objects.filter(seat=seat)
    referred = {row.pk: row for row in rows.filter(message_id__in=named[-20:])}
    for row in rows.order_by("-pk")[:CANDIDATES]:
        referred.setdefault(row.pk, row)
    return [
        Sent(row.body, tuple(row.template), sure=row.message_id in named)
        for row in referred.values()
    ]


def _key(inbound: Inbound) -> str:
    """The same mail is the same submission, whichever door it came through."""
    named = f"{inbound.message_id}\n{inbound.content_hash}"
    return "mail/" + sha256(named.encode()).hexdigest()[:40]
