"""The one way of a mail in: stored → no loop? → who? → what is new? → orders or commands."""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from hashlib import sha256
from random import choice
from typing import Any, NamedTuple, TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.dispatch import receiver
from django.utils import timezone

from notifications import keys, preferences, worker_hints
from notifications.commands import dispatch
from notifications.commands.preview import has_orders
from notifications.commands.reading import split
from notifications.commands.yes_or_no import reply_to_invitation, says_yes
from notifications.inbound import (
    authentication,
    automatic,
    bounces,
    from_organiser,
    identify,
    mime,
    resent,
    storing,
    typed_text,
)
from notifications.inbound.mime import Mail
from notifications.inbound.outcomes import (
    Answered,
    Bounce,
    Confirmed,
    Declined,
    Doubtful,
    Encrypted,
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
from notifications.inbound.typed_text import SentText
from notifications.keys import Holder, Speaker
from notifications.models import Inbound, Organiser, Outbox
from notifications.outbound import replies
from pbem import signals
from pbem.models import Address, Invitation, Seat, Submission
from pbem.orders import submissions
from pbem.orders.numbers import Listed
from pbem.play import advancing, loading
from pbem.services.gathering import gathered
from pbem.storage import prepared
from pbem.storage.prepared import Prepared, Question
from pbem.table import lobby
from pbem.table.people import addresses

log = logging.getLogger(__name__)

K = TypeVar("K")
TOGETHER = 8
"""The most mails of a heap that are read in one transaction, beside others for their tables."""
CANDIDATES = 5
"""The number of newest mails to a seat that a reply without a usable reference may quote."""
MOST_REFERENCES = 20
STALE_AFTER = timedelta(days=10)
"""A mail that was under way for longer was written for another position."""


_UNREAD = Prepared(lambda pk: Inbound.objects.filter(pk=pk, state=Inbound.State.NEW))
_MINE = Prepared(
    lambda pks: (
        Inbound.objects.select_for_update()
        .filter(pk__in=pks, state=Inbound.State.NEW)
        .order_by("pk")
        .values_list("pk", "confirmed")
    )
)
_TABLES = Prepared(
    lambda pks: (
        Inbound.objects.filter(pk__in=pks, named_seat__isnull=False)
        .annotate(table=Subquery(Seat.objects.filter(pk=OuterRef("named_seat")).values("game")))
        .values_list("pk", "table")
    )
)
"""The tables that these mails are for, as far as they name a seat."""
_NEW = str(Inbound.State.NEW)
_WAITING_LONGEST = Prepared(
    lambda state: (
        Inbound.objects.filter(state=state)
        .order_by("received", "pk")
        .values_list("pk", flat=True)[:128]
    )
)
_WAITING_FOR = Prepared(
    lambda games: Inbound.objects.filter(
        named_seat__in=Seat.objects.filter(game__in=games).values("pk"), state=Inbound.State.NEW
    )
)
_WAITING_OF_ORGANISER = Prepared(
    lambda games: Inbound.objects.filter(named_game__in=games, state=Inbound.State.NEW)
)
_WAITING_BESIDE = Prepared(
    lambda pks: Inbound.objects.filter(
        named_seat__in=Seat.objects.filter(game__in=_tables_of(pks)).values("pk"),
        state=Inbound.State.NEW,
    )
)
"""Unread mails for the same tables as these mails, which are among them if they are for seats.

Not ordered by the database: for that SQLite would walk through everything unread.
"""
_WAITING_ABOVE = Prepared(
    lambda pks: Inbound.objects.filter(named_game__in=_tables_of(pks), state=Inbound.State.NEW)
)
"""Unread mails of the organisers of the tables that these mails are for."""
_WAITING_ALONE = Prepared(
    lambda pks: Inbound.objects.filter(pk__in=pks, state=Inbound.State.NEW, named_seat__isnull=True)
)
"""Those of these mails that are unread and for no seat."""
_REFERRED = Prepared(
    lambda ids: Outbox.objects.filter(message_id__in=ids).values_list(
        "message_id", "seat_id", "game_id", "player_id", "body", "template", "listed"
    )
)


def _tables_of(pks: Sequence[int]) -> "QuerySet[Seat, Any]":
    """Return the tables of the seats that mails are for."""
    named = Inbound.objects.filter(pk__in=pks).values("named_seat")
    return Seat.objects.filter(pk__in=named).values("game")


class _PreparedMail(NamedTuple):
    """A parsed mail, about which nothing was done yet.

    `typed`: what is new in it, if it quotes a mail to the seat it is addressed to; None: unknown
    yet. `listed`: the numbered options of the mail to that seat which it answers.
    """

    inbound: Inbound
    mail: Mail
    seat: int | None
    typed: str | None
    listed: Listed | None = None


def read_and_play(inbound_id: int) -> Outcome | None:
    """Read a stored mail and all others for its table, do what they say, and play on.

    Returns what became of it; None if it was read before.
    """
    looked = timezone.now()
    waiting = _with_their_tables([inbound_id])
    if all(inbound.pk != inbound_id for inbound in waiting):
        return None
    outcomes = _in_one_transaction(waiting)
    for orders in _by_game(outcomes.values()):
        advanced = advancing.advance(orders.game_id, looked, because_of=orders, mail_is_read=True)
        _play_on([advanced])
    return outcomes.get(inbound_id)


def read_some_waiting(most: int = 20) -> None:
    """Read some of the mails that have waited longest."""
    read = 0
    while read < most:
        waiting = _WAITING_LONGEST(_NEW)
        if not waiting:
            return
        some = _neighbours(waiting)
        read += len(some)
        if len(some) == 1 or not _read_together(some):
            for pk in some:
                read_and_play(pk)


def _neighbours(waiting: Sequence[int]) -> list[int]:
    """Return some of these mails, chosen by chance, as another worker may be reading the first.

    Two workers choose the same mails or none in common, and seldom the same.
    """
    chosen = choice(waiting) // TOGETHER
    return [pk for pk in waiting if pk // TOGETHER == chosen]


def _read_together(inbound_ids: Sequence[int]) -> bool:
    """Read several mails and rule on what they bring, all in one transaction.

    To begin and to end a transaction takes as long as a tenth of what happens in it, and with
    SQLite nobody else writes meanwhile. If anything goes wrong, nothing has happened, and False is
    returned: read one by one, each mail fails for itself.
    """
    looked = timezone.now()
    waiting = _with_their_tables(inbound_ids)
    waiting.sort(key=lambda inbound: (inbound.received, inbound.pk))
    parsed = {each.inbound.pk: each for each in _prepare(waiting)}
    outcomes: list[Outcome] = []
    try:
        with worker_hints.answers_together(), gathered(), transaction.atomic():
            pks = _padded(list(parsed))
            found, tables = prepared.together(_MINE.of(pks), _TABLES.of(pks))
            mine = dict(found)
            still = [inbound for inbound in waiting if inbound.pk in mine]
            about = _about_senders(still, dict(tables))
            with prepared.riding_along():
                with prepared.asked_ahead(about):
                    for inbound in still:
                        inbound.confirmed = mine[inbound.pk]
                        outcome = _path(inbound, parsed[inbound.pk])
                        _mark(inbound, outcome)
                        outcomes.append(outcome)
                orders = {each.game_id: each for each in _by_game(outcomes)}
                advanced = advancing.advance_several(orders, looked)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        log.warning("%s mails are read one by one: %s", len(waiting), type(error).__name__)
        return False
    _play_on(advanced)
    return True


def _about_senders(mails: Sequence[Inbound], tables: Mapping[int, int]) -> list[Question[Any]]:
    """Return what will be asked about the senders of these mails, as far as none of the mails can
    change it: about those who alone write for their table, if nobody but seats has written.

    `tables`: of the mails to seats, by the mails' keys.
    """
    if len(tables) < len(mails):
        return []
    games = Counter(tables.values())
    return [
        question
        for inbound in mails
        if inbound.named_seat is not None and games[tables[inbound.pk]] == 1
        for question in (keys.about_seat(inbound.named_seat), resent.about(inbound))
    ]


def _with_their_tables(inbound_ids: Sequence[int]) -> list[Inbound]:
    """Return those of these mails that are unread, and all other unread mails for their tables."""
    pks = _padded(inbound_ids)
    alone, beside, above = prepared.together(
        _WAITING_ALONE.of(pks), _WAITING_BESIDE.of(pks), _WAITING_ABOVE.of(pks)
    )
    return [*alone, *beside, *above]


def _padded(keys: Sequence[K]) -> list[K]:
    """Return the keys, the last repeated, so that queries of few lengths are worded and kept."""
    if len(keys) < 2:
        return list(keys)
    size = -(-len(keys) // TOGETHER) * TOGETHER
    return [*keys, *[keys[-1]] * (size - len(keys))]


def _by_game(outcomes: Iterable[Outcome]) -> list[Submission]:
    """Return the last orders for each game, in the order of the games' keys.

    Whoever locks several games does it in that order, so that no two workers wait for each other.
    """
    taken = [each.submission for each in outcomes if isinstance(each, OrdersTaken)]
    newest = {submission.game_id: submission for submission in taken}
    return [newest[game_id] for game_id in sorted(newest)]


def _play_on(advanced: Iterable[advancing.Advanced]) -> None:
    """Go on with games that stopped only to let go of the lock."""
    for game_id, more in ((one.game_id, one.more) for one in advanced):
        while more:
            more = advancing.advance(game_id).more


def read_without_playing(inbound_id: int) -> Outcome | None:
    """Read a stored mail and hand in its orders without advancing the game.

    The effects of the mail and the mark that it was read commit together. Trouble with the database
    leaves it unread, for the sweep; any other surprise shunts it for a person. Nothing is lost.
    """
    inbound = _UNREAD.first(inbound_id)
    return None if inbound is None else _in_one_transaction([inbound]).get(inbound_id)


def _in_one_transaction(waiting: Sequence[Inbound]) -> dict[int, Outcome]:
    """Read several mails in one transaction, each in a savepoint of its own.

    Mails that another worker has read meanwhile are left out.
    """
    waiting = sorted(waiting, key=lambda inbound: (inbound.received, inbound.pk))
    parsed = {each.inbound.pk: each for each in _prepare(waiting)}
    outcomes: dict[int, Outcome] = {}
    if len(waiting) == 1:
        return _alone(waiting[0], parsed[waiting[0].pk])
    if parsed:
        with transaction.atomic():
            mine = dict(_MINE(_padded(list(parsed))))
            for inbound in waiting:
                if inbound.pk in mine:
                    inbound.confirmed = mine[inbound.pk]
                    outcomes[inbound.pk] = _in_savepoint(inbound, parsed[inbound.pk])
    return outcomes


def _alone(inbound: Inbound, prepared_mail: _PreparedMail) -> dict[int, Outcome]:
    """Read one mail in a transaction, for which it needs no savepoint."""
    try:
        with transaction.atomic():
            mine = _MINE([inbound.pk])
            if not mine:
                return {}
            _, inbound.confirmed = mine[0]
            outcome = _path(inbound, prepared_mail)
            _mark(inbound, outcome)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        with transaction.atomic():
            if not _MINE([inbound.pk]):
                return {}
            outcome = _shunted(inbound, error)
    return {inbound.pk: outcome}


def _in_savepoint(inbound: Inbound, prepared_mail: _PreparedMail) -> Outcome:
    try:
        with transaction.atomic():
            outcome = _path(inbound, prepared_mail)
            _mark(inbound, outcome)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        outcome = _shunted(inbound, error)
    return outcome


def _shunted(inbound: Inbound, error: Exception) -> Outcome:
    """Put a mail aside for a person, as it was before anything was done about it."""
    log.error("mail in %s shunted: %s", inbound.pk, type(error).__name__)
    outcome = Shunted(type(error).__name__)
    _mark(Inbound.objects.get(pk=inbound.pk), outcome)
    return outcome


@receiver(signals.hand_in_late_mail)
def read_all_for(game_ids: list[int], **_: object) -> None:
    """Read every unread mail for these games, before the games look at their deadlines.

    What arrived in time counts, even if no worker has read it yet.
    """
    for_seats, of_organiser = prepared.together(
        _WAITING_FOR.of(game_ids), _WAITING_OF_ORGANISER.of(game_ids)
    )
    if len(game_ids) == 1:
        _in_one_transaction([*for_seats, *of_organiser])
    elif for_seats or of_organiser:
        for game_id in game_ids:
            read_all_for([game_id])


def make_unread(inbound: Inbound) -> None:
    """Make a shunted mail unread again; the caller then has it read."""
    inbound.state, inbound.outcome, inbound.reason = Inbound.State.NEW, "", ""
    inbound.save(update_fields=["state", "outcome", "reason"])


_MARKED = ("state", "outcome", "reason", "seat", "submission", "said")


def _mark(inbound: Inbound, outcome: Outcome) -> None:
    inbound.state = outcome.state
    inbound.outcome = outcome.code
    inbound.reason = (outcome.reason or inbound.reason)[:200]
    if isinstance(outcome, OrdersTaken):
        inbound.submission = outcome.submission
    prepared.update([inbound], _MARKED)


def _prepare(waiting: Sequence[Inbound]) -> list[_PreparedMail]:
    """Do the part of reading that needs no transaction, so that nobody waits for it."""
    mails = [Mail(bytes(inbound.raw)) for inbound in waiting]
    named = {name: None for mail in mails for name in references(mail)}
    rows = {row[0]: row for row in _REFERRED(_padded(list(named)))}
    return [_prepared(inbound, mail, rows) for inbound, mail in zip(waiting, mails, strict=True)]


def _prepared(inbound: Inbound, mail: Mail, rows: Mapping[str, Any]) -> _PreparedMail:
    """Return a mail with its typed text, as far as that can be found without a transaction.

    A fault of the mail is ignored here and found again when the mail is read.
    """
    listed = None
    try:
        found = [row for row in _among(mail, rows) if row.seat and row.seat == inbound.named_seat]
        listed = next((Listed.stored(row.listed) for row in found if row.answered), None)
        sent = [row.sent for row in found]
        known = any(one.sure for one in sent)
        typed = typed_text.typed_text(text_of(mail), sent) if known else None
    except Exception:
        typed = None
    return _PreparedMail(inbound, mail, inbound.named_seat, typed, listed)


def _path(inbound: Inbound, prepared_mail: _PreparedMail) -> Outcome:
    mail = prepared_mail.mail
    holder: Holder | None = None
    try:
        automatic.check(inbound, mail)
        holder = identify.who(inbound, mail)
        inbound.reason = authentication.remark(mail, identify.sender_address(inbound, mail))
        if inbound.size > storing.MOST_BYTES:
            raise TooBig
        check_fresh(inbound, mail)
        if isinstance(holder, Invitation):
            return _of_invitation(inbound, mail, holder)
        if isinstance(holder, Address):
            return _of_address(inbound, mail, holder)
        if isinstance(holder, Organiser):
            return from_organiser.carry_out(inbound, mail, holder, new_text(mail, holder))
        inbound.seat = holder
        return _of_seat(inbound, prepared_mail, holder)
    except Answered as failure:
        try:
            replies.to_failure(inbound, failure, holder)
        except Failure as silence:
            return failure if isinstance(failure, Doubtful) else silence
        return failure
    except Failure as failure:
        if isinstance(failure, Bounce):
            bounces.take_in(inbound, mail)
        return failure


def check_fresh(inbound: Inbound, mail: Mail, *, known: bool = True) -> None:
    """Raise Stale for a mail that was written long ago.

    A date in the future only means a wrong clock: what counts is when the mail arrived. So does one
    from before the mail of ours that it answers. `known`: there is a database to ask for that.
    """
    written = _date_of(mail)
    if written is None or inbound.received - written <= STALE_AFTER or inbound.confirmed:
        return
    if not (known and _answers_what_came_after(mail, written)):
        raise Stale


def _answers_what_came_after(mail: Mail, written: datetime) -> bool:
    """Return whether the mail answers one that we wrote later than it says it was written
    itself."""
    newer = Outbox.objects.filter(message_id__in=references(mail), created__gt=written)
    return newer.exists()


def _date_of(mail: Mail) -> datetime | None:
    """Return the time at which the author's program says that the mail was written; only
    `check_fresh` uses it."""
    try:
        written = parsedate_to_datetime(mail.header("Date"))
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return written if written.tzinfo else written.replace(tzinfo=UTC)


def _of_seat(inbound: Inbound, prepared_mail: _PreparedMail, seat: Seat) -> Outcome:
    """Carry out the commands of a seat's mail and hand its orders to the game, which acknowledges
    them."""
    ruleset = loading.ruleset_of(seat.game)
    player = seat.player
    assert player is not None
    with preferences.in_language_of(player):
        text = new_text(
            prepared_mail.mail, seat, prepared_mail.typed if prepared_mail.seat == seat.pk else None
        )
        found = split(text, ruleset, player.name)
        asked, orders = resent.without_repeats(inbound, prepared_mail.mail, found)
        orders_too = has_orders(orders)
        with replies.with_acknowledgement(seat) if orders_too else nullcontext():
            said = dispatch.carry_out(seat, asked)
    inbound.said = [list(one) for one in said]
    stays = seat.kind == Seat.Kind.PERSON
    if (orders_too or not said) and stays:
        submission = submissions.submit(
            seat.game,
            seat,
            orders,
            inbound.door,
            _key(inbound),
            received=inbound.received,
            listed=prepared_mail.listed if prepared_mail.seat == seat.pk else None,
        )
        return OrdersTaken(submission)
    replies.to_commands(inbound, seat, player, said)
    return Informed()


def new_text(mail: Mail, speaker: Speaker, typed: str | None = None) -> str:
    """Return the lines that this person typed. Raises NoText or NothingNew if there are none."""
    if typed is None:
        typed = typed_text.typed_text(text_of(mail), sent_to(mail, speaker))
    if not typed.strip():
        raise NothingNew
    return typed


def typed_by(mail: Mail, speaker: Speaker | None) -> str:
    """Return the lines that this person typed, to be shown; empty if there are none."""
    try:
        return new_text(mail, speaker) if speaker else typed_text.typed_text(text_of(mail), [])
    except Failure:
        return ""


def text_of(mail: Mail) -> str:
    """Return all text of a mail. Raises NoText, Encrypted, TooLong or Tangled if there is none."""
    try:
        return mail.text
    except mime.Encrypted:
        raise Encrypted from None
    except mime.Unreadable:
        raise NoText from None
    except mime.TooLong:
        raise TooLong from None
    except (mime.Tangled, RecursionError):
        raise Tangled from None


def _of_invitation(inbound: Inbound, mail: Mail, invitation: Invitation) -> Outcome:
    told = Outbox.objects.filter(game=invitation.game, address=invitation.email, seat=None)
    sent = [SentText(row.body, (), sure=True) for row in told.order_by("-pk")[:1]]
    said = reply_to_invitation(typed_text.typed_text(text_of(mail), sent))
    if said.yes is None:
        raise NoJoin(invitation)
    known = addresses.holder(invitation.email)
    try:
        with preferences.in_language_of(keys.reader_of(invitation)):
            if not said.yes:
                lobby.decline(invitation.token)
                replies.to_declined(inbound, invitation, said.language if known is None else "")
                return Declined()
            seat = lobby.join(invitation.token, word=said.word)
    except lobby.LobbyError as refused:
        raise JoinRefused(refused.words) from None
    if known is None and said.language and seat.player is not None:
        seat.player.language = said.language
        seat.player.save(update_fields=["language"])
    inbound.seat = seat
    replies.to_join(inbound, seat, said.word)
    return Joined()


def _of_address(inbound: Inbound, mail: Mail, address: Address) -> Outcome:
    """Confirm the address, if the mail that came from there says yes."""
    told = Outbox.objects.filter(address=address.email, seat=None).order_by("-pk")
    sent = [SentText(row.body, (), sure=True) for row in told[:1]]
    if not says_yes(typed_text.typed_text(text_of(mail), sent)):
        raise NoYes
    with preferences.in_language_of(address.player):
        try:
            confirmed = addresses.confirm(addresses.token_of(address))
        except addresses.AddressRefused as refused:
            raise NoYes(refused.words) from None
    replies.to_confirmed(inbound, confirmed)
    return Confirmed()


def sent_to(mail: Mail, speaker: Speaker) -> list[SentText]:
    """Our mails that this one may quote: those it refers to, and unless it names the one it
    answers, the newest to this speaker.

    Raises WrongGame if it refers to mails of another seat or game only.
    """
    referred = _referred(mail)
    mine = [row.sent for row in referred if row.is_to(speaker)]
    if not mine and any(row.is_of_another(speaker) for row in referred):
        raise WrongGame
    if any(one.sure for one in mine):
        return mine
    newest = Outbox.to(speaker).order_by("-pk").values_list("body", "template")
    return [*mine, *(SentText(body, tuple(template)) for body, template in newest[:CANDIDATES])]


class _Referred(NamedTuple):
    """A mail of ours that an incoming one refers to.

    `answered`: named in In-Reply-To. Providers may replace our Message-IDs; then only older mails
    of the thread match.
    """

    answered: bool
    seat: int | None
    game: int | None
    player: int | None
    body: str
    template: list[str]
    listed: dict[str, Any]

    @property
    def sent(self) -> SentText:
        return SentText(self.body, tuple(self.template), sure=self.answered)

    def is_to(self, speaker: Speaker) -> bool:
        if isinstance(speaker, Seat):
            return self.seat == speaker.pk
        whose = (self.seat, self.game, self.player)
        return whose == (None, speaker.game_id, speaker.player_id)

    def is_of_another(self, speaker: Speaker) -> bool:
        """Return whether it was to a seat, or about another game; asked if none was to this
        speaker."""
        return self.seat is not None or self.game not in (None, speaker.game_id)


def _referred(mail: Mail) -> list[_Referred]:
    return _among(mail, {row[0]: row for row in _REFERRED(references(mail))})


def _among(mail: Mail, rows: Mapping[str, Any]) -> list[_Referred]:
    """Return the mails of ours that this one refers to, out of the rows found for several."""
    named = references(mail)
    answered = mail.header("In-Reply-To").split() or named[:1]
    found = (rows[name] for name in named if name in rows)
    return [_Referred(row[0] in answered, *row[1:]) for row in found]


def references(mail: Mail) -> list[str]:
    named = f"{mail.header('References')} {mail.header('In-Reply-To')}".split()
    return list(dict.fromkeys(named[::-1]))[:MOST_REFERENCES]


def _key(inbound: Inbound) -> str:
    """Return the name of the mail's submission, the same for the same mail through any door."""
    named = f"{inbound.message_id}\n{inbound.content_hash}"
    return "mail/" + sha256(named.encode()).hexdigest()[:40]
