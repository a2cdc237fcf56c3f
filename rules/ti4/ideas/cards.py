"""Ideas about cards to play when a moment comes."""

from collections.abc import Sequence
from random import Random

from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.timing import React, Use
from rules.ti4.state import View

ALWAYS = (w.ACTION_PHASE_SCORE,)
"""Moments in which points are scored."""


def reactions(decision: React, v: View, rng: Random) -> Sequence[Use]:
    """Return scores before doing nothing; every other use is worth a thought after it."""
    if v.seat != decision.seat or not decision.can(v):
        return [Use()]
    uses = timing.MOMENTS.uses(v, decision.seat, decision.window, decision.about)
    if decision.window in ALWAYS:
        return [*uses, Use()]
    return [Use(), *uses[:6]]
