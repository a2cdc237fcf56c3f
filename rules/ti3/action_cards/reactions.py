"""Action cards that answer another card (TI3 19.2.3)."""

from rules.ti3 import windows as w
from rules.ti3.components import ActionCard
from rules.ti3.registry import register
from rules.ti3.state import Public, Table


@register
class Sabotage(ActionCard):
    """Cancels an action card that was just revealed, but no other Sabotage."""

    id = "sabotage"
    rule = "TI3 19.2.3"
    windows = (w.CARD_REVEALED,)

    def fits(self, table: Public, seat: int, window: str, about: str) -> bool:
        played = table.played[-1] if table.played else None
        return played is not None and not played.cancelled and played.seat != seat

    def resolve(self, t: Table, seat: int, on: str, about: str) -> None:
        t.table.played[-1].cancelled = True
