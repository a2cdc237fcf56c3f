"""Technologies (ECL 7.3, 14): gaining one, and what the instant ones do."""

from collections.abc import Callable
from typing import Any, Final

from rules.eclipse import events as ev
from rules.eclipse.civilization import artifacts
from rules.eclipse.decisions.exploration import LOT, TakeArtifacts
from rules.kernel.patterns import running
from rules.kernel.table import Play, Table


def gain_technology(t: Table, seat: int, technology: str, cost: int) -> Play[None]:
    """ECL 7.3.1: from the supply board to the player's track."""
    player = t.table.players[seat]
    player.storage[1] -= cost
    t.table.supply[technology] -= 1
    if not t.table.supply[technology]:
        del t.table.supply[technology]
    player.technologies.append(technology)
    t.tell(ev.Researched(seat, technology, cost), cite="ECL 7.3.1")
    if technology in INSTANT:
        yield from running(INSTANT[technology](t, seat))


def _discs(count: int) -> Callable[[Table, int], None]:
    def gain(t: Table, seat: int) -> None:
        """ECL 14.2.8, 14.3.3: reserve discs onto the influence track."""
        player = t.table.players[seat]
        new = min(count, player.reserve)
        player.reserve -= new
        player.discs += new
        t.tell(ev.DiscsGained(seat, new), cite="ECL 5.4.3")

    return gain


def _artifact_key(t: Table, seat: int) -> Play[None]:
    """ECL 14.3.7"""
    lots = artifacts(t.table, seat)
    if not lots:
        return
    taken = yield from t.ask(TakeArtifacts(seat, lots))
    player = t.table.players[seat]
    amounts = [n * LOT for n in taken]
    for i, n in enumerate(amounts):
        player.storage[i] += n
    t.tell(ev.ResourcesGained(seat, amounts), cite="ECL 14.3.7")


INSTANT: Final[dict[str, Callable[[Table, int], Any]]] = {
    "quantum_grid": _discs(2),
    "advanced_robotics": _discs(1),
    "artifact_key": _artifact_key,
}
