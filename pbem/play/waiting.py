"""Whom a table waits for, as everybody at it may know."""

from collections.abc import Iterable

from pbem.models import Game, Prompt
from rules.kernel.match import Match


def waited_for(game: Game, match: Match, open_prompts: Iterable[Prompt]) -> list[int]:
    """Return the seats without which the open question cannot be ruled on.

    A veiled window waits for its hour and for nobody: as long as it stands open, all who were asked
    are named, whoever holds something, has answered or lets a policy answer.
    """
    ask = match.ask
    if ask is None:
        return []
    if ask.mode == "window" and game.mode == Game.Mode.VEILED:
        return sorted({decision.seat for decision in ask.decisions})
    wanted = (ask.decision(prompt.address) for prompt in open_prompts if prompt.waiting)
    return sorted({decision.seat for decision in wanted if decision is not None})
