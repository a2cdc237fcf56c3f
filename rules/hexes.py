"""Axial hex geometry, shared by every board.

Directions are numbered clockwise (y grows downward). Direction 0 is north on a flat-top board and
north-west on a pointy-top one. Coordinates are whole numbers; only pixels are not.
"""

import math
from typing import Final, NamedTuple


class Hex(NamedTuple):
    q: int
    r: int


class Point(NamedTuple):
    x: float
    y: float


DIRECTIONS: Final = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))

_ROOT3 = math.sqrt(3)


def neighbours(h: Hex) -> tuple[Hex, ...]:
    """Return the six hexes around h, in order of direction."""
    return tuple(Hex(h.q + step.q, h.r + step.r) for step in DIRECTIONS)


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps from one hex to another."""
    q, r = a.q - b.q, a.r - b.r
    return max(abs(q), abs(r), abs(q + r))


def to_pixel(h: Hex, size: float, flat: bool = True) -> Point:
    """Return the middle of h; `size` is the distance from the middle to a corner."""
    if flat:
        return Point(size * 1.5 * h.q, size * _ROOT3 * (h.r + h.q / 2))
    return Point(size * _ROOT3 * (h.q + h.r / 2), size * 1.5 * h.r)
