"""What exact odds of TI4 combats cost, and how they agree with combats thrown out.

    python -m bench.ti4_odds [COMBATS]

COMBATS (two million unless told) is how often each of the thirty battles is played with dice.
"""

import math
import sys
from functools import partial

from bench.timing import timing
from rules.ti4.odds import odds_of_text
from tests.rules.ti4.thrown import BATTLES, thrown

MOST_MS = 50.0
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


def main(combats: int) -> None:
    for name, (attacker, defender) in FLEETS.items():
        took = timing(partial(odds_of_text, attacker, defender, {}), 20)
        verdict = "ok" if took.median * 1e3 <= MOST_MS else "SLOW"
        print(f"{name:32} {took}  {verdict} (at most {MOST_MS:.0f} ms)")
    worst = 0.0
    for seed, (name, (mine, theirs, ground)) in enumerate(BATTLES.items()):
        where = {"combat": "ground" if ground else "space"}
        exact = odds_of_text(mine.text, theirs.text, where)
        played = thrown(mine, theirs, ground, combats, seed)
        off = 0.0
        for side in ("attacker", "draw", "defender"):
            p = exact[side]
            error = math.sqrt(max(p * (1 - p), 1 / combats) / combats)
            off = max(off, abs(getattr(played, side) - p) / error)
        worst = max(worst, off)
        print(f"{name:32} {exact['attacker']:.5f} {played.attacker:.5f}  off {off:.1f} errors")
    print(f"worst of {len(BATTLES)} battles: {worst:.1f} standard errors")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000)
