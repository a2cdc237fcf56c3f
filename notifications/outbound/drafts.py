"""Everything one person is to be told now, composed into one mail and written as a row."""

import logging
import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from django.utils import translation
from django.utils.translation import gettext_lazy

from notifications import answer_links, keys, links, preferences, worker_hints
from notifications.compose import letter, questions
from notifications.compose.attachments import packed, unpacked
from notifications.compose.letter import Letter, TurnFacts
from notifications.compose.notes import Note, Pace
from notifications.models import Correspondence, Effect, Held, Inbound, Outbox, Preferences
from notifications.outbound import turn_ideas
from notifications.outbound.transaction_notes import TransactionNotes
from pbem.models import Game, Player, Prompt, Ruling, Seat, StandingOrder, Submission
from pbem.orders import ahead, reports, rules_for_cards, standing_orders
from pbem.orders.ahead import Ahead
from pbem.play import asked_early
from pbem.play.asked_early import Early
from pbem.play.waiting import waited_for
from pbem.referee import corrections
from pbem.services import gathering
from pbem.storage.prepared import (
    Prepared,
    Question,
    in_one_trip,
    insert,
    insert_later,
    insert_or_update,
    together,
)
from pbem.table.people import addresses
from rules.kernel.match import Match
from rules.kernel.orders.clerk import Clerk
from rules.kernel.records.record import Ruling as KernelRuling
from rules.kernel.ruleset import RuleWanted
from rules.lexicon import OrderLine
from rules.lexicon.speech import speaking

log = logging.getLogger(__name__)

MOST_RULINGS = 300
_IN_FORCE = Submission.State.LIVE
LONGEST_SUBJECT = 240
"""One line, whatever is in a name; with "Re: " before it, it still fits the column."""
TEXT_FAILED = gettext_lazy(
    "The text of this mail could not be made. Staff have been told; your game is safe."
)
EVERYBODY = None
"""Instead of a seat: all at the table, whoever sits there when the mails are written."""

Words = Callable[[Seat, Match | None], Note | None]
"""Makes the note for whoever sits there now; called with their language active."""

_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,240}>")
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
_OLDER = Prepared(
    lambda game, after, before: Ruling.objects.filter(
        game=game, seq__gt=after, seq__lt=before
    ).order_by("-seq")[:MOST_RULINGS]
)
T = TypeVar("T")


class ThreadState(NamedTuple):
    """The correspondence with a seat as it was before this transaction.

    The last ruling told, the Message-IDs of the thread, the deadline in the reader's calendar, the
    last ruling up to which they know what concerns them, when they were shown the position, and
    what they were asked a rule for.
    """

    told_up_to: int
    thread: list[str]
    calendar_due: datetime | None
    own_up_to: int
    sheet_at: datetime | None
    rules_asked: list[str]


@dataclass(eq=False)
class Telling:
    """One thing to tell a seat, noted in this transaction.

    `submission`, or `answering` with its Message-ID: what it answers.
    """

    game: Game
    seat_id: int | None
    words: Words
    on_forgotten: Callable[["Telling"], None]
    """Called if the transaction commits and nobody has composed a mail of it."""
    submission: int | None = None
    answering: str = ""
    composed: bool = False
    done: bool = False

    def __call__(self) -> None:
        self.done = True
        if not self.composed:
            log.error("game=%s told something that nobody composed", self.game.pk)
            self.on_forgotten(self)


@dataclass(eq=False)
class Written:
    """A row that this transaction wrote or wrote over, and what it told that time.

    The row can be worded again until the end of the transaction.
    """

    row: Outbox
    notes: list[Note]
    answering: str
    before: ThreadState
    hints: bool
    """Of rows that answer nobody one is enough: whoever delivers it sends what else is due."""
    done: bool = False

    def __call__(self) -> None:
        self.done = True
        if self.hints and self.answering:
            worker_hints.answer(self.row.pk)
        elif self.hints:
            worker_hints.deliver(self.row.pk)


@dataclass
class Draft:
    """Everything one person is to be told now.

    `written`: what this transaction wrote to the person before. `held`: news held back for them.
    """

    seat: Seat
    letters: Correspondence
    notes: list[Note] = field(default_factory=list)
    answering: str = ""
    written: list[Written] = field(default_factory=list)
    row: Outbox | None = None
    held: list[Held] = field(default_factory=list)

    @cached_property
    def before(self) -> ThreadState:
        """The thread before this transaction. Must be read before composing, which overwrites
        the correspondence."""
        if self.written:
            return self.written[0].before
        letters = self.letters
        thread = [i for i in dict.fromkeys((letters.thread, letters.last)) if i]
        return ThreadState(
            letters.told_seq,
            thread,
            letters.calendar_due,
            letters.own_seq,
            letters.sheet_at,
            letters.rules_asked,
        )

    @cached_property
    def message_id(self) -> str:
        """The Message-ID of the mail, fixed before its words: links in it name it."""
        if self.written:
            return self.written[0].row.message_id
        return new_message_id(self.seat.game)

    @property
    def player(self) -> Player:
        player = self.seat.player
        assert player is not None, "drafts are made for people"
        return player

    @cached_property
    def wishes(self) -> Preferences:
        return preferences.of(self.player)

    @property
    def hurries(self) -> bool:
        """Whether a mail goes out now, as far as the notes say; quiet hours may yet hold it."""
        if self.written or any(note.pace != Pace.OPTIONAL for note in self.notes):
            return True
        return bool(self.notes) and self.wishes.mode == Preferences.Mode.ALL


@dataclass(frozen=True)
class TableFacts:
    """What all mails of a game share."""

    game: Game
    match: Match | None
    prompts: Sequence[Prompt]
    rulings: Sequence[KernelRuling]
    now: datetime
    submissions: Sequence[Submission] = ()
    people: int = 0
    """How many people have a seat."""
    standing: Sequence[StandingOrder] | None = None
    """The standing orders in force, where they are known."""

    def ahead(self, seat: Seat) -> list[Ahead]:
        """Return what this seat has written ahead for its turns."""
        own = self._in_force(seat)
        return ahead.written(self.match, own) if self.match is not None and own else []

    def early(self, seat: Seat) -> list[Early]:
        """Return what this seat is asked whose moment has not come, and has not written yet."""
        if self.match is None or not seat.asked_early:
            return []
        own = [reports.bundle(submission) for submission in self._in_force(seat)]
        clerk = Clerk(self.match, own)
        return [
            one
            for one in asked_early.of_seat(self.match, seat)
            if not clerk.has_turn_waiting(seat.number, one.decision.verbs)
        ]

    def kept(self, seat: Seat) -> list[OrderLine]:
        """Return the lines of this seat that wait for later questions."""
        return ahead.waiting_lines(self._in_force(seat))

    def _in_force(self, seat: Seat) -> list[Submission]:
        return [s for s in self.submissions if s.seat_id == seat.pk and s.state == _IN_FORCE]

    @property
    def until(self) -> datetime | None:
        return questions.last_due(self.game, self.prompts)

    @cached_property
    def waited(self) -> list[int]:
        return waited_for(self.game, self.match, self.prompts) if self.match else []


def asked_of(game_id: int, submission: Submission | None) -> list[Question[Any]]:
    """Return the questions that `drafts_for` will ask about a game, besides the one `beside`."""
    answered = [] if submission is None else [submission.pk]
    return [_PEOPLE.of(game_id), *(_MESSAGE_IDS.of([pk]) for pk in answered)]


def drafts_for(
    game: Game, written: Iterable[Written], tellings: Iterable[Telling], beside: Question[T]
) -> tuple[dict[int, Draft], list[T]]:
    """Return a draft for each seat with somebody to write to, by the seat's key, and the answer to
    what is asked `beside`: one journey, which also finds the Message-IDs of what the tellings
    answer."""
    drafts = {}
    answered_too = (t.submission for t in tellings if t.submission is not None)
    submissions = list(dict.fromkeys(answered_too))
    people, answered, found = together(_PEOPLE.of(game.pk), _MESSAGE_IDS.of(submissions), beside)
    message_ids = dict(answered)
    for telling in tellings:
        telling.answering = telling.answering or message_ids.get(telling.submission, "")
    for seat in people:
        seat.game = game
        drafts[seat.pk] = Draft(seat, correspondence_of(seat))
    for done in written:
        draft = drafts.get(done.row.seat_id or 0)
        if draft is not None and draft.seat.player_id == done.row.player_id:
            draft.written.append(done)
    return drafts, found


def correspondence_of(seat: Seat) -> Correspondence:
    """Return the correspondence with whoever sits there; a new, unsaved one for a new person."""
    try:
        kept = seat.correspondence
    except Correspondence.DoesNotExist:
        return Correspondence(seat=seat, player=seat.player)
    if kept.player_id == seat.player_id:
        return kept
    return Correspondence(pk=kept.pk, seat=seat, player=seat.player)


# -- what is new for whom -------------------------------------------------------------------------


def word(tellings: Sequence[Telling], drafts: dict[int, Draft], match: Match | None) -> None:
    """Make the notes of all tellings, each in its reader's language."""
    for draft in drafts.values():
        with _in_words_of(draft.player):
            for telling in tellings:
                if telling.seat_id not in (EVERYBODY, draft.seat.pk):
                    continue
                made = telling.words(draft.seat, match)
                if made is not None:
                    draft.notes.append(made)
                    draft.answering = draft.answering or telling.answering


class Untold(NamedTuple):
    """What has to be asked before a game's mails are composed: which of its notes were told before,
    in this transaction or earlier, and which rulings those will be told of that are written to now,
    beside the `known` ones."""

    drafts: Mapping[int, Draft]
    known: Sequence[KernelRuling]
    told: Question[str]
    older: Question[Ruling] | None

    @property
    def questions(self) -> list[Question[Any]]:
        return [self.told] if self.older is None else [self.told, self.older]

    def drop_told(self, found: Iterator[list[Any]]) -> list[KernelRuling]:
        """Leave out what a mail has told before; return all rulings to tell of. `found`: begins
        with the answers to the questions."""
        told = set(next(found))
        for draft in self.drafts.values():
            fresh: dict[str, Note] = {}
            for made in draft.notes:
                if dedupe_name(draft.seat, made) not in told:
                    fresh.setdefault(made.key, made)
            draft.notes = list(fresh.values())
        older = next(found) if self.older is not None else []
        return [*(row.kernel() for row in reversed(older)), *self.known]


def untold(game: Game, drafts: Mapping[int, Draft], known: Sequence[KernelRuling]) -> Untold:
    names = sorted({dedupe_name(d.seat, n) for d in drafts.values() for n in d.notes})
    first = known[0].n if known else game.head_seq + 1
    oldest = min((d.before.told_up_to for d in drafts.values() if d.hurries), default=first)
    older = _OLDER.of(game.pk, oldest, first) if oldest + 1 < first else None
    return Untold(drafts, known, _TOLD.of(names), older)


def dedupe_name(seat: Seat, made: Note) -> str:
    """Return the unique name under which an `Effect` remembers that this note was told."""
    return f"{seat.game_id}/{seat.pk}/{made.key}"[:200]


def rulings_after(
    game: Game, told_up_to: int, known: Sequence[KernelRuling] = ()
) -> list[KernelRuling]:
    """Return the rulings after `told_up_to`; those that are `known` need no query."""
    first = known[0].n if known else game.head_seq + 1
    if told_up_to + 1 >= first:
        return [ruling for ruling in known if ruling.n > told_up_to]
    older = [row.kernel() for row in reversed(_OLDER(game.pk, told_up_to, first))]
    return [*older, *known][-MOST_RULINGS:]


# -- the mail -------------------------------------------------------------------------------------


def compose(draft: Draft, table: TableFacts) -> bool:
    """Compose the mail into `draft.row`; False if there turns out to be nothing to tell."""
    if draft.letters.holding:
        draft.held = _still_true(draft, table)
    draft.notes += map(_note_of, draft.held)
    notes = [made for before in draft.written for made in before.notes] + draft.notes
    told_up_to, thread = draft.before.told_up_to, draft.before.thread
    rulings = [ruling for ruling in table.rulings if ruling.n > told_up_to]
    made = _letter(draft, table, notes, rulings)
    if made is None:
        _let_go(draft.held)
        return False
    asked = (draft.answering, *(before.answering for before in draft.written))
    answering = next((message_id for message_id in asked if message_id), "")
    row = draft.row = draft.written[0].row if draft.written else _new_row(draft, notes[0].key)
    fill(row, made, draft.player, rich=not draft.wishes.text_only)
    if answering:
        row.subject = f"Re: {row.subject}"
    row.told_seq = rulings[-1].n if rulings else told_up_to
    row.headers = headers(answering, thread) | {"Reply-To": keys.seat_address(draft.seat)}
    if all(n.pace in (Pace.OPTIONAL, Pace.DIGEST) for n in notes):
        row.headers |= links.unsubscribe_headers(draft.player)
    letters = draft.letters
    letters.own_seq, letters.last, letters.holding = row.told_seq, row.message_id, False
    letters.told_seq = row.told_seq if made.whole else told_up_to
    letters.sheet_at = table.now if made.sheet else draft.before.sheet_at
    letters.thread = thread[0] if thread else row.message_id
    letters.calendar_due = made.calendar_due
    if made.rules:
        letters.rules_asked = [*draft.before.rules_asked, *made.rules]
    return True


def _letter(
    draft: Draft, table: TableFacts, notes: Sequence[Note], rulings: Sequence[KernelRuling]
) -> Letter | None:
    """Return the mail's words. A fault in a game's wording must not stop the game: it is logged,
    and the mail says so."""
    seat, before = draft.seat, draft.before
    with _in_words_of(draft.player):
        try:
            return letter.to_seat(
                TurnFacts(
                    game=table.game,
                    player=draft.player,
                    seat=seat.number,
                    match=table.match,
                    notes=notes,
                    prompts=[p for p in table.prompts if p.seat_id == seat.pk],
                    rulings=_not_repeated(table.game, rulings, before.told_up_to),
                    told_up_to=before.told_up_to,
                    waited=table.waited,
                    until=table.until,
                    now=table.now,
                    rich=not draft.wishes.text_only,
                    calendar_due=before.calendar_due,
                    fired=standing_orders.fired(seat, rulings),
                    ahead=table.ahead(seat),
                    kept=table.kept(seat),
                    early=table.early(seat),
                    rules_wanted=_rules_wanted(draft, table),
                    known_early=frozenset(seat.asked_early),
                    own_up_to=before.own_up_to,
                    sheet_at=before.sheet_at,
                    tap=lambda: answer_links.to_list(seat, draft.message_id),
                    people=table.people,
                    ideas_later=gathering.in_a_heap(),
                )
            )
        except Exception as error:
            log.error("game=%s mail text failed: %s", table.game.pk, type(error).__name__)
            subject = letter.subject_of(table.game, notes)
            return Letter(subject, str(TEXT_FAILED), calendar_due=before.calendar_due)


def _rules_wanted(draft: Draft, table: TableFacts) -> list[RuleWanted]:
    """Return what came to the reader's hand since they were last asked for rules, and has none,
    with the game's doctrine in their first mail. What has left the hand is asked for again when it
    comes back."""
    if table.match is None:
        return []
    held = [
        *rules_for_cards.doctrine(table.match),
        *rules_for_cards.wanted(table.game, table.match, draft.seat.number),
    ]
    there = {one.id for one in held}
    draft.before.rules_asked[:] = [id for id in draft.before.rules_asked if id in there]
    new = [one for one in held if one.id not in draft.before.rules_asked]
    return rules_for_cards.without_a_rule(draft.seat, new, table.standing)


def _not_repeated(
    game: Game, rulings: Sequence[KernelRuling], told_up_to: int
) -> list[KernelRuling]:
    """Return the rulings without those that a correction only repeated."""
    repeated = corrections.repeated(game, rulings, told_up_to)
    return [ruling for ruling in rulings if ruling.n not in repeated]


def _still_true(draft: Draft, table: TableFacts) -> list[Held]:
    """Return the news held back for the person, without questions that were answered meanwhile."""
    held = Held.objects.filter(seat=draft.seat, player=draft.seat.player)
    asked = any(p.waiting and p.seat_id == draft.seat.pk for p in table.prompts)
    if not asked and not draft.seat.asked_early:
        held.filter(turn=True, text="").delete()
    return list(held.order_by("pk"))


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
    """Write the words of a letter into a row."""
    row.subject = " ".join(made.subject.split())[:LONGEST_SUBJECT]
    row.body, row.template = made.body, made.template
    row.listed = made.listed.data if made.listed else {}
    row.enclosures = packed(made.enclosures)
    row.ideas_later = turn_ideas.kept(made.ideas_later)
    row.language = language(player)
    row.html = rich


def _new_row(draft: Draft, key: str) -> Outbox:
    return Outbox(
        game=draft.seat.game,
        seat=draft.seat,
        player=draft.player,
        address=addresses.written_to(draft.player),
        key=key,
        message_id=draft.message_id,
    )


def new_message_id(game: Game | None) -> str:
    return f"<{uuid.uuid4().hex}.{game.pk if game else 0}@{keys.domain()}>"


def headers(answering: str, thread: Sequence[str]) -> dict[str, Any]:
    """Return the headers that put a mail into its thread.

    A foreign Message-ID goes into a header of ours only if it looks like one.
    """
    answered = [answering] if _MESSAGE_ID.fullmatch(answering) else []
    references = list(dict.fromkeys([*thread, *answered]))
    made = {"Auto-Submitted": "auto-replied" if answering else "auto-generated"}
    if references:
        made["In-Reply-To"] = references[-1]
        made["References"] = " ".join(references)
    return made


def language(player: Player | None) -> str:
    return player.language if player else "en"


@contextmanager
def _in_words_of(player: Player) -> Iterator[None]:
    """Activate the language of this person, for Django and for the game: to ask Django for the
    language at each of the thousand words of a position takes a tenth of the time of composing."""
    with translation.override(player.language), speaking(player.language):
        yield


# -- rows -----------------------------------------------------------------------------------------


def write(drafts: Sequence[Draft], transaction_notes: TransactionNotes) -> None:
    """Write the rows of all drafts at once, and what they tell; a row of this transaction is
    written over."""
    rows = [(d, d.row) for d in drafts if d.row is not None]
    for draft, row in rows:
        if draft.written:
            row.save()
    insert([row for draft, row in rows if not draft.written])
    hinted = False
    for draft, row in rows:
        hints = not draft.written and (bool(draft.answering) or not hinted)
        transaction_notes.add(Written(row, draft.notes, draft.answering, draft.before, hints))
        hinted = hinted or (hints and not draft.answering)
    told = [Effect(mail=row, dedupe=dedupe_name(d.seat, n)) for d, row in rows for n in d.notes]
    with in_one_trip():
        remember([draft.letters for draft, _ in rows])
        insert_later(told)
    _let_go([held for draft, _ in rows for held in draft.held])


def remember(letters: Sequence[Correspondence]) -> None:
    """Save how the correspondence with each seat stands."""
    insert_or_update(
        letters,
        "seat",
        (
            "player",
            "thread",
            "last",
            "told_seq",
            "own_seq",
            "sheet_at",
            "holding",
            "calendar_due",
            "rules_asked",
        ),
    )


def _let_go(held: Sequence[Held]) -> None:
    """Delete held news that was told, or turned out to be nothing."""
    if held:
        Held.objects.filter(pk__in=[one.pk for one in held]).delete()
