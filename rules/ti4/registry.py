"""Where cards, technologies, abilities and notes are at home: handlers by id.

A handler is a `Component` subclass with an `id` out of the facts, marked with `@register`. Files
below the packages named in `_SHELVES` are found by themselves; nothing else needs to know them.
"""

import importlib
import pkgutil
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar

from rules.kernel.errors import BadOptions
from rules.ti4.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    FACTIONS,
    NOTES,
    OBJECTIVES,
    TECHNOLOGIES,
)

Kind = Literal["action card", "agenda", "objective", "technology", "ability", "note", "flagship"]
C = TypeVar("C", bound=type)

_SHELVES: Final = ("action_cards", "agendas", "objectives", "technologies", "factions", "notes")
KINDS: Final[tuple[Kind, ...]] = (
    "action card",
    "agenda",
    "objective",
    "technology",
    "ability",
    "note",
    "flagship",
)


class NotBuilt(BadOptions):
    """A card or ability this engine cannot adjudicate yet."""


_handlers: dict[Kind, dict[str, Any]] = {kind: {} for kind in KINDS}


def register(handler: C) -> C:
    """Class decorator: one instance of the handler answers for its id."""
    add(handler())
    return handler


def add(handler: Any) -> None:
    known = _handlers[handler.kind]
    if handler.id in known:
        raise ValueError(f"{handler.kind} {handler.id} has two handlers")
    if handler.id not in _all_ids(handler.kind):
        raise ValueError(f"there is no {handler.kind} {handler.id!r} in the facts")
    known[handler.id] = handler


@lru_cache(maxsize=1)
def load() -> None:
    """Import every handler once."""
    for shelf in _SHELVES:
        package = importlib.import_module(f"rules.ti4.{shelf}")
        for module in sorted(m.name for m in pkgutil.iter_modules(package.__path__)):
            importlib.import_module(f"{package.__name__}.{module}")


def find(kind: Kind, id: str) -> Any | None:
    return _handlers[kind].get(id)


def get(kind: Kind, id: str) -> Any:
    """The handler, or NotBuilt."""
    handler = _handlers[kind].get(id)
    if handler is None:
        raise NotBuilt(f"The {kind} {id!r} is not built yet; leave it out of this game.")
    return handler


def built(kind: Kind) -> dict[str, Any]:
    load()
    return _handlers[kind]


@lru_cache(maxsize=8)
def _all_ids(kind: Kind) -> frozenset[str]:
    ids: dict[Kind, Iterable[str]] = {
        "action card": ACTION_CARDS,
        "agenda": AGENDAS,
        "objective": OBJECTIVES,
        "technology": TECHNOLOGIES,
        "ability": ABILITIES,
        "note": NOTES,
        "flagship": [f.flagship for f in FACTIONS.values()],
    }
    return frozenset(ids[kind])


def missing(kind: Kind) -> list[str]:
    """What the facts name and nothing here handles."""
    load()
    return sorted(_all_ids(kind) - set(_handlers[kind]))


def require(kind: Kind, ids: Iterable[str]) -> None:
    """NotBuilt, naming everything that lacks a handler."""
    lacking = sorted(set(ids) - set(built(kind)))
    if lacking:
        raise NotBuilt(f"Not built yet ({kind}): {', '.join(lacking)}.")
