"""Everything to know about a system: what is in it, who can come, what fires into it.

An edition says in a subclass of `Survey` what its rules find; here it becomes sections, layers over
the map and the map in words.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar, Generic, NamedTuple, TypeVar

from rules.imperium.board import middles
from rules.imperium.board.seen import GalaxySeen, PlanetSeen
from rules.imperium.board.sheet import colour_word
from rules.imperium.speech import _
from rules.kernel.features import PlaceFacts
from rules.kernel.pictures import Layer
from rules.kernel.views import Section, SomeView
from rules.lexicon import Names, UnknownName
from rules.toolbox.hexmap import steps_from
from rules.toolbox.layers import Called, Sign, Signs, layer

T = TypeVar("T")
V = TypeVar("V", bound=SomeView)
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
        """Return where ships can come to, with their number."""

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
        """Return whose cannons fire into which system, with the number of dice."""

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
        """Return whose planets are where, with what they are worth together."""

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

    def specialities(self) -> Layer:
        """Return where planets make technologies easier to come by, with the colours' first
        letters."""

        def sign(planet: PlanetSeen) -> Sign:
            colours = [colour_word(colour) for colour in planet.specialities]
            letters = "".join(colour[:1].upper() for colour in colours)
            said = ", ".join((planet.name, *colours))
            if planet.exhausted:
                letters, said = f"({letters})", _("{planet}, exhausted", planet=said)
            who = self.names[planet.owner] if planet.owner is not None else _("nobody")
            return Sign(letters, f"{who}: {said}", planet.owner)

        def signs() -> Signs:
            found = {
                system.id: [sign(planet) for planet in system.planets if planet.specialities]
                for system in self.galaxy().systems
            }
            return {tile: some for tile, some in found.items() if some}

        about = _(
            "Planets whose speciality helps with technologies of its colour, in their owner's "
            "colour; in brackets where they are exhausted."
        )
        return self._layer(Called("technology", _("Technology specialities"), about), signs)

    def supply(self, find: Callable[[], ByTile[Supply]]) -> Layer:
        """Return how many ships of the number that its owner may have there are in a system."""

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
        """Return how many steps each system is from one of them; see `steps_from`."""

        def signs() -> Signs:
            return {tile: [Sign(str(n))] for tile, n in find().items()}

        title = _("Distance from {place}", place=place)
        about = _("Steps from {place}, by edges and wormholes.", place=place)
        return self._layer(Called(f"distance-{place}", title, about), signs)


# -- what an edition finds ------------------------------------------------------------------------


class Survey(ABC, Generic[V]):
    """The systems of a map as the reader of one view may know them.

    An edition says what its rules find; systems go by their ids until they are told of."""

    place_names: ClassVar[Names]
    """The names of systems and planets in orders."""

    def __init__(self, view: V) -> None:
        self.view = view

    # -- what an edition says ---------------------------------------------------------------------

    @abstractmethod
    def tile_of(self, place: str) -> str:
        """Return the system of a place, which may be a planet."""

    @abstractmethod
    def tiles(self) -> Sequence[str]:
        """Return the systems on the map, in the order they are told in."""

    @abstractmethod
    def called(self, tile: str) -> str:
        """Return the name of a system in orders."""

    @abstractmethod
    def playing(self) -> Sequence[int]:
        """Return the seats that have a race and are still in the game."""

    @abstractmethod
    def seen(self) -> GalaxySeen:
        """Return the galaxy as the picture shows it."""

    @abstractmethod
    def links(self) -> Mapping[str, Sequence[str]]:
        """Return what is adjacent to each system."""

    @abstractmethod
    def wormholes(self) -> Iterable[tuple[str, str]]:
        """Return every wormhole: its system, and its name."""

    @abstractmethod
    def hole_word(self, hole: str) -> str:
        """Return the name of a wormhole in words."""

    @abstractmethod
    def lying(self, tile: str) -> Iterable[str]:
        """Return what there is in a system besides wormholes and counters: units, planets,
        anomalies."""

    @abstractmethod
    def counters(self, tile: str) -> Iterable[str]:
        """Return whose command counters lie in a system, in words."""

    @abstractmethod
    def fleets(self, seat: int, tile: str) -> Iterable[Fleet]:
        """Return the ships of a seat that could move into a system, by where they are."""

    @abstractmethod
    def has_fleet(self, seat: int, tile: str) -> bool:
        """Return whether a seat has ships in a system."""

    @abstractmethod
    def kept(self, seat: int, tile: str) -> str:
        """Return what keeps a seat from activating a system now, "" if nothing does."""

    @abstractmethod
    def batteries(self, tile: str) -> list[Battery]:
        """Return what fires into a system."""

    @abstractmethod
    def supply(self) -> Mapping[str, list[Supply]]:
        """Return the ships in each system that count against the fleet supply of their owner."""

    @abstractmethod
    def mine(self, seat: int, tile: str) -> Iterable[str]:
        """Return what a seat may have and make in a system."""

    @abstractmethod
    def odds(self, seat: int, tile: str) -> list[str]:
        """Return the chances of an attack with what could come; nothing if nobody opposes it."""

    # -- what a reader is shown -------------------------------------------------------------------

    def dossier(self, place: str) -> list[Section]:
        """Return everything to know about a system of the map."""
        tile, seat = self._system(place), self.view.seat
        takes_part = seat is not None and seat in self.playing()
        return sections(
            SystemFacts(
                self.view.names,
                seat,
                list(self._there(tile)),
                [fleet for other in self.playing() for fleet in self.fleets(other, tile)],
                {other: why for other in self.playing() if (why := self.kept(other, tile))},
                self.batteries(tile),
                [self.called(other) for other in self.links().get(tile, ())],
                list(self.mine(seat, tile)) if seat is not None and takes_part else [],
                self.odds(seat, tile) if seat is not None and takes_part else [],
            )
        )

    def layers(self, place: str) -> list[Layer]:
        """Return what can be laid over the map; with a `place`, what is about that system."""
        seat, over = self.view.seat, Overlays(self.seen, self.view.names)
        if place:
            tile = self._system(place)
            name = self.called(tile)
            found = [over.distance(name, partial(self._steps, tile))]
            if seat is not None and self.has_fleet(seat, tile):
                title = _("Reach of the fleet in {tile}", tile=name)
                found.append(over.reach(f"reach-{name}", title, partial(self._reach, seat, tile)))
            return found
        found = [
            over.cannons(self._all_batteries),
            over.control(),
            over.supply(lambda: self._by_name(self.supply())),
            over.specialities(),
        ]
        if seat is not None:
            found.insert(0, over.reach("reach", _("My reach"), partial(self._reach, seat)))
        return found

    def atlas(self) -> list[str]:
        """Return the whole map in words: what is in each system, and which are next to it."""
        links = self.links()
        return [
            _(
                "{tile}: {there}; next to {others}",
                tile=self.called(tile),
                there="; ".join(self._there(tile)),
                others=", ".join(map(self.called, links.get(tile, ()))) or _("nothing"),
            )
            for tile in self.tiles()
        ]

    def _system(self, place: str) -> str:
        """Return the system that is named, by itself or by one of its planets."""
        tile = self.tile_of(self.place_names.find(place).id)
        if tile not in self.tiles():
            raise UnknownName(_("{place} is not on the map.", place=place))
        return tile

    def _there(self, tile: str) -> Iterator[str]:
        lying = list(self.lying(tile))
        yield from lying
        holes = list(self.wormholes())
        for hole in (hole for here, hole in holes if here == tile):
            others = [self.called(other) for other, same in holes if same == hole and other != tile]
            leads = ", ".join(others) or _("nowhere")
            yield _("{hole} wormhole to {others}", hole=self.hole_word(hole), others=leads)
        yield from self.counters(tile)
        if not lying:
            yield _("empty space")

    def _by_name(self, found: Mapping[str, T]) -> dict[str, T]:
        return {self.called(tile): some for tile, some in found.items()}

    def _steps(self, tile: str) -> dict[str, int]:
        return self._by_name(steps_from([tile], self.links()))

    def _reach(self, seat: int, origin: str = "") -> dict[str, list[Fleet]]:
        """Return the fleets that could move into each system; with an `origin`, from there."""
        name = self.called(origin) if origin else ""
        found = {}
        for tile in self.tiles():
            some = [f for f in self.fleets(seat, tile) if not name or f.origin == name]
            if some:
                found[tile] = some
        return self._by_name(found)

    def _all_batteries(self) -> dict[str, list[Battery]]:
        return self._by_name({t: some for t in self.tiles() if (some := self.batteries(t))})


def place_facts(survey: type[Survey[SomeView]]) -> PlaceFacts:
    """Return what pages and mails may ask: a system, the layers, the whole map in words."""
    return PlaceFacts(
        lambda view, place: survey(view).dossier(place),
        lambda view, place: survey(view).layers(place),
        lambda view: survey(view).atlas(),
    )
