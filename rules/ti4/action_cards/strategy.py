"""Action cards about strategy cards and the strategy phase (TI4 22, 21.8)."""

from rules.kernel.table import Play
from rules.ti4 import economy
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import ActionCard
from rules.ti4.components.choices import gain_tokens
from rules.ti4.components.registry import register
from rules.ti4.state import Public, Table, Until
from rules.toolbox.targets import Target


@register
class Summit(ActionCard):
    """Two command tokens as the strategy phase begins."""

    id = "summit"
    windows = (w.STRATEGY_PHASE_START,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return economy.token_reserve(table, seat) > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from gain_tokens(t, seat, 2)


@register
class PublicDisgrace(ActionCard):
    """A strategy card just named must be left; its trade goods stay on it."""

    id = "public_disgrace"
    windows = (w.WHEN_STRATEGY_CARD_CHOSEN,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return len(table.card_goods) > 1 and not timing.in_effect(table, self.id)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.PICK, about)


@register
class PoliticalStability(ActionCard):
    """The holder's strategy cards stay, readied; no pick in the coming strategy phase."""

    id = "political_stability"
    windows = (w.STATUS_PHASE_RETURN_STRATEGY_CARDS,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        side = table.sides[seat]
        return bool(side.cards) and not side.keeps_cards

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        t.table.sides[seat].keeps_cards = True
