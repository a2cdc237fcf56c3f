"""The Clan of Saar. Their space docks stand in space and move, and are lost when blockaded."""

from rules.kernel.table import Play
from rules.ti4 import economy
from rules.ti4 import events as ev
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.registry import register
from rules.ti4.facts import PLANETS
from rules.ti4.galaxy import has_anomaly, tiles
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, View
from rules.ti4.tactical.production import Purchase, producers, purchase
from rules.ti4.units import fleets
from rules.toolbox.components import Targets
from rules.toolbox.targets import Composite, Target


class Driven(Composite):
    """A planet that ground forces leave, and the planet they go to."""

    planet: str
    to: str


@register
class Scavenge(Ability):
    """A trade good for every planet gained."""

    id = "scavenge"
    triggers = (w.AFTER_PLANET_GAINED,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        if t.table.control.get(about) == seat:
            yield from economy.gain_goods(t, seat, 1)


@register
class Nomadic(Ability):
    """Public objectives are scored without the home system."""

    id = "nomadic"

    def scores_without_home(self, table: Public, seat: int) -> bool:
        return True


@register
class SonOfRagh(Flagship):
    """Nothing but the numbers on its card."""

    id = "son_of_ragh"


@register
class ChaosMapping(Technology):
    """One unit at its price when a turn begins; nobody else activates asteroids with own ships."""

    id = "chaos_mapping"
    windows = (w.TURN_START,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {x: ev.title(x) for x in tiles(v.table) if producers(v.table, seat, x)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        places = list(producers(t.table, seat, on))
        yield from purchase(t, Purchase(seat, on, card=self.id, places=places, most=1))

    def denies_activation(self, table: Public, seat: int, other: int, tile: str) -> bool:
        mine = fleets.ships(fleets.at(table, tile, seat))
        return bool(mine) and has_anomaly(tile, "asteroid_field")


@register
class RaghsCall(Note):
    """After a landing the ground forces of Saar leave that planet for another of theirs."""

    id = "raghs_call"
    windows = (w.AFTER_UNITS_COMMITTED,)

    def _ways(self, table: Public) -> list[tuple[str, str]]:
        saar = self.owner(table)
        if table.active is None or saar < 0:
            return []
        return [
            (planet, to)
            for planet in sorted(table.active_now.committed)
            if fleets.at(table, planet, saar).get("infantry")
            for to in fleets.controlled(table, saar)
            if to != planet
        ]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.active_now.seat == seat and bool(self._ways(table))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {
            Driven(planet, to).target: _(
                "{planet} for {other}", planet=PLANETS[planet].name, other=PLANETS[to].name
            )
            for planet, to in self._ways(v.table)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        driven = Driven.read(on)
        planet, to = driven.planet, driven.to
        saar = self.owner(t.table)
        n = fleets.at(t.table, planet, saar)["infantry"]
        fleets.move(t.table, planet, to, saar, "infantry", n)
        t.tell(ev.Moved(saar, planet, to, {"infantry": n}), cite="TI4 75.1")
