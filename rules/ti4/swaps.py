"""The cards that abilities move between players: strategy cards, cards out of a hand
(TI4 30, 28)."""

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4.cards import keep_hand_limit
from rules.ti4.components.choices import Choose
from rules.ti4.components.registry import Kind
from rules.ti4.speech import _
from rules.ti4.state import Table, View
from rules.toolbox.components import Targets
from rules.toolbox.targets import Composite, Target, player, seat_of


class CardSwap(Composite):
    """An own strategy card for another player's."""

    partner: str
    mine: str
    theirs: str


def card_swaps(v: View, seat: int, other: int | None = None) -> Targets:
    """Return every exchange of an own strategy card with another player's, as targets."""
    partners = [s for s in range(len(v.names)) if s != seat and other in (None, s)]
    return {
        CardSwap(player(s), mine, theirs).target: _(
            "{mine} for {theirs} of {who}",
            mine=ev.title(mine),
            theirs=ev.title(theirs),
            who=v.names[s],
        )
        for s in partners
        for mine in v.table.sides[seat].cards
        for theirs in v.table.sides[s].cards
    }


def swap_cards(t: Table, seat: int, on: Target) -> None:
    """Exchange strategy cards, which keep lying as they are, readied or not (TI4 30)."""
    swap = CardSwap.read(on)
    mine, theirs, other = swap.mine, swap.theirs, seat_of(swap.partner)
    for owner, out, into in ((seat, mine, theirs), (other, theirs, mine)):
        side = t.table.sides[owner]
        side.cards[side.cards.index(out)] = into
    t.tell(ev.CardsSwapped(seat, mine, other, theirs), cite="TI4 30.1")


def steal_card(t: Table, kind: Kind, card: str, seat: int, victim: int) -> Play[None]:
    """Look at the action cards of another player and take one; the two learn which."""
    held = sorted(t.hand[victim].cards)
    if not held:
        return
    t.hand[seat].shown = held
    t.tell(ev.HandSeen(seat, victim, held), to=seat, cite="TI4 28.5")
    taken = yield from t.ask(Choose(seat, kind, card, "take"))
    t.hand[seat].shown = []
    yield from take_card(t, seat, victim, taken)


def take_card(t: Table, seat: int, victim: int, card: str) -> Play[None]:
    """Move an action card from hand to hand; only the two players learn which card it is."""
    t.hand[victim].cards.remove(card)
    t.hand[seat].cards.append(card)
    t.table.sides[victim].hand -= 1
    t.table.sides[seat].hand += 1
    t.tell(
        ev.CardStolenOpenly(seat, victim, card),
        to=(seat, victim),
        public=ev.CardStolen(seat, victim),
        cite="TI4 28.5",
    )
    yield from keep_hand_limit(t, seat)


def shown_cards(v: View) -> Targets:
    """Return the cards of the hand that is being looked at, as choices."""
    return {} if v.mine is None else {card: ev.title(card) for card in v.mine.shown}
