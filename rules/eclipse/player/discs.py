"""Influence discs placed in sectors and taken back (ECL 5.4, 7.1.10, 7.2.5)."""

from rules.eclipse import events as ev
from rules.eclipse.discoveries import discover
from rules.eclipse.facts import SECTORS
from rules.eclipse.galaxy import guarded
from rules.eclipse.player.population import cubes_home
from rules.eclipse.state import NOBODY, Table
from rules.kernel.table import Play


def place_disc(t: Table, seat: int, number: str) -> Play[None]:
    """Place a disc from the track, which takes control; an unguarded discovery is collected (ECL
    7.1.11)."""
    t.table.players[seat].discs -= 1
    sector = t.table.hexes[number]
    sector.owner = seat
    t.tell(ev.DiscPlaced(seat, number), cite="ECL 1.3.1")
    if sector.discovery and not guarded(sector):
        yield from discover(t, seat, number)


def lift_disc(t: Table, number: str, cite: str, lost: bool = False) -> Play[None]:
    """Put a disc back on the influence track, and send the cubes home (ECL 7.2.5). `lost`: to ships
    of another player."""
    sector = t.table.hexes[number]
    seat = sector.owner
    sector.owner = NOBODY
    t.table.players[seat].discs += 1
    t.tell(ev.DiscRemoved(seat, number, lost), cite=cite)
    orbital = sector.orbital == "cube"
    kinds = [SECTORS[number].square(i).kind for i in sector.filled]
    sector.filled = ()
    sector.orbital = "empty" if sector.orbital else ""
    yield from cubes_home(t, seat, kinds, int(orbital))
