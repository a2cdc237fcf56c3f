"""Units destroyed, with what they carry (TI3 10.2.6, 16.7.4)."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.kernel.patterns import running
from rules.kernel.table import Play
from rules.ti3 import events as ev
from rules.ti3.components.presence import present
from rules.ti3.facts import TILES
from rules.ti3.state import Counts, Public, Table
from rules.ti3.units import fleets
from rules.ti3.variants import leaders

NONE: Mapping[str, int] = MappingProxyType({})


def destroy(
    t: Table,
    place: str,
    seat: int,
    units: Mapping[str, int],
    by: int = -1,
    cite: str = "TI3 10.2.6",
    sound: Mapping[str, int] = NONE,
    loaded: Mapping[str, int] = NONE,
) -> Play[None]:
    """Put units into reinforcements. Of ships, empty and damaged ones go first, but for those said
    to be `sound` or `loaded`; cargo dies with its ship. `by` is the opponent in a fight."""
    table: Public = t.table
    here = fleets.at(table, place, seat)
    lost = fleets.tidy({u: min(n, here.get(u, 0)) for u, n in units.items()})
    if not lost:
        return
    cargo: Counts = {}
    aboard: list[str] = []
    for unit, n in fleets.ordered(lost):
        if place in TILES:
            picked = fleets.chosen(
                table, place, seat, unit, n, sound.get(unit, 0), loaded.get(unit, 0)
            )
            for hold in fleets.take_off(table, place, seat, unit, picked):
                cargo = fleets.plus(cargo, hold.units)
                aboard += hold.leaders
        else:
            fleets.remove_ground(table, place, seat, unit, n)
    all_lost = fleets.plus(lost, cargo)
    note_losses(table, place, seat, all_lost)
    t.tell(ev.Destroyed(seat, place, all_lost), cite=cite)
    if aboard:
        fighting = table.battle is not None and not table.battle.planet and table.battle.round > 0
        yield from leaders.ship_lost(t, seat, aboard, by if fighting else -1)
    for unit, n in fleets.ordered(all_lost):
        for component in present(t.table, seat, "destroyed"):
            yield from running(component.destroyed(t, seat, place, unit, n))


def note_losses(table: Public, place: str, seat: int, units: Counts) -> None:
    battle = table.battle
    if battle is not None and place in (battle.tile, battle.planet):
        mine = battle.lost.setdefault(str(seat), {})
        for unit, n in units.items():
            mine[unit] = mine.get(unit, 0) + n
    active = table.active
    if active is not None and seat == active.seat:
        for landing in active.landings:
            if landing.planet == place:
                for unit, n in units.items():
                    landing.units[unit] = max(0, landing.units.get(unit, 0) - n)
