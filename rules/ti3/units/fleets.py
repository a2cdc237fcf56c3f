"""Units on the board: counting, placing, cargo, limits (TI3 8.9, 16, 17.3)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from rules.imperium import units
from rules.ti3.components import modifiers
from rules.ti3.facts import ATLAS, BIG_SHIPS, CARGO, PLANETS, SHIPS, TILES, UNIT_TYPES, UNITS
from rules.ti3.state import Counts, Hold, Public

PLENTY = 999
"""Reinforcements of what supplement counters may stand for (TI3 16.1.2)."""
DOCK_ROOM = 3
"""Fighters a space dock supports (TI3 16.3.2)."""
PDS_PER_PLANET = 2


ON_BOARD: Final = units.Units(ATLAS, UNIT_TYPES, SHIPS, BIG_SHIPS)
at, add = ON_BOARD.at, ON_BOARD.add
"""Units at a place, cargo left out; putting units there."""
damaged, set_damaged = ON_BOARD.damaged, ON_BOARD.set_damaged
ordered, big_ships = ON_BOARD.ordered, ON_BOARD.big_ships
ship_owners, enemies_in = ON_BOARD.ship_owners, ON_BOARD.enemies_in
places_of, controlled_in = ON_BOARD.places_of, ON_BOARD.controlled_in
controlled, ready_planets = units.controlled, units.ready_planets


def remove_ground(table: Public, planet: str, seat: int, unit: str, n: int = 1) -> None:
    """Take units off a planet, into reinforcements."""
    if n > 0:
        ON_BOARD.take(table, planet, seat, unit, n)


# -- holds ---------------------------------------------------------------------------------------


def holds(table: Public, tile: str, seat: int) -> list[Hold]:
    """Return the ships of a seat in a system that carry something; do not change the list."""
    return table.holds.get(tile, {}).get(str(seat), [])


def put_hold(table: Public, tile: str, seat: int, hold: Hold) -> None:
    """Let a ship there, empty until now, carry this."""
    if hold.units or hold.leaders:
        table.holds.setdefault(tile, {}).setdefault(str(seat), []).append(hold)


def drop_hold(table: Public, tile: str, seat: int, hold: Hold) -> None:
    mine = table.holds[tile][str(seat)]
    mine.remove(hold)
    if not mine:
        del table.holds[tile][str(seat)]
    if not table.holds[tile]:
        del table.holds[tile]


def tidy_holds(table: Public, tile: str, seat: int) -> None:
    """Drop the holds of ships that carry nothing any more: they are like all the others."""
    for hold in list(holds(table, tile, seat)):
        hold.units = {u: n for u, n in hold.units.items() if n}
        if not hold.units and not hold.leaders:
            drop_hold(table, tile, seat, hold)


def cargo(table: Public, tile: str, seat: int) -> Counts:
    """Return all that lies in the holds of a fleet."""
    total: Counts = {}
    for hold in holds(table, tile, seat):
        for unit, n in hold.units.items():
            total[unit] = total.get(unit, 0) + n
    return total


def aboard(hold: Hold) -> int:
    return sum(hold.units.values())


def room(table: Public, seat: int, hold: Hold) -> Counts:
    """Return what still fits into a ship besides fighters: ground forces, and PDS (TI3 16.7.2)."""
    slots = modifiers.capacity(hold.ship)
    if slots:
        free = slots - aboard(hold)
        return {"ground_force": free, "pds": free}
    troops = modifiers.extra_troops(table, seat, hold.ship)
    return {"ground_force": troops - hold.units.get("ground_force", 0), "pds": 0}


class Piece(NamedTuple):
    """One ship among others of its type."""

    hurt: bool
    hold: Hold | None

    @property
    def weight(self) -> tuple[bool, bool, int, int]:
        """Return the order of loss: empty before loaded, damaged before sound, then least cargo."""
        if self.hold is None:
            return False, not self.hurt, 0, 0
        return True, not self.hurt, aboard(self.hold), len(self.hold.leaders)


def pieces(table: Public, tile: str, seat: int, unit: str) -> list[Piece]:
    """Return every ship of a type, the one that is lost first at the front."""
    count = at(table, tile, seat).get(unit, 0)
    loaded = [Piece(h.damaged, h) for h in holds(table, tile, seat) if h.ship == unit]
    hurt = damaged(table, tile, seat).get(unit, 0) - sum(p.hurt for p in loaded)
    bare = [Piece(k < hurt, None) for k in range(count - len(loaded))]
    return sorted([*loaded, *bare], key=lambda piece: piece.weight)


def chosen(
    table: Public, tile: str, seat: int, unit: str, n: int, sound: int = 0, loaded: int = 0
) -> list[Piece]:
    """Return `n` ships of a type, of which so many are undamaged, and so many carry something, if
    there are."""
    left = pieces(table, tile, seat, unit)
    picked: list[Piece] = []
    for k in range(n):
        wants_load, wants_sound = k < loaded, k < sound
        best = min(
            left,
            key=lambda p: (
                (p.hold is not None) != wants_load if loaded else False,
                p.hurt if wants_sound else False,
                p.weight,
            ),
        )
        left.remove(best)
        picked.append(best)
    return picked


def take_off(table: Public, tile: str, seat: int, unit: str, ships: Sequence[Piece]) -> list[Hold]:
    """Take these ships off the board with what they carry, and return what they carried."""
    hurt = sum(piece.hurt for piece in ships)
    lost = [piece.hold for piece in ships if piece.hold is not None]
    for hold in lost:
        drop_hold(table, tile, seat, hold)
    if hurt:
        now = damaged(table, tile, seat)[unit]
        set_damaged(table, tile, seat, unit, now - hurt)
    if ships:
        ON_BOARD.take(table, tile, seat, unit, len(ships))
    return lost


def put_down(table: Public, tile: str, seat: int, unit: str, ships: Sequence[Piece]) -> None:
    """Put ships into a system, with what they carry."""
    add(table, tile, seat, unit, len(ships))
    hurt = sum(piece.hurt for piece in ships)
    if hurt:
        now = damaged(table, tile, seat).get(unit, 0)
        set_damaged(table, tile, seat, unit, now + hurt)
    for piece in ships:
        if piece.hold is not None:
            put_hold(table, tile, seat, piece.hold)
            for leader in piece.hold.leaders:
                table.leaders[leader] = tile


def move(table: Public, origin: str, to: str, seat: int, unit: str, ships: Sequence[Piece]) -> None:
    take_off(table, origin, seat, unit, ships)
    put_down(table, to, seat, unit, ships)


def hurt(table: Public, tile: str, seat: int, unit: str, n: int) -> None:
    """Damage `n` undamaged ships of a type, those that carry least first."""
    sound = [p for p in pieces(table, tile, seat, unit) if not p.hurt][:n]
    for piece in sound:
        if piece.hold is not None:
            piece.hold.damaged = True
    now = damaged(table, tile, seat).get(unit, 0)
    set_damaged(table, tile, seat, unit, now + len(sound))


def repair(table: Public, tile: str, seat: int) -> bool:
    """Repair all ships of a fleet; return whether any was damaged."""
    if not damaged(table, tile, seat):
        return False
    for unit in list(damaged(table, tile, seat)):
        set_damaged(table, tile, seat, unit, 0)
    for hold in holds(table, tile, seat):
        hold.damaged = False
    return True


# -- counting ------------------------------------------------------------------------------------


def tidy(counts: Mapping[str, int]) -> Counts:
    return dict(ordered(counts))


def plus(one: Mapping[str, int], two: Mapping[str, int]) -> Counts:
    """Return the sum of two counts."""
    return tidy({u: one.get(u, 0) + two.get(u, 0) for u in UNIT_TYPES})


def minus(one: Mapping[str, int], two: Mapping[str, int]) -> Counts:
    return tidy({u: max(0, one.get(u, 0) - two.get(u, 0)) for u in UNIT_TYPES})


def ships(counts: Mapping[str, int]) -> Counts:
    return {unit: n for unit, n in ordered(counts) if unit in SHIPS}


def ground_forces(table: Public, planet: str, seat: int) -> int:
    return at(table, planet, seat).get("ground_force", 0)


def ground_owners(table: Public, planet: str) -> list[int]:
    """Return the seats with ground forces on a planet."""
    owners = table.ground.get(planet, {})
    return sorted(int(s) for s, counts in owners.items() if counts.get("ground_force"))


def owners_in(table: Public, tile: str) -> set[int]:
    """Return the seats with any unit in a system, planets included (TI3 14.6.1)."""
    found = set(map(int, table.space.get(tile, {})))
    for planet in TILES[tile].planets:
        found |= set(map(int, table.ground.get(planet, {})))
    return found


def is_empty(table: Public, tile: str) -> bool:
    """Return whether a normal system holds no ship (TI3 14.6)."""
    return not TILES[tile].is_special and not owners_in(table, tile)


def is_friendly(table: Public, tile: str, seat: int) -> bool:
    """Return whether units of the seat and of nobody else are in a system."""
    return owners_in(table, tile) == {seat}


def tiles_with_ships(table: Public, seat: int) -> list[str]:
    mine = str(seat)
    return sorted(tile for tile, owners in table.space.items() if mine in owners)


def on_board(table: Public, seat: int, unit: str) -> int:
    """Count the units of a type on the board, those in holds, too."""
    mine = str(seat)
    where = table.space if unit in SHIPS else table.ground
    total = sum(owners[mine].get(unit, 0) for owners in where.values() if mine in owners)
    if unit in CARGO:
        for tile in table.holds.values():
            total += sum(hold.units.get(unit, 0) for hold in tile.get(mine, ()))
    return total


def reinforcements(table: Public, seat: int, unit: str) -> int:
    """Count the units of a kind that are left to build (TI3 16.1)."""
    if UNITS[unit].unlimited:
        return PLENTY
    return UNITS[unit].limit - on_board(table, seat, unit)


def groups(table: Public, seat: int, unit: str) -> int:
    """Return the places that need a figure of the type (TI3 16.2.1, E50)."""
    mine = str(seat)
    if unit == "fighter":
        return sum(bool(o.get(mine, {}).get(unit)) for o in table.space.values())
    found = sum(bool(o.get(mine, {}).get(unit)) for o in table.ground.values())
    for tile in table.holds.values():
        found += sum(bool(hold.units.get(unit)) for hold in tile.get(mine, ()))
    return found


def docks(table: Public, seat: int, tiles: Iterable[str] | None = None) -> list[str]:
    """Return the planets with a space dock of the seat."""
    mine = str(seat)
    where = sorted(table.ground)
    if tiles is not None:
        where = sorted(p for tile in tiles for p in TILES[tile].planets if p in table.ground)
    return [p for p in where if table.ground[p].get(mine, {}).get("space_dock")]


def controls_system(table: Public, seat: int, tile: str) -> bool:
    """Return whether the seat has a ship there and every planet, or is alone (TI3 X24)."""
    if not big_ships(at(table, tile, seat)):
        return False
    if not TILES[tile].planets:
        return owners_in(table, tile) == {seat}
    return all(table.control.get(p) == seat for p in TILES[tile].planets)


def blockaded(table: Public, planet: str, seat: int) -> bool:
    """Return whether an enemy ship is in the system (TI3 16.3.3, E100)."""
    return bool(enemies_in(table, PLANETS[planet].tile, seat))


# -- limits --------------------------------------------------------------------------------------


class Load(NamedTuple):
    """How a fleet stands to its limits (TI3 16.9.4, 17.3.1, X21)."""

    room: int
    """Slots for fighters that are free."""
    fighters_over: int
    """Fighters without support."""
    weight: int
    limit: int

    @property
    def fleet_over(self) -> int:
        return max(0, self.weight - self.limit)


def load(table: Public, tile: str, seat: int) -> Load:
    return load_of(
        table, tile, seat, at(table, tile, seat), cargo_in_slots(holds(table, tile, seat))
    )


def plainly_within(table: Public, tile: str, seat: int) -> bool:
    """Return whether a fleet is certainly within the limits: no more ships than counters, and slots
    for all fighters."""
    counts = at(table, tile, seat)
    fighters = counts.get("fighter", 0)
    if sum(counts.values()) - fighters > table.sides[seat].fleet:
        return False
    if not fighters:
        return True
    slots = UNITS["carrier"].capacity * (counts.get("carrier", 0) + counts.get("war_sun", 0))
    return slots > 0 and fighters + cargo_in_slots(holds(table, tile, seat)) <= slots


def cargo_in_slots(carried: Iterable[Hold]) -> int:
    """Count the slots of carriers and war suns taken by cargo."""
    return sum(aboard(hold) for hold in carried if modifiers.capacity(hold.ship))


def load_of(table: Public, tile: str, seat: int, counts: Mapping[str, int], in_slots: int) -> Load:
    """Return how a fleet as it would be stands to its limits."""
    slots = sum(modifiers.capacity(unit) * n for unit, n in counts.items() if unit in SHIPS)
    slots += DOCK_ROOM * len(docks(table, seat, (tile,)))
    loose = counts.get("fighter", 0) - max(0, slots - in_slots)
    alone = loose > 0 and modifiers.fighters_alone(table, seat)
    weight = big_ships(counts)
    if alone and table.settings.faq:
        weight += loose
    over = 0 if alone else max(0, loose)
    return Load(max(0, -loose), over, weight, modifiers.fleet_limit(table, seat, tile))


def name(place: str) -> str:
    """Return a place in words: a planet's name, or that of the system."""
    return PLANETS[place].name if place in PLANETS else TILES[place].name
