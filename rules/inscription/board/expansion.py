"""The expansion sheet as a picture: planets, docks, population (TIN 7)."""

from rules.inscription.board.strokes import (
    FADED,
    INK,
    about,
    circle,
    cross,
    focus_dice,
    icon,
    marked_asset,
    page,
    place,
    rect,
    resource,
    text,
)
from rules.inscription.facts import Asset, Planet
from rules.inscription.pen import Pen
from rules.inscription.speech import _
from rules.inscription.view import asset_words
from rules.inscription.wording import RESOURCES

CELL = 40
ACROSS = 4


def picture(pen: Pen, title: str, sub: str, fresh: set[str]) -> str:
    body: list[str] = []
    width = 60 + ACROSS * 232
    y = 74.0
    planets = list(pen.worlds.planets.values())
    for start in range(0, len(planets), ACROSS):
        row = planets[start : start + ACROSS]
        for i, planet in enumerate(row):
            body.append(_planet(pen, planet, 30 + i * 232, y, fresh))
        y += max(p.rows for p in row) * CELL + 96
    for i, dock in enumerate(pen.worlds.docks.values()):
        body.append(_dock(pen, dock.id, 30 + i * 310, y, fresh))
    y += 66
    for i, asset in enumerate(pen.worlds.track):
        x = 54 + i * 54
        drawn = [circle(x, y + 28, 20, fill="#fff")]
        drawn.append(marked_asset(pen.exp, asset, x, y + 28, fresh, 24))
        body.append(place(asset.id, asset_words(asset), drawn))
    body.append(text(30, y, _("Population"), 13, bold=True, anchor="start"))
    return page(width, y + 70, title, sub, focus_dice(pen.exp, width), body)


def _planet(pen: Pen, planet: Planet, x: float, y: float, fresh: set[str]) -> str:
    w, h = 222, planet.rows * CELL + 86
    drawn = [rect(x, y, w, h)]
    drawn.append(icon("planet", x + 18, y + 20, 20))
    if planet.id in pen.exp.unlocked:
        drawn.append(cross(x + 18, y + 20, 9))
    drawn.append(text(x + 36, y + 25, planet.name, 14, bold=True, anchor="start"))
    drawn.append(text(x + w - 10, y + 25, planet.id, 11, fill=FADED, anchor="end"))
    left, top = x + 14, y + 74
    for c, asset in enumerate(planet.col_asset):
        if asset:
            drawn.append(_asset(pen, asset, left + c * CELL + CELL / 2, top - 20, fresh))
    for r in range(planet.rows):
        for c in range(planet.cols):
            kind = planet.cell[r][c]
            if kind:
                drawn.append(
                    _cell(
                        pen,
                        f"{planet.id}.r{r + 1}c{c + 1}",
                        kind,
                        left + c * CELL,
                        top + r * CELL,
                        fresh,
                    )
                )
        asset = planet.row_asset[r]
        if asset:
            at = left + planet.cols * CELL + 24
            drawn.append(_asset(pen, asset, at, top + r * CELL + CELL / 2 - 2, fresh))
    told = _("unlocked") if planet.id in pen.exp.unlocked else _("locked")
    return place(planet.id, f"{planet.name} ({planet.id}), {told}", drawn)


def _asset(pen: Pen, asset: Asset, x: float, y: float, fresh: set[str]) -> str:
    return place(asset.id, about(asset.id, asset), [marked_asset(pen.exp, asset, x, y, fresh)])


def _cell(pen: Pen, id: str, kind: str, x: float, y: float, fresh: set[str]) -> str:
    drawn = [rect(x + 2, y + 2, CELL - 6, CELL - 6, fill="#e8ebf3", round_=5)]
    drawn.append(resource(kind, x + CELL / 2 - 1, y + CELL / 2 - 1))
    if id in pen.exp.crossed:
        drawn.append(cross(x + CELL / 2 - 1, y + CELL / 2 - 1, 13, id in fresh))
    return place(id, f"{id}, {_(RESOURCES[kind])}", drawn)


def _dock(pen: Pen, id: str, x: float, y: float, fresh: set[str]) -> str:
    dock = pen.worlds.docks[id]
    drawn = [rect(x, y, 296, 52, stroke=INK if id not in pen.exp.built else "#9b1b6b")]
    drawn.append(text(x + 12, y + 31, id, 14, bold=True, anchor="start"))
    for i, kind in enumerate(dock.cells):
        drawn.append(_cell(pen, f"{id}.{i + 1}", kind, x + 40 + i * 36, y + 6, fresh))
    drawn.append(marked_asset(pen.exp, dock.asset, x + 268, y + 26, fresh))
    told = _("built") if id in pen.exp.built else _("not built")
    return place(id, about(id, dock.asset, told), drawn)
