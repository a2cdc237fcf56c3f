"""Unit upgrades: most are nothing but the numbers on their card (TI4 72)."""

from typing import ClassVar

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4.components import windows as w
from rules.ti4.components.base import Technology
from rules.ti4.components.choices import Choose
from rules.ti4.components.registry import add, register
from rules.ti4.facts import PLANETS
from rules.ti4.galaxy import home_of
from rules.ti4.state import Mark, Public, Table, Until, View
from rules.ti4.units import fleets
from rules.ti4.versions import WAITING_INFANTRY_TOLD
from rules.toolbox.components import Targets
from rules.toolbox.effects import Effect
from rules.toolbox.targets import Target

PLAIN = (
    "advanced_carrier_ii",
    "carrier_ii",
    "cruiser_ii",
    "destroyer_ii",
    "dreadnought_ii",
    "fighter_ii",
    "floating_factory_ii",
    "hybrid_crystal_fighter_ii",
    "pds_ii",
    "prototype_war_sun_ii",
    "space_dock_ii",
    "super_dreadnought_ii",
    "war_sun",
)

for _upgrade in PLAIN:
    add(type(_upgrade, (Technology,), {"id": _upgrade})())


class ReturningInfantry(Technology):
    """Destroyed infantry may wait on the card and come home when the owner's turn begins."""

    returns_on: ClassVar[int] = 6
    triggers = (w.AFTER_UNIT_DESTROYED, w.TURN_START)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return {p: PLANETS[p].name for p in self._homes(v.table, seat)}

    def _homes(self, table: Public, seat: int) -> list[str]:
        return fleets.controlled_in(table, home_of(table, seat), seat)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        if window == w.AFTER_UNIT_DESTROYED:
            self._roll(t, seat)
        else:
            yield from self._return(t, seat)

    def _roll(self, t: Table, seat: int) -> None:
        fallen = t.table.fallen_now
        lost = fallen.units.get("infantry", 0) if fallen is not None else 0
        if not lost or fallen.seat != seat:
            return
        values = t.roll(f"{self.id}@{seat}", lost)
        back = sum(value >= self.returns_on for value in values)
        if back:
            t.table.effects.append(Effect(Mark.INFANTRY_WAITING, seat, Until.GAME, str(back)))
        units = {"infantry": back} if back else {}
        t.tell(ev.Waiting(seat, values, units), cite="TI4 72.4")

    def _return(self, t: Table, seat: int) -> Play[None]:
        mine = [e for e in t.table.effects if e.id == Mark.INFANTRY_WAITING and e.seat == seat]
        if not mine:
            return
        homes = self._homes(t.table, seat)
        t.table.effects = [e for e in t.table.effects if e not in mine]
        back = sum(int(e.on) for e in mine)
        if not homes:
            if t.rules >= WAITING_INFANTRY_TOLD:
                t.tell(ev.NotReturned(seat, {"infantry": back}), cite="TI4 72.4")
            return
        planet = homes[0]
        if len(homes) > 1:
            planet = yield from t.ask(Choose(seat, self.kind, self.id, "home"))
        fleets.add(t.table, planet, seat, "infantry", back)
        t.tell(ev.Placed(seat, planet, {"infantry": back}), cite="TI4 72.4")


@register
class InfantryII(ReturningInfantry):
    id = "infantry_ii"
