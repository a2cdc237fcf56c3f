"""The L1z1x Mindnet (TI3 X35)."""

from rules.ti3.components.base import Ability
from rules.ti3.components.registry import register
from rules.ti3.state import Battle, Public


@register
class CheapDreadnoughts(Ability):
    """Dreadnoughts cost them 4."""

    id = "cheap_dreadnoughts"

    def unit_cost(self, table: Public, seat: int, unit: str) -> int:
        return -int(unit == "dreadnought")


@register
class Harrow(Ability):
    """Dreadnoughts +1 in space battles."""

    id = "harrow"

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return int(unit == "dreadnought" and fire == "space")


@register
class AssaultTroops(Ability):
    """Ground forces +1 while they attack."""

    id = "assault_troops"

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        attacks = battle is not None and battle.attacker == seat
        return int(unit == "ground_force" and fire == "invasion" and attacks)


@register
class ExtraStrategyCounter(Ability):
    """One counter more in Strategy Allocation at the start: in the facts of the race."""

    id = "extra_strategy_counter"
