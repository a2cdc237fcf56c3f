"""Orders that answer later questions: bundles of lines, and standing orders.

A bundle is what one mail said. Its lines fall into blocks, one for the open question and one for
each coming turn. A block is judged whole before anything of it is carried out: it is read and
played in thought as far as neither luck nor hidden things are needed, and if a line is at fault
nothing of the block happens. "Used" is never a flag: a ruling's source cites the lines it took, so
an undo frees nothing by accident.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from rules.kernel.decisions import NO_REMARKS, Decision, Interjection, Problem, Reaction
from rules.kernel.events import Told
from rules.kernel.match import Match, step_of
from rules.kernel.orders.bundles import (
    Block,
    Bundle,
    Wait,
    blocks_of,
    in_order,
    positions_of,
    reaction_verbs,
    root_verbs,
    window_names,
)
from rules.kernel.orders.ledger import Ledger
from rules.kernel.orders.left_over import explained, is_in_own_turn, left_over
from rules.kernel.orders.line_groups import (
    Fault,
    blamed,
    is_meant_for,
    refusals_of,
    turn_beginnings,
    with_fallbacks,
)
from rules.kernel.orders.named_windows import windows_named, without_windows
from rules.kernel.records.record import CitedLines, Given, Source
from rules.kernel.views import SomeView
from rules.lexicon import BadGuard, LexiconError, Names, OrderLine, parse_guard

ASK = "ask"
_NO_LINE = OrderLine(0, "")
Facts = Mapping[str, bool | int | str]


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
        """Return the lines that were passed over, and why."""
        taken = self.source.lines.positions
        return {i: problem for i, problem in self.remarks.items() if i not in taken}


class Stopped(NamedTuple):
    """Lines meant for this question that cannot be carried out: the person is asked, and why.

    `aside`: lines without fault that are not carried out either: those for the same question and,
    if the block had not begun, all the others of it, as a block is carried out whole or not at all.
    """

    receipt: str
    faults: tuple[Fault, ...]
    aside: tuple[int, ...] = ()
    whole: bool = False
    """Whether nothing of the block was carried out, so that GO is an answer."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return every reason, each once."""
        return tuple(dict.fromkeys(p for fault in self.faults for p in fault.problems))


class Clerk:
    """Find the answer to a question in what its seat has sent: bundles, then standing orders."""

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
        self._judged: dict[tuple[str, Block], tuple[Fault, ...]] = {}

    @property
    def root_verbs(self) -> frozenset[str]:
        return root_verbs(tuple(self.match.ruleset.decisions))

    @property
    def reaction_verbs(self) -> frozenset[str]:
        """Return the verbs of reactions. A standing order with one is about windows: a standing
        PASS must not pass a turn."""
        return reaction_verbs(tuple(self.match.ruleset.decisions))

    @property
    def windows(self) -> Names:
        return window_names(tuple(self.match.ruleset.windows))

    def subject_now(self, verb: str) -> str:
        """Return what an order with this verb would be about if it came now."""
        return self.match.ruleset.subject(self.match.view(None), verb)

    def note(self, given: Given) -> None:
        """Remember an answer just ruled on, so that its lines are not used again."""
        if given.source.by != "script":
            return
        receipt, positions = given.source.lines
        self.ledger.used.setdefault(receipt, set()).update(positions)
        for position in positions:
            self.ledger.begun[receipt, position] = step_of(given.address)

    # -- bundles -------------------------------------------------------------------------------

    def bundled(self, address: str, decision: Decision[Any]) -> AnswerInOrders | Stopped | None:
        """Return what the newest bundle with lines for this question says; None if none has any."""
        superseded = False
        for bundle in reversed(self.bundles):
            if bundle.seat != decision.seat or bundle.receipt in self.ledger.held:
                continue
            blocks = blocks_of(bundle.lines, self.root_verbs)
            for block in in_order(blocks):
                if block.turn and not self._anchor(bundle, blocks, block) and superseded:
                    continue
                positions = self._fitting(bundle, blocks, block, address, decision)
                if not positions:
                    continue
                if (plain := self._plainly(bundle, blocks, block, positions, decision)) is not None:
                    return plain
                faults = self._foreseeable_faults(bundle, blocks, block, positions, decision)
                if faults and self._has_fallback(blocks, block):
                    continue
                if faults:
                    aside = set(positions_of(blocks, block)) - {f.position for f in faults}
                    return Stopped(bundle.receipt, faults, tuple(sorted(aside)), whole=True)
                found = self._read(bundle, positions, decision)
                begun = self._begun(bundle, blocks, block)
                if isinstance(found, Stopped) and not begun and self._has_fallback(blocks, block):
                    continue
                return found
            superseded = superseded or any(
                block.turn and bundle.lines[i].verb in decision.verbs for i, block in blocks.items()
            )
        return None

    def _plainly(
        self,
        bundle: Bundle,
        blocks: Mapping[int, Block],
        block: Block,
        positions: list[int],
        decision: Decision[Any],
    ) -> AnswerInOrders | None:
        """Return the answer of a block that is all spent on this question: nothing is left of such
        a block for a dry run to judge."""
        whole = positions_of(blocks, block)
        if decision.keeps or len(whole) < 2 or set(positions) != set(whole):
            return None
        found = self._read(bundle, positions, decision)
        if not isinstance(found, AnswerInOrders) or found.remarks:
            return None
        return found if set(found.source.lines[1]) == set(positions) else None

    def _anchor(self, bundle: Bundle, blocks: Mapping[int, Block], block: Block) -> str:
        """Return the step in which a block began, or belongs to; "" while it waits for a turn."""
        for position in positions_of(blocks, block):
            step = self.ledger.begun.get((bundle.receipt, position))
            if step:
                return step
        return "" if block.turn else bundle.step

    def _begun(self, bundle: Bundle, blocks: Mapping[int, Block], block: Block) -> bool:
        return any((bundle.receipt, i) in self.ledger.begun for i in positions_of(blocks, block))

    def _fitting(
        self,
        bundle: Bundle,
        blocks: Mapping[int, Block],
        block: Block,
        address: str,
        decision: Decision[Any],
    ) -> list[int]:
        """Return the lines of this block that may answer this question."""
        step = step_of(address)
        anchor = self._anchor(bundle, blocks, block)
        begun = self._begun(bundle, blocks, block)
        if not begun and self._sibling_begun(bundle, blocks, block):
            return []
        if anchor != step:
            kept = decision.ahead and bundle.round == self.match.round
            opening = isinstance(decision, Reaction) and self._opens_turn(decision)
            waiting = (
                not anchor
                and (decision.root or opening)
                and self._is_next(bundle, blocks, block, step, decision)
            )
            if not (kept and not block.turn) and not waiting:
                return []
            first = bundle.lines[positions_of(blocks, block)[0]]
            if waiting and decision.leaves(first):
                return []
        else:
            opening = False
        used = self.ledger.used.get(bundle.receipt, set())
        left = [
            i
            for i in positions_of(blocks, block)
            if i not in used or decision.stays(bundle.lines[i])
        ]
        fitting = [
            i
            for i in left
            if is_meant_for(bundle.lines[i], decision, address, bundle)
            and not (opening and not bundle.lines[i].rest.strip())
            and (anchor == step or block.turn or decision.may_wait(bundle.lines[i]))
        ]
        return self._without_later(bundle, left, fitting, decision)

    def _without_later(
        self, bundle: Bundle, left: Sequence[int], fitting: list[int], decision: Decision[Any]
    ) -> list[int]:
        """Return the lines for a question inside a turn without those for a later question that
        takes such lines, too: lines are carried out from top to bottom, so what stands below a line
        that is kept for later in the round is for later, too, if it can be kept."""
        if len(fitting) < 2 or decision.ahead:
            return fitting
        if self.match.ruleset.acting(self.match.view(None)) != decision.seat:
            return fitting
        kept = [i for i in left if self.match.ruleset.may_be_kept(bundle.lines[i])]
        below = [i for i in kept if i > fitting[0] and i not in fitting]
        return [i for i in fitting if not below or i < below[0] or i not in kept]

    def _opens_turn(self, decision: Reaction[Any]) -> bool:
        return decision.window in self.match.ruleset.opens_turn

    def has_turn_waiting(self, seat: int, verbs: Container[str] | None = None) -> bool:
        """Return whether orders of the seat wait for its next turn; `verbs`: for one that begins
        with one of these."""
        for bundle in self.bundles:
            if bundle.seat != seat or bundle.receipt in self.ledger.held:
                continue
            blocks = blocks_of(bundle.lines, self.root_verbs)
            for block in set(blocks.values()):
                over = self._sibling_begun(bundle, blocks, block)
                if not block.turn or over or self._anchor(bundle, blocks, block):
                    continue
                lines = (bundle.lines[i] for i in positions_of(blocks, block))
                if verbs is None or any(line.verb in verbs for line in lines):
                    return True
        return False

    def _is_next(
        self,
        bundle: Bundle,
        blocks: Mapping[int, Block],
        block: Block,
        step: str,
        decision: Decision[Any],
    ) -> bool:
        """Return whether a block that waits for a turn waits for this one: not for the turn that
        was open when it came, and not while a block before it waits for such a question too."""
        if not block.turn:
            return False
        explicit = any(bundle.lines[i].when == "next-turn" for i in positions_of(blocks, block))
        if explicit and step in {step_of(address) for address in bundle.open}:
            return False
        for before in set(blocks.values()):
            verbs = {bundle.lines[i].verb for i in positions_of(blocks, before)}
            if 0 < before.turn < block.turn and verbs.intersection(decision.verbs):
                anchors = {
                    self._anchor(bundle, blocks, b)
                    for b in set(blocks.values())
                    if b.turn == before.turn
                }
                if not anchors - {""} or step in anchors:
                    return False
        return True

    def _is_live(self, bundle: Bundle, blocks: Mapping[int, Block], block: Block) -> bool:
        """Return whether a block has a line that could still begin or has begun its turn."""
        return any(bundle.lines[i].verb in self.root_verbs for i in positions_of(blocks, block))

    def _sibling_begun(self, bundle: Bundle, blocks: Mapping[int, Block], block: Block) -> bool:
        return any(
            other.turn == block.turn and other != block and self._begun(bundle, blocks, other)
            for other in set(blocks.values())
        )

    def _has_fallback(self, blocks: Mapping[int, Block], block: Block) -> bool:
        return Block(block.turn, block.choice + 1) in blocks.values()

    def waits_for(self, bundle: Bundle, position: int) -> "Wait":
        """Return where a line that is not used yet belongs."""
        blocks = blocks_of(bundle.lines, self.root_verbs)
        block = blocks[position]
        anchor = self._anchor(bundle, blocks, block)
        line = bundle.lines[position]
        kept = self.match.ruleset.may_be_kept(line) and not block.turn
        this_round = bundle.round == self.match.round
        live = self._is_live(bundle, blocks, block)
        overtaken = not anchor and self._sibling_begun(bundle, blocks, block)
        past = kept and not this_round
        return Wait(block, anchor, live, kept and this_round, past, overtaken)

    def verbs_beside(self, verbs: Iterable[str]) -> frozenset[str]:
        """Return the verbs that begin the same kinds of turns as these do."""
        begun = set(verbs)
        kinds = [k for k in self.match.ruleset.decisions if k.root and begun & set(k.verbs)]
        return frozenset(verb for kind in kinds for verb in kind.verbs)

    def block_verbs(self, bundle: Bundle, wait: "Wait") -> frozenset[str]:
        """Return the verbs of the block in which a line stands."""
        blocks = blocks_of(bundle.lines, self.root_verbs)
        return frozenset(bundle.lines[i].verb for i in positions_of(blocks, wait.block))

    def outlook(self, bundle: Bundle, position: int) -> tuple[Problem, ...]:
        """Return why a line that waits for a turn could not begin it, if the turn were now.

        Empty where it could, or where that cannot be told: its condition may change, and the
        table may not be ready for such a question. Whether it is legal is asked only while
        somebody has that question before them.
        """
        line = bundle.lines[position]
        if line.guard or line.fallback or line.verb not in self.root_verbs:
            return ()
        kinds = [k for k in self.match.ruleset.decisions if k.root and line.verb in k.verbs]
        found = [self._outlook_of(kind, bundle.seat, line) for kind in kinds]
        return found[-1] if all(found) else ()

    def _outlook_of(
        self, kind: type[Decision[Any]], seat: int, line: OrderLine
    ) -> tuple[Problem, ...]:
        """Return why a line could not answer a question of this kind that begins a turn."""
        asked = [d for d in (self.match.ask.decisions if self.match.ask else ()) if type(d) is kind]
        view = self.match.view(seat)
        if asked:
            decision = asked[0].for_seat(seat)
            return tuple(refusals_of(decision, view, decision.read(view, [line])))
        if any(f.required and f.name != "seat" for f in msgspec.structs.fields(kind)):
            return ()
        try:
            return kind(seat).read(view, [line]).problems
        except (AssertionError, AttributeError, LookupError, ValueError):
            return ()

    # -- judged whole before anything is spent -------------------------------------------------

    def _foreseeable_faults(
        self,
        bundle: Bundle,
        blocks: Mapping[int, Block],
        block: Block,
        fitting: list[int],
        decision: Decision[Any],
    ) -> tuple[Fault, ...]:
        """Return what is wrong with a block that has not begun, as far as a dry run can see it.

        A line that stands alone is judged by the question that it answers, unless that takes it for
        an order of a later step and would do nothing.
        """
        positions = positions_of(blocks, block)
        if bundle.go or self._begun(bundle, blocks, block):
            return ()
        if len(positions) < 2 and not self._is_passed_over(bundle, fitting, decision):
            return ()
        key = (bundle.receipt, block)
        if key not in self._judged:
            lines = tuple(
                line if i in positions else _NO_LINE for i, line in enumerate(bundle.lines)
            )
            alone = bundle._replace(lines=lines, go=True)
            run = foresee(self.match.fork(), alone, self._own_standing(bundle))
            self._judged[key] = explained(self.match, alone, run.used, run.faults)
        return self._judged[key]

    def _is_passed_over(self, bundle: Bundle, fitting: list[int], decision: Decision[Any]) -> bool:
        """Return whether a question would be answered without any of the lines that fit it."""
        found = self._read(bundle, fitting, decision)
        return isinstance(found, AnswerInOrders) and not found.source.lines.positions

    def _own_standing(self, bundle: Bundle) -> list[Standing]:
        return [order for order in self.standing if order.seat == bundle.seat]

    def _read(
        self, bundle: Bundle, positions: list[int], decision: Decision[Any]
    ) -> AnswerInOrders | Stopped | None:
        view = self.match.view(decision.seat)
        lines = [(i, bundle.lines[i]) for i in positions]
        holding, misread = self._guarded(lines, view, decision)
        if misread and not decision.lenient:
            return Stopped(bundle.receipt, tuple(Fault(i, (p,)) for i, p in misread.items()))
        faults: list[Fault] = []
        alternatives = decision.root and not decision.lenient
        groups = turn_beginnings(holding, decision) if alternatives else [holding]
        if not decision.root and not decision.lenient:
            groups = with_fallbacks(holding)
        for group in groups:
            if not group:
                continue
            reading = decision.read(view, [line for _, line in group])
            wrong = refusals_of(decision, view, reading)
            if reading.answer is not None and not wrong:
                used = [group[k][0] for k in reading.used]
                source = Source.citing("script", CitedLines(bundle.receipt, tuple(used)))
                remarks = dict(misread) | {
                    group[k][0]: problem for k, problem in reading.remarks.items()
                }
                return AnswerInOrders(reading.answer, source, reading.notes, remarks)
            if wrong and reading.answer is None and reading.remarks:
                faults += [Fault(group[k][0], (problem,)) for k, problem in reading.remarks.items()]
            elif wrong:
                faults.append(blamed(decision, view, group, reading, wrong))
        if not faults:
            return None
        aside = {i for i, _ in holding} - {fault.position for fault in faults}
        return Stopped(bundle.receipt, tuple(faults), tuple(sorted(aside)))

    def _guarded(
        self, lines: list[tuple[int, OrderLine]], view: SomeView, decision: Decision[Any]
    ) -> tuple[list[tuple[int, OrderLine]], dict[int, Problem]]:
        """Return the lines whose condition holds, and those whose condition cannot be read."""
        facts = self.facts(view, decision)
        holding: list[tuple[int, OrderLine]] = []
        misread: dict[int, Problem] = {}
        for position, line in lines:
            try:
                if holds(line, facts):
                    holding.append((position, line))
            except BadGuard as error:
                misread[position] = Problem.of(error)
        return holding, misread

    def facts(self, view: SomeView, decision: Decision[Any]) -> Facts:
        facts = {**self.match.ruleset.facts(view), **decision.facts()}
        if isinstance(decision, Reaction):
            facts["window"] = decision.window
        return facts

    # -- standing orders -----------------------------------------------------------------------

    def standing_answer(self, address: str, decision: Decision[Any]) -> AnswerInOrders | None:
        """Return the standing order that answers this question: of those that fit, hold and are
        legal now, the one that says most about when it counts, so that an exception beats the rule.

        None where ASK is the exception: the seat is asked.
        """
        if (decision.seat, address) in self.ledger.undone:
            return None
        order = self.first_to_answer(address, decision)
        if order is None or order.line.verb == ASK:
            return None
        view = self.match.view(decision.seat)
        return self._answer_of(order, decision, view, self.facts(view, decision))

    def first_to_answer(self, address: str, decision: Decision[Any]) -> Standing | None:
        """Return the standing order that counts at this question, which may be ASK."""
        fitting = [o for o in self.ranked(decision.seat) if self.is_about(o, decision)]
        if not fitting:
            return None
        view = self.match.view(decision.seat)
        facts = self.facts(view, decision)
        for order in fitting:
            if order.line.verb == ASK:
                if self._holds_now(order, decision):
                    return order
            elif self._answer_of(order, decision, view, facts) is not None:
                return order
        return None

    def ranked(self, seat: int) -> list[Standing]:
        """Return a seat's standing orders as they are tried, exceptions before rules."""
        return sorted((o for o in self.standing if o.seat == seat), key=self._generality)

    def is_about(self, order: Standing, decision: Decision[Any]) -> bool:
        """Return whether a standing order may answer such a question, or has its seat asked
        there."""
        return self._fits(order, decision) or self._asks(order, decision)

    def names_a_card(self, order: Standing) -> bool:
        """Return whether something is left of the line once the windows it names are taken away."""
        return bool(without_windows(order.line, self.windows))

    def faults_of(
        self, order: Standing, decision: Decision[Any], view: SomeView
    ) -> Sequence[Problem]:
        """Return why a standing order cannot answer this question as things stand."""
        return refusals_of(decision, view, decision.read(view, [order.line]))

    def _generality(self, order: Standing) -> tuple[bool, bool]:
        """Return a rank: an order with a condition or a window comes before one for all windows, an
        order about one card before one about none. Among equals the order of the list stays."""
        line = order.line
        bound = bool(line.guard) or bool(windows_named(line, self.windows))
        about_a_card = line.verb in self.reaction_verbs and self.names_a_card(order)
        return not bound, not about_a_card

    def _asks(self, order: Standing, decision: Decision[Any]) -> bool:
        return (
            isinstance(decision, Reaction)
            and order.seat == decision.seat
            and order.line.verb == ASK
            and self._covers(order, decision)
        )

    def _fits(self, order: Standing, decision: Decision[Any]) -> bool:
        """Return whether a standing order is this seat's and about such a question."""
        if order.seat != decision.seat or order.line.verb not in decision.verbs:
            return False
        if isinstance(decision, Reaction):
            return self._covers(order, decision)
        return order.line.verb not in self.reaction_verbs and decision.may_stand(order.line)

    def _answer_of(
        self, order: Standing, decision: Decision[Any], view: SomeView, facts: Facts
    ) -> AnswerInOrders | None:
        try:
            if not holds(order.line, facts):
                return None
        except BadGuard:
            return None
        reading = decision.read(view, [order.line])
        if reading.answer is None or refusals_of(decision, view, reading):
            return None
        return AnswerInOrders(reading.answer, Source("standing", order.ref), reading.notes)

    def wants_asking(self, decision: Reaction[Any]) -> bool:
        """Return whether this seat said it wants to be asked in such windows: never from its hand.

        A rule for one card is about that card: it says neither yes nor no.
        """
        for order in self.ranked(decision.seat):
            if not self._covers(order, decision) or not self._holds_now(order, decision):
                continue
            if order.line.verb == ASK:
                return True
            if order.line.verb in decision.verbs and not self.names_a_card(order):
                return False
        return decision.seat in self._asks_by_default

    def _holds_now(self, order: Standing, decision: Decision[Any]) -> bool:
        if not order.line.guard:
            return True
        try:
            return holds(order.line, self.facts(self.match.view(order.seat), decision))
        except BadGuard:
            return False

    def _covers(self, order: Standing, decision: Reaction[Any]) -> bool:
        """Return whether a standing order is for this window; naming none means all windows."""
        named = windows_named(order.line, self.windows)
        return not named or not named.isdisjoint(decision.windows())


def holds(line: OrderLine, facts: Facts) -> bool:
    """Return whether the line's IF holds; raises BadGuard for a condition that cannot be read."""
    return not line.guard or parse_guard(line.guard).holds(dict(facts))


def read_interjection(
    match: Match, seat: int, line: OrderLine
) -> tuple[Interjection | None, list[Problem]]:
    """Read a line as an interjection and check it for its own seat; (None, []) if it is none.

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


class DryRun(NamedTuple):
    """What orders would do, as far as no dice, hidden things or other people's answers are needed.

    `used`: how each line that was used was read. `remarks`: why a line of a script would be passed
    over, or, if it is also used, carried out only in part. `whole`: up to the end of the step.
    `then`: a question of one's own that the orders lead to and leave open.
    """

    used: dict[int, tuple[str, ...]]
    remarks: dict[int, Problem]
    faults: tuple[Fault, ...]
    events: tuple[Told, ...]
    whole: bool
    then: tuple[str, Decision[Any]] | None


def foresee(
    match: Match,
    bundle: Bundle,
    standing: Sequence[Standing] = (),
    look: Callable[[Decision[Any], SomeView, Any | None], None] | None = None,
) -> DryRun:
    """Carry out a bundle in thought. `match` is spent afterwards: hand in a fork.

    `look` is shown each question of the seat on the way, and the bundle's answer to it, or None.
    """
    clerk = Clerk(match, [bundle._replace(go=True)], standing)
    under_way = is_in_own_turn(match, bundle)
    used: dict[int, tuple[str, ...]] = {}
    remarks: dict[int, Problem] = {}
    faults: list[Fault] = []
    then: list[tuple[str, Decision[Any]]] = []

    def pick(address: str, decision: Decision[Any], view: SomeView) -> Any | None:
        got = clerk.bundled(address, decision)
        if look is not None:
            look(decision, view, got.answer if isinstance(got, AnswerInOrders) else None)
        if isinstance(got, Stopped):
            faults.extend(got.faults)
            return None
        if got is not None:
            clerk.note(Given(bundle.seat, address, got.answer, got.source))
            used.update(dict.fromkeys(got.source.lines.positions, got.notes))
            remarks.update(got.remarks)
            return got.answer
        routine = _routine(clerk, address, decision, view)
        if routine is None:
            then.append((address, decision))
        return routine

    seen = match.foresee(bundle.seat, pick)
    if not faults and not seen.stopped:
        faults.extend(left_over(match.ruleset, bundle, {*used, *remarks}, under_way))
    asked = then[0] if then else None
    return DryRun(used, remarks, tuple(faults), seen.events, not seen.stopped, asked)


def _routine(clerk: Clerk, address: str, decision: Decision[Any], view: SomeView) -> Any | None:
    """Return what answers a question in a dry run where the orders say nothing."""
    stood = clerk.standing_answer(address, decision)
    if stood is not None:
        return stood.answer
    if isinstance(decision, Reaction):
        return decision.default(view)
    public = clerk.match.view(None)
    forced = decision.forced(public)
    return forced if forced is not None else decision.usual(public)
