"""Units on the board: counting, placing, limits (TI4 26, 35, 41, 54, 55, 61)."""

from collections.abc import Iterable, Mapping

from rules.ti4 import modifiers
from rules.ti4.facts import LIMITS, PLANETS, SHIPS, TILES, UNIT_TYPES, UNLIMITED
from rules.ti4.state import Counts, Public

CARGO = ("fighter", "infantry")
PLENTY = 999
"""Reinforcements of what tokens may stand for (TI4 41.4b)."""


def at(table: Public, place: str, seat: int) -> Counts:
    """A seat's units at a place; do not change what you get."""
    where = table.space if place in TILES else table.ground
    counts: Counts = where.get(place, {}).get(str(seat), {})
    return counts


def add(table: Public, place: str, seat: int, unit: str, n: int = 1) -> None:
    if n > 0:
        where = table.space if place in TILES else table.ground
        mine = where.setdefault(place, {}).setdefault(str(seat), {})
        mine[unit] = mine.get(unit, 0) + n


def remove(table: Public, place: str, seat: int, unit: str, n: int = 1, sound: int = 0) -> None:
    """Off the board; damaged pieces go first, but for `sound` that are not damaged."""
    if n <= 0:
        return
    where = table.space if place in TILES else table.ground
    mine = where[place][str(seat)]
    mine[unit] -= n
    hurt = damaged(table, place, seat).get(unit, 0)
    if hurt:
        left = hurt - max(0, n - sound)
        set_damaged(table, place, seat, unit, max(0, min(left, mine[unit])))
    if not mine[unit]:
        del mine[unit]
    if not mine:
        del where[place][str(seat)]
    if not where[place]:
        del where[place]


def damaged(table: Public, place: str, seat: int) -> Counts:
    counts: Counts = table.damaged.get(place, {}).get(str(seat), {})
    return counts


def set_damaged(table: Public, place: str, seat: int, unit: str, n: int) -> None:
    mine = table.damaged.setdefault(place, {}).setdefault(str(seat), {})
    mine[unit] = n
    if not n:
        del mine[unit]
    if not mine:
        del table.damaged[place][str(seat)]
    if not table.damaged[place]:
        del table.damaged[place]


def move(table: Public, origin: str, to: str, seat: int, unit: str, n: int, hurt: int = 0) -> None:
    """From one place to another; of these `hurt` damaged ones, more only if too few are sound."""
    there = damaged(table, origin, seat).get(unit, 0)
    hurt = max(min(hurt, n), n - (at(table, origin, seat)[unit] - there)) if there else 0
    remove(table, origin, seat, unit, n, sound=n - hurt)
    add(table, to, seat, unit, n)
    if hurt:
        set_damaged(table, to, seat, unit, damaged(table, to, seat).get(unit, 0) + hurt)


def ordered(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """(type, count) in the printed order, whatever the order of the dict."""
    return [(unit, counts[unit]) for unit in UNIT_TYPES if counts.get(unit)]


def ships(counts: Mapping[str, int]) -> int:
    return sum(n for unit, n in counts.items() if unit in SHIPS)


def big_ships(counts: Mapping[str, int]) -> int:
    """Non-fighter ships."""
    return sum(n for unit, n in counts.items() if unit in SHIPS and unit != "fighter")


def ground_forces(counts: Mapping[str, int]) -> int:
    """On a planet; fighters are there only while they fight as ground forces."""
    return counts.get("infantry", 0) + counts.get("fighter", 0)


def ship_owners(table: Public, tile: str) -> list[int]:
    """Seats with ships in a system."""
    owners = table.space.get(tile, {})
    return sorted(int(seat) for seat, counts in owners.items() if ships(counts))


def ground_owners(table: Public, planet: str) -> list[int]:
    owners = table.ground.get(planet, {})
    return sorted(int(s) for s, counts in owners.items() if ground_forces(counts))


def enemies_in(table: Public, tile: str, seat: int) -> list[int]:
    return [other for other in ship_owners(table, tile) if other != seat]


def places_of(table: Public, seat: int) -> Iterable[tuple[str, Counts]]:
    """Everywhere the seat has units, systems first, in a fixed order."""
    mine = str(seat)
    for where in (table.space, table.ground):
        for place in sorted(where):
            if mine in where[place]:
                yield place, where[place][mine]


def tiles_with_ships(table: Public, seat: int) -> list[str]:
    mine = str(seat)
    here = [t for t, owners in table.space.items() if ships(owners.get(mine, {}))]
    return sorted(here, key=int)


def has_units_in(table: Public, tile: str, seat: int) -> bool:
    mine = str(seat)
    if mine in table.space.get(tile, {}):
        return True
    return any(mine in table.ground.get(planet, {}) for planet in TILES[tile].planets)


def on_board(table: Public, seat: int, unit: str) -> int:
    mine = str(seat)
    return sum(
        owners.get(mine, {}).get(unit, 0)
        for where in (table.space, table.ground)
        for owners in where.values()
    )


def reinforcements(table: Public, seat: int, unit: str) -> int:
    """TI4 55, 41.4"""
    if unit in UNLIMITED:
        return PLENTY
    return LIMITS[unit] - on_board(table, seat, unit)


def controlled(table: Public, seat: int) -> list[str]:
    return sorted(planet for planet, owner in table.control.items() if owner == seat)


def open_planets(table: Public, seat: int) -> list[str]:
    """Own planets units may be placed on."""
    return [planet for planet in controlled(table, seat) if not modifiers.closed(table, planet)]


def controlled_in(table: Public, tile: str, seat: int) -> list[str]:
    return [p for p in TILES[tile].planets if table.control.get(p) == seat]


def ready_planets(table: Public, seat: int) -> list[str]:
    return [p for p in controlled(table, seat) if p not in table.spent]


def name(place: str) -> str:
    """A place in words: a planet's name, or the number of the tile."""
    return PLANETS[place].name if place in PLANETS else place


# -- limits --------------------------------------------------------------------------------------


class Load:
    """How a seat's units in one space area stand to its limits (TI4 35.2, 54.1, H-67)."""

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
    """TI4 H-67: fighters that space docks of the system look after."""
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
    """Room for the cargo, and no more ships than tokens: certainly within the limits."""
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
    """TI4 H-20: units that must be carried beyond what ships leaving together can carry."""
    sheet = modifiers.sheet(table, seat)
    room = sum(sheet[unit].capacity * n for unit, n in counts.items() if unit in sheet)
    cargo = sum(counts.get(unit, 0) for unit in CARGO if not sheet[unit].move)
    return max(0, cargo - room)


def load(table: Public, tile: str, seat: int) -> Load:
    return Load(table, tile, seat, at(table, tile, seat))


def blockaded(table: Public, tile: str, seat: int) -> bool:
    """TI4 81.0"""
    owners = ship_owners(table, tile)
    return bool(owners) and seat not in owners
