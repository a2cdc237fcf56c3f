"""The chances of a combat, exactly: no sampling, every course of the dice is weighed.

Both sides lose units in a fixed order, so a side is one of few states, and a combat walks through
pairs of states. Values and modifiers are asked of the engine's own components. Nobody retreats.

`rules.toolbox.dice_odds` adds up dice, `army` is one side, `combat` the two of them, `forces` reads
what players write, `written` and `planned` answer: forces as text, and an attack from the real
position.
"""

from rules.ti4.odds.planned import names_a_place, planned_odds
from rules.ti4.odds.written import odds_of_text

__all__ = ["names_a_place", "odds_of_text", "planned_odds"]
