"""Numbers by seat that tell how a game went, round by round."""

from rules.inscription.facts import components
from rules.inscription.scoring import totals
from rules.inscription.state import Public


def measures(table: Public) -> dict[str, list[int]]:
    parts = components(table.house)
    players = table.players
    by_sheet = [totals(p, parts) if p.layouts[0] else {} for p in players]
    return {
        "Navigation": [points.get("NAV", 0) for points in by_sheet],
        "Expansion": [points.get("EXP", 0) for points in by_sheet],
        "Industry": [points.get("IND", 0) for points in by_sheet],
        "Warfare": [points.get("WAR", 0) for points in by_sheet],
        "Marked nodes": [sum(len(u.nodes) for u in p.warfare.units) for p in players],
        "Technologies": [len(p.technologies) for p in players],
    }
