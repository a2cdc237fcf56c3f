"""The chances of a combat, exactly: no sampling, every course of the dice is weighed.

Both sides lose units in a fixed order, so a side is one of few states, and a combat walks through
pairs of states. Values and modifiers are asked of the engine's own components, on a small table
that holds nothing but the two forces. Nobody retreats.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rules.lexicon import BadCount, LexiconError, MissingPart, Names, UnknownName, read_counted
from rules.ti4 import modifiers
from rules.ti4.combat import dice
from rules.ti4.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    FACTIONS,
    NOTES,
    SHIPS,
    TECHNOLOGIES,
    TILES,
    UNIT_TYPES,
    Roll,
)
from rules.ti4.names import UNIT_NAMES
from rules.ti4.names import UNITS as LOSS_NAMES
from rules.ti4.state import Battle, Counts, Effect, Law, Public, Side, Tactical
from rules.ti4.tactical.invasion import shielded

MOST_UNITS: Final = 30
_TILE, _NEBULA = "26", next(tile.id for tile in TILES.values() if "nebula" in tile.anomalies)
_PLANET = TILES[_TILE].planets[0]
_REST = 1e-12
"""Steps less likely are left out: where damage is repaired a combat has no last round."""
_MOST_ROUNDS: Final = 2000
"""Two sides that repair all they suffer are as good as unable to hit."""

_FIRST_ROUND = ("morale_boost", "fighter_prototype", "fire_team", "shields_holding")
_REROLLS = {"fire_team": "ground", "war_funding": "space", "munitions_reserves": "space"}
_INVASION = ("bunker", "disable")
_CARDS = (*_FIRST_ROUND, *_INVASION, "maneuvering_jets", "experimental_battlestation")
_NOTES = ("tekklar_legion", "war_funding")
_LAWS = ("prophecy_of_ixth", "publicize_weapon_schematics")
_TECHS = (
    "antimass_deflectors",
    "plasma_scoring",
    "magen_defense_grid",
    "duranium_armor",
    "assault_cannon",
    "graviton_laser_system",
    "l4_disruptors",
    "non_euclidean_shielding",
    "valkyrie_particle_weave",
)
_UPGRADES = {t.id: t.upgrades for t in TECHNOLOGIES.values() if t.unit}
_UPGRADED = {f"{unit}_ii": unit for unit in UNIT_TYPES if f"{unit}_ii" in TECHNOLOGIES}
_UPGRADED["war_sun_ii"] = "war_sun"

FORCE_NAMES = Names(
    {
        **{unit: names for unit, names in UNIT_NAMES.items() if unit != "space_dock"},
        **{
            better: tuple(f"{name} ii" for name in UNIT_NAMES[unit])
            for better, unit in _UPGRADED.items()
            if unit != "space_dock"
        },
    },
    kind="unit",
)
HELP_NAMES = Names(
    {
        **{f.id: (f.name, f.short) for f in FACTIONS.values()},
        **{t: (TECHNOLOGIES[t].name,) for t in (*_TECHS, *_UPGRADES)},
        **{card: (ACTION_CARDS[card].name,) for card in _CARDS},
        **{note: (NOTES[note].name,) for note in _NOTES},
        **{law: (AGENDAS[law].name,) for law in _LAWS},
        "munitions_reserves": (ABILITIES["munitions_reserves"].name,),
    },
    kind="faction, technology or card that changes a combat",
)
OPTIONS: Final = ("combat", "nebula", "attacker", "defender", "attacker_hits", "defender_hits")

Units = tuple[tuple[int, int], ...]
"""By type in order of loss: how many are sound, and how many damaged."""
Chances = dict[tuple[int, int], float]
"""Hits, and how many of them must go to ships that are not fighters."""
Spread = dict[int, float]
Mass = dict[tuple[int, int], float]
Fate = tuple[Spread, Spread]
"""The states after a round without and with a loss."""


class Force(NamedTuple):
    """One side as it was written."""

    units: Counts
    faction: str = ""
    techs: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    """Cards, notes, laws and paid abilities in its favour."""
    order: tuple[str, ...] = ()
    """Types lost first; the rest follow from the cheapest up."""
    sustain_last: bool = False


class Odds(NamedTuple):
    attacker: float
    draw: float
    defender: float
    attacker_losses: dict[str, float]
    defender_losses: dict[str, float]


# -- reading -------------------------------------------------------------------------------------


def odds_of_text(attacker: str, defender: str, options: Mapping[str, str]) -> dict[str, Any]:
    """`2 cruiser, 1 carrier II WITH Letnev, Morale Boost`; what helps may stand in options too."""
    for name in options:
        if name not in OPTIONS:
            raise UnknownName(f"There is no option {name}; there are {', '.join(OPTIONS)}.")
    mine, theirs = (
        read_force(text, options.get(role, ""), options.get(f"{role}_hits", ""))
        for text, role in ((attacker, "attacker"), (defender, "defender"))
    )
    ground = _ground(options.get("combat", ""), mine, theirs)
    nebula = _yes("nebula", options.get("nebula", "no"))
    found = combat_odds(mine, theirs, ground=ground, nebula=nebula)
    return {**found._asdict(), "combat": "ground" if ground else "space"}


def read_force(text: str, helps: str = "", hits: str = "") -> Force:
    said, _, more = re.sub(r"(?i)\bwith\b", "|", text, count=1).partition("|")
    units: Counts = {}
    wanted: list[str] = []
    for name, n in read_counted(said, FORCE_NAMES).counts.items():
        unit = _UPGRADED.get(name, name)
        units[unit] = units.get(unit, 0) + n
        wanted += [unit] if name in _UPGRADED else []
    if not units:
        raise MissingPart("Write the units of both sides, such as “2 cruiser, 1 carrier”.")
    if sum(units.values()) > MOST_UNITS:
        raise BadCount(f"At most {MOST_UNITS} units a side.")
    named = [HELP_NAMES.find(part).id for part in f"{more},{helps}".split(",") if part.strip()]
    factions = [name for name in dict.fromkeys(named) if name in FACTIONS]
    if len(factions) > 1:
        raise LexiconError("A side is of one faction.")
    faction = "".join(factions)
    if "flagship" in units and not faction:
        raise MissingPart("Flagships differ: name the faction, as in “1 flagship WITH Sol”.")
    wanted += [_UPGRADES[name] for name in named if name in _UPGRADES and name != "war_sun"]
    techs = [_upgrade(unit, faction) for unit in wanted]
    techs += [name for name in named if name in TECHNOLOGIES and name not in _UPGRADES]
    if "war_sun" in units and faction != "embers_of_muaat":
        techs.append("war_sun")
    helping = tuple(n for n in named if n not in FACTIONS and n not in TECHNOLOGIES)
    order = [part for part in hits.split(",") if part.strip()]
    last = [part for part in order if part.strip().lower() == "sustain last"]
    types = dict.fromkeys(LOSS_NAMES.find(part).id for part in order if part not in last)
    unique = tuple(dict.fromkeys(techs))
    return Force(units, faction, unique, helping, tuple(types), bool(last))


def _upgrade(unit: str, faction: str) -> str:
    """The faction's own upgrade of a type, or everybody's."""
    fitting = [
        t.id for t in TECHNOLOGIES.values() if t.upgrades == unit and t.faction in ("", faction)
    ]
    return max(fitting, key=lambda id: TECHNOLOGIES[id].faction)


def _ground(said: str, attacker: Force, defender: Force) -> bool:
    """Where it is not said: on a planet if troops meet no ships."""
    if said:
        if said.strip().lower() not in ("space", "ground"):
            raise UnknownName("Write combat=space or combat=ground.")
        return said.strip().lower() == "ground"
    return "infantry" in attacker.units and not any(ship in defender.units for ship in SHIPS)


def _yes(name: str, said: str) -> bool:
    if said.strip().lower() not in ("yes", "no"):
        raise UnknownName(f"Write {name}=yes or {name}=no.")
    return said.strip().lower() == "yes"


# -- dice ----------------------------------------------------------------------------------------


def _summed(one: Chances, other: Chances) -> Chances:
    found: Chances = {}
    for (hits, heavy), p in one.items():
        for (more, weight), q in other.items():
            key = hits + more, heavy + weight
            found[key] = found.get(key, 0.0) + p * q
    return found


_NOTHING: Final[Chances] = {(0, 0): 1.0}


@lru_cache(maxsize=4096)
def _many(n: int, die: tuple[tuple[tuple[int, int], float], ...]) -> Chances:
    if n == 0:
        return _NOTHING
    return _summed(_many(n - 1, die), dict(die))


def _thrown(n: int, die: Chances) -> Chances:
    """Read only: the same dice are thrown in many states."""
    return _many(n, tuple(die.items()))


def _volley(guns: Iterable[tuple[int, Roll]], bonus: int, extra: int, heavy: bool) -> Chances:
    """Dice of unit abilities; one more of the best gun for each extra die."""
    fired = sorted(guns, key=lambda gun: gun[1].hits_on)
    found = dict(_NOTHING)
    for i, (n, roll) in enumerate(fired):
        p = min(10, max(0, 11 - roll.hits_on + bonus)) / 10
        die = {(0, 0): 1 - p, (1, int(heavy)): p}
        found = _summed(found, _thrown(n * roll.dice + (extra if i == 0 else 0), die))
    return found


def _fewer(chances: Chances, cancelled: int) -> Chances:
    found: Chances = {}
    for (hits, heavy), p in chances.items():
        left = max(0, hits - cancelled)
        key = left, min(heavy, left)
        found[key] = found.get(key, 0.0) + p
    return found


def _unaimed(chances: Chances) -> Chances:
    """Without fighters to spare it does not matter where a hit must go."""
    found: Chances = {}
    for (hits, _), p in chances.items():
        found[hits, 0] = found.get((hits, 0), 0.0) + p
    return found


# -- one side ------------------------------------------------------------------------------------


class _Army:
    """The states a side can be in, numbered; 0 is nobody left."""

    def __init__(self, table: Public, seat: int, force: Force, ground: bool) -> None:
        self.seat, self.force = seat, force
        self.sheet = modifiers.sheet(table, seat)
        self.kinds = tuple(sorted(self._fighting(ground), key=self._worth))
        self.sustains = [not ground and modifiers.sustains(table, seat, u) for u in self.kinds]
        self.cancels = modifiers.sustain_cancels(table, seat)
        self.repairs = "duranium_armor" in force.techs
        mends = force.faction == "barony_of_letnev" and "flagship" in self.kinds
        self.mends = self.kinds.index("flagship") if mends else -1
        self.stepwise = self.cancels == 1 and not self.repairs and self.mends < 0
        """Many hits are one hit many times."""
        doomed = force.faction == "yin_brotherhood" and "flagship" in self.kinds
        self.doomed = self.kinds.index("flagship") if doomed else -1
        self.states: list[Units] = []
        self.units: list[int] = []
        self.looks: list[int] = []
        """A number that states share where only damage differs."""
        self.stands: list[int] = []
        """Hits that surely destroy everything."""
        self.has_fighters: list[bool] = []
        self._ids: dict[Units, int] = {}
        self._next: dict[tuple[int, int, int, bool, bool], int] = {}
        self.number(tuple((0, 0) for _ in self.kinds))
        self.start = self.number(tuple((force.units[u], 0) for u in self.kinds))

    def _fighting(self, ground: bool) -> list[str]:
        if ground:
            return [u for u in self.force.units if u == "infantry"]
        marines = self.force.faction == "nekro_virus" and "flagship" in self.force.units
        return [u for u in self.force.units if u in SHIPS or (marines and u == "infantry")]

    def _worth(self, unit: str) -> tuple[int, bool, bool, int, int]:
        order = self.force.order
        first = order.index(unit) if unit in order else len(order)
        cheap = unit in ("fighter", "infantry")
        cost = self.sheet[unit].cost or 0
        return first, unit == "flagship", not cheap, cost, UNIT_TYPES.index(unit)

    def number(self, units: Units) -> int:
        found = self._ids.get(units)
        if found is None:
            healthy = tuple((n + hurt, 0) for n, hurt in units)
            like = -1 if healthy == units else self.number(healthy)
            found = self._ids[units] = len(self.states)
            self.states.append(units)
            self.units.append(sum(n + hurt for n, hurt in units))
            self.looks.append(found if like < 0 else like)
            able = sum(n for (n, _), can in zip(units, self.sustains, strict=True) if can)
            self.stands.append(self.units[found] + able * self.cancels)
            self.has_fighters.append("fighter" in self.counts(found))
        return found

    def counts(self, state: int) -> Counts:
        pairs = zip(self.kinds, self.states[state], strict=True)
        return {unit: n + hurt for unit, (n, hurt) in pairs if n + hurt}

    def big_ships(self, state: int) -> int:
        return sum(n for u, n in self.counts(state).items() if u not in ("fighter", "infantry"))

    def blown_up(self, state: int) -> bool:
        """The Yin flagship is gone, and with it every ship."""
        return self.doomed >= 0 and sum(self.states[state][self.doomed]) == 0

    def hit(self, state: int, hits: int, heavy: int, able: bool, rounds: bool) -> int:
        """After hits: sustain damage first, then the next in order; then repairs in a round."""
        hits = min(hits, self.stands[state])
        key = state, hits, heavy if self.has_fighters[state] else 0, able, rounds
        found = self._next.get(key)
        if found is None and self.stepwise and hits > 1:
            one = self.hit(state, 1, min(key[2], 1), able, rounds)
            found = self._next[key] = self.hit(one, hits - 1, max(0, key[2] - 1), able, rounds)
        elif found is None:
            found = self._next[key] = self._hit(*key)
        return found

    def _hit(self, state: int, hits: int, heavy: int, able: bool, rounds: bool) -> int:
        sound = [n for n, _ in self.states[state]]
        hurt = [n for _, n in self.states[state]]
        fresh = [0] * len(sound)

        def sustain(i: int) -> None:
            sound[i] -= 1
            hurt[i] += 1
            fresh[i] += 1

        if able and not self.force.sustain_last:
            for i in (i for i, can in enumerate(self.sustains) if can):
                while hits > 0 and sound[i]:
                    sustain(i)
                    hits, heavy = hits - self.cancels, heavy - self.cancels
        while hits > 0 and (i := self._target(sound, hurt, heavy > 0)) >= 0:
            worth = 1
            if able and self.sustains[i] and sound[i] and self.force.sustain_last:
                sustain(i)
                worth = self.cancels
            elif hurt[i]:
                hurt[i] -= 1
            else:
                sound[i] -= 1
            hits -= worth
            heavy -= worth if self.kinds[i] != "fighter" else 0
        if rounds:
            self._repair(sound, hurt, fresh)
        return self.number(tuple(zip(sound, hurt, strict=True)))

    def _target(self, sound: list[int], hurt: list[int], heavy: bool) -> int:
        there = [i for i in range(len(sound)) if sound[i] + hurt[i]]
        if heavy:
            there = [i for i in there if self.kinds[i] != "fighter"] or there
        return there[0] if there else -1

    def _repair(self, sound: list[int], hurt: list[int], fresh: list[int]) -> None:
        if self.repairs:
            for i in reversed(range(len(sound))):
                if hurt[i] > fresh[i]:
                    sound[i], hurt[i] = sound[i] + 1, hurt[i] - 1
                    break
        if self.mends >= 0:
            sound[self.mends], hurt[self.mends] = sound[self.mends] + hurt[self.mends], 0

    def mended(self, state: int) -> int:
        """What repairs itself when the first round begins."""
        units = list(self.states[state])
        if self.mends >= 0:
            units[self.mends] = sum(units[self.mends]), 0
        return self.number(tuple(units))

    def without(self, state: int, unit: str, n: int) -> int:
        """Destroyed without a hit, damaged ones first."""
        units = list(self.states[state])
        i = self.kinds.index(unit)
        sound, hurt = units[i]
        units[i] = max(0, sound - max(0, n - hurt)), max(0, hurt - n)
        return self.number(tuple(units))


# -- the combat ----------------------------------------------------------------------------------


class _Combat:
    def __init__(self, forces: tuple[Force, Force], ground: bool, nebula: bool) -> None:
        self.forces, self.ground = forces, ground
        self.tile = _NEBULA if nebula and not ground else _TILE
        sides = [Side(faction=f.faction, techs=list(f.techs)) for f in forces]
        self.table = Public(sides=sides, names=["attacker", "defender"])
        self.table.active = Tactical(0, self.tile)
        self.table.battle = Battle(self.tile, 0, 1, _PLANET if ground else "")
        self.table.control = {_PLANET: 1}
        self.table.laws = {
            law: Law(-1 if law == "publicize_weapon_schematics" else seat)
            for seat, force in enumerate(forces)
            for law in _LAWS
            if law in force.helps
        }
        self._in_effect(first=False)
        self.armies = tuple(_Army(self.table, i, f, ground) for i, f in enumerate(forces))
        self._show(self.armies[0].start, self.armies[1].start)
        self.looks_at_foe = [bool(modifiers.present(self.table, s, "dice")) for s in (0, 1)]
        self.extra = [bool(modifiers.present(self.table, seat, "extra_hits")) for seat in (0, 1)]
        self.returns = ground and any(
            modifiers.present(self.table, seat, "hits_in_return") for seat in (0, 1)
        )
        self.moons = [
            bool(modifiers.present(self.table, 1 - seat, "denies_sustain")) for seat in (0, 1)
        ]
        self.shield = ground and shielded(self.table, 0, _PLANET)
        self.bombs = self._bombardment() if ground else _NOTHING
        self.harrow = self.bombs if forces[0].faction == "l1z1x_mindnet" else _NOTHING
        self._rolls: dict[tuple[int, int, int, bool, bool], Chances] = {}
        self._able: dict[tuple[int, int, int], bool] = {}
        self._known: dict[tuple[int, int, int], Fate] = {}
        self.over: Mass = {}

    def _in_effect(self, first: bool) -> None:
        """Cards that last one round are played in the first."""
        lasting = ("bunker", "tekklar_legion") if self.ground else ()
        now = (*lasting, "morale_boost", "fighter_prototype") if first else lasting
        effects = [
            Effect(help, seat, "combat")
            for seat, force in enumerate(self.forces)
            for help in force.helps
            if help in now
        ]
        if self.ground and "disable" in self.forces[0].helps:
            effects += [Effect(id, 0, "invasion") for id in ("disable", "no planetary shield")]
        self.table.effects = effects

    def _show(self, a: int, b: int) -> None:
        """Put these two states on the table for the components to look at."""
        mine, theirs = self.armies[0].counts(a), self.armies[1].counts(b)
        if not self.ground:
            self.table.space = {self.tile: {"0": mine, "1": theirs}}
            return
        ships = {u: n for u, n in self.forces[0].units.items() if u in SHIPS}
        fixed = {u: n for u, n in self.forces[1].units.items() if u == "pds"}
        self.table.space = {self.tile: {"0": ships}}
        self.table.ground = {_PLANET: {"0": mine, "1": {**theirs, **fixed}}}

    # -- what is rolled -------------------------------------------------------------------------

    def _bombardment(self) -> Chances:
        sheet = self.armies[0].sheet
        guns = [
            (n, roll)
            for u, n in self.forces[0].units.items()
            if u in SHIPS and (roll := sheet[u].bombardment)
        ]
        if self.shield or not guns:
            return _NOTHING
        bonus = modifiers.bombard_bonus(self.table, 1, _PLANET)
        extra = modifiers.ability_dice(self.table, 0, "bombardment")
        return _volley(guns, bonus, extra, heavy=False)

    def _cannon(self, seat: int) -> Chances:
        """Space Cannon of one side, after what the other does about it."""
        army, force, foe = self.armies[seat], self.forces[seat], self.forces[1 - seat]
        guns = [
            (n, roll)
            for u, n in force.units.items()
            if (u == "pds" or (not self.ground and u in SHIPS)) and (roll := army.sheet[u].cannon)
        ]
        if "experimental_battlestation" in force.helps and seat == 1 and not self.ground:
            guns.append((1, Roll(5, 3)))
        if self.ground and not modifiers.may_fire_at_landing(self.table, 0):
            guns = []
        bonus = modifiers.cannon_bonus(self.table, seat, 1 - seat)
        extra = modifiers.ability_dice(self.table, seat, "cannon")
        fired = _volley(guns, bonus, extra, "graviton_laser_system" in force.techs)
        return _fewer(fired, 1) if "maneuvering_jets" in foe.helps else fired

    def rolls(self, seat: int, mine: int, theirs: int, first: bool) -> Chances:
        """The combat roll of one side (TI4 9.5, 10.1)."""
        foe = self.armies[1 - seat]
        aimed = foe.has_fighters[theirs]
        look = foe.looks[theirs] if self.looks_at_foe[seat] else 0
        key = seat, self.armies[seat].looks[mine], look, first, aimed
        found = self._rolls.get(key)
        if found is None:
            found = self._roll(seat, mine, theirs, first)
            self._rolls[key] = found if aimed else _unaimed(found)
        return self._rolls[key]

    def _roll(self, seat: int, mine: int, theirs: int, first: bool) -> Chances:
        grid = "magen_defense_grid" in self.forces[1].techs and self.shield
        if first and seat == 0 and grid:
            return _NOTHING
        self._show(*((mine, theirs) if seat == 0 else (theirs, mine)))
        where = "ground" if self.ground else "space"
        again = first and any(_REROLLS.get(help) == where for help in self.forces[seat].helps)
        found: Chances = dict(_NOTHING)
        for unit, n in self.armies[seat].counts(mine).items():
            count = n * modifiers.combat_dice(self.table, seat, unit, self.table.battle)
            found = _summed(found, _thrown(count, self._die(seat, unit, again)))
        return found

    def _die(self, seat: int, unit: str, again: bool) -> Chances:
        table, battle = self.table, self.table.battle
        printed = self.armies[seat].sheet[unit].combat
        assert printed is not None
        add = dice.bonus(table, seat, unit)
        heavy = modifiers.aims_high(table, seat, unit, battle)
        once: Chances = {}
        for value in range(1, 11):
            hits = int(value + add >= printed.hits_on)
            if self.extra[seat]:
                hits += modifiers.extra_hits(table, seat, unit, battle, value)
            key = hits, hits if heavy else 0
            once[key] = once.get(key, 0.0) + 0.1
        missed = once.get((0, 0), 0.0)
        if not again or not missed:
            return once
        return {k: p + missed * p if k != (0, 0) else missed * missed for k, p in once.items()}

    # -- before the first round -----------------------------------------------------------------

    def able(self, seat: int, a: int, b: int) -> bool:
        """TI4 80: may this side sustain damage now?"""
        if not self.moons[seat]:
            return True
        key = seat, a, b
        if key not in self._able:
            self._show(a, b)
            self._able[key] = modifiers.may_sustain(self.table, seat, self.tile)
        return self._able[key]

    def _struck(self, mass: Mass, on_a: Chances, on_b: Chances) -> Mass:
        """Hits on both at once, outside a round."""
        found: Mass = {}
        for (a, b), m in mass.items():
            to_a = self._spread(0, a, on_a, self.able(0, a, b), rounds=False)
            to_b = self._spread(1, b, on_b, self.able(1, a, b), rounds=False)
            for x, p in to_a.items():
                for y, q in to_b.items():
                    found[x, y] = found.get((x, y), 0.0) + m * p * q
        return self._going_on(found)

    def _going_on(self, mass: Mass) -> Mass:
        """What is decided goes aside."""
        left: Mass = {}
        for (a, b), m in mass.items():
            if not self._decided(a, b, m):
                left[a, b] = m
        return left

    def _decided(self, a: int, b: int, m: float) -> bool:
        if self.armies[0].blown_up(a) or self.armies[1].blown_up(b):
            a = b = 0
        if a and b:
            return False
        self.over[a, b] = self.over.get((a, b), 0.0) + m
        return True

    def _spread(self, seat: int, state: int, chances: Chances, able: bool, rounds: bool) -> Spread:
        hit = self.armies[seat].hit
        found: Spread = {}
        for (hits, heavy), p in chances.items():
            if p < _REST:
                continue
            after = hit(state, hits, heavy, able, rounds)
            found[after] = found.get(after, 0.0) + p
        return found

    def _opening(self, mass: Mass) -> Mass:
        """TI4 9.2: what happens when a space combat begins, the attacker's first."""
        for seat in (0, 1):
            if "assault_cannon" in self.forces[seat].techs:
                mass = self._assault(mass, seat)
            if self.forces[seat].faction == "mentak_coalition":
                mass = self._ambush(mass, seat)
        return mass

    def _assault(self, mass: Mass, seat: int) -> Mass:
        found: Mass = {}
        foe = self.armies[1 - seat]
        for (a, b), m in mass.items():
            state = (a, b)[1 - seat]
            big = [u for u in foe.counts(state) if u not in ("fighter", "infantry")]
            if self.armies[seat].big_ships((a, b)[seat]) >= 3 and big:
                state = foe.without(state, big[0], 1)
            key = (a, state) if seat == 0 else (state, b)
            found[key] = found.get(key, 0.0) + m
        return self._going_on(found)

    def _ambush(self, mass: Mass, seat: int) -> Mass:
        found: Mass = {}
        army = self.armies[seat]
        for pair, m in mass.items():
            there = army.counts(pair[seat])
            ships = [u for u in ("cruiser", "destroyer") for _ in range(there.get(u, 0))]
            values = sorted(r.hits_on for u in ships if (r := army.sheet[u].combat))[:2]
            fired = _volley([(1, Roll(value, 1)) for value in values], 0, 0, heavy=False)
            hit = (_NOTHING, fired) if seat == 0 else (fired, _NOTHING)
            for key, p in self._struck({pair: m}, *hit).items():
                found[key] = found.get(key, 0.0) + p
        return found

    def _barrage(self, mass: Mass) -> Mass:
        """TI4 42: only fighters are hit, both sides at once."""
        found: Mass = {}
        for (a, b), m in mass.items():
            to_a, to_b = self._flak(1, b, 0, a), self._flak(0, a, 1, b)
            for x, p in to_a.items():
                for y, q in to_b.items():
                    found[x, y] = found.get((x, y), 0.0) + m * p * q
        return self._going_on(found)

    def _flak(self, seat: int, state: int, foe: int, target: int) -> Spread:
        army, victim = self.armies[seat], self.armies[foe]
        if "fighter" not in victim.counts(target):
            return {target: 1.0}
        counts = army.counts(state).items()
        guns = [(n, roll) for u, n in counts if (roll := army.sheet[u].barrage)]
        found: Spread = {}
        for (hits, _), p in _volley(guns, 0, 0, heavy=False).items():
            after = victim.without(target, "fighter", hits)
            found[after] = found.get(after, 0.0) + p
        return found

    # -- rounds ---------------------------------------------------------------------------------

    def _round(self, a: int, b: int, first: bool) -> list[tuple[Spread, Spread]]:
        """What a round makes of both sides; the parts are to be added."""
        mine, theirs = self.rolls(0, a, b, first), self.rolls(1, b, a, first)
        able = self.able(0, a, b), self.able(1, a, b)
        found = []
        for hits_a, part_a in self._parts(mine):
            for hits_b, part_b in self._parts(theirs):
                on_b, on_a = part_a, part_b
                if self.returns:
                    on_b = self._returned(0, on_b, hits_b)
                    on_a = self._returned(1, on_a, hits_a)
                if first and not self.ground:
                    held = ["shields_holding" in force.helps for force in self.forces]
                    on_a = _fewer(on_a, 2) if held[0] else on_a
                    on_b = _fewer(on_b, 2) if held[1] else on_b
                if self.harrow is not _NOTHING:
                    on_b = _summed(on_b, self.harrow)
                to_a = self._spread(0, a, on_a, able[0], rounds=True)
                to_b = self._spread(1, b, on_b, able[1], rounds=True)
                found.append((to_a, to_b))
        return found

    def _fates(self, a: int, b: int) -> list[tuple[Fate, Fate]]:
        """A round after the first. Damage changes no dice, so much of it is known already."""
        if self.ground:
            return [
                (self._split(0, a, to_a), self._split(1, b, to_b))
                for to_a, to_b in self._round(a, b, first=False)
            ]
        return [(self._fate(0, a, b), self._fate(1, b, a))]

    def _fate(self, seat: int, state: int, foe: int) -> Fate:
        key = seat, state, self.armies[1 - seat].looks[foe]
        found = self._known.get(key)
        if found is None:
            rolled = self.rolls(1 - seat, foe, state, first=False)
            able = self.able(seat, *((state, foe) if seat == 0 else (foe, state)))
            spread = self._spread(seat, state, rolled, able, rounds=True)
            found = self._known[key] = self._split(seat, state, spread)
        return found

    def _split(self, seat: int, state: int, spread: Spread) -> Fate:
        units = self.armies[seat].units
        kept = {x: p for x, p in spread.items() if units[x] == units[state]}
        return kept, {x: p for x, p in spread.items() if x not in kept}

    def _parts(self, chances: Chances) -> list[tuple[int, Chances]]:
        """Whether anything hit matters only where hits are returned."""
        if not self.returns:
            return [(0, chances)]
        none = {k: p for k, p in chances.items() if not k[0]}
        some = {k: p for k, p in chances.items() if k[0]}
        return [(hits, part) for hits, part in ((0, none), (1, some)) if part]

    def _returned(self, seat: int, chances: Chances, taken: int) -> Chances:
        more = modifiers.hits_in_return(self.table, seat, self.table.battle, taken)
        return {(hits + more, heavy): p for (hits, heavy), p in chances.items()}

    def _first_round(self, mass: Mass) -> Mass:
        self._in_effect(first=True)
        found: Mass = {}
        for (a, b), m in mass.items():
            for to_a, to_b in self._round(a, b, first=True):
                for x, p in to_a.items():
                    for y, q in to_b.items():
                        found[x, y] = found.get((x, y), 0.0) + m * p * q
        self._in_effect(first=False)
        return self._going_on(found)

    def _to_the_end(self, mass: Mass) -> None:
        """From most units to fewest; pairs of the same units differ in damage only.

        Damage may come and go, so mass moves among such pairs until next to nothing does; then
        all that passed through them goes on at once.
        """
        units = self.armies[0].units, self.armies[1].units
        self.rows: dict[int, Spread] = {}
        self.levels: list[list[tuple[int, int]]] = [
            [] for _ in range(max(units[0]) + max(units[1]) + 1)
        ]
        for (a, b), m in mass.items():
            self._send(m, {a: 1.0}, {b: 1.0})
        for level in reversed(self.levels):
            open_: Mass = {}
            for a, b in level:
                if not self._decided(a, b, self.rows[a][b]):
                    open_[a, b] = self.rows[a][b]
            for (a, b), m in self._settled(open_).items():
                for (kept_a, lost_a), (kept_b, lost_b) in self._fates(a, b):
                    self._send(m, kept_a, lost_b)
                    self._send(m, lost_a, kept_b)
                    self._send(m, lost_a, lost_b)

    def _send(self, m: float, to_a: Spread, to_b: Spread) -> None:
        units = self.armies[0].units, self.armies[1].units
        there = units[1]
        for x, p in to_a.items():
            weight, here = m * p, units[0][x]
            if weight < _REST:
                continue
            row = self.rows.setdefault(x, {})
            for y, q in to_b.items():
                if y in row:
                    row[y] += weight * q
                else:
                    row[y] = weight * q
                    self.levels[here + there[y]].append((x, y))

    def _settled(self, open_: Mass) -> Mass:
        """How often each pair of a level is fought, all rounds without a loss included."""
        visits: Mass = {}
        moves: dict[tuple[int, int], Mass] = {}
        for _ in range(_MOST_ROUNDS):
            found: Mass = {}
            for pair, m in open_.items():
                if pair not in moves:
                    moves[pair] = self._moves(*pair)
                onward = moves[pair]
                stay = onward[pair]
                if stay > 1 - 1e-12:
                    self._decided(0, pair[1], m)
                    continue
                m /= 1 - stay
                visits[pair] = visits.get(pair, 0.0) + m
                for after, p in onward.items():
                    if m * p > _REST and after != pair:
                        found[after] = found.get(after, 0.0) + m * p
            open_ = found
            if not open_:
                return visits
        for (_, b), m in open_.items():
            self._decided(0, b, m)
        return visits

    def _moves(self, a: int, b: int) -> Mass:
        """A round in which nobody is lost."""
        found: Mass = {(a, b): 0.0}
        for (kept_a, _), (kept_b, _) in self._fates(a, b):
            for x, p in kept_a.items():
                for y, q in kept_b.items():
                    found[x, y] = found.get((x, y), 0.0) + p * q
        return found

    def fought(self) -> Odds:
        mass: Mass = {(self.armies[0].start, self.armies[1].start): 1.0}
        if self.ground:
            mass = self._landed(mass)
        else:
            mass = self._struck(mass, self._cannon(1), self._cannon(0))
            mass = self._barrage(self._mended(self._opening(mass)))
        if any(help in (*_FIRST_ROUND, *_REROLLS) for f in self.forces for help in f.helps) or (
            self.shield and "magen_defense_grid" in self.forces[1].techs
        ):
            mass = self._first_round(mass)
        self._to_the_end(mass)
        return self._counted()

    def _mended(self, mass: Mass) -> Mass:
        found: Mass = {}
        for (a, b), m in mass.items():
            key = self.armies[0].mended(a), self.armies[1].mended(b)
            found[key] = found.get(key, 0.0) + m
        return found

    def _landed(self, mass: Mass) -> Mass:
        """TI4 25.1 to 25.3: the bombardment, then Space Cannon at those who land."""
        found: Mass = {}
        for (a, b), m in mass.items():
            to_a = self._spread(0, a, self._cannon(1), able=False, rounds=False)
            to_b = self._spread(1, b, self.bombs, able=False, rounds=False)
            for x, p in to_a.items():
                for y, q in to_b.items():
                    found[x, y] = found.get((x, y), 0.0) + m * p * q
        return self._going_on(found)

    def _counted(self) -> Odds:
        total = sum(self.over.values())
        won = sum(m for (a, b), m in self.over.items() if a and not b) / total
        lost = sum(m for (a, b), m in self.over.items() if b and not a) / total
        draw = sum(m for (a, b), m in self.over.items() if not a and not b) / total
        losses: list[dict[str, float]] = []
        for seat, army in enumerate(self.armies):
            begun = army.counts(army.start)
            left = dict.fromkeys(begun, 0.0)
            for pair, m in self.over.items():
                for unit, n in army.counts(pair[seat]).items():
                    left[unit] += n * m / total
            losses.append({unit: max(0.0, n - left[unit]) for unit, n in begun.items()})
        return Odds(won, draw, lost, losses[0], losses[1])


def combat_odds(
    attacker: Force, defender: Force, *, ground: bool = False, nebula: bool = False
) -> Odds:
    """Chances and expected losses by unit type."""
    return _Combat((attacker, defender), ground, nebula).fought()
