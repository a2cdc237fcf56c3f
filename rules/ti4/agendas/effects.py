"""The effects that several agendas share."""

from rules.kernel.table import Play
from rules.ti4 import cards
from rules.ti4 import events as ev
from rules.ti4.combat.hits import destroy
from rules.ti4.components import timing
from rules.ti4.points import gain_points
from rules.ti4.state import Public, Table
from rules.ti4.units import fleets


def voters(table: Public, outcome: str) -> list[int]:
    """Return the seats that cast votes for an outcome, speaker first."""
    cast = {v.seat for v in table.agenda_now.votes if v.outcome == outcome and v.votes}
    return [seat for seat in timing.clockwise(table, table.speaker) if seat in cast]


def discard_hand(t: Table, seat: int) -> None:
    cards.discard(t, seat, list(t.hand[seat].cards))


def clear(t: Table, place: str, cause: str) -> Play[None]:
    """Destroy all units at a place."""
    where = t.table.ground if place in t.table.ground else t.table.space
    for owner in sorted(map(int, where.get(place, {}))):
        yield from destroy(t, place, owner, dict(fleets.at(t.table, place, owner)), cause=cause)


def pass_on(t: Table, law: str, former: int, seat: int) -> None:
    """Give a law with its point to a new owner; the former one loses a point."""
    t.table.laws[law].owner = seat
    t.tell(ev.LawMoved(law, seat), cite="TI4 31.4")
    gain_points(t, former, -1, "TI4 31.4")
    gain_points(t, seat, 1, "TI4 31.4")
