"""Questions to the components a seat has: sums, yes or no, the first answer, lists.

A hook is a method of a game's `Component` that says what the component changes; its neutral version
changes nothing. A combinator makes of it a question to the table:

    ask = Hooks(present, everywhere)
    goods_worth = ask.total(Component.goods_worth, start=1)
    may_activate = ask.nobody_else(Component.denies_activation)

The game says in `present(table, seat, hook)` which components of a seat override the hook named.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

T = TypeVar("T")
"""The public table of a game."""
C = TypeVar("C")
R = TypeVar("R")
P = ParamSpec("P")


def answering(components: Iterable[C], base: type, hook: str) -> Iterator[C]:
    """Yield those of the components whose class overrides a hook of `base`."""
    neutral = getattr(base, hook)
    return (c for c in components if getattr(type(c), hook) is not neutral)


class Hooks(Generic[T, C]):
    """The combinators of one game.

    `present(table, seat, hook)`: the components of a seat that override the hook;
    `everywhere(table, hook)`: the same for all seats, as (seat, component).
    """

    def __init__(
        self,
        present: Callable[[T, int, str], Sequence[C]],
        everywhere: Callable[[T, str], Iterable[tuple[int, C]]],
    ) -> None:
        self._present = present
        self._everywhere = everywhere

    def total(
        self, hook: Callable[Concatenate[Any, T, int, P], int], start: int = 0
    ) -> Callable[Concatenate[T, int, P], int]:
        """`start` and all that the seat's components add."""
        name, present = hook.__name__, self._present

        def total(table: T, seat: int, /, *args: P.args, **more: P.kwargs) -> int:
            value = start
            for component in present(table, seat, name):
                value += getattr(component, name)(table, seat, *args, **more)
            return value

        return total

    def anybody(
        self, hook: Callable[Concatenate[Any, T, int, P], bool]
    ) -> Callable[Concatenate[T, int, P], bool]:
        """Does any component of the seat say yes?"""
        name, present = hook.__name__, self._present

        def anybody(table: T, seat: int, /, *args: P.args, **more: P.kwargs) -> bool:
            for component in present(table, seat, name):
                if getattr(component, name)(table, seat, *args, **more):
                    return True
            return False

        return anybody

    def nobody(
        self, hook: Callable[Concatenate[Any, T, int, P], bool]
    ) -> Callable[Concatenate[T, int, P], bool]:
        """Does no component of the seat say yes? For hooks that forbid."""
        anybody = self.anybody(hook)

        def nobody(table: T, seat: int, /, *args: P.args, **more: P.kwargs) -> bool:
            return not anybody(table, seat, *args, **more)

        return nobody

    def nobody_else(
        self, hook: Callable[Concatenate[Any, T, int, int, P], bool]
    ) -> Callable[Concatenate[T, int, P], bool]:
        """Does no component of another seat forbid it? The hook gets its owner, then the seat."""
        name, everywhere = hook.__name__, self._everywhere

        def nobody_else(table: T, seat: int, /, *args: P.args, **more: P.kwargs) -> bool:
            for owner, component in everywhere(table, name):
                if owner != seat and getattr(component, name)(table, owner, seat, *args, **more):
                    return False
            return True

        return nobody_else

    def first(
        self, hook: Callable[Concatenate[Any, T, int, P], R | None]
    ) -> Callable[Concatenate[T, int, P], tuple[C, R] | None]:
        """Return the first component of the seat that gives an answer, and the answer."""
        name, present = hook.__name__, self._present

        def first(table: T, seat: int, /, *args: P.args, **more: P.kwargs) -> tuple[C, R] | None:
            for component in present(table, seat, name):
                answer = getattr(component, name)(table, seat, *args, **more)
                if answer is not None:
                    return component, answer
            return None

        return first

    def least(
        self, hook: Callable[Concatenate[Any, T, int, P], int | None]
    ) -> Callable[Concatenate[T, int, P], int | None]:
        """Return the smallest limit a component of the seat sets; None: there is no such limit."""
        name, present = hook.__name__, self._present

        def least(table: T, seat: int, /, *args: P.args, **more: P.kwargs) -> int | None:
            found = present(table, seat, name)
            limits = [getattr(c, name)(table, seat, *args, **more) for c in found]
            return min((limit for limit in limits if limit is not None), default=None)

        return least

    def joined(
        self, hook: Callable[Concatenate[Any, T, int, P], Sequence[R]]
    ) -> Callable[Concatenate[T, int, P], list[R]]:
        """Return all that the seat's components name, one after the other."""
        name, present = hook.__name__, self._present

        def joined(table: T, seat: int, /, *args: P.args, **more: P.kwargs) -> list[R]:
            found: list[R] = []
            for component in present(table, seat, name):
                found += getattr(component, name)(table, seat, *args, **more)
            return found

        return joined
