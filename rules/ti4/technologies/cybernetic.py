"""Yellow technologies used by choice."""

from rules.kernel.table import Play
from rules.ti4.components import modifiers
from rules.ti4.components import windows as w
from rules.ti4.components.base import Technology
from rules.ti4.components.choices import Relocate, relocate
from rules.ti4.components.registry import register
from rules.ti4.galaxy import tile_of
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, View
from rules.ti4.tactical.production import Purchase, purchase
from rules.ti4.units import fleets
from rules.ti4.units.limits import enforce
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target, Way


@register
class TransitDiodes(Technology):
    """Exhaust at the start of a turn: up to four ground forces go to own planets."""

    id = "transit_diodes"
    windows = (w.TURN_START,)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        planets = fleets.open_planets(v.table, seat)
        return {
            Way(place, to).target: _(
                "{origin} to {to}", origin=fleets.name(place), to=fleets.name(to)
            )
            for place, counts in fleets.places_of(v.table, seat)
            if counts.get("infantry")
            for to in planets
            if to != place
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from relocate(t, Relocate(seat, self.kind, self.id, most=4))
        yield from enforce(t, (seat,))


@register
class IntegratedEconomy(Technology):
    """On gaining a planet: units there worth its resources at most, at their price."""

    id = "integrated_economy"
    windows = (w.AFTER_PLANET_GAINED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.control.get(about) == seat and modifiers.resources(table, about) > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        worth = modifiers.resources(t.table, about)
        bought = Purchase(seat, tile_of(about), card=self.id, places=[about], worth=worth)
        yield from purchase(t, bought)
