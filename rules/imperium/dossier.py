"""Everything to know about a system: what is in it, who can come, what fires into it. A game says
what its rules find (`SystemFacts`); here it becomes sections and layers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from rules.imperium.board import middles
from rules.imperium.board.seen import GalaxySeen
from rules.imperium.speech import _
from rules.kernel.pictures import Layer
from rules.kernel.views import Section
from rules.toolbox.layers import Called, Sign, Signs, layer

T = TypeVar("T")
ByTile = Mapping[str, Sequence[T]]
"""What was found, by the name that orders use for the system."""


class Fleet(NamedTuple):
    """Ships of one seat that could come from one system in one move, and how many they are."""

    seat: int
    origin: str
    words: str
    ships: int


class Battery(NamedTuple):
    """Cannons of one seat that fire into a system: where they are, how many dice they roll, and
    the hits to be expected."""

    seat: int
    where: str
    dice: int
    hits: float


class SystemFacts(NamedTuple):
    """A system as a reader may know it. `there`: what is in it; `coming`: who could come;
    `kept`: who cannot, and why; `near`: what it is adjacent to; `mine`: what is the reader's."""

    names: Sequence[str]
    seat: int | None
    there: Sequence[str]
    coming: Sequence[Fleet]
    kept: Mapping[int, str]
    batteries: Sequence[Battery]
    near: Sequence[str]
    mine: Sequence[str]
    odds: Sequence[str]


def sections(facts: SystemFacts) -> list[Section]:
    """Return the facts about a system in words, the reader's own first."""
    found = [
        Section(_("In the system"), tuple(facts.there)),
        Section(_("Who can come here"), tuple(_coming(facts))),
        Section(_("What fires here"), tuple(_fire(facts))),
        Section(_("If you attack"), tuple(facts.odds)),
        Section(_("Yours"), tuple(facts.mine)),
        Section(_("Next to it"), (", ".join(facts.near),) if facts.near else ()),
    ]
    return [section for section in found if section.lines]


def _name(facts: SystemFacts, seat: int) -> str:
    name = facts.names[seat]
    return _("{who} (you)", who=name) if seat == facts.seat else name


def _first_mine(facts: SystemFacts, seats: Iterable[int]) -> list[int]:
    return sorted(set(seats), key=lambda seat: (seat != facts.seat, seat))


def _coming(facts: SystemFacts) -> Iterable[str]:
    for seat in _first_mine(facts, (*(f.seat for f in facts.coming), *facts.kept)):
        from_where = [
            _("{units} from {origin}", units=f.words, origin=f.origin)
            for f in facts.coming
            if f.seat == seat
        ]
        who, why = _name(facts, seat), facts.kept.get(seat, "")
        if from_where:
            told = "; ".join(from_where)
            yield f"{who}: {told} ({why})" if why else f"{who}: {told}"
    if not facts.coming:
        yield _("Nobody's ships can reach it in one move.")


def _fire(facts: SystemFacts) -> Iterable[str]:
    for seat in _first_mine(facts, (b.seat for b in facts.batteries)):
        mine = [b for b in facts.batteries if b.seat == seat]
        where = ", ".join(dict.fromkeys(b.where for b in mine))
        told = _.several(
            "{who}: {n} die from {where}, {hits:.1f} hits to be expected",
            "{who}: {n} dice from {where}, {hits:.1f} hits to be expected",
            sum(b.dice for b in mine),
            who=_name(facts, seat),
            where=where,
            hits=sum(b.hits for b in mine),
        )
        yield told


# -- layers --------------------------------------------------------------------------------------


class Supply(NamedTuple):
    """Ships of one seat in one system, and how many the seat may have there."""

    seat: int
    ships: int
    limit: int


class Overlays:
    """The layers of a map: a game says what its rules find, when a layer is wanted."""

    def __init__(self, galaxy: Callable[[], GalaxySeen], names: Sequence[str]) -> None:
        self.galaxy, self.names = galaxy, names

    def _layer(self, called: Called, find: Callable[[], Signs], fades: bool = False) -> Layer:
        return layer(called, find, lambda: middles(self.galaxy()), fades)

    def reach(self, name: str, title: str, find: Callable[[], ByTile[Fleet]]) -> Layer:
        """Where ships can come to, with their number."""

        def signs() -> Signs:
            return {
                tile: [
                    Sign(
                        str(sum(f.ships for f in some)),
                        "; ".join(
                            _("{units} from {origin}", units=f.words, origin=f.origin) for f in some
                        ),
                    )
                ]
                for tile, some in find().items()
            }

        about = _("How many of the ships can come there in one move; the rest is out of reach.")
        return self._layer(Called(name, title, about), signs, fades=True)

    def cannons(self, find: Callable[[], ByTile[Battery]]) -> Layer:
        """Whose cannons fire into which system, with the number of dice."""

        def signs() -> Signs:
            found = {}
            for tile, some in find().items():
                dice = {b.seat: sum(x.dice for x in some if x.seat == b.seat) for b in some}
                found[tile] = [
                    Sign(str(n), f"{self.names[seat]} {n}", seat)
                    for seat, n in sorted(dice.items())
                ]
            return found

        about = _("Dice of Space Cannon that fire into a system, in their owner's colour.")
        return self._layer(Called("cannon", _("Space Cannon"), about), signs)

    def control(self) -> Layer:
        """Whose planets are where, with what they are worth together."""

        def signs() -> Signs:
            found: dict[str, list[Sign]] = {}
            for system in self.galaxy().systems:
                for seat in sorted({p.owner for p in system.planets if p.owner is not None}):
                    held = [p for p in system.planets if p.owner == seat]
                    worth = f"{sum(p.resources for p in held)}/{sum(p.influence for p in held)}"
                    sign = Sign(worth, f"{self.names[seat]} {worth}", seat)
                    found.setdefault(system.id, []).append(sign)
            return found

        about = _("Resources and influence of the planets that each player controls there.")
        return self._layer(Called("control", _("Control"), about), signs)

    def supply(self, find: Callable[[], ByTile[Supply]]) -> Layer:
        """How many ships of the number that its owner may have there are in a system."""

        def signs() -> Signs:
            return {
                tile: [
                    Sign(
                        f"{s.ships}/{s.limit}",
                        f"{self.names[s.seat]} {s.ships}/{s.limit}",
                        s.seat,
                        s.ships > s.limit,
                    )
                    for s in some
                ]
                for tile, some in find().items()
            }

        about = _("Ships that count against the fleet supply, and how many may be there.")
        return self._layer(Called("supply", _("Fleet supply"), about), signs)

    def distance(self, place: str, find: Callable[[], Mapping[str, int]]) -> Layer:
        """How many steps each system is from one of them; see `steps_from`."""

        def signs() -> Signs:
            return {tile: [Sign(str(n))] for tile, n in find().items()}

        title = _("Distance from {place}", place=place)
        about = _("Steps from {place}, by edges and wormholes.", place=place)
        return self._layer(Called(f"distance-{place}", title, about), signs)


def steps_from(place: str, links: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return how many steps everything that can be reached is from a system."""
    steps, edge = {place: 0}, [place]
    while edge:
        beyond = []
        for here in edge:
            for other in links.get(here, ()):
                if other not in steps:
                    steps[other] = steps[here] + 1
                    beyond.append(other)
        edge = beyond
    return steps
