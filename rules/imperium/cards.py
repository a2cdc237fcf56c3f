"""Action cards: the deck, the hand, and the question which cards are given up."""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Protocol, TypeVar

from rules.imperium.speech import _
from rules.kernel.decisions import Decision, Option, Problem, Reading
from rules.kernel.forms import Form, some_of
from rules.kernel.table import SomeTable
from rules.kernel.views import SomeView
from rules.lexicon import Names, OrderLine, read_counted
from rules.toolbox.components import Component


class HasHands(Protocol):
    """A public table with action cards: what is in the deck, what lies on the discards, and how
    many cards each side holds."""

    deck: list[str]
    discard: list[str]

    @property
    def sides(self) -> Sequence[Any]: ...


P = TypeVar("P", bound=HasHands)


class HandCard(Component[P]):
    """An action card: played from the hand."""

    def copies(self) -> int:
        """Return how many copies of the card are printed."""
        raise NotImplementedError

    def has(self, v: SomeView, seat: int) -> bool:
        return v.mine is not None and v.seat == seat and self.id in v.mine.cards

    def may_have(self, table: P, seat: int) -> bool:
        """Somebody with a hand may, unless every copy lies on the discard pile."""
        if not table.sides[seat].hand or self.id not in table.deck:
            return False
        return table.discard.count(self.id) < self.copies()


def draw(t: SomeTable, n: int) -> list[str]:
    """Return cards off the top of the deck; an empty deck is made anew from the discards."""
    drawn: list[str] = []
    for _card in range(n):
        if not t.box.action and t.table.discard:
            t.box.action = t.shuffle("action deck", sorted(t.table.discard))
            t.table.discard = []
        if not t.box.action:
            break
        drawn.append(t.box.action.pop(0))
    return drawn


def to_hand(t: SomeTable, seat: int, cards: Sequence[str]) -> None:
    """Put cards into a hand."""
    t.hand[seat].cards += cards
    t.table.sides[seat].hand += len(cards)


def to_discards(t: SomeTable, seat: int, cards: Sequence[str]) -> None:
    """Take cards out of a hand and put them onto the discards."""
    for card in cards:
        t.hand[seat].cards.remove(card)
        t.table.sides[seat].hand -= 1
        t.table.discard.append(card)


class DiscardCards(Decision[list[str]]):
    """Which action cards to give up: `due` of them, or down to the limit of the hand."""

    due: int = 0

    Answer = list[str]
    verbs = ("discard",)
    names: ClassVar[Names]

    def limit(self, v: SomeView) -> int:
        """Return how many cards the seat may keep."""
        raise NotImplementedError

    def title(self, card: str) -> str:
        """Return the name of a card."""
        raise NotImplementedError

    def _due(self, v: SomeView) -> int:
        held = len(v.mine.cards)
        return min(held, self.due or max(0, held - self.limit(v)))

    def problems(self, v: SomeView, answer: list[str]) -> list[Problem]:
        left = list(v.mine.cards)
        for card in answer:
            if card not in left:
                words = _("You do not hold {card}.", card=self.title(card))
                return [Problem("not-your-card", words, self.rule)]
            left.remove(card)
        if len(answer) != self._due(v):
            words = _("Discard {n} card(s).", n=self._due(v))
            return [Problem("wrong-number", words, self.rule)]
        return []

    def default(self, v: SomeView) -> list[str]:
        """Give up the newest cards."""
        return sorted(v.mine.cards[len(v.mine.cards) - self._due(v) :])

    def sample(self, v: SomeView, rng: Random) -> list[str]:
        return sorted(rng.sample(v.mine.cards, self._due(v)))

    def options(self, v: SomeView) -> list[Option[list[str]]]:
        """Return each card of the hand, the newest first, where one is to go."""
        if self._due(v) != 1:
            return []
        held = [[card] for card in dict.fromkeys(reversed(v.mine.cards))]
        return [Option(self.title(one[0]), one, self.write(v, one)) for one in held]

    def prompt(self, v: SomeView) -> str:
        return _("Discard {n} action card(s).", n=self._due(v))

    def template(self, v: SomeView) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def write_ahead(self, v: SomeView, answer: list[str]) -> str:
        """Return the cards of the hand as a ranking: which of them are still there by then, what is
        drawn before, and how many are to go, is not known."""
        others = list(v.mine.cards)
        for card in answer:
            others.remove(card)
        ranked = [*answer, *reversed(others)]
        return f"DISCARD {' > '.join(map(self.title, ranked)) or 'nothing'}"

    def forms(self, v: SomeView) -> list[Form]:
        if self.options(v):
            return []
        held = [(self.title(card), self.title(card)) for card in sorted(v.mine.cards)]
        title, about = _("Discard"), _("cards to give up: {n}", n=self._due(v))
        return [some_of("discard", title, "DISCARD", held, "DISCARD nothing", about)]

    def write(self, v: SomeView, answer: list[str]) -> str:
        return f"DISCARD {', '.join(map(self.title, answer)) or 'nothing'}"

    def read_orders(self, v: SomeView, lines: Sequence[OrderLine]) -> Reading[list[str]]:
        last = len(lines) - 1
        if ">" in lines[last].rest:
            return self._ranked(v, lines[last].rest.split(">"), last)
        got = read_counted(lines[last].rest, self.names)
        cards = sorted(card for card, n in got.counts.items() for _ in range(n))
        return Reading(cards, (last,), got.read_as)

    def _ranked(self, v: SomeView, wishes: Sequence[str], last: int) -> Reading[list[str]]:
        """Return the first cards of a ranking that are held, as many as are to go."""
        held = list(v.mine.cards)
        chosen: list[str] = []
        for wish in wishes:
            card = self.names.find(wish.strip()).id
            if card in held and len(chosen) < self._due(v):
                held.remove(card)
                chosen.append(card)
        return Reading(sorted(chosen), (last,), (self.write(v, chosen),))
