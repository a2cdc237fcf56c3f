"""What exact odds of TI4 combats cost, and how they agree with combats the engine fights.

    python -m bench.ti4_odds [--rolls N]

N is how many dice the engine rolls in all over the battles of the tests (a hundred thousand
unless told; two million take some minutes), always the same ones. Of ninety shares of fair dice the
farthest lies about 2.6 standard errors from its chance; more than 4.5 (one run in 1,600) is a
disagreement, and the exit is 1.
"""

import argparse
import sys
import time

from bench.timing import summary
from rules.ti4.odds import odds_of_text
from tests.rules.ti4.fought import BATTLES, SIDES, Battle, fought

MOST_MS = 50.0
MOST_ERRORS = 4.5
FLEETS = {
    "ten against ten": (
        "2 dreadnought, 2 cruiser, 2 destroyer, 1 carrier, 3 fighter",
        "1 dreadnought, 3 cruiser, 1 destroyer, 2 carrier, 3 fighter",
    ),
    "ten against ten, every type": (
        "1 flagship, 1 war sun, 2 dreadnought, 1 carrier, 1 cruiser, 1 destroyer, 3 fighter "
        "with Sol",
        "1 flagship, 1 war sun, 1 dreadnought, 1 carrier, 2 cruiser, 2 destroyer, 2 fighter "
        "with L1Z1X",
    ),
    "ten against ten, repairing": (
        "3 dreadnought, 2 cruiser, 2 destroyer, 3 fighter with Duranium Armor",
        "3 dreadnought, 2 cruiser, 2 destroyer, 3 fighter with Duranium Armor",
    ),
}


def cost() -> None:
    """In seconds of this process, as those of a busy machine tell little."""
    for name, (attacker, defender) in FLEETS.items():
        took = []
        for _ in range(20):
            began = time.process_time()
            odds_of_text(attacker, defender, {})
            took.append(time.process_time() - began)
        found = summary(took)
        verdict = "ok" if found.median * 1e3 <= MOST_MS else "SLOW"
        print(f"{name:32} {found}  {verdict} (at most {MOST_MS:.0f} ms)")


def agreement(rolls: int) -> bool:
    worst = 0.0
    fights = dice = 0
    began = time.process_time()
    for name in BATTLES:
        exact = Battle(name).exact()
        played = fought(name, "bench", dice=-(-rolls // len(BATTLES)))
        off = played.off(exact)
        worst, fights, dice = max(worst, off), fights + played.fights, dice + played.dice
        both = " ".join(
            f"{getattr(exact, side):.4f}/{played.won[side] / played.fights:.4f}" for side in SIDES
        )
        print(f"{name:32} odds/engine {both}  {played.fights:7} fights  off {off:.1f}", flush=True)
    took = time.process_time() - began
    print(f"{len(BATTLES)} battles, {fights} fights, {dice} dice in {took:.0f} s of this process")
    print(f"the farthest share lies {worst:.1f} standard errors off (at most {MOST_ERRORS})")
    return worst <= MOST_ERRORS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.ti4_odds")
    parser.add_argument("--rolls", type=int, default=100_000, metavar="N")
    chosen = parser.parse_args()
    cost()
    return 0 if agreement(chosen.rolls) else 1


if __name__ == "__main__":
    sys.exit(main())
