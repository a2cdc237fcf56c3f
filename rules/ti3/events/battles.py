"""Fire and battles, in words."""

from collections.abc import Sequence

from rules.ti3 import nouns
from rules.ti3.events.wording import Happening, title
from rules.ti3.speech import N_, _

_FIRES = {
    "cannon": N_("PDS fire"),
    "landing": N_("PDS fire at the landing"),
    "barrage": N_("Anti-Fighter Barrage"),
    "bombardment": N_("Bombardment"),
    "pre-combat": N_("Shots before the battle"),
}


class Fired(Happening):
    """`needed`: for each die the least number that hit; empty in rulings that do not tell it."""

    seat: int
    fire: str
    place: str
    dice: list[int]
    hits: int
    needed: list[int] = []

    def words(self, names: Sequence[str]) -> str:
        fire = _(_FIRES[self.fire]) if self.fire in _FIRES else title(self.fire)
        return _(
            "{fire} of {who} at {where}: {dice}, {n} hit(s).",
            fire=fire,
            who=names[self.seat],
            where=title(self.place),
            dice=" ".join(map(str, self.dice)) or "–",
            n=self.hits,
        )


class BattleBegan(Happening):
    attacker: int
    defender: int
    tile: str
    seat_fields = ("attacker", "defender")

    def words(self, names: Sequence[str]) -> str:
        return _(
            "Space battle in {tile}: {attacker} attacks {defender}.",
            tile=title(self.tile),
            attacker=names[self.attacker],
            defender=names[self.defender],
        )


class InvasionBegan(Happening):
    attacker: int
    defender: int
    planet: str
    seat_fields = ("attacker", "defender")

    def words(self, names: Sequence[str]) -> str:
        who, planet = names[self.attacker], title(self.planet)
        if self.defender < 0:
            return _("{who} fights the locals of {planet}.", who=who, planet=planet)
        return _(
            "{who} invades {planet}, held by {defender}.",
            who=who,
            planet=planet,
            defender=names[self.defender],
        )


class Rolled(Happening):
    """`needed`: for each type the least number that hit; empty in rulings that do not tell it."""

    seat: int
    dice: dict[str, list[int]]
    hits: int
    needed: dict[str, int] = {}

    def words(self, names: Sequence[str]) -> str:
        parts = [f"{title(u)} {' '.join(map(str, d))}" for u, d in self.dice.items()]
        who = names[self.seat] if self.seat >= 0 else _("The locals")
        return _("{who} rolled {dice}: {n} hit(s).", who=who, dice="; ".join(parts), n=self.hits)


class Rerolled(Happening):
    seat: int
    unit: str
    old: int
    new: int

    def words(self, names: Sequence[str]) -> str:
        who = names[self.seat] if self.seat >= 0 else _("The locals")
        return _("A die of {who}: {old} becomes {new}.", who=who, old=self.old, new=self.new)


class Damaged(Happening):
    seat: int
    place: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who}: {units} damaged in {where}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            where=title(self.place),
        )


class Destroyed(Happening):
    seat: int
    place: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} lost {units} at {where}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            where=title(self.place),
        )


class LocalsLost(Happening):
    planet: str
    n: int

    def words(self, names: Sequence[str]) -> str:
        return _("{n} of the locals of {planet} fell.", n=self.n, planet=title(self.planet))


class Repaired(Happening):
    seat: int
    tile: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} repaired all ships in {tile}.", who=names[self.seat], tile=title(self.tile))


class LeavingAnnounced(Happening):
    seat: int
    withdrawal: bool

    def words(self, names: Sequence[str]) -> str:
        if self.withdrawal:
            return _("{who} announced a withdrawal.", who=names[self.seat])
        return _("{who} announced a retreat.", who=names[self.seat])


class FleetLeft(Happening):
    seat: int
    origin: str
    to: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "The fleet of {who} left {origin} for {to}.",
            who=names[self.seat],
            origin=title(self.origin),
            to=title(self.to),
        )


class LeavingCancelled(Happening):
    seat: int
    text = N_("{seat} stays: no enemy is left.")


class BattleEnded(Happening):
    place: str
    winner: int

    def words(self, names: Sequence[str]) -> str:
        place = title(self.place)
        if self.winner < 0:
            return _("The fight for {place} is over; nobody won it.", place=place)
        return _("{who} won the fight for {place}.", who=names[self.winner], place=place)


class InvasionFailed(Happening):
    seat: int
    planet: str

    def words(self, names: Sequence[str]) -> str:
        who, planet = names[self.seat], title(self.planet)
        return _("The invasion of {planet} by {who} failed.", who=who, planet=planet)


class InvasionStopped(Happening):
    seat: int
    planet: str

    def words(self, names: Sequence[str]) -> str:
        who, planet = names[self.seat], title(self.planet)
        return _("A Diplomat stops the invasion of {planet} by {who}.", who=who, planet=planet)


class SabotageRun(Happening):
    seat: int
    outer: list[int]
    inner: list[int]
    destroyed: int

    def words(self, names: Sequence[str]) -> str:
        return _(
            "Sabotage run of {who}: outer {outer}, inner {inner}; War Suns destroyed: {n}.",
            who=names[self.seat],
            outer=" ".join(map(str, self.outer)) or "–",
            inner=" ".join(map(str, self.inner)) or "–",
            n=self.destroyed,
        )
