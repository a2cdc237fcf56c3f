"""Everything in a game that has a name, and what is told about it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from rules.lexicon import Names, shared

Tell = Callable[[], list[str]]
"""The lines that are told about a thing."""


class NamedThings:
    """The things of a game by their names; one name may belong to several things."""

    def __init__(
        self, things: Callable[[], Iterable[tuple[Sequence[str], Tell]]], kind: str
    ) -> None:
        """`things`: yields the names of each thing, and what is told; `kind`: what they are."""
        self._things = things
        self._kind = kind

    @cached_property
    def _called(self) -> tuple[Names, dict[str, list[Tell]]]:
        return shared(self._things(), self._kind)

    def find(self, name: str) -> str:
        """Return all there is to say about the things of this name; raises LexiconError."""
        names, things = self._called
        told = (line for tell in things[names.find(name).id] for line in tell())
        return "\n".join(dict.fromkeys(told))

    def spellings(self) -> Mapping[str, Sequence[str]]:
        """Return all names, each thing by the first of its own."""
        return self._called[0].entries
