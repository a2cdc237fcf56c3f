"""Every question of the game, and the verbs of its orders in three languages."""

import re
from collections.abc import Callable
from typing import Any, Final

from rules.imperium.departures import says_all_ships
from rules.imperium.landings import on_each
from rules.imperium.smallwords import bare_card
from rules.kernel.decisions import Decision
from rules.lexicon import ALL, NUMBER_WORDS, Names, fold
from rules.ti3.cards import DiscardCards
from rules.ti3.combat.hits import AssignHits
from rules.ti3.combat.invasion import HoldFire, PlanInvasion
from rules.ti3.combat.retreat import AnnounceLeaving, ChooseHaven
from rules.ti3.combat.space import ChooseOpponent, SendSaboteurs
from rules.ti3.components.choices import (
    Choose,
    ChooseSome,
    HowMany,
    PayFor,
    PlaceCounters,
    PlaceForces,
)
from rules.ti3.components.timing import React
from rules.ti3.council import BreakTie, CastVote
from rules.ti3.facts import VERB_WORDS
from rules.ti3.mapmaking import ChooseHome, PlaceFaceDown, PlaceTile
from rules.ti3.names import (
    AREA_NAMES,
    BONUS_NAMES,
    CARDS,
    CARGO_NAMES,
    DOCK_NAMES,
    LEADER_NAMES,
    PLACE_NAMES,
    PLANET_NAMES,
    RACE_NAMES,
    TECHS,
    TILE_NAMES,
    UNITS,
)
from rules.ti3.phases.status import ClaimObjectives, StatusForm
from rules.ti3.phases.strategy import ConvertBonus, HandOn, PickStrategy
from rules.ti3.phases.turns import TakeTurn
from rules.ti3.setup import PickRace, PlaceStart
from rules.ti3.strategy.diplomacy import NameOpponent, RefreshPlanets
from rules.ti3.strategy.imperial import Mobilize
from rules.ti3.strategy.logistics import BuyCounters, Operations
from rules.ti3.strategy.political import ArrangeAgendas, SeekDestiny
from rules.ti3.strategy.technology import BuyTechnology, GainTechnology
from rules.ti3.strategy.trade import ApproveTrade, Commerce, GuildPower, OfferTrade
from rules.ti3.strategy.warfare import LiftCounter, OrderPatrols, SendPatrols
from rules.ti3.tactical.cannon import FireCannon
from rules.ti3.tactical.landing import Land
from rules.ti3.tactical.movement import MoveShips, PermitPassage
from rules.ti3.tactical.production import Produce
from rules.ti3.tactical.tactical_action import PayToll
from rules.ti3.tactical.transfer_action import ShiftShips
from rules.ti3.units.limits import RemoveExcess
from rules.ti3.variants.domains import FreeDock, KeepLazax, Probe, RazeCounters, TeachTechnology
from rules.ti3.variants.leaders import ChooseRefuge, Rescue, TakeInstallations, UseDiplomat
from rules.toolbox.choices import alone_or

DECISIONS: tuple[type[Decision[Any]], ...] = (
    PickRace, ChooseHome, PlaceFaceDown, PlaceTile, PlaceStart,
    PickStrategy, ConvertBonus, HandOn, TakeTurn, React, Choose, ChooseSome, HowMany, PayFor,
    PlaceForces, PlaceCounters,
    NameOpponent, RefreshPlanets, ArrangeAgendas, SeekDestiny, Operations, BuyCounters,
    GuildPower, OfferTrade, ApproveTrade, Commerce, LiftCounter, OrderPatrols, SendPatrols,
    GainTechnology, BuyTechnology, Mobilize,
    PayToll, MoveShips, PermitPassage, ShiftShips, FireCannon, ChooseOpponent, SendSaboteurs,
    AnnounceLeaving, ChooseHaven, AssignHits, RemoveExcess, Land, PlanInvasion, HoldFire, Produce,
    CastVote, BreakTie, DiscardCards, ClaimObjectives, StatusForm,
    Probe, RazeCounters, KeepLazax, FreeDock, TeachTechnology,
    ChooseRefuge, Rescue, UseDiplomat, TakeInstallations,
)  # fmt: skip

VERBS: Final[dict[str, tuple[str, ...]]] = {
    verb: tuple(word for words in languages.values() for word in words)
    for verb, languages in VERB_WORDS.items()
}
"""The words of every order, in three languages; a verb may answer several questions."""

_WORDS: Final = re.compile(r"[\w'’-]+")
EXACT_VERBS: Final = frozenset({
    "pass", "rest", "skip", "done", "hold", "stay", "agree", "approve", "refuse", "permit",
    "abstain", "give", "cancel", "draw", "collect", "fire", "keep", "probe", "delay", "capture",
})  # fmt: skip
"""Words that settle something at once: never guessed from a word like them."""


def _names(kind: Names) -> Callable[[str], bool]:
    """Return whether a text names one of these things, in any form of the word."""

    def named(rest: str) -> bool:
        words = _WORDS.findall(rest)
        return any(kind.span_at(words, i) for i in range(len(words)))

    return named


_dock = _names(DOCK_NAMES)
_unit = _names(UNITS)
_cargo = _names(CARGO_NAMES)
_leader = _names(LEADER_NAMES)
_place = _names(PLACE_NAMES)
_planet = _names(PLANET_NAMES)
_race = _names(RACE_NAMES)


def _is_card(rest: str) -> bool:
    """Return whether nothing but a strategy card is named."""
    words = bare_card(rest).split()
    return bool(words) and CARDS.span_at(words, 0) == len(words)


def _all(rest: str) -> bool:
    """Return whether a text speaks of all there is."""
    return any(NUMBER_WORDS.get(word) == ALL for word in fold(rest).split())


def _so_many_on(rest: str) -> bool:
    """Return whether a text says how many go where without saying of what: "3 on Lodor"."""
    first = fold(rest).partition(" ")[0]
    return (first.isdigit() or first in NUMBER_WORDS) and _planet(rest)


VERB_ARGUMENTS: Final[dict[str, Callable[[str], bool]]] = {
    "build": _dock,
    "produce": lambda rest: _unit(rest) and not _dock(rest),
    "strategy": _is_card,
    "research": _names(TECHS),
    "activate": _names(TILE_NAMES),
    "transfer": _names(TILE_NAMES),
    "move": lambda rest: _unit(rest) or says_all_ships(rest) or _all(rest),
    "land": lambda rest: _unit(rest) or _leader(rest) or _all(rest) or _so_many_on(rest),
    "counters": _names(AREA_NAMES),
    "areas": _names(AREA_NAMES),
    "bonus": _names(BONUS_NAMES),
    "buy": _names(AREA_NAMES),
    "hits": lambda rest: bool(rest),
    "scuttle": _unit,
    "remove": _unit,
    "patrol": _unit,
    "captive": _leader,
}
"""What can follow a verb: it decides between verbs that share a word, and about misspelt ones."""
STRICT_VERBS: Final[dict[str, Callable[[str], bool]]] = {
    **dict.fromkeys(("agree", "approve", "give", "cancel"), lambda rest: True),
    **dict.fromkeys(("hold", "collect", "permit", "refuse"), alone_or(_race)),
    **dict.fromkeys(("build", "produce"), alone_or(_unit)),
    **dict.fromkeys(("bombard", "retreat"), alone_or(_place)),
    "fire": alone_or(lambda rest: _race(rest) or _place(rest) or _unit(rest)),
    "land": alone_or(
        lambda rest: _cargo(rest) or _leader(rest) or _planet(rest) or on_each(rest) is not None
    ),
}
"""What may follow words that settle something, or pass over a question by naming a later step."""
