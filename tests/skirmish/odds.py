"""Skirmish: the chances of one round of a raid (SKR 4.2), exactly."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from rules.lexicon import read_counted
from tests.skirmish.decisions import UNITS
from tests.skirmish.state import HITS_ON


def odds(attacker: str, defender: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Return who hits more often; cards are not looked at."""
    mine, theirs = (_hits(read_counted(force, UNITS).counts) for force in (attacker, defender))
    chances = {"attacker": 0.0, "draw": 0.0, "defender": 0.0}
    for a, p in mine.items():
        for d, q in theirs.items():
            chances["attacker" if a > d else "defender" if d > a else "draw"] += p * q
    return chances


def _hits(units: dict[str, int]) -> dict[int, float]:
    """Return how many dice hit, and how likely."""
    chances = {0: 1.0}
    for unit, count in units.items():
        hit = (7 - HITS_ON[unit]) / 6
        for _ in range(count):
            after: defaultdict[int, float] = defaultdict(float)
            for hits, p in chances.items():
                after[hits] += p * (1 - hit)
                after[hits + 1] += p * hit
            chances = dict(after)
    return chances
