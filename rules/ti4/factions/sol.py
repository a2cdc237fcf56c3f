"""The Federation of Sol."""

from rules.ti4 import economy
from rules.ti4 import events as ev
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note
from rules.ti4.components.registry import register
from rules.ti4.facts import PLANETS
from rules.ti4.state import Public, Table, View
from rules.ti4.technologies.upgrades import ReturningInfantry
from rules.ti4.units import fleets
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target, player


@register
class OrbitalDrop(Ability):
    """Action: a strategy token for two infantry on an own planet."""

    id = "orbital_drop"
    windows = (w.ACTION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(table.sides[seat].strategy)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {p: PLANETS[p].name for p in fleets.open_planets(v.table, seat)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend_token(t, seat)
        fleets.add(t.table, on, seat, "infantry", 2)
        t.tell(ev.Placed(seat, on, {"infantry": 2}), cite="TI4 83.21")


@register
class Versatile(Ability):
    """One more command token in the status phase."""

    id = "versatile"

    def tokens_gained(self, table: Public, seat: int) -> int:
        return 1


@register
class Genesis(Flagship):
    """An infantry in its space area at the end of the status phase."""

    id = "genesis"
    triggers = (w.STATUS_PHASE_END,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        tile = self.where(t.table, seat)
        if tile and fleets.load(t.table, tile, seat).room > 0:
            fleets.add(t.table, tile, seat, "infantry")
            t.tell(ev.Placed(seat, tile, {"infantry": 1}), cite="TI4 83.21")


@register
class SpecOpsII(ReturningInfantry):
    """Destroyed infantry come back on 5 or more."""

    id = "spec_ops_ii"
    returns_on = 5


@register
class MilitarySupport(Note):
    """When Sol's turn begins: a strategy token of Sol, two infantry for the holder."""

    id = "military_support"
    windows = (w.OWNER_TURN_START,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return about == player(self.owner(table)) and bool(fleets.open_planets(table, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {p: PLANETS[p].name for p in fleets.open_planets(v.table, seat)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        owner = self.owner(t.table)
        if t.table.sides[owner].strategy:
            economy.spend_token(t, owner)
        fleets.add(t.table, on, seat, "infantry", 2)
        t.tell(ev.Placed(seat, on, {"infantry": 2}), cite="TI4 75.1")
