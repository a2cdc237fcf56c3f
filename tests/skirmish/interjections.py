"""Skirmish: what may be done outside the decisions (SKR 6, and a debt paid early)."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Self

from rules.kernel.decisions import Interjection, Problem
from rules.kernel.table import Play
from rules.lexicon import OrderLine, Slots, read_slots
from tests.skirmish import events as ev
from tests.skirmish.decisions import Discard, number, read_cards, seats
from tests.skirmish.state import HAND_LIMIT, Table, View
from tests.skirmish.steps import pay_discard, play_card


class Deal(Interjection):
    """SKR 6.1: gold and cards, both ways; happens once the partner accepts."""

    partner: int
    gold: int = 0
    back: int = 0
    cards: list[str] = []
    cards_back: list[str] = []

    verbs = ("offer",)

    def parties(self) -> tuple[int, ...]:
        return (self.seat, self.partner)

    def problems(self, v: View) -> list[Problem]:
        if not 0 <= self.partner < len(v.names) or self.partner == self.seat:
            return [Problem("no-partner", "Name another player to deal with.", "SKR 6.1")]
        assert v.seat is not None
        mine, gold = (
            (self.cards, self.gold) if v.seat == self.seat else (self.cards_back, self.back)
        )
        problems = []
        if not 0 <= gold <= v.table.sides[v.seat].gold:
            problems.append(Problem("cannot-pay", f"You do not have {gold} gold.", "SKR 6.1"))
        if Counter(mine) - Counter(v.mine.cards):
            problems.append(Problem("not-your-card", "You do not hold those cards.", "SKR 6.1"))
        return problems

    def run(self, t: Table) -> None:
        a, b = t.table.sides[self.seat], t.table.sides[self.partner]
        a.gold += self.back - self.gold
        b.gold += self.gold - self.back
        for giver, taker, cards in (
            (self.seat, self.partner, self.cards),
            (self.partner, self.seat, self.cards_back),
        ):
            for card in cards:
                t.hand[giver].cards.remove(card)
                t.hand[taker].cards.append(card)
                t.table.sides[giver].cards -= 1
                t.table.sides[taker].cards += 1
        for seat in (self.seat, self.partner):
            if t.table.sides[seat].owes:
                t.table.sides[seat].owes = max(0, t.table.sides[seat].cards - HAND_LIMIT)
        sizes = (self.gold, self.back, len(self.cards), len(self.cards_back))
        t.tell(ev.Traded(self.seat, self.partner, *sizes), cite="SKR 6.1")

    def words(self, v: View) -> str:
        give = ", ".join([f"{self.gold} gold", *self.cards])
        take = ", ".join([f"{self.back} gold", *self.cards_back])
        return f"{v.name(self.seat)} gives {give}; {v.name(self.partner)} gives {take}"

    @classmethod
    def read_order(cls, v: View, line: OrderLine) -> Self:
        wants = Slots(("", "for", "to"), example="OFFER 2 gold FOR spy TO Blue")
        parts = read_slots(line.rest, wants)
        gold, cards = _goods(parts[""])
        back, cards_back = _goods(parts["for"])
        assert v.seat is not None
        return cls(v.seat, int(seats(v).find(parts["to"]).id), gold, back, cards, cards_back)

    @classmethod
    def propose(cls, v: View, rng: Random) -> Self | None:
        assert v.seat is not None
        others = [s for s in range(len(v.names)) if s != v.seat]
        if not others:
            return None
        partner = rng.choice(others)
        gold = rng.randint(0, v.table.sides[v.seat].gold)
        back = rng.randint(0, v.table.sides[partner].gold)
        cards = rng.sample(v.mine.cards, min(1, len(v.mine.cards)))
        return cls(v.seat, partner, gold, back, cards)

    @classmethod
    def template(cls, v: View) -> Sequence[str]:
        assert v.seat is not None
        if len(v.names) == 1:
            return []
        return [f"OFFER 1 gold FOR 1 gold TO {v.names[(v.seat + 1) % len(v.names)]}"]


def _goods(text: str) -> tuple[int, list[str]]:
    gold = 0
    names = []
    for part in text.replace(" and ", ",").split(","):
        if "gold" in part:
            gold += number(part)
        elif part.strip():
            names.append(part.strip())
    return gold, read_cards(", ".join(names))


class Bribe(Interjection):
    """SKR 6.2"""

    verbs = ("bribe",)

    def problems(self, v: View) -> list[Problem]:
        if "bribe" not in v.mine.cards:
            return [Problem("not-your-card", "You hold no bribe card.", "SKR 6.2")]
        return []

    def run(self, t: Table) -> Play[None]:
        if (yield from play_card(t, self.seat, "bribe")):
            gold = min(2, t.table.bank)
            t.table.bank -= gold
            t.table.sides[self.seat].gold += gold
            t.tell(ev.Bribed(self.seat, gold), cite="SKR 6.2")

    def words(self, v: View) -> str:
        return f"{v.name(self.seat)} plays bribe"

    @classmethod
    def read_order(cls, v: View, line: OrderLine) -> Self:
        assert v.seat is not None
        return cls(v.seat)

    @classmethod
    def propose(cls, v: View, rng: Random) -> Self | None:
        return cls(v.seat) if v.seat is not None and "bribe" in v.mine.cards else None


class PayDiscard(Interjection):
    """SKR 5.5: the owed discard, paid before it is asked for."""

    cards: list[str] = []

    verbs = ("discard",)

    def problems(self, v: View) -> list[Problem]:
        if not v.table.sides[self.seat].owes:
            return [Problem("nothing-owed", "You owe no discard.", "SKR 5.5")]
        return Discard(self.seat).problems(v, self.cards)

    def run(self, t: Table) -> None:
        pay_discard(t, self.seat, self.cards)

    def words(self, v: View) -> str:
        return f"{v.name(self.seat)} discards {', '.join(self.cards)}"

    @classmethod
    def read_order(cls, v: View, line: OrderLine) -> Self:
        assert v.seat is not None
        return cls(v.seat, read_cards(line.rest))

    @classmethod
    def propose(cls, v: View, rng: Random) -> Self | None:
        assert v.seat is not None
        if not v.table.sides[v.seat].owes:
            return None
        return cls(v.seat, Discard(v.seat).sample(v, rng))


INTERJECTIONS = (Deal, Bribe, PayDiscard)
