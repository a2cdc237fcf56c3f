"""Whom a table waits for, as everybody at it may know."""

from collections.abc import Iterable

from pbem.models import Game, Prompt
from rules.kernel.match import Match


def waited_for(game: Game, match: Match, open_prompts: Iterable[Prompt]) -> list[int]:
    """Return the seats without which the open question cannot be ruled on.

    In a window these are all who were asked and have not written since, whoever holds something or
    lets a rule answer; at a trust table those who could react.
    """
    ask = match.ask
    if ask is None:
        return []
    wanted = (ask.decision(prompt.address) for prompt in open_prompts if prompt.waiting)
    return sorted({decision.seat for decision in wanted if decision is not None})
