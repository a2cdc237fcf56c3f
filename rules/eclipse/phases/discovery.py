"""Discovery tiles (ECL 16.1): one handler for every kind."""

from collections.abc import Callable
from typing import Any, Final

from rules.eclipse import events as ev
from rules.eclipse.decisions.exploration import Discovery, Found
from rules.eclipse.facts import DISCOVERIES, RESOURCES
from rules.eclipse.galaxy import add_ships
from rules.eclipse.phases.technology import gain_technology
from rules.kernel.patterns import running
from rules.kernel.table import Play, Table


def discover(t: Table, seat: int, number: str) -> Play[None]:
    """ECL 16.1.1: the finder looks at the front and decides at once."""
    tile = t.box.buried.pop(number)
    t.table.hexes[number].discovery = False
    t.hand[seat].found = tile
    found = ev.DiscoveryFound(seat, number, tile)
    t.tell(found, to=seat, public=ev.DiscoveryTaken(seat, number), cite="ECL 7.1.11")
    fate = yield from t.ask(Discovery(seat, number))
    t.hand[seat].found = ""
    if fate.points:
        t.hand[seat].kept.append(tile)
        t.table.players[seat].kept += 1
        t.tell(ev.DiscoveryKept(seat), cite="ECL 16.1.6")
        return
    t.table.used_discoveries.append(tile)
    t.tell(ev.DiscoveryUsed(seat, tile), cite="ECL 16.1.1")
    yield from running(USES[DISCOVERIES[tile].kind](t, seat, number, tile, fate))


def _resource(t: Table, seat: int, number: str, tile: str, fate: Found) -> None:
    """ECL 16.1.2"""
    front = DISCOVERIES[tile]
    t.table.players[seat].storage[RESOURCES.index(front.resource)] += front.amount


def _technology(t: Table, seat: int, number: str, tile: str, fate: Found) -> Play[None]:
    """ECL 16.1.3; an instant technology acts at once (ECL 22.1.5)."""
    yield from gain_technology(t, seat, fate.technology, 0)


def _cruiser(t: Table, seat: int, number: str, tile: str, fate: Found) -> None:
    """ECL 16.1.4"""
    add_ships(t.table.hexes[number], seat, "cruiser")


def _part(t: Table, seat: int, number: str, tile: str, fate: Found) -> None:
    """ECL 16.1.5, 25.3.9: placing it now is free."""
    player = t.table.players[seat]
    if not fate.ship:
        player.beside.append(tile)
        t.tell(ev.PartStored(seat, tile), cite="ECL 16.1.5")
        return
    discard_relic(t, seat, fate.ship, fate.slot)
    player.placed.setdefault(fate.ship, {})[str(fate.slot)] = tile
    t.tell(ev.PartMounted(seat, tile, fate.ship, fate.slot), cite="ECL 16.1.5")


def discard_relic(t: Table, seat: int, ship: str, slot: int) -> None:
    """ECL 7.4.9: an Ancient part taken off this square leaves the game."""
    part = t.table.players[seat].placed.get(ship, {}).get(str(slot), "")
    if part in DISCOVERIES:
        t.table.relics = sorted([*t.table.relics, part])


USES: Final[dict[str, Callable[..., Any]]] = {
    "resource": _resource,
    "technology": _technology,
    "ship": _cruiser,
    "ship_part": _part,
}
