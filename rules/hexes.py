"""Axial hex geometry, shared by every board.

Directions are numbered clockwise (y grows downward). Direction 0 is north on a flat-top board and
north-west on a pointy-top one. Coordinates are whole numbers; only pixels are not.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple


class Hex(NamedTuple):
    q: int
    r: int


class Edge(NamedTuple):
    """The border between two hexes, named from the side that sees it in direction 0, 1 or 2."""

    hex: Hex
    direction: int


class Point(NamedTuple):
    x: float
    y: float


ORIGIN: Final = Hex(0, 0)
DIRECTIONS: Final = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
FARTHEST: Final = 64
"""How far a search goes on an endless board before it gives up."""

_ROOT3 = math.sqrt(3)


def neighbour(h: Hex, direction: int) -> Hex:
    step = DIRECTIONS[direction % 6]
    return Hex(h.q + step.q, h.r + step.r)


def neighbours(h: Hex) -> tuple[Hex, ...]:
    """The six hexes around h, in order of direction."""
    return tuple(neighbour(h, d) for d in range(6))


def opposite(direction: int) -> int:
    return (direction + 3) % 6


def direction_between(a: Hex, b: Hex) -> int | None:
    """The direction of b seen from a, or None if they do not touch."""
    step = Hex(b.q - a.q, b.r - a.r)
    return DIRECTIONS.index(step) if step in DIRECTIONS else None


def distance(a: Hex, b: Hex) -> int:
    q, r = a.q - b.q, a.r - b.r
    return max(abs(q), abs(r), abs(q + r))


def ring(centre: Hex, n: int) -> tuple[Hex, ...]:
    """All hexes at distance n, clockwise from direction 0."""
    if n == 0:
        return (centre,)
    h = Hex(centre.q + DIRECTIONS[0].q * n, centre.r + DIRECTIONS[0].r * n)
    hexes = []
    for side in range(6):
        for _ in range(n):
            hexes.append(h)
            h = neighbour(h, side + 2)
    return tuple(hexes)


def spiral(centre: Hex, n: int) -> tuple[Hex, ...]:
    """The centre and all rings up to n, from the inside out."""
    return tuple(h for k in range(n + 1) for h in ring(centre, k))


def rotate(h: Hex, k: int, centre: Hex = ORIGIN) -> Hex:
    """Turn h clockwise by k sixths round the centre."""
    q, r = h.q - centre.q, h.r - centre.r
    for _ in range(k % 6):
        q, r = -r, q + r
    return Hex(centre.q + q, centre.r + r)


def reflect(h: Hex, axis: int = 0, centre: Hex = ORIGIN) -> Hex:
    """Mirror h in the line that runs through the centre in direction `axis`."""
    turned = rotate(h, -axis, centre)
    q, r = turned.q - centre.q, turned.r - centre.r
    return rotate(Hex(centre.q - q, centre.r + q + r), axis, centre)


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes a straight line passes, a and b included; the same hexes both ways."""
    n = distance(a, b)
    if n == 0:
        return (a,)
    # A nudge far smaller than 1/n keeps the line off corners, to the same side both ways.
    scale = 8 * n
    return tuple(
        _rounded(
            (a.q * (n - i) + b.q * i) * scale + 1,
            (a.r * (n - i) + b.r * i) * scale + 2,
            n * scale,
        )
        for i in range(n + 1)
    )


def edge(h: Hex, direction: int) -> Edge:
    """The edge of h on that side: equal for the two hexes that share it."""
    direction %= 6
    if direction < 3:
        return Edge(h, direction)
    return Edge(neighbour(h, direction), direction - 3)


def edges(h: Hex) -> tuple[Edge, ...]:
    return tuple(edge(h, d) for d in range(6))


def to_pixel(h: Hex, size: float, flat: bool = True) -> Point:
    """The middle of h; `size` is the distance from the middle to a corner."""
    if flat:
        return Point(size * 1.5 * h.q, size * _ROOT3 * (h.r + h.q / 2))
    return Point(size * _ROOT3 * (h.q + h.r / 2), size * 1.5 * h.r)


def from_pixel(x: float, y: float, size: float, flat: bool = True) -> Hex:
    """The hex that holds the point."""
    if flat:
        q = x / (1.5 * size)
        r = y / (_ROOT3 * size) - q / 2
    else:
        r = y / (1.5 * size)
        q = x / (_ROOT3 * size) - r / 2
    grain = 1 << 20
    return _rounded(round(q * grain), round(r * grain), grain)


def corners(h: Hex, size: float, flat: bool = True) -> tuple[Point, ...]:
    """The six corners, clockwise; the side in direction d lies between corners d and d + 1."""
    middle = to_pixel(h, size, flat)
    first = -120 if flat else -150
    angles = (math.radians(first + 60 * k) for k in range(6))
    return tuple(
        Point(middle.x + size * math.cos(a), middle.y + size * math.sin(a)) for a in angles
    )


def reachable(
    start: Hex,
    steps: int,
    blocked: Callable[[Hex], bool] = lambda h: False,
    links: Callable[[Hex], Iterable[Hex]] = neighbours,
) -> dict[Hex, int]:
    """Every hex within so many steps, nearest first, with its number of steps.

    `blocked` hexes are not entered; `links` says what touches what, for boards with wormholes.
    """
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        h = waiting.popleft()
        if found[h] == steps:
            break
        for other in links(h):
            if other not in found and not blocked(other):
                found[other] = found[h] + 1
                waiting.append(other)
    return found


def path(
    start: Hex,
    goal: Hex,
    blocked: Callable[[Hex], bool] = lambda h: False,
    links: Callable[[Hex], Iterable[Hex]] = neighbours,
    farthest: int = FARTHEST,
) -> tuple[Hex, ...] | None:
    """A shortest way from start to goal, both included, or None if there is none."""
    came_from: dict[Hex, Hex] = {}
    steps = {start: 0}
    waiting = deque([start])
    while waiting and goal not in steps:
        h = waiting.popleft()
        if steps[h] == farthest:
            break
        for other in links(h):
            if other not in steps and not blocked(other):
                steps[other] = steps[h] + 1
                came_from[other] = h
                waiting.append(other)
    if goal not in steps:
        return None
    way = [goal]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return tuple(reversed(way))


def _rounded(q: int, r: int, unit: int) -> Hex:
    """The hex nearest to (q/unit, r/unit)."""
    s = -q - r
    whole_q, whole_r, whole_s = ((2 * v + unit) // (2 * unit) for v in (q, r, s))
    off_q, off_r, off_s = (
        abs(whole * unit - v) for whole, v in ((whole_q, q), (whole_r, r), (whole_s, s))
    )
    if off_q > off_r and off_q > off_s:
        return Hex(-whole_r - whole_s, whole_r)
    if off_r > off_s:
        return Hex(whole_q, -whole_q - whole_s)
    return Hex(whole_q, whole_r)
