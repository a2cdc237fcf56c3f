"""Units on the board: counting, placing, limits (TI4 26, 35, 41, 54, 55, 61)."""

from collections.abc import Mapping
from typing import Final

from rules.imperium import units
from rules.ti4.components import modifiers
from rules.ti4.facts import ATLAS, LIMITS, PLANETS, SHIPS, TILES, UNIT_TYPES, UNLIMITED
from rules.ti4.state import Public

CARGO = ("fighter", "infantry")
PLENTY = 999
"""Reinforcements of what tokens may stand for (TI4 41.4b)."""


UNITS: Final = units.Units(ATLAS, UNIT_TYPES, SHIPS, [ship for ship in SHIPS if ship != "fighter"])
at, add = UNITS.at, UNITS.add
damaged, set_damaged = UNITS.damaged, UNITS.set_damaged
ordered, ships, big_ships = UNITS.ordered, UNITS.ships, UNITS.big_ships
ship_owners, enemies_in = UNITS.ship_owners, UNITS.enemies_in
places_of, on_board = UNITS.places_of, UNITS.on_board
controlled, controlled_in = units.controlled, UNITS.controlled_in
ready_planets = units.ready_planets


def remove(table: Public, place: str, seat: int, unit: str, n: int = 1, sound: int = 0) -> None:
    """Take units off the board: `sound` undamaged ones, of the rest damaged ones first."""
    if n <= 0:
        return
    UNITS.take(table, place, seat, unit, n)
    hurt = damaged(table, place, seat).get(unit, 0)
    if hurt:
        there = at(table, place, seat).get(unit, 0)
        left = hurt - max(0, n - sound)
        set_damaged(table, place, seat, unit, max(0, min(left, there)))


def move(table: Public, origin: str, to: str, seat: int, unit: str, n: int, hurt: int = 0) -> int:
    """Move units; `hurt` of them are damaged ones, more only if too few are undamaged.

    Return how many damaged ones moved."""
    there = damaged(table, origin, seat).get(unit, 0)
    hurt = max(min(hurt, n), n - (at(table, origin, seat)[unit] - there)) if there else 0
    remove(table, origin, seat, unit, n, sound=n - hurt)
    add(table, to, seat, unit, n)
    if hurt:
        set_damaged(table, to, seat, unit, damaged(table, to, seat).get(unit, 0) + hurt)
    return hurt


def ground_forces(counts: Mapping[str, int]) -> int:
    """Count the ground forces on a planet; fighters are there only while they fight as such."""
    return counts.get("infantry", 0) + counts.get("fighter", 0)


def ground_owners(table: Public, planet: str) -> list[int]:
    owners = table.ground.get(planet, {})
    return sorted(int(s) for s, counts in owners.items() if ground_forces(counts))


def tiles_with_ships(table: Public, seat: int) -> list[str]:
    mine = str(seat)
    here = [t for t, owners in table.space.items() if ships(owners.get(mine, {}))]
    return sorted(here, key=int)


def has_units_in(table: Public, tile: str, seat: int) -> bool:
    mine = str(seat)
    if mine in table.space.get(tile, {}):
        return True
    return any(mine in table.ground.get(planet, {}) for planet in TILES[tile].planets)


def reinforcements(table: Public, seat: int, unit: str) -> int:
    """Count the units of a kind that are left to build (TI4 55, 41.4)."""
    if unit in UNLIMITED:
        return PLENTY
    return LIMITS[unit] - on_board(table, seat, unit)


def open_planets(table: Public, seat: int) -> list[str]:
    """Return the planets of a seat on which units may be placed."""
    return [planet for planet in controlled(table, seat) if not modifiers.closed(table, planet)]


def name(place: str) -> str:
    """Return a place in words: a planet's name, or the number of the tile."""
    return PLANETS[place].name if place in PLANETS else place


# -- limits --------------------------------------------------------------------------------------


class Load:
    """A seat's units in one space area, compared with its limits (TI4 35.2, 54.1, H-67)."""

    __slots__ = ("capacity_over", "fleet_limit", "fleet_over", "fleet_weight", "room")

    def __init__(self, table: Public, tile: str, seat: int, counts: Mapping[str, int]) -> None:
        sheet = modifiers.sheet(table, seat)
        capacity = sum(sheet[unit].capacity * n for unit, n in counts.items() if unit in sheet)
        free = free_fighters(table, tile, seat) if "fighter" in counts else 0
        ground = counts.get("infantry", 0)
        room = capacity - ground
        loose = max(0, counts.get("fighter", 0) - free - max(0, room))
        weight = sheet["fighter"].excess_weight
        heavy = loose * weight if weight else 0
        self.fleet_weight = big_ships(counts) + heavy
        self.fleet_limit = modifiers.fleet_limit(table, seat, tile)
        self.fleet_over = max(0, -int(-(self.fleet_weight - self.fleet_limit) // 1))
        self.capacity_over = max(0, -room) + (0 if weight else loose)
        self.room = max(0, room - max(0, counts.get("fighter", 0) - free))


def free_fighters(table: Public, tile: str, seat: int) -> int:
    """Count the fighters that space docks of the system look after (TI4 H-67)."""
    sheet = modifiers.sheet(table, seat)
    per_dock = sheet["space_dock"].free_fighters
    if not per_dock:
        return 0
    docks = sum(
        table.ground.get(planet, {}).get(str(seat), {}).get("space_dock", 0)
        for planet in TILES[tile].planets
    )
    return int(per_dock * docks)


def plainly_within(table: Public, tile: str, seat: int, counts: Mapping[str, int]) -> bool:
    """Return whether the units are certainly within the limits: room for the cargo, no more ships
    than tokens."""
    sheet = modifiers.sheet(table, seat)
    big = room = 0
    for unit, n in counts.items():
        if unit == "fighter" or unit == "infantry":
            room -= n
        else:
            big += n
            room += sheet[unit].capacity * n
    if room < 0 and room + min(counts.get("fighter", 0), free_fighters(table, tile, seat)) < 0:
        return False
    fleet: int = table.sides[seat].fleet
    return big <= fleet or big <= modifiers.fleet_limit(table, seat, tile)


def stranded(table: Public, seat: int, counts: Mapping[str, int]) -> int:
    """Return the units that must be carried beyond what ships leaving together can carry (TI4
    H-20)."""
    sheet = modifiers.sheet(table, seat)
    room = sum(sheet[unit].capacity * n for unit, n in counts.items() if unit in sheet)
    cargo = sum(counts.get(unit, 0) for unit in CARGO if not sheet[unit].move)
    return max(0, cargo - room)


def load(table: Public, tile: str, seat: int) -> Load:
    return Load(table, tile, seat, at(table, tile, seat))


def blockaded(table: Public, tile: str, seat: int) -> bool:
    """Return whether others' ships stand at the seat's dock and none of its own (TI4 81.0)."""
    owners = ship_owners(table, tile)
    return bool(owners) and seat not in owners
