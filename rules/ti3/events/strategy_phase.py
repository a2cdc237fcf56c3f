"""Strategy cards picked and used, in words."""

from collections.abc import Sequence

from rules.ti3.events.wording import Happening, title
from rules.ti3.speech import N_, _


class StrategyPicked(Happening):
    seat: int
    card: str
    bonus: int = 0

    def words(self, names: Sequence[str]) -> str:
        who, card = names[self.seat], title(self.card)
        if not self.bonus:
            return _("{who} took {card}.", who=who, card=card)
        return _("{who} took {card} with {n} bonus counter(s).", who=who, card=card, n=self.bonus)


class BonusPlaced(Happening):
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("A bonus counter was put on {cards}.", cards=", ".join(map(title, self.cards)))


class OrderOfPlay(Happening):
    order: list[int]

    def words(self, names: Sequence[str]) -> str:
        return _("Order of play: {order}.", order=", ".join(names[s] for s in self.order))


class StrategyUsed(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} uses {card}.", who=names[self.seat], card=title(self.card))


class SecondaryUsed(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} uses the secondary of {card}.", who=names[self.seat], card=title(self.card))


class PeaceMade(Happening):
    seat: int
    to: int
    seat_fields = ("seat", "to")
    text = N_("{seat} and {to} may not activate each other's systems in this phase.")


class CardHandedOn(Happening):
    seat: int
    to: int
    card: str
    seat_fields = ("seat", "to")

    def words(self, names: Sequence[str]) -> str:
        card = title(self.card)
        return _("{who} gave {card} to {to}.", who=names[self.seat], card=card, to=names[self.to])
