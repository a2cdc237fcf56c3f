"""Every question of the game, and the verbs of its orders in three languages."""

from collections.abc import Callable
from typing import Any, Final

from rules.eclipse.actions.explore import ExploreAgain, PlaceSector
from rules.eclipse.actions.research import ResearchAgain
from rules.eclipse.combat.battle import FireOrder
from rules.eclipse.combat.bombardment import BOMBS, DICE, Bombard, PickCubes
from rules.eclipse.combat.control import Claim
from rules.eclipse.combat.firing import AimDice
from rules.eclipse.combat.reputation import KeepReputation
from rules.eclipse.combat.retreat import Activate, Stalemate
from rules.eclipse.diplomacy import AnswerOffer, Council
from rules.eclipse.discoveries import Discovery
from rules.eclipse.facts import load
from rules.eclipse.names import (
    DIRECTION_NAMES,
    ITEM_NAMES,
    PART_NAMES,
    RESOURCE_NAMES,
    SHIP_NAMES,
    SPECIES_NAMES,
    SQUARE_NAMES,
    TARGET_NAMES,
    TECHNOLOGY_NAMES,
)
from rules.eclipse.phases.action import EndTurn, TakeReaction, TakeTurn
from rules.eclipse.phases.upkeep import Settle, UpkeepColonies
from rules.eclipse.player.population import CubesHome
from rules.eclipse.player.technologies import TakeArtifacts
from rules.eclipse.reading import has_sector, mentions, names_one
from rules.eclipse.setup import ChooseSpecies, TurnHome
from rules.kernel.decisions import Decision
from rules.lexicon import Names, adds_nothing, fold

DECISIONS: Final[tuple[type[Decision[Any]], ...]] = (
    ChooseSpecies, TurnHome, TakeTurn, TakeReaction, EndTurn, PlaceSector, ExploreAgain,
    ResearchAgain, Discovery, TakeArtifacts, CubesHome, AnswerOffer, Council, FireOrder,
    Activate, AimDice, Stalemate, KeepReputation, Bombard, PickCubes, Claim, UpkeepColonies,
    Settle,
)  # fmt: skip

VERBS: Final[dict[str, tuple[str, ...]]] = {
    verb: tuple(word for words in languages.values() for word in words)
    for verb, languages in load("verbs", dict[str, dict[str, tuple[str, ...]]]).items()
}
"""The words of every order by language; "take off → remove" is a verb and its argument's start."""

EXACT_VERBS: Final = frozenset(
    {"pass", "rest", "hold", "stay", "done", "agree", "refuse", "give up"}
)
"""Words that settle something at once: never guessed from a word like them."""
_MOST_WORDS: Final = 4


def _names(*kinds: Names) -> Callable[[str], bool]:
    return lambda rest: any(mentions(rest, kind) for kind in kinds)


def _place(rest: str) -> bool:
    return has_sector(rest) or mentions(rest, DIRECTION_NAMES)


def _not(fits: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda rest: not fits(rest)


_part = _names(PART_NAMES)
_ship = _names(SHIP_NAMES)
_resource = _names(RESOURCE_NAMES)


def _is_short(rest: str) -> bool:
    return len(rest.split()) <= _MOST_WORDS


def _named(rest: str) -> bool:
    """Return whether a few words say with whom: "to Hydran", not "of the Roman empire, chapter
    two"."""
    return _is_short(rest) and mentions(rest, SPECIES_NAMES)


def _paid(rest: str) -> bool:
    return _is_short(rest) and _resource(rest.replace("-", " "))


def _how_to_bomb(rest: str) -> bool:
    return _is_short(rest) and bool(BOMBS.search(fold(rest)) or DICE.search(fold(rest)))


VERB_ARGUMENTS: Final[dict[str, Callable[[str], bool]]] = {
    "choose": _names(SPECIES_NAMES),
    "turn": lambda rest: rest.strip().isdigit(),
    "explore": _place,
    "place": _not(_part),
    "discard": _not(bool),
    "influence": lambda rest: has_sector(rest) or "flip" in fold(rest) or "coloni" in fold(rest),
    "research": lambda rest: names_one(rest, TECHNOLOGY_NAMES) and not has_sector(rest),
    "take": lambda rest: _resource(rest) and not _ship(rest),
    "upgrade": lambda rest: _part(rest) or (_ship(rest) and fold(rest).startswith("remove")),
    "build": _names(ITEM_NAMES),
    "move": has_sector,
    "colonize": lambda rest: has_sector(rest),
    "trade": _resource,
    "cubes": lambda rest: _resource(rest) and not has_sector(rest),
    "sequence": _ship,
    "attack": lambda rest: not has_sector(rest),
    "retreat": lambda rest: has_sector(rest) or _ship(rest),
    "target": _names(TARGET_NAMES),
    "aim": _names(TARGET_NAMES),
    "bombard": has_sector,
    "spare": has_sector,
    "destroy": _names(SQUARE_NAMES),
    "claim": has_sector,
    "release": has_sector,
    "give up": _not(bool),
    "agree": lambda rest: adds_nothing(rest) or _named(rest) or _paid(rest) or _how_to_bomb(rest),
    "refuse": lambda rest: adds_nothing(rest) or _named(rest),
}
"""What can follow a verb: it decides between verbs that share a word, and about misspelt ones."""
