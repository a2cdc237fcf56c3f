"""The technology display: what can be researched, what it costs the reader, how many are left."""

from collections.abc import Iterator
from typing import Final

from rules.eclipse import nouns
from rules.eclipse.board.paint import CATEGORIES as ROW_COLOURS
from rules.eclipse.facts import CATEGORIES, TECHNOLOGIES
from rules.eclipse.player.civilization import price
from rules.eclipse.speech import _
from rules.eclipse.state import View
from rules.kernel.pictures import Style
from rules.toolbox.canvas import Canvas, width_of
from rules.toolbox.look import SPECIALITIES

WIDTH: Final = 480.0
TILE: Final = (150.0, 46.0)


def display_picture(view: View, style: Style) -> str:
    """Return three rows of technologies with prices; those the reader has are marked."""
    canvas = Canvas("technologies", style)
    body: list[str] = []
    y = 8.0
    for category in CATEGORIES:
        found = [t for t in TECHNOLOGIES if TECHNOLOGIES[t].category == category]
        offered = sorted(
            (t for t in found if t in view.table.supply), key=lambda t: TECHNOLOGIES[t].cost
        )
        fill, ink = SPECIALITIES[ROW_COLOURS[category]]
        body.append(canvas.box(8, y, WIDTH - 16, 26, fill, rounded=6))
        body.append(
            canvas.text(18, y + 18, 14, nouns.noun(category), fill=ink, bold=True, anchor="start")
        )
        y += 32
        for i, technology in enumerate(offered):
            row, column = divmod(i, 3)
            body += _tile(
                canvas, view, technology, 8 + column * (TILE[0] + 7), y + row * (TILE[1] + 6), fill
            )
        y += -(-len(offered) // 3) * (TILE[1] + 6) + 6
    return canvas.svg(0, 0, WIDTH, y + 4, body, _("Technologies on offer"))


def _cost(view: View, technology: str) -> int:
    """Return what a technology costs the reader; its printed cost for those without a board."""
    if view.seat is None or not view.table.players[view.seat].species:
        return TECHNOLOGIES[technology].cost
    return price(view.table.players[view.seat], technology)


def _tile(
    canvas: Canvas, view: View, technology: str, x: float, y: float, frame: str
) -> Iterator[str]:
    fact, look = TECHNOLOGIES[technology], canvas.look
    mine = view.seat is not None and technology in view.table.players[view.seat].technologies
    ground = look["exhausted" if mine else "card"]
    yield canvas.box(x, y, *TILE, ground, stroke=frame, width=2.2, rounded=6)
    if mine:
        yield canvas.box(x, y, *TILE, canvas.hatch(), rounded=6)
    size = max(12.0, min(13.0, (TILE[0] - 14) / width_of(fact.name, 1)))
    yield canvas.text(x + 8, y + 19, size, fact.name, bold=True, anchor="start")
    cost = _cost(view, technology)
    yield canvas.icon("science", x + 15, y + 34, 14, look["science"])
    yield canvas.text(x + 25, y + 39, 13, cost, bold=True, anchor="start")
    count = view.table.supply[technology]
    words = _("yours") if mine else f"×{count}"
    yield canvas.text(x + TILE[0] - 8, y + 39, 12, words, fill=look["muted"], anchor="end")
