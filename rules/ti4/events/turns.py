"""Turns, movement, planets and units, in words."""

from collections.abc import Sequence

from rules.ti4 import nouns
from rules.ti4.events.wording import Happening, title
from rules.ti4.facts import PLANETS
from rules.ti4.speech import N_, _


def _where(place: str) -> str:
    """Return a planet by its name, a system by its number."""
    return PLANETS[place].name if place in PLANETS else place


class Passed(Happening):
    seat: int
    text = N_("{seat} passed.")


class Activated(Happening):
    seat: int
    tile: str
    text = N_("{seat} activated tile {tile}.")


class Moved(Happening):
    seat: int
    origin: str
    to: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        what = nouns.counted(self.units)
        return _(
            "{who} moved {units} from {origin} to {to}.",
            who=names[self.seat],
            units=what,
            origin=_where(self.origin),
            to=_where(self.to),
        )


class RiftLosses(Happening):
    seat: int
    dice: list[int]
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        lost = nouns.counted(self.units)
        return _(
            "Gravity rift dice of {who}: {dice}; lost {units}.",
            who=names[self.seat],
            dice=self.dice,
            units=lost,
        )


class Removed(Happening):
    seat: int
    where: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} removed {units} from {where}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            where=title(self.where),
        )


class CustodiansRemoved(Happening):
    seat: int
    text = N_("{seat} removed the custodians token from Mecatol Rex.")


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


class Lifted(Happening):
    """Units go from a planet back to the space area."""

    seat: int
    planet: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        what = nouns.counted(self.units)
        return _(
            "{who} took {units} back from {planet} into space.",
            who=names[self.seat],
            units=what,
            planet=title(self.planet),
        )


class PlanetTaken(Happening):
    seat: int
    planet: str
    former: int = -1
    seat_fields = ("seat", "former")

    def words(self, names: Sequence[str]) -> str:
        who, planet = names[self.seat], title(self.planet)
        if self.former < 0:
            return _("{who} took control of {planet}.", who=who, planet=planet)
        whom = names[self.former]
        return _("{who} took control of {planet} from {whom}.", who=who, planet=planet, whom=whom)


class Produced(Happening):
    seat: int
    tile: str
    units: dict[str, int]
    cost: int

    def words(self, names: Sequence[str]) -> str:
        what = nouns.counted(self.units)
        return _(
            "{who} produced {units} in tile {tile} for {cost}.",
            who=names[self.seat],
            units=what,
            tile=self.tile,
            cost=self.cost,
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


class Repaired(Happening):
    seat: int
    where: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} repaired the damaged units at {where}.",
            who=names[self.seat],
            where=title(self.where),
        )


class WormholeMoved(Happening):
    seat: int
    tile: str
    hole: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} put the {hole} wormhole token into tile {tile}.",
            who=names[self.seat],
            hole=nouns.word(self.hole),
            tile=self.tile,
        )


class Replaced(Happening):
    """Units of another player became own ones."""

    seat: int
    owner: int
    place: str
    units: dict[str, int]
    seat_fields = ("seat", "owner")

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} replaced {units} of {whom} at {where}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            whom=names[self.owner],
            where=title(self.place),
        )


class NotReturned(Happening):
    """Destroyed infantry that waited, and found no planet at home."""

    seat: int
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} controls no planet at home: {units} that waited went back to reinforcements.",
            who=names[self.seat],
            units=nouns.counted(self.units),
        )


class Waiting(Happening):
    """Destroyed infantry that will come back."""

    seat: int
    dice: list[int]
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        what = nouns.counted(self.units)
        return _(
            "{who} rolled {dice}: {units} will come back.",
            who=names[self.seat],
            dice=self.dice,
            units=what,
        )
