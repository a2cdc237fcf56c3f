"""Logbook: the whole state, in three compartments."""

from typing import Literal, TypeAlias

from rules.kernel import table, views
from rules.kernel.codec import Plain

ROWS = ("sea", "wind", "gold")
BOXES = 4
ENTRIES = 2
DICE = 3
FACES = ("S", "S", "W", "W", "G", "G")
ROW_OF_FACE = {"S": "sea", "W": "wind", "G": "gold"}
NAMES = ("Ada", "Bela", "Cyd", "Dora", "Emil", "Fred", "Gina", "Hugo")

Marks: TypeAlias = dict[str, int]


class Public(Plain):
    sheets: list[Marks]
    """Marked boxes by row, as of the last time all sheets were shown."""
    kept: list[int]
    """How many treasures each seat keeps."""
    bag: int
    phase: Literal["round", "final", "over"] = "round"
    round: int = 1
    rounds: int = 2
    roll: list[str] = []
    treasures: list[list[int]] = []
    """Values of the treasures by seat, once they are shown."""


class Private(Plain):
    draft: Marks | None = None
    """The own sheet while not everybody's is shown."""
    treasures: list[int] = []
    drawn: int = 0
    """A treasure just drawn that is neither kept nor dropped yet."""


class Hidden(Plain):
    bag: list[int] = []


class LogbookState(views.State[Public, Private, Hidden]):
    pass


View: TypeAlias = views.View[Public, Private]
Table: TypeAlias = table.Table[Public, Private, Hidden]


def sheet_of(v: View, seat: int) -> Marks:
    """Return a seat's sheet as the viewer knows it: the own one with what is not shown yet."""
    own = v.mine.draft if seat == v.seat else None
    return v.table.sheets[seat] if own is None else own
