"""The Sardakk N'orr (TI3 X35)."""

from rules.ti3.components.base import Ability
from rules.ti3.components.registry import register
from rules.ti3.state import Battle, Public

ROUNDS = ("space", "invasion")


@register
class Unrelenting(Ability):
    """+1 on all own combat rolls; without the FAQ only in combat rounds."""

    id = "unrelenting"

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return int(table.settings.faq or fire in ROUNDS)
