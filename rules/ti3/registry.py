"""The game's components by kind and id; see `rules.toolbox.components.Registry`.

A handler is a `Component` subclass with an `id` out of the facts, marked with `@register`. Files in
the folders `SHELVES` are found by themselves; nothing else needs to know them.
"""

from typing import TYPE_CHECKING, Any, Final, Literal

from rules.ti3.facts import ABILITIES, ACTION_CARDS, AGENDAS, OBJECTIVES, TECHNOLOGIES
from rules.toolbox.components import NotBuilt, Registry

if TYPE_CHECKING:
    from rules.ti3.components import Agenda, Component, Objective

__all__ = [
    "KINDS",
    "REGISTRY",
    "Kind",
    "NotBuilt",
    "add",
    "agenda",
    "built",
    "every",
    "find",
    "get",
    "load",
    "missing",
    "objective",
    "register",
    "require",
]

Kind = Literal["action card", "agenda", "objective", "technology", "ability", "leader"]
SHELVES: Final = ("action_cards", "agendas", "objectives", "technologies", "races")

REGISTRY: "Registry[Kind, Component]" = Registry(
    "rules.ti3",
    SHELVES,
    {
        "action card": ACTION_CARDS,
        "agenda": AGENDAS,
        "objective": OBJECTIVES,
        "technology": TECHNOLOGIES,
        "ability": ABILITIES,
        "leader": ("agent",),
    },
)
KINDS: Final = REGISTRY.kinds
register, add, load = REGISTRY.register, REGISTRY.add, REGISTRY.load
find, get, built, every = REGISTRY.find, REGISTRY.get, REGISTRY.built, REGISTRY.every
missing, require = REGISTRY.missing, REGISTRY.require


def agenda(id: str) -> "Agenda":
    """The handler of a political card."""
    handler: Agenda = _of_kind("agenda", id)
    return handler


def objective(id: str) -> "Objective":
    """The handler of an objective."""
    handler: Objective = _of_kind("objective", id)
    return handler


def _of_kind(kind: Kind, id: str) -> Any:
    return get(kind, id)
