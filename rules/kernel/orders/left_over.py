"""Lines of a turn that the turn, played to its end, does not use, and why it does not."""

from collections.abc import Iterable, Sequence
from typing import Any

from rules.kernel.decisions import Decision, Problem
from rules.kernel.match import Match
from rules.kernel.orders.bundles import Bundle, reaction_verbs, root_verbs
from rules.kernel.orders.line_groups import Fault, left_over_problem, refusals_of
from rules.kernel.ruleset import Ruleset
from rules.lexicon import OrderLine


def is_in_own_turn(match: Match, bundle: Bundle) -> bool:
    """Return whether orders came in a turn of their seat that had begun before them."""
    open_now = match.ask.decisions if match.ask else ()
    if any(decision.root for decision in open_now) or bundle.step != match.step:
        return False
    return match.ruleset.acting(match.view(None)) == bundle.seat


def left_over(
    ruleset: Ruleset[Any], bundle: Bundle, used: Iterable[int], under_way: bool
) -> list[Fault]:
    """Return the lines for a turn that this turn, played to its end, did not use; `under_way`: it
    had begun before these lines."""
    used = set(used)
    begins = root_verbs(tuple(ruleset.decisions))
    if not under_way and not any(bundle.lines[i].verb in begins for i in used):
        return []
    spared = used | {i - 1 for i, line in enumerate(bundle.lines) if line.fallback == "order"}
    return [
        Fault(i, (left_over_problem(line.verb in begins),))
        for i, line in enumerate(bundle.lines)
        if i not in spared and _is_for_a_turn(ruleset, line)
    ]


def _is_for_a_turn(ruleset: Ruleset[Any], line: OrderLine) -> bool:
    """Return whether a line is no doctrine, no condition and no reaction, but a part of a turn."""
    if line.when != "now" or line.guard or line.fallback or not line.rest.strip():
        return False
    kinds = [kind for kind in ruleset.decisions if line.verb in kind.verbs]
    harmless = line.verb in reaction_verbs(tuple(ruleset.decisions)) or any(
        k.keeps or (k.ahead and k.may_wait(line)) for k in kinds
    )
    return not harmless and any(kind.root or kind.part_of_turn for kind in kinds)


def explained(
    match: Match, bundle: Bundle, used: Iterable[int], faults: Sequence[Fault]
) -> tuple[Fault, ...]:
    """Return the faults with the game's own reason for a line that a turn left over, if there is
    one. `match` stands where the turn begins, or where its orders came."""
    begun = [bundle.lines[i] for i in sorted(used)]
    return tuple(
        fault._replace(problems=_reasons(match, bundle, begun, fault.position) or fault.problems)
        if any(problem.code == "left-over" for problem in fault.problems)
        else fault
        for fault in faults
    )


def _reasons(
    match: Match, bundle: Bundle, begun: Sequence[OrderLine], position: int
) -> tuple[Problem, ...]:
    line = bundle.lines[position]
    view = match.view(bundle.seat)
    kinds: list[type[Decision[Any]]] = [k for k in match.ruleset.decisions if line.verb in k.verbs]
    for kind in kinds:
        asked = kind.as_if_asked(view, bundle.seat, line, begun)
        if asked is not None:
            decision, seen = asked
            wrong = refusals_of(decision, seen, decision.read(seen, [line]))
            if wrong:
                return tuple(wrong)
    return ()
