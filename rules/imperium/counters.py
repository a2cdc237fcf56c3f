"""Command counters, which TI4 calls tokens: in systems, and in the areas of a player's sheet."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rules.toolbox.stock import Counts

InSystems: TypeAlias = dict[str, list[int]]
"""By system, the seats that have a counter in it, sorted."""


def of_seat(systems: InSystems, seat: int) -> list[str]:
    """Return the systems in which a seat has a counter."""
    return [tile for tile, seats in systems.items() if seat in seats]


def put(systems: InSystems, tile: str, seat: int) -> None:
    """Put a seat's counter into a system, which has none of that seat yet."""
    systems[tile] = sorted([*systems.get(tile, []), seat])


def take(systems: InSystems, tile: str, seat: int) -> None:
    """Take a seat's counter out of a system."""
    left = [s for s in systems[tile] if s != seat]
    if left:
        systems[tile] = left
    else:
        del systems[tile]


def take_all(systems: InSystems, seat: int) -> None:
    """Take a seat's counters out of all systems."""
    for tile in of_seat(systems, seat):
        take(systems, tile, seat)


# -- on a sheet ----------------------------------------------------------------------------------


def on_sheet(side: object, areas: Sequence[str]) -> int:
    return sum(getattr(side, area) for area in areas)


def fitting(
    areas: Sequence[str], wanted: Mapping[str, int], reserve: int, fleet_room: int
) -> Counts:
    """Return what can be added of the wanted counters, area by area: no more than the reserve
    holds, and in the fleet no more than there is room for."""
    added: Counts = {}
    for area in areas:
        n = min(reserve, wanted.get(area, 0))
        if area == "fleet":
            n = min(n, fleet_room)
        if n > 0:
            added[area] = n
            reserve -= n
    return added


def add(side: object, areas: Mapping[str, int]) -> None:
    """Add counters to the areas of a sheet."""
    for area, n in areas.items():
        setattr(side, area, getattr(side, area) + n)


def spend(side: object, area: str, n: int = 1) -> None:
    """Take counters from an area of a sheet."""
    setattr(side, area, getattr(side, area) - n)
