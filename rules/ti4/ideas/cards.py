"""Ideas about cards to play when a moment comes."""

from collections.abc import Sequence
from random import Random

from rules.imperium.council import FOR
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.components.timing import React, Use
from rules.ti4.state import View
from rules.ti4.units import fleets
from rules.toolbox.targets import is_player, seat_of

GLADLY = frozenset(
    (
        "ambush",
        "antivirus",
        "bunker",
        "ceasefire",
        "committee_formation",
        "courageous_to_the_end",
        "cybernetic_enhancements",
        "dacxive_animators",
        "dimensional_splicer",
        "direct_hit",
        "disable",
        "emergency_repairs",
        "experimental_battlestation",
        "fighter_prototype",
        "fire_team",
        "galactic_threat",
        "infiltrate",
        "magen_defense_grid",
        "maneuvering_jets",
        "military_support",
        "minister_of_war",
        "morale_boost",
        "parley",
        "peace_accords",
        "pillage",
        "raghs_call",
        "reclamation",
        "reparations",
        "research_agreement",
        "salvage",
        "salvage_operations",
        "shields_holding",
        "spy_net",
        "summit",
        "technological_singularity",
        "tekklar_legion",
        "trade_agreement",
        "upgrade",
    )
)
"""What costs nothing that is missed later, and hurts nobody but an opponent."""
RIDERS = frozenset(
    (
        "construction_rider",
        "imperial_rider",
        "leadership_rider",
        "politics_rider",
        "technology_rider",
        "trade_rider",
        "warfare_rider",
    )
)


def reactions(decision: React, v: View, rng: Random) -> Sequence[Use]:
    """Return first what scores or costs nothing; every other use is worth a thought after doing
    nothing."""
    if v.seat != decision.seat or not decision.can(v):
        return [Use()]
    uses = timing.MOMENTS.uses(v, decision.seat, decision.window, decision.about)
    if decision.window == w.ACTION_PHASE_SCORE:
        return [*uses, Use()]
    glad = [use for use in uses if use.card in GLADLY]
    glad += [use for use in uses if use.card in RIDERS and _likely(v, use)]
    return [*glad[:2], Use(), *(use for use in uses if use not in glad)][:8]


def _likely(v: View, use: Use) -> bool:
    """Return whether a rider foretells what will probably be decided: the law is passed, or the
    player with the most votes is elected."""
    if not is_player(use.on):
        return use.on == FOR
    table = v.table

    def votes(seat: int) -> int:
        return sum(
            modifiers.influence(table, planet) for planet in fleets.ready_planets(table, seat)
        )

    others = [s for s in range(len(table.sides)) if s != v.seat and not table.sides[s].out]
    return seat_of(use.on) == max(others, key=lambda s: (votes(s), -s), default=-1)
