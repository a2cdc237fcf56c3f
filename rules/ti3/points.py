"""Victory points and the end of the game (TI3 13, 38)."""

from rules.ti3 import economy
from rules.ti3 import events as ev
from rules.ti3.state import Phase, Public, Table
from rules.ti3.units.fleets import controlled


def gain_points(t: Table, seat: int, n: int, cite: str = "TI3 38") -> None:
    """Give or take points, never below 0 (TI3 X32); reaching the target ends the game at once
    (13.1.1)."""
    side = t.table.sides[seat]
    before = side.points
    side.points = max(0, before + n)
    if side.points != before:
        t.tell(ev.PointsChanged(seat, side.points - before, side.points), cite=cite)
    if side.points >= t.table.target:
        win(t, [seat], "TI3 13.1.1")


def win(t: Table, seats: list[int], cite: str) -> None:
    table: Public = t.table
    table.winners = seats
    table.phase = Phase.OVER
    shared = len(seats) > 1 and table.settings.final_tie == "shared_win"
    kind = ev.GameShared if shared else ev.GameWon
    t.tell(kind(seats, table.sides[seats[0]].points), cite=cite)
    t.end()


def end_by_points(t: Table, cite: str = "TI3 13.2.2") -> None:
    """End the game: most points win; ties are broken as in TI3 13.2.2."""
    table: Public = t.table
    alive = [s for s, side in enumerate(table.sides) if not side.out]
    best = max(tie_break(table, seat) for seat in alive)
    win(t, [seat for seat in alive if tie_break(table, seat) == best], cite)


def tie_break(table: Public, seat: int) -> tuple[int, int, int, int, int]:
    """Return points, objectives, planets, unused counters, and counters on the sheet (TI3 13.2.2,
    E83)."""
    side = table.sides[seat]
    return (
        side.points,
        len(side.scored),
        len(controlled(table, seat)),
        side.command + side.strategy,
        economy.on_sheet(table, seat),
    )
