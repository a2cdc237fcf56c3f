"""What would become of order lines if they were sent now: read and judged, nothing changed.

The lexicon reads the lines, the clerk hands them to the open decisions, and the decisions judge
them: the same classes that rule on a mail. What lies behind the open question is foreseen by a
dry run without dice, box or foreign hands, so that a preview tells nothing a player may not know.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pbem.orders import intake, reports, standing_orders
from pbem.orders.submissions import verbs_of
from pbem.play import loading
from pbem.play.news import told_to
from pbem.play.places import There, Wanted, lines_at
from pbem.words.order_errors import told
from rules.kernel.decisions import Decision, Problem, Reaction
from rules.kernel.match import Match
from rules.kernel.orders import (
    AnswerInOrders,
    Bundle,
    Clerk,
    Ledger,
    Stopped,
    anchor,
    cited,
    read_interjection,
)
from rules.kernel.record import Given
from rules.kernel.views import AnyView
from rules.lexicon import OrderLine, read_page

RECEIPT = "CHECK"
MOST_LINES = 24


class Checked(NamedTuple):
    """One line: `status` is ok, partly, later, refused, outside, command, standing or unused."""

    text: str
    status: str
    words: str = ""
    rule: str = ""
    read_as: str = ""


class Next(NamedTuple):
    """A question the lines lead to and do not answer yet, and lines to answer it with."""

    prompt: str
    rule: str
    lines: tuple[str, ...]


class Check(NamedTuple):
    """All lines, and what can be foreseen of them; `whole`: up to the end of the turn."""

    lines: tuple[Checked, ...]
    foreseen: tuple[str, ...] = ()
    whole: bool = False
    then: Next | None = None
    there: There | None = None

    @property
    def sound(self) -> bool:
        return all(line.status != "refused" for line in self.lines)


def check(match: Match, seat: int, text: str, place: Wanted | None = None) -> Check:
    """See the module. `match` is spent afterwards: wake one for the purpose.

    With a `place`, also what may be done there next, after these lines.
    """
    ruleset = match.ruleset
    page = read_page(text, verbs_of(ruleset))
    roles = [intake.role_of(match, seat, line) for line in page.lines]
    orders = [line for line, role in zip(page.lines, roles, strict=True) if role == "order"]
    said: dict[int, Checked] = {}
    plan = Plan(place)
    with loading.rules_at_work():
        for i, (line, role) in enumerate(zip(page.lines, roles, strict=True)):
            if role != "order":
                said[i] = _outside(match, seat, line, role)
        places = [i for i, role in enumerate(roles) if role == "order"]
        answers = _orders(match, seat, orders, plan)
        said.update({places[k]: checked for k, checked in answers.items()})
    entries = [(line.no, said[i]) for i, line in enumerate(page.lines)]
    entries += [(e.no, Checked(e.text, "refused", told(e))) for e in page.errors]
    lines = tuple(c for _, c in sorted(entries, key=lambda e: e[0]))
    return Check(lines, plan.foreseen, plan.whole, plan.then, plan.there)


def _outside(match: Match, seat: int, line: OrderLine, role: str) -> Checked:
    if role == "standing":
        problem = standing_orders.problem(match, seat, line)
        return _judged(line, "standing", [problem] if problem else [])
    if role == "interjection":
        return _judged(line, "outside", read_interjection(match, seat, line)[1])
    return _judged(line, "command", [])


def _judged(line: OrderLine, status: str, problems: Sequence[Problem]) -> Checked:
    if not problems:
        return Checked(line.text, status, read_as=line.read_as)
    words = " ".join(map(told, problems))
    rules = ", ".join(dict.fromkeys(p.rule for p in problems if p.rule))
    return Checked(line.text, "refused", words, rules, line.read_as)


@dataclass
class Plan:
    """What lies behind the lines, as far as it was looked at."""

    place: Wanted | None
    foreseen: tuple[str, ...] = ()
    whole: bool = False
    then: Next | None = None
    there: There | None = None

    def look(self, decision: Decision[Any], view: AnyView) -> None:
        """At a question: the first where something may be done at the place counts, and one that
        the lines leave open before those they answer."""
        if self.place is not None and not (self.there and self.there.lines):
            found = lines_at(self.place, decision, view)
            self.there = found if found.lines else self.there or found


def _orders(match: Match, seat: int, orders: list[OrderLine], plan: Plan) -> dict[int, Checked]:
    step, open_ = anchor(match, seat, orders)
    bundle = Bundle(RECEIPT, seat, tuple(orders), step, open_)
    clerk = Clerk(match, [bundle], ledger=Ledger(()))
    said: dict[int, Checked] = {}
    answered = Plan(plan.place)
    for address, decision in match.open_for(seat):
        got = clerk.bundled(address, decision)
        _note(said, orders, got)
        (answered if isinstance(got, AnswerInOrders) else plan).look(decision, match.view(seat))
    if match.open_for(seat) and any(c.status == "ok" for c in said.values()):
        _foresee(match, seat, clerk, orders, said, plan)
    if plan.there is None or not plan.there.lines:
        plan.there = answered.there or plan.there
    for i, line in enumerate(orders):
        said.setdefault(i, Checked(line.text, "later", read_as=line.read_as))
    return said


def _note(
    said: dict[int, Checked], orders: Sequence[OrderLine], got: AnswerInOrders | Stopped | None
) -> None:
    if isinstance(got, Stopped):
        for i in got.positions:
            said[i] = _judged(orders[i], "refused", got.problems)
    elif got is not None:
        for i in cited(got.source.ref)[1]:
            read_as = reports.read_as(got.notes) or orders[i].read_as
            said[i] = Checked(orders[i].text, "ok", read_as=read_as)
        for i, problem in got.remarks.items():
            status = "refused" if i in got.skipped else "partly"
            said[i] = _judged(orders[i], status, [problem])._replace(status=status)


def _foresee(
    match: Match,
    seat: int,
    clerk: Clerk,
    orders: Sequence[OrderLine],
    said: dict[int, Checked],
    plan: Plan,
) -> None:
    """Play on in thought, with these lines alone; nobody reacts who has not said so."""
    names = match.view(seat).names

    def pick(address: str, decision: Any, view: Any) -> Any | None:
        got = clerk.bundled(address, decision)
        _note(said, orders, got)
        if isinstance(got, AnswerInOrders):
            clerk.note(Given(seat, address, got.answer, got.source))
            return got.answer
        if got is None and isinstance(decision, Reaction):
            return decision.default(view)
        if got is None:
            lines = tuple(dict.fromkeys(decision.template(view)))[:MOST_LINES]
            plan.then = Next(decision.prompt(view), decision.rule, lines)
            plan.look(decision, view)
        return None

    foresight = match.foresee(seat, pick)
    words = told_to(match.ruleset, names, seat, foresight.events)
    plan.foreseen = tuple(line.words for line in words)
    plan.whole = not foresight.stopped
