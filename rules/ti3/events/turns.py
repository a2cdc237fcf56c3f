"""Turns, command counters, movement, planets and units, in words."""

from collections.abc import Sequence

from rules.ti3 import nouns
from rules.ti3.events.wording import Happening, title
from rules.ti3.speech import N_, _


class Passed(Happening):
    seat: int
    text = N_("{seat} passed.")


class TurnSkipped(Happening):
    seat: int
    text = N_("{seat} let the turn go by.")


class Activated(Happening):
    seat: int
    tile: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} activated {tile}.", who=names[self.seat], tile=title(self.tile))


class CounterPlaced(Happening):
    seat: int
    tile: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "A command counter of {who} was placed in {tile}.",
            who=names[self.seat],
            tile=title(self.tile),
        )


class CounterLifted(Happening):
    seat: int
    tile: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} took the command counter from {tile}.",
            who=names[self.seat],
            tile=title(self.tile),
        )


class CountersGained(Happening):
    seat: int
    areas: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        who = names[self.seat]
        return _(
            "{who} gained command counters: {areas}.", who=who, areas=nouns.counted(self.areas)
        )


class CountersSpent(Happening):
    seat: int
    area: str
    n: int

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} spent {n} counter(s) of {area}.",
            who=names[self.seat],
            n=self.n,
            area=nouns.word(self.area),
        )


class AreasSet(Happening):
    seat: int
    strategy: int
    command: int
    fleet: int
    text = N_(
        "{seat}: Strategy Allocation {strategy}, Command Pool {command}, Fleet Supply {fleet}."
    )


class Moved(Happening):
    seat: int
    origin: str
    to: str
    units: dict[str, int]
    cargo: dict[str, int] = {}

    def words(self, names: Sequence[str]) -> str:
        who, units = names[self.seat], nouns.counted(self.units)
        origin, to = title(self.origin), title(self.to)
        if not self.cargo:
            return _(
                "{who} moved {units} from {origin} to {to}.",
                who=who, units=units, origin=origin, to=to,
            )  # fmt: skip
        return _(
            "{who} moved {units} carrying {cargo} from {origin} to {to}.",
            who=who, units=units, cargo=nouns.counted(self.cargo), origin=origin, to=to,
        )  # fmt: skip


class Loaded(Happening):
    seat: int
    place: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} took {units} aboard at {where}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            where=title(self.place),
        )


class Landed(Happening):
    seat: int
    planet: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} landed {units} on {planet}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            planet=title(self.planet),
        )


class Placed(Happening):
    seat: int
    place: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} placed {units} at {where}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            where=title(self.place),
        )


class Produced(Happening):
    seat: int
    tile: str
    units: dict[str, int]
    cost: int

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} produced {units} in {tile} for {cost} resource(s).",
            who=names[self.seat],
            units=nouns.counted(self.units),
            tile=title(self.tile),
            cost=self.cost,
        )


class DockBuilt(Happening):
    seat: int
    planet: str

    def words(self, names: Sequence[str]) -> str:
        who = names[self.seat]
        return _("{who} built a Space Dock on {planet}.", who=who, planet=title(self.planet))


class PlanetTaken(Happening):
    seat: int
    planet: str
    former: int = -1
    seat_fields = ("seat", "former")

    def words(self, names: Sequence[str]) -> str:
        who, planet = names[self.seat], title(self.planet)
        if self.former < 0:
            return _("{who} took control of {planet}.", who=who, planet=planet)
        return _(
            "{who} took {planet} from {former}.",
            who=who,
            planet=planet,
            former=names[self.former],
        )


class PlanetNeutral(Happening):
    planet: str

    def words(self, names: Sequence[str]) -> str:
        return _("{planet} is neutral again.", planet=title(self.planet))
