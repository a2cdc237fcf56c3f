"""What Twilight Inscription costs: replay beside a Diplomacy engine, waking, pictures.

    python -m bench.inscription

The yardstick is a movement phase of the `diplomacy` package, as in `bench.eclipse`.
"""

import time
from statistics import median

from bench.kernel import diplomacy_phase
from bench.playing import cold_replay, recorded, worker_decision
from rules.inscription.ruleset import INSCRIPTION
from rules.kernel.trials.simulate import play_game

GAMES = 4
REPEATS = 5
RATIO = 11.5
"""Decisions wanted in the time of a Diplomacy phase."""
WAKE_MS = 1.0
PICTURE_MS = 40.0


def replay() -> None:
    """Decisions a second, and in the time of a Diplomacy phase measured just before."""
    for players in (1, 4, 8):
        options = INSCRIPTION.read_options({"players": players})
        games = recorded(INSCRIPTION, options, GAMES)
        rates, ratios = [], []
        for _ in range(REPEATS):
            phase = diplomacy_phase(time.process_time).median
            rates.append(cold_replay(INSCRIPTION, options, games))
            ratios.append(rates[-1] * phase)
        print(
            f"{players} players: cold replay {max(rates):6.0f} decisions/s, {median(ratios):.1f} "
            f"in the time of a Diplomacy phase (wanted {RATIO})"
        )


def waking() -> None:
    """Wake, answer, snapshot, as a worker does for every mail."""
    options = INSCRIPTION.read_options({"players": 8})
    woken = worker_decision(INSCRIPTION, options, GAMES // 2)
    print(
        f"8 players: wake, answer, snapshot {woken.all}, largest state {woken.largest} bytes "
        f"(wanted {WAKE_MS} ms)"
    )


def pictures() -> None:
    """A seat's own pictures late in a game."""
    options = INSCRIPTION.read_options({"players": 8})
    view = play_game(INSCRIPTION, options, "bench").match.view(0)
    took = []
    for _ in range(REPEATS):
        began = time.process_time()
        drawn = [p.svg for p in INSCRIPTION.pictures(view) if p.seat in (None, 0)]
        took.append(time.process_time() - began)
    size = sum(map(len, drawn)) // 1024
    print(
        f"{len(drawn)} pictures of a seat: {min(took) * 1000:.1f} ms, {size} KB "
        f"(wanted {PICTURE_MS} ms)"
    )


if __name__ == "__main__":
    replay()
    waking()
    pictures()
