"""The printed facts of a component set: sheets, cards, dice, tracks (TIN 23, 31).

`components("")` is our own set, read from `data/`. A table may bring its owner's parts as the text
of one file; `rules.inscription.components` judges such a file before a game begins.
"""

from rules.inscription.facts.cards import (
    Agenda,
    Condition,
    Effect,
    Faction,
    Objective,
    Op,
    Outcome,
    Relic,
    Technology,
)
from rules.inscription.facts.components import (
    DATA,
    Components,
    Track,
    components,
    laid_over,
    own_files,
)
from rules.inscription.facts.expansion import Expansion, Planet
from rules.inscription.facts.industry import Industry, Space
from rules.inscription.facts.navigation import Navigation, System
from rules.inscription.facts.printed import (
    DASHED,
    HALVES,
    ORTHOGONAL,
    RESOURCES,
    SHEETS,
    STAGES,
    TIERS,
    UNITS,
    Asset,
    Half,
    Resource,
    Sheet,
)
from rules.inscription.facts.warfare import Warfare, orientations

__all__ = [
    "DASHED",
    "DATA",
    "HALVES",
    "ORTHOGONAL",
    "RESOURCES",
    "SHEETS",
    "STAGES",
    "TIERS",
    "UNITS",
    "Agenda",
    "Asset",
    "Components",
    "Condition",
    "Effect",
    "Expansion",
    "Faction",
    "Half",
    "Industry",
    "Navigation",
    "Objective",
    "Op",
    "Outcome",
    "Planet",
    "Relic",
    "Resource",
    "Sheet",
    "Space",
    "System",
    "Technology",
    "Track",
    "Warfare",
    "components",
    "laid_over",
    "orientations",
    "own_files",
]
