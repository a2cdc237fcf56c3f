"""A game awake in one transaction: ruled on as far as it can be.

A `Session` rules; the questions it leaves open are kept by `prompts`, and everything is written
at once by `saving`.
"""

import hmac
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from random import Random
from typing import Any, NamedTuple, TypeVar

from pbem.clocks import attendance, deadlines
from pbem.clocks.terms import terms_of
from pbem.models import Game, Offer, Prompt, Seat, StandingOrder, Submission, Vacation
from pbem.orders import offers, reports
from pbem.play import asked_early, loading
from pbem.play.prompts import LONG_AGO, Prompts
from pbem.play.saving import SNAPSHOTS, Saving
from pbem.storage.prepared import Prepared, Question, in_one_trip, together
from pbem.storage.report_field import ReportLine, Status
from rules.kernel.codec import encode, typed
from rules.kernel.decisions import Decision
from rules.kernel.match import Match, step_of
from rules.kernel.orders.clerk import Clerk, Standing
from rules.kernel.orders.ledger import Ledger
from rules.kernel.orders.sources import NOT_YET, AnswerFinder, Survey, TableMode
from rules.kernel.records.history import Fork
from rules.kernel.records.record import Answers, CitedStanding, Given, Input
from rules.kernel.records.record import Ruling as KernelRuling
from rules.kernel.table import Ask
from rules.kernel.thinking.planner import without_thinking
from rules.kernel.views import SomeView
from rules.lexicon import OrderLine

MODES: Mapping[Game.Mode, TableMode] = {
    Game.Mode.PLANNED: "planned",
    Game.Mode.ASK: "ask",
    Game.Mode.TRUST: "trust",
}
MAX_RULINGS = 300
"""In one transaction: a table of bots must not keep the lock for a whole game."""

_SEATS = Prepared(lambda game: Seat.objects.filter(game=game).select_related("player"))
_PROMPTS = Prepared(lambda game: Prompt.objects.filter(game=game, state=Prompt.State.OPEN))
_SUBMISSIONS = Prepared(
    lambda game: (
        Submission.objects.filter(game=game)
        .exclude(state=Submission.State.DONE)
        .order_by("received", "pk")
    )
)
_OFFERS = Prepared(
    lambda game: Offer.objects.filter(game=game, state=Offer.State.OPEN).order_by("number")
)
_STANDING = Prepared(lambda seats: StandingOrder.objects.filter(seat__in=seats, active=True))
_STANDING_OF = Prepared(lambda game: StandingOrder.objects.filter(seat__game=game, active=True))

Row = TypeVar("Row", Seat, Prompt, Submission, Offer)


class Rows(NamedTuple):
    """All that a session needs of a game, read at once with the game's lock."""

    game: Game
    seats: list[Seat]
    prompts: list[Prompt]
    submissions: list[Submission]
    offers: list[Offer]
    standing: list[StandingOrder]
    away: list[Vacation]
    snapshots: list[int]
    record: loading.Record


def rows_of(game_id: int, now: datetime) -> list[Question[Any]]:
    """Return the questions whose answers are the rows of a game; the first one locks it."""
    return [
        loading.to_lock(game_id),
        _SEATS.of(game_id),
        _PROMPTS.of(game_id),
        _SUBMISSIONS.of(game_id),
        _OFFERS.of(game_id),
        _STANDING_OF.of(game_id),
        deadlines.AWAY_FROM.of(game_id, now),
        SNAPSHOTS.of(game_id),
        *loading.record_of(game_id),
    ]


def locked_rows(game_id: int, now: datetime) -> Rows:
    """Return the rows of a game, which is ours until the transaction ends; see `loading.locked`."""
    games, seats, prompts, submissions, offers, standing, away, kept, newest, rulings = together(
        *rows_of(game_id, now)
    )
    if not games:
        raise Game.DoesNotExist(f"game {game_id}")
    record = loading.Record(newest[0] if newest else None, rulings)
    return Rows(games[0], seats, prompts, submissions, offers, standing, away, kept, record)


class Missed(NamedTuple):
    """A question that its deadline answered. `asked` and `played` are the question and the answer
    in its reader's words; `misses` counts the deadlines missed in a row, `standing` is what they
    have led to."""

    prompt: Prompt
    asked: str
    played: str
    misses: int = 0
    standing: attendance.Standing = ""


class Lapsed(NamedTuple):
    """Order lines that were kept for later, and that nothing will come of now; each says why.

    `urgent`: one of them was to begin a turn or was refused, so that its sender may want to act.
    """

    submission: Submission
    lines: list[ReportLine]
    urgent: bool


class Session:
    """A game while it is ruled on. Its maker holds the game's lock, and uses
    `loading.rules_at_work`."""

    def __init__(
        self,
        game: Game,
        now: datetime,
        begun: tuple[Match, KernelRuling] | None = None,
        branch: Fork | None = None,
        rows: Rows | None = None,
        thoughts: Mapping[str, Any] | None = None,
    ) -> None:
        """`begun`: a match started just now, which has no rows yet. `branch`: what becomes the
        game instead of the rulings after its first entry; see `branches.adopt`. `rows`: those of
        the game, where they were read with its lock. `thoughts`: what bots have thought of, by
        the address of the question.
        """
        self.game = game
        self.now = now
        self.thinking: tuple[str, ...] = ()
        """Addresses of questions whose answer a bot has yet to think of."""
        self._thoughts = thoughts or {}
        self.until = datetime.min.replace(tzinfo=now.tzinfo)
        self.rulings: list[KernelRuling] = []
        self.missed: list[Missed] = []
        self.gone_missing: list[Seat] = []
        self.asked_early: list[Seat] = []
        """Seats that are asked something now whose moment has not come."""
        self.answered: list[Submission] = []
        self.done: dict[tuple[str, int], int] = {}
        self.over = False
        self.live: list[Submission] = []
        self.aside: list[Submission] = []
        self.unread: list[Submission] = []
        self.hurried: set[str] = set()
        """Receipts of orders whose sender wrote GO NOW."""
        self.terms = terms_of(game)
        self._rows = rows
        self._record = rows.record if rows else None
        self._standing = rows.standing if rows else None
        self.seats = self._ours(rows.seats if rows else _SEATS(game.pk))
        self.saving = Saving(game, now, rows.snapshots if rows else None)
        self._changed_seats: set[int] = set()
        self._missed_turns: set[tuple[int, str]] = set()
        """Seats and steps of turns that a deadline began: the rest of such a turn is not asked."""
        self._read: set[str] = set()
        self._kept: dict[str, frozenset[int]] = {}
        asked = self._asked() if begun is None else []
        again = branch is not None
        away = deadlines.away_among(self.seats, rows.away) if rows else None
        self.prompts = Prompts(game, self.terms, self.seats, now, asked, away, full_time=again)
        self.saving.remember_prompts(asked)
        if begun is not None:
            self.match, ruling = begun
            self.ledger = Ledger(())
            self._keep(ruling)
            return
        self._take_up_orders()
        if branch is not None:
            self.saving.write_branch(branch.rulings, branch.snapshots)
        self.wake()

    # -- what is there -------------------------------------------------------------------------

    def _asked(self) -> list[Prompt]:
        """Return the open questions, each with its seat."""
        asked = self._ours(self._rows.prompts if self._rows else _PROMPTS(self.game.pk))
        by_pk = {seat.pk: seat for seat in self.seats}
        for prompt in asked:
            prompt.seat = by_pk[prompt.seat_id]
        return asked

    def _take_up_orders(self) -> None:
        """Take up the orders that wait, are unread or were set aside, with their reports."""
        found = self._submissions()
        self.live = [s for s in found if s.state == Submission.State.LIVE]
        self.unread = [s for s in found if s.state == Submission.State.NEW]
        self.aside = [s for s in found if s.state == Submission.State.ASIDE]
        self._kept = {s.receipt: reports.kept_lines(s) for s in self.live}
        for submission in (*self.live, *self.aside):
            self.saving.remember_report(submission)

    def _ours(self, found: list[Row]) -> list[Row]:
        """Make rows point to this instance of the game, and to no copy of it."""
        for row in found:
            row.game = self.game
        return found

    def _submissions(self) -> list[Submission]:
        rows = self._rows
        found = self._ours(rows.submissions if rows else _SUBMISSIONS(self.game.pk))
        by_pk = {seat.pk: seat for seat in self.seats}
        for submission in found:
            submission.seat = by_pk[submission.seat_id]
        return found

    def wake(self) -> None:
        """Wake the match from the rows; again after an undo."""
        since = min((s.seen_seq for s in self.live), default=None)
        record, self._record = self._record, None
        loaded = loading.load(self.game, since, record)
        self.match, self.ledger = loaded.match, loaded.ledger
        self.done = {}
        for ruling in loaded.rulings:
            self._note_done(ruling)
        self.orders_changed()

    def submission(self, receipt: str) -> Submission | None:
        return next((s for s in self.live if s.receipt == receipt), None)

    def track(self, submission: Submission) -> None:
        """Take a submission into the session, which writes it if its report changes."""
        if submission not in self.live:
            if submission not in self.aside:
                self.saving.remember_report(submission)
            self.live.append(submission)

    @cached_property
    def offers(self) -> list[Offer]:
        rows = self._rows
        return self._ours(rows.offers if rows is not None else _OFFERS(self.game.pk))

    @cached_property
    def standing_orders(self) -> list[StandingOrder]:
        by_pk = {seat.pk: seat for seat in self.seats}
        found = self._standing
        if found is None:
            found = _STANDING([seat.pk for seat in self.seats])
        self._standing = None
        for order in found:
            order.seat = by_pk[order.seat_id]
        return found

    def orders_changed(self, standing: bool = False) -> None:
        """Forget what was made of the orders; it is made again when it is needed."""
        self.__dict__.pop("finder", None)
        if standing:
            self._standing = None
            self.__dict__.pop("standing_orders", None)

    @cached_property
    def finder(self) -> AnswerFinder:
        """Return what finds answers in the orders; which lines are used up is in the ledger."""
        standing = [
            Standing(str(CitedStanding(o.pk)), o.seat.number, typed(o.line, OrderLine))
            for o in self.standing_orders
        ]
        people = [s.number for s in self.seats if s.kind == Seat.Kind.PERSON]
        asks = [n for n in people if self.seats[n].asks_in_windows]
        bundles = [reports.bundle(s) for s in self.live if s.state == Submission.State.LIVE]
        clerk = Clerk(self.match, bundles, standing, self.ledger, asks)
        bots = {s.number: self._bot for s in self.seats if s.number not in people}
        languages = {s.number: s.player.language for s in self.seats if s.player}
        return AnswerFinder(
            self.match,
            clerk,
            MODES[Game.Mode(self.game.mode)],
            bots,
            self.prompts.refused(),
            languages,
            self.terms.windows_asked,
            {s.number: s.missed_turns for s in self.seats},
            stand_in=self._thinking_bot if self.terms.stand_in else None,
        )

    def _bot(self, decision: Decision[Any], view: SomeView) -> Any:
        """Return a bot's answer, the same one however often it is asked for.

        What has to be thought of is thought of elsewhere, as nobody may wait for the lock that this
        session holds; see `play.thinking`.
        """
        assert self.match.ask is not None
        if self.seats[decision.seat].level != Seat.Level.RANDOM:
            return self._thinking_bot(decision, view)
        label = self.match.ask.address.encode() + encode(decision)
        seed = hmac.digest(self.game.secret.key("bot"), label, "sha256")
        return decision.sample(view, Random(seed))

    def _thinking_bot(self, decision: Decision[Any], view: SomeView) -> object:
        """Return what a bot that thinks answers, in its own seat or in somebody's place; NOT_YET
        while it has to think."""
        settled = without_thinking(decision, view, self.match.view(None))
        if settled is None:
            settled = self._thought_of(decision, view)
        return NOT_YET if settled is None else settled

    def _thought_of(self, decision: Decision[Any], view: SomeView) -> Any:
        """Return what a bot has thought of for this question, if it is still possible."""
        assert self.match.ask is not None
        for address, asked in self.match.ask.items():
            if asked == decision and address in self._thoughts:
                answer, problems = decision.judge(view, self._thoughts[address])
                return None if problems else answer
        return None

    # -- ruling --------------------------------------------------------------------------------

    def run(self) -> None:
        """Rule until a person is needed, or a clock."""
        while True:
            survey = self.survey()
            if survey is None or self._full():
                return
            if offers.carry_out_agreed(self):
                continue
            if survey.stopped:
                self._stop(survey)
            elif survey.ready is not None and not self._may_change(survey.ready):
                self.rule(survey.ready)
            else:
                return

    def survey(self) -> Survey | None:
        """Look over what is asked now: what is answered, and who is still needed."""
        ask = self.match.ask
        self.thinking = ()
        if ask is None:
            return None
        expired = self.prompts.expired(ask, self.until) | self._given_up(ask)
        survey = self.finder.survey(ask, {}, expired)
        self.thinking = survey.thinking
        self._note_readings(survey)
        return survey

    def _full(self) -> bool:
        return len(self.rulings) >= MAX_RULINGS

    @property
    def more(self) -> bool:
        """Whether the session stopped only to let go of the lock."""
        survey = self.survey()
        ready = survey.ready if survey is not None and self._full() else None
        return ready is not None and not self._may_change(ready)

    def rule(self, given: Input) -> KernelRuling:
        """Rule on an input that is known to be legal."""
        ask = self.match.ask
        late = self._late(given, ask)
        ruling = self.match.apply(given, self.finder.is_quiet)
        self._keep(ruling)
        if isinstance(given, Answers) and ask is not None:
            for answer in given.given:
                self.finder.clerk.note(answer)
                self._count_miss(answer, ask)
                if answer.address in late:
                    seat = self.seats[answer.seat]
                    self.missed.append(
                        late[answer.address]._replace(
                            misses=seat.missed, standing=attendance.standing_of(seat)
                        )
                    )
                self.prompts.answer(answer, self._received(answer))
        return ruling

    def _keep(self, ruling: KernelRuling) -> None:
        self.rulings.append(ruling)
        self.saving.add_ruling(ruling, self.match)
        self._note_done(ruling)
        gone = asked_early.forget(self.match, self.seats)
        self._changed_seats.update(seat.number for seat in gone)

    def _note_done(self, ruling: KernelRuling) -> None:
        """Remember which order lines the ruling carried out."""
        for given in ruling.inputs:
            for answer in given.given if isinstance(given, Answers) else ():
                if answer.source.by == "script":
                    receipt, positions = answer.source.lines
                    self.done.update({(receipt, p): ruling.n for p in positions})

    def _note_readings(self, survey: Survey) -> None:
        """Keep for the acknowledgement how orders were read, and which were passed over."""
        for found in survey.read.values():
            receipt, positions = found.source.lines
            submission = self.submission(receipt)
            if found.source.ref in self._read or submission is None:
                continue
            self._read.add(found.source.ref)
            if found.notes:
                reports.at(submission, positions[0]).read_as = reports.read_as(found.notes)
            if found.remarks:
                reports.remark(submission, found)
                self.orders_changed()

    def _stop(self, survey: Survey) -> None:
        """Spend lines that cannot be carried out: their sender is asked, and told why."""
        for address, stop in survey.stopped.items():
            submission = self.submission(stop.receipt)
            if submission is not None:
                self.prompts.stop(address, submission.seat.number, stop.problems)
                self._spare_for_its_sender(address, submission)
                with reports.in_words_of(submission.seat):
                    reports.stop(submission, stop)
        self.orders_changed()

    def _spare_for_its_sender(self, address: str, submission: Submission) -> None:
        """Keep the turn that could not begin as written for its sender: what the same mail says of
        the turns after it must not begin it."""
        decision = self.match.ask.decision(address) if self.match.ask else None
        if decision is not None and decision.root and address not in submission.open:
            submission.open = [*submission.open, address]

    # -- missed deadlines ----------------------------------------------------------------------

    def _late(self, given: Input, ask: Ask | None) -> dict[str, Missed]:
        """Return the questions that a deadline answers now, each in its reader's words.

        To be called before the ruling, which changes the view. Silence in a window is an answer.
        """
        if not isinstance(given, Answers) or ask is None or ask.mode == "window":
            return {}
        late = {}
        for answer in given.given:
            prompt, decision = self.prompts.get(answer.address), ask.decision(answer.address)
            if answer.source.by == "deadline" and prompt is not None and decision is not None:
                view = self.match.view(answer.seat)
                with reports.in_words_of(self.seats[answer.seat]):
                    played = decision.write(view, decision.typed(answer.answer))
                    late[answer.address] = Missed(prompt, decision.prompt(view), played)
        return late

    def _given_up(self, ask: Ask) -> frozenset[str]:
        """Return the questions inside turns that a deadline began: their players were not there to
        say more."""
        begun = self._missed_turns | self._begun_before
        return frozenset(
            address
            for address, decision in ask.items()
            if (decision.seat, step_of(address)) in begun
        )

    @cached_property
    def _begun_before(self) -> frozenset[tuple[int, str]]:
        """The turns that a deadline began in an earlier session: a bot that stands in thinks
        between sessions, and plays them to their end."""
        if not self.terms.stand_in:
            return frozenset()
        numbers = {seat.pk: seat.number for seat in self.seats}
        turns = [kind.kind() for kind in self.match.ruleset.decisions if kind.root]
        rows = self.game.prompts.filter(
            answered_by="deadline", kind__in=turns, opened__gte=self.now - LONG_AGO
        )
        return frozenset((numbers[row.seat_id], step_of(row.address)) for row in rows)

    def has_written(self, seat: Seat) -> None:
        """Note that a seat's holder is there again, however little they wrote."""
        if seat.missed:
            seat.is_back()
            self._changed_seats.add(seat.number)

    def _count_miss(self, answer: Given, ask: Ask) -> None:
        """Count the deadlines a seat misses in a row: the first answer of its own ends the run."""
        seat = self.seats[answer.seat]
        decision = ask.decision(answer.address)
        asked = self.prompts.get(answer.address) is not None
        root = decision is not None and decision.root
        if answer.source.by == "deadline" and root:
            self._missed_turns.add((answer.seat, step_of(answer.address)))
        if answer.source.by == "deadline" and ask.mode != "window" and asked:
            turn = root and decision is not None and decision.clock_kind() == deadlines.TURN
            if attendance.note_miss(seat, self.now, turn=turn):
                self.gone_missing.append(seat)
        elif answer.source.by == "script" and seat.missed:
            seat.is_back()
        else:
            return
        self._changed_seats.add(seat.number)

    # -- second thoughts -----------------------------------------------------------------------

    def _received(self, answer: Given) -> datetime | None:
        """Return when the orders with this answer arrived; None if it is out of no orders."""
        if answer.source.by != "script":
            return None
        submission = self.submission(answer.source.lines.receipt)
        return submission.received if submission is not None else None

    def _may_change(self, ready: Answers) -> bool:
        """Return whether the turn that is about to begin may still be changed by its player."""
        return any(self.repents_until(answer) is not None for answer in ready.given)

    def repents_until(self, answer: Given) -> datetime | None:
        """Return until when a turn's orders wait for second thoughts; None if they need not wait.

        New orders begin the delay anew, but past the deadline they win no more time.
        """
        ask = self.match.ask
        if not self.terms.repent_minutes or ask is None:
            return None
        decision = ask.decision(answer.address)
        came = self._received(answer)
        if decision is None or not decision.root or came is None:
            return None
        if answer.source.lines.receipt in self.hurried:
            return None
        sent = [s.received for s in self.live if s.seat.number == answer.seat]
        prompt = self.prompts.get(answer.address)
        latest = came if prompt is None else max(came, prompt.due)
        until = min(max([came, *sent]), latest) + self.terms.repent
        return until if until >= self.until else None

    # -- the end of a session ------------------------------------------------------------------

    def ask_people(self) -> None:
        """Open, time and close questions, now that the session has ruled all it can."""
        survey = self.survey()
        undone = self.ledger.undone
        self.prompts.follow(self.match, survey, self.finder, undone, self.repents_until)
        if survey is not None and survey.wanted:
            self._ask_early()

    def _ask_early(self) -> None:
        """Ask what comes after what is open, so that its time runs while the table waits."""
        ask = self.match.ask
        for decision in asked_early.can_be_asked(self.match, self.seats, self.finder.clerk):
            seat = self.seats[decision.seat]
            if ask is None or self.prompts.asked_with_another(seat, ask.address, decision):
                continue
            asked_early.note(self.game, seat, decision, self.now, self.prompts.away)
            self.asked_early.append(seat)
            self._changed_seats.add(seat.number)

    def lapsed(self) -> list[Lapsed]:
        """Return the lines kept before this session that it has dropped, by submission, where their
        sender lacks something now."""
        found = []
        roots = self.finder.clerk.root_verbs
        for submission in self.live:
            kept = self._kept.get(submission.receipt, frozenset())
            dropped = [e for e in reports.dropped(submission) if e.line in kept]
            gone = reports.without_moot(submission, dropped, roots, self.match.ruleset.may_be_kept)
            if gone:
                lines = reports.lines_of(submission)
                urgent = any(
                    e.status != Status.UNUSED or lines[e.position].verb in roots for e in gone
                )
                found.append(Lapsed(submission, gone, urgent))
        return found

    def write(self) -> None:
        """Write everything the session has changed."""
        prompts = self.prompts
        with in_one_trip():
            self.save_rulings()
            self.saving.write_prompts((*prompts.closed, *prompts.open.values()), prompts.opened)
            known = list(dict.fromkeys((*self.live, *self.aside)))
            self.saving.write_submissions(known, self.answered)
            self.saving.write_seats([self.seats[n] for n in sorted(self._changed_seats)])
        if self.match.over and self.game.status == Game.Status.RUNNING:
            self.saving.write_end()
            self.over = True

    def save_rulings(self) -> None:
        """Write the rulings so far: an undo builds on rows."""
        self.saving.write_rulings(self.match)

    def append(self, entry: KernelRuling) -> None:
        """Write an entry that the match did not make, an undo, and wake the match after it."""
        self.rulings.append(entry)
        self.saving.write_branch([entry])
        self.wake()
