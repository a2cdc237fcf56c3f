"""The part of a sheet that matters to its player now, as large as a phone or a mail can show it."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from rules.inscription.board.strokes import CARD, INK, rect, text

WIDE: Final = 360.0
HIGH: Final = 340.0
HEAD: Final = 34.0
"""Units. A phone shows them as pixels, so that the smallest type of a sheet can be read."""
_OPENING: Final = re.compile(r'^(<svg\b[^>]*?) viewBox="0 0 (\d+) (\d+)" width="\d+" height="\d+"')
_PLACE: Final = re.compile(r'<g data-id="([^"]*)"><title>[^<]*</title>(.*?)(?=<g data-id=|</svg>)')
_SPOT: Final = re.compile(
    r'\bc?x="(-?[\d.]+)" c?y="(-?[\d.]+)"|translate\((-?[\d.]+) (-?[\d.]+)\)'
    r'|points="(-?[\d.]+),(-?[\d.]+)'
)
_SHEET_HEAD: Final = 52.0


def spots(sheet: str) -> dict[str, tuple[float, float]]:
    """Return where on a drawn sheet each thing is that can be looked at closer."""
    found = {}
    for name, body in _PLACE.findall(sheet):
        if spot := _SPOT.search(body):
            x, y = (float(part) for part in spot.groups() if part is not None)
            found[name] = (x, y)
    return found


def close_up(sheet: str, title: str, wanted: Sequence[Collection[str]]) -> str:
    """Return the part of a drawn sheet round the first of the `wanted` things that are on it, or
    its upper left."""
    opening = _OPENING.match(sheet)
    assert opening is not None, "every sheet begins alike"
    width, height = float(opening[2]), float(opening[3])
    at = spots(sheet)
    points = next(([at[n] for n in names if n in at] for names in wanted if at.keys() & names), [])
    x, y = _corner(points, width, height)
    box = f'viewBox="{x:.0f} {y - HEAD:.0f} {WIDE:.0f} {HIGH + HEAD:.0f}"'
    size = f'width="{WIDE:.0f}" height="{HIGH + HEAD:.0f}"'
    head = rect(x, y - HEAD, WIDE, HEAD, fill=CARD, stroke=CARD, round_=0)
    head += text(x + 14, y - 11, title, 15, fill=INK, bold=True, anchor="start")
    return f"{opening[1]} {box} {size}{sheet[opening.end() :].removesuffix('</svg>')}{head}</svg>"


def _corner(
    points: Sequence[tuple[float, float]], width: float, height: float
) -> tuple[float, float]:
    """Return the upper left of a part with the middle of the points in its middle, as far as it
    stays on the sheet."""
    if not points:
        return 0.0, _SHEET_HEAD
    left, right = min(x for x, _y in points), max(x for x, _y in points)
    top, low = min(y for _x, y in points), max(y for _x, y in points)
    x = (left + right) / 2 - WIDE / 2
    y = (top + low) / 2 - HIGH / 2
    return max(0.0, min(x, width - WIDE)), max(_SHEET_HEAD, min(y, height - HIGH))
