"""Turns suggested to a person by the player that thinks, from what their seat may know."""

from typing import Final, NamedTuple

from pbem.models import Game, Seat
from pbem.play import bots, loading
from rules.kernel.match import Match
from rules.kernel.thinking import suggestions

SECONDS: Final = 1.5
"""CPU time for comparing turns."""


class Suggested(NamedTuple):
    """A turn as one line of orders, and what gains by it, in the reader's language."""

    orders: str
    gains: tuple[str, ...]


class Suggestions(NamedTuple):
    """The question that the turns answer, and the turns."""

    question: str
    turns: tuple[Suggested, ...]


def turns(game: Game, match: Match, seat: Seat, most: int) -> Suggestions | None:
    """Return turns for the first open question of the seat; None where it is asked nothing."""
    open_ = match.open_for(seat.number)
    if not open_:
        return None
    address, decision = open_[0]
    thinking = match.ruleset.features.thinking
    say = thinking.say if thinking else str
    thought = bots.thought_of(game, match, seat)
    with loading.rules_at_work():
        found = suggestions.compared(thought, address, decision, most, SECONDS)
    made = [Suggested("; ".join(one.orders), tuple(map(say, one.gains))) for one in found]
    return Suggestions(address, tuple(made))
