"""Systems and planets: what lies where, by the printed facts of one edition."""

from collections.abc import Mapping
from typing import Generic, Protocol, TypeVar


class Planet(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def tile(self) -> str: ...

    @property
    def resources(self) -> int: ...

    @property
    def influence(self) -> int: ...


class Tile(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def planets(self) -> tuple[str, ...]: ...


T = TypeVar("T", bound=Tile)
P = TypeVar("P", bound=Planet)


class Atlas(Generic[T, P]):
    """The tiles and planets of one edition. A place is a tile (its space area) or a planet."""

    def __init__(self, tiles: Mapping[str, T], planets: Mapping[str, P]) -> None:
        self.tiles = tiles
        self.planets = planets

    def tile_of(self, place: str) -> str:
        """Return the system of a place: of a tile the tile itself, of a planet its tile."""
        return place if place in self.tiles else self.planets[place].tile

    def worth(self, tile: str) -> int:
        """Return the better value of each planet of a tile, added up: what the tile is worth to a
        home."""
        planets = (self.planets[planet] for planet in self.tiles[tile].planets)
        return sum(max(planet.resources, planet.influence) for planet in planets)
