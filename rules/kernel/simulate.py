"""Whole games by legal random bots, with the ruleset's promises checked after every step."""

import hashlib
import time
from random import Random
from typing import Any, NamedTuple

from rules.kernel.bots import RandomBot
from rules.kernel.dice import Secret
from rules.kernel.history import History
from rules.kernel.match import Match
from rules.kernel.ruleset import Ruleset
from rules.kernel.setting import Setting
from rules.kernel.views import AnyState

MAX_DECISIONS = 200_000


class Crash(Exception):
    """A simulated game that broke; `seed` repeats it."""

    def __init__(self, seed: str, cause: BaseException) -> None:
        self.seed = seed
        super().__init__(f"game {seed} crashed: {type(cause).__name__}: {cause}")


class Played(NamedTuple):
    """One simulated game."""

    history: History
    match: Match
    decisions: int
    violations: tuple[str, ...]


class Report(NamedTuple):
    """What `simulate` prints, and `--json` in these fields."""

    games: int
    finished: int
    rounds: int
    decisions: int
    steps: int
    decisions_per_second: float
    violations: int


def secret_for(seed: str) -> Secret:
    """Return the secret that follows from a seed, for tests and simulations."""
    return Secret(hashlib.sha256(seed.encode()).hexdigest())


def play_game(ruleset: Ruleset[Any], options: Any, seed: str, keep: bool = True) -> Played:
    """Play one game from start to end; Crash names the seed. `keep`: keep the record."""
    broken: list[str] = []

    def watch(state: AnyState, step: str) -> None:
        broken.extend(f"{seed} {step}: {words}" for words in ruleset.invariants(state))

    bot = RandomBot(Random(seed))
    secret = secret_for(seed)
    history = History(Setting(ruleset, options, secret))
    decisions = 0
    try:
        match, ruling = Match.start(Setting(ruleset, options, secret), watch=watch)
        if keep:
            history.add(ruling, match.snap)
        while not match.over and decisions < MAX_DECISIONS:
            given = bot.next_input(match)
            ruling = match.apply(given)
            decisions += max(1, len(ruling.seats))
            if keep:
                history.add(ruling, match.snap)
    except Exception as error:
        raise Crash(seed, error) from error
    return Played(history, match, decisions, tuple(broken))


def simulate(
    ruleset: Ruleset[Any], options: Any, games: int, seed: str
) -> tuple[Report, list[str]]:
    """Play `games` games; return the report and the broken invariants in words.

    The seed of game i is `seed/i`; playing it alone repeats it.
    """
    finished = rounds = decisions = steps = 0
    violations: list[str] = []
    began = time.perf_counter()
    for i in range(games):
        played = play_game(ruleset, options, f"{seed}/{i}", keep=False)
        finished += played.match.over
        rounds += played.match.round
        decisions += played.decisions
        steps += played.match.steps
        violations += played.violations
    took = time.perf_counter() - began
    rate = round(decisions / took, 1) if took else 0.0
    report = Report(games, finished, rounds, decisions, steps, rate, len(violations))
    return report, violations
