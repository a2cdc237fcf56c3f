"""The Barony of Letnev."""

from typing import Any

from rules.kernel.table import Table
from rules.ti4 import economy, fleets, timing
from rules.ti4 import events as ev
from rules.ti4 import windows as w
from rules.ti4.combat.strikes import foe_of, reroll_misses
from rules.ti4.components import Ability, Flagship, Note, Technology
from rules.ti4.registry import register

PAID = "munitions paid"


@register
class MunitionsReserves(Ability):
    """Two trade goods: the dice that miss in this round are thrown once more."""

    id = "munitions_reserves"
    windows = (w.START_OF_SPACE_COMBAT_ROUND,)
    triggers = (w.AFTER_COMBAT_DIE_ROLL,)

    def fits(self, table: Any, seat: int, window: str, about: str) -> bool:
        ready = table.sides[seat].goods >= 2 and foe_of(table, seat) >= 0
        return ready and not timing.in_effect(table, PAID, seat)

    def resolve(self, t: Table, seat: int, on: str, about: str) -> None:
        economy.spend(t, seat, economy.paying([], 2))
        timing.lasting(t, PAID, seat, "combat-round")

    def trigger(self, t: Table, seat: int, window: str, about: str) -> None:
        if timing.in_effect(t.table, PAID, seat):
            reroll_misses(t, seat, about)


@register
class Armada(Ability):
    """Two more ships in a system than tokens in the fleet pool."""

    id = "armada"

    def fleet_limit(self, table: Any, seat: int, tile: str) -> int:
        return 2


@register
class ArcSecundus(Flagship):
    """Repaired when a round of its space combat begins."""

    id = "arc_secundus"
    triggers = (w.START_OF_SPACE_COMBAT_ROUND,)

    def trigger(self, t: Table, seat: int, window: str, about: str) -> None:
        if fleets.damaged(t.table, about, seat).get("flagship"):
            fleets.set_damaged(t.table, about, seat, "flagship", 0)
            t.tell(ev.Repaired(seat, about), cite="TI4 80.5")


@register
class L4Disruptors(Technology):
    """No Space Cannon against the owner's landings."""

    id = "l4_disruptors"

    def no_landing_fire(self, table: Any, seat: int) -> bool:
        return True


@register
class NonEuclideanShielding(Technology):
    """Sustain Damage cancels two hits."""

    id = "non_euclidean_shielding"

    def sustain_cancels(self, table: Any, seat: int) -> int:
        return 1


@register
class WarFunding(Note):
    """Letnev pays; the holder throws the dice that miss in this round once more."""

    id = "war_funding"
    windows = (w.START_OF_SPACE_COMBAT_ROUND,)
    triggers = (w.AFTER_COMBAT_DIE_ROLL,)

    def fits(self, table: Any, seat: int, window: str, about: str) -> bool:
        return foe_of(table, seat) >= 0 and not timing.in_effect(table, self.id, seat)

    def resolve(self, t: Table, seat: int, on: str, about: str) -> None:
        owner = self.owner(t.table)
        economy.spend(t, owner, economy.paying([], min(2, t.table.sides[owner].goods)))
        timing.lasting(t, self.id, seat, "combat-round")

    def trigger(self, t: Table, seat: int, window: str, about: str) -> None:
        reroll_misses(t, seat, about)
