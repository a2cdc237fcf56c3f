"""Mails as rows, written in the transaction of what they tell.

Everything told to one person within a transaction becomes one mail: the first note makes the
row, later ones rewrite its text before anybody can have sent it. What was told is an Effect
with a unique name, so that no repetition of a task tells it again.
"""

import logging
import re
import uuid
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Max
from django.utils import timezone, translation

from notifications import keys, queue
from notifications.compose import letter
from notifications.compose.letter import Letter
from notifications.compose.notes import Note
from notifications.models import Effect, Outbox
from pbem import games
from pbem.models import Game, Invitation, Player, Prompt, Ruling, Seat
from rules.kernel.errors import Diverged
from rules.kernel.match import Match

log = logging.getLogger(__name__)

T = TypeVar("T", "Awake", "Telling")

_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,240}>")

MOST_RULINGS = 300
WORD_ONLY = "The text of this mail could not be made. Staff have been told; your game is safe."


@dataclass(eq=False)
class Awake:
    """The game's match as this transaction knows it."""

    game_id: int
    match: Match | None
    done: bool = False

    def __call__(self) -> None:
        self.done = True


@dataclass(eq=False)
class Telling:
    """One thing told to a seat in this transaction, and the row that tells it.

    It lives in the transaction's list of on-commit calls, so a rollback, also of a savepoint,
    forgets it together with what it wrote.
    """

    seat: Seat
    row: Outbox
    note: Note | None
    turn: bool
    answering: str
    first: bool
    done: bool = False

    def __call__(self) -> None:
        self.done = True
        if self.first:
            queue.deliver(self.row.pk)


@transaction.atomic(savepoint=False)
def tell_seat(
    seat: Seat,
    note: Note | None = None,
    *,
    match: Match | None = None,
    turn: str = "",
    answering: str = "",
) -> Outbox | None:
    """Tell whoever sits there. None: nobody sits there, or they were told already.

    `turn` names newly opened questions; `answering` is the Message-ID of the mail that asked.
    """
    if seat.kind != Seat.Kind.PERSON or seat.player is None:
        return None
    key = turn or (note.key if note else "")
    dedupe = f"{seat.game_id}/{seat.pk}/{key}"
    if Effect.objects.filter(dedupe=dedupe).exists():
        return None
    if match is not None:
        transaction.on_commit(Awake(seat.game_id, match))
    told = _told(seat)
    row = told[0].row if told else _new_row(seat, key)
    telling = Telling(seat, row, note, bool(turn), answering, first=not told)
    transaction.on_commit(telling)
    _compose([*told, telling], _match(seat.game))
    Effect.objects.create(mail=row, dedupe=dedupe)
    return row


@transaction.atomic(savepoint=False)
def refresh(game: Game, match: Match) -> None:
    """Word the mails of this transaction again, now that the match has gone on."""
    transaction.on_commit(Awake(game.pk, match))
    begun = [telling for telling in _pending(Telling) if telling.seat.game_id == game.pk]
    for telling in begun:
        telling.seat.game = game
        if telling.first:
            _compose(_told(telling.seat), match)


def _pending(kind: type[T]) -> list[T]:
    """What this transaction has on its list and has not rolled back."""
    calls = (entry[1] for entry in transaction.get_connection().run_on_commit)
    return [call for call in calls if isinstance(call, kind) and not call.done]


def _told(seat: Seat) -> list[Telling]:
    """What this person, not the one who sat there before, is being told."""
    who = (seat.pk, seat.player_id)
    return [t for t in _pending(Telling) if (t.seat.pk, t.seat.player_id) == who]


@transaction.atomic(savepoint=False)
def tell_address(
    address: str,
    made: Letter,
    key: str,
    *,
    game: Game | None = None,
    seat: Seat | None = None,
    player: Player | None = None,
    invitation: Invitation | None = None,
    answering: str = "",
) -> Outbox | None:
    """A mail of its own: an invitation, or the answer to a mail. None: told already."""
    dedupe = f"{game.pk if game else '-'}/{address.lower()}/{key}"[:200]
    if Effect.objects.filter(dedupe=dedupe).exists():
        return None
    headers = _headers(answering, [])
    if invitation is not None:
        headers["Reply-To"] = keys.join_address(invitation)
    elif seat is not None:
        headers["Reply-To"] = keys.seat_address(seat)
    row = Outbox.objects.create(
        game=game,
        seat=seat,
        player=player,
        address=address,
        key=key,
        message_id=new_message_id(game),
        subject=made.subject,
        body=made.body,
        template=made.template,
        headers=headers,
        told_seq=_heard(seat, address) if seat else 0,
    )
    Effect.objects.create(mail=row, dedupe=dedupe)
    transaction.on_commit(partial(queue.deliver, row.pk))
    return row


def new_message_id(game: Game | None) -> str:
    return f"<{uuid.uuid4().hex}.{game.pk if game else 0}@{keys.domain()}>"


def _match(game: Game) -> Match | None:
    """The game awake, once for all its mails; None before the start, or if it cannot wake."""
    for known in reversed(_pending(Awake)):
        if known.game_id == game.pk:
            return known.match
    if not game.head_seq:
        return None
    match = awake(game)
    transaction.on_commit(Awake(game.pk, match))
    return match


def awake(game: Game) -> Match | None:
    """A game that the rules no longer understand is frozen, and its players still get mail."""
    try:
        return games.load(game).match
    except (Diverged, games.RulesFailed) as error:
        log.error("game=%s cannot be woken for a mail: %s", game.pk, type(error).__name__)
        return None


def _new_row(seat: Seat, key: str) -> Outbox:
    assert seat.player is not None
    return Outbox(
        game=seat.game,
        seat=seat,
        player=seat.player,
        address=seat.player.email,
        key=key,
        message_id=new_message_id(seat.game),
    )


def _compose(told: list[Telling], match: Match | None) -> None:
    """(Re)write the row. A fault in a game's wording must not stop the game: it is logged, and
    the mail says so."""
    row, seat = told[0].row, told[-1].seat
    notes = [telling.note for telling in told if telling.note is not None]
    answering = next((telling.answering for telling in told if telling.answering), "")
    heard = _heard(seat, row.address, row)
    rulings = _rulings(seat.game, heard)
    player = seat.player
    language = player.language if player else "en"
    with translation.override(language):
        try:
            made = letter.to_seat(
                game=seat.game,
                player=player,
                seat=seat.number,
                match=match,
                notes=notes,
                prompts=list(Prompt.objects.filter(seat=seat, state=Prompt.State.OPEN)),
                rulings=rulings,
                heard=heard,
                until=last_due(seat.game),
                turn=any(telling.turn for telling in told),
                now=timezone.now(),
            )
        except Exception as error:
            log.error("game=%s mail text failed: %s", seat.game_id, type(error).__name__)
            made = Letter(letter.subject_of(seat.game, notes), WORD_ONLY)
    row.subject, row.body, row.template = made.subject, made.body, made.template
    row.told_seq = rulings[-1].n if rulings else heard
    row.headers = _headers(answering, _thread(row)) | {"Reply-To": keys.seat_address(seat)}
    row.save()


def last_due(game: Game) -> datetime | None:
    """When the last open question of the table is due: public, as hours follow from its kind."""
    open_ = Prompt.objects.filter(game=game, state=Prompt.State.OPEN)
    latest: datetime | None = open_.aggregate(last=Max("due"))["last"]
    return latest


def _heard(seat: Seat, address: str, row: Outbox | None = None) -> int:
    """The last ruling this person was told of."""
    mails = Outbox.objects.filter(seat=seat, address=address)
    if row is not None and row.pk:
        mails = mails.exclude(pk=row.pk)
    told: int | None = mails.aggregate(last=Max("told_seq"))["last"]
    return told or 0


def _rulings(game: Game, heard: int) -> list[Any]:
    rows = Ruling.objects.filter(game=game, seq__gt=heard).order_by("-seq")[:MOST_RULINGS]
    return [row.kernel() for row in reversed(rows)]


def _thread(row: Outbox) -> list[str]:
    """The first and the last mail of this game to this person: mail programs keep them together."""
    ids = Outbox.objects.filter(seat=row.seat, address=row.address).exclude(pk=row.pk)
    first = ids.order_by("pk").values_list("message_id", flat=True).first()
    last = ids.order_by("-pk").values_list("message_id", flat=True).first()
    return list(dict.fromkeys(i for i in (first, last) if i))


def _headers(answering: str, thread: list[str]) -> dict[str, str]:
    """A foreign Message-ID goes into a header of ours only if it looks like one."""
    answered = [answering] if _MESSAGE_ID.fullmatch(answering) else []
    references = list(dict.fromkeys([*thread, *answered]))
    headers = {"Auto-Submitted": "auto-replied" if answering else "auto-generated"}
    if references:
        headers["In-Reply-To"] = references[-1]
        headers["References"] = " ".join(references)
    return headers
