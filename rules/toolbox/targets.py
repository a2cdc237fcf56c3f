"""What something is done to, and what a window is about: text with a form, read and written here.

A place, unit, card or technology is its id; a player is "@2"; what has several parts is a struct,
a subclass of `Composite`. Orders, answers and states hold the text. A `Target` can be used as
the id it is, but only the functions and structs here make one: the type checker refuses any other
text.
"""

from collections.abc import Iterable
from typing import ClassVar, Final, NewType, Self

from rules.kernel.codec import Fixed

Target = NewType("Target", str)
NO_TARGET: Final = Target("")


def as_target(id: str) -> Target:
    """Return a place, unit, card or technology as a target."""
    return Target(id)


def player(seat: int) -> Target:
    """Return a player as a target, or as what a window is about."""
    return Target(f"@{seat}")


def is_player(on: str) -> bool:
    """Is the target a player?"""
    return on.startswith("@")


def seat_of(on: str) -> int:
    """Return the seat of a player who is a target."""
    return int(on.removeprefix("@"))


def listed(ids: Iterable[str]) -> Target:
    """Return several ids of one kind as a target."""
    return Target(" ".join(ids))


def ids_of(on: str) -> list[str]:
    """Return the ids that a target lists."""
    return on.split()


class Composite(Fixed):
    """A target of several parts; a subclass has a field for each, in the order of the text.

    `between` stands between the parts; only the last part may hold it, too."""

    between: ClassVar[str] = " "

    @property
    def target(self) -> Target:
        """Return the text of the target."""
        return Target(self.between.join(getattr(self, part) for part in self.__struct_fields__))

    @classmethod
    def read(cls, on: str) -> Self:
        """Return the parts that the text of a target names."""
        return cls(*on.split(cls.between, len(cls.__struct_fields__) - 1))


class Way(Composite):
    """From one place to another, or one thing for another."""

    between = ">"

    origin: str
    to: str


class Pair(Composite):
    """Two things together."""

    between = "+"

    one: str
    two: str


def each(on: str) -> list[str]:
    """Return the things that a pair names; of another target the one thing it is."""
    return on.split(Pair.between)


class Several(Composite):
    """A number of things: "2x lodor"."""

    between = "x "

    number: str
    id: str

    @classmethod
    def of(cls, n: int, id: str) -> Self:
        """Return so many of a thing."""
        return cls(str(n), id)

    @property
    def n(self) -> int:
        """Return how many."""
        return int(self.number)
