"""Fire and combats, in words."""

from collections.abc import Sequence

from rules.ti4 import nouns
from rules.ti4.events.wording import Happening, title
from rules.ti4.speech import N_, _


class Fired(Happening):
    """`needed`: for each die the least number that hit; empty in rulings that do not tell it."""

    seat: int
    target: int
    ability: str
    dice: list[int]
    hits: int
    needed: list[int] = []
    seat_fields = ("seat", "target")

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} used {ability} against {whom}: {dice}, {hits} hit(s).",
            who=names[self.seat],
            ability=_(self.ability),
            whom=names[self.target],
            dice=self.dice,
            hits=self.hits,
        )


class CombatBegan(Happening):
    attacker: int
    defender: int
    where: str
    seat_fields = ("attacker", "defender")

    def words(self, names: Sequence[str]) -> str:
        a, d = names[self.attacker], names[self.defender]
        return _(
            "Combat at {where}: {attacker} against {defender}.",
            where=title(self.where),
            attacker=a,
            defender=d,
        )


class Rolled(Happening):
    """`needed`: the least number that hit; 0 in rulings that do not tell it."""

    seat: int
    unit: str
    dice: list[int]
    hits: int
    needed: int = 0

    def words(self, names: Sequence[str]) -> str:
        unit = nouns.unit(self.unit)
        return _(
            "{who} rolled for {unit}: {dice}, {hits} hit(s).",
            who=names[self.seat],
            unit=unit,
            dice=self.dice,
            hits=self.hits,
        )


class Sustained(Happening):
    seat: int
    where: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} sustained damage on {units}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
        )


class Destroyed(Happening):
    seat: int
    where: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} lost {units} at {where}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            where=title(self.where),
        )


class RetreatAnnounced(Happening):
    seat: int
    to: str
    text = N_("{seat} announces a retreat to tile {to}.")


class Retreated(Happening):
    seat: int
    origin: str
    to: str
    text = N_("{seat} retreated from tile {origin} to tile {to}.")


class CombatEnded(Happening):
    where: str
    winner: int

    def words(self, names: Sequence[str]) -> str:
        where = title(self.where)
        if self.winner < 0:
            return _("The combat at {where} is over: nobody won.", where=where)
        who = names[self.winner]
        return _("The combat at {where} is over: {who} won.", where=where, who=who)


class Rerolled(Happening):
    seat: int
    unit: str
    dice: list[int]

    def words(self, names: Sequence[str]) -> str:
        dice = ", ".join(map(str, self.dice))
        return _(
            "{who} rolled dice of {unit} again: {dice}.",
            who=names[self.seat],
            unit=nouns.unit(self.unit),
            dice=dice,
        )
