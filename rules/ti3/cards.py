"""Drawing and discarding action cards (TI3 19.1)."""

from collections.abc import Sequence

from rules.imperium import cards as deck
from rules.kernel.table import Play
from rules.ti3 import events as ev
from rules.ti3.components import modifiers
from rules.ti3.names import ACTION_NAMES
from rules.ti3.state import Table, View
from rules.toolbox.targets import Composite


class Copy(Composite):
    """One of several copies of a card that lie open: "plague#2"."""

    between = "#"

    card: str
    number: str


class DiscardCards(deck.DiscardCards):
    """Which action cards go; by default those just drawn (TI3 19.1.2, 41.6)."""

    rule = "TI3 19.1.2"
    names = ACTION_NAMES

    def limit(self, v: View) -> int:
        return modifiers.hand_limit(v.table, self.seat)

    def title(self, card: str) -> str:
        return ev.title(card)


def draw_action_cards(t: Table, seat: int, n: int, cite: str = "TI3 12.1.9") -> Play[None]:
    """Draw cards from the top of the deck, then keep the hand limit (TI3 19.1.2)."""
    take_action_cards(t.sub(f"draw@{seat}"), seat, n, cite)
    yield from keep_hand_limit(t, seat)


def take_action_cards(t: Table, seat: int, n: int, cite: str = "TI3 12.1.9") -> list[str]:
    """Draw cards into a hand; an empty deck is made anew from the discards (TI3 X15)."""
    drawn = deck.draw(t, n)
    deck.to_hand(t, seat, drawn)
    t.table.deck_left = len(t.box.action)
    if drawn:
        t.tell(
            ev.CardsDrawn(seat, drawn), to=seat, public=ev.CardsTaken(seat, len(drawn)), cite=cite
        )
    return drawn


def lay_open(t: Table, n: int) -> list[str]:
    """Turn up cards of the deck."""
    laid = deck.draw(t, n)
    t.table.deck_left = len(t.box.action)
    t.tell(ev.CardsLaid(laid), cite="TI3 20.1.4")
    return laid


def take_open(t: Table, seat: int, taken: Sequence[str]) -> None:
    """Move cards that lie open into a hand."""
    deck.to_hand(t, seat, taken)
    t.tell(ev.CardsChosen(seat, list(taken)), cite="TI3 20.1.4")


def keep_hand_limit(t: Table, seat: int) -> Play[None]:
    """Ask a player with too many action cards which to discard (TI3 19.1.2)."""
    if t.table.sides[seat].hand > modifiers.hand_limit(t.table, seat):
        cards = yield from t.ask(DiscardCards(seat))
        discard(t, seat, cards)


def discard_some(t: Table, seat: int, n: int) -> Play[None]:
    """Let the player choose `n` cards to discard, as far as there are any."""
    if n > 0 and t.table.sides[seat].hand:
        cards = yield from t.ask(DiscardCards(seat, n))
        discard(t, seat, cards)


def discard(t: Table, seat: int, cards: Sequence[str], cite: str = "TI3 19.1.2") -> None:
    deck.to_discards(t, seat, cards)
    if cards:
        t.tell(ev.CardsDiscarded(seat, list(cards)), cite=cite)


def discard_random(t: Table, seat: int, n: int, cite: str = "TI3 37.1") -> None:
    shuffled = t.shuffle(f"hand@{seat}", sorted(t.hand[seat].cards))
    discard(t, seat, shuffled[:n], cite)
