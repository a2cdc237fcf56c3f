"""The Emirates of Hacan (TI3 X35)."""

from rules.ti3.components.base import Ability
from rules.ti3.components.registry import register
from rules.ti3.state import Public


@register
class NoApproval(Ability):
    """Their agreements need no approval of the holder of Trade."""

    id = "no_approval"

    def no_approval(self, table: Public, seat: int) -> bool:
        return True


@register
class GuildMasters(Ability):
    """The secondary of Trade costs them no counter."""

    id = "guild_masters"

    def free_secondary(self, table: Public, seat: int, card: str) -> bool:
        return card == "trade"


@register
class Profit(Ability):
    """One trade good more for each agreement."""

    id = "profit"

    def goods_each(self, table: Public, seat: int, primary: bool) -> int:
        return 1


@register
class BindingContracts(Ability):
    """Partners may not cancel an agreement with them by will (TI3 22.4.1)."""

    id = "binding_contracts"

    def binds(self, table: Public, seat: int) -> bool:
        return True


@register
class CardMarket(Ability):
    """In the status phase they swap action cards; see `interjections.SwapCards`."""

    id = "card_market"
