"""State, and what one seat may know of it: only a view leaves the engine."""

from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from rules.kernel.codec import Plain

T = TypeVar("T")
Public = TypeVar("Public", covariant=True)
Private = TypeVar("Private", covariant=True)
Box = TypeVar("Box", covariant=True)


class State(Plain, Generic[Public, Private, Box]):
    """The three compartments every game has; what belongs where decides who may see it.

    `table`: what everybody knows. `hand`: what each seat knows, by seat. `box`: what nobody knows.
    """

    table: Public
    hand: list[Private]
    box: Box


SomeState: TypeAlias = State[Any, Any, Any]
"""The state of whichever game it is, for code that serves every game."""


class View(NamedTuple, Generic[Public, Private]):
    """What one seat may look at: references, not copies, so readers must not change them.

    Each game names its own in its `state.py`: `View = views.View[Public, Private]`.

    In the public view, which spectators have, `seat` is None and `mine` must not be read.
    """

    table: Public
    mine: Private
    seat: int | None
    names: tuple[str, ...]

    def name(self, seat: int) -> str:
        return self.names[seat]


def public_view(table: T, names: tuple[str, ...]) -> View[T, Any]:
    """Return the view that everybody has."""
    return View(table, None, None, names)


SomeView: TypeAlias = View[Any, Any]
"""The view of whichever game it is, for code that serves every game."""


class Grid(NamedTuple):
    """A table that compares the players: a row for each thing, with what it is, and a cell for each
    seat."""

    title: str
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]


class Section(NamedTuple):
    """A titled block of a mail or page, worded by the ruleset from a view.

    `mapped`: the map says the same, so that a page with the map leaves it out.
    """

    title: str
    lines: tuple[str, ...]
    private: bool = False
    mapped: bool = False
