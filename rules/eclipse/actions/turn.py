"""What an order of an action turn is, and what every kind of it can do (ECL 6, 7)."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import ClassVar

from rules.eclipse.state import View
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem
from rules.kernel.forms import Form


class Colony(Fixed):
    """A colony ship used: a cube from the track of `resource` onto a square (-1: the orbital)."""

    sector: str
    square: int
    resource: str


class DiscMove(Fixed):
    """A disc moved by Influence: from and to a sector, or "track"."""

    start: str
    to: str


class Mounting(Fixed):
    """A part tile placed on a square of a blueprint, counted from 0."""

    part: str
    ship: str
    slot: int


class Slot(Fixed):
    ship: str
    slot: int


class Item(Fixed):
    """Something built, and where."""

    kind: str
    sector: str


class Voyage(Fixed):
    """One move of one ship: the sectors of its way, beginning where it stands."""

    ship: str
    path: tuple[str, ...]


class Offer(Fixed):
    """Relations: with whom, the track of the cube sent, a reputation tile given up for room."""

    partner: int
    cube: str
    back: int = 0


class Turn(Fixed):
    """An answer to "take your turn": what is done, and the fields that belong to it. `draws`: so
    many sectors are drawn by Explore, 0 for as many as the species may."""

    do: str
    zone: tuple[int, ...] = ()
    discs: tuple[DiscMove, ...] = ()
    flips: int = 0
    technologies: tuple[str, ...] = ()
    remove: tuple[Slot, ...] = ()
    mount: tuple[Mounting, ...] = ()
    items: tuple[Item, ...] = ()
    voyages: tuple[Voyage, ...] = ()
    colonies: tuple[Colony, ...] = ()
    give: str = ""
    get: str = ""
    lots: int = 0
    offer: Offer | None = None
    draws: int = 0


class TurnOrder(ABC):
    """One kind of order in an action turn: legality, reading, writing, samples."""

    verb: ClassVar[str]
    reaction: ClassVar[bool] = False
    """Whether a player who has passed may still do it (ECL 7.9.3)."""

    @abstractmethod
    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]: ...

    @abstractmethod
    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        """Return the turn a line asks for and what was read differently; may raise LexiconError."""

    @abstractmethod
    def write(self, v: View, seat: int, turn: Turn) -> str: ...

    @abstractmethod
    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        """Return a legal random turn of this kind, or None."""

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        return []

    def form(self, v: View, seat: int, reacting: bool) -> Form | None:
        """Return a form that clicks an order of this kind together; its name is the verb."""
        return None
