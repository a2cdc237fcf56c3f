"""Mails as rows, written in the transaction of what they tell.

What a session of the game tells a seat is first only noted (`note`); when the session ends, `write`
composes everything noted for the game at once, one mail per person, with few queries. Whatever
happens outside a session is told at once (`tell`). What was told is an `Effect` with a unique name,
so that no repetition of a task tells it again.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from notifications import keys, matches, preferences, worker_hints
from notifications.compose import notes
from notifications.compose.letter import Letter
from notifications.keys import Holder
from notifications.models import Correspondence, Effect, Outbox
from notifications.outbound import drafts, hold_back
from notifications.outbound.drafts import Draft, TableFacts, Telling, Words, Written
from notifications.outbound.transaction_notes import TransactionNotes
from pbem.models import Game, Player, Prompt, Seat, StandingOrder, Submission
from pbem.play import loading
from pbem.storage.prepared import Prepared, Question, together
from rules.kernel.match import Match
from rules.kernel.records.record import Ruling

EVERYBODY = drafts.EVERYBODY
_IN_FORCE = str(Submission.State.LIVE)
_LIVE = Prepared(
    lambda game, state: (
        Submission.objects.filter(game=game, state=state).select_related("seat").order_by("pk")
    )
)
_noted = TransactionNotes()


def note(
    game: Game,
    seat_id: int | None,
    words: Words,
    submission: int | None = None,
    answering: str = "",
) -> None:
    """Keep something to tell until the game's session ends and calls `write`.

    `seat_id` may be EVERYBODY. `submission`, or `answering` with its Message-ID: what it answers.
    """
    _noted.add(Telling(game, seat_id, words, _tell_forgotten, submission, answering))


def asked_along(game_id: int, because_of: Submission | None) -> list[Question[Any]]:
    """Return the questions that `write` will ask when the game has advanced; see `pbem.ports`."""
    return [*drafts.asked_of(game_id, because_of), hold_back.unread()]


def _tell_forgotten(telling: Telling) -> None:
    tell(telling.game, telling.seat_id, telling.words, telling.submission, telling.answering)


@transaction.atomic(savepoint=False)
def tell(
    game: Game,
    seat_id: int | None,
    words: Words,
    submission: int | None = None,
    answering: str = "",
) -> None:
    """Tell something now: outside a session nothing else comes that it should wait for."""
    note(game, seat_id, words, submission, answering)
    write(game)


@transaction.atomic(savepoint=False)
def write(game: Game) -> None:
    """Compose and write all that was noted for this game outside of a session."""
    write_together([Settled(game)])


class Settled(NamedTuple):
    """A game whose mails can be composed now.

    `prompts`: the open questions; `rulings`: the newest ones; `submissions`: the orders in force;
    `standing`: the standing ones. They are read if they are not given.
    """

    game: Game
    match: Match | None = None
    prompts: Sequence[Prompt] | None = None
    rulings: Sequence[Ruling] = ()
    submissions: Sequence[Submission] | None = None
    standing: Sequence[StandingOrder] | None = None


@transaction.atomic(savepoint=False)
def write_together(games: Sequence[Settled]) -> None:
    """Compose and write all that was noted for these games; what has to be asked before is asked
    for all of them on one journey.

    Mails that this transaction wrote before a match went on are composed again, to tell both.
    """
    open_ = [table for table in map(_Open.of, games) if table is not None]
    untold = [drafts.untold(one.settled.game, one.people, one.settled.rulings) for one in open_]
    found = iter(together(*(question for one in untold for question in one.questions)))
    for table, one in zip(open_, untold, strict=True):
        table.write(one.drop_told(found))


class _Open(NamedTuple):
    """A game with something noted: the people at its table with what is new for each, and whether
    so many mails wait to be read that news is held back."""

    settled: Settled
    people: dict[int, Draft]
    crowded: bool

    @classmethod
    def of(cls, settled: Settled) -> "_Open | None":
        """Take up what was noted for a game; None if nothing was."""
        game, match = settled.game, settled.match
        tellings = [t for t in _noted.pending(Telling) if t.game.pk == game.pk and not t.composed]
        written = [w for w in _noted.pending(Written) if w.row.game_id == game.pk and w.row.seat_id]
        for telling in tellings:
            telling.composed = True
        if not tellings and not written:
            return None
        if match is None and game.head_seq:
            settled = settled._replace(match=matches.awake(game))
        people, unread = drafts.drafts_for(game, written, tellings, hold_back.unread())
        drafts.word(tellings, people, settled.match)
        return cls(settled, people, hold_back.are_many(unread))

    def write(self, rulings: Sequence[Ruling]) -> None:
        """Compose the mails that go now, and write their rows; `rulings`: all they may tell of."""
        game, match, prompts, _newest, submissions, standing = self.settled
        going = hold_back.going_now(self.people.values(), self.crowded)
        if not going:
            return
        if prompts is None:
            prompts = list(game.prompts.filter(state=Prompt.State.OPEN))
        if submissions is None:
            submissions = _LIVE(game.pk, _IN_FORCE) if match is not None else ()
        oldest = min(draft.before.told_up_to for draft in going)
        new = drafts.rulings_after(game, oldest, rulings)
        people, now = len(self.people), timezone.now()
        table = TableFacts(game, match, prompts, new, now, submissions, people, standing)
        drafts.write([draft for draft in going if drafts.compose(draft, table)], _noted)


@transaction.atomic
def send_held(player_id: int, now: datetime | None = None) -> None:
    """Write one mail for each table of which a digest or held news is due for this player.

    Doing it twice tells nothing twice.
    """
    now = now or timezone.now()
    key = f"digest/{now.isoformat()}"
    for seat in hold_back.seats_due(player_id, now):
        game = loading.locked(seat.game_id)
        tell(game, seat.pk, lambda seat, match: notes.digest(key))


@transaction.atomic(savepoint=False)
def tell_address(
    address: str,
    made: Letter,
    key: str,
    holder: Holder | None = None,
    *,
    game: Game | None = None,
    player: Player | None = None,
    answering: str = "",
) -> Outbox | None:
    """Write a mail of its own: an invitation, or the answer to a mail. None: told already.

    `holder`: what a reply to it speaks for. `game`: which table it is about, where there is no
    holder. `answering`: the Message-ID of the mail that it answers.
    """
    game = game or keys.game_of(holder)
    dedupe = f"{game.pk if game else '-'}/{address.lower()}/{key}"[:200]
    if Effect.objects.filter(dedupe=dedupe).exists():
        return None
    seat = holder if isinstance(holder, Seat) else None
    letters = drafts.correspondence_of(seat) if seat is not None else Correspondence()
    thread = [i for i in dict.fromkeys((letters.thread, letters.last)) if i]
    headers = drafts.headers(answering, thread)
    if holder is not None:
        headers["Reply-To"] = keys.address_of(holder)
    row = Outbox(
        game=game,
        seat=seat,
        player=player,
        address=address,
        key=key,
        message_id=drafts.new_message_id(game),
        headers=headers,
        told_seq=letters.told_seq,
    )
    rich = player is None or not preferences.of(player).text_only
    drafts.fill(row, made, player, rich=rich)
    row.save()
    if seat is not None:
        letters.thread = letters.thread or row.message_id
        letters.last = row.message_id
        drafts.remember([letters])
    Effect.objects.create(mail=row, dedupe=dedupe)
    transaction.on_commit(partial(worker_hints.answer, row.pk))
    return row
