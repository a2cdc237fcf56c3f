"""Whole games between players that think, and what came of them."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from rules.kernel.codec import plain
from rules.kernel.match import Match
from rules.kernel.records.record import Answers, Given, Input, Interject, Source
from rules.kernel.ruleset import Options, Ruleset
from rules.kernel.thinking.planner import RANDOM, Level, Planner
from rules.kernel.thinking.rehearsal import Thought
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import Played, play_game


class Players:
    """Players of the given levels in the seats of one match."""

    def __init__(self, ruleset: Ruleset[Any], levels: Sequence[Level], seed: str) -> None:
        self.planners = [Planner(ruleset, level) for level in levels]
        self.seed = seed
        self.seconds = [0.0] * len(levels)
        self._random = RandomBot(Random(seed))
        self._offered = ""

    def next_input(self, match: Match) -> Input:
        """Return the next input of a match: a deal, or answers to the open ask."""
        ask = match.ask
        assert ask is not None
        deal = self._deal(match)
        if deal is not None:
            return deal
        items = ask.items()
        if ask.mode == "first":
            items = items[:1]
        given = []
        for address, decision in items:
            planner = self.planners[decision.seat]
            began = time.process_time()
            if planner.level == RANDOM:
                answer = self._random(decision, match.view(decision.seat))
            else:
                thought = Thought(match, decision.seat, self.seed)
                answer = planner.answer(thought, address, decision)
            self.seconds[decision.seat] += time.process_time() - began
            given.append(Given(decision.seat, address, plain(answer), Source("bot")))
        return Answers(ask.address, tuple(given))

    def _deal(self, match: Match) -> Interject | None:
        """Return a deal that somebody offers at the beginning of a turn, and the others accept."""
        ask = match.ask
        assert ask is not None
        decision = ask.decisions[0]
        if not decision.root or ask.address == self._offered:
            return None
        self._offered = ask.address
        planner = self.planners[decision.seat]
        if planner.level == RANDOM:
            return self._random.interjection(match) if self._random.rng.random() < 0.1 else None
        what = planner.offer(Thought(match, decision.seat, self.seed))
        if what is None:
            return None
        for seat in what.parties():
            other = self.planners[seat]
            willing = other.level == RANDOM or seat == decision.seat
            if not willing and not other.accepts(Thought(match, seat, self.seed), what):
                return None
        play = Interject(ask.address, what.name(), what.seat, plain(what), Source("bot"))
        return None if match.refusals(play) else play


class Game(NamedTuple):
    """One game of an arena."""

    played: Played
    seconds: tuple[float, ...]


def play(
    ruleset: Ruleset[Any], options: Options, levels: Sequence[Level], seed: str, keep: bool = False
) -> Game:
    """Play one game between players of these levels; Crash names the seed."""
    players = Players(ruleset, levels, seed)
    played = play_game(ruleset, options, seed, keep, players)
    return Game(played, tuple(players.seconds))


class Line(NamedTuple):
    """How one player did in one game. `who` is the side it played, such as a faction."""

    level: str
    seat: int
    who: str
    place: int
    points: int
    seconds: float


class Outcome(NamedTuple):
    """One game in numbers. `events`: how often each kind of event was told."""

    seed: str
    rounds: int
    over: bool
    lines: tuple[Line, ...]
    events: Mapping[str, int]
    violations: tuple[str, ...]


def outcome(ruleset: Ruleset[Any], options: Options, levels: Sequence[Level], seed: str) -> Outcome:
    """Play one game and return it in numbers."""
    game = play(ruleset, options, levels, seed, keep=True)
    match = game.played.match
    view = match.view(None)
    lines = tuple(
        Line(
            levels[rank.seat].name,
            rank.seat,
            view.name(rank.seat),
            rank.place,
            rank.points,
            game.seconds[rank.seat],
        )
        for rank in ruleset.standings(view)
    )
    told = Counter(
        told.event["kind"] for ruling in game.played.history.rulings for told in ruling.events
    )
    return Outcome(seed, match.round, match.over, lines, told, game.played.violations)


def seated(levels: Sequence[Level], game: int) -> list[Level]:
    """Return the levels by seat: in each game everybody sits one place further on."""
    at = game % len(levels)
    return [*levels[at:], *levels[:at]]
