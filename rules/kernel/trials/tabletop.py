"""A table in memory: orders in as a player writes them, rulings out.

For rule cases, scripted games and tests. The server does the same from rows.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rules.kernel.codec import plain
from rules.kernel.decisions import Decision, Interjection, Problem
from rules.kernel.errors import Refused
from rules.kernel.match import Match
from rules.kernel.orders.asked import open_questions
from rules.kernel.orders.bundles import Bundle, anchor, placed
from rules.kernel.orders.clerk import Clerk, Standing, read_interjection
from rules.kernel.orders.hearing import heard
from rules.kernel.orders.ledger import Ledger
from rules.kernel.orders.sources import AnswerFinder, Survey, TableMode
from rules.kernel.records.history import History
from rules.kernel.records.record import Given, Input, Interject, Ruling, Source
from rules.kernel.setting import Setting
from rules.lexicon import OrderLine, read_page

COMMANDS = {"accept": ("accept",), "decline": ("decline",), "undo": ("undo",), "ask": ("ask",)}


class Trouble(NamedTuple):
    """Something a seat wrote that was not carried out, and why."""

    seat: int
    text: str
    problem: Problem


class Tabletop:
    """Plays one match from order text; keeps the whole history."""

    def __init__(
        self,
        setting: Setting,
        *,
        position: Mapping[str, Any] | None = None,
        mode: TableMode = "trust",
        asks: Iterable[int] = (),
        whole: bool = False,
    ) -> None:
        """`asks`: seats that want to be asked in windows; the others decline by policy. `whole`:
        orders are judged whole before anything is done, as at a real table; else what is legal
        is carried out up to the first fault, as after GO, which keeps rule cases short."""
        self.history = History(setting)
        self.mode = mode
        self.asks = tuple(asks)
        self.whole = whole
        self.troubles: list[Trouble] = []
        self.notes: list[str] = []
        self._late: set[str] = set()
        self._refused: set[str] = set()
        self._remarked: set[tuple[str, int]] = set()
        self._bundles: list[Bundle] = []
        self._standing: list[Standing] = []
        """First the newest mail's, as they stand in it."""
        self._new_standing = 0
        self._offers: list[tuple[Interjection, set[int]]] = []
        self._verbs = setting.ruleset.vocabulary(COMMANDS)
        self.match, ruling = Match.start(setting, position=position)
        self.history.add(ruling, self.match.snap)
        self.run()

    def send(self, seat: int, text: str) -> None:
        """Take a mail from `seat`: read its orders, and carry them out as far as they go."""
        page = read_page(text, self._verbs)
        own = self.match.ruleset.own_words(self.match.view(seat))
        asked, kept = open_questions(self.match, seat), self.match.ruleset.may_be_kept
        page = heard(asked, page, self._verbs, own, kept)
        self._new_standing = 0
        for error in page.errors:
            self._trouble(seat, error.text, Problem(error.code, error.words))
        orders = [line for line in page.lines if not self._command(seat, line)]
        if page.errors and self.whole:
            return
        if orders:
            orders = placed(self.match, seat, orders)
            step, open_ = anchor(self.match, seat, orders)
            receipt = f"M{len(self._bundles) + 1}"
            round_ = self.match.round
            go = not self.whole
            self._bundles.append(Bundle(receipt, seat, tuple(orders), step, open_, round_, go))
        self.run()
        self._report_unopened(seat, orders)

    def silence(self, seat: int) -> None:
        """Let the deadline of everything open to `seat` pass."""
        if self.match.ask is None:
            return
        self._late.update(a for a, d in self.match.ask.items() if d.seat == seat)
        self._late.add(self.match.ask.address)
        self.run()

    def answer(self, seat: int, address: str, answer: Any) -> None:
        """Give an explicit answer, as a bot does."""
        self.run({address: Given(seat, address, plain(answer), Source("player"))})

    def wanted(self, seat: int) -> list[Decision[Any]]:
        """Return the open questions that neither orders nor policies of `seat` answer."""
        if self.match.ask is None:
            return []
        needed = self._finder().survey(self.match.ask).wanted
        return [d for a, d in self.match.open_for(seat) if a in needed]

    def run(self, sealed: Mapping[str, Given] | None = None) -> list[Ruling]:
        """Rule until somebody is needed."""
        made: list[Ruling] = []
        seen: set[tuple[str, tuple[Problem, ...]]] = set()
        while self.match.ask is not None:
            finder = self._finder()
            survey = finder.survey(self.match.ask, sealed, self._late)
            known = len(seen)
            for address, stop in survey.stopped.items():
                decision = self.match.ask.decision(address)
                if decision is not None and (address, stop.problems) not in seen:
                    seen.add((address, stop.problems))
                    for problem in stop.problems:
                        self._trouble(decision.seat, stop.receipt, problem)
                    gone = (*(fault.position for fault in stop.faults), *stop.aside)
                    self._drop(stop.receipt, gone)
                    if decision.root:
                        self._spare(stop.receipt, address)
                self._refused.add(address)
            self._pass_over(survey)
            if len(seen) > known:
                continue
            if survey.ready is None:
                break
            made.append(self._apply(survey.ready, finder))
        return made

    def _finder(self) -> AnswerFinder:
        ledger = Ledger(self.history.rulings)
        clerk = Clerk(self.match, self._bundles, self._standing, ledger, self.asks)
        silent = dict.fromkeys(self.match.seats, 1)
        return AnswerFinder(
            self.match,
            clerk,
            self.mode,
            refused=self._refused,
            misses=silent,
            asks_acting=True,
        )

    def _apply(self, given: Input, finder: AnswerFinder) -> Ruling:
        head = self.history.head
        ruling = self.match.apply(given, finder.is_quiet, n=head.n + 1, prev=head.hash)
        return self.history.add(ruling, self.match.snap)

    def _drop(self, receipt: str, positions: tuple[int, ...]) -> None:
        """Take refused lines out of their bundle; the rest of it waits."""
        for i, bundle in enumerate(self._bundles):
            if bundle.receipt == receipt:
                gone = OrderLine(no=0, text="", verb="-")
                lines = tuple(
                    gone if k in positions else line for k, line in enumerate(bundle.lines)
                )
                self._bundles[i] = bundle._replace(lines=lines)

    def _spare(self, receipt: str, address: str) -> None:
        """Keep a turn that could not begin as written from what the mail says of later turns."""
        self._bundles = [
            bundle._replace(open=(*bundle.open, address)) if bundle.receipt == receipt else bundle
            for bundle in self._bundles
        ]

    def _pass_over(self, survey: Survey) -> None:
        """Take lines that a script passes over out of their bundle, and note why."""
        for address, found in survey.read.items():
            receipt, seat = found.source.lines.receipt, survey.given[address].seat
            for i, problem in found.remarks.items():
                if (receipt, i) not in self._remarked:
                    self._remarked.add((receipt, i))
                    self._trouble(seat, receipt, problem)
            self._drop(receipt, tuple(found.skipped))

    def _trouble(self, seat: int, text: str, problem: Problem) -> None:
        self.troubles.append(Trouble(seat, text, problem))

    def _report_unopened(self, seat: int, orders: list[OrderLine]) -> None:
        """Note lines that no question can take, now or in a turn they might begin."""
        root = {v for kind in self.match.ruleset.decisions if kind.root for v in kind.verbs}
        if any(line.verb in root for line in orders):
            return
        kinds = [kind for kind in self.match.ruleset.decisions if kind.ahead]
        for line in orders:
            if any(line.verb in kind.verbs and kind.may_wait(line) for kind in kinds):
                continue
            if not self._bundles[-1].step and not line.numbers:
                words = f"{line.text!r}: nothing open now takes this order."
                self._trouble(seat, line.text, Problem("not-open-now", words))

    # -- what is not an answer -----------------------------------------------------------------

    def _command(self, seat: int, line: OrderLine) -> bool:
        if line.when == "standing":
            ref = f"S{len(self._standing) + 1}"
            self._standing.insert(self._new_standing, Standing(ref, seat, line))
            self._new_standing += 1
        elif line.verb == "undo":
            self._undo(seat, line)
        elif line.verb in ("accept", "decline"):
            self._reply_to_offer(seat, line)
        else:
            what, problems = read_interjection(self.match, seat, line)
            for problem in problems:
                self._trouble(seat, line.text, problem)
            if what is None or problems:
                return bool(problems)
            self._interject_or_offer(what)
        return True

    def _undo(self, seat: int, line: OrderLine) -> None:
        try:
            self.history.undo(seat)
        except Refused as refused:
            self._trouble(seat, line.text, refused.refusals[0].problem)
            return
        self.match = self.history.wake()

    def _interject_or_offer(self, what: Interjection) -> None:
        self._offers.append((what, {what.seat}))
        self._conclude(len(self._offers))

    def _reply_to_offer(self, seat: int, line: OrderLine) -> None:
        number = int(line.rest) if line.rest.strip().isdigit() else 0
        if not 0 < number <= len(self._offers) or seat not in self._offers[number - 1][0].parties():
            words = f"There is no offer {line.rest} to you."
            self._trouble(seat, line.text, Problem("no-such-offer", words))
        elif line.verb == "accept":
            self._offers[number - 1][1].add(seat)
            self._conclude(number)

    def _conclude(self, number: int) -> None:
        what, accepted = self._offers[number - 1]
        if not accepted >= set(what.parties()) or self.match.ask is None:
            return
        given = Interject(
            self.match.ask.address, what.name(), what.seat, plain(what), Source("player")
        )
        refusals = self.match.refusals(given)
        for refusal in refusals:
            self._trouble(refusal.seat, f"offer {number}", refusal.problem)
        if not refusals:
            self._apply(given, self._finder())
