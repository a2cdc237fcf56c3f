"""Control of planets (TI4 33, 25.5, 53.4, 62.4)."""

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4.combat.hits import destroy
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.facts import STRUCTURES
from rules.ti4.state import Table
from rules.ti4.units import fleets
from rules.ti4.units.limits import check_elimination
from rules.toolbox.targets import as_target


def gain_planet(t: Table, seat: int, planet: str) -> Play[None]:
    """Give a planet to a player: card exhausted, foreign structures destroyed, W-22 (TI4 25.5,
    33.1)."""
    if t.table.control.get(planet) == seat:
        return
    g = t.sub(f"gain@{planet}")
    former = g.table.control.get(planet, -1)
    yield from timing.moment(g, w.WHEN_PLANET_GAINED, as_target(planet), (seat,))
    for other in range(len(g.table.sides)):
        if other != seat:
            theirs = fleets.at(g.table, planet, other)
            lost = {unit: n for unit, n in fleets.ordered(theirs) if unit in STRUCTURES}
            yield from destroy(g, planet, other, lost, seat, "control")
    g.table.control[planet] = seat
    g.table.spent = sorted({*g.table.spent, planet})
    if g.table.active is not None and seat == g.table.active.seat:
        g.table.active_now.gained.append(planet)
    g.tell(ev.PlanetTaken(seat, planet, former), cite=("TI4 25.5", "TI4 33.1"))
    yield from timing.moment(g, w.AFTER_PLANET_GAINED, as_target(planet))
    if former >= 0:
        yield from timing.moment(g, w.AFTER_PLANET_LOST, as_target(planet), (former,))
        check_elimination(g)


def lose_planet(t: Table, planet: str) -> None:
    """Take control of a planet away by an effect, so that nobody gains it (TI4 33.6)."""
    t.table.control.pop(planet, None)
    t.table.spent = [p for p in t.table.spent if p != planet]
