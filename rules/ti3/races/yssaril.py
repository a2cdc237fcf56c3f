"""The Yssaril Tribes (TI3 X35)."""

from rules.ti3 import events as ev
from rules.ti3.components import windows as w
from rules.ti3.components.base import Ability, Targets
from rules.ti3.components.choices import other_players
from rules.ti3.components.registry import register
from rules.ti3.state import Public, Table, View
from rules.toolbox.targets import Target, seat_of

NO_LIMIT = 999


@register
class Stall(Ability):
    """A turn goes by without acting or passing, but not twice in succession."""

    id = "stall"
    windows = (w.ACTION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return not table.sides[seat].skipped

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        t.table.sides[seat].skipped = True
        t.tell(ev.TurnSkipped(seat), cite="TI3 E7")


@register
class Scheming(Ability):
    """One action card more in the status phase."""

    id = "scheming"

    def cards_drawn(self, table: Public, seat: int) -> int:
        return 1


@register
class NoHandLimit(Ability):
    """No limit on action cards, laws included."""

    id = "no_hand_limit"

    def hand_limit(self, table: Public, seat: int, limit: int) -> int:
        return NO_LIMIT


@register
class SpyNetwork(Ability):
    """Once in a strategy phase: look at the action cards of another player."""

    id = "spy_network"
    windows = (w.BEFORE_PICKS,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {x: n for x, n in other_players(v, seat).items() if v.table.sides[seat_of(x)].hand}

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return any(side.hand for s, side in enumerate(table.sides) if s != seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        other = seat_of(on)
        cards = sorted(t.hand[other].cards)
        public = ev.HandLookedAt(other, seat)
        t.tell(ev.HandShown(other, cards), to=seat, public=public, cite=self.rule)
