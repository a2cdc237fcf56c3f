"""The Barony of Letnev (TI3 X35)."""

from rules.ti3 import economy
from rules.ti3.components import timing
from rules.ti3.components import windows as w
from rules.ti3.components.base import Ability, Targets
from rules.ti3.components.registry import register
from rules.ti3.facts import SHIPS
from rules.ti3.speech import _
from rules.ti3.state import Battle, Public, Table, Until, View
from rules.toolbox.targets import Target

PRICE = 2


@register
class WarFunding(Ability):
    """For two trade goods: ships +1, or ground forces +2, in this combat round."""

    id = "war_funding"
    windows = (w.ROUND_START,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        battle = table.battle
        fights = battle is not None and seat in (battle.attacker, battle.defender)
        return fights and table.sides[seat].goods >= PRICE

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        battle = v.table.battle
        if battle is not None and battle.planet:
            return {"ground": _("Ground Forces")}
        return {"ships": _("ships")}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.lose_goods(t, seat, PRICE, self.rule)
        timing.lasting(t, self.id, seat, Until.COMBAT_ROUND, on)

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        effect = self.effect(table, seat)
        if effect is None or fire not in ("space", "invasion"):
            return 0
        if effect.on == "ships":
            return int(unit in SHIPS)
        return 2 * int(unit == "ground_force")


@register
class Armada(Ability):
    """Every fleet may hold one ship more than Fleet Supply says."""

    id = "armada"

    def fleet_limit(self, table: Public, seat: int, tile: str) -> int:
        return 1
