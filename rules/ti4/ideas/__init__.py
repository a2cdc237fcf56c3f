"""Sensible answers to the game's questions, for players that think; nothing here is a rule.

Each idea is a guess that the rules still judge. `ideas` finds those for a question by its class.
"""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from rules.kernel.decisions import Decision
from rules.ti4.cards import DiscardCards, ReturnSecret
from rules.ti4.combat.hits import AssignHits
from rules.ti4.combat.retreat import AnnounceRetreat
from rules.ti4.components.choices import FillPools
from rules.ti4.components.timing import React
from rules.ti4.ideas import building, cards, choosing, moving, secrets
from rules.ti4.ideas.deals import offers
from rules.ti4.ideas.turns import turns
from rules.ti4.phases.agenda import CastVotes
from rules.ti4.phases.status import ScoreObjectives, ScorePublic
from rules.ti4.phases.strategy import PickStrategy
from rules.ti4.phases.turns import TakeTurn
from rules.ti4.setup import KeepSecret
from rules.ti4.state import View
from rules.ti4.strategy.base import Redistribute
from rules.ti4.strategy.construction import BuildStructures, ConstructionSecondary
from rules.ti4.strategy.diplomacy import Protect, ReadyPlanets
from rules.ti4.strategy.imperial import ImperialSecondary
from rules.ti4.strategy.leadership import GainTokens
from rules.ti4.strategy.politics import NewSpeaker, PoliticsSecondary
from rules.ti4.strategy.technology import ResearchTechnology
from rules.ti4.strategy.trade import FreeTrade, TradeSecondary
from rules.ti4.strategy.warfare import LiftToken, WarfareSecondary
from rules.ti4.tactical.cannon import FireCannon
from rules.ti4.tactical.invasion import Bombard, Land, RemoveCustodians
from rules.ti4.tactical.movement import MoveShips
from rules.ti4.tactical.production import Produce, Purchase

Ideas = Callable[[Any, View, Random], Iterable[Any]]

_IDEAS: dict[type[Decision[Any]], Ideas] = {
    TakeTurn: turns,
    MoveShips: moving.moves,
    Land: moving.landings,
    Bombard: moving.bombardments,
    RemoveCustodians: moving.removal,
    Produce: building.productions,
    Purchase: building.as_by_default,
    WarfareSecondary: building.second_productions,
    BuildStructures: building.structures,
    ConstructionSecondary: building.site,
    ResearchTechnology: choosing.research,
    PickStrategy: choosing.strategy_cards,
    GainTokens: choosing.tokens,
    Redistribute: choosing.pools,
    FillPools: choosing.new_tokens,
    LiftToken: choosing.campaigns,
    FreeTrade: choosing.replenished,
    TradeSecondary: choosing.secondary,
    PoliticsSecondary: choosing.secondary,
    ImperialSecondary: choosing.secondary,
    NewSpeaker: choosing.speaker,
    Protect: choosing.protected,
    ReadyPlanets: choosing.readied,
    KeepSecret: secrets.kept,
    ReturnSecret: secrets.returned,
    DiscardCards: building.as_by_default,
    ScoreObjectives: choosing.scores,
    ScorePublic: choosing.public_scores,
    CastVotes: choosing.ballots,
    AssignHits: building.as_by_default,
    AnnounceRetreat: building.as_by_default,
    FireCannon: building.as_by_default,
    React: cards.reactions,
}


def ideas(decision: Decision[Any], v: View, rng: Random) -> Iterable[Any]:
    """Return sensible answers, the best guess first."""
    found = _IDEAS.get(type(decision))
    return found(decision, v, rng) if found else ()


__all__ = ["ideas", "offers"]
