"""What suits a table whose people play the game for the first time."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.clocks.presets import PRESETS
from pbem.clocks.terms import PRESET, terms_of
from pbem.models import Game
from rules.kernel.match import Match
from rules.kernel.ruleset import Ruleset
from rules.lexicon import fold

NAME: Final = "first-game"
_WORDS: Final = tuple(
    fold(word) for word in (NAME, "pierwsza-gra", "pierwsza-partia", "első-játék")
)
PACE: Final = PRESETS["relaxed"]
TERMS: Final[Mapping[str, Any]] = {
    **PRESET,
    "repent_minutes": 30,
    "hours_after_miss": 4,
    "reminder_share": 0.5,
    "lessons": True,
}
"""Time for second thoughts and to come back after a miss, an early reminder, mails that explain."""

FIRST_ROUNDS = 2
"""So long beginners are told what to go for."""


def is_meant(word: str) -> bool:
    """Return whether a word asks for such a table."""
    return fold(word) in _WORDS


def options(ruleset: Ruleset[Any], players: int) -> dict[str, Any]:
    """Return the options that the game advises for so many beginners."""
    first, sides = ruleset.features.first_game, ruleset.features.sides
    chosen = dict(first.options)
    if sides is not None and len(first.sides) >= players:
        chosen |= sides.chosen(first.sides[:players])
    return chosen


def advice(game: Game, match: Match) -> Sequence[str]:
    """Return what to go for, in the first rounds of a table that wants lessons; else nothing."""
    if not terms_of(game).lessons or match.over or match.round > FIRST_ROUNDS:
        return ()
    return match.ruleset.features.first_game.advice()
