"""The card that ends the game (TI3 13.2)."""

from rules.ti3.components.base import Objective
from rules.ti3.components.registry import register
from rules.ti3.state import Public


@register
class ImperiumRex(Objective):
    """Ends the game when it is turned up; nobody can claim it (TI3 13.2.1)."""

    id = "pub2_imperium_rex"

    def met(self, table: Public, seat: int) -> bool:
        return False
