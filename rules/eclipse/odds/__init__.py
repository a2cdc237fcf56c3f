"""Eclipse: the chances of battles.

`chances` weighs a battle of two forces, `written` reads forces from text, `planned` takes them from
the real position.
"""

from rules.eclipse.odds.chances import battle_odds
from rules.eclipse.odds.planned import names_a_place, planned_odds
from rules.eclipse.odds.written import odds_of_text, read_force

__all__ = ["battle_odds", "names_a_place", "odds_of_text", "planned_odds", "read_force"]
