"""Payment, trade and technologies, in words."""

from collections.abc import Sequence

from rules.ti3 import nouns
from rules.ti3.events.wording import Happening, title
from rules.ti3.speech import _


class Paid(Happening):
    seat: int
    planets: list[str]
    goods: int

    def words(self, names: Sequence[str]) -> str:
        parts = [title(p) for p in self.planets]
        if self.goods:
            parts.append(nouns.some("goods", self.goods))
        return _("{who} paid with {what}.", who=names[self.seat], what=", ".join(parts))


class Exhausted(Happening):
    seat: int
    planets: list[str]

    def words(self, names: Sequence[str]) -> str:
        planets = ", ".join(map(title, self.planets))
        return _("{who}: {planets} exhausted.", who=names[self.seat], planets=planets)


class Refreshed(Happening):
    seat: int
    planets: list[str]

    def words(self, names: Sequence[str]) -> str:
        planets = ", ".join(map(title, self.planets))
        return _("{who} refreshed {planets}.", who=names[self.seat], planets=planets)


class GoodsGained(Happening):
    seat: int
    n: int

    def words(self, names: Sequence[str]) -> str:
        return _("{who} received {goods}.", who=names[self.seat], goods=nouns.some("goods", self.n))


class GoodsLost(Happening):
    seat: int
    n: int

    def words(self, names: Sequence[str]) -> str:
        return _("{who} lost {goods}.", who=names[self.seat], goods=nouns.some("goods", self.n))


class GoodsGiven(Happening):
    seat: int
    to: int
    n: int
    seat_fields = ("seat", "to")

    def words(self, names: Sequence[str]) -> str:
        goods = nouns.some("goods", self.n)
        return _(
            "{who} gave {goods} to {to}.", who=names[self.seat], goods=goods, to=names[self.to]
        )


class AgreementOpened(Happening):
    one: int
    two: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{one} and {two} trade: {cards}.",
            one=names[self.one],
            two=names[self.two],
            cards=", ".join(map(title, self.cards)),
        )


class AgreementEnded(Happening):
    one: int
    two: int

    def words(self, names: Sequence[str]) -> str:
        one, two = names[self.one], names[self.two]
        return _("The trade agreement of {one} and {two} is over.", one=one, two=two)


class TechGained(Happening):
    seat: int
    tech: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} gained {tech}.", who=names[self.seat], tech=title(self.tech))


class TechLost(Happening):
    seat: int
    tech: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} gave up {tech}.", who=names[self.seat], tech=title(self.tech))
