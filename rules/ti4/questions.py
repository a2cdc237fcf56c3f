"""Every question of the game, and the verbs of its orders in three languages."""

import re
from collections.abc import Callable
from typing import Any, Final

from rules.imperium.departures import says_all_ships
from rules.imperium.smallwords import EVERYTHING, bare_card, is_home, mentions
from rules.kernel.decisions import Decision
from rules.lexicon import NUMBER_WORDS, Names, fold
from rules.ti4.cards import DiscardCards, ReturnSecret
from rules.ti4.combat.hits import AssignHits
from rules.ti4.combat.retreat import AnnounceRetreat
from rules.ti4.combat.space import Barrage, ChooseOpponent
from rules.ti4.components.choices import Choose, ChooseSome, FillPools, Relocate
from rules.ti4.components.timing import React
from rules.ti4.facts import STRATEGY_CARDS, VERB_WORDS
from rules.ti4.mapmaking import PlaceTile
from rules.ti4.names import (
    ACTION_NAMES,
    CARDS,
    FACTION_NAMES,
    GOODS,
    GROUND_NAMES,
    OBJECTIVE_NAMES,
    PLACE_NAMES,
    PLANET_NAMES,
    POOLS,
    TILE_NAMES,
    UNITS,
)
from rules.ti4.phases.agenda import BreakTie, CastVotes
from rules.ti4.phases.status import ScoreObjectives, ScorePublic
from rules.ti4.phases.strategy import PickStrategy
from rules.ti4.phases.turns import TakeTurn
from rules.ti4.setup import KeepSecret, PickFaction, StartingTechnology
from rules.ti4.strategy.base import Redistribute
from rules.ti4.strategy.construction import BuildStructures, ConstructionSecondary
from rules.ti4.strategy.diplomacy import Protect, ReadyPlanets
from rules.ti4.strategy.imperial import ImperialSecondary
from rules.ti4.strategy.leadership import GainTokens
from rules.ti4.strategy.politics import ArrangeAgendas, NewSpeaker, PoliticsSecondary
from rules.ti4.strategy.technology import ResearchTechnology
from rules.ti4.strategy.trade import FreeTrade, TradeSecondary
from rules.ti4.strategy.warfare import LiftToken, WarfareSecondary
from rules.ti4.tactical.cannon import FireCannon
from rules.ti4.tactical.invasion import Bombard, Land, OrderCombats, RemoveCustodians
from rules.ti4.tactical.movement import MoveShips
from rules.ti4.tactical.production import Produce, Purchase
from rules.ti4.technology import Settle
from rules.ti4.units.limits import RemoveExcess
from rules.ti4.units.losses import LoseUnits
from rules.ti4.units.tokens import GiveToken
from rules.toolbox.choices import NOTHING_WORDS, alone_or

DECISIONS: tuple[type[Decision[Any]], ...] = (
    PickFaction, PlaceTile, StartingTechnology, KeepSecret,
    PickStrategy, TakeTurn, React, Choose, ChooseSome, FillPools,
    MoveShips, FireCannon, ChooseOpponent, Barrage, AnnounceRetreat, AssignHits,
    RemoveExcess, LoseUnits, GiveToken,
    Bombard, RemoveCustodians, Land, OrderCombats, Produce, Purchase, Settle, Relocate,
    GainTokens, Protect, ReadyPlanets, NewSpeaker, ArrangeAgendas, PoliticsSecondary,
    BuildStructures, ConstructionSecondary, FreeTrade, TradeSecondary,
    LiftToken, WarfareSecondary, ResearchTechnology, ScorePublic, ImperialSecondary,
    DiscardCards, ReturnSecret, ScoreObjectives, Redistribute, CastVotes, BreakTie,
)  # fmt: skip

VERBS: Final[dict[str, tuple[str, ...]]] = {
    verb: tuple(word for words in languages.values() for word in words)
    for verb, languages in VERB_WORDS.items()
}
"""The words of every order by language; "sustain → sustain" is a verb and its argument's start."""

EXACT_VERBS: Final = frozenset(
    {"pass", "rest", "done", "skip", "abstain", "stay", "hold", "fire", "retreat", "custodians"}
)
"""Words that settle something at once: never guessed from a word like them."""


def _names(*kinds: Names) -> Callable[[str], bool]:
    return lambda rest: any(mentions(rest, kind) for kind in kinds)


_unit = _names(UNITS)
_place = _names(TILE_NAMES, PLANET_NAMES)
_built = _names(UNITS.only(unit for unit in UNITS if unit not in ("pds", "space_dock")))
_pool = _names(POOLS)
_goods = _names(GOODS)
_card = _names(CARDS)


def _is_card(rest: str) -> bool:
    """Return whether nothing but a strategy card, or its number, is named."""
    words = fold(bare_card(rest))
    return words in _NUMBERS or CARDS.is_spelling(words) or _is_inflected_card(words)


def _is_inflected_card(words: str) -> bool:
    return bool(words) and CARDS.span_at(words.split(), 0) == len(words.split())


_NUMBERS = {str(card.initiative) for card in STRATEGY_CARDS.values()}


def _located(rest: str) -> bool:
    """Return whether a place is named, not merely a number that could be one."""
    return mentions(rest, PLANET_NAMES) or bool(_WHERE.search(rest))


_WHERE = re.compile(r"\b(?:of|at|in|from|w|z|na)\s+\d", re.IGNORECASE)
_DEAL = re.compile(r"\b(?:for|to|with|za|dla)\b|(?:ért|ert|nak|nek)\b", re.IGNORECASE)
_ground = _names(GROUND_NAMES)


def _counts(rest: str) -> bool:
    """Return whether a text begins with a number of units, and not with a system."""
    words = rest.split()
    return bool(words) and words[0].isdigit() and UNITS.span_at(words, 1) > 0


def _so_many_on(rest: str) -> bool:
    """Return whether a text says how many go where without saying of what: "3 on New Albion"."""
    first = fold(rest).partition(" ")[0]
    return (first.isdigit() or first in NUMBER_WORDS) and mentions(rest, PLANET_NAMES)


def _somewhere(rest: str) -> bool:
    return _place(rest) or any(is_home(word) for word in rest.split()) or is_home(rest)


def _everything(rest: str) -> bool:
    """Return whether all ships are spoken of, or all there is."""
    return says_all_ships(rest) or any(word in EVERYTHING for word in fold(rest).split())


_OUTCOMES = frozenset(("for", "against", "za", "przeciw", "mellette", "ellene"))

VERB_ARGUMENTS: Final[dict[str, Callable[[str], bool]]] = {
    "pick": lambda rest: _card(rest) or mentions(rest, FACTION_NAMES) or _is_card(rest),
    "place": lambda rest: any(c.isdigit() for c in rest) and not _goods(rest),
    "research": lambda rest: bool(rest) and not _unit(rest),
    "activate": lambda rest: _somewhere(rest) and not _ground(rest) and not _counts(rest),
    "strategy": _is_card,
    "play": lambda rest: bool(rest) and not _is_card(rest) and fold(rest) not in _OUTCOMES,
    "use": lambda rest: bool(rest) and not _is_card(rest),
    "move": lambda rest: _unit(rest) or fold(rest) in NOTHING_WORDS or _everything(rest),
    "fight": lambda rest: bool(rest) and not _place(rest),
    "hits": lambda rest: _unit(rest) and not _located(rest),
    "remove": lambda rest: _unit(rest) and _located(rest),
    "speaker": lambda rest: "speaker" in fold(rest),
    "land": lambda rest: _ground(rest) or _everything(rest) or _so_many_on(rest),
    "produce": _built,
    "tokens": _pool,
    "pools": lambda rest: _pool(rest) or any(c.isdigit() for c in rest),
    "protect": _somewhere,
    "lift": lambda rest: _somewhere(rest) and not _unit(rest),
    "ready": _somewhere,
    "pay": lambda rest: _place(rest) or _goods(rest),
    "give": lambda rest: _pool(rest) and not _goods(rest),
    "return": lambda rest: mentions(rest, OBJECTIVE_NAMES),
    "offer": lambda rest: bool(_DEAL.search(rest)) and (not _pool(rest) or _goods(rest)),
    "vote": lambda rest: bool(rest) and not mentions(rest, ACTION_NAMES),
    "discard": lambda rest: bool(rest) and not _unit(rest),
    "transfer": lambda rest: _unit(rest) and _somewhere(rest) and " to " in f" {fold(rest)} ",
    "barrage": lambda rest: True,
}
"""What can follow a verb: it decides between verbs that share a word, and about misspelt ones."""


_SHORT_ANSWERS = ("yes", "no", "tak", "nie", "igen", "nem", *NOTHING_WORDS)


def _answered_or_paid(rest: str) -> bool:
    """Return whether the text after CUSTODIANS says yes or no, or names a price, such as
    nothing."""
    return _place(rest) or _goods(rest) or fold(rest).endswith(_SHORT_ANSWERS)


STRICT_VERBS: Final[dict[str, Callable[[str], bool]]] = {
    "hold": alone_or(_names(FACTION_NAMES)),
    "fire": alone_or(_names(FACTION_NAMES, UNITS, PLACE_NAMES)),
    "retreat": alone_or(_somewhere),
    "custodians": alone_or(_answered_or_paid),
    "bombard": alone_or(_names(UNITS, PLANET_NAMES)),
    "land": alone_or(lambda rest: _ground(rest) or _place(rest.replace("-", " "))),
    "produce": alone_or(_unit),
    "build": alone_or(_unit),
}
"""What may follow words that settle something, or pass over a question by naming a later step."""
