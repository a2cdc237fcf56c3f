"""Which secret objectives to keep."""

from collections.abc import Sequence
from random import Random

from rules.ti4.cards import ReturnSecret
from rules.ti4.prospects import chance
from rules.ti4.setup import KeepSecret, Opening
from rules.ti4.state import View


def kept(decision: KeepSecret, v: View, rng: Random) -> Sequence[Opening]:
    """Return the secret objectives offered, the likeliest to be scored first."""
    ranked = sorted(v.mine.offered, key=lambda c: (-chance(v.table, decision.seat, c), c))
    return [Opening(card) for card in ranked]


def returned(decision: ReturnSecret, v: View, rng: Random) -> Sequence[str]:
    """Return the secret objectives held, the least likely to be scored first."""
    return sorted(v.mine.secrets, key=lambda c: (chance(v.table, decision.seat, c), c))
