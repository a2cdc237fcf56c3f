"""Drawing and discarding action cards (TI3 19.1)."""

from collections.abc import Sequence
from random import Random

from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine, read_counted
from rules.ti3 import events as ev
from rules.ti3 import modifiers
from rules.ti3.names import ACTION_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Public, Table, View


class DiscardCards(Decision[list[str]]):
    """Which action cards to give up (TI3 19.1.2); `due` of them, or down to the limit."""

    due: int = 0

    Answer = list[str]
    verbs = ("discard",)
    rule = "TI3 19.1.2"

    def _due(self, v: View) -> int:
        over = len(v.mine.cards) - modifiers.hand_limit(v.table, self.seat)
        return min(len(v.mine.cards), self.due or max(0, over))

    def problems(self, v: View, answer: list[str]) -> list[Problem]:
        left = list(v.mine.cards)
        for card in answer:
            if card not in left:
                words = _("You do not hold {card}.", card=ev.title(card))
                return [Problem("not-your-card", words, self.rule)]
            left.remove(card)
        if len(answer) != self._due(v):
            words = _("Discard {n} card(s).", n=self._due(v))
            return [Problem("wrong-number", words, self.rule)]
        return []

    def default(self, v: View) -> list[str]:
        """TI3 41.6: the cards just drawn."""
        return sorted(v.mine.cards[len(v.mine.cards) - self._due(v) :])

    def sample(self, v: View, rng: Random) -> list[str]:
        return sorted(rng.sample(v.mine.cards, self._due(v)))

    def prompt(self, v: View) -> str:
        return _("Discard {n} action card(s).", n=self._due(v))

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def write(self, v: View, answer: list[str]) -> str:
        return f"DISCARD {', '.join(ev.title(card) for card in answer) or 'nothing'}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[str]]:
        last = len(lines) - 1
        got = read_counted(lines[last].rest, ACTION_NAMES)
        cards = sorted(card for card, n in got.counts.items() for _ in range(n))
        return Reading(cards, (last,), got.read_as)


def draw_action_cards(t: Table, seat: int, n: int, cite: str = "TI3 12.1.9") -> Play[None]:
    """From the top of the deck, then the hand limit (TI3 19.1.2)."""
    take_action_cards(t.sub(f"draw@{seat}"), seat, n, cite)
    yield from keep_hand_limit(t, seat)


def take_action_cards(t: Table, seat: int, n: int, cite: str = "TI3 12.1.9") -> list[str]:
    """An empty deck is made anew from the discards (TI3 X15)."""
    table: Public = t.table
    drawn: list[str] = []
    for _card in range(n):
        if not t.box.action and table.discard:
            t.box.action = t.shuffle("action deck", sorted(table.discard))
            table.discard = []
        if not t.box.action:
            break
        drawn.append(t.box.action.pop(0))
    t.hand[seat].cards += drawn
    table.sides[seat].hand += len(drawn)
    table.deck_left = len(t.box.action)
    if drawn:
        t.tell(
            ev.CardsDrawn(seat, drawn), to=seat, public=ev.CardsTaken(seat, len(drawn)), cite=cite
        )
    return drawn


def lay_open(t: Table, n: int) -> list[str]:
    """Cards of the deck, face up."""
    laid: list[str] = []
    for _card in range(n):
        if not t.box.action and t.table.discard:
            t.box.action = t.shuffle("action deck", sorted(t.table.discard))
            t.table.discard = []
        if t.box.action:
            laid.append(t.box.action.pop(0))
    t.table.deck_left = len(t.box.action)
    t.tell(ev.CardsLaid(laid), cite="TI3 20.1.4")
    return laid


def take_open(t: Table, seat: int, taken: Sequence[str]) -> None:
    """Cards that lay open go to a hand."""
    t.hand[seat].cards += taken
    t.table.sides[seat].hand += len(taken)
    t.tell(ev.CardsChosen(seat, list(taken)), cite="TI3 20.1.4")


def keep_hand_limit(t: Table, seat: int) -> Play[None]:
    """TI3 19.1.2"""
    if t.table.sides[seat].hand > modifiers.hand_limit(t.table, seat):
        cards = yield from t.ask(DiscardCards(seat))
        discard(t, seat, cards)


def discard_some(t: Table, seat: int, n: int) -> Play[None]:
    """The player chooses `n` cards, as far as there are any."""
    if n > 0 and t.table.sides[seat].hand:
        cards = yield from t.ask(DiscardCards(seat, n))
        discard(t, seat, cards)


def discard(t: Table, seat: int, cards: Sequence[str], cite: str = "TI3 19.1.2") -> None:
    for card in cards:
        t.hand[seat].cards.remove(card)
        t.table.sides[seat].hand -= 1
        t.table.discard.append(card)
    if cards:
        t.tell(ev.CardsDiscarded(seat, list(cards)), cite=cite)


def discard_random(t: Table, seat: int, n: int, cite: str = "TI3 37.1") -> None:
    shuffled = t.shuffle(f"hand@{seat}", sorted(t.hand[seat].cards))
    discard(t, seat, shuffled[:n], cite)
