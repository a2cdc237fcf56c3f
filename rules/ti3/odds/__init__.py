"""The chances of a battle, exactly: no sampling, every course of the dice is weighed.

Both sides lose units in the order of the defaults (TI3 41.6), so a side is one of few states, and a
battle walks through pairs of states. What a die needs is asked of the engine's own components.
Nobody leaves, and nobody plays cards but those named.
"""

from rules.ti3.odds.planned import names_a_place, planned_odds
from rules.ti3.odds.written import odds_of_text

__all__ = ["names_a_place", "odds_of_text", "planned_odds"]
