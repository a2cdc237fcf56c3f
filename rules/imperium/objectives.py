"""Objectives: how far a seat is, and what those cost that are paid for while scoring."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rules.imperium.galaxy import Atlas, Planet, Tile
from rules.imperium.payment import HasPurse, Pay, Payment
from rules.imperium.speech import _
from rules.imperium.units import HasPlanets, controlled
from rules.kernel.views import Grid

Public = TypeVar("Public", contravariant=True)
T = TypeVar("T", bound=Tile)
P = TypeVar("P", bound=Planet)


class Requirement(Generic[Public]):
    """What an objective asks for: a number that is reached, perhaps a price besides."""

    price: ClassVar[tuple[str, int]] = ("", 0)
    """What is spent while scoring, and how much of it."""

    def met(self, table: Public, seat: int) -> bool:
        """Is the requirement met, price apart?"""
        have, want = self.count(table, seat)
        return have >= want

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        """Return how far the seat is: what there is, and what is asked."""
        return 0, 0


def how_far(requirement: Requirement[Public], table: Public, seat: int) -> str:
    """Return how far a seat is in short: "2/3"; where nothing is counted, whether it is met, and
    "–" where all that is asked is a price."""
    have, want = requirement.count(table, seat)
    if want:
        return f"{have}/{want}"
    met = not requirement.price[1] and requirement.met(table, seat)
    return _("met") if met else "–"


class Scores(Protocol):
    """A side with the objectives it has scored."""

    @property
    def scored(self) -> Collection[str]: ...


def comparison(
    revealed: Iterable[str],
    sides: Sequence[Scores],
    words: Callable[[str], tuple[str, str]],
    far: Callable[[int, str], str],
) -> Grid:
    """Return how far everybody is with every public objective.

    `words`: the name of an objective and its text; `far`: how far a seat is with it."""
    rows = [
        (
            *words(card),
            tuple(
                _("scored") if card in side.scored else far(seat, card)
                for seat, side in enumerate(sides)
            ),
        )
        for card in revealed
    ]
    return Grid(_("Public objectives"), tuple(rows))


class Coloured(Protocol):
    """A technology with a colour."""

    @property
    def colour(self) -> str: ...


class Counters(Generic[T, P]):
    """What objectives count, by the printed facts of one edition."""

    def __init__(self, atlas: Atlas[T, P], technologies: Mapping[str, Coloured]) -> None:
        self._planets = atlas.planets
        self._technologies = technologies

    def planets(self, table: HasPlanets, seat: int, wanted: Callable[[P], object]) -> int:
        """Count the planets a seat controls that are as wanted."""
        return sum(bool(wanted(self._planets[p])) for p in controlled(table, seat))

    def planets_by(self, table: HasPlanets, seat: int, feature: Callable[[P], str]) -> Counter[str]:
        """Count the planets a seat controls by a feature, without those that have none."""
        found = (feature(self._planets[p]) for p in controlled(table, seat))
        return Counter(name for name in found if name)

    def colours(self, technologies: Iterable[str]) -> Counter[str]:
        """Count technologies by their colour."""
        return Counter(self._technologies[tech].colour for tech in technologies)


def holds_all(table: HasPlanets, seat: int, planets: Iterable[str]) -> bool:
    """Does a seat control every one of these planets?"""
    return all(table.control.get(planet) == seat for planet in planets)


def best_price(
    payment: Payment[Any],
    table: HasPurse,
    seat: int,
    price: tuple[str, int],
    *,
    goods: bool,
    avoid: Sequence[str] = (),
) -> Pay | None:
    """Return the cheapest payment of a price in resources, influence or trade goods.

    `goods`: trade goods may fill what planets cannot. None: the seat cannot pay."""
    what, amount = price
    if what == "goods":
        return Pay(goods=amount) if table.sides[seat].goods >= amount else None
    return payment.best(table, seat, amount, what, goods=goods, avoid=avoid)
