"""The game's components by kind and id; see `rules.toolbox.components.Registry`.

A handler is a `Component` subclass with an `id` out of the facts, marked with `@register`. Files in
the folders `SHELVES` are found by themselves; nothing else needs to know them.
"""

from typing import TYPE_CHECKING, Final, Literal, cast

from rules.ti4.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    FACTIONS,
    NOTES,
    OBJECTIVES,
    TECHNOLOGIES,
)
from rules.toolbox.components import Registry

if TYPE_CHECKING:
    from rules.ti4.components.base import Agenda, Component, Note, Objective

Kind = Literal["action card", "agenda", "objective", "technology", "ability", "note", "flagship"]
SHELVES: Final = ("action_cards", "agendas", "objectives", "technologies", "factions", "notes")

REGISTRY: "Registry[Kind, Component]" = Registry(
    "rules.ti4",
    SHELVES,
    {
        "action card": ACTION_CARDS,
        "agenda": AGENDAS,
        "objective": OBJECTIVES,
        "technology": TECHNOLOGIES,
        "ability": ABILITIES,
        "note": NOTES,
        "flagship": [faction.flagship for faction in FACTIONS.values()],
    },
)
KINDS: Final = REGISTRY.kinds
register, add, load = REGISTRY.register, REGISTRY.add, REGISTRY.load
find, get, built, every = REGISTRY.find, REGISTRY.get, REGISTRY.built, REGISTRY.every
missing, require, among = REGISTRY.missing, REGISTRY.require, REGISTRY.among


def note(id: str) -> "Note":
    """Return the handler of a promissory note."""
    return cast("Note", get("note", id))


def agenda(id: str) -> "Agenda":
    """Return the handler of an agenda."""
    return cast("Agenda", get("agenda", id))


def objective(id: str) -> "Objective":
    """Return the handler of an objective."""
    return cast("Objective", get("objective", id))
