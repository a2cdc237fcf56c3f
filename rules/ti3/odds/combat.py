"""Two forces fight until one is gone: the exact chances (TI3 10, 11)."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from rules.imperium.odds import Weighed, weighed
from rules.ti3.combat.dice import needed
from rules.ti3.components.modifiers import rerolls_misses
from rules.ti3.facts import UNITS
from rules.ti3.state import Battle, Counts, Public
from rules.toolbox.dice_odds import NOTHING, Chances, die, summed, thrown

LOSSES = ("fighter", "ground_force", "destroyer", "cruiser", "carrier", "dreadnought", "war_sun")
"""Who is lost first; dreadnoughts and war suns are damaged before anything is lost."""
Army = tuple[tuple[int, ...], int, int]
"""Units by the order of `LOSSES`, and how many dreadnoughts and war suns are undamaged."""
Pair = tuple[Army, Army]


class Field(NamedTuple):
    """Where they fight: a table with the two seats, 0 attacks 1."""

    table: Public
    tile: str
    planet: str = ""


def army(units: Mapping[str, int], hurt: Mapping[str, int]) -> Army:
    counts = tuple(units.get(unit, 0) for unit in LOSSES)
    sound = [units.get(u, 0) - hurt.get(u, 0) for u in ("dreadnought", "war_sun")]
    return counts, max(0, sound[0]), max(0, sound[1])


@cache
def struck(force: Army, hits: int) -> Army:
    """Return the force after so many hits, taken as TI3 41.6 has it."""
    counts, dreadnoughts, suns = list(force[0]), force[1], force[2]
    for _hit in range(hits):
        if dreadnoughts:
            dreadnoughts -= 1
        elif suns:
            suns -= 1
        else:
            for i, n in enumerate(counts):
                if n:
                    counts[i] -= 1
                    break
    return tuple(counts), dreadnoughts, suns


def lives(force: Army) -> int:
    return sum(force[0]) + force[1] + force[2]


class Combat:
    """One battle: what each side hits on is asked once for each round that differs."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.fire = "invasion" if field.planet else "space"
        self._needs: dict[tuple[int, str, str, int], int] = {}
        self._volleys: dict[tuple[int, tuple[int, ...], int], Chances] = {}

    def needs(self, seat: int, unit: str, fire: str, round_: int) -> int:
        key = seat, unit, fire, min(round_, 2)
        if key not in self._needs:
            table, place = self.field.table, self.field.planet or self.field.tile
            battle = Battle(self.field.tile, 0, 1, self.field.planet, round_)
            self._needs[key] = needed(table, seat, 1 - seat, unit, fire, place, battle)
        return self._needs[key]

    def volley(self, seat: int, force: Army, round_: int) -> Chances:
        """Return the chances of the hits of all units of a force in a round."""
        key = seat, force[0], min(round_, 2)
        if key not in self._volleys:
            total = NOTHING
            for unit, n in zip(LOSSES, force[0], strict=True):
                if n:
                    rolled = n * UNITS[unit].dice
                    one = die(self.needs(seat, unit, self.fire, round_), heavy=False, again=False)
                    total = summed(total, thrown(rolled, one))
            self._volleys[key] = total
        return self._volleys[key]

    def shots(self, seat: int, unit: str, n: int, fire: str) -> Chances:
        """Return the chances of the hits of fire outside the rounds."""
        again = rerolls_misses(self.field.table, seat, fire)
        return thrown(n, die(self.needs(seat, unit, fire, 0), heavy=False, again=again))

    def fought(self, starts: Mapping[Pair, float], begun: bool = False) -> dict[Pair, float]:
        """Return how a battle that may begin in several ways may end: pairs of forces of which one
        is gone; `begun`: its first round is over.

        The first round is fought by itself, as some modifiers count only there. After that a pair
        is the same whenever it is reached, so each is walked through once, those with most lives
        first."""
        ends: dict[Pair, float] = {}
        walk: dict[int, dict[Pair, float]] = {}

        def reach(pair: Pair, chance: float) -> None:
            one, two = lives(pair[0]), lives(pair[1])
            found = walk.setdefault(one + two, {}) if one and two else ends
            found[pair] = found.get(pair, 0.0) + chance

        for pair, chance in starts.items():
            if begun:
                reach(pair, chance)
            elif lives(pair[0]) and lives(pair[1]):
                for after, p in self._round(pair, 1).items():
                    reach(after, chance * p)
            else:
                reach(pair, chance)
        while walk:
            for pair, chance in walk.pop(max(walk)).items():
                following = self._round(pair, 2)
                stays = following.pop(pair, 0.0)
                if stays >= 1.0:
                    ends[pair] = ends.get(pair, 0.0) + chance
                    continue
                for reached, p in following.items():
                    reach(reached, chance * p / (1 - stays))
        return ends

    def _round(self, pair: Pair, round_: int) -> dict[Pair, float]:
        """Return what one round makes of both sides at once."""
        one, two = pair
        left = _after(one, self.volley(1, two, round_))
        right = _after(two, self.volley(0, one, round_))
        return {(a, b): p * q for a, p in left.items() for b, q in right.items()}


def _after(force: Army, volley: Chances) -> dict[Army, float]:
    """Return what a volley leaves of a force."""
    most = lives(force)
    found: dict[Army, float] = {}
    for (hits, _heavy), p in volley.items():
        rest = struck(force, min(hits, most))
        found[rest] = found.get(rest, 0.0) + p
    return found


def _counts(force: Army) -> Counts:
    return {unit: n for unit, n in zip(LOSSES, force[0], strict=True) if n}


def summed_up(ends: Mapping[Pair, float]) -> Weighed:
    """Return who is left with what chance, and with how much."""
    return weighed((_counts(one), _counts(two), chance) for (one, two), chance in ends.items())


def space_battle(field: Field, attacker: Counts, defender: Counts, hurt: list[Counts]) -> Weighed:
    """Return how a space battle ends: barrage of both sides, then rounds (TI3 10.1.3, 10.2)."""
    combat = Combat(field)
    starts = {(army(attacker, hurt[0]), army(defender, hurt[1])): 1.0}
    guns = [(0, attacker, defender), (1, defender, attacker)]
    for seat, own, enemy in guns:
        destroyers, fighters = own.get("destroyer", 0), enemy.get("fighter", 0)
        if not destroyers or not fighters:
            continue
        volley = combat.shots(seat, "destroyer", 2 * destroyers, "barrage")
        after: dict[Pair, float] = {}
        for (one, two), chance in starts.items():
            for (hits, _heavy), p in volley.items():
                pair = (one, _shot(two, hits)) if seat == 0 else (_shot(one, hits), two)
                after[pair] = after.get(pair, 0.0) + chance * p
        starts = after
    return summed_up(combat.fought(starts))


def _shot(force: Army, fighters: int) -> Army:
    """Return a force after a barrage, which hits fighters and nothing else."""
    first, *rest = force[0]
    return (max(0, first - fighters), *rest), force[1], force[2]


def invasion(field: Field, attacker: Counts, defender: Counts, ships: Counts) -> Weighed:
    """Return how an invasion ends: bombardment, PDS, rounds; a draw leaves the planet with its
    owner (TI3 11)."""
    combat = Combat(field)
    forces = [{"ground_force": units.get("ground_force", 0)} for units in (attacker, defender)]
    starts = {(army(forces[0], {}), army(forces[1], {})): 1.0}
    bombs = NOTHING
    shielded = bool(defender.get("pds"))
    for unit in ("dreadnought", "war_sun"):
        if ships.get(unit) and not (unit == "dreadnought" and shielded):
            rolled = ships[unit] * UNITS[unit].dice
            bombs = summed(bombs, combat.shots(0, unit, rolled, "bombardment"))
    starts = _fallen(starts, bombs, attacker=False)
    if shielded:
        fire = combat.shots(1, "pds", defender["pds"], "landing")
        starts = _fallen(starts, fire, attacker=True)
    return summed_up(combat.fought(starts))


def _fallen(starts: Mapping[Pair, float], volley: Chances, attacker: bool) -> dict[Pair, float]:
    after: dict[Pair, float] = {}
    for (one, two), chance in starts.items():
        hit = one if attacker else two
        for rest, p in _after(hit, volley).items():
            pair = (rest, two) if attacker else (one, rest)
            after[pair] = after.get(pair, 0.0) + chance * p
    return after
