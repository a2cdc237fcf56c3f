"""The tactical action that lines of a turn begin, as it lies before its player (TI4 3.1)."""

from collections.abc import Sequence

from msgspec import structs

from rules.lexicon import LexiconError, OrderLine
from rules.ti4.reading import find_tile
from rules.ti4.state import Tactical, View


def in_action(v: View, seat: int, begun: Sequence[OrderLine]) -> View | None:
    """Return what a seat sees in its tactical action: the one under way, or the one that the lines
    begin; None without one."""
    if v.table.active is not None:
        return v if v.table.active.seat == seat else None
    for line in begun:
        if line.verb == "activate":
            try:
                tile = find_tile(v, seat, line.rest).id
            except LexiconError:
                return None
            return v._replace(table=structs.replace(v.table, active=Tactical(seat, tile)))
    return None
