"""Cards, technologies, abilities and laws as objects, and the registry that finds them by id.

A game subclasses `Component` once, adds its own hooks (see `hooks`), and writes one small class for
each card, marked with `@register`. Windows and triggers are opened by `moments`.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from rules.kernel.decisions import Decision, Problem
from rules.kernel.errors import BadOptions
from rules.kernel.table import Effect, SomeTable
from rules.kernel.views import SomeView
from rules.toolbox.speech import _
from rules.toolbox.targets import Target

P = TypeVar("P")
"""The public table of a game."""
Targets = Mapping[str, str]
"""What a component may be used on: an id, and words for it."""


class Component(Generic[P]):
    """A printed thing with an effect of its own. Everything here is neutral: a component overrides
    what it changes. Methods that get the table or a view must not change anything."""

    kind: ClassVar[str]
    id: ClassVar[str]
    rule: ClassVar[str] = ""

    # -- used by choice: in a window, or as an action --------------------------------------------

    windows: ClassVar[tuple[str, ...]] = ()
    """The windows in which it may be used by choice."""
    once_a_window: ClassVar[bool] = True
    """At most once in one window by one player."""

    def title(self) -> str:
        """Return the printed name."""
        raise NotImplementedError(self.id)

    def has(self, v: SomeView, seat: int) -> bool:
        """Does the seat hold it ready for use? May look into the seat's own hand."""
        return self.may_have(v.table, seat)

    def may_have(self, table: P, seat: int) -> bool:
        """Could the seat hold it, as far as everybody can see?"""
        return False

    def lacking(self, v: SomeView, seat: int) -> Problem:
        """Return why a seat that does not have it ready is refused."""
        words = _("You do not have {card} ready for use.", card=self.title())
        return Problem("not-your-card", words, self.rule)

    def fits(self, table: P, seat: int, window: str, about: Target) -> bool:
        """Is this its moment, as far as everybody can see?"""
        return True

    def targets(self, v: SomeView, seat: int, window: str, about: Target) -> Targets | None:
        """Legal targets, id to words; None if it takes no target."""
        return None

    def usual(self, v: SomeView, seat: int, window: str, about: Target) -> str:
        """Return the target meant where an order names none; "": one must be named."""
        return ""

    def problems(
        self, v: SomeView, seat: int, on: Target, window: str, about: Target
    ) -> list[Problem]:
        """Return further reasons why it cannot be used so."""
        return []

    def resolve(self, t: SomeTable, seat: int, on: Target, about: Target) -> Effect:
        """Carry out its effect; a generator if it asks or opens windows. Costs come first."""
        raise NotImplementedError(self.id)

    choices_lie_open: ClassVar[bool] = False
    """What `choices` offers is found on the table alone, so that everybody can see it."""

    def choices(self, v: SomeView, seat: int, step: str) -> Targets:
        """Return what a follow-up question of this component offers (see `choices`)."""
        raise NotImplementedError(self.id)

    def question_to_come(self, table: P, seat: int) -> Decision[Any] | None:
        """Return the question that it will ask its owner when it acts by itself, as the table
        stands; None if it asks none."""
        return None

    # -- by itself -------------------------------------------------------------------------------

    triggers: ClassVar[tuple[str, ...]] = ()
    """Windows at whose opening `trigger` runs without anybody being asked."""

    def trigger(self, t: SomeTable, seat: int, window: str, about: Target) -> Effect:
        """Carry out what happens by itself when a window of `triggers` opens."""
        raise NotImplementedError(self.id)


K = TypeVar("K", bound=str)
C = TypeVar("C", bound=Component[Any])
H = TypeVar("H", bound=type)


class NotBuilt(BadOptions):
    """A card or ability that the engine cannot adjudicate yet."""


class Registry(Generic[K, C]):
    """The components of one game by kind and id: one instance of each class answers for its id.

    `package` is the game's; modules in its folders `shelves` are imported by themselves. `ids` are
    the printed ids of each kind: a component with another id is refused.
    """

    def __init__(
        self, package: str, shelves: Sequence[str], ids: Mapping[K, Iterable[str]]
    ) -> None:
        self.kinds: tuple[K, ...] = tuple(ids)
        self._package = package
        self._shelves = tuple(shelves)
        self._ids = {kind: frozenset(known) for kind, known in ids.items()}
        self._components: dict[K, dict[str, C]] = {kind: {} for kind in ids}
        self._loaded = False

    def register(self, component: H) -> H:
        """Class decorator: one instance of the class answers for its id."""
        self.add(component())
        return component

    def add(self, component: Any) -> None:
        """Let a component answer for its id; ValueError if the id is unknown or taken."""
        known = self._components[component.kind]
        if component.id in known:
            raise ValueError(f"{component.kind} {component.id} has two handlers")
        if component.id not in self._ids[component.kind]:
            raise ValueError(f"there is no {component.kind} {component.id!r} in the facts")
        known[component.id] = component

    def load(self) -> None:
        """Import the module of every component, once."""
        if self._loaded:
            return
        self._loaded = True
        for shelf in self._shelves:
            package = importlib.import_module(f"{self._package}.{shelf}")
            for module in sorted(m.name for m in pkgutil.iter_modules(package.__path__)):
                importlib.import_module(f"{package.__name__}.{module}")

    def find(self, kind: K, id: str) -> C | None:
        """Return the component, or None."""
        return self._components[kind].get(id)

    def get(self, kind: K, id: str) -> C:
        """Return the component, or NotBuilt."""
        component = self._components[kind].get(id) or self.built(kind).get(id)
        if component is None:
            raise NotBuilt(f"The {kind} {id!r} is not built yet; leave it out of this game.")
        return component

    def built(self, kind: K) -> dict[str, C]:
        """Return every component of a kind by id."""
        self.load()
        return self._components[kind]

    def among(self, kind: K, ids: Iterable[str]) -> list[str]:
        """Return those of the ids that a component answers for."""
        known = self.built(kind)
        return [id for id in ids if id in known]

    def every(self) -> Iterable[C]:
        """Return every component of every kind, kinds in their order, ids sorted."""
        for kind in self.kinds:
            for _id, component in sorted(self.built(kind).items()):
                yield component

    def missing(self, kind: K) -> list[str]:
        """Printed ids that no component answers for."""
        return sorted(self._ids[kind] - set(self.built(kind)))

    def require(self, kind: K, ids: Iterable[str]) -> None:
        """Raise NotBuilt, naming all of these ids that no component answers for."""
        lacking = sorted(set(ids) - set(self.built(kind)))
        if lacking:
            raise NotBuilt(f"Not built yet ({kind}): {', '.join(lacking)}.")
