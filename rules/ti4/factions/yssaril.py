"""The Yssaril Tribes."""

from rules.kernel.table import Play
from rules.ti4 import cards
from rules.ti4 import events as ev
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.registry import register
from rules.ti4.state import Phase, Public, Table, View
from rules.ti4.swaps import shown_cards, steal_card
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target, player, seat_of

NO_LIMIT = 1000


@register
class StallTactics(Ability):
    """Action: an action card is discarded."""

    id = "stall_tactics"
    windows = (w.ACTION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(table.sides[seat].hand)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        mine = v.mine.cards if v.mine is not None and v.seat == seat else ()
        return {card: ev.title(card) for card in sorted(mine)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        cards.discard(t, seat, [on])


@register
class Scheming(Ability):
    """One card more with every draw, then one of the hand is discarded."""

    id = "scheming"
    triggers = (w.WHEN_ACTION_CARDS_DRAWN,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        if about != player(seat):
            return
        cards.take_action_cards(t, seat, 1)
        if t.table.sides[seat].hand:
            gone = yield from t.ask(cards.DiscardCards(seat, 1))
            cards.discard(t, seat, gone)


@register
class Crafty(Ability):
    """No limit to the hand."""

    id = "crafty"

    def hand_limit(self, table: Public, seat: int) -> int:
        return NO_LIMIT


@register
class YsiaYssrila(Flagship):
    """It passes through systems with other players' ships."""

    id = "ysia_yssrila"

    def passes_fleets(self, table: Public, seat: int, unit: str, origin: str) -> bool:
        return unit == "flagship"


@register
class TransparasteelPlating(Technology):
    """In the owner's turns nobody who has passed plays action cards."""

    id = "transparasteel_plating"

    def denies_cards(self, table: Public, seat: int, other: int) -> bool:
        acting = table.phase == Phase.TURN and table.turn == seat
        return acting and bool(table.sides[other].passed)


@register
class MageonImplants(Technology):
    """Exhaust: look at another player's action cards and take one."""

    id = "mageon_implants"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        sides = v.table.sides
        return {player(s): v.names[s] for s in range(len(sides)) if s != seat and sides[s].hand}

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return shown_cards(v)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from steal_card(t, self.kind, self.id, seat, seat_of(on))


@register
class SpyNet(Note):
    """The holder looks at the action cards of the Yssaril and takes one."""

    id = "spy_net"
    windows = (w.TURN_START,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        owner = self.owner(table)
        return owner >= 0 and table.sides[owner].hand > 0

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return shown_cards(v)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from steal_card(t, self.kind, self.id, seat, self.owner(t.table))
