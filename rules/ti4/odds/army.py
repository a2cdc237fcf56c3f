"""One side of a combat: its possible states, and the changes hits make to them."""

from enum import IntEnum
from typing import Final

from rules.ti4.components import modifiers, presence
from rules.ti4.facts import SHIPS, UNIT_TYPES
from rules.ti4.odds.forces import Force
from rules.ti4.state import Public
from rules.ti4.units import fleets
from rules.toolbox.stock import Counts

Units = tuple[tuple[int, int], ...]
"""By type in order of loss: how many are sound, and how many damaged."""
CARGO: Final = ("fighter", "infantry")


class Stage(IntEnum):
    """The stage in which hits fall: Space Cannon, at the start of a combat, in a round."""

    CANNON = 0
    OPENING = 1
    ROUND = 2


def has(table: Public, seat: int, id: str) -> bool:
    """Return whether the seat has this component, in force and not exhausted."""
    hooks = ("trigger", "resolve")
    here = [c for hook in hooks for c in presence.present(table, seat, hook)]
    return any(c.id == id and c.may_have(table, seat) for c in here)


def fighting(table: Public, seat: int, tile: str, planet: str) -> Counts:
    """Return the units of a seat that take part; Nekro's infantry beside their flagship in space
    too."""
    here = fleets.at(table, planet or tile, seat)
    if planet:
        return {u: n for u, n in fleets.ordered(here) if u == "infantry"}
    marines = has(table, seat, "the_alastor") and "flagship" in here
    return {u: n for u, n in fleets.ordered(here) if u in SHIPS or (marines and u == "infantry")}


class _Pieces:
    """Units while hits fall, by type: sound, damaged, and damaged in this round."""

    __slots__ = ("fresh", "hurt", "sound")

    def __init__(self, units: Units) -> None:
        self.sound = [n for n, _ in units]
        self.hurt = [n for _, n in units]
        self.fresh = [0] * len(units)

    def sustain(self, i: int) -> None:
        self.sound[i] -= 1
        self.hurt[i] += 1
        self.fresh[i] += 1

    def copy(self) -> "_Pieces":
        twin = _Pieces(())
        twin.sound, twin.hurt, twin.fresh = self.sound[:], self.hurt[:], self.fresh
        return twin

    def units(self) -> Units:
        return tuple(zip(self.sound, self.hurt, strict=True))


class Army:
    """One side of a combat: its possible states, numbered; in state 0 nobody is left."""

    def __init__(self, table: Public, seat: int, force: Force, tile: str, planet: str) -> None:
        self.seat, self.force = seat, force
        self.sheet = modifiers.sheet(table, seat)
        begun = fighting(table, seat, tile, planet)
        self.kinds = tuple(sorted(begun, key=self._worth))
        self.sustains = [not planet and modifiers.sustains(table, seat, u) for u in self.kinds]
        self._sustaining = [i for i, can in enumerate(self.sustains) if can]
        self.cancels = modifiers.sustain_cancels(table, seat)
        self.repairs = has(table, seat, "duranium_armor")
        self.self_repairing = self._flagship(table, "arc_secundus")
        self.doomed = self._flagship(table, "van_hauge")
        self.stepwise = self.cancels == 1 and not self.repairs and self.self_repairing < 0
        """Many hits are one hit many times."""
        self._hold(table, tile, planet)
        self.states: list[Units] = []
        self.units: list[int] = []
        self.damage: list[int] = []
        self.looks: list[int] = []
        """A number that states share where only damage differs."""
        self.alike: list[dict[int, list[int]]] = [{} for _ in range(sum(begun.values()) + 1)]
        """States by their number of units, those together that differ in damage only."""
        self.stands: list[int] = []
        """Hits that surely destroy everything."""
        self.has_fighters: list[bool] = []
        self._ids: dict[Units, int] = {}
        self._aimed: dict[tuple[int, bool, Stage], dict[tuple[int, int], int]] = {}
        self._courses: dict[tuple[int, bool, Stage], list[int]] = {}
        self._next: dict[tuple[int, int, int, bool, Stage], int] = {}
        self.number(tuple((0, 0) for _ in self.kinds))
        hurt = fleets.damaged(table, planet or tile, seat)
        self.start = self.number(
            tuple((begun[u] - hurt.get(u, 0), hurt.get(u, 0)) for u in self.kinds)
        )

    def _flagship(self, table: Public, id: str) -> int:
        mine = "flagship" in self.kinds and has(table, self.seat, id)
        return self.kinds.index("flagship") if mine else -1

    def _hold(self, table: Public, tile: str, planet: str) -> None:
        """Set the room of the ships, and the cargo they carry besides the fighters."""
        self.capacity = [self.sheet[u].capacity for u in self.kinds]
        self.fighters = self.kinds.index("fighter") if "fighter" in self.kinds else -1
        self.marines = self.kinds.index("infantry") if "infantry" in self.kinds else -1
        aboard = 0 if planet else fleets.at(table, tile, self.seat).get("infantry", 0)
        self.cargo = aboard if self.marines < 0 else 0
        self.docked = 0 if planet else fleets.free_fighters(table, tile, self.seat)
        self.loose = self.sheet["fighter"].excess_weight > 0
        """Fighters that need no ship to carry them."""
        self.careful = not planet and not self.force.order
        """TI4 J.5: ships that carry something are lost late."""

    def _worth(self, unit: str) -> tuple[int, bool, bool, int, int]:
        order = self.force.order
        first = order.index(unit) if unit in order else len(order)
        cost = self.sheet[unit].cost or 0
        return first, unit == "flagship", unit not in CARGO, cost, UNIT_TYPES.index(unit)

    def number(self, units: Units) -> int:
        found = self._ids.get(units)
        if found is None:
            healthy = tuple((n + hurt, 0) for n, hurt in units)
            like = -1 if healthy == units else self.number(healthy)
            found = self._ids[units] = len(self.states)
            self.states.append(units)
            self.units.append(sum(n + hurt for n, hurt in units))
            self.damage.append(sum(hurt for _, hurt in units))
            self.looks.append(found if like < 0 else like)
            self.alike[self.units[found]].setdefault(self.looks[found], []).append(found)
            able = sum(n for (n, _), can in zip(units, self.sustains, strict=True) if can)
            self.stands.append(self.units[found] + able * self.cancels)
            self.has_fighters.append(self.fighters >= 0 and sum(units[self.fighters]) > 0)
        return found

    def counts(self, state: int) -> Counts:
        pairs = zip(self.kinds, self.states[state], strict=True)
        return {unit: n + hurt for unit, (n, hurt) in pairs if n + hurt}

    def big_ships(self, state: int) -> int:
        return sum(n for u, n in self.counts(state).items() if u not in CARGO)

    def blown_up(self, state: int) -> bool:
        """Return whether the Yin flagship is gone in this state, and with it every ship."""
        return self.doomed >= 0 and sum(self.states[state][self.doomed]) == 0

    def landing(self, state: int) -> int:
        """Return the ground forces the ships that are left can land; fighters make room
        (TI4 J.5)."""
        if self.marines >= 0:
            return sum(self.states[state][self.marines])
        room = sum(
            (n + hurt) * carries
            for (n, hurt), carries in zip(self.states[state], self.capacity, strict=True)
        )
        return min(self.cargo, room)

    # -- hits -----------------------------------------------------------------------------------

    def hit(self, state: int, hits: int, heavy: int, able: bool, stage: Stage) -> int:
        """Return the state after hits: sustain damage, lose the next in order, repair."""
        hits = min(hits, self.stands[state])
        key = state, hits, heavy if self.has_fighters[state] else 0, able, stage
        found = self._next.get(key)
        if found is None and self.stepwise and hits > 1:
            one = self.hit(state, 1, min(key[2], 1), able, stage)
            found = self._next[key] = self.hit(one, hits - 1, max(0, key[2] - 1), able, stage)
        elif found is None:
            found = self._next[key] = self._hit(*key)
        return found

    def course(self, state: int, able: bool, stage: Stage) -> list[int]:
        """Return the states after no hit, one, two and so on, where no hit is aimed."""
        key = state, able, stage
        found = self._courses.get(key)
        if found is None:
            found = self._courses[key] = self._course(*key)
        return found

    def aimed(self, state: int, able: bool, stage: Stage) -> dict[tuple[int, int], int]:
        """Return the known states after hits some of which must go to big ships."""
        return self._aimed.setdefault((state, able, stage), {})

    def _course(self, state: int, able: bool, stage: Stage) -> list[int]:
        most = self.stands[state]
        if self.cancels > 1:
            return [self.hit(state, hits, 0, able, stage) for hits in range(most + 1)]
        pieces = _Pieces(self.states[state])
        found = []
        for hits in range(most + 1):
            if hits:
                self._suffer(pieces, 1, 0, able, stage)
            after = pieces.copy()
            if stage == Stage.ROUND:
                self._repair(after)
            found.append(self.number(after.units()))
        return found

    def _hit(self, state: int, hits: int, heavy: int, able: bool, stage: Stage) -> int:
        pieces = _Pieces(self.states[state])
        self._suffer(pieces, hits, heavy, able, stage)
        if stage == Stage.ROUND:
            self._repair(pieces)
        return self.number(pieces.units())

    def _suffer(self, pieces: "_Pieces", hits: int, heavy: int, able: bool, stage: Stage) -> None:
        sound, hurt = pieces.sound, pieces.hurt
        last = self.force.sustain_last
        if able and not last:
            for i in self._sustaining:
                while hits > 0 and sound[i]:
                    pieces.sustain(i)
                    hits, heavy = hits - self.cancels, heavy - self.cancels
        while hits > 0 and (i := self._target(sound, hurt, heavy > 0, stage)) >= 0:
            worth = 1
            if last and able and self.sustains[i] and sound[i]:
                pieces.sustain(i)
                worth = self.cancels
            elif hurt[i]:
                hurt[i] -= 1
            else:
                sound[i] -= 1
            hits -= worth
            heavy -= worth if i != self.fighters else 0

    def _target(self, sound: list[int], hurt: list[int], heavy: bool, stage: Stage) -> int:
        """Return the next unit to be lost (TI4 J.5); ground forces fight only once the combat has
        begun."""
        there = [i for i in range(len(sound)) if sound[i] + hurt[i]]
        if stage == Stage.CANNON and self.marines >= 0:
            there = [i for i in there if i != self.marines]
        if heavy:
            there = [i for i in there if i != self.fighters] or there
        if not there:
            return -1
        if self.careful and (heavy or self.cargo or self.marines >= 0):
            for i in there:
                if not self._strands(sound, hurt, i):
                    return i
        return there[0]

    def _strands(self, sound: list[int], hurt: list[int], lost: int) -> bool:
        """Return whether fighters or ground forces would lack room without this unit (TI4 35.2)."""
        left = [n + m - (i == lost) for i, (n, m) in enumerate(zip(sound, hurt, strict=True))]
        room = sum(n * carries for n, carries in zip(left, self.capacity, strict=True))
        room -= self.cargo if self.marines < 0 else left[self.marines]
        fighters = 0 if self.loose or self.fighters < 0 else left[self.fighters]
        return room < 0 or fighters - self.docked > room

    def _repair(self, pieces: "_Pieces") -> None:
        sound, hurt, fresh = pieces.sound, pieces.hurt, pieces.fresh
        if self.repairs:
            for i in reversed(range(len(sound))):
                if hurt[i] > fresh[i]:
                    sound[i], hurt[i] = sound[i] + 1, hurt[i] - 1
                    break
        if self.self_repairing >= 0:
            i = self.self_repairing
            sound[i], hurt[i] = sound[i] + hurt[i], 0

    def after_repairs(self, state: int) -> int:
        """Return the state after units that repair themselves have done so."""
        units = list(self.states[state])
        if self.self_repairing >= 0:
            units[self.self_repairing] = sum(units[self.self_repairing]), 0
        return self.number(tuple(units))

    def without(self, state: int, unit: str, n: int) -> int:
        """Return the state without `n` units that no hit has destroyed, damaged ones first."""
        units = list(self.states[state])
        i = self.kinds.index(unit)
        sound, hurt = units[i]
        units[i] = max(0, sound - max(0, n - hurt)), max(0, hurt - n)
        return self.number(tuple(units))
