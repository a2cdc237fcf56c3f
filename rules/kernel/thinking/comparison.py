"""Which of several answers is the best, when each was tried in the same worlds.

A world is kind or unkind to all answers alike, so two of them are compared world by world. What the
game would do first is left only for something that is better beyond what chance explains: the best
of many equal answers always looks better than it is.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from rules.kernel.decisions import Decision

SPREAD: Final = 0.4
"""By how much the difference of two answers is thought to vary from world to world."""
THOUGHT: Final = 2
"""For how many worlds that guess counts, beside those that were seen."""
SURE: Final = 1.0
"""So many standard errors make a difference."""
FIRST_WORLDS: Final = 2
ALIKE: Final = 0.01
"""Answers that differ by less are alike."""
UNTRIED: Final = -1_000.0
"""What an answer is worth of which every rehearsal broke off."""

Plan = Mapping[str, tuple[Decision[Any], Any]]


class Trial(NamedTuple):
    """How one rehearsal went: what it is worth, by which parts, and what the seat did in it."""

    worth: float
    parts: Mapping[str, float]
    plan: Plan


class Contender:
    """An answer, and what its rehearsals have shown so far, by world."""

    def __init__(self, answer: Any, bonus: float = 0.0) -> None:
        self.answer = answer
        self.bonus = bonus
        self.trials: dict[int, Trial] = {}

    @property
    def worth(self) -> float:
        if not self.trials:
            return UNTRIED
        found = [one.worth for one in self.trials.values()]
        return self.bonus + sum(found) / len(found)

    @property
    def plan(self) -> Plan:
        return next(iter(self.trials.values())).plan if self.trials else {}

    def gains(self, now: Mapping[str, float]) -> dict[str, float]:
        """Return what the answer gains on average by each part of the prospects."""
        found = [one.parts for one in self.trials.values()]
        names = dict.fromkeys((*now, *(name for parts in found for name in parts)))
        n = max(1, len(found))
        return {
            name: sum(parts.get(name, 0.0) for parts in found) / n - now.get(name, 0.0)
            for name in names
        }


def lead(one: Contender, other: Contender) -> tuple[float, float]:
    """Return by how much the one is better in the worlds both were tried in, and the standard
    error of that."""
    both = [world for world in one.trials if world in other.trials]
    if not both:
        return one.worth - other.worth, SPREAD
    found = [one.trials[w].worth - other.trials[w].worth for w in both]
    n = len(found)
    mean = sum(found) / n
    squares = sum((x - mean) ** 2 for x in found)
    variance = (THOUGHT * SPREAD**2 + squares) / (THOUGHT + n - 1)
    return mean + one.bonus - other.bonus, sqrt(variance / n)


def best(contenders: Sequence[Contender], first: Contender | None) -> Contender:
    """Return the best of them; `first` keeps its place unless another one is surely better."""
    top = max(contenders, key=lambda one: one.worth)
    if first is None or first is top or not first.trials:
        return top
    gain, error = lead(top, first)
    return top if gain > SURE * error else first


def still_open(contenders: Sequence[Contender], first: Contender | None) -> list[Contender]:
    """Return those that may still turn out to be the best; one alone if there is nothing more to
    compare.

    Whatever has not been better than `first` in the first worlds will hardly be surely better.
    """
    top = max(contenders, key=lambda one: one.worth)
    if all(abs(top.worth - top.bonus - one.worth + one.bonus) < ALIKE for one in contenders):
        return [first if first in contenders and first is not None else top]
    kept = [top]
    for one in contenders:
        behind, error = lead(top, one)
        if one is not top and behind < SURE * error:
            kept.append(one)
    if first in kept and first is not None and len(first.trials) >= FIRST_WORLDS:
        return [one for one in kept if one is first or one.worth > first.worth]
    return kept
