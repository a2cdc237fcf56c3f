"""The chances of so many hits from ten-sided dice that hit on a number or more."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, Protocol

REST: Final = 1e-9
"""Courses less likely are left out: where damage is repaired a combat has no last round."""

Chances = dict[tuple[int, int], float]
"""Hits, and how many of them are heavy: they must go to one part of the targets."""


class Roll(Protocol):
    """What is printed on a weapon: it hits on a number or more, with so many dice."""

    @property
    def hits_on(self) -> int: ...

    @property
    def dice(self) -> int: ...


NOTHING: Final[Chances] = {(0, 0): 1.0}


def summed(one: Chances, other: Chances) -> Chances:
    """Return the hits of both together."""
    found: Chances = {}
    for (hits, heavy), p in one.items():
        for (more, weight), q in other.items():
            key = hits + more, heavy + weight
            found[key] = found.get(key, 0.0) + p * q
    return found


@cache
def die(needs: int, heavy: bool, again: bool) -> Chances:
    """Return one die that hits on `needs`; `again`: thrown once more if it misses. Do not change
    it."""
    p = min(10, max(0, 11 - needs)) / 10
    if again:
        p += (1 - p) * p
    return {(0, 0): 1 - p, (1, int(heavy)): p}


def rerolled(once: Chances) -> Chances:
    """Return a die thrown once more if it misses."""
    missed = once.get((0, 0), 0.0)
    found = {hits: p + missed * p for hits, p in once.items()}
    if missed:
        found[0, 0] = missed * missed
    return found


@lru_cache(maxsize=4096)
def _many(n: int, one: tuple[tuple[tuple[int, int], float], ...]) -> Chances:
    if n == 0:
        return NOTHING
    return summed(_many(n - 1, one), dict(one))


def thrown(n: int, one: Chances) -> Chances:
    """`n` such dice. Kept, for the same dice are thrown in many states: do not change it."""
    return _many(n, tuple(one.items()))


def volley(guns: Iterable[tuple[int, Roll]], bonus: int, extra: int, heavy: bool) -> Chances:
    """Dice of several guns; each extra die is one more of the best gun."""
    fired = sorted(guns, key=lambda gun: gun[1].hits_on)
    found = dict(NOTHING)
    for i, (n, roll) in enumerate(fired):
        one = die(roll.hits_on - bonus, heavy, again=False)
        found = summed(found, thrown(n * roll.dice + (extra if i == 0 else 0), one))
    return found


def fewer(chances: Chances, cancelled: int) -> Chances:
    """Return the same with so many hits cancelled, light ones first."""
    found: Chances = {}
    for (hits, heavy), p in chances.items():
        left = max(0, hits - cancelled)
        key = left, min(heavy, left)
        found[key] = found.get(key, 0.0) + p
    return found


def unaimed(chances: Chances) -> Chances:
    """Return the same where it does not matter which hits are heavy."""
    found: Chances = {}
    for (hits, _), p in chances.items():
        found[hits, 0] = found.get((hits, 0), 0.0) + p
    return found
