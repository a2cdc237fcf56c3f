"""The Xxcha Kingdom (TI3 X35)."""

from rules.ti3 import economy
from rules.ti3.components import windows as w
from rules.ti3.components.base import Ability
from rules.ti3.components.registry import register
from rules.ti3.council import council_of
from rules.ti3.state import Battle, Public, Table
from rules.toolbox.targets import Target


@register
class PeaceAccords(Ability):
    """Following Diplomacy they may use its primary instead."""

    id = "peace_accords"

    def primary_instead(self, table: Public, seat: int, card: str) -> bool:
        return card == "diplomacy"


@register
class Quash(Ability):
    """For a counter, the agenda just read is discarded and another drawn."""

    id = "quash"
    windows = (w.AGENDA_READ,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.sides[seat].strategy > 0 and not council_of(table).discarded

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend_counter(t, seat)
        council_of(t.table).discarded = True


@register
class Daunting(Ability):
    """Opponents have -1 in the first round of every battle and invasion combat."""

    id = "daunting"

    def combat_against(
        self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None
    ) -> int:
        first = battle is not None and battle.round == 1
        return -int(first and fire in ("space", "invasion"))
