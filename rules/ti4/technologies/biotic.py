"""Green technologies used by choice."""

from rules.kernel.table import Play
from rules.ti4.combat.hits import destroy
from rules.ti4.components import windows as w
from rules.ti4.components.base import Technology
from rules.ti4.components.registry import register
from rules.ti4.facts import PLANETS
from rules.ti4.galaxy import tile_of
from rules.ti4.state import Public, Table, View
from rules.ti4.tactical.invasion import bombers
from rules.ti4.units import fleets
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target


@register
class X89BacterialWeapon(Technology):
    """Exhaust: all infantry on a planet below own ships that can bombard are destroyed."""

    id = "x89_bacterial_weapon"
    windows = (w.ACTION,)

    def _planets(self, table: Public, seat: int) -> list[str]:
        return [
            planet
            for planet in sorted(table.ground)
            if fleets.ground_owners(table, planet) and bombers(table, seat, tile_of(planet))
        ]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(self._planets(table, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {p: PLANETS[p].name for p in self._planets(v.table, seat)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        for owner in fleets.ground_owners(t.table, on):
            lost = fleets.at(t.table, on, owner).get("infantry", 0)
            yield from destroy(t, on, owner, {"infantry": lost}, seat, self.id)
