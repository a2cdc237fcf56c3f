"""Whole games by bots, with the ruleset's promises checked after every step."""

import hashlib
import time
from collections.abc import Callable
from random import Random
from typing import Any, Literal, NamedTuple, Protocol, get_args, get_origin, get_type_hints

from rules.kernel.codec import plain
from rules.kernel.dice import Secret
from rules.kernel.errors import BadOptions
from rules.kernel.match import Match
from rules.kernel.records.history import History
from rules.kernel.records.record import Input
from rules.kernel.ruleset import Options, Ruleset
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.views import SomeState

MAX_DECISIONS = 200_000
MOST_DRAWS = 100
"""How often options are drawn anew because they may not go together."""


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


def drawn_options(ruleset: Ruleset[Any], options: Options, seed: str) -> Options:
    """Return these options with those that are yes or no, or one of a list, drawn by the seed."""
    rng = Random(f"options {seed}")
    choices: dict[str, tuple[Any, ...]] = {}
    for name, kind in get_type_hints(type(options)).items():
        if kind is bool:
            choices[name] = (False, True)
        elif get_origin(kind) is Literal:
            choices[name] = get_args(kind)
    for _draw in range(MOST_DRAWS):
        drawn = {name: rng.choice(values) for name, values in choices.items()}
        try:
            found: Options = ruleset.read_options({**plain(options), **drawn})
            return found
        except BadOptions:
            continue
    raise BadOptions(f"No options of {ruleset.name} that go together were drawn.")


class Players(Protocol):
    """Whoever plays all seats of a match."""

    def next_input(self, match: Match) -> Input:
        """Return the next input of a match: an interjection, or answers to the open ask."""
        ...


def play_game(
    ruleset: Ruleset[Any],
    options: Options,
    seed: str,
    keep: bool = True,
    players: Players | None = None,
) -> Played:
    """Play one game from start to end; Crash names the seed. `keep`: keep the record.

    `players`: who plays it, else random bots.
    """
    broken: list[str] = []

    def watch(state: SomeState, step: str) -> None:
        broken.extend(f"{seed} {step}: {words}" for words in ruleset.invariants(state))

    players = players or RandomBot(Random(seed))
    secret = secret_for(seed)
    history = History(Setting(ruleset, options, secret))
    decisions = 0
    try:
        match, ruling = Match.start(Setting(ruleset, options, secret), watch=watch)
        if keep:
            history.add(ruling, match.snap)
        while not match.over and decisions < MAX_DECISIONS:
            ruling = match.apply(players.next_input(match))
            decisions += max(1, len(ruling.seats))
            if keep:
                history.add(ruling, match.snap)
    except Exception as error:
        raise Crash(seed, error) from error
    return Played(history, match, decisions, tuple(broken))


def simulate(
    ruleset: Ruleset[Any],
    options: Options,
    games: int,
    seed: str,
    players: Callable[[str], Players | None] = lambda seed: None,
    mixed: bool = False,
) -> tuple[Report, list[str]]:
    """Play `games` games; return the report and the broken invariants in words.

    The seed of game i is `seed/i`; playing it alone repeats it. `players(seed)`: who plays that
    game, else random bots. `mixed`: each game draws its options.
    """
    finished = rounds = decisions = steps = 0
    violations: list[str] = []
    began = time.perf_counter()
    for i in range(games):
        name = f"{seed}/{i}"
        chosen = drawn_options(ruleset, options, name) if mixed else options
        played = play_game(ruleset, chosen, name, keep=False, players=players(name))
        finished += played.match.over
        rounds += played.match.round
        decisions += played.decisions
        steps += played.match.steps
        violations += played.violations
    took = time.perf_counter() - began
    rate = round(decisions / took, 1) if took else 0.0
    report = Report(games, finished, rounds, decisions, steps, rate, len(violations))
    return report, violations
