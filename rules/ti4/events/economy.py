"""Payment, tokens, goods and technologies, in words."""

from collections.abc import Sequence

from rules.ti4 import nouns
from rules.ti4.events.wording import Happening, title
from rules.ti4.speech import N_, _


class Paid(Happening):
    seat: int
    planets: list[str]
    goods: int

    def words(self, names: Sequence[str]) -> str:
        parts = [title(p) for p in self.planets]
        if self.goods:
            parts.append(_("{n} trade good(s)", n=self.goods))
        return _("{who} spent {what}.", who=names[self.seat], what=", ".join(parts))


class TokensGained(Happening):
    seat: int
    pools: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} gained command tokens: {pools}.",
            who=names[self.seat],
            pools=nouns.counted(self.pools),
        )


class Pools(Happening):
    seat: int
    tactic: int
    fleet: int
    strategy: int
    text = N_("{seat} now has {tactic} tactic, {fleet} fleet, {strategy} strategy.")


class TokenPlaced(Happening):
    seat: int
    tile: str
    text = N_("{seat} placed a command token in tile {tile}.")


class TokenLifted(Happening):
    seat: int
    tile: str
    text = N_("{seat} took the command token off tile {tile}.")


class Readied(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} readied {cards}.", who=names[self.seat], cards=", ".join(map(title, self.cards))
        )


class Exhausted(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} exhausted {cards}.",
            who=names[self.seat],
            cards=", ".join(map(title, self.cards)),
        )


class GoodsGained(Happening):
    seat: int
    goods: int
    text = N_("{seat} gained {goods} trade good(s).")


class Replenished(Happening):
    seat: int
    commodities: int
    text = N_("{seat} has {commodities} commodities.")


class Researched(Happening):
    seat: int
    tech: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} gained the technology {tech}.", who=names[self.seat], tech=title(self.tech))


class GoodsTaken(Happening):
    seat: int
    owner: int
    count: int
    seat_fields = ("seat", "owner")
    text = N_("{seat} took {count} trade good(s) from {owner}.")
