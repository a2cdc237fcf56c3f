"""Skirmish: the picture of a position. There is no map, so every side is a camp around the bank."""

from html import escape
from math import cos, pi, sin

from rules.lexicon import write_counted
from tests.skirmish.state import View

SIZE = 480
RING = 165
CAMP = 58
INK = "#e7eaf0"
FILLS = ("#a83232", "#2f5fb0", "#2e7d46", "#97721c", "#7a4aa3", "#69707d", "#1c1c1c", "#b5651d")


def board(view: View) -> str:
    """Return one camp for each side, the bank in the middle, a line for a raid under way."""
    count = len(view.names)
    places = [_place(seat, count) for seat in range(count)]
    parts = [f'<rect width="{SIZE}" height="{SIZE}" fill="#0f1726"/>']
    battle = view.table.battle
    if battle is not None:
        (x1, y1), (x2, y2) = places[battle.attacker], places[battle.defender]
        parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#ffd479" '
            'stroke-width="4" stroke-dasharray="10 6"/>'
        )
    parts.append(_bank(view))
    parts += [_camp(view, seat, *places[seat]) for seat in range(count)]
    inside = "".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">{inside}</svg>'


def _place(seat: int, count: int) -> tuple[int, int]:
    angle = 2 * pi * seat / count - pi / 2
    return round(SIZE / 2 + RING * cos(angle)), round(SIZE / 2 + RING * sin(angle))


def _bank(view: View) -> str:
    table = view.table
    words = f"Bank: {table.bank} gold. Deck: {table.deck} cards, {len(table.discard)} discarded."
    middle = SIZE // 2
    return (
        f'<g data-id="Bank"><title>{words}</title>'
        f'<circle cx="{middle}" cy="{middle}" r="40" fill="#26324a" stroke="#5b6b86"/>'
        f"{_text(middle, middle - 4, f'{table.bank} gold')}"
        f"{_text(middle, middle + 16, f'{table.deck} cards')}</g>"
    )


def _camp(view: View, seat: int, x: int, y: int) -> str:
    side = view.table.sides[seat]
    name = view.name(seat)
    force = write_counted(side.units, str) or "nothing"
    words = (
        f"{name}: {side.points} points, {side.gold} gold, {side.cards} cards, "
        f"{side.tokens} tokens. Force: {force}."
    )
    mine = "#ffd479" if seat == view.seat else "#0f1726"
    return (
        f'<g data-id="{escape(name)}"><title>{escape(words)}</title>'
        f'<circle cx="{x}" cy="{y}" r="{CAMP}" fill="{FILLS[seat]}" stroke="{mine}" '
        'stroke-width="4"/>'
        f"{_text(x, y - 24, name, 18)}"
        f"{_text(x, y - 4, f'{side.points} points')}"
        f"{_text(x, y + 14, f'{side.gold} gold')}"
        f"{_text(x, y + 32, _short(side.units))}</g>"
    )


def _short(units: dict[str, int]) -> str:
    return f"{units['fighter']} F · {units['cruiser']} C"


def _text(x: int, y: int, words: str, size: int = 14) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="middle" font-family="sans-serif" '
        f'font-size="{size}" fill="{INK}">{escape(words)}</text>'
    )
