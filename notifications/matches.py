"""The match of a game, for whoever composes a mail."""

import logging

from pbem.models import Game
from pbem.play import loading
from rules.kernel.errors import Diverged
from rules.kernel.match import Match

log = logging.getLogger(__name__)


def awake(game: Game) -> Match | None:
    """Return the game's match; None if the rules no longer understand its record.

    Such a game is frozen, and its players still get mail.
    """
    try:
        return loading.load(game).match
    except (Diverged, loading.RulesFailed) as error:
        log.error("game=%s cannot be woken for a mail: %s", game.pk, type(error).__name__)
        return None


def seat_names(game: Game) -> tuple[str, ...]:
    """Return what the seats are called; empty before the start, or if the game cannot be woken."""
    match = awake(game) if game.head_seq else None
    return match.view(None).names if match is not None else ()
