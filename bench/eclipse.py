"""What Eclipse costs: replay beside a Diplomacy engine and the test bed, waking, odds.

    python -m bench.eclipse

Yardsticks are a movement phase of the `diplomacy` package and the test bed (`tests/skirmish`):
ratios to them mean the same on any machine. All is counted in seconds of this process, replay and
phases turn about, so that a busy machine tells less.
"""

import time
from statistics import median
from typing import Any, NamedTuple

from bench.kernel import diplomacy_phase
from bench.playing import cold_replay, recorded, worker_decision
from bench.timing import summary
from rules.eclipse.odds import odds_of_text
from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.ruleset import Ruleset
from rules.kernel.trials.simulate import Played
from tests.skirmish.ruleset import SKIRMISH

GAMES = 4
REPEATS = 5
REPLAYS_A_SECOND = 7_500
RATIO = REPLAYS_A_SECOND / 650
"""Decisions in the time of a phase: what the two are wanted to do in a second."""
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
    "6 of every weapon and shield against 6": (
        "2 dreadnought: 2 plasma cannon, ion cannon, improved hull, fusion source, positron "
        "computer, fusion drive, gauss shield; 2 cruiser: plasma cannon, antimatter cannon, "
        "improved hull, tachyon source, positron computer, fusion drive; 2 starbase: ion cannon, "
        "plasma cannon, phase shield, improved hull",
        "2 dreadnought: ion turret, plasma cannon, antimatter cannon, hypergrid source, gauss "
        "shield, shard hull, tachyon drive, gluon computer; 4 cruiser: plasma cannon, antimatter "
        "cannon, ion cannon, tachyon source, phase shield, fusion drive",
    ),
}


class Table(NamedTuple):
    """Recorded games of one ruleset for so many players."""

    ruleset: Ruleset[Any]
    players: int
    options: Any
    games: list[Played]

    @classmethod
    def of(cls, ruleset: Ruleset[Any], players: int) -> "Table":
        options = ruleset.read_options({"players": players})
        return cls(ruleset, players, options, recorded(ruleset, options, GAMES))

    def rate(self) -> float:
        return cold_replay(self.ruleset, self.options, self.games)


def replay() -> None:
    """Decisions a second, and in the time of a Diplomacy phase measured just before: on a machine
    that is now fast and now slow only neighbours can be compared, so their median counts."""
    tables = [Table.of(SKIRMISH, 6), *(Table.of(ECLIPSE, players) for players in (2, 4, 6))]
    rates: list[list[float]] = [[] for _ in tables]
    ratios: list[list[float]] = [[] for _ in tables]
    fastest = float("inf")
    for _ in range(REPEATS):
        for i, table in enumerate(tables):
            phase = diplomacy_phase(time.process_time).median
            fastest = min(fastest, phase)
            rates[i].append(table.rate())
            ratios[i].append(rates[i][-1] * phase)
    print(f"diplomacy, one movement phase {fastest * 1e6:6.0f} µs ({1 / fastest:.0f} a second)")
    for table, rate, ratio in zip(tables, rates, ratios, strict=True):
        print(
            f"{table.ruleset.title}, {table.players} players: cold replay {max(rate):6.0f} "
            f"decisions/s, {max(rate) / max(rates[0]):.2f} of the test bed, "
            f"{median(ratio):.1f} in the time of a phase ({min(ratio):.1f} to {max(ratio):.1f})"
        )
    worst, share = min(map(max, rates[1:])), min(map(median, ratios[1:]))
    print(f"wanted: {REPLAYS_A_SECOND} decisions/s {_verdict(worst >= REPLAYS_A_SECOND)}, "
          f"{RATIO:.1f} in the time of a phase {_verdict(share >= RATIO)}")  # fmt: skip


def waking() -> None:
    woken = worker_decision(ECLIPSE, ECLIPSE.read_options({"players": 6}), GAMES // 2)
    ok = woken.all.median * 1e3 <= WAKE_MS
    print(f"wake + answer + snapshot, 6 players {woken.all} (wanted {WAKE_MS} ms) {_verdict(ok)}")
    print(f"largest state {woken.largest} bytes")


def odds() -> None:
    for name, (attacker, defender) in FLEETS.items():
        times = []
        for _ in range(REPEATS):
            began = time.process_time()
            precision = odds_of_text(attacker, defender, {})["precision"]
            times.append(time.process_time() - began)
        took = summary(times).median * 1e3
        print(
            f"odds, {name}: {took:4.0f} ms, within {precision * 100:.1f} points "
            f"(wanted {ODDS_MS:.0f} ms) {_verdict(took <= ODDS_MS)}"
        )


def _verdict(ok: bool) -> str:
    return "ok" if ok else "MISSED"


def main() -> None:
    replay()
    waking()
    odds()


if __name__ == "__main__":
    main()
