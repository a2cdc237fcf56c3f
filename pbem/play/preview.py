"""What would become of order lines if they were sent now; nothing is changed.

The lexicon reads the lines, the clerk hands them to the open decisions, and the decisions judge
them: the same classes that rule on a mail. What follows the open question is found by a dry run
without dice, box or other seats' hands, so that a preview tells nothing a player may not know.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from pbem.orders import intake, reports, standing_orders
from pbem.orders.submissions import verbs_of
from pbem.play import loading
from pbem.play.news import lines_for
from pbem.play.places import LinesThere, MapPlace, lines_at, lines_there
from pbem.ports import MailCommand
from pbem.storage.report_field import Role, Status
from pbem.words.order_errors import in_words
from rules.kernel.decisions import Decision, Problem
from rules.kernel.forms import MANY, Form, written
from rules.kernel.match import Match
from rules.kernel.orders.bundles import Bundle, anchor, placed
from rules.kernel.orders.clerk import Clerk, foresee, read_interjection
from rules.kernel.orders.left_over import explained
from rules.kernel.orders.readers_words import deal_in_readers_words, each_in_readers_words
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import SomeView
from rules.lexicon import LexiconError, OrderLine, read_page

RECEIPT = "CHECK"
SIDES = ("attacker", "draw", "defender")
MOST_LINES = 24


class Verdict(StrEnum):
    """What would become of a line. LATER: it is kept for a later question; OUTSIDE: it is done at
    once, as a deal or command is."""

    OK = "ok"
    PARTLY = "partly"
    LATER = "later"
    REFUSED = "refused"
    OUTSIDE = "outside"
    STANDING = "standing"
    UNUSED = "unused"


class Checked(NamedTuple):
    """One line and what would become of it."""

    text: str
    status: Verdict
    words: str = ""
    rule: str = ""
    read_as: str = ""


class Next(NamedTuple):
    """A question the lines lead to and do not answer yet, and lines to answer it with."""

    prompt: str
    rule: str
    lines: tuple[str, ...]
    forms: tuple[Form, ...] = ()


class Odds(NamedTuple):
    """The chances of a battle that the lines lead to, in percent, and what is said of it."""

    place: str
    force: str
    chances: tuple[tuple[str, float], ...]
    lines: tuple[str, ...]
    doctrine: str


class LineGroup(NamedTuple):
    """Lines that begin with the same word; "" where there are so few that they stand together."""

    verb: str
    lines: tuple[str, ...]


def grouped(lines: Sequence[str]) -> tuple[LineGroup, ...]:
    """Return lines as they are easy to look through."""
    if len(lines) <= MANY:
        return (LineGroup("", tuple(lines)),) if lines else ()
    by_verb: dict[str, list[str]] = {}
    for line in lines:
        by_verb.setdefault(line.partition(" ")[0], []).append(line)
    return tuple(LineGroup(verb, tuple(found)) for verb, found in by_verb.items())


class Check(NamedTuple):
    """All lines, and what follows from them; `whole`: up to the end of the turn. `more`: lines that
    may be added, where an answer grows line by line."""

    lines: tuple[Checked, ...]
    foreseen: tuple[str, ...] = ()
    whole: bool = False
    then: Next | None = None
    there: LinesThere | None = None
    more: tuple[LineGroup, ...] = ()
    odds: Odds | None = None

    @property
    def sound(self) -> bool:
        return all(line.status != Verdict.REFUSED for line in self.lines)


def check(
    match: Match,
    seat: int,
    text: str,
    place: MapPlace | None = None,
    commands: Sequence[MailCommand] = (),
) -> Check:
    """Judge order lines as if they were sent now. `match` is used up: wake one for the purpose.

    With a `place`, the answer also says what may be done there next, after these lines.
    `commands` stood among the lines, are no orders and are carried out beside them.
    """
    ruleset = match.ruleset
    with loading.rules_at_work():
        page = intake.reread(match, seat, read_page(text, verbs_of(ruleset)))
    roles = [intake.role_of(match, seat, line) for line in page.lines]
    orders = [line for line, role in zip(page.lines, roles, strict=True) if role == Role.ORDER]
    said: dict[int, Checked] = {}
    plan = Plan(place)
    with loading.rules_at_work():
        for i, (line, role) in enumerate(zip(page.lines, roles, strict=True)):
            if role != Role.ORDER:
                said[i] = _outside(match, seat, line, role)
        more = next_lines(match, seat, orders)
        places = [i for i, role in enumerate(roles) if role == Role.ORDER]
        answers = _orders(match, seat, orders, plan)
        said.update({places[k]: checked for k, checked in answers.items()})
    entries = [(line.no, said[i]) for i, line in enumerate(page.lines)]
    entries += [(e.no, Checked(e.text, Verdict.REFUSED, in_words(e))) for e in page.errors]
    entries += [
        (c.no, Checked(c.text, Verdict.REFUSED if c.refused else Verdict.OUTSIDE, c.words))
        for c in commands
    ]
    lines = tuple(c for _, c in sorted(entries, key=lambda e: e[0]))
    there = (lines_there(place, more) if place else None) or plan.there
    shown = grouped(more) if orders else ()
    return Check(lines, plan.foreseen, plan.whole, plan.then, there, shown, plan.odds)


def next_lines(match: Match, seat: int, orders: Sequence[OrderLine]) -> list[str]:
    """Return the lines that may be added to these at the questions that are open, in the reader's
    language."""
    view, ruleset = match.view(seat), match.ruleset
    return [
        line
        for _address, decision in match.open_for(seat)
        for line in each_in_readers_words(
            ruleset, decision.next_lines(view, orders), decision, view
        )
    ]


def clicked(match: Match, seat: int, text: str, form: str, sent: Mapping[str, str]) -> str | None:
    """Return the order lines that a form gives, after these lines; None where no question that is
    open then has such a form. `match` is used up."""
    plan, verbs = Plan(None), verbs_of(match.ruleset)
    with loading.rules_at_work():
        page = intake.reread(match, seat, read_page(text, verbs))
    orders = [line for line in page.lines if intake.role_of(match, seat, line) == Role.ORDER]
    with loading.rules_at_work():
        asked = [(decision, match.view(seat)) for _address, decision in match.open_for(seat)]
        if orders:
            _orders(match, seat, orders, plan)
            asked = [plan.asked] if plan.asked else []
        for decision, view in asked:
            for one in decision.all_forms(view):
                if one.name == form:
                    lines = written(one, sent).splitlines()
                    own = each_in_readers_words(match.ruleset, lines, decision, view)
                    return "\n".join(own)
        return _deal_clicked(match, match.view(seat), form, sent)


def _deal_clicked(match: Match, view: SomeView, form: str, sent: Mapping[str, str]) -> str | None:
    """Return the line that a form for something outside of all questions gives."""
    if match.ask is None:
        return None
    for kind in match.ruleset.interjections:
        for one in kind.forms(view):
            if one.name == form:
                return deal_in_readers_words(match.ruleset, written(one, sent), kind, view)
    return None


def outside_forms(match: Match, view: SomeView) -> list[Form]:
    """Return the forms for what may be done at any time, such as deals."""
    if match.ask is None:
        return []
    return [form for kind in match.ruleset.interjections for form in kind.forms(view)]


def _outside(match: Match, seat: int, line: OrderLine, role: Role) -> Checked:
    if role == Role.STANDING:
        problem = standing_orders.problem(match, seat, line)
        return _judged(line, Verdict.STANDING, [problem] if problem else [])
    if role == Role.INTERJECTION:
        return _judged(line, Verdict.OUTSIDE, read_interjection(match, seat, line)[1])
    return _judged(line, Verdict.OUTSIDE, [])


def _judged(line: OrderLine, status: Verdict, problems: Sequence[Problem]) -> Checked:
    if not problems:
        return Checked(line.text, status, read_as=line.read_as)
    words = " ".join(map(in_words, problems))
    rules = ", ".join(dict.fromkeys(p.rule for p in problems if p.rule))
    return Checked(line.text, Verdict.REFUSED, words, rules, line.read_as)


@dataclass
class Plan:
    """What follows from the lines, as far as it was looked at."""

    place: MapPlace | None
    foreseen: tuple[str, ...] = ()
    whole: bool = False
    then: Next | None = None
    there: LinesThere | None = None
    odds: Odds | None = None
    asked: tuple[Decision[Any], SomeView] | None = None

    def look(self, decision: Decision[Any], view: SomeView) -> None:
        """Look at a question for lines about the place.

        The first question where something may be done there counts; one that the lines leave open
        comes before those they answer.
        """
        if self.place is not None and not (self.there and self.there.lines):
            found = lines_at(self.place, decision, view)
            own = each_in_readers_words(self.place.ruleset, found.lines, decision, view)
            found = found._replace(lines=tuple(own))
            self.there = found if found.lines else self.there or found


def odds_of(
    ruleset: Ruleset[Any], decision: Decision[Any], view: SomeView, answer: Any
) -> Odds | None:
    """Return the chances of the battle that an answer leads to, from what its seat may know."""
    attack = decision.attack(view, answer)
    if attack is None or not ruleset.has_odds:
        return None
    try:
        found = ruleset.odds(attack.force, attack.place, {}, view)
    except LexiconError:
        return None
    chances = tuple((side, 100 * found[side]) for side in SIDES)
    lines, doctrine = tuple(found.get("lines", ())), found.get("doctrine", "")
    return Odds(attack.place, attack.force, chances, lines, doctrine)


def _orders(match: Match, seat: int, orders: list[OrderLine], plan: Plan) -> dict[int, Checked]:
    """Judge each order as a mail would be judged: by a dry run of all of them together."""
    lines = placed(match, seat, orders)
    step, open_ = anchor(match, seat, lines)
    bundle = Bundle(RECEIPT, seat, tuple(lines), step, open_, match.round)
    answered = Plan(plan.place)
    if match.open_for(seat) and not lines:
        for _address, decision in match.open_for(seat):
            plan.look(decision, match.view(seat))
    names = match.view(seat).names
    clerk = Clerk(match, [bundle])
    left = [reports.unused(clerk, bundle, i) for i in range(len(lines))]

    def look(decision: Decision[Any], view: SomeView, answer: Any | None) -> None:
        (plan if answer is None else answered).look(decision, view)
        if answer is not None:
            plan.odds = odds_of(match.ruleset, decision, view, answer) or plan.odds

    before = match.fork()
    run = foresee(match, bundle, look=look) if match.open_for(seat) else None
    said: dict[int, Checked] = {}
    if run is not None:
        for i, notes in run.used.items():
            read_as = reports.read_as(notes) or lines[i].read_as
            said[i] = Checked(lines[i].text, Verdict.OK, read_as=read_as)
        for i, problem in run.remarks.items():
            status = Verdict.PARTLY if i in run.used else Verdict.REFUSED
            said[i] = _judged(lines[i], status, [problem])._replace(status=status)
        for fault in explained(before, bundle, run.used, run.faults):
            said[fault.position] = _judged(lines[fault.position], Verdict.REFUSED, fault.problems)
        plan.foreseen = tuple(
            line.words for line in lines_for(match.ruleset, names, seat, run.events)
        )
        plan.whole = run.whole and not run.faults
        if run.then is not None and run.used:
            decision = run.then[1]
            view = match.view(seat)
            lines_then = dict.fromkeys(decision.template(view))
            shown = each_in_readers_words(match.ruleset, lines_then, decision, view)
            template = tuple(shown[:MOST_LINES])
            forms = tuple(match.ruleset.forms(decision, view))
            plan.then = Next(decision.prompt(view), decision.rule, template, forms)
            plan.asked = decision, view
    if plan.there is None or not plan.there.lines:
        plan.there = answered.there or plan.there
    for i, line in enumerate(lines):
        said.setdefault(i, _left(line, left[i]))
    return said


def _left(line: OrderLine, became: reports.Unused) -> Checked:
    """Say of a line that answers nothing now what the report on a mail would say of it."""
    if became.problem is not None:
        return _judged(line, Verdict.REFUSED, [became.problem])
    if became.status == Status.WAITING:
        return Checked(line.text, Verdict.LATER, read_as=line.read_as)
    return Checked(line.text, Verdict.UNUSED, became.words, read_as=line.read_as)
