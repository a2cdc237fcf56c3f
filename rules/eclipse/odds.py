"""Eclipse: the chances of a battle, computed exactly.

Both sides aim as an absent player's ships do (ECL 25.6.12, 27.8 D6) and nobody retreats. A battle
is then a chain of states that only ever lose ships or gain damage, so that every state can be
weighed once: volleys in which nothing happens are divided out. Battles with too many states are
played out with dice instead. `precision` says how far off an answer may be.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from rules.eclipse import words
from rules.eclipse.catalogue import (
    BLUEPRINTS,
    BY_SIZE,
    NPC_STATS,
    SPECIES,
    Stats,
    blueprint_stats,
    stats_of,
)
from rules.eclipse.combat import Armour, Target, assign, damage_done, hits
from rules.lexicon import BadCount

RARE: Final = 1e-9
"""States rarer than this are not followed."""
FEASIBLE: Final = 300
"""Hull points of one side times those of the other, up to which the exact way is taken."""
BUDGET: Final = 40_000
"""Transitions followed before a battle is played out with dice after all."""
SAMPLES: Final = 400
"""Battles played out then; the precision is three standard errors of the worst case."""
MOST_SHIPS: Final = 18
_DIE: Final = (1, 2, 3, 4, 5, 6)
EXAMPLE: Final = "2 interceptor: ion cannon, hull; 1 cruiser"

Ships: TypeAlias = tuple[tuple[int, ...], ...]
"""Damage of every ship of each type of a side, most damaged first."""
State: TypeAlias = tuple[Ships, ...]
"""The ships of the defender, then those of the attacker."""


class Unit(NamedTuple):
    """Ships of one type: how many, and what each amounts to."""

    ship: str
    ships: int
    stats: Stats


class Chances(NamedTuple):
    """What can become of a battle. `draw`: a stalemate, which costs the attacker his ships unless
    he retreats (ECL 9.9.1). `survivors`: ships left on average, by side and type."""

    attacker: float
    draw: float
    defender: float
    precision: float
    attackers_left: dict[str, float]
    defenders_left: dict[str, float]


class _TooMuch(Exception):
    """The battle has more states than are worth following so closely."""


def battle_odds(attacker: Sequence[Unit], defender: Sequence[Unit]) -> Chances:
    """The chances of both sides (ECL 9.6, 9.7): exact, or where a battle has too many states
    played out many times over, always with the same dice."""
    battle = _Battle(tuple(attacker), tuple(defender))
    if _hull(attacker) * _hull(defender) <= FEASIBLE:
        with suppress(_TooMuch):
            return battle.chances()
    return battle.sampled(Random(SAMPLES))


def _hull(units: Sequence[Unit]) -> int:
    return sum((unit.stats.hull + 1) * unit.ships for unit in units)


def _visits(arrivals: Sequence[float], misses: Sequence[float]) -> list[float]:
    """How often each type gets to fire in one state: those who arrive before it, and those whose
    predecessors missed, lap after lap."""
    lap = 1.0
    carried = 0.0
    for come, miss in zip(arrivals, misses, strict=True):
        carried = (carried + come) * miss
        lap *= miss
    carried /= 1.0 - lap
    visits = []
    for come, miss in zip(arrivals, misses, strict=True):
        carried += come
        visits.append(carried)
        carried *= miss
    return visits


class _Battle:
    """`0` is the defender, `1` the attacker, in every pair below."""

    def __init__(self, attacker: tuple[Unit, ...], defender: tuple[Unit, ...]) -> None:
        self.sides = (defender, attacker)
        self.types = tuple(tuple(u.ship for u in side) for side in self.sides)
        self.armours = tuple(
            {u.ship: Armour(u.stats.shield, u.stats.hull) for u in side} for side in self.sides
        )
        places = [(s, i) for s in (0, 1) for i in range(len(self.sides[s]))]
        self.order = sorted(places, key=lambda p: (-self._unit(p).stats.initiative, p[0], p[1]))
        self.work = 0
        self._shots: dict[tuple[Any, ...], Ships] = {}
        self._volleys: dict[tuple[Any, ...], list[tuple[float, Ships]]] = {}

    def _unit(self, place: tuple[int, int]) -> Unit:
        return self.sides[place[0]][place[1]]

    def chances(self) -> Chances:
        start = tuple(tuple((0,) * u.ships for u in side) for side in self.sides)
        weights: dict[State, float] = {start: 1.0}
        for place in self.order:
            after: dict[State, float] = {}
            for state, weight in weights.items():
                for chance, new in self._fire(state, place, missiles=True):
                    after[new] = after.get(new, 0.0) + weight * chance
            weights = after
        ends: dict[State, float] = {}
        lost = self._rounds(weights, ends)
        return self._summed(ends, lost)

    def _rounds(self, weights: dict[State, float], ends: dict[State, float]) -> float:
        """Weigh every state once, those with most hull left first; what was too rare to follow.

        `waiting[state][k]` is the chance that the battle comes to this state just before the
        k-th type acts. Within a state the types miss in turn, so the visits of each follow from
        one lap (`_visits`).
        """
        turns = len(self.order)
        waiting: dict[State, list[float]] = {}
        by_size: dict[int, list[State]] = {}
        for state, weight in weights.items():
            waiting[state] = [weight] + [0.0] * (turns - 1)
            by_size.setdefault(self._left(state), []).append(state)
        lost = 0.0
        while by_size:
            for state in by_size.pop(max(by_size)):
                arrivals = waiting.pop(state)
                weight = sum(arrivals)
                if weight < RARE:
                    lost += weight
                elif self._over(state):
                    ends[state] = ends.get(state, 0.0) + weight
                else:
                    self._leave(state, arrivals, waiting, by_size)
        return lost

    def _leave(
        self,
        state: State,
        arrivals: list[float],
        waiting: dict[State, list[float]],
        by_size: dict[int, list[State]],
    ) -> None:
        """Where the battle goes from a state, by the type whose volley ends it."""
        turns = len(self.order)
        volleys = [self._fire(state, place, missiles=False) for place in self.order]
        misses = [sum(chance for chance, new in v if new == state) for v in volleys]
        for k, visits in enumerate(_visits(arrivals, misses)):
            self.work += len(volleys[k])
            for chance, new in volleys[k]:
                if new == state:
                    continue
                if new not in waiting:
                    waiting[new] = [0.0] * turns
                    by_size.setdefault(self._left(new), []).append(new)
                waiting[new][(k + 1) % turns] += visits * chance
        if self.work > BUDGET:
            raise _TooMuch

    def sampled(self, rng: Random) -> Chances:
        """The battle played out `SAMPLES` times."""
        start = tuple(tuple((0,) * u.ships for u in side) for side in self.sides)
        ends: dict[State, float] = {}
        for _ in range(SAMPLES):
            state: State = start
            for place in self.order:
                state = self._shoot(state, place, True, rng)
            while not self._over(state):
                for place in self.order:
                    state = self._shoot(state, place, False, rng)
            ends[state] = ends.get(state, 0.0) + 1 / SAMPLES
        return self._summed(ends, 0.0)._replace(precision=1.5 / SAMPLES**0.5)

    def _shoot(self, state: State, place: tuple[int, int], missiles: bool, rng: Random) -> State:
        """One volley with real dice."""
        side, i = place
        total = self._unit(place).stats
        weapons = total.missiles if missiles else total.cannons
        count = len(state[side][i])
        enemy = state[1 - side]
        if not count or not weapons or not any(enemy):
            return state
        dice = tuple(
            sorted(
                (damage, value)
                for damage, each in weapons
                for value in rng.choices(_DIE, k=each * count)
                if (value > 1 and value + total.computer >= 6) or value == 6
            )
        )
        key = (place, dice, enemy)
        new = self._shots.get(key)
        if new is None:
            new = self._shots[key] = self._struck(1 - side, total.computer, dice, enemy)
        return (state[0], new) if side == 0 else (new, state[1])

    def _left(self, state: State) -> int:
        """Hull points left: what every volley that does something lowers."""
        return sum(
            self.sides[s][i].stats.hull + 1 - damage
            for s in (0, 1)
            for i, ships in enumerate(state[s])
            for damage in ships
        )

    def _over(self, state: State) -> bool:
        if not all(any(side) for side in state):
            return True
        return not any(
            ships and self.sides[s][i].stats.cannons
            for s in (0, 1)
            for i, ships in enumerate(state[s])
        )

    def _fire(
        self, state: State, place: tuple[int, int], missiles: bool
    ) -> list[tuple[float, State]]:
        side, i = place
        total = self._unit(place).stats
        weapons = total.missiles if missiles else total.cannons
        count = len(state[side][i])
        enemy = state[1 - side]
        if not count or not weapons or not any(enemy):
            return [(1.0, state)]
        key = (place, missiles, count, enemy)
        found = self._volleys.get(key)
        if found is None:
            found = self._volley(1 - side, total.computer, weapons, count, enemy)
            self._volleys[key] = found
        if side == 0:
            return [(chance, (state[0], new)) for chance, new in found]
        return [(chance, (new, state[1])) for chance, new in found]

    def _volley(
        self,
        side: int,
        computer: int,
        weapons: tuple[tuple[int, int], ...],
        count: int,
        ships: Ships,
    ) -> list[tuple[float, Ships]]:
        """What a volley leaves of `side`, with its chances."""
        armours = self.armours[side]
        there = {ship for ship, left in zip(self.types[side], ships, strict=True) if left}
        shields = tuple(sorted({armours[ship].shield for ship in there}))
        after: dict[Ships, float] = {}
        for chance, dice in _rolls(weapons, count, computer, shields):
            new = self._struck(side, computer, dice, ships)
            after[new] = after.get(new, 0.0) + chance
        return [(chance, new) for new, chance in after.items()]

    def _struck(
        self, side: int, computer: int, dice: Sequence[tuple[int, int]], ships: Ships
    ) -> Ships:
        """What these dice leave of `side`."""
        if not dice:
            return ships
        armours = self.armours[side]
        targets = [
            Target(ship, damage)
            for ship in BY_SIZE
            if ship in self.types[side]
            for damage in ships[self.types[side].index(ship)]
        ]
        aimed = assign(dice, computer, targets, armours)
        return self._standing(side, targets, damage_done(dice, aimed, computer, targets, armours))

    def _standing(self, side: int, targets: list[Target], damage: list[int]) -> Ships:
        left: dict[str, list[int]] = {ship: [] for ship in self.types[side]}
        for target, n in zip(targets, damage, strict=True):
            if n <= self.armours[side][target.ship].hull:
                left[target.ship].append(n)
        return tuple(tuple(sorted(left[ship], reverse=True)) for ship in self.types[side])

    def _summed(self, ends: dict[State, float], lost: float) -> Chances:
        won = [0.0, 0.0]
        draw = 0.0
        left: list[dict[str, float]] = [dict.fromkeys(types, 0.0) for types in self.types]
        for state, weight in ends.items():
            standing = [any(side) for side in state]
            if all(standing):
                draw += weight
            else:
                won[0 if standing[0] else 1] += weight
            for s in (0, 1):
                for ship, ships in zip(self.types[s], state[s], strict=True):
                    left[s][ship] += weight * len(ships)
        return Chances(won[1], draw, won[0], lost, left[1], left[0])


@lru_cache(maxsize=4096)
def _rolls(
    weapons: tuple[tuple[int, int], ...], count: int, computer: int, shields: tuple[int, ...]
) -> list[tuple[float, list[tuple[int, int]]]]:
    """Every different roll that matters: dice by the shields they beat, with their chances."""
    rolls: list[tuple[float, list[tuple[int, int]]]] = [(1.0, [])]
    for damage, each in weapons:
        dice = each * count
        kinds = _kinds(computer, shields)
        rolls = [
            (chance * more, before + [(damage, value) for value in values])
            for chance, before in rolls
            for more, values in _spread(dice, kinds)
        ]
    return rolls


def _kinds(computer: int, shields: tuple[int, ...]) -> list[tuple[int, float]]:
    """Values that hit different sets of shields: one that stands for each, and its chance."""
    found: dict[tuple[bool, ...], tuple[int, int]] = {}
    for value in range(1, 7):
        beats = tuple(hits(value, computer, shield) for shield in shields)
        first, n = found.get(beats, (value, 0))
        found[beats] = (first, n + 1)
    return [(value if any(beats) else 0, n / 6) for beats, (value, n) in found.items()]


def _spread(dice: int, kinds: list[tuple[int, float]]) -> list[tuple[float, list[int]]]:
    """How `dice` dice may fall into kinds (0: they miss everything and are left out)."""
    whole: list[tuple[float, list[int], int]] = [(1.0, [], dice)]
    remaining = 1.0
    for k, (value, chance) in enumerate(kinds):
        share = 1.0 if k == len(kinds) - 1 else chance / remaining
        remaining -= chance
        whole = [
            (w * p, values + ([value] * n if value else []), free - n)
            for w, values, free in whole
            for n, p in _binomial(free, share)
        ]
    return [(w, values) for w, values, free in whole if not free]


@lru_cache(maxsize=4096)
def _binomial(n: int, p: float) -> list[tuple[int, float]]:
    if p >= 1.0:
        return [(n, 1.0)]
    chances = [(1.0 - p) ** n]
    for k in range(n):
        chances.append(chances[-1] * (n - k) / (k + 1) * p / (1.0 - p))
    return list(enumerate(chances))


# -- forces as text ----------------------------------------------------------------------------


def odds_of_text(attacker: str, defender: str, options: Mapping[str, str]) -> dict[str, Any]:
    """The chances of two forces written as text, as plain data.

    Options `attacker` and `defender` name the species whose blueprints a force has where it
    lists no parts; Terran ones otherwise.
    """
    sides = {
        "attacker": read_force(attacker, options.get("attacker", "")),
        "defender": read_force(defender, options.get("defender", "")),
    }
    chances = battle_odds(sides["attacker"], sides["defender"])
    return {
        "attacker": chances.attacker,
        "draw": chances.draw,
        "defender": chances.defender,
        "precision": chances.precision,
        "attackers_left": chances.attackers_left,
        "defenders_left": chances.defenders_left,
        "doctrine": "no retreat; hits go to the largest ship they can destroy (ECL 25.6.12)",
        "forces": {side: [_described(u) for u in units] for side, units in sides.items()},
    }


def read_force(text: str, side: str = "") -> list[Unit]:
    """ "2 interceptor: ion cannon, hull, nuclear drive; 1 cruiser"; parts are the whole ship."""
    board = SPECIES[words.SPECIES_NAMES.find(side).id] if side else SPECIES["terran_directorate"]
    units: dict[str, Unit] = {}
    for piece in filter(None, (p.strip() for p in re.split(r"[;|\n]", text))):
        head, _, listed = piece.partition(":")
        found = re.fullmatch(r"\s*(\d+)?\s*x?\s*(.+?)\s*", head)
        if found is None:
            raise BadCount(f"Write a number and a type, for example: {EXAMPLE}")
        ship = words.TARGET_NAMES.find(found[2]).id
        if ship in units:
            raise BadCount(f"Name each type once; {ship} is there twice.")
        units[ship] = Unit(ship, int(found[1] or 1), _stats(board.blueprints, ship, listed))
    if not 1 <= sum(u.ships for u in units.values()) <= MOST_SHIPS:
        raise BadCount(f"A side has 1 to {MOST_SHIPS} ships, for example: {EXAMPLE}")
    return list(units.values())


def _stats(set_: str, ship: str, listed: str) -> Stats:
    if ship in NPC_STATS:
        return NPC_STATS[ship]
    if not listed.strip():
        return blueprint_stats(set_, ship, ())
    board = BLUEPRINTS[set_][ship]
    parts = _parts(listed)
    if len(parts) > len(board.printed):
        words_ = f"The {ship} has {len(board.printed)} squares, not {len(parts)}."
        raise BadCount(words_)
    return stats_of(parts, board.initiative, board.energy, board.computer)


def _parts(listed: str) -> list[str]:
    parts: list[str] = []
    for piece in words.pieces(listed):
        found = re.fullmatch(r"(?:(\d+)\s*x?\s+)?(.+)", piece)
        assert found is not None
        parts += [words.PART_NAMES.find(found[2]).id] * int(found[1] or 1)
    return parts


def _described(unit: Unit) -> str:
    s = unit.stats
    guns = ", ".join(f"{n}x{d}" for d, n in s.cannons) or "none"
    missiles = f", missiles {', '.join(f'{n}x{d}' for d, n in s.missiles)}" if s.missiles else ""
    return (
        f"{unit.ships} {unit.ship}: initiative {s.initiative}, cannons {guns}{missiles}, "
        f"computer +{s.computer}, shield -{s.shield}, hull {s.hull}"
    )
