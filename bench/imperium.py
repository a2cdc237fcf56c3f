"""What either Twilight Imperium costs: replay beside a Diplomacy engine, waking, the picture.

`python -m bench.ti4` and `python -m bench.ti3` call it. The `diplomacy` package is the yardstick:
decisions replayed in the time of one of its movement phases mean the same on any machine. All is
counted in seconds of this process, replay and phases turn about and the best of several, so that a
busy machine tells less.
"""

import time
from typing import Any

from bench.kernel import diplomacy_phase
from bench.playing import Woken, cold_replay, recorded, worker_decision
from bench.timing import timing
from rules.kernel.match import Match
from rules.kernel.ruleset import Ruleset
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import Played

PLAYERS = 6
GAMES = 4
REPEATS = 5
RATIO = 7_500 / 650
"""Decisions in the time of a phase: what the two are wanted to do in a second."""
SVG_MS = 20.0


def replay(ruleset: Ruleset[Any], options: Any, games: list[Played]) -> None:
    """Phases and replays turn about, the best of several."""
    phase, rate = float("inf"), 0.0
    for _ in range(REPEATS):
        phase = min(phase, diplomacy_phase(time.process_time).median)
        rate = max(rate, cold_replay(ruleset, options, games))
    print(f"diplomacy, one movement phase   {phase * 1e6:6.0f} µs ({1 / phase:.0f} a second)")
    print(f"cold replay, 6 players          {rate:6.0f} decisions/s")
    ratio = rate * phase
    print(f"decisions in the time of a phase {ratio:5.1f}  {_verdict(ratio >= RATIO, RATIO)}")


def growth(ruleset: Ruleset[Any], options: Any, games: list[Played]) -> None:
    """Replay by round: what a decision costs late in a game and early in it."""
    spent: dict[int, float] = {}
    decisions: dict[int, int] = {}
    for game in games:
        match = Match(Setting(ruleset, options, game.history.secret))
        for ruling in game.history.rulings:
            began = time.process_time()
            match.replay(ruling)
            round_ = ruleset.round(match.state)
            spent[round_] = spent.get(round_, 0.0) + time.process_time() - began
            decisions[round_] = decisions.get(round_, 0) + max(1, len(ruling.seats))
    each = {n: spent[n] / decisions[n] * 1e6 for n in sorted(spent)}
    print("replay, µs a decision by round   " + _by_round(each))


def woken(found: Woken, wanted: float) -> None:
    ok = found.all.median * 1e3 <= wanted
    print(f"wake + answer + snapshot        {found.all}  {_verdict(ok, wanted)}")
    print(f"largest state                   {found.largest} bytes")
    medians = {n: took.median * 1e6 for n, took in found.by_round.items()}
    print("waking, µs median by round       " + _by_round(medians))


def picture(ruleset: Ruleset[Any], game: Played) -> None:
    view = game.match.view(None)
    galaxy = ruleset.pictures(view)[0]
    took = timing(lambda: galaxy.svg, 20)
    size = len(galaxy.svg.encode())
    ok = took.median * 1e3 <= SVG_MS
    print(f"galaxy as SVG ({size} bytes)    {took}  {_verdict(ok, SVG_MS)}")


def _by_round(values: dict[int, float]) -> str:
    return "  ".join(f"r{n} {value:.0f}" for n, value in values.items())


def _verdict(ok: bool, wanted: float) -> str:
    return f"{'ok' if ok else 'MISSED'} (wanted {wanted:.1f})"


def measure(ruleset: Ruleset[Any], wake_ms: float) -> None:
    """Print all of it; waking should take `wake_ms` at most."""
    options = ruleset.read_options({"players": PLAYERS})
    games = recorded(ruleset, options, GAMES)
    replay(ruleset, options, games)
    growth(ruleset, options, games)
    woken(worker_decision(ruleset, options, GAMES // 2), wake_ms)
    picture(ruleset, max(games, key=lambda game: ruleset.round(game.match.state)))
