"""The questions people are asked: opened, timed, and closed as the match goes on."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from pbem.clocks import deadlines
from pbem.clocks.calendars import Span
from pbem.clocks.terms import Terms
from pbem.models import Game, Prompt, Seat
from pbem.play import asked_early
from rules.kernel.decisions import Decision, Problem, Reaction
from rules.kernel.match import Match
from rules.kernel.orders.sources import AnswerFinder, Survey
from rules.kernel.records.record import Given
from rules.kernel.table import Ask

AT_LEAST = timedelta(hours=1)
"""What was asked together with something else has this much time once its own moment comes."""
AFTER_UNDO = timedelta(hours=1)
"""After an undo a question keeps its old deadline, but never less than this."""
LONG_AGO = timedelta(days=30)
"""Before this nothing was asked that is asked together with what is asked now."""
POLICY = ("standing", "forced", "usual", "trust", "bot")
"""Sources of an answer for which nobody was asked."""


class Prompts:
    """The open questions of one game, as rows, while a session holds them.

    `opened` and `closed` are those of this session. Nothing is written here: see `saving`.
    """

    def __init__(
        self,
        game: Game,
        terms: Terms,
        seats: Sequence[Seat],
        now: datetime,
        rows: Iterable[Prompt] = (),
        away: Mapping[int, Sequence[Span]] | None = None,
        *,
        full_time: bool = False,
    ) -> None:
        """`away`: who is on vacation when, by seat, where that was read already. `full_time`:
        whoever is asked again gets all the time there is, even after an undo."""
        if away is not None:
            self.away = away
        self.game = game
        self.terms = terms
        self.seats = seats
        self.now = now
        self.full_time = full_time
        self.open: dict[str, Prompt] = {prompt.address: prompt for prompt in rows}
        self.opened: list[Prompt] = []
        self.closed: list[Prompt] = []
        self._stopped: dict[str, tuple[int, Sequence[Problem]]] = {}
        """Questions whose orders stopped in this session, each with its seat and the reasons."""
        self._run_out: dict[str, set[str]] = {}
        """By window, see `_ran_out_before`."""

    # -- questions that end ---------------------------------------------------------------------

    def get(self, address: str) -> Prompt | None:
        return self.open.get(address)

    def stop(self, address: str, seat: int, problems: Sequence[Problem]) -> None:
        """Note why the orders for a question could not be carried out: its seat is asked."""
        self._stopped[address] = (seat, problems)

    def let_go_of_reasons(self, seat: Seat) -> None:
        """Quote no more why older orders of a seat stopped: newer ones take their place.

        The seat stays asked, as nothing has answered for it yet.
        """
        for prompt in self.open.values():
            if prompt.seat_id == seat.pk and prompt.stopped is not None:
                prompt.problems = ()
        for address, (number, _problems) in self._stopped.items():
            if number == seat.number:
                self._stopped[address] = (number, ())

    def refused(self) -> set[str]:
        """Return addresses of questions for which orders could not be carried out."""
        stopped = (a for a, prompt in self.open.items() if prompt.stopped is not None)
        return {*self._stopped, *stopped}

    def expired(self, ask: Ask, until: datetime) -> frozenset[str]:
        """Return addresses whose time has run out by `until`; a window runs out for everybody at
        once."""
        late = {
            p.address
            for p in self.open.values()
            if p.due + p.grace < until and p.address in ask.addresses and p.suspended is None
        }
        if late and ask.mode == "window":
            late.update(ask.addresses, {ask.address})
        return frozenset(late | self._ran_out_before(ask))

    def _ran_out_before(self, ask: Ask) -> set[str]:
        """Return addresses of a window's questions that were asked together with an earlier one
        whose time ran out without a word from their seat: nobody is asked the same thing twice.
        None at a table of trust, where nothing is asked together."""
        if ask.mode != "window" or self.game.mode == Game.Mode.TRUST:
            return set()
        if not any(decision.subject() for decision in ask.decisions):
            return set()
        if ask.address not in self._run_out:
            since = self.now - LONG_AGO
            rows = self.game.prompts.filter(
                window=True, answered_by="deadline", opened__gte=since, state=Prompt.State.ANSWERED
            )
            silent = [
                prompt
                for prompt in {p.pk or p.address: p for p in (*rows, *self.closed)}.values()
                if prompt.window and prompt.answered_by == "deadline"
            ]
            self._run_out[ask.address] = {
                address
                for address, decision in ask.items()
                for prompt in silent
                if self.seats[decision.seat].pk == prompt.seat_id
                and address != prompt.address
                and decision.is_asked_with(address, prompt.address)
            }
        return self._run_out[ask.address]

    def answer(self, given: Given, came: datetime | None) -> None:
        """Close a question that was ruled on. `came`: when its seat's own answer arrived."""
        prompt = self.open.get(given.address)
        if prompt is not None:
            prompt.answered = came
            prompt.answered_by = given.source.by
        self.close(given.address, Prompt.State.ANSWERED)

    def close(self, address: str, state: str) -> None:
        prompt = self.open.pop(address, None)
        if prompt is not None:
            prompt.state = state
            prompt.waiting = False
            self.closed.append(prompt)

    def close_all(self) -> None:
        """Let go of every question: they were asked on a branch that is left."""
        for address in list(self.open):
            self.close(address, Prompt.State.GONE)

    # -- questions that begin -------------------------------------------------------------------

    def follow(
        self,
        match: Match,
        survey: Survey | None,
        finder: AnswerFinder,
        undone: Set[tuple[int, str]],
        changeable_until: Callable[[Given], datetime | None],
    ) -> None:
        """Bring the rows in line with what the match asks now.

        `undone`: questions, by seat and address, whose answer was taken back;
        `changeable_until`: until when an answer at hand waits for second thoughts.
        """
        ask = match.ask
        suspended = set(match.suspended)
        for address, prompt in list(self.open.items()):
            if address in suspended:
                prompt.suspended = prompt.suspended or self.now
            elif ask is None or address not in ask.addresses:
                self.close(address, Prompt.State.GONE)
        if ask is None or survey is None:
            return
        asked = {a: d for a, d in ask.items() if self._is_asked(ask, a, d, survey, finder)}
        seats = [self.seats[decision.seat] for decision in asked.values()]
        for address, decision in asked.items():
            if address not in self.open:
                self._ask(ask, address, decision, seats, match.n)
                if (decision.seat, address) in undone and not self.full_time:
                    self.open[address].due = self._due_before_undo(self.open[address])
            given = survey.given.get(address)
            prompt = self.open[address]
            prompt.repent = changeable_until(given) if given is not None else None
            self._refresh(prompt, ask, address in survey.wanted)

    def _is_asked(
        self,
        ask: Ask,
        address: str,
        decision: Decision[Any],
        survey: Survey,
        finder: AnswerFinder,
    ) -> bool:
        """Return whether a person has this question before them, answered or not.

        In a window that follows from announced wishes alone, never from what a hand could answer,
        but at a trust table.
        Once asked it stays asked, even while a bot holds the seat: a substitute may come. What
        a bot thinks about in somebody's place is not asked.
        """
        if address in self.open:
            return True
        if self.seats[decision.seat].kind != Seat.Kind.PERSON or address in survey.thinking:
            return False
        if survey.timed and isinstance(decision, Reaction):
            return finder.is_asked(ask, decision)
        given = survey.given.get(address)
        return given is None or given.source.by not in POLICY

    def _ask(
        self, ask: Ask, address: str, decision: Decision[Any], asked: Sequence[Seat], n: int
    ) -> None:
        seat = self.seats[decision.seat]
        window = ask.mode == "window"
        due = self._due(ask, address, decision, asked)
        prompt = Prompt(
            game=self.game,
            seat=seat,
            player=seat.player,
            opened_seq=n,
            address=address,
            ask_address=ask.address,
            kind=decision.kind(),
            window=window,
            opened=self.now,
            due=due,
            grace=timedelta(0) if window else self.terms.grace,
            lead=deadlines.lead_of(self.game, self.now, due),
        )
        self.open[address] = prompt
        self.opened.append(prompt)

    def _refresh(self, prompt: Prompt, ask: Ask, wanted: bool) -> None:
        prompt.ask_address = ask.address
        prompt.waiting = wanted
        prompt.due = self._resumed(prompt)
        prompt.suspended = None
        if prompt.address in self._stopped:
            _seat, prompt.problems = self._stopped[prompt.address]
        elif not wanted:
            prompt.stopped = None

    # -- when an answer is due ------------------------------------------------------------------

    @cached_property
    def away(self) -> Mapping[int, Sequence[Span]]:
        return deadlines.away_of(self.seats, self.now)

    def _asked_before(self, seat: Seat, address: str, decision: Decision[Any]) -> datetime | None:
        """Return since when the seat knows of a question that was asked together with another, or
        before its moment came."""
        early = asked_early.known_since(seat, decision.kind())
        return early if early is not None else self.asked_with_another(seat, address, decision)

    def asked_with_another(
        self, seat: Seat, address: str, decision: Decision[Any]
    ) -> datetime | None:
        """Return since when the seat knows of a question that was asked together with another."""
        if not decision.subject():
            return None
        rows = self.game.prompts.filter(seat=seat, opened__gte=self.now - LONG_AGO)
        known = [
            (row.address, row.opened) for row in (*rows, *self.closed) if row.seat_id == seat.pk
        ]
        times = [at for other, at in known if decision.is_asked_with(address, other)]
        return min(times, default=None)

    def _due(
        self, ask: Ask, address: str, decision: Decision[Any], asked: Sequence[Seat]
    ) -> datetime:
        """Return when an answer is due: a window has one hour for all, also those asked in it
        later."""
        kind = decision.clock_kind()
        if ask.mode != "window":
            seat = self.seats[decision.seat]
            away = self.away.get(seat.pk, ())
            due = deadlines.due_at(self.game, seat, kind, self.now, away)
            since = self._asked_before(seat, address, decision)
            if since is None:
                return due
            early = deadlines.due_at(self.game, seat, kind, since, away)
            least = deadlines.first_allowed(self.game, seat, self.now + AT_LEAST, away)
            return min(due, max(early, least))
        shuts = [self._resumed(self.open[a]) for a in ask.addresses if a in self.open]
        if shuts:
            return min(shuts)
        return deadlines.window_due(self.game, asked, kind, self.now, self.away)

    def _resumed(self, prompt: Prompt) -> datetime:
        """Return the deadline of a question, moved by as long as something stood in front of it."""
        if prompt.suspended is None:
            return prompt.due
        due = prompt.due + (self.now - prompt.suspended)
        if prompt.window:
            return deadlines.first_allowed(self.game, None, due)
        away = self.away.get(prompt.seat_id, ())
        seat = next(seat for seat in self.seats if seat.pk == prompt.seat_id)
        return deadlines.first_allowed(self.game, seat, due, away)

    def _due_before_undo(self, prompt: Prompt) -> datetime:
        """Return the deadline the question had before: taking back must not be a way to win
        time."""
        before = self.game.prompts.filter(address=prompt.address, seat=prompt.seat)
        due = before.order_by("-pk").values_list("due", flat=True).first()
        if due is None:
            return prompt.due
        seat = None if prompt.window else prompt.seat
        return deadlines.first_allowed(self.game, seat, max(due, self.now + AFTER_UNDO))
