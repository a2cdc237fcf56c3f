"""What Eclipse costs: replay, waking, questions, odds; beside the test bed in the same run.

    python -m bench.eclipse

The test bed (`tests/skirmish`) is the yardstick: a ratio to it means the same on any machine.
Replay and waking are counted in seconds of this process, so that a busy machine does not tell.
"""

import time
from random import Random
from typing import Any

from bench.timing import Timing, summary, timing
from rules.eclipse.odds import odds_of_text
from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.bots import RandomBot
from rules.kernel.codec import encode
from rules.kernel.history import History
from rules.kernel.match import Match
from rules.kernel.ruleset import Ruleset
from rules.kernel.simulate import play_game, secret_for
from tests.skirmish.ruleset import SKIRMISH

GAMES = 4
REPLAYS_A_SECOND = 7_500
WAKE_MS = 2.0
ODDS_MS = 200.0
FLEETS = {
    "6 cruisers against 6": ("6 cruiser", "6 cruiser"),
    "6 of three types against 6": (
        "2 dreadnought; 2 cruiser; 2 interceptor",
        "2 starbase; 2 cruiser; 2 interceptor",
    ),
    "6 upgraded against 6": (
        "2 dreadnought: 2 plasma cannon, 2 improved hull, fusion source, positron computer, "
        "fusion drive; 4 cruiser: plasma cannon, 2 hull, fusion source, electron computer, "
        "fusion drive",
        "2 dreadnought: 2 ion cannon, 2 improved hull, fusion source, positron computer, "
        "gauss shield, nuclear drive; 4 cruiser: ion cannon, 2 improved hull, fusion source, "
        "electron computer, fusion drive",
    ),
}


def cold_replay(ruleset: Ruleset[Any], players: int) -> float:
    """Decisions a second from the record alone, every state hash compared; the best of three."""
    options = ruleset.read_options({"players": players})
    games = [play_game(ruleset, options, f"bench/{i}") for i in range(GAMES)]
    decisions = sum(game.decisions for game in games)
    best = 0.0
    for _ in range(3):
        began = time.process_time()
        for game in games:
            match = Match(ruleset, options, game.history.secret)
            for ruling in game.history.rulings:
                match.replay(ruling)
        best = max(best, decisions / (time.process_time() - began))
    return best


def worker_decision(ruleset: Ruleset[Any], players: int) -> tuple[Timing, int]:
    """Wake, answer, snapshot: once for every decision of a game."""
    options = ruleset.read_options({"players": players})
    took: list[float] = []
    size = 0
    for seed in range(GAMES // 2):
        secret = secret_for(f"bench/{seed}")
        match, ruling = Match.start(ruleset, options, secret)
        history = History(ruleset, options, secret)
        history.add(ruling, match.snap)
        bot = RandomBot(Random(seed))
        while match.ask is not None:
            given = bot.next_input(match)
            began = time.process_time()
            match = history.wake()
            ruling = match.apply(given)
            encode(ruling)
            encode(match.snap)
            took.append(time.process_time() - began)
            history.add(ruling, match.snap)
            size = max(size, len(match.snap.state))
    return summary(took), size


def main() -> None:
    yardstick = cold_replay(SKIRMISH, 6)
    print(f"test bed, 6 players: cold replay {yardstick:8.0f} decisions/s")
    for players in (2, 4, 6):
        rate = cold_replay(ECLIPSE, players)
        share = rate / yardstick
        print(
            f"Eclipse, {players} players: cold replay {rate:8.0f} decisions/s "
            f"({share:.2f} of the test bed; wanted {REPLAYS_A_SECOND})"
        )
    woken, size = worker_decision(ECLIPSE, 6)
    print(f"Eclipse, 6 players: wake + answer + snapshot {woken} (wanted {WAKE_MS} ms)")
    print(f"                    largest state {size} bytes")
    for name, (attacker, defender) in FLEETS.items():
        took = timing(lambda a=attacker, d=defender: odds_of_text(a, d, {}), 5)  # type: ignore[misc]
        precision = odds_of_text(attacker, defender, {})["precision"]
        print(
            f"odds, {name}: {took.median * 1000:6.0f} ms, precision {precision:.1e} "
            f"(wanted {ODDS_MS:.0f} ms)"
        )


if __name__ == "__main__":
    main()
