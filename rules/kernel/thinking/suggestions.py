"""Whole turns that a player who thinks would consider, as order lines that can be sent.

They are made from what the seat may know, like everything a `Thought` gives, and tried in a dry
run: what is suggested is legal as far as neither dice nor hidden things decide.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

from rules.kernel.decisions import Decision, Reaction
from rules.kernel.errors import KernelError
from rules.kernel.match import step_of
from rules.kernel.orders.bundles import Bundle, anchor, placed
from rules.kernel.orders.clerk import foresee
from rules.kernel.thinking.planner import Level, Planner, Policy, thinking_of
from rules.kernel.thinking.rehearsal import Rehearsal, Thought
from rules.lexicon import read_page

COMPARED: Final = Level("suggesting", 8, 2, 2, 0)
LEAST_GAIN: Final = 0.05
MOST_QUESTIONS: Final = 12
"""How many questions of one turn are answered at most."""
MOST_IDEAS: Final = 3
"""How many ideas are tried for one by which something gains."""


class Suggestion(NamedTuple):
    """A turn, an order line each. `gains`: the parts of the prospects that gain most by it, the
    most first; empty where none does."""

    orders: tuple[str, ...]
    gains: tuple[str, ...]


def compared(
    thought: Thought, address: str, decision: Decision[Any], most: int, seconds: float | None
) -> list[Suggestion]:
    """Return up to `most` different turns, thought through, the best first."""
    planner = Planner(thought.ruleset, COMPARED, seconds)
    found: dict[tuple[str, ...], Suggestion] = {}
    for one in planner.consider(thought, address, decision):
        turn = _turn(thought, address, decision, one.answer)
        if turn is not None:
            found.setdefault(turn.orders, Suggestion(turn.orders, _most(one.parts)))
        if len(found) == most:
            break
    return list(found.values())


def first_idea(thought: Thought, address: str, decision: Decision[Any]) -> Suggestion | None:
    """Return the turn that the first of the game's ideas by which something gains leads to, else
    the one of the very first, which takes no comparing; None where the game has no idea."""
    view, rng = thought.view, Random(f"{thought.seed}/{address}/{thought.seat}")
    ideas = thinking_of(thought.ruleset).ideas(decision, view, rng)
    legal = (idea for idea in ideas if not decision.problems(view, idea))
    first = None
    for idea in islice(legal, MOST_IDEAS):
        turn = _turn(thought, address, decision, idea)
        if turn is not None and turn.gains:
            return turn
        first = first or turn
    return first


def _turn(
    thought: Thought, address: str, decision: Decision[Any], answer: Any
) -> Suggestion | None:
    """Return a turn that begins with this answer and goes on by the game's first ideas, as far as
    that is legal whatever chance does; None if nothing is."""
    prospects = thinking_of(thought.ruleset).prospects
    try:
        lines, game = _played(thought, address, decision, answer)
        orders = _legal(thought, lines)
        after = prospects(game.view(thought.seat), thought.seat)
    except (AssertionError, LookupError, ValueError, NotImplementedError, KernelError):
        return None
    now = prospects(thought.view, thought.seat)
    changes = {name: after.get(name, 0.0) - now.get(name, 0.0) for name in (*now, *after)}
    return Suggestion(orders, _most(changes)) if orders else None


def _most(changes: Mapping[str, float]) -> tuple[str, ...]:
    """Return the two parts of the prospects that gain most, the most first."""
    ranked = sorted(changes.items(), key=lambda part: -part[1])
    return tuple(name for name, gain in ranked if gain > LEAST_GAIN)[:2]


def _played(
    thought: Thought, address: str, decision: Decision[Any], answer: Any
) -> tuple[list[str], Rehearsal]:
    """Return the order lines of a turn and the game after it, played in one of the worlds that the
    seat's knowledge allows. Who is asked together with the seat answers as if they missed it: what
    they do is not seen before."""
    game, seat, step = thought.rehearsal(0), thought.seat, step_of(address)
    policy, chance = Policy(thought.ruleset), f"{thought.seed}/0/"
    lines = decision.write(thought.view, answer).splitlines()
    sent: dict[str, Any] = {address: answer}
    for _ in range(MOST_QUESTIONS):
        if game.ask is None or game.steps or step_of(game.ask.address) != step:
            break
        together = bool(sent)
        for where, asked in _to_answer(game, sent):
            view = game.view(asked.seat)
            if together and asked.seat != seat:
                sent[where] = asked.default(view)
                continue
            sent[where] = policy.answer(asked, view, Random(chance + where))
            if asked.seat == seat and not isinstance(asked, Reaction):
                lines += asked.write(view, sent[where]).splitlines()
        game.go_on(sent)
        sent = {}
    return lines, game


def _to_answer(game: Rehearsal, sent: Mapping[str, Any]) -> list[tuple[str, Decision[Any]]]:
    """Return the open questions that must be answered besides, for the game to go on."""
    assert game.ask is not None
    items = game.ask.items()
    if game.ask.mode == "first":
        return [] if sent else items[:1]
    return [one for one in items if one[0] not in sent]


def _legal(thought: Thought, orders: Sequence[str]) -> tuple[str, ...]:
    """Return the lines up to the first that a dry run does not carry out."""
    game = thought.rehearsal(0)
    page = read_page("\n".join(orders), thought.ruleset.order_verbs)
    lines = placed(game, thought.seat, list(page.lines))
    step, open_ = anchor(game, thought.seat, lines)
    bundle = Bundle("", thought.seat, tuple(lines), step, open_, thought.round)
    run = foresee(game, bundle)
    wrong = {fault.position for fault in run.faults} | set(run.remarks)
    good = [i for i in range(len(lines)) if i in run.used and i not in wrong]
    kept = next((i for i in range(len(lines)) if i not in good), len(lines))
    return tuple(line.text for line in lines[:kept])
