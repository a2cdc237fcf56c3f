"""The Universities of Jol-Nar (TI3 X35)."""

from rules.ti3 import economy
from rules.ti3.combat.dice import die_words, open_dice, reroll
from rules.ti3.components import windows as w
from rules.ti3.components.base import Ability, Targets
from rules.ti3.components.registry import register
from rules.ti3.state import Battle, Public, Table, View
from rules.toolbox.targets import Target

ROUNDS = ("space", "invasion")


@register
class Fragile(Ability):
    """-1 on all own combat rolls; without the FAQ only in combat rounds."""

    id = "fragile"

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return -int(table.settings.faq or fire in ROUNDS)


@register
class Brilliant(Ability):
    """Following Technology they gain one by its primary too."""

    id = "brilliant"

    def primary_besides(self, table: Public, seat: int, card: str) -> bool:
        return card == "technology"


@register
class Analytical(Ability):
    """For a counter, one own die is rolled again."""

    id = "analytical"
    once_a_window = False
    windows = (w.OWN_ROLL,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        mine = any(owner == seat for owner, _unit, _die in open_dice(table).values())
        return mine and table.sides[seat].strategy > 0

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {
            id: die_words(id, die)
            for id, (owner, _unit, die) in open_dice(v.table).items()
            if owner == seat
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend_counter(t, seat)
        reroll(t, on)
