"""The map: where systems lie, what is adjacent to what (TI3 14, 32.6)."""

from rules.hexes import Hex, distance
from rules.ti3.components import modifiers
from rules.ti3.facts import ATLAS, CENTRE, RACES, TILES
from rules.ti3.state import Public
from rules.toolbox import hexmap

tile_of = ATLAS.tile_of


def home_of(table: Public, seat: int) -> str:
    """Return the home system of a seat, "" before races are known."""
    race = table.sides[seat].race
    return RACES[race].home if race else ""


def _linked(table: Public, holes: tuple[tuple[str, str], ...]) -> dict[str, tuple[str, ...]]:
    """Return what is adjacent by edges and wormholes; a lone wormhole leads nowhere (TI3
    14.5.1)."""
    return hexmap.linked(hexmap.places(table.places), (), holes, str)


def wormholes(table: Public, tokens: bool = True) -> tuple[tuple[str, str], ...]:
    """Return every (system, letter) on the board; `tokens`: with those of domain counters."""
    here = {(tile, TILES[tile].wormhole) for tile in table.places if TILES[tile].wormhole}
    if tokens:
        here |= {(tile, hole) for tile, holes in table.wormholes.items() for hole in holes}
    return tuple(sorted(here))


def for_movement(table: Public) -> dict[str, tuple[str, ...]]:
    """Return between which systems ships may move (TI3 14.5)."""
    if modifiers.wormholes_shut(table):
        return _linked(table, ())
    holes = wormholes(table)
    if modifiers.wormholes_merged(table):
        holes = tuple((tile, "any") for tile, _letter in holes)
    return _linked(table, holes)


def for_effects(table: Public) -> dict[str, tuple[str, ...]]:
    """Return what is adjacent for PDS and other effects: by wormholes only without the FAQ (TI3 X4,
    E28)."""
    if table.settings.faq:
        return _linked(table, ())
    return for_movement(table)


def ring_of(table: Public, tile: str) -> int:
    """Return how far a system is from Mecatol Rex."""
    return distance(Hex(0, 0), Hex(*table.places[tile]))


def around_centre(table: Public) -> tuple[str, ...]:
    return _linked(table, ()).get(CENTRE, ())


def clockwise(table: Public, first: int) -> list[int]:
    """Return the seats still in the game, clockwise from `first` (TI3 3.3.9)."""
    ring = table.seating or list(range(len(table.sides)))
    at = ring.index(first)
    order = ring[at:] + ring[:at]
    return [seat for seat in order if not table.sides[seat].out]


def left_of(table: Public, seat: int) -> int:
    """Return the next player clockwise who is still in the game (TI3 E140)."""
    order = clockwise(table, seat)
    others = [other for other in order if other != seat]
    return others[0] if others else seat


def neighbours_of(table: Public, seat: int) -> tuple[int, int]:
    """Return the left and the right neighbour at the table, in the game or not (TI3 E140)."""
    ring = table.seating or list(range(len(table.sides)))
    at = ring.index(seat)
    return ring[(at + 1) % len(ring)], ring[at - 1]
