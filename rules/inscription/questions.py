"""All decisions of the game."""

from typing import Any

from rules.inscription.phases.council import Ballot, NameForAll
from rules.inscription.phases.strategy import SpendCard, SpendDice
from rules.inscription.phases.war import WarPlans
from rules.inscription.scripts import CarryOn
from rules.inscription.setup import ChooseFaction
from rules.kernel.decisions import Decision

QUESTIONS: tuple[type[Decision[Any]], ...] = (
    ChooseFaction,
    SpendCard,
    SpendDice,
    CarryOn,
    WarPlans,
    Ballot,
    NameForAll,
)
