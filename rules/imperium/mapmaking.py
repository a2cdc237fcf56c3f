"""Laying out a galaxy: made more equal by swaps, or placed ring by ring."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import mul
from random import Random
from typing import ClassVar, Final

from rules.hexes import Hex, distance, neighbours
from rules.imperium.speech import _
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.views import SomeView
from rules.lexicon import BadCount, OrderLine, Slots, read_slots

Board = dict[Hex, str]
"""The tile on each hex."""
NEAR: Final = 3
"""Tiles at this distance from a home are worth nothing to it."""
CENTRE: Final = Hex(0, 0)


class Placement(Fixed):
    """A tile put on a space of the map."""

    tile: str
    q: int
    r: int


def innermost(spaces: Iterable[Hex], taken: Iterable[Hex]) -> list[Hex]:
    """Return the free spaces of the innermost unfinished ring."""
    used = set(taken)
    free = [h for h in spaces if h not in used]
    ring = min((distance(CENTRE, h) for h in free), default=0)
    return [h for h in free if distance(CENTRE, h) == ring]


def placements(
    tiles: Sequence[str],
    spaces: Sequence[Hex],
    laid: Mapping[Hex, str],
    clash: Callable[[str, str], bool],
) -> list[Placement]:
    """Return which tile may go where: next to none it clashes with, unless there is no other
    way."""
    every = [(tile, h) for tile in tiles for h in spaces]
    clean = [
        (tile, h)
        for tile, h in every
        if not any(n in laid and clash(tile, laid[n]) for n in neighbours(h))
    ]
    return [Placement(tile, h.q, h.r) for tile, h in clean or every]


def read_space(text: str) -> tuple[int, int]:
    """Return a space written as two numbers."""
    try:
        q, r = (int(word) for word in text.strip("()").replace(",", " ").split())
    except ValueError:
        raise BadCount(_("Write the space as two numbers, for example: AT 0 -1")) from None
    return q, r


class PlaceTile(Decision[Placement]):
    """Which tile of the hand a player places, and where: `PLACE 26 AT 0 -1`."""

    Answer = Placement
    verbs = ("place",)
    says_more = True
    example: ClassVar[str]
    """A line that places a tile."""

    def legal(self, v: SomeView) -> list[Placement]:
        """Return every placement that the rules allow."""
        raise NotImplementedError

    def named(self, tile: str) -> str:
        """Return the name of a tile in orders."""
        raise NotImplementedError

    def label(self, tile: str) -> str:
        """Return a tile as it is shown to be clicked."""
        raise NotImplementedError

    def field_titles(self) -> tuple[str, str]:
        """Return what the form calls the choice of the tile, and of the space."""
        raise NotImplementedError

    def read_tile(self, text: str) -> tuple[str, str]:
        """Return the tile that `text` names, and a note on how the text was read."""
        raise NotImplementedError

    def sample(self, v: SomeView, rng: Random) -> Placement:
        return rng.choice(self.legal(v))

    def template(self, v: SomeView) -> Sequence[str]:
        return [self.write(v, place) for place in self.legal(v)[:1]]

    def forms(self, v: SomeView) -> list[Form]:
        legal = self.legal(v)
        tiles = dict.fromkeys(placing.tile for placing in legal)
        spaces = dict.fromkeys(f"{placing.q} {placing.r}" for placing in legal)
        which, where = self.field_titles()
        fields = (
            Pick("tile", which, tuple((self.named(x), self.label(x)) for x in tiles)),
            Pick("space", where, tuple((x, x) for x in spaces)),
        )
        return [Form("place", _("Place"), ("PLACE {tile} AT {space}",), (Group("", fields),))]

    def write(self, v: SomeView, answer: Placement) -> str:
        return f"PLACE {self.named(answer.tile)} AT {answer.q} {answer.r}"

    def read_orders(self, v: SomeView, lines: Sequence[OrderLine]) -> Reading[Placement]:
        last = len(lines) - 1
        parts = read_slots(lines[last].rest, Slots(("", "at"), example=self.example))
        tile, note = self.read_tile(parts[""])
        q, r = read_space(parts["at"])
        return Reading(Placement(tile, q, r), (last,), (note,) if note else ())


def snake(lap: Sequence[int], rounds: int) -> list[int]:
    """Return whose turn it is in each of several laps: there, back, there …"""
    return [seat for k in range(rounds) for seat in (lap if k % 2 == 0 else lap[::-1])]


class Draft:
    """A map in the making: clashes weigh most, then how unequal the homes' surroundings are.

    `worth`: what each tile is worth to a home near it; `special`: tiles that can clash at all."""

    def __init__(
        self,
        board: Board,
        homes: Sequence[Hex],
        worth: Mapping[str, int],
        special: frozenset[str],
        clash: Callable[[str, str], bool],
    ) -> None:
        self.board = board
        self._value, self._special, self._clash = worth, special, clash
        self._order = sorted(board)
        self._near = {h: [n for n in neighbours(h) if n in board] for h in board}
        self._weight = {h: [max(0, NEAR - distance(home, h)) for home in homes] for h in board}
        self._worth = [0] * len(homes)
        for h, tile in board.items():
            for i, weight in enumerate(self._weight[h]):
                self._worth[i] += weight * worth[tile]
        self._spread = _spread(self._worth)

    def improved(self, passes: int = 3) -> Board:
        """Return the board after swaps of two tiles while they make the homes more equal."""
        for _pass in range(passes):
            if not self._improve():
                break
        return self.board

    def _improve(self) -> bool:
        """Try every pair once; True if any swap helped."""
        helped = False
        for i, a in enumerate(self._order):
            for b in self._order[i + 1 :]:
                if self.board[a] != self.board[b] and self._swap_if_better(a, b):
                    helped = True
        return helped

    def _swap_if_better(self, a: Hex, b: Hex) -> bool:
        board = self.board
        gain = self._value[board[b]] - self._value[board[a]]
        special = board[a] in self._special or board[b] in self._special
        if not gain and not special:
            return False
        worth = [
            old + gain * (wa - wb)
            for old, wa, wb in zip(self._worth, self._weight[a], self._weight[b], strict=True)
        ]
        spread = _spread(worth)
        change = spread - self._spread
        clashes = self._clashes_at(a, b) if special else 0
        board[a], board[b] = board[b], board[a]
        if special:
            change += 100 * len(worth) * (self._clashes_at(a, b) - clashes)
        if change < 0:
            self._worth, self._spread = worth, spread
            return True
        board[a], board[b] = board[b], board[a]
        return False

    def _clashes_at(self, *hexes: Hex) -> int:
        """Neighbours that clash round these spaces."""
        return sum(
            self._clash(self.board[h], self.board[n])
            for h in hexes
            if self.board[h] in self._special
            for n in self._near[h]
        )


def _spread(worth: Sequence[int]) -> int:
    """Return how unequal the numbers are: the sum of squared distances from the mean, times their
    count."""
    total = sum(worth)
    squares: int = sum(map(mul, worth, worth))
    return len(worth) * squares - total * total
