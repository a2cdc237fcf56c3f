"""Eclipse: the chances of a battle.

Both sides aim as an absent player's ships do (ECL 25.6.12, 27.8 D6) and nobody retreats. A battle
is then a chain of states that only ever lose ships or gain damage, so that every state can be
weighed once: volleys in which nothing happens are divided out. That is exact. Battles with too many
states are played out many times over instead, all at once and from hit to hit: battles that stand
alike share the dice between them evenly, which is never worse than plain dice. `precision` says how
far off an answer may be, 19 times in 20.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, product
from math import comb
from random import Random
from typing import Final, NamedTuple, TypeAlias

from rules.eclipse.combat.sides import hits, least_dice
from rules.eclipse.facts import BY_SIZE, NPC_STATS, SHIPS, Stats

RARE: Final = 1e-9
"""Rolls and states rarer than this are not followed."""
BUDGET: Final = 90_000
"""Work put into the exact way before a battle is played out with dice after all."""
STRIKE: Final = 14
"""The work of aiming a new roll, for each kind of die in it; a step between states is 1."""
SAMPLES: Final = 2_601
"""Battles played out then: two standard errors of the worst case are under 2 points."""
WIDE: Final = 16
MASK: Final = (1 << WIDE) - 1

Ships: TypeAlias = tuple[tuple[int, ...], ...]
"""Damage of every ship of each type of a side, largest type and most damaged ship first."""
Weapons: TypeAlias = tuple[tuple[int, int], ...]
"""Damage and number of the dice of one ship."""
Roll: TypeAlias = tuple[tuple[int, ...], ...]
"""For each kind of die of a volley, how many beat the lowest shield only, the next one, …"""


class Unit(NamedTuple):
    """Ships of one type: how many, what each amounts to, the damage of those that have some."""

    ship: str
    ships: int
    stats: Stats
    hurt: tuple[int, ...] = ()


class Chances(NamedTuple):
    """What can become of a battle. `draw`: a stalemate, which costs the attacker his ships unless
    he retreats (ECL 9.9.1). `…_left`: ships left on average, by type."""

    attacker: float
    draw: float
    defender: float
    precision: float
    attackers_left: dict[str, float]
    defenders_left: dict[str, float]


class Volley(NamedTuple):
    """What a volley may leave of the side it is fired at: its part of a pair, with chances.

    `states` and `reached` begin with a miss, for draws."""

    miss: float
    hits: list[tuple[float, int]]
    reached: list[float]
    states: list[int]


NOTHING: Final = Volley(1.0, [], [], [])
"""Where nobody is left to fire."""


class _TooMuch(Exception):
    """The battle has more states than are worth following so closely."""


def battle_odds(attacker: Sequence[Unit], defender: Sequence[Unit]) -> Chances:
    """Return the chances of both sides, always the same for the same battle (ECL 9.6, 9.7)."""
    battle = _Battle(attacker, defender)
    try:
        return battle.exact()
    except _TooMuch:
        return battle.sampled(Random(SAMPLES))


class _Side:
    """One side's ships, and every state they have been met in, by number. State 0: none left."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = sorted(units, key=lambda unit: BY_SIZE.index(unit.ship))
        self.hulls = [unit.stats.hull for unit in self.units]
        self.shields = [unit.stats.shield for unit in self.units]
        self.states: list[Ships] = []
        self.counts: list[tuple[int, ...]] = []
        self.left: list[int] = []
        self.armed: list[bool] = []
        self._numbers: dict[Ships, int] = {}
        self.strikes = 0
        self._plans: dict[int, list[tuple[int, int, int, int]]] = {}
        self._struck: dict[tuple[int, tuple[int, ...], Roll], int] = {}
        self.number(tuple(() for _ in self.units))
        self.start = self.number(
            tuple(
                (*sorted(unit.hurt, reverse=True), *(0,) * (unit.ships - len(unit.hurt)))
                for unit in self.units
            )
        )

    def number(self, ships: Ships) -> int:
        known = self._numbers.get(ships)
        if known is None:
            known = self._numbers[ships] = len(self.states)
            self.states.append(ships)
            self.counts.append(tuple(map(len, ships)))
            self.left.append(
                sum((hull + 1) * len(s) - sum(s) for hull, s in zip(self.hulls, ships, strict=True))
            )
            self.armed.append(
                any(s and unit.stats.cannons for unit, s in zip(self.units, ships, strict=True))
            )
        return known

    def shields_up(self, state: int) -> tuple[int, ...]:
        """Return the different shields of those still there, lowest first."""
        there = zip(self.shields, self.counts[state], strict=True)
        return tuple(sorted({shield for shield, n in there if n}))

    def struck(self, state: int, sizes: tuple[int, ...], roll: Roll) -> int:
        """Return what a roll of dice that do 1, 2 or 4 damage leaves (ECL 25.6.12)."""
        key = (state, sizes, roll)
        known = self._struck.get(key)
        if known is None:
            self.strikes += len(sizes)
            strike = self._strike_alike if len(sizes) == 1 else self._strike
            known = self._struck[key] = strike(state, sizes, roll)
        return known

    def _strike_alike(self, state: int, sizes: tuple[int, ...], roll: Roll) -> int:
        """Strike with dice of one kind: so many for each ship, as long as they last."""
        size, dice = sizes[0], list(roll[0])
        left: list[tuple[int, int, int]] = []
        for level, kind, hurt, need in self._plan(state):
            wanted = -(-need // size)
            if sum(dice[level:]) < wanted:
                left.append((level, kind, hurt))
            else:
                _take(dice, level, wanted)
        return self._standing(left, ((size, dice),))

    def _strike(self, state: int, sizes: tuple[int, ...], roll: Roll) -> int:
        by_size = {size: list(dice) for size, dice in zip(sizes, roll, strict=True)}
        none: list[int] = []
        ones, twos, fours = (by_size.get(size, none) for size in (1, 2, 4))
        left: list[tuple[int, int, int]] = []
        for level, kind, hurt, need in self._plan(state):
            free = sum(ones[level:]), sum(twos[level:]), sum(fours[level:])
            taken = least_dice(need, *free) if any(free) else None
            if taken is None:
                left.append((level, kind, hurt))
            else:
                for dice, n in zip((ones, twos, fours), taken, strict=True):
                    if n:
                        _take(dice, level, n)
        return self._standing(left, by_size.items())

    def _plan(self, state: int) -> list[tuple[int, int, int, int]]:
        """Return ships in the order they are shot at: shield level, type, damage, what destroys
        them."""
        plan = self._plans.get(state)
        if plan is None:
            shields = self.shields_up(state)
            plan = self._plans[state] = [
                (shields.index(self.shields[kind]), kind, hurt, self.hulls[kind] + 1 - hurt)
                for kind, ships in enumerate(self.states[state])
                for hurt in ships
            ]
        return plan

    def _standing(
        self, left: list[tuple[int, int, int]], dice: Iterable[tuple[int, list[int]]]
    ) -> int:
        """Return the ship that the dice left over hit first."""
        more: dict[int, int] = {}
        for size, levels in dice:
            for reach, n in enumerate(levels):
                if n:
                    for place, (level, _, _) in enumerate(left):
                        if level <= reach:
                            more[place] = more.get(place, 0) + size * n
                            break
        after: list[list[int]] = [[] for _ in self.units]
        for place, (_, kind, hurt) in enumerate(left):
            after[kind].append(hurt + more.get(place, 0))
        if more:
            for ships in after:
                ships.sort(reverse=True)
        return self.number(tuple(map(tuple, after)))


def _take(dice: list[int], level: int, n: int) -> None:
    """Take `n` dice that beat this shield, those that reach least first."""
    while n:
        used = min(n, dice[level])
        dice[level] -= used
        n -= used
        level += 1


class _Battle:
    """`0` is the defender, `1` the attacker. A pair of their states is one number."""

    def __init__(self, attacker: Sequence[Unit], defender: Sequence[Unit]) -> None:
        self.sides = (_Side(defender), _Side(attacker))
        places = [(s, i) for s in (0, 1) for i in range(len(self.sides[s].units))]
        self.order = sorted(places, key=self._rank)
        self.start = self.sides[0].start << WIDE | self.sides[1].start
        self.work = 0
        self.exacting = True
        self._volleys: dict[tuple[int, bool, int, int], Volley] = {}
        self._thrown: dict[tuple[int, bool, int, int], Rolls] = {}

    def _rank(self, place: tuple[int, int]) -> tuple[int, int, int]:
        """Return the key that sorts units by who fires first (ECL 9.3.3, 25.6.4)."""
        unit = self.sides[place[0]].units[place[1]]
        return -unit.stats.initiative, place[0], (*SHIPS, *NPC_STATS).index(unit.ship)

    def _weapons(self, turn: int, missiles: bool) -> Weapons:
        side, i = self.order[turn]
        stats = self.sides[side].units[i].stats
        return stats.missiles if missiles else stats.cannons

    def _armed(self, missiles: bool) -> list[tuple[int, int, int]]:
        """Return the turns in which there is something to fire, with side and type."""
        turns = enumerate(self.order)
        return [(turn, *place) for turn, place in turns if self._weapons(turn, missiles)]

    def _rolls(self, turn: int, missiles: bool, count: int, enemy: int) -> "Rolls":
        key = (turn, missiles, count, enemy)
        known = self._thrown.get(key)
        if known is None:
            side, i = self.order[turn]
            computer = self.sides[side].units[i].stats.computer
            shields = self.sides[1 - side].shields_up(enemy)
            weapons = self._weapons(turn, missiles)
            known = self._thrown[key] = _rolls(weapons, count, computer, shields)
        return known

    def _volley(self, turn: int, missiles: bool, count: int, enemy: int) -> Volley:
        """Return all that a volley of `count` ships of this turn may leave of the enemy."""
        key = (turn, missiles, count, enemy)
        known = self._volleys.get(key)
        if known is None:
            side = self.order[turn][0]
            target = self.sides[1 - side]
            rolls = self._rolls(turn, missiles, count, enemy)
            if self.exacting and self.work + len(rolls.rolls) * STRIKE > BUDGET:
                raise _TooMuch
            before = target.strikes
            after: dict[int, float] = {}
            for chance, roll in zip(rolls.chances, rolls.rolls, strict=True):
                new = target.struck(enemy, rolls.sizes, roll)
                after[new] = after.get(new, 0.0) + chance
            self.work += len(rolls.rolls) + STRIKE * (target.strikes - before)
            miss = after.pop(enemy, 0.0)
            shift = WIDE if side else 0
            states = [enemy << shift, *(new << shift for new in after)]
            chances = [miss, *after.values()]
            hits_ = list(zip(chances, states, strict=True))[1:]
            known = self._volleys[key] = Volley(miss, hits_, _reached(chances), states)
        return known

    def _over(self, pair: int) -> bool:
        defenders, attackers = pair >> WIDE, pair & MASK
        if not defenders or not attackers:
            return True
        return not (self.sides[0].armed[defenders] or self.sides[1].armed[attackers])

    # -- exactly -------------------------------------------------------------------------------

    def exact(self) -> Chances:
        """Weigh every state once; raise _TooMuch where there are too many."""
        here = {self.start: 1.0}
        for turn, side, i in self._armed(missiles=True):
            here = self._missiles(turn, side, i, here)
        ends = self._rounds(here)
        return self._summed(ends, max(0.0, 1.0 - sum(ends.values())))

    def _missiles(self, turn: int, side: int, i: int, here: dict[int, float]) -> dict[int, float]:
        after: dict[int, float] = {}
        for pair, weight in here.items():
            mine, enemy = (pair & MASK, pair >> WIDE) if side else (pair >> WIDE, pair & MASK)
            count = self.sides[side].counts[mine][i]
            if not count or not enemy:
                after[pair] = after.get(pair, 0.0) + weight
                continue
            still = mine if side else mine << WIDE
            volley = self._volley(turn, True, count, enemy)
            for chance, new in ((volley.miss, volley.states[0]), *volley.hits):
                after[still | new] = after.get(still | new, 0.0) + weight * chance
        return after

    def _rounds(self, here: dict[int, float]) -> dict[int, float]:
        """Weigh every state once, those with most hull left first; how battles end.

        `waiting[state][k]` is the chance that the battle comes to this state just before the
        k-th type acts. Within a state the types miss in turn, so the visits of each follow from
        one lap (`_visits`).
        """
        guns = self._armed(missiles=False)
        waiting = {pair: [weight] + [0.0] * (len(guns) - 1) for pair, weight in here.items()}
        by_size = self._by_size(here)
        ends: dict[int, float] = {}
        while by_size:
            for pair in by_size.pop(max(by_size)):
                arrivals = waiting.pop(pair)
                weight = sum(arrivals)
                if weight < RARE:
                    continue
                if self._over(pair):
                    ends[pair] = weight
                else:
                    self._leave(pair, guns, arrivals, waiting, by_size)
        return ends

    def _leave(
        self,
        pair: int,
        guns: list[tuple[int, int, int]],
        arrivals: list[float],
        waiting: dict[int, list[float]],
        by_size: dict[int, list[int]],
    ) -> None:
        """Return where the battle goes from a state, by the type whose volley ends it."""
        turns = len(guns)
        defenders, attackers = pair >> WIDE, pair & MASK
        volleys: list[Volley] = []
        misses: list[float] = []
        known = self._volleys.get
        counts = self.sides[0].counts[defenders], self.sides[1].counts[attackers]
        for turn, side, i in guns:
            count, enemy = counts[side][i], defenders if side else attackers
            volley = NOTHING
            if count:
                volley = known((turn, False, count, enemy)) or self._volley(
                    turn, False, count, enemy
                )
            volleys.append(volley)
            misses.append(volley.miss)
        work = 0
        find = waiting.get
        for k, seen in enumerate(_visits(arrivals, misses)):
            volley = volleys[k]
            work += len(volley.hits)
            now = (k + 1) % turns
            still = attackers if guns[k][1] else defenders << WIDE
            for chance, new in volley.hits:
                there = find(still | new)
                if there is None:
                    to = still | new
                    there = waiting[to] = [0.0] * turns
                    by_size.setdefault(self._left(to), []).append(to)
                there[now] += seen * chance
        self.work += work
        if self.work > BUDGET:
            raise _TooMuch

    def _by_size(self, here: Iterable[int]) -> dict[int, list[int]]:
        """Return the states by the hull points left in them."""
        found: dict[int, list[int]] = {}
        for pair in here:
            found.setdefault(self._left(pair), []).append(pair)
        return found

    def _left(self, pair: int) -> int:
        """Return the hull points left: every volley that does something lowers their number."""
        return self.sides[0].left[pair >> WIDE] + self.sides[1].left[pair & MASK]

    # -- with dice -----------------------------------------------------------------------------

    def sampled(self, rng: Random) -> Chances:
        """Return the battle played out `SAMPLES` times, from hit to hit: misses are divided out,
        and battles that come to stand alike go on together."""
        self.exacting = False
        here = {self.start: SAMPLES}
        for turn, side, i in self._armed(missiles=True):
            here = self._fire_missiles(turn, side, i, here, rng)
        guns = self._armed(missiles=False)
        waiting = {pair: [n] + [0] * (len(guns) - 1) for pair, n in here.items()}
        by_size = self._by_size(here)
        ends: dict[int, float] = {}
        while by_size:
            for pair in by_size.pop(max(by_size)):
                arrivals = waiting.pop(pair)
                if self._over(pair):
                    ends[pair] = sum(arrivals) / SAMPLES
                    continue
                for k, after in self._next_hits(pair, guns, arrivals, rng):
                    now = (k + 1) % len(guns)
                    for to in after:
                        there = waiting.get(to)
                        if there is None:
                            there = waiting[to] = [0] * len(guns)
                            by_size.setdefault(self._left(to), []).append(to)
                        there[now] += 1
        return self._summed(ends, SAMPLES**-0.5)

    def _fire_missiles(
        self, turn: int, side: int, i: int, here: dict[int, int], rng: Random
    ) -> dict[int, int]:
        after: dict[int, int] = {}
        for pair, n in here.items():
            mine, enemy = (pair & MASK, pair >> WIDE) if side else (pair >> WIDE, pair & MASK)
            count = self.sides[side].counts[mine][i]
            if not count or not enemy:
                after[pair] = after.get(pair, 0) + n
                continue
            still = mine if side else mine << WIDE
            for new in self._drawn(turn, True, count, enemy, _evenly(n, rng)):
                after[still | new] = after.get(still | new, 0) + 1
        return after

    def _next_hits(
        self, pair: int, guns: list[tuple[int, int, int]], arrivals: list[int], rng: Random
    ) -> Iterator[tuple[int, list[int]]]:
        """Return for each type, by its place in `guns`, the states its next volley that hits leads
        to."""
        defenders, attackers = pair >> WIDE, pair & MASK
        counts = self.sides[0].counts[defenders], self.sides[1].counts[attackers]
        misses = []
        for turn, side, i in guns:
            count, enemy = counts[side][i], defenders if side else attackers
            misses.append(self._miss(turn, count, enemy) if count else 1.0)
        for k, n in enumerate(_first_hitters(arrivals, misses, rng)):
            if n:
                turn, side, i = guns[k]
                count, enemy = counts[side][i], defenders if side else attackers
                still = attackers if side else defenders << WIDE
                hits_ = (misses[k] + (1.0 - misses[k]) * u for u in _evenly(n, rng))
                yield k, [still | new for new in self._drawn(turn, False, count, enemy, hits_)]

    def _miss(self, turn: int, count: int, enemy: int) -> float:
        """Return the chance that no die of a volley hits: of all rolls that one comes first."""
        return self._rolls(turn, False, count, enemy).reached[0]

    def _drawn(
        self, turn: int, missiles: bool, count: int, enemy: int, draws: Iterable[float]
    ) -> list[int]:
        """Return what such volleys leave of the enemy, as its part of a pair; draws from 0 to 1."""
        volley = self._volleys.get((turn, missiles, count, enemy))
        if volley is not None:
            return [volley.states[bisect(volley.reached, u)] for u in draws]
        rolls = self._rolls(turn, missiles, count, enemy)
        side = self.order[turn][0]
        struck, shift = self.sides[1 - side].struck, WIDE if side else 0
        return [
            struck(enemy, rolls.sizes, rolls.rolls[bisect(rolls.reached, u)]) << shift
            for u in draws
        ]

    def _summed(self, ends: Mapping[int, float], precision: float) -> Chances:
        won = [0.0, 0.0]
        draw = 0.0
        left = [{unit.ship: 0.0 for unit in side.units} for side in self.sides]
        for pair, weight in ends.items():
            states = pair >> WIDE, pair & MASK
            if all(states):
                draw += weight
            else:
                won[0 if states[0] else 1] += weight
            for side, state, ships in zip(self.sides, states, left, strict=True):
                for unit, n in zip(side.units, side.counts[state], strict=True):
                    ships[unit.ship] += weight * n
        return Chances(won[1], draw, won[0], precision, left[1], left[0])


def _visits(arrivals: Sequence[float], misses: Sequence[float]) -> list[float]:
    """Return how often each type gets to fire in one state: those who arrive before it, and those
    whose predecessors missed, lap after lap."""
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


def _evenly(n: int, rng: Random) -> list[float]:
    """Return draws from 0 to 1, one out of each of `n` equal parts."""
    if n == 1:
        return [rng.random()]
    return [(j + rng.random()) / n for j in range(n)]


def _first_hitters(arrivals: Sequence[int], misses: Sequence[float], rng: Random) -> list[int]:
    """Return how many of the battles that came just before each type go on with a hit of each
    type."""
    turns = len(misses)
    found = [0] * turns
    for start, n in enumerate(arrivals):
        if not n:
            continue
        still = 1.0
        reached = []
        for k in range(start, start + turns):
            still *= misses[k % turns]
            reached.append(1.0 - still)
        for u in _evenly(n, rng):
            found[(start + bisect(reached, u * reached[-1], 0, turns - 1)) % turns] += 1
    return found


# -- rolls -------------------------------------------------------------------------------------


class Rolls(NamedTuple):
    """Every different roll that matters, with its chance and the chances up to it."""

    sizes: tuple[int, ...]
    rolls: list[Roll]
    chances: list[float]
    reached: list[float]


@lru_cache(maxsize=2048)
def _rolls(weapons: Weapons, count: int, computer: int, shields: tuple[int, ...]) -> Rolls:
    levels = _levels(computer, shields)
    kinds = [_spread(each * count, levels) for _, each in weapons]
    rolls: list[Roll] = []
    chances: list[float] = []
    for together in product(*kinds):
        chance = 1.0
        for part, _ in together:
            chance *= part
        if chance >= RARE:
            rolls.append(tuple(dice for _, dice in together))
            chances.append(chance)
    return Rolls(tuple(size for size, _ in weapons), rolls, chances, _reached(chances))


def _reached(chances: Sequence[float]) -> list[float]:
    """Return the chances up to each; the last is beyond every draw."""
    reached = list(accumulate(chances))
    reached[-1] = 1.0
    return reached


def _levels(computer: int, shields: tuple[int, ...]) -> list[float]:
    """Return the chances that a die beats no shield, the lowest only, the two lowest, …"""
    chances = [0] * (len(shields) + 1)
    for value in range(1, 7):
        chances[sum(hits(value, computer, shield) for shield in shields)] += 1
    return [n / 6 for n in chances]


@lru_cache(maxsize=2048)
def _fallen(dice: int, levels: tuple[float, ...]) -> list[tuple[float, tuple[int, ...]]]:
    """Return how dice may fall into levels, with the chance of each way."""
    if len(levels) == 1:
        return [(levels[0] ** dice, (dice,))]
    found = []
    for n in range(dice + 1):
        ways = comb(dice, n) * levels[-1] ** n
        for chance, below in _fallen(dice - n, levels[:-1]):
            if ways * chance:
                found.append((ways * chance, (*below, n)))
    return found


def _spread(dice: int, levels: Sequence[float]) -> list[tuple[float, tuple[int, ...]]]:
    """Return dice by level; those that beat nothing are left out."""
    return [(chance, fallen[1:]) for chance, fallen in _fallen(dice, tuple(levels))]
