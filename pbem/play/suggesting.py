"""Turns suggested to a person by the player that thinks, from what their seat may know."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from pbem.models import Game, Seat
from pbem.play import bots, loading
from rules.kernel.match import Match
from rules.kernel.orders.readers_words import each_in_readers_words
from rules.kernel.thinking import suggestions

MOST: Final = 3
SECONDS: Final = 1.5
"""CPU time for comparing turns."""


class Suggested(NamedTuple):
    """A turn as one line of orders, what gains by it, and its orders, all in the reader's language
    but for `orders`."""

    orders: str
    gains: tuple[str, ...]
    own: tuple[str, ...]
    whole: bool
    """Whether it is a turn, and no answer inside one or out of it."""

    @property
    def shown(self) -> str:
        return "; ".join(self.own)

    @property
    def lines(self) -> str:
        """The orders as they are written into a box, one below the other."""
        return "\n".join(self.own)

    @property
    def why(self) -> str:
        return what_gains(self.gains) if self.gains or self.whole else ""


def what_gains(gains: Sequence[str]) -> str:
    """Return one line that says what a suggested turn is good for."""
    return _("gains: %(what)s") % {"what": ", ".join(gains)} if gains else _("a quiet turn")


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
        view = match.view(seat.number)
        own = partial(each_in_readers_words, match.ruleset, decision=decision, view=view)
        made = [
            Suggested(
                "; ".join(one.orders),
                tuple(map(say, one.gains)),
                tuple(own(one.orders)),
                decision.root,
            )
            for one in found
        ]
    return Suggestions(address, tuple(made))
