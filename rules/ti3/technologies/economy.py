"""Technologies of production, cards and trade (TI3 21.3)."""

from rules.kernel.table import Play
from rules.ti3 import economy
from rules.ti3 import events as ev
from rules.ti3.components import windows as w
from rules.ti3.components.base import Targets, Technology
from rules.ti3.components.choices import HowMany
from rules.ti3.components.registry import register
from rules.ti3.facts import PLANETS
from rules.ti3.state import Public, Table, View
from rules.ti3.units import fleets
from rules.toolbox.targets import Target, Way

CARRIED = 4


@register
class EnviroCompensator(Technology):
    """Docks build one unit more (TI3 21.3.2)."""

    id = "enviro_compensator"

    def production_limit(self, table: Public, seat: int, planet: str) -> int:
        return 1


@register
class SarweenTools(Technology):
    """Each dock in use has one resource more (TI3 21.3.4)."""

    id = "sarween_tools"

    def dock_resources(self, table: Public, seat: int) -> int:
        return 1


@register
class MicroTechnology(Technology):
    """One trade good more for each agreement; without the FAQ on the secondary only (X21)."""

    id = "micro_technology"

    def goods_each(self, table: Public, seat: int, primary: bool) -> int:
        return int(table.settings.faq or not primary)


@register
class IntegratedEconomy(Technology):
    """New units may be placed in adjacent activated systems (TI3 21.3.9)."""

    id = "integrated_economy"

    def places_afar(self, table: Public, seat: int) -> bool:
        return True


@register
class NeuralMotivator(Technology):
    """One action card more in the status phase (TI3 21.3.10)."""

    id = "neural_motivator"

    def cards_drawn(self, table: Public, seat: int) -> int:
        return 1


@register
class TransitDiodes(Technology):
    """As an action, for a counter: up to four ground forces from one own planet to another."""

    id = "transit_diodes"
    windows = (w.ACTION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.sides[seat].strategy > 0

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        mine = fleets.controlled(v.table, seat)
        return {
            Way(one, two).target: f"{PLANETS[one].name} > {PLANETS[two].name}"
            for one in mine
            if fleets.ground_forces(v.table, one, seat)
            for two in mine
            if two != one
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        economy.spend_counter(t, seat)
        yield from shift_forces(t, seat, self.id, on, CARRIED, self.rule)


def shift_forces(t: Table, seat: int, card: str, on: Target, most: int, rule: str) -> Play[None]:
    """Move ground forces from one planet to another; the player says how many, `most` at most."""
    way = Way.read(on)
    origin, to = way.origin, way.to
    most = min(most, fleets.ground_forces(t.table, origin, seat))
    n = yield from t.ask(HowMany(seat, card, most, 1))
    fleets.remove_ground(t.table, origin, seat, "ground_force", n)
    fleets.add(t.table, to, seat, "ground_force", n)
    t.tell(ev.Moved(seat, origin, to, {"ground_force": n}), cite=rule)
