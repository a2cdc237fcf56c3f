"""The tactical action that lines of a turn begin, as it lies before its player (TI3 8.2)."""

from collections.abc import Sequence

from msgspec import structs

from rules.imperium.smallwords import bare_place
from rules.lexicon import LexiconError, OrderLine
from rules.ti3.names import TILE_NAMES
from rules.ti3.state import Active, View


def in_action(v: View, seat: int, begun: Sequence[OrderLine]) -> View | None:
    """Return what a seat sees in its tactical action: the one under way, or the one that the lines
    begin; None without one."""
    if v.table.active is not None:
        return v if v.table.active.seat == seat else None
    for line in begun:
        if line.verb == "activate":
            try:
                tile = TILE_NAMES.find(bare_place(line.rest) or line.rest).id
            except LexiconError:
                return None
            return v._replace(table=structs.replace(v.table, active=Active(seat, tile)))
    return None
