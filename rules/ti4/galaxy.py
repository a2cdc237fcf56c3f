"""The map: the places of tiles, and the systems that are adjacent (TI4 44, 60, 71)."""

from functools import lru_cache

from rules.ti4.components import modifiers
from rules.ti4.facts import ATLAS, FACTIONS, TILES
from rules.ti4.state import Public
from rules.toolbox import hexmap


def tiles(table: Public) -> list[str]:
    """Return all systems in play, by number."""
    return sorted([*table.places, *table.detached], key=int)


tile_of = ATLAS.tile_of


def home_of(table: Public, seat: int) -> str:
    """Return the home system of a seat, "" before factions are known."""
    faction = table.sides[seat].faction
    return FACTIONS[faction].home if faction else ""


def is_home(tile: str) -> bool:
    return TILES[tile].is_home


def has_anomaly(tile: str, kind: str) -> bool:
    return kind in TILES[tile].anomalies


@lru_cache(maxsize=256)
def _printed_holes(tiles: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    return frozenset((tile, hole) for tile in tiles for hole in TILES[tile].wormholes)


def wormholes(table: Public) -> tuple[tuple[str, str], ...]:
    """Return every (tile, wormhole) on the board: printed ones, tokens, and those of components."""
    here = set(_printed_holes((*table.places, *table.detached)))
    for tile, holes in table.wormholes.items():
        here.update((tile, hole) for hole in holes)
    here.update(modifiers.extra_wormholes(table))
    return tuple(sorted(here))


def adjacency(
    table: Public,
    seat: int | None = None,
    moving: bool = False,
    carried: tuple[str, str] = ("", ""),
) -> dict[str, tuple[str, ...]]:
    """Return what touches what, as `seat` may use it (None: as everybody does) (TI4 60). `moving`:
    for movement, where wormholes may be shut; `carried`: as if a ship had taken its own delta
    wormhole from the one system to the other."""
    holes = wormholes(table)
    if carried[0]:
        holes = _carried(holes, *carried)
    if moving and seat is not None:
        holes = modifiers.usable_wormholes(table, seat, holes)
    if modifiers.wormholes_merged(table, seat):
        holes = tuple((tile, "alpha" if hole == "beta" else hole) for tile, hole in holes)
    apart = tuple(sorted(table.detached))
    linked = hexmap.linked(hexmap.places(table.places), apart, holes, int)
    pairs = [] if seat is None else modifiers.extra_links(table, seat)
    return hexmap.joined(linked, pairs, int) if pairs else linked


def _carried(
    holes: tuple[tuple[str, str], ...], origin: str, to: str
) -> tuple[tuple[str, str], ...]:
    left = {h for h in holes if h != (origin, "delta") or "delta" in TILES[origin].wormholes}
    return tuple(sorted({*left, (to, "delta")}))


def adjacent(table: Public, tile: str, seat: int | None = None) -> tuple[str, ...]:
    return adjacency(table, seat).get(tile, ())
