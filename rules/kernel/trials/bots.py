"""A random player for every game: it needs nothing but the decisions' own samples."""

from random import Random
from typing import Any

from rules.kernel.codec import plain
from rules.kernel.decisions import Decision
from rules.kernel.match import Match
from rules.kernel.records.record import Answers, Given, Input, Interject, Source
from rules.kernel.views import SomeView


class RandomBot:
    """Answer with random legal samples, and now and then make a random interjection."""

    def __init__(self, rng: Random, interject: float = 0.05) -> None:
        self.rng = rng
        self.interject = interject

    def __call__(self, decision: Decision[Any], view: SomeView) -> Any:
        return decision.sample(view, self.rng)

    def next_input(self, match: Match) -> Input:
        """Return the next input of a match: an interjection, or answers to the open ask."""
        ask = match.ask
        assert ask is not None
        if self.rng.random() < self.interject:
            play = self.interjection(match)
            if play is not None:
                return play
        items = ask.items()
        if ask.mode == "first":
            items = [self.rng.choice(items)]
        given = tuple(
            Given(d.seat, a, plain(self(d, match.view(d.seat))), Source("bot")) for a, d in items
        )
        return Answers(ask.address, given)

    def interjection(self, match: Match) -> Interject | None:
        """Return a random interjection that is legal for all its parties; None if none is found."""
        assert match.ask is not None
        kinds = match.ruleset.interjections
        if not kinds:
            return None
        kind = self.rng.choice(kinds)
        seat = self.rng.choice(match.seats)
        what = kind.propose(match.view(seat), self.rng)
        if what is None:
            return None
        play = Interject(match.ask.address, kind.name(), seat, plain(what), Source("bot"))
        return None if match.refusals(play) else play
