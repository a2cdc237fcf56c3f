"""The AI faction of one and two players: six tracks on the back of a sheet (TIN 21)."""

from rules.inscription import facts
from rules.inscription.announcements import ai_achieves
from rules.inscription.events import AIAdvanced
from rules.inscription.facts import RESOURCES, Components, components
from rules.inscription.state import Public, Table, Track


def plays_along(table: Public) -> bool:
    """Return whether the AI faction takes part: with one or two players (TIN 21.1.1)."""
    return len(table.players) <= 2


def set_up(table: Public, parts: Components) -> None:
    """Cross off the symbols that the AI faction begins with at the chosen difficulty
    (TIN 21.2.4)."""
    table.tracks = {id: Track() for id in parts.tracks}
    level = next(d for d in parts.ai.difficulty if d.id == table.level)
    for rule in level.cross_off:
        for printed in parts.ai.tracks:
            if printed.role == rule.role:
                for _i in range(rule.n):
                    _cross(table.tracks[printed.id], printed, rule.section)


def _cross(track: Track, printed: facts.Track, section: str | None = None) -> int | None:
    """Cross off the leftmost open symbol, of a section if one is named; return its number from
    0."""
    symbols, crossed, i = printed.symbols, track.crossed, 0
    while i < len(symbols):
        if i not in crossed:
            its = symbols[i].section
            if its not in track.closed and (section is None or its == section):
                crossed.append(i)
                return i
        i += 1
    return None


def advance(t: Table) -> None:
    """Cross off one symbol for each focus die (TIN 21.3.1); a full goal track runs over
    (TIN 21.4.6)."""
    table = t.table
    parts = components(table.house)
    moved: list[str] = []
    reached: list[str] = []
    for kind, n in zip(RESOURCES, table.focus, strict=True):
        printed = parts.track_of[kind, n]
        seen: set[str] = set()
        while printed.id not in seen:
            seen.add(printed.id)
            track = table.tracks[printed.id]
            if _cross(track, printed) is not None:
                moved.append(printed.role)
                reached += [g.goal for g in printed.goals if g.after_symbol == len(track.crossed)]
                break
            if printed.overflow_face is None:
                break
            printed = parts.track_of[printed.overflow_face.kind, printed.overflow_face.n]
    t.tell(AIAdvanced(tuple(moved)), cite="TIN 21.3.1")
    for goal in reached:
        ai_achieves(t, goal)


def number(table: Public, parts: Components, role: str, stage: str) -> int:
    """Return the number above the rightmost crossed symbol of a section
    (TIN 21.5.2, 30.9.2, 30.9.3)."""
    printed = next(track for track in parts.ai.tracks if track.role == role)
    crossed = table.tracks[printed.id].crossed
    for i in sorted(crossed, reverse=True):
        symbol = printed.symbols[i]
        if symbol.section == stage and symbol.number is not None:
            return symbol.number
    return parts.ai.empty_section_value


def close_section(table: Public, parts: Components, role: str, stage: str) -> None:
    """Draw a line through the rest of a section (TIN 21.5.3, 21.6.4)."""
    printed = next(track for track in parts.ai.tracks if track.role == role)
    table.tracks[printed.id].closed.append(stage)
