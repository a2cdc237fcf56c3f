"""What standing orders would do: now, and whether ever."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from rules.kernel.decisions import Decision, Problem, Reaction
from rules.kernel.orders.clerk import ASK, Clerk, Standing, holds
from rules.kernel.orders.named_windows import windows_named
from rules.kernel.speech import _
from rules.lexicon import BadGuard, write_line

_UNREAD = frozenset({"unknown-name", "ambiguous"})
"""Faults of a line that no position mends: it names something that is not there."""


class Outlook(NamedTuple):
    """What a standing order would do now, in words; `answers`: it answers an open question."""

    order: Standing
    words: str
    answers: bool = False


def outlooks(clerk: Clerk, seat: int) -> list[Outlook]:
    """Return what each of the seat's standing orders would do now, in the order of the list."""
    mine = [order for order in clerk.standing if order.seat == seat]
    return [_outlook(clerk, order) for order in mine]


def _outlook(clerk: Clerk, order: Standing) -> Outlook:
    view = clerk.match.view(order.seat)
    for address, decision in clerk.match.open_for(order.seat):
        if not clerk.is_about(order, decision):
            continue
        facts = clerk.facts(view, decision)
        first = clerk.first_to_answer(address, decision)
        if first is order and order.line.verb == ASK:
            return Outlook(order, _("now: you are asked"))
        if first is order:
            found = clerk.standing_answer(address, decision)
            if found is not None:
                said = "; ".join(decision.write(view, found.answer).splitlines())
                return Outlook(order, _("now: answers {order}", order=said), answers=True)
        if not holds(order.line, facts):
            return Outlook(order, _("now: its condition does not hold"))
        wrong = clerk.faults_of(order, decision, view)
        if wrong:
            return Outlook(order, _("now: would be refused: {why}", why=wrong[0].words))
        if first is not None:
            return Outlook(order, _("now: comes after {order}", order=written(clerk, first)))
    return Outlook(order, _idle_words(clerk, order))


def written(clerk: Clerk, order: Standing) -> str:
    """Write a standing order with its condition and without the word STANDING."""
    verbs = clerk.match.ruleset.vocabulary({ASK: (ASK,)})
    return write_line(msgspec.structs.replace(order.line, when="now"), verbs)


def _idle_words(clerk: Clerk, order: Standing) -> str:
    """Say what an order waits for while nothing that it fits is open."""
    if order.line.verb == ASK or order.line.verb in clerk.reaction_verbs:
        return _("waits for a window; it takes no turn")
    if order.line.verb in clerk.root_verbs:
        return _("waits for your turn")
    return _("waits for a question it answers")


def never_answers(clerk: Clerk, order: Standing) -> Problem | None:
    """Return why a standing order can never answer anything; None if it may."""
    before = _shadow(clerk, order)
    if before is not None:
        words = _(
            "It would never be used: {order} comes before it and answers all that it could. Name a "
            "window or a condition, or clear the other.",
            order=written(clerk, before),
        )
        return Problem("never-fires", words)
    if order.line.verb == ASK:
        return None
    return _window_misnamed(clerk, order) or _name_unknown(clerk, order)


def silenced(clerk: Clerk, order: Standing) -> list[Standing]:
    """Return the other standing orders of the seat that are never used because of this one."""
    mine = [other for other in clerk.standing if other.seat == order.seat and other is not order]
    return [other for other in mine if _shadow(clerk, other) is order]


def _shadow(clerk: Clerk, order: Standing) -> Standing | None:
    """Return the order that always answers before this one in every window of this one."""
    verbs = {*clerk.reaction_verbs, ASK}
    if order.line.verb not in verbs:
        return None
    named = windows_named(order.line, clerk.windows)
    for other in clerk.ranked(order.seat):
        if other is order:
            return None
        theirs = windows_named(other.line, clerk.windows)
        covers = not theirs or (named and named <= theirs)
        settles = other.line.verb == ASK or not clerk.names_a_card(other)
        if other.line.verb in verbs and not other.line.guard and settles and covers:
            return other
    return None


def _window_misnamed(clerk: Clerk, order: Standing) -> Problem | None:
    """Return the problem of a condition on a window that the game does not have."""
    guard = order.line.guard
    if "window" not in guard.casefold().split() or order.line.verb not in clerk.reaction_verbs:
        return None
    facts = clerk.match.ruleset.facts(clerk.match.view(order.seat))
    try:
        possible = any(
            holds(order.line, {**facts, "window": window})
            != holds(order.line, {**facts, "window": ""})
            for window in clerk.match.ruleset.windows
        )
    except BadGuard as error:
        return Problem.of(error)
    if possible or any(window in guard for window in clerk.match.ruleset.windows):
        return None
    there = ", ".join(clerk.match.ruleset.windows)
    words = _("There is no such window. There are: {names}.", names=there)
    return Problem("no-such-window", words)


def _name_unknown(clerk: Clerk, order: Standing) -> Problem | None:
    """Return the problem of a line that no question could read, whatever the position."""
    found: list[Problem] = []
    for decision in _questions_with(clerk, order):
        problems = _read_problems(clerk, order, decision)
        if not problems or problems[0].code not in _UNREAD:
            return None
        found += problems
    return found[0] if found else None


def _questions_with(clerk: Clerk, order: Standing) -> list[Decision[Any]]:
    """Return questions that this verb could answer, as far as they can be put without a position:
    those open now, and those whose fields are known."""
    ruleset = clerk.match.ruleset
    asked = [d for _address, d in clerk.match.open_for(order.seat) if order.line.verb in d.verbs]
    for kind in ruleset.decisions:
        if order.line.verb not in kind.verbs:
            continue
        if any(f.required and f.name != "seat" for f in msgspec.structs.fields(kind)):
            general = kind.in_general(order.seat)
            if general is None:
                return []
            asked.append(general)
        elif issubclass(kind, Reaction):
            windows = windows_named(order.line, clerk.windows) or set(ruleset.windows[:1])
            asked += [kind(order.seat, window=window) for window in sorted(windows)]
        else:
            asked.append(kind(order.seat))
    return asked


def _read_problems(clerk: Clerk, order: Standing, decision: Decision[Any]) -> Sequence[Problem]:
    try:
        return decision.read(clerk.match.view(order.seat), [order.line]).problems
    except (AssertionError, AttributeError, LookupError):
        return ()
