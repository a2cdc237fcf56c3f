"""What any game's engine costs, measured the same way for all: replay, waking, growth.

Counted in seconds of this process, so that a busy machine tells less.
"""

import time
from random import Random
from typing import Any, NamedTuple

from bench.timing import Timing, summary
from rules.kernel.codec import encode
from rules.kernel.match import Match
from rules.kernel.records.history import History
from rules.kernel.ruleset import Ruleset
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import Played, play_game, secret_for


def recorded(ruleset: Ruleset[Any], options: Any, games: int) -> list[Played]:
    """Whole games by random players, the same every time."""
    return [play_game(ruleset, options, f"bench/{i}") for i in range(games)]


def replayed(ruleset: Ruleset[Any], options: Any, game: Played) -> float:
    """Seconds for one game from its record alone, every state hash compared."""
    began = time.process_time()
    match = Match(Setting(ruleset, options, game.history.secret))
    for ruling in game.history.rulings:
        match.replay(ruling)
    return time.process_time() - began


def cold_replay(ruleset: Ruleset[Any], options: Any, games: list[Played]) -> float:
    """Decisions a second; of each game the best of three."""
    decisions = sum(game.decisions for game in games)
    took = sum(min(replayed(ruleset, options, game) for _ in range(3)) for game in games)
    return decisions / took


class Woken(NamedTuple):
    """Wake, answer, snapshot: over all decisions, and by round."""

    all: Timing
    by_round: dict[int, Timing]
    largest: int
    """Bytes of the largest state."""


def worker_decision(ruleset: Ruleset[Any], options: Any, games: int) -> Woken:
    """What a worker does for one ruling, once for every ruling of some games."""
    took: dict[int, list[float]] = {}
    largest = 0
    for seed in range(games):
        secret = secret_for(f"bench/{seed}")
        match, ruling = Match.start(Setting(ruleset, options, secret))
        history = History(Setting(ruleset, options, secret))
        history.add(ruling, match.snap)
        bot = RandomBot(Random(seed))
        while match.ask is not None:
            given = bot.next_input(match)
            began = time.process_time()
            match = history.wake()
            ruling = match.apply(given)
            encode(ruling)
            encode(match.snap)
            spent = time.process_time() - began
            took.setdefault(ruleset.round(match.state), []).append(spent)
            history.add(ruling, match.snap)
            largest = max(largest, len(match.snap.state))
    every = [seconds for times in took.values() for seconds in times]
    return Woken(summary(every), {n: summary(took[n]) for n in sorted(took)}, largest)
