"""The Barony of Letnev."""

from rules.imperium.payment import paying
from rules.ti4 import economy
from rules.ti4 import events as ev
from rules.ti4.combat.rerolls import PaidRerolls
from rules.ti4.combat.strikes import foe_of
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.registry import register
from rules.ti4.state import Public, Table
from rules.ti4.units import fleets
from rules.toolbox.targets import Target


@register
class MunitionsReserves(PaidRerolls, Ability):
    """Two trade goods: dice of this round may be thrown once more."""

    id = "munitions_reserves"
    paid = "munitions paid"
    windows = (w.START_OF_SPACE_COMBAT_ROUND,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        ready = table.sides[seat].goods >= 2 and foe_of(table, seat) >= 0
        return ready and not self.bought(table, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend(t, seat, paying([], 2))
        self.buy(t, seat, on)


@register
class Armada(Ability):
    """Two more ships in a system than tokens in the fleet pool."""

    id = "armada"

    def fleet_limit(self, table: Public, seat: int, tile: str) -> int:
        return 2


@register
class ArcSecundus(Flagship):
    """Repaired when a round of its space combat begins."""

    id = "arc_secundus"
    triggers = (w.START_OF_SPACE_COMBAT_ROUND,)

    def repaired_each_round(self, table: Public, seat: int, unit: str) -> bool:
        return unit == "flagship" and not table.battle_now.planet

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(fleets.damaged(table, about, seat).get("flagship"))

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        if self.fits(t.table, seat, window, about):
            fleets.set_damaged(t.table, about, seat, "flagship", 0)
            t.tell(ev.Repaired(seat, about), cite="TI4 80.3")


@register
class L4Disruptors(Technology):
    """No Space Cannon against the owner's landings."""

    id = "l4_disruptors"

    def forbids_landing_fire(self, table: Public, seat: int) -> bool:
        return True


@register
class NonEuclideanShielding(Technology):
    """Sustain Damage cancels two hits."""

    id = "non_euclidean_shielding"

    def sustain_cancels(self, table: Public, seat: int) -> int:
        return 1


@register
class WarFunding(PaidRerolls, Note):
    """Letnev pays; the holder may throw dice of this round once more."""

    id = paid = "war_funding"
    windows = (w.START_OF_SPACE_COMBAT_ROUND,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return foe_of(table, seat) >= 0 and not self.bought(table, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        owner = self.owner(t.table)
        economy.spend(t, owner, paying([], min(2, t.table.sides[owner].goods)))
        self.buy(t, seat, on)
