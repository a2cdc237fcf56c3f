"""What seats have written ahead: orders that wait for a turn or for a later question, and how they
stand now."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from msgspec import structs

from pbem.models import Submission
from pbem.orders import reports
from pbem.storage.report_field import ReportLine, Status
from pbem.words.order_errors import in_words
from rules.kernel.decisions import Decision
from rules.kernel.match import Match
from rules.kernel.orders.bundles import Bundle
from rules.kernel.orders.clerk import Clerk
from rules.kernel.orders.line_groups import refusals_of
from rules.kernel.orders.readers_words import each_in_readers_words
from rules.kernel.views import SomeView
from rules.lexicon import LexiconError, OrderLine, fold

THIS_ROUND: Final = -1
"""In place of a turn: the line waits for a question later in this round."""


class Ahead(NamedTuple):
    """A line that waits: for the `turn`th turn from now, as the `choice`th choice for it, both from
    0. `outlook`: how it stands now, for a line that begins a turn or answers alone; `legal`:
    whether it could be carried out, as far as can be told. `receipt`: of the orders it is in."""

    turn: int
    choice: int
    text: str
    outlook: str
    legal: bool = True
    receipt: str = ""


def written(match: Match, submissions: Sequence[Submission]) -> list[Ahead]:
    """Return what one seat has written ahead: for this round, then the next turn first.

    `submissions`: those of the seat that are in force, oldest first.
    """
    found: list[Ahead] = []
    for submission in submissions:
        bundled = reports.bundle(submission)
        clerk = Clerk(match, [bundled])
        lines = reports.lines_of(submission)
        done = (e.position for e in reports.orders(submission) if e.status == Status.DONE)
        served = {reports.choice_of(lines, position) for position in done}
        for e in reports.orders(submission):
            stood_in = reports.choice_of(lines, e.position) in served
            if e.status == Status.WAITING and not stood_in:
                one = _waiting(clerk, bundled, lines[e.position], e)
                found += [] if one is None else [one._replace(receipt=submission.receipt)]
    return sorted(found, key=lambda one: (one.turn, one.choice))


def _waiting(clerk: Clerk, bundled: Bundle, line: OrderLine, e: ReportLine) -> Ahead | None:
    """Return a line that waits for a turn or for this round; None for one that was carried out but
    for second thoughts, or is sealed."""
    wait = clerk.waits_for(bundled, e.position)
    if line.when == "now":
        if not wait.kept_for_round:
            return None
        why = _why_not(clerk.match, bundled.seat, line)
        return Ahead(THIS_ROUND, 0, line.text, _outlook(line, why), not why)
    if line.when not in ("turn", "next-turn"):
        return None
    begins = line.verb in clerk.root_verbs
    problems = clerk.outlook(bundled, e.position) if begins else ()
    why = " ".join(map(in_words, problems))
    outlook = _outlook(line, why) if begins else ""
    return Ahead(wait.block.turn - 1, wait.block.choice, line.text, outlook, not why)


def _why_not(match: Match, seat: int, line: OrderLine) -> str:
    """Return why a line kept for the round would be refused if its question came now; "" where it
    would not, or where the question cannot be put yet."""
    view = match.view(seat)
    for decision in match.ruleset.may_be_asked(view):
        if not is_for(line, decision):
            continue
        alone = structs.replace(line, guard="", fallback="")
        try:
            problems = refusals_of(decision, view, decision.read(view, [alone]))
        except LexiconError:
            continue
        return " ".join(map(in_words, problems))
    return ""


def is_for(line: OrderLine, decision: Decision[Any]) -> bool:
    """Return whether a line is for this question, of several alike the one it names."""
    facts = decision.facts()
    waits = line.when == "now" or decision.root
    return (
        waits
        and line.verb in decision.verbs
        and all(fold(str(value)) in fold(line.guard) for value in facts.values())
    )


def waiting_lines(submissions: Sequence[Submission]) -> list[OrderLine]:
    """Return the lines of one seat that wait for a question of this round or for a turn."""
    found: list[OrderLine] = []
    for submission in submissions:
        lines = reports.lines_of(submission)
        waiting = (e for e in reports.orders(submission) if e.status == Status.WAITING)
        found += [lines[e.position] for e in waiting]
    return found


class Plan(NamedTuple):
    """The lines of one plan in words, below a heading that says what it is for."""

    heading: str
    words: str


def plans(written: Sequence[Ahead]) -> list[Plan]:
    """Return what is written ahead in words, a plan each.

    The first plan that is left is for the next turn, whatever turns were before it in its mail.
    """
    found: list[Plan] = []
    before = THIS_ROUND - 1
    for (turn, _choice), group in groupby(written, lambda one: (one.turn, one.choice)):
        found.append(Plan(_heading(turn, before), _in_words(list(group))))
        before = turn
    return found


def _heading(turn: int, before: int) -> str:
    """Return what a plan is for; `before`: for which turn the plan above it is."""
    if turn == THIS_ROUND:
        return _("Later in this round:")
    if turn == before:
        return _("Or, if that is not legal:")
    return _("Your next turn:") if before < 0 else _("Your turn after that:")


def _in_words(plan: Sequence[Ahead]) -> str:
    """Return the lines of one plan. Where each answers alone, as fallbacks do, it is said only of
    those that could not be carried out; else how the plan begins."""
    begins = [one for one in plan if one.outlook]
    told = "; ".join(
        one.text if one.legal or len(begins) == 1 else f"{one.text} ({one.outlook})" for one in plan
    )
    if not begins or (len(begins) > 1 and not all(one.legal for one in begins)):
        return told
    return f"{told} … {begins[0].outlook}"


class ToAnswer(NamedTuple):
    """What a seat may be asked in this round: an order for each question, and the order that gives
    the least answer to all that hang on the turns of others; "" where none does."""

    lines: tuple[str, ...]
    least: str

    @property
    def standing(self) -> str:
        """The least answer as a standing order."""
        return f"STANDING: {self.least}" if self.least else ""


def may_be_asked(
    match: Match,
    view: SomeView,
    kept: Sequence[OrderLine],
    open_: Sequence[Decision[Any]] = (),
    *,
    whole: bool = True,
) -> ToAnswer:
    """Return what others may ask the viewer in this round and no line in `kept` answers, in the
    reader's words.

    `open_`: what is asked already. Without `whole` only what comes in any case is listed, and not
    what hangs on the turns of others, unless something of that sort is asked.
    """
    lines: list[str] = []
    least = ""
    known = {type(decision) for decision in open_}
    whole = whole or any(decision.ahead and decision.facts() for decision in open_)
    for decision in match.ruleset.may_be_asked(view):
        if type(decision) in known or any(is_for(line, decision) for line in kept):
            continue
        facts = decision.facts()
        own = partial(each_in_readers_words, match.ruleset, decision=decision, view=view)
        if not facts:
            lines += own(decision.write_ahead(view, decision.default(view)).splitlines())
        elif whole:
            skip = decision.write(view, decision.default(view))
            order = next((line for line in decision.template(view) if line != skip), skip)
            condition = " AND ".join(f"{name} = {value}" for name, value in facts.items())
            [order, least] = own([f"{order} IF {condition}", skip])
            lines.append(order)
    return ToAnswer(tuple(lines), least)


SOON: Final = 2
"""How many turns before their own people are told that they are next."""


def seats_before(match: Match, view: SomeView) -> list[int] | None:
    """Return the seats that take turns before the viewer, who is among those that do; None for
    whoever has none to come."""
    order = list(match.ruleset.turn_order(match.view(None)))
    if match.ask is None or view.seat is None or view.seat not in order:
        return None
    return order[: order.index(view.seat)]


def _outlook(line: OrderLine, why: str) -> str:
    if why:
        return _("would be refused now: %(why)s") % {"why": why}
    if line.guard and line.when != "now":
        return _("its condition is looked at when your turn comes")
    return _("legal as things stand")
