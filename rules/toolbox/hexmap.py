"""Which tiles of a hexagonal map touch: by their edges, and by links such as wormholes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from rules.hexes import Hex, neighbours

Places = tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]
"""Tiles, and the hex of each: a map in a form that can be a key."""
Links = Mapping[str, tuple[str, ...]]
"""To each tile those that touch it."""


def places(spots: Mapping[str, Sequence[int]]) -> Places:
    """Return a map as a state keeps it, tile to [q, r], in a form that can be a key."""
    return tuple(spots), tuple(map(tuple, spots.values()))


@lru_cache(maxsize=256)
def edges(where: Places) -> dict[str, tuple[str, ...]]:
    """To each tile those that share an edge with it, clockwise. Kept: do not change it."""
    spots = {tile: Hex(*spot) for tile, spot in sorted(zip(*where, strict=True))}
    at = {h: tile for tile, h in spots.items()}
    return {tile: tuple(at[n] for n in neighbours(h) if n in at) for tile, h in spots.items()}


@lru_cache(maxsize=4096)
def linked(
    where: Places,
    apart: tuple[str, ...],
    ends: tuple[tuple[str, str], ...],
    order: Callable[[str], Any],
) -> dict[str, tuple[str, ...]]:
    """To each tile those that touch it by an edge or a link, sorted by `order`.

    `apart`: tiles that lie beside the map; `ends`: (tile, name of a link): all tiles with an end of
    one link touch each other. Kept: do not change it."""
    by_edge = edges(where)
    links: dict[str, set[str]] = {}
    for tile, link in ends:
        links.setdefault(link, set()).add(tile)
    found = {}
    for tile in (*by_edge, *apart):
        others = set(by_edge.get(tile, ()))
        for tiles in links.values():
            if tile in tiles:
                others |= tiles
        others.discard(tile)
        found[tile] = tuple(sorted(others, key=order))
    return found


def joined(
    links: Links, pairs: Iterable[tuple[str, str]], order: Callable[[str], Any]
) -> dict[str, tuple[str, ...]]:
    """Return the same with more pairs of tiles that touch, both ways."""
    more = {tile: set(others) for tile, others in links.items()}
    for a, b in pairs:
        more[a].add(b)
        more[b].add(a)
    return {tile: tuple(sorted(others, key=order)) for tile, others in more.items()}


def shortest(links: Links, origin: str, goal: str) -> tuple[str, ...]:
    """Return the systems on a shortest way, the goal last, whatever may bar it; () if there is
    none."""
    ways: dict[str, tuple[str, ...]] = {origin: ()}
    layer = [origin]
    while layer:
        following = []
        for tile in layer:
            for other in links.get(tile, ()):
                if other == goal:
                    return (*ways[tile], other)
                if other not in ways:
                    ways[other] = (*ways[tile], other)
                    following.append(other)
        layer = following
    return ()


def steps_from(places: Iterable[str], links: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return how many steps everything that can be reached is from the nearest of these places."""
    steps = dict.fromkeys(places, 0)
    layer = list(steps)
    while layer:
        following = []
        for tile in layer:
            for other in links.get(tile, ()):
                if other not in steps:
                    steps[other] = steps[tile] + 1
                    following.append(other)
        layer = following
    return steps
