"""Points, the final table, and who wins (TIN 20, 21.7, 29)."""

from rules.inscription.facts import SHEETS, Components
from rules.inscription.state import Public, Sheets


def sheet_points(sheets: Sheets, parts: Components, sheet: str) -> int:
    """Return the claimed points of one sheet; on navigation the boxes too (TIN 20.2.1)."""
    worth = parts.layouts(sheet)[sheets.layouts[SHEETS.index(sheet)]].points
    total = sum([worth[id] for id in sheets.on(sheet).circled])
    if sheet == "NAV":
        total += sum(sheets.navigation.boxes.values()) + sheets.banked
    return total


def totals(sheets: Sheets, parts: Components) -> dict[str, int]:
    """Return the "Total" field of each sheet (TIN 20.2.2, 20.2.4)."""
    found = {s: sheet_points(sheets, parts, s) + (sheets.on(s).objective or 0) for s in SHEETS}
    found["IND"] += sheets.industry.goods_left // parts.goods_per_point
    return {str(sheet): points for sheet, points in found.items()}


def points(sheets: Sheets, parts: Components) -> int:
    """Return the score as it stands (TIN 20.2.3)."""
    return sum(totals(sheets, parts).values()) if sheets.layouts[0] else 0


def rank_key(table: Public, parts: Components, seat: int) -> tuple[int, int]:
    """Return the numbers that decide between players: points, then unspent votes (TIN 20.3)."""
    sheets = table.players[seat]
    return points(sheets, parts), sheets.industry.votes_left


def title(table: Public, parts: Components, score: int) -> str:
    """Return the rank a score earns against the AI (TIN 21.7.1)."""
    earned = ""
    for rank in parts.ai.ranking[table.level]:
        if rank.min is None or score >= rank.min:
            earned = rank.title
    return earned


def defeated(table: Public, parts: Components, score: int) -> bool:
    """Return whether one or two players have only the lowest rank, with which nobody wins."""
    if len(table.players) > 2:
        return False
    return title(table, parts, score) == parts.ai.ranking[table.level][0].title


def winners(table: Public, parts: Components) -> list[int]:
    """Return the best seats; those equal in points and votes share the victory (TIN 20.3.3)."""
    keys = {seat: rank_key(table, parts, seat) for seat in range(len(table.players))}
    best = max(keys.values())
    return [s for s, key in keys.items() if key == best and not defeated(table, parts, key[0])]
