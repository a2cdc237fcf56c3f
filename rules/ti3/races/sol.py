"""The Federation of Sol (TI3 X35)."""

from rules.ti3 import economy
from rules.ti3 import events as ev
from rules.ti3.components import windows as w
from rules.ti3.components.base import Ability, Targets
from rules.ti3.components.choices import titled
from rules.ti3.components.registry import register
from rules.ti3.state import Public, Table, View
from rules.ti3.units import fleets
from rules.toolbox.targets import Target

DROPPED = 2


@register
class OrbitalDrop(Ability):
    """As an action, for a counter: two ground forces on an own planet."""

    id = "orbital_drop"
    windows = (w.ACTION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.sides[seat].strategy > 0

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled(fleets.controlled(v.table, seat))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend_counter(t, seat)
        scarce = any(law.id == "regulated_conscription" for law in t.table.laws)
        n = 1 if scarce else DROPPED
        fleets.add(t.table, on, seat, "ground_force", n)
        t.tell(ev.Placed(seat, on, {"ground_force": n}), cite=self.rule)


@register
class Versatile(Ability):
    """One counter more in the status phase."""

    id = "versatile"

    def counters_gained(self, table: Public, seat: int) -> int:
        return 1
