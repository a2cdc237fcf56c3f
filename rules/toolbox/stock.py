"""Counts of pieces by place, owner and kind, as a state keeps them.

Keys of a state are text, so owners are seats as text; that is known here and nowhere else. Empty
entries are not kept: the same pieces always make the same state.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

Counts = dict[str, int]
"""How many of each kind."""
ByOwner = dict[str, Counts]
"""Counts by seat, as text."""
ByPlace = dict[str, Counts]
"""Counts by place, of one owner."""
Stock = dict[str, ByOwner]
"""Counts by place and owner."""

_NOBODY: Final[ByOwner] = {}
_NOTHING: Final[Counts] = {}


def at(stock: Stock, place: str, seat: int) -> Counts:
    """Return what a seat has at a place; do not change it."""
    return stock.get(place, _NOBODY).get(str(seat), _NOTHING)


def add(stock: Stock, place: str, seat: int, kind: str, n: int = 1) -> None:
    """Put `n` pieces there."""
    if n > 0:
        mine = stock.setdefault(place, {}).setdefault(str(seat), {})
        mine[kind] = mine.get(kind, 0) + n


def put(stock: Stock, place: str, seat: int, kind: str, n: int) -> None:
    """Let there be exactly `n` pieces of the kind."""
    mine = stock.setdefault(place, {}).setdefault(str(seat), {})
    mine[kind] = n
    if not n:
        _forget(stock, place, str(seat), kind)


def take(stock: Stock, place: str, seat: int, kind: str, n: int = 1) -> None:
    """Take `n` pieces away; they must be there."""
    mine = stock[place][str(seat)]
    mine[kind] -= n
    if not mine[kind]:
        _forget(stock, place, str(seat), kind)


def _forget(stock: Stock, place: str, owner: str, kind: str) -> None:
    del stock[place][owner][kind]
    if not stock[place][owner]:
        del stock[place][owner]
    if not stock[place]:
        del stock[place]


def total(stock: Stock, seat: int, kind: str) -> int:
    """Return how many of a kind a seat has, wherever they are."""
    mine = str(seat)
    return sum(owners.get(mine, _NOTHING).get(kind, 0) for owners in stock.values())


def holdings(stock: Stock, seat: int) -> Iterable[tuple[str, Counts]]:
    """Return every place where the seat has something, in a fixed order, and what."""
    mine = str(seat)
    for place in sorted(stock):
        if mine in stock[place]:
            yield place, stock[place][mine]


def owners_with(stock: Stock, place: str, kinds: Iterable[str]) -> list[int]:
    """Seats that have any of these kinds at a place."""
    return sorted(
        int(seat)
        for seat, counts in stock.get(place, _NOBODY).items()
        if any(counts.get(kind) for kind in kinds)
    )


def ordered(counts: Mapping[str, int], kinds: Sequence[str]) -> list[tuple[str, int]]:
    """(kind, count) in the order of `kinds`, whatever the order of the dict; none that is 0."""
    return [(kind, counts[kind]) for kind in kinds if counts.get(kind)]


def summed(many: Iterable[Mapping[str, int]], kinds: Sequence[str]) -> Counts:
    """Return all counts together, in the order of `kinds`."""
    total: Counts = {}
    for counts in many:
        for kind, n in counts.items():
            total[kind] = total.get(kind, 0) + n
    return dict(ordered(total, kinds))
