"""The one path of a mail in: stored → no loop? → who? → what is new? → orders or commands."""

import logging
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from hashlib import sha256
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q
from django.dispatch import receiver

from notifications import (
    answer,
    authentication,
    bounces,
    commands,
    host_replies,
    hosting,
    identify,
    intake,
    loops,
    mime,
    preferences,
    repeats,
    reply_text,
)
from notifications.keys import Holder, Speaker
from notifications.mime import Mail
from notifications.models import Host, Inbound, Outbox
from notifications.outcomes import (
    Answered,
    Bounce,
    Confirmed,
    Failure,
    Informed,
    Joined,
    JoinRefused,
    NoJoin,
    NoText,
    NothingNew,
    NoYes,
    OrdersTaken,
    Outcome,
    Shunted,
    Stale,
    Tangled,
    TooBig,
    TooLong,
    WrongGame,
)
from notifications.reply_text import Sent
from pbem import addresses, games, lobby, play, signals, submissions
from pbem.models import Address, Invitation, Seat

log = logging.getLogger(__name__)

CANDIDATES = 5
"""Mails to a seat that a reply without a usable reference may quote."""
MOST_REFERENCES = 20
STALE_AFTER = timedelta(days=10)
"""A mail that was on its way for longer was written for another position."""


def read(inbound_id: int) -> Outcome | None:
    """Read one stored mail, do what it says, and play on; None if it was read before."""
    outcome = take(inbound_id)
    if isinstance(outcome, OrdersTaken):
        while play.advance(outcome.submission.game_id).more:
            continue
    return outcome


def take(inbound_id: int) -> Outcome | None:
    """Read one stored mail and hand its orders in, without advancing the game.

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
        with transaction.atomic():
            inbound = Inbound.objects.select_for_update().get(pk=inbound_id)
            if inbound.state == Inbound.State.NEW:
                inbound.said = []
                _mark(inbound, outcome)
    return outcome


@receiver(signals.before_deadlines)
def read_waiting(game_id: int, **_: Any) -> None:
    """What arrived in time counts, even if no worker has come round to reading it."""
    seats = Seat.objects.filter(game=game_id).values("pk")
    here = Q(claims__in=seats) | Q(claims=-game_id)
    waiting = Inbound.objects.filter(here, state=Inbound.State.NEW)
    for pk in waiting.order_by("received", "pk").values_list("pk", flat=True):
        take(pk)


def reinject(inbound: Inbound) -> None:
    """Make a shunted mail unread again; whoever calls this reads it next."""
    inbound.state, inbound.outcome, inbound.reason = Inbound.State.NEW, "", ""
    inbound.save(update_fields=["state", "outcome", "reason"])


_MARKED = ("state", "outcome", "reason", "seat", "submission", "said")


def _mark(inbound: Inbound, outcome: Outcome) -> None:
    inbound.state = outcome.state
    inbound.outcome = outcome.code
    inbound.reason = (outcome.reason or inbound.reason)[:200]
    if isinstance(outcome, OrdersTaken):
        inbound.submission = outcome.submission
    inbound.save(update_fields=_MARKED)


def _read(inbound: Inbound) -> Outcome:
    mail = Mail(bytes(inbound.raw))
    holder: Holder | None = None
    try:
        loops.check(inbound, mail)
        holder = identify.who(inbound, mail)
        inbound.reason = authentication.remark(mail, identify.sender_address(inbound, mail))
        if inbound.size > intake.MOST_BYTES:
            raise TooBig
        check_fresh(inbound, mail)
        if isinstance(holder, Invitation):
            return _join(inbound, mail, holder)
        if isinstance(holder, Address):
            return _confirm(inbound, mail, holder)
        if isinstance(holder, Host):
            return host_replies.speak(inbound, mail, holder, new_text(mail, holder))
        inbound.seat = holder
        return _speak(inbound, mail, holder)
    except Answered as failure:
        try:
            answer.to_failure(inbound, failure, holder)
        except Failure as silence:
            return silence
        return failure
    except Failure as failure:
        if isinstance(failure, Bounce):
            bounces.take_in(inbound, mail)
        return failure


def check_fresh(inbound: Inbound, mail: Mail) -> None:
    """Raise Stale for a mail that was written long ago. A date to come is a wrong clock, no more:
    what counts is when it arrived."""
    written = _date_of(mail)
    if written is not None and inbound.received - written > STALE_AFTER and not inbound.confirmed:
        raise Stale


def _date_of(mail: Mail) -> datetime | None:
    """When its author's program says it was written; nothing else relies on it."""
    try:
        written = parsedate_to_datetime(mail.header("Date"))
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return written if written.tzinfo else written.replace(tzinfo=UTC)


def _speak(inbound: Inbound, mail: Mail, seat: Seat) -> Outcome:
    """Orders go to the game, which acknowledges them; commands are carried out here."""
    ruleset = games.ruleset_of(seat.game)
    player = seat.player
    assert player is not None
    with preferences.in_language_of(player):
        found = commands.split(new_text(mail, seat), ruleset)
        asked, orders = repeats.sifted(inbound, mail, found)
        said = commands.obey(seat, asked)
    inbound.said = [list(one) for one in said]
    stays = seat.kind == Seat.Kind.PERSON
    if (commands.has_orders(orders) or not said) and stays:
        submission = submissions.submit(
            seat.game, seat, orders, inbound.door, _key(inbound), received=inbound.received
        )
        return OrdersTaken(submission)
    answer.to_commands(inbound, seat, player, said)
    return Informed()


def new_text(mail: Mail, speaker: Speaker) -> str:
    """The lines this person typed; NoText or NothingNew if there are none."""
    typed = reply_text.typed_text(text_of(mail), sent_to(mail, speaker))
    if not typed.strip():
        raise NothingNew
    return typed


def typed_by(mail: Mail, speaker: Speaker | None) -> str:
    """The same for somebody who only wants to look; empty where there is nothing."""
    try:
        return new_text(mail, speaker) if speaker else reply_text.typed_text(text_of(mail), [])
    except Failure:
        return ""


def text_of(mail: Mail) -> str:
    """All its text; NoText, TooLong or Tangled if that cannot be had."""
    try:
        return mail.text
    except mime.Unreadable:
        raise NoText from None
    except mime.TooLong:
        raise TooLong from None
    except (mime.Tangled, RecursionError):
        raise Tangled from None


def _join(inbound: Inbound, mail: Mail, invitation: Invitation) -> Outcome:
    rows = Outbox.objects.filter(game=invitation.game, address=invitation.email, seat=None)
    sent = [Sent(row.body, (), sure=True) for row in rows.order_by("-pk")[:1]]
    word = commands.join_word(reply_text.typed_text(text_of(mail), sent))
    if word is None:
        raise NoJoin
    try:
        with preferences.in_language_of(identify.reader_of(invitation)):
            seat = lobby.join(invitation.token, word=word)
    except lobby.LobbyError as refused:
        raise JoinRefused(refused.words) from None
    inbound.seat = seat
    answer.to_join(inbound, seat, word)
    return Joined()


def _confirm(inbound: Inbound, mail: Mail, address: Address) -> Outcome:
    """Whoever reads mail there says yes from there."""
    rows = Outbox.objects.filter(address=address.email, seat=None).order_by("-pk")
    sent = [Sent(row.body, (), sure=True) for row in rows[:1]]
    if not commands.says_yes(reply_text.typed_text(text_of(mail), sent)):
        raise NoYes
    with preferences.in_language_of(address.player):
        try:
            confirmed = addresses.confirm(addresses.token_of(address))
        except addresses.AddressRefused as refused:
            raise NoYes(refused.words) from None
    answer.to_confirmed(inbound, confirmed)
    return Confirmed()


def sent_to(mail: Mail, speaker: Speaker) -> list[Sent]:
    """Our mails that this one may quote: those it refers to, else the newest to this seat."""
    fields = ("body", "template")
    referred = Outbox.objects.filter(message_id__in=references(mail))
    own = {"seat": speaker} if isinstance(speaker, Seat) else hosting.own_mails(speaker)
    mine = list(referred.filter(**own).values_list(*fields))
    if not mine and referred.filter(_of_others(speaker)).exists():
        raise WrongGame
    if mine:
        return [Sent(body, tuple(template), sure=True) for body, template in mine]
    newest = Outbox.objects.filter(**own).order_by("-pk").values_list(*fields)
    return [Sent(body, tuple(template)) for body, template in newest[:CANDIDATES]]


def _of_others(speaker: Speaker) -> Q:
    """Mails to a seat (another one, if none was the speaker's own), or about another game."""
    return Q(seat__isnull=False) | Q(game__isnull=False) & ~Q(game=speaker.game_id)


def references(mail: Mail) -> list[str]:
    named = f"{mail.header('References')} {mail.header('In-Reply-To')}".split()
    return list(dict.fromkeys(named[::-1]))[:MOST_REFERENCES]


def _key(inbound: Inbound) -> str:
    """The same mail is the same submission, whichever door it came through."""
    named = f"{inbound.message_id}\n{inbound.content_hash}"
    return "mail/" + sha256(named.encode()).hexdigest()[:40]
