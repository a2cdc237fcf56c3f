"""Cleanup (ECL 11)."""

from rules.eclipse import events as ev
from rules.eclipse.facts import ROUNDS
from rules.eclipse.leaving import next_seat
from rules.eclipse.player.population import cubes_home
from rules.eclipse.setup import by_players, draw_technologies
from rules.eclipse.state import NOBODY, Table
from rules.kernel.table import Play


def cleanup(t: Table) -> Play[None]:
    """Draw technologies and begin a round; after the ninth, or with nobody left, only scores remain
    (ECL 20.5, 12.1.1)."""
    if t.table.round >= ROUNDS or all(p.status == "left" for p in t.table.players):
        t.table.phase = "final"
        return
    new = draw_technologies(t, by_players(t.table).cleanup)
    for player in t.table.players:
        player.discs += sum(player.spent.values())
        player.spent = {}
        player.colony += player.colony_used
        player.colony_used = 0
        player.passed = player.status == "left"
    for seat, player in enumerate(t.table.players):
        if player.status != "left" and player.graveyard:
            yield from empty_graveyard(t.sub(f"graveyard@{seat}"), seat)
    begin = t.table.next_start if t.table.next_start != NOBODY else t.table.start
    if t.table.players[begin].status == "left":
        begin = next_seat(t, begin)
    t.table.start = t.table.at = begin
    t.table.next_start = NOBODY
    t.table.round += 1
    t.table.phase = "action"
    t.tell(ev.CleanedUp(t.table.round, new, begin), cite=("ECL 11.1.1", "ECL 11.1.5"))


def empty_graveyard(t: Table, seat: int) -> Play[None]:
    """Return the cubes of the graveyard to their tracks (ECL 11.1.3)."""
    player = t.table.players[seat]
    cubes, player.graveyard = player.graveyard, []
    yield from cubes_home(t, seat, cubes)
