"""Mails as rows, written in the transaction of what they tell.

What is told to a seat is first only noted; `settle` then words everything noted for a game at
once, one mail per person, with few queries. A session of the game settles when it ends
(`pbem.signals.settled`); whatever happens outside one is settled on the spot. What was told is an
Effect with a unique name, so that no repetition of a task tells it again.
"""

import logging
import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property, partial
from typing import Any, NamedTuple, TypeVar

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

from notifications import keys, links, matches, preferences, worker_hints
from notifications.compose import letter, questions
from notifications.compose.attachments import packed, unpacked
from notifications.compose.letter import Letter
from notifications.compose.notes import Note, Pace
from notifications.keys import Holder
from notifications.models import Correspondence, Effect, Held, Inbound, Outbox, Preferences
from notifications.outbound import rush
from pbem.models import Game, Player, Prompt, Ruling, Seat
from pbem.orders import standing_orders as standing_orders
from pbem.play.waiting import waited_for
from pbem.referee import corrections
from pbem.storage.prepared import Prepared, insert, insert_or_update, insert_unless_there
from pbem.table import addresses
from rules.kernel.match import Match
from rules.kernel.record import Ruling as KernelRuling
from rules.lexicon.speech import speaking

log = logging.getLogger(__name__)

T = TypeVar("T", "Telling", "Written")

_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,240}>")

MOST_RULINGS = 300
LONGEST_SUBJECT = 240
"""One line, whatever is in a name; with "Re: " before it, it still fits the column."""
WORD_ONLY = gettext_lazy(
    "The text of this mail could not be made. Staff have been told; your game is safe."
)

_PEOPLE = Prepared(
    lambda game: Seat.objects.filter(
        game=game, kind=Seat.Kind.PERSON, player__isnull=False
    ).select_related("player__mail", "correspondence")
)
_MESSAGE_IDS = Prepared(
    lambda submissions: (
        Inbound.objects.filter(submission__in=submissions)
        .order_by("-pk")
        .values_list("submission", "message_id")
    )
)
_TOLD = Prepared(
    lambda names: Effect.objects.filter(dedupe__in=names).values_list("dedupe", flat=True)
)

_LATER: ContextVar[int | None] = ContextVar("answered later", default=None)

EVERYBODY = None
"""Instead of a seat: all at the table, whoever sits there when the mails are written."""

Words = Callable[[Seat, Match | None], Note | None]
"""Makes the note for whoever sits there now; called with their language active."""


@dataclass(eq=False)
class Telling:
    """One thing to tell a seat, noted in this transaction.

    It lives in the transaction's list of on-commit calls, so a rollback, also of a savepoint,
    forgets it together with what it wrote. `submission` or `answering`, a Message-ID: what it
    answers.
    """

    game: Game
    seat_id: int | None
    words: Words
    submission: int | None = None
    answering: str = ""
    settled: bool = False
    done: bool = False

    def __call__(self) -> None:
        self.done = True
        if not self.settled:
            log.error("game=%s told something that nobody settled", self.game.pk)
            tell(self.game, self.seat_id, self.words, self.submission, self.answering)


class Stood(NamedTuple):
    """The correspondence as it was before this transaction."""

    heard: int
    thread: list[str]
    noted: datetime | None


@dataclass(eq=False)
class Written:
    """A row that this transaction wrote or wrote over, and what it told that time.

    Like a Telling it goes with its savepoint; the row can be worded again until the end.
    """

    row: Outbox
    notes: list[Note]
    answering: str
    stood: "Stood"
    hints: bool
    """One of several rows is enough: whoever delivers it sends what else is due."""
    done: bool = False

    def __call__(self) -> None:
        self.done = True
        if self.hints:
            worker_hints.deliver(self.row.pk)


@dataclass
class _Draft:
    """Everything one person is to be told now."""

    seat: Seat
    notes: list[Note] = field(default_factory=list)
    answering: str = ""
    letters: Correspondence = field(default_factory=Correspondence)
    before: list[Written] = field(default_factory=list)
    row: Outbox | None = None
    held: list[Held] = field(default_factory=list)

    @cached_property
    def stood(self) -> Stood:
        """Looked at before the mail is worded, which moves the correspondence on."""
        if self.before:
            return self.before[0].stood
        ids = dict.fromkeys((self.letters.thread, self.letters.last))
        return Stood(self.letters.heard, [i for i in ids if i], self.letters.noted)

    @property
    def wishes(self) -> Preferences:
        assert self.seat.player is not None
        return preferences.of(self.seat.player)


@dataclass(frozen=True)
class _Table:
    """What all mails of a game share."""

    game: Game
    match: Match | None
    prompts: Sequence[Prompt]
    rulings: Sequence[KernelRuling]
    now: datetime

    @property
    def until(self) -> datetime | None:
        return questions.last_due(self.game, self.prompts)

    @cached_property
    def waited(self) -> list[int]:
        return waited_for(self.game, self.match, self.prompts) if self.match else []


def note(
    game: Game,
    seat_id: int | None,
    words: Words,
    submission: int | None = None,
    answering: str = "",
) -> None:
    """Keep something to tell until the game's session settles."""
    transaction.on_commit(Telling(game, seat_id, words, submission, answering))


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
    settle(game)


@transaction.atomic(savepoint=False)
def settle(
    game: Game,
    match: Match | None = None,
    prompts: Sequence[Prompt] | None = None,
    rulings: Sequence[KernelRuling] = (),
) -> None:
    """Word all that was noted for this game, and what this transaction worded before the match
    went on. `prompts`: those open now; `rulings`: the newest, if they are at hand."""
    tellings = [t for t in _pending(Telling) if t.game.pk == game.pk and not t.settled]
    written = [w for w in _pending(Written) if w.row.game_id == game.pk and w.row.seat_id]
    for telling in tellings:
        telling.settled = True
    if not tellings and not written:
        return
    if match is None and game.head_seq:
        match = matches.awake(game)
    drafts = {s.pk: _Draft(s, letters=standing(s)) for s in _people(game)}
    for done in written:
        draft = drafts.get(done.row.seat_id or 0)
        if draft is not None and draft.seat.player_id == done.row.player_id:
            draft.before.append(done)
    _word(tellings, drafts, match)
    _drop_told(drafts)
    rushed = cache(rush.is_on)
    going = [d for d in drafts.values() if d.before or _goes_now(d, rushed)]
    if not going:
        return
    if prompts is None:
        prompts = list(game.prompts.filter(state=Prompt.State.OPEN))
    heard = min(d.stood.heard for d in going)
    table = _Table(game, match, prompts, since(game, heard, rulings), timezone.now())
    _write([d for d in going if _compose(d, table)])


def _pending(kind: type[T]) -> list[T]:
    """What this transaction has on its list and has not rolled back."""
    calls = (entry[1] for entry in transaction.get_connection().run_on_commit)
    return [call for call in calls if isinstance(call, kind) and not call.done]


def _people(game: Game) -> list[Seat]:
    """Seats with somebody to write to, and how the mails to them stand, in one query."""
    found = _PEOPLE(game.pk)
    for seat in found:
        seat.game = game
    return found


def standing(seat: Seat) -> Correspondence:
    """The correspondence with whoever sits there; a new, unsaved one for a new person."""
    try:
        kept = seat.correspondence
    except Correspondence.DoesNotExist:
        return Correspondence(seat=seat, player=seat.player)
    if kept.player_id == seat.player_id:
        return kept
    return Correspondence(pk=kept.pk, seat=seat, player=seat.player)


def _word(tellings: Iterable[Telling], drafts: dict[int, _Draft], match: Match | None) -> None:
    """Make the notes, each in its reader's language."""
    tellings = list(tellings)
    answered = _message_ids([t.submission for t in tellings if t.submission is not None])
    for draft in drafts.values():
        with _spoken_to(draft.seat.player):
            for telling in tellings:
                if telling.seat_id not in (EVERYBODY, draft.seat.pk):
                    continue
                made = telling.words(draft.seat, match)
                if made is not None:
                    draft.notes.append(made)
                    asked = telling.answering or answered.get(telling.submission, "")
                    draft.answering = draft.answering or asked


def _message_ids(submissions: Sequence[int]) -> dict[int | None, str]:
    if not submissions:
        return {}
    return dict(_MESSAGE_IDS(submissions))


def _drop_told(drafts: dict[int, _Draft]) -> None:
    """Leave out what a mail has told before, in this transaction or earlier."""
    names = {_dedupe(d.seat, n) for d in drafts.values() for n in d.notes}
    told = set()
    if names:
        told = set(_TOLD(sorted(names)))
    for draft in drafts.values():
        fresh: dict[str, Note] = {}
        for made in draft.notes:
            if _dedupe(draft.seat, made) not in told:
                fresh.setdefault(made.key, made)
        draft.notes = list(fresh.values())


def _goes_now(draft: _Draft, rushed: Callable[[], bool]) -> bool:
    """Whether a mail goes out, by how the person wants to be written to; if not, what was to be
    told is kept for later. Who wrote to us is answered at any hour."""
    if not draft.notes:
        return False
    wishes, now = draft.wishes, timezone.now()
    if draft.seat.pk == _LATER.get():
        _hold(draft, now)
        return False
    if any(n.pace in (Pace.ANSWER, Pace.DIGEST) for n in draft.notes):
        return True
    quiet = preferences.quiet_until(wishes, now)
    if quiet is not None:
        _hold(draft, quiet)
        return False
    if any(n.pace == Pace.SOON for n in draft.notes) or wishes.mode == Preferences.Mode.ALL:
        if not rushed():
            return True
        _hold(draft, now, whatever=True)
        return False
    digest = wishes.mode == Preferences.Mode.DIGEST
    _hold(draft, preferences.next_digest(wishes, now) if digest else None)
    return False


@contextmanager
def answered_later(seat: Seat) -> Iterator[None]:
    """What happens here goes along with the answer that this seat's holder gets in a moment: one
    mail in gets one mail back."""
    before = _LATER.set(seat.pk)
    try:
        yield
    finally:
        _LATER.reset(before)


def _hold(draft: _Draft, due: datetime | None, *, whatever: bool = False) -> None:
    """Only what has words of its own, unless a mail is owed `whatever` it says: what happened is
    told by the mail that comes next."""
    rows = [
        Held(
            seat=draft.seat,
            player=draft.seat.player,
            dedupe=_dedupe(draft.seat, made),
            rank=made.rank,
            subject=made.subject,
            text=made.text,
            turn=made.turn,
            pace=made.pace,
            enclosures=packed(made.enclosures),
            due=due,
        )
        for made in draft.notes
        if whatever or made.text or made.turn
    ]
    for row in rows:
        insert_unless_there(row)
    if rows:
        draft.letters.holding = True
        _remember([draft.letters])


def since(game: Game, heard: int, known: Sequence[KernelRuling] = ()) -> list[KernelRuling]:
    """The rulings after `heard`, from memory as far as they are there."""
    first = known[0].n if known else game.head_seq + 1
    if heard + 1 >= first:
        return [ruling for ruling in known if ruling.n > heard]
    rows = Ruling.objects.filter(game=game, seq__gt=heard, seq__lt=first).order_by("-seq")
    older = [row.kernel() for row in reversed(rows[:MOST_RULINGS])]
    return [*older, *known][-MOST_RULINGS:]


def _news(game: Game, rulings: Sequence[KernelRuling], heard: int) -> list[KernelRuling]:
    """After a correction only what differs is told again."""
    repeated = corrections.told_again(game, rulings, heard)
    return [ruling for ruling in rulings if ruling.n not in repeated]


def _compose(draft: _Draft, table: _Table) -> bool:
    """Word the mail; False if there turns out to be nothing to tell.

    A fault in a game's wording must not stop the game: it is logged, and the mail says so.
    """
    seat, player = draft.seat, draft.seat.player
    assert player is not None
    if draft.letters.holding:
        draft.held = _still_true(draft, table)
    told = [made for before in draft.before for made in before.notes]
    draft.notes += map(_note_of, draft.held)
    notes = [*told, *draft.notes]
    heard, thread, noted = draft.stood
    rulings = [ruling for ruling in table.rulings if ruling.n > heard]
    wishes = draft.wishes
    with _spoken_to(player):
        try:
            made = letter.to_seat(
                game=table.game,
                player=player,
                seat=seat.number,
                match=table.match,
                notes=notes,
                prompts=[p for p in table.prompts if p.seat_id == seat.pk],
                rulings=_news(table.game, rulings, heard),
                heard=heard,
                waited=table.waited,
                until=table.until,
                now=table.now,
                rich=not wishes.text_only,
                noted=noted,
                fired=standing_orders.fired(seat, rulings),
            )
        except Exception as error:
            log.error("game=%s mail text failed: %s", table.game.pk, type(error).__name__)
            made = Letter(letter.subject_of(table.game, notes), str(WORD_ONLY), noted=noted)
    if made is None:
        _let_go(draft.held)
        return False
    asked = (draft.answering, *(before.answering for before in draft.before))
    answering = next((message_id for message_id in asked if message_id), "")
    row = draft.row = draft.before[0].row if draft.before else _new_row(seat, notes[0].key)
    fill(row, made, player, rich=not wishes.text_only)
    if answering:
        row.subject = f"Re: {row.subject}"
    row.told_seq = rulings[-1].n if rulings else heard
    row.headers = _headers(answering, thread) | {"Reply-To": keys.seat_address(seat)}
    if all(n.pace in (Pace.OPTIONAL, Pace.DIGEST) for n in notes):
        row.headers |= links.unsubscribe_headers(player)
    letters = draft.letters
    letters.heard, letters.last, letters.holding = row.told_seq, row.message_id, False
    letters.thread = thread[0] if thread else row.message_id
    letters.noted = made.noted
    return True


def _still_true(draft: _Draft, table: _Table) -> list[Held]:
    """What was held for the person, but for questions that were answered meanwhile."""
    held = Held.objects.filter(seat=draft.seat, player=draft.seat.player)
    if not any(p.waiting and p.seat_id == draft.seat.pk for p in table.prompts):
        held.filter(turn=True, text="").delete()
    return list(held.order_by("pk"))


def _dedupe(seat: Seat, made: Note) -> str:
    return f"{seat.game_id}/{seat.pk}/{made.key}"[:200]


def _note_of(held: Held) -> Note:
    key = held.dedupe.split("/", 2)[2]
    return Note(
        key,
        held.rank,
        held.subject,
        held.text,
        turn=held.turn,
        pace=Pace(held.pace),
        enclosures=tuple(unpacked(held.enclosures)),
    )


def fill(row: Outbox, made: Letter, player: Player | None, rich: bool = True) -> None:
    row.subject = " ".join(made.subject.split())[:LONGEST_SUBJECT]
    row.body, row.template = made.body, made.template
    row.enclosures = packed(made.enclosures)
    row.language = language(player)
    row.html = rich


def _write(drafts: Sequence[_Draft]) -> None:
    """All rows at once, and what they tell; a row written before is written over."""
    rows = [(d, d.row) for d in drafts if d.row is not None]
    for draft, row in rows:
        if draft.before:
            row.save()
    insert([row for draft, row in rows if not draft.before])
    hinted = False
    for d, row in rows:
        hints = not d.before and not hinted
        transaction.on_commit(Written(row, d.notes, d.answering, d.stood, hints))
        hinted = hinted or hints
    _remember([draft.letters for draft, _ in rows])
    insert([Effect(mail=row, dedupe=_dedupe(d.seat, made)) for d, row in rows for made in d.notes])
    _let_go([held for draft, _ in rows for held in draft.held])


def _let_go(held: Sequence[Held]) -> None:
    """What was told, or turned out to be nothing."""
    if held:
        Held.objects.filter(pk__in=[one.pk for one in held]).delete()


def _remember(letters: Sequence[Correspondence]) -> None:
    insert_or_update(letters, "seat", ("player", "thread", "last", "heard", "holding", "noted"))


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
    seat = holder if isinstance(holder, Seat) else None
    dedupe = f"{game.pk if game else '-'}/{address.lower()}/{key}"[:200]
    if Effect.objects.filter(dedupe=dedupe).exists():
        return None
    letters = standing(seat) if seat is not None else Correspondence()
    thread = [i for i in dict.fromkeys((letters.thread, letters.last)) if i]
    headers = _headers(answering, thread)
    if holder is not None:
        headers["Reply-To"] = keys.address_of(holder)
    row = Outbox(
        game=game,
        seat=seat,
        player=player,
        address=address,
        key=key,
        message_id=new_message_id(game),
        headers=headers,
        told_seq=letters.heard,
    )
    fill(row, made, player, rich=player is None or not preferences.of(player).text_only)
    row.save()
    if seat is not None:
        letters.thread = letters.thread or row.message_id
        letters.last = row.message_id
        _remember([letters])
    Effect.objects.create(mail=row, dedupe=dedupe)
    transaction.on_commit(partial(worker_hints.deliver, row.pk))
    return row


def language(player: Player | None) -> str:
    return player.language if player else "en"


@contextmanager
def _spoken_to(player: Player | None) -> Iterator[None]:
    """In the words of this person. The game is told as well: to ask Django for the language at
    each of the thousand words of a position takes a tenth of the time of composing."""
    with translation.override(language(player)), speaking(language(player)):
        yield


def new_message_id(game: Game | None) -> str:
    return f"<{uuid.uuid4().hex}.{game.pk if game else 0}@{keys.domain()}>"


def _new_row(seat: Seat, key: str) -> Outbox:
    assert seat.player is not None
    return Outbox(
        game=seat.game,
        seat=seat,
        player=seat.player,
        address=addresses.written_to(seat.player),
        key=key,
        message_id=new_message_id(seat.game),
    )


def _headers(answering: str, thread: list[str]) -> dict[str, Any]:
    """A foreign Message-ID goes into a header of ours only if it looks like one."""
    answered = [answering] if _MESSAGE_ID.fullmatch(answering) else []
    references = list(dict.fromkeys([*thread, *answered]))
    headers = {"Auto-Submitted": "auto-replied" if answering else "auto-generated"}
    if references:
        headers["In-Reply-To"] = references[-1]
        headers["References"] = " ".join(references)
    return headers
