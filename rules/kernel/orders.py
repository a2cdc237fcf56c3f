"""Orders that answer later questions: bundles of lines, and standing orders.

A bundle is what one mail said. It is anchored to one step: until begun it answers only a root
question, afterwards each question of that step takes the lines with its verbs. "Used" is never a
flag: a ruling's source cites the lines it took, so an undo frees nothing by accident.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from rules.kernel.decisions import NO_REMARKS, Decision, Interjection, Problem, Reaction, Reading
from rules.kernel.match import Match, step_of
from rules.kernel.record import Answers, Given, Ruling, Source
from rules.kernel.views import AnyView
from rules.lexicon import BadGuard, LexiconError, Names, OrderLine, parse_guard

ASK = "ask"
Facts = Mapping[str, bool | int | str]


class Bundle(NamedTuple):
    """The orders of one mail by one seat.

    `step`: where the seat had a fitting question open when it came, or "" (it waits for the
    seat's next root question). `open`: the addresses open to it then; a bare number answers
    only those.
    """

    receipt: str
    seat: int
    lines: tuple[OrderLine, ...]
    step: str = ""
    open: tuple[str, ...] = ()


class Standing(NamedTuple):
    """An order that answers every question it fits, until withdrawn."""

    ref: str
    seat: int
    line: OrderLine


class AnswerInOrders(NamedTuple):
    """An answer out of somebody's orders, and the lines it cites.

    `remarks`, by a line's position in the bundle: why the line was passed over or, if it is cited,
    why it was carried out only in part.
    """

    answer: Any
    source: Source
    notes: tuple[str, ...] = ()
    remarks: Mapping[int, Problem] = NO_REMARKS

    @property
    def skipped(self) -> dict[int, Problem]:
        """The lines that were passed over, and why."""
        taken = cited(self.source.ref)[1]
        return {i: problem for i, problem in self.remarks.items() if i not in taken}


class Stopped(NamedTuple):
    """Lines meant for this question that cannot be carried out: the person is asked, and why."""

    receipt: str
    positions: tuple[int, ...]
    problems: tuple[Problem, ...]


def citation(receipt: str, positions: Iterable[int]) -> str:
    """`K7Q2:1,3`: the lines of a submission, counted from 1."""
    return f"{receipt}:{','.join(str(p + 1) for p in positions)}"


def cited(ref: str) -> tuple[str, tuple[int, ...]]:
    receipt, _, numbers = ref.partition(":")
    return receipt, tuple(int(n) - 1 for n in numbers.split(",") if n)


class Ledger:
    """Which lines the record has used, where bundles began, and what was undone."""

    def __init__(self, rulings: Sequence[Ruling]) -> None:
        """`rulings`: all of the match that still matter, live and dead, in order."""
        self.used: dict[str, set[int]] = {}
        self.begun: dict[tuple[str, int], str] = {}
        self.undone: set[tuple[int, str]] = set()
        dead: dict[str, set[int]] = {}
        live = _live(rulings)
        for ruling in rulings:
            for given in _answers(ruling):
                if ruling.n not in live:
                    self.undone.add((given.seat, given.address))
                if given.source.by != "script":
                    continue
                receipt, positions = cited(given.source.ref)
                if ruling.n in live:
                    self.used.setdefault(receipt, set()).update(positions)
                    for position in positions:
                        self.begun[receipt, position] = step_of(given.address)
                else:
                    dead.setdefault(receipt, set()).update(positions)
        self.held = {
            receipt for receipt, lines in dead.items() if lines - self.used.get(receipt, set())
        }


def _live(rulings: Sequence[Ruling]) -> set[int]:
    parents = {r.n: r.parent for r in rulings}
    live: set[int] = set()
    at = rulings[-1].n if rulings else 0
    while at in parents:
        live.add(at)
        at = parents[at]
    return live


def _answers(ruling: Ruling) -> Iterable[Given]:
    for given in ruling.inputs:
        if isinstance(given, Answers):
            yield from given.given


class Clerk:
    """Finds the answer to a question in what its seat has sent: bundles, then standing orders."""

    def __init__(
        self,
        match: Match,
        bundles: Sequence[Bundle] = (),
        standing: Sequence[Standing] = (),
        ledger: Ledger | None = None,
        asks_by_default: Iterable[int] = (),
    ) -> None:
        """`bundles` oldest first; `asks_by_default`: seats that want to be asked in windows."""
        self.match = match
        self.bundles = list(bundles)
        self.standing = list(standing)
        self.ledger = ledger or Ledger(())
        self._asks_by_default = frozenset(asks_by_default)

    @cached_property
    def root_verbs(self) -> frozenset[str]:
        kinds = self.match.ruleset.decisions
        return frozenset(verb for kind in kinds if kind.root for verb in kind.verbs)

    @cached_property
    def reaction_verbs(self) -> frozenset[str]:
        """A standing order with such a verb is about windows: PASS must not pass a turn."""
        kinds = [k for k in self.match.ruleset.decisions if issubclass(k, Reaction)]
        return frozenset(verb for kind in kinds for verb in kind.verbs)

    @cached_property
    def windows(self) -> Names:
        return Names({name: (name,) for name in self.match.ruleset.windows}, kind="window")

    def note(self, given: Given) -> None:
        """Remember an answer just ruled on, so that its lines are not used again."""
        if given.source.by != "script":
            return
        receipt, positions = cited(given.source.ref)
        self.ledger.used.setdefault(receipt, set()).update(positions)
        for position in positions:
            self.ledger.begun[receipt, position] = step_of(given.address)

    # -- bundles -------------------------------------------------------------------------------

    def bundled(self, address: str, decision: Decision[Any]) -> AnswerInOrders | Stopped | None:
        """The newest bundle with lines for this question decides it."""
        superseded: set[str] = set()
        for bundle in reversed(self.bundles):
            if bundle.seat != decision.seat or bundle.receipt in self.ledger.held:
                continue
            for when in ("now", "next-turn"):
                anchor = self._anchor(bundle, when)
                if not anchor and when in superseded:
                    continue
                positions = self._fitting(bundle, when, anchor, address, decision)
                if positions:
                    return self._read(bundle, positions, decision)
                if self._begins_turn(bundle, when):
                    superseded.add(when)
        return None

    def _anchor(self, bundle: Bundle, when: str) -> str:
        for position, line in enumerate(bundle.lines):
            step = self.ledger.begun.get((bundle.receipt, position))
            if step and line.when == when:
                return step
        return bundle.step if when == "now" else ""

    def _begins_turn(self, bundle: Bundle, when: str) -> bool:
        unanchored = when == "next-turn" or not bundle.step
        return unanchored and any(
            line.when == when and line.verb in self.root_verbs for line in bundle.lines
        )

    def _fitting(
        self, bundle: Bundle, when: str, anchor: str, address: str, decision: Decision[Any]
    ) -> list[int]:
        step = step_of(address)
        if anchor and anchor != step:
            return []
        if not anchor and (not decision.root or (when == "next-turn" and step == bundle.step)):
            return []
        used = self.ledger.used.get(bundle.receipt, set())
        return [
            i
            for i, line in enumerate(bundle.lines)
            if line.when == when
            and (i not in used or _stays(line, decision))
            and _meant_for(line, decision, address, bundle)
        ]

    def _read(
        self, bundle: Bundle, positions: list[int], decision: Decision[Any]
    ) -> AnswerInOrders | Stopped | None:
        view = self.match.view(decision.seat)
        lines = [(i, bundle.lines[i]) for i in positions]
        holding, misread = self._guarded(lines, view, decision)
        problems = list(misread.values())
        whole = decision.skips or not decision.root
        groups = [holding] if holding and whole else _by_order(decision, holding)
        for group in groups:
            reading = decision.read(view, [line for _, line in group])
            wrong = _wrong(decision, view, reading)
            if reading.answer is not None and not wrong:
                used = [group[k][0] for k in reading.used]
                source = Source("script", citation(bundle.receipt, used))
                remarks = dict(misread) if decision.skips else {}
                remarks |= {group[k][0]: problem for k, problem in reading.remarks.items()}
                return AnswerInOrders(reading.answer, source, reading.notes, remarks)
            problems += wrong
        if problems:
            return Stopped(bundle.receipt, tuple(positions), tuple(problems))
        return None

    def _guarded(
        self, lines: list[tuple[int, OrderLine]], view: AnyView, decision: Decision[Any]
    ) -> tuple[list[tuple[int, OrderLine]], dict[int, Problem]]:
        """The lines whose condition holds, and those whose condition nobody knows."""
        facts = self.facts(view, decision)
        holding: list[tuple[int, OrderLine]] = []
        misread: dict[int, Problem] = {}
        for item in lines:
            try:
                if holds(item[1], facts):
                    holding.append(item)
            except BadGuard as error:
                misread[item[0]] = Problem.of(error)
        return holding, misread

    def facts(self, view: AnyView, decision: Decision[Any]) -> Facts:
        facts = dict(self.match.ruleset.facts(view))
        if isinstance(decision, Reaction):
            facts["window"] = decision.window
        return facts

    # -- standing orders -----------------------------------------------------------------------

    def stood(self, address: str, decision: Decision[Any]) -> AnswerInOrders | None:
        """The first standing order that fits, holds and is legal now."""
        if (decision.seat, address) in self.ledger.undone:
            return None
        fitting = [order for order in self.standing if self._fits(order, decision)]
        if not fitting:
            return None
        view = self.match.view(decision.seat)
        facts = self.facts(view, decision)
        found = (self._stood(order, decision, view, facts) for order in fitting)
        return next((one for one in found if one is not None), None)

    def _fits(self, order: Standing, decision: Decision[Any]) -> bool:
        """Whether it is this seat's and about such a question."""
        if order.seat != decision.seat or order.line.verb not in decision.verbs:
            return False
        if isinstance(decision, Reaction):
            return self._covers(order, decision.window)
        return order.line.verb not in self.reaction_verbs

    def _stood(
        self, order: Standing, decision: Decision[Any], view: AnyView, facts: Facts
    ) -> AnswerInOrders | None:
        try:
            if not holds(order.line, facts):
                return None
        except BadGuard:
            return None
        reading = decision.read(view, [order.line])
        if reading.answer is None or _wrong(decision, view, reading):
            return None
        return AnswerInOrders(reading.answer, Source("standing", order.ref), reading.notes)

    def wants_asking(self, decision: Reaction[Any]) -> bool:
        """Whether this seat said it wants to be asked in such windows: never from its hand."""
        for order in self.standing:
            if order.seat == decision.seat and self._covers(order, decision.window):
                if order.line.verb == ASK:
                    return True
                if order.line.verb in decision.verbs:
                    return False
        return decision.seat in self._asks_by_default

    def _covers(self, order: Standing, window: str) -> bool:
        """A standing order that names windows is for those; one that names none is for all."""
        named = windows_named(order.line, self.windows)
        return not named or window in named


def windows_named(line: OrderLine, windows: Names) -> set[str]:
    words = line.rest.replace(",", " ").split()
    named: set[str] = set()
    at = 0
    while at < len(words):
        match = windows.longest_at(words, at)
        if match is None:
            at += 1
        else:
            named.add(match[0].id)
            at = match[1]
    return named


def holds(line: OrderLine, facts: Facts) -> bool:
    """Whether the line's IF holds; raises BadGuard for a condition nobody knows."""
    return not line.guard or parse_guard(line.guard).holds(dict(facts))


def read_interjection(
    match: Match, seat: int, line: OrderLine
) -> tuple[Interjection | None, list[Problem]]:
    """What a line asks for outside the decisions, checked for its own seat; (None, []) if nothing.

    A verb may belong to a decision and an interjection alike: an open decision has it first.
    """
    if any(line.verb in decision.verbs for _, decision in match.open_for(seat)):
        return None, []
    view = match.view(seat)
    for kind in match.ruleset.interjections:
        if line.verb in kind.verbs:
            try:
                what = kind.read_order(view, line)
            except LexiconError as error:
                return None, [Problem.of(error)]
            return what, what.problems(view)
    return None, []


def anchor(match: Match, seat: int, lines: Sequence[OrderLine]) -> tuple[str, tuple[str, ...]]:
    """Where orders that come now belong: the step of a question they fit, and what is open."""
    mine = match.open_for(seat)
    addresses = tuple(address for address, _ in mine)
    for address, decision in mine:
        for line in lines:
            if line.when == "now" and (line.numbers or line.verb in decision.verbs):
                return step_of(address), addresses
    return "", addresses


def _by_order(
    decision: Decision[Any], lines: list[tuple[int, OrderLine]]
) -> list[list[tuple[int, OrderLine]]]:
    """One group for each line, with the lines straight after it that add up to one order."""
    groups = []
    for start, (_position, line) in enumerate(lines):
        end = start + 1
        while (
            end < len(lines) and line.verb in decision.adds_up and lines[end][1].verb == line.verb
        ):
            end += 1
        groups.append(lines[start:end])
    return groups


def _stays(line: OrderLine, decision: Decision[Any]) -> bool:
    return decision.stays(line)


def _meant_for(line: OrderLine, decision: Decision[Any], address: str, bundle: Bundle) -> bool:
    if line.numbers:
        return bundle.open == (address,)
    return line.verb in decision.verbs


def _wrong(decision: Decision[Any], view: AnyView, reading: Reading[Any]) -> list[Problem]:
    if reading.problems or reading.answer is None:
        return list(reading.problems)
    return decision.judge(view, reading.answer)[1]
