"""Pieces on their way between boards and the map, shared by all phases."""

from rules.eclipse import events as ev
from rules.eclipse.civilization import kind_index, square_kind, track_room
from rules.eclipse.decisions.population import CubesHome, homes
from rules.eclipse.facts import SECTORS
from rules.eclipse.galaxy import guarded
from rules.eclipse.phases.discovery import discover
from rules.eclipse.state import NOBODY
from rules.eclipse.turns.base import Colony
from rules.kernel.table import Play, Table


def colonize(t: Table, seat: int, colonies: tuple[Colony, ...]) -> None:
    """ECL 5.5.2; what Influence may turn up is turned up when the others are used (ECL 7.2.8)."""
    player = t.table.players[seat]
    for colony in colonies:
        if not player.colony:
            turn_up(t, seat)
        sector = t.table.hexes[colony.sector]
        if colony.square < 0:
            sector.orbital = "cube"
        else:
            sector.filled = tuple(sorted((*sector.filled, colony.square)))
        player.cubes[kind_index(colony.resource)] -= 1
        player.colony -= 1
        player.colony_used += 1
        kind = square_kind(colony.sector, colony.square)
        t.tell(ev.Colonized(seat, colony.sector, kind, colony.resource), cite="ECL 5.5.2")


def turn_up(t: Table, seat: int) -> None:
    """ECL 7.2.6: at the latest moment that serves, so that ships used in this turn count."""
    player = t.table.players[seat]
    ready = min(t.table.flips, player.colony_used)
    t.table.flips = 0
    if ready:
        player.colony_used -= ready
        player.colony += ready
        t.tell(ev.ColonyShipsReadied(seat, ready), cite="ECL 7.2.6")


def place_disc(t: Table, seat: int, number: str) -> Play[None]:
    """A disc from the track takes control; an unguarded discovery is collected (ECL 7.1.11)."""
    t.table.players[seat].discs -= 1
    sector = t.table.hexes[number]
    sector.owner = seat
    t.tell(ev.DiscPlaced(seat, number), cite="ECL 1.3.1")
    if sector.discovery and not guarded(sector):
        yield from discover(t, seat, number)


def lift_disc(t: Table, number: str, cite: str, lost: bool = False) -> Play[None]:
    """ECL 7.2.5: the disc goes to the influence track and the cubes go home. `lost`: to ships of
    another player."""
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


def cubes_home(t: Table, seat: int, kinds: list[str], orbital: int = 0) -> Play[None]:
    """ECL 5.2.4: coloured cubes to their tracks while there is room, the rest as the owner says."""
    player = t.table.players[seat]
    laid = [0, 0, 0]
    free = kinds.count("gray")
    for kind in kinds:
        if kind == "gray":
            continue
        at = kind_index(kind)
        if track_room(t.table, player)[at] > 0:
            player.cubes[at] += 1
            laid[at] += 1
        else:
            free += 1
    if free or orbital:
        chosen = yield from home_choice(t, seat, free, orbital, "track")
        player = t.table.players[seat]
        for i, n in enumerate(chosen):
            player.cubes[i] += n
            laid[i] += n
    if any(laid):
        t.tell(ev.CubesReturned(seat, laid), cite="ECL 5.2.4")


def home_choice(t: Table, seat: int, free: int, orbital: int, to: str) -> Play[tuple[int, ...]]:
    """The owner's choice, asked only where there is one."""
    ways = homes(t.table, seat, free, orbital, to)
    if len(ways) == 1:
        return ways[0]
    place = "track" if to == "track" else "graveyard"
    t.table.players[seat].loose += free + orbital
    chosen = yield from t.ask(CubesHome(seat, free, orbital, place))  # type: ignore[arg-type]
    t.table.players[seat].loose -= free + orbital
    return chosen
