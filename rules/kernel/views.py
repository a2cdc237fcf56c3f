"""What one seat may know: the only shape in which state leaves the engine."""

from typing import Any, Generic, NamedTuple, TypeVar

from rules.kernel.codec import Plain

P = TypeVar("P", bound=Plain)
H = TypeVar("H", bound=Plain)
B = TypeVar("B", bound=Plain)


class State(Plain, Generic[P, H, B]):
    """The three compartments every game has; what belongs where decides who may see it."""

    table: P
    hand: list[H]
    box: B


class View(NamedTuple):
    """References, not copies: readers must not change what they look at.

    `mine` is None for the public view (`seat` None): spectators, and what everybody knows.
    """

    table: Any
    mine: Any
    seat: int | None
    names: tuple[str, ...]

    def name(self, seat: int) -> str:
        return self.names[seat]


class Section(NamedTuple):
    """A titled block of a mail or page, worded by the ruleset from a view."""

    title: str
    lines: tuple[str, ...]
    private: bool = False
