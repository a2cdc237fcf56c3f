"""Which lines of a mail answer a question together, and which of them is at fault."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.orders.bundles import Bundle
from rules.kernel.speech import _
from rules.kernel.views import SomeView
from rules.lexicon import OrderLine


class Fault(NamedTuple):
    """One line that cannot be carried out, and why."""

    position: int
    problems: tuple[Problem, ...]


def turn_beginnings(
    lines: Sequence[tuple[int, OrderLine]], decision: Decision[Any]
) -> list[list[tuple[int, OrderLine]]]:
    """Return what may begin a turn: the first line, with those below it that are read as one with
    the first, then each line marked as its fallback. Later lines are for later questions."""
    groups: list[list[tuple[int, OrderLine]]] = []
    for item in lines:
        line = item[1]
        if not groups or line.fallback == "order":
            groups.append([item])
        elif (
            line.verb in decision.adds_up
            and len(groups) == 1
            and groups[0][-1][1].verb == line.verb
        ):
            groups[0].append(item)
        else:
            break
    return groups


def with_fallbacks(
    lines: Sequence[tuple[int, OrderLine]],
) -> list[list[tuple[int, OrderLine]]]:
    """Return the lines for a question inside a turn: those up to the first OR, then those of each
    OR."""
    groups: list[list[tuple[int, OrderLine]]] = [[]]
    for item in lines:
        if item[1].fallback == "order" and groups[-1]:
            groups.append([])
        groups[-1].append(item)
    return groups


def blamed(
    decision: Decision[Any],
    view: SomeView,
    group: Sequence[tuple[int, OrderLine]],
    reading: Reading[Any],
    wrong: Sequence[Problem],
) -> Fault:
    """Return the first line with which the problem begins; if that is unclear, the first of all."""
    codes = {problem.code for problem in wrong}
    for end in range(1, len(group) + 1):
        part = decision.read(view, [line for _, line in group[:end]])
        if codes & {problem.code for problem in refusals_of(decision, view, part)}:
            return Fault(group[end - 1][0], tuple(wrong))
    guilty = reading.used[0] if reading.used else 0
    return Fault(group[guilty][0], tuple(wrong))


def left_over_problem(begins_turn: bool) -> Problem:
    """Return why a line of a turn is not carried out: the turn is over without it."""
    words = (
        _(
            "Your turn is over before this line. For a turn after it write NEXT TURN: before the "
            "line; if it is a fallback, write OR."
        )
        if begins_turn
        else _("The turn would be over without using this line. Is a line before it missing?")
    )
    return Problem("left-over", words)


def is_meant_for(line: OrderLine, decision: Decision[Any], address: str, bundle: Bundle) -> bool:
    """Return whether a line is for this question: by its number, its subject, or its verb."""
    if line.numbers:
        return bundle.open == (address,)
    if line.about and line.about != decision.subject():
        return False
    return line.verb in decision.verbs


def refusals_of(decision: Decision[Any], view: SomeView, reading: Reading[Any]) -> list[Problem]:
    """Return why what was read is no legal answer; empty if it is one."""
    if reading.problems or reading.answer is None:
        return list(reading.problems)
    return decision.judge(view, reading.answer)[1]
