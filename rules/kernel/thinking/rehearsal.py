"""Games that one seat cannot tell from the real one, to try answers out in.

Whoever thinks about a match is given rehearsals of it: what the seat cannot see is dealt again, and
the dice are other dice. So a thinking player knows what its seat knows, and nothing else.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.kernel.codec import plain
from rules.kernel.decisions import Decision, Interjection
from rules.kernel.dice import Dice, Secret
from rules.kernel.match import Match
from rules.kernel.records.record import Interject, Source
from rules.kernel.views import SomeView
from rules.lexicon.speech import RECORD, speaking


class Rehearsal(Match):
    """A match in thought: it keeps no record, and nobody is told what happens in it."""

    @property
    def stage(self) -> str:
        return self._stage

    def go_on(self, sent: Mapping[str, Any]) -> None:
        """Go on with these answers, by address; they must be legal."""
        with speaking(RECORD):
            self._answer(dict(sent))

    def interject(self, what: Interjection) -> bool:
        """Go on with an interjection; False where one of its parties may not take part."""
        assert self.ask is not None
        given = Interject(self.ask.address, what.name(), what.seat, plain(what), Source("bot"))
        if self.refusals(given):
            return False
        self._feed(given)
        return True

    def _end_step(self) -> None:
        self.steps += 1
        self._fed = False
        self._forget()
        self._run.mute = True


def rehearse(match: Match, seat: int, seed: str) -> Rehearsal:
    """Return a game at the same question that looks the same to `seat`, with chance of its own.

    Equal views and equal seeds give equal rehearsals.
    """
    rehearsal = Rehearsal.at_the_question_of(match)
    rehearsal.steps = 0
    state = rehearsal.state
    other = match.ruleset.disguise(state, seat, Random(seed))
    for old, new in ((state.box, other.box), *zip(state.hand, other.hand, strict=True)):
        for name in old.__struct_fields__:
            setattr(old, name, getattr(new, name))
    rehearsal._run.dice = Dice(Secret(seed))
    rehearsal._run.mute = True
    return rehearsal


class Thought:
    """What a thinking player is given: its question, its view, and rehearsals of the game."""

    def __init__(self, match: Match, seat: int, seed: str) -> None:
        self._match = match
        self.ruleset = match.ruleset
        self.seat = seat
        self.seed = seed
        assert match.ask is not None
        self.at = match.ask.address
        self.round = match.round

    @property
    def view(self) -> SomeView:
        return self._match.view(self.seat)

    @property
    def public(self) -> SomeView:
        return self._match.view(None)

    def questions(self) -> list[tuple[str, Decision[Any]]]:
        """Return the seat's open questions, with their addresses."""
        return self._match.open_for(self.seat)

    def rehearsal(self, world: int) -> Rehearsal:
        """Return the game in one of the worlds that the seat's knowledge allows."""
        return rehearse(self._match, self.seat, f"{self.seed}/{self.at}/{self.seat}/{world}")
