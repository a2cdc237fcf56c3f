"""What the picture of a galaxy shows, in plain values: a game fills these in from its view."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.hexes import Hex
from rules.imperium.speech import _
from rules.toolbox.stock import ByOwner


class PlanetSeen(NamedTuple):
    """What the picture shows of a planet. `trait`: a name of its colour and sign, or nothing;
    `sign`: an icon that lies on it, such as the custodians; `counter`: a word beside that icon."""

    name: str
    resources: int
    influence: int
    owner: int | None
    units: ByOwner
    damaged: ByOwner
    trait: str = ""
    exhausted: bool = False
    centre: bool = False
    specialities: tuple[str, ...] = ()
    sign: str = ""
    counter: str = ""
    changed: bool = False


class SystemSeen(NamedTuple):
    """What the picture shows of a system.

    `id` is its name in orders, `label` its number; `place` its hex, None for one that lies beside
    the map; `tokens`: seats with a command token there; `words`: all of it for those who cannot
    see it.
    """

    id: str
    label: str
    place: Hex | None
    planets: tuple[PlanetSeen, ...]
    anomalies: tuple[str, ...]
    wormholes: tuple[str, ...]
    tokens: tuple[int, ...]
    units: ByOwner
    damaged: ByOwner
    words: str


class Moment(NamedTuple):
    """What is happening: `system` is the active one ("" if a turn has just begun), `seat` the
    active player, `fight`: whether there is combat; `told` says it in two short lines."""

    system: str
    seat: int
    fight: bool
    foe: int | None
    told: tuple[str, str]


class PlayerSeen(NamedTuple):
    """The card of a player below the galaxy: points, and small figures with their icons."""

    name: str
    points: int
    figures: tuple[tuple[str, str], ...]
    speaker: bool = False
    remark: str = ""


class GalaxySeen(NamedTuple):
    """A whole galaxy. `ships`: which types of unit are ships, in printed order, the others travel
    aboard; `icons`: the silhouette of each type of unit; `open_spaces`: where a tile may be laid;
    `heading`: round and phase."""

    systems: tuple[SystemSeen, ...]
    players: tuple[PlayerSeen, ...]
    icons: Mapping[str, str]
    ships: tuple[str, ...]
    heading: tuple[str, str]
    moment: Moment | None
    open_spaces: tuple[Hex, ...] = ()

    def system(self, id_: str) -> SystemSeen:
        """Return the system of this name in orders."""
        return next(system for system in self.systems if system.id == id_)


def holder(system: SystemSeen) -> int | None:
    """Return who holds a system: the one owner of its controlled planets; where none is
    controlled, the one owner of ships."""
    owners = {planet.owner for planet in system.planets} - {None}
    if not owners:
        owners = {int(seat) for seat, units in system.units.items() if any(units.values())}
    return owners.pop() if len(owners) == 1 else None


def turn_moment(names: Sequence[str], seat: int) -> Moment:
    """Return the moment in which a turn has just begun."""
    return Moment("", seat, False, None, (_("{who} to move", who=names[seat]), ""))


def action_moment(names: Sequence[str], system: str, seat: int, where: str) -> Moment:
    """Return the moment of an action in a system, which `where` names for people."""
    return Moment(system, seat, False, None, (_("{who} is active", who=names[seat]), where))


def battle_moment(names: Sequence[str], system: str, seat: int, foe: int, where: str) -> Moment:
    """Return the moment of a battle; a `foe` below 0 is the people of the planet."""
    whom = names[foe] if foe >= 0 else _("hostile locals")
    told = _("{who} attacks {foe}", who=names[seat], foe=whom)
    return Moment(system, seat, True, foe if foe >= 0 else None, (told, where))
