"""Strategy cards picked and used, in words."""

from collections.abc import Sequence

from rules.ti4.events.wording import Happening, title
from rules.ti4.speech import _


class StrategyPicked(Happening):
    seat: int
    card: str
    goods: int

    def words(self, names: Sequence[str]) -> str:
        who, card = names[self.seat], title(self.card)
        if not self.goods:
            return _("{who} took {card}.", who=who, card=card)
        return _(
            "{who} took {card} with {n} trade good(s) on it.", who=who, card=card, n=self.goods
        )


class GoodsOnCards(Happening):
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("A trade good was put on {cards}.", cards=", ".join(map(title, self.cards)))


class TurnOrder(Happening):
    order: list[int]

    def words(self, names: Sequence[str]) -> str:
        return _("Initiative order: {order}.", order=", ".join(names[s] for s in self.order))


class StrategyUsed(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} takes the strategic action of {card}.",
            who=names[self.seat],
            card=title(self.card),
        )


class SecondaryUsed(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} uses the secondary of {card}.", who=names[self.seat], card=title(self.card))


class CardsSwapped(Happening):
    """Two strategy cards change hands."""

    seat: int
    card: str
    other: int
    got: str
    seat_fields = ("seat", "other")

    def words(self, names: Sequence[str]) -> str:
        a, b = names[self.seat], names[self.other]
        return _(
            "{who} gave {card} to {whom} for {got}.",
            who=a,
            card=title(self.card),
            whom=b,
            got=title(self.got),
        )
