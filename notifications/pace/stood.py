"""What was written ahead and still stood when its moment came, as the reports of orders say."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from pbem.models import Submission
from pbem.orders import reports
from pbem.storage.report_field import ReportLine, Status
from rules.kernel.orders.bundles import blocks_of
from rules.kernel.orders.clerk import Clerk
from rules.kernel.ruleset import Ruleset
from rules.lexicon import OrderLine

FIRST: Final = "as written"
FALLBACK: Final = "by a fallback"
REFUSED: Final = "not legal any more"
Stood = Counter[tuple[str, str]]
"""How often what was written ahead for a kind of question came to what."""


def stood(ruleset: Ruleset[Any], clerk: Clerk, submissions: Iterable[Submission]) -> Stood:
    """Count the plans whose moment came: a turn's plans count as one, and so does a line kept for
    the round with its fallbacks. What was replaced before its moment counts for nothing."""
    found: Stood = Counter()
    for submission in submissions:
        lines = reports.lines_of(submission)
        plans: dict[tuple[str, int], list[tuple[bool, ReportLine]]] = {}
        for kind, unit, first, e in _ahead(ruleset, clerk, submission, lines):
            plans.setdefault((kind, unit), []).append((first, e))
        for (kind, _unit), plan in plans.items():
            if became := _became(plan):
                found[kind, became] += 1
    return found


def _ahead(
    ruleset: Ruleset[Any], clerk: Clerk, submission: Submission, lines: list[OrderLine]
) -> Iterator[tuple[str, int, bool, ReportLine]]:
    """Yield the lines that were written ahead: for what, in which plan, and whether they are its
    first choice."""
    blocks = blocks_of(lines, clerk.root_verbs)
    turns = {
        block.turn: _turn_kind(ruleset, lines[i])
        for i, block in reversed(blocks.items())
        if block.turn and lines[i].verb in clerk.root_verbs
    }
    for e in reports.orders(submission):
        line, block = lines[e.position], blocks.get(e.position)
        if block is not None and block.turn:
            is_first = block.choice == 0 and line.fallback != "order"
            yield turns.get(block.turn, "turn"), block.turn, is_first, e
        elif line.when == "now" and ruleset.may_be_kept(line):
            unit = -1 - reports.choice_of(lines, e.position)
            kind = line.guard.partition("=")[0].strip() or line.verb
            yield kind, unit, line.fallback != "order", e


def _turn_kind(ruleset: Ruleset[Any], line: OrderLine) -> str:
    """Return what a line that begins a turn is: a turn of many kinds, else its verb, such as
    pick."""
    kinds = (kind for kind in ruleset.decisions if kind.root and line.verb in kind.verbs)
    return "turn" if any(kind.begins_turn() for kind in kinds) else line.verb


def _became(plan: list[tuple[bool, ReportLine]]) -> str:
    """Return what a plan came to; "" where its moment did not come."""
    if any(e.status == Status.DONE for first, e in plan if first):
        return FIRST
    if any(e.status == Status.DONE for _first, e in plan):
        return FALLBACK
    if any(e.status in (Status.REFUSED, Status.ASIDE) for _first, e in plan):
        return REFUSED
    return ""
