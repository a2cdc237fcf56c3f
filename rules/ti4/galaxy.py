"""The map: where tiles lie, what is adjacent to what (TI4 44, 60, 71)."""

from functools import lru_cache

from rules.hexes import Hex, neighbours
from rules.ti4 import modifiers
from rules.ti4.facts import FACTIONS, PLANETS, TILES, Tile
from rules.ti4.state import Public

Places = tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]
"""Tiles, and where they lie."""


def tiles(table: Public) -> list[str]:
    """All systems in play, by number."""
    return sorted([*table.places, *table.detached], key=int)


def tile_of(place: str) -> str:
    """The system a place lies in: a tile is its own, a planet lies on one."""
    return place if place in TILES else PLANETS[place].tile


def home_of(table: Public, seat: int) -> str:
    """The home system of a seat, "" before factions are known."""
    faction = table.sides[seat].faction
    return FACTIONS[faction].home if faction else ""


def is_home(tile: str) -> bool:
    return TILES[tile].is_home


def has_anomaly(tile: str, kind: str) -> bool:
    return kind in TILES[tile].anomalies


def _places(table: Public) -> Places:
    return tuple(table.places), tuple(map(tuple, table.places.values()))


@lru_cache(maxsize=256)
def _edges(places: Places) -> dict[str, tuple[str, ...]]:
    """TI4 60.0: tiles that share an edge."""
    spots = {tile: Hex(*spot) for tile, spot in sorted(zip(*places, strict=True))}
    at = {h: tile for tile, h in spots.items()}
    return {tile: tuple(at[n] for n in neighbours(h) if n in at) for tile, h in spots.items()}


@lru_cache(maxsize=4096)
def _linked(
    places: Places, detached: tuple[str, ...], holes: tuple[tuple[str, str], ...], merged: bool
) -> dict[str, tuple[str, ...]]:
    """Adjacency by edges and wormholes; `merged`: alpha and beta are one type."""
    edges = _edges(places)
    kinds: dict[str, set[str]] = {}
    for tile, hole in holes:
        kinds.setdefault("alpha" if merged and hole == "beta" else hole, set()).add(tile)
    linked = {}
    for tile in (*edges, *detached):
        others = set(edges.get(tile, ()))
        for ends in kinds.values():
            if tile in ends:
                others |= ends
        others.discard(tile)
        linked[tile] = tuple(sorted(others, key=int))
    return linked


@lru_cache(maxsize=256)
def _printed_holes(tiles: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    return frozenset((tile, hole) for tile in tiles for hole in TILES[tile].wormholes)


def wormholes(table: Public) -> tuple[tuple[str, str], ...]:
    """Every (tile, wormhole) on the board: printed, tokens, and what components add."""
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
    """TI4 60: what touches what, as `seat` may use it (None: as everybody does).

    `moving`: for movement, where wormholes may be shut; `carried`: as if a ship had taken its own
    delta wormhole from the one system to the other."""
    holes = wormholes(table)
    if carried[0]:
        holes = _carried(holes, *carried)
    if moving and seat is not None:
        holes = modifiers.usable_wormholes(table, seat, holes)
    merged = modifiers.wormholes_merged(table, seat)
    linked = _linked(_places(table), tuple(sorted(table.detached)), holes, merged)
    pairs = [] if seat is None else modifiers.extra_links(table, seat)
    return _joined(linked, pairs) if pairs else linked


def _carried(
    holes: tuple[tuple[str, str], ...], origin: str, to: str
) -> tuple[tuple[str, str], ...]:
    left = {h for h in holes if h != (origin, "delta") or "delta" in TILES[origin].wormholes}
    return tuple(sorted({*left, (to, "delta")}))


def _joined(
    linked: dict[str, tuple[str, ...]], pairs: list[tuple[str, str]]
) -> dict[str, tuple[str, ...]]:
    """Adjacency with more pairs of systems, both ways."""
    more = {tile: set(others) for tile, others in linked.items()}
    for a, b in pairs:
        more[a].add(b)
        more[b].add(a)
    return {tile: tuple(sorted(others, key=int)) for tile, others in more.items()}


def adjacent(table: Public, tile: str, seat: int | None = None) -> tuple[str, ...]:
    return adjacency(table, seat).get(tile, ())


def facts_of(place: str) -> Tile:
    return TILES[tile_of(place)]
