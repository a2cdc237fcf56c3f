"""Players who leave the game (ECL 12.4): their points stand, their pieces go."""

from rules.eclipse import events as ev
from rules.eclipse.diplomacy import leave_relations
from rules.eclipse.galaxy import fleet, off_map, take_ships
from rules.eclipse.phases.scoring import points, total
from rules.eclipse.player.civilization import me
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Table, View
from rules.kernel.decisions import Problem
from rules.kernel.table import Play


def leaving_problems(v: View, seat: int) -> list[Problem]:
    """Say why a player may not give up yet (ECL 12.4.2)."""
    if me(v, seat).status == "eliminated":
        return []
    words = _("Only a player without discs and ships on the map may give up.")
    return no("not-eliminated", words, "12.4.2")


def collapse(t: Table, broke: list[int]) -> Play[None]:
    """Take bankrupt players out; all are counted before the first leaves, as partners lose a tile
    by it (ECL 10.1.6, 24.1.4, 25.5.9)."""
    scores = {seat: total(points(t, seat)) for seat in broke}
    for seat, score in scores.items():
        t.tell(ev.Collapsed(seat, score), cite="ECL 10.1.6")
        yield from leave(t, seat, score)


def give_up(t: Table, seat: int) -> Play[None]:
    """Let a player with nothing on the map leave the game (ECL 12.4.2)."""
    score = total(points(t, seat))
    t.tell(ev.GaveUp(seat, score), cite="ECL 12.4.2")
    yield from leave(t, seat, score)


def leave(t: Table, seat: int, score: int) -> Play[None]:
    """Fix the score of a player who leaves, and take the ships off (ECL 12.4.3, 25.8.5). Discs and
    cubes have left the map before: nobody collapses or gives up who controls a sector."""
    player = t.table.players[seat]
    player.score = score
    player.status = "left"
    player.passed = True
    yield from leave_relations(t, seat)
    for sector in t.table.hexes.values():
        for ship, n in list(fleet(sector, seat).items()):
            take_ships(sector, seat, ship, n)


def next_seat(t: Table, seat: int) -> int:
    """Return the next player still in the game, clockwise."""
    seats = len(t.table.players)
    for k in range(1, seats + 1):
        if t.table.players[(seat + k) % seats].status != "left":
            return (seat + k) % seats
    return seat


def check_elimination(t: Table) -> None:
    """Mark players without disc and ship on the map as eliminated (ECL 12.4.1, 24.1.3)."""
    for seat, player in enumerate(t.table.players):
        if player.status == "active" and off_map(t.table, seat):
            player.status = "eliminated"
            t.tell(ev.Eliminated(seat), cite="ECL 12.4.1")
