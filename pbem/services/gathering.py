"""Tasks that rule on many games: their hints are gathered and given at the end.

A hint costs the worker as much as a fifth of a ruling. A task that rules on many games would give
one for each, where one for twenty mails does.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Give = Callable[[list[int]], None]
"""Gives the hints for these rows."""

_gathered: ContextVar[dict[Give, list[int]] | None] = ContextVar("gathered", default=None)


def put_off(give: Give, row: int) -> bool:
    """Keep a hint at this row until the task ends; False if nobody gathers, and nothing is kept."""
    waiting = _gathered.get()
    if waiting is None:
        return False
    waiting.setdefault(give, []).append(row)
    return True


def in_a_heap() -> bool:
    """Return whether this is a task that may have many games to rule on, so that whatever can be
    done elsewhere is left for later."""
    return _gathered.get() is not None


@contextmanager
def gathered() -> Iterator[None]:
    """Gather the hints of this block, and give them at its end, whatever happens in it."""
    waiting: dict[Give, list[int]] = {}
    token = _gathered.set(waiting)
    try:
        yield
    finally:
        _gathered.reset(token)
        for give, rows in waiting.items():
            give(rows)
