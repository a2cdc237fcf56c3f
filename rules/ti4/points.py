"""Victory points and the end of the game (TI4 56, 29.15, G)."""

from rules.ti4 import events as ev
from rules.ti4.components.timing import initiative_order
from rules.ti4.state import Phase, Public, Table


def gain_points(t: Table, seat: int, n: int, cite: str = "TI4 56.4") -> None:
    """Give a player points up to the target; reaching it ends the game at once (TI4 56.4, H-7,
    56.7)."""
    side = t.table.sides[seat]
    before = side.points
    side.points = max(0, min(t.table.target, before + n))
    if side.points != before:
        t.tell(ev.PointsChanged(seat, side.points - before, side.points), cite=cite)
    if side.points >= t.table.target:
        win(t, seat)


def win(t: Table, seat: int) -> None:
    t.table.winner = seat
    t.table.phase = Phase.OVER
    t.tell(ev.GameWon(seat, t.table.sides[seat].points), cite="TI4 56.7")
    t.end()


def end_by_points(t: Table) -> None:
    """End the game where nothing is left to reveal (TI4 29.15, 56.8)."""
    win(t, leader(t.table))


def leader(table: Public) -> int:
    order = initiative_order(table)
    return max(order, key=lambda seat: (table.sides[seat].points, -order.index(seat)))
