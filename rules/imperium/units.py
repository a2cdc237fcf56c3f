"""Units on the board and planets under control, as the public table of an edition keeps them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from rules.imperium.galaxy import Atlas
from rules.toolbox import stock
from rules.toolbox.stock import Counts, Stock


class HasUnits(Protocol):
    """A public table with units: in space areas, on planets, and which of them are damaged."""

    space: Stock
    ground: Stock
    damaged: Stock


class HasPlanets(Protocol):
    """A public table with planets: who controls each, and which cards are exhausted."""

    control: dict[str, int]
    spent: list[str]


class Units:
    """The units of one edition on the board. `types`: all types in their printed order; `ships`:
    those that fly; `big_ships`: those of them that are not fighters."""

    def __init__(
        self,
        atlas: Atlas[Any, Any],
        types: Sequence[str],
        ships: Collection[str],
        big_ships: Collection[str],
    ) -> None:
        self._tiles = atlas.tiles
        self.types = tuple(types)
        self._ships = frozenset(ships)
        self._big = frozenset(big_ships)

    # -- at a place ------------------------------------------------------------------------------

    def at(self, table: HasUnits, place: str, seat: int) -> Counts:
        """Return a seat's units at a place; do not change what you get."""
        where = table.space if place in self._tiles else table.ground
        return stock.at(where, place, seat)

    def add(self, table: HasUnits, place: str, seat: int, unit: str, n: int = 1) -> None:
        """Put `n` undamaged units there."""
        stock.add(table.space if place in self._tiles else table.ground, place, seat, unit, n)

    def take(self, table: HasUnits, place: str, seat: int, unit: str, n: int = 1) -> None:
        """Take `n` units away, without regard to damage."""
        stock.take(table.space if place in self._tiles else table.ground, place, seat, unit, n)

    def damaged(self, table: HasUnits, place: str, seat: int) -> Counts:
        """Return a seat's damaged units at a place; do not change what you get."""
        return stock.at(table.damaged, place, seat)

    def set_damaged(self, table: HasUnits, place: str, seat: int, unit: str, n: int) -> None:
        """Let exactly `n` of the units of a type be damaged."""
        stock.put(table.damaged, place, seat, unit, n)

    # -- counting --------------------------------------------------------------------------------

    def ordered(self, counts: Mapping[str, int]) -> list[tuple[str, int]]:
        """(type, count) in the printed order, whatever the order of the dict."""
        return stock.ordered(counts, self.types)

    def ships(self, counts: Mapping[str, int]) -> int:
        """Return how many of these are ships."""
        return sum(n for unit, n in counts.items() if unit in self._ships)

    def big_ships(self, counts: Mapping[str, int]) -> int:
        """Return how many of these are ships that are not fighters."""
        return sum(n for unit, n in counts.items() if unit in self._big)

    def ship_owners(self, table: HasUnits, tile: str) -> list[int]:
        """Seats with ships in a system."""
        return stock.owners_with(table.space, tile, self._ships)

    def enemies_in(self, table: HasUnits, tile: str, seat: int) -> list[int]:
        """Return other seats with ships in a system."""
        return [other for other in self.ship_owners(table, tile) if other != seat]

    def places_of(self, table: HasUnits, seat: int) -> Iterable[tuple[str, Counts]]:
        """Everywhere the seat has units, systems first, in a fixed order."""
        yield from stock.holdings(table.space, seat)
        yield from stock.holdings(table.ground, seat)

    def on_board(self, table: HasUnits, seat: int, unit: str) -> int:
        """Return how many units of a type a seat has in space and on planets."""
        return stock.total(table.space, seat, unit) + stock.total(table.ground, seat, unit)

    # -- planets ---------------------------------------------------------------------------------

    def controlled_in(self, table: HasPlanets, tile: str, seat: int) -> list[str]:
        """Return the planets of a system that a seat controls."""
        return [p for p in self._tiles[tile].planets if table.control.get(p) == seat]


def controlled(table: HasPlanets, seat: int) -> list[str]:
    """Return the planets a seat controls, by id."""
    return sorted(planet for planet, owner in table.control.items() if owner == seat)


def ready_planets(table: HasPlanets, seat: int) -> list[str]:
    """Return the planets a seat controls whose cards are not exhausted."""
    return [planet for planet in controlled(table, seat) if planet not in table.spent]
