"""The warfare sheet as a picture: units, war grid, strengths (TIN 9)."""

from rules.inscription.board.strokes import (
    FADED,
    FRESH,
    INK,
    PEN,
    about,
    asset_icon,
    circle,
    cross,
    focus_dice,
    icon,
    line,
    marked_asset,
    page,
    place,
    rect,
    resource,
    text,
)
from rules.inscription.facts import HALVES, TIERS
from rules.inscription.pen import Pen
from rules.inscription.sheets.warfare import UNIT_WORDS, is_anomaly, marked_in
from rules.inscription.speech import _
from rules.inscription.state import Unit

STEP = 54
LEFT = 150
TOP = 90
RED = "#c4261d"


def picture(pen: Pen, title: str, sub: str, fresh: set[str], foes: tuple[str, str]) -> str:
    grid = pen.grid.printed.grid
    width = LEFT * 2 + grid.columns * STEP
    bottom = TOP + grid.rows * STEP

    def at(node: str) -> tuple[float, float]:
        n = pen.grid.nodes[node]
        return LEFT + n.x * STEP + STEP / 2, bottom - n.y * STEP + STEP / 2

    body = []
    new = {unit for unit in fresh if unit.startswith("#")}
    for i, unit in enumerate(pen.war.units):
        body.append(_shape(unit, [at(node) for node in unit.nodes], f"#{i}" in new))
    for tier, row in enumerate(pen.grid.lines):
        y = bottom - row * STEP
        if tier == pen.war.line:
            body.append(line(LEFT - 20, y, width - LEFT + 20, y, stroke=RED, width=4))
        else:
            body.append(line(LEFT - 20, y, width - LEFT + 20, y, stroke=FADED, dash="8 6"))
    body.append(line(width / 2, TOP, width / 2, bottom))
    for node in pen.grid.nodes.values():
        body.append(_node(pen, node.id, at(node.id), fresh))
    for side, half in enumerate(HALVES):
        x = LEFT / 2 if half == "L" else width - LEFT / 2
        for tier in range(1, TIERS + 1):
            body.append(_box(pen, tier, half, x, bottom, foes[side], fresh))
    y = bottom + 24
    for kind in pen.grid.units:
        body.append(_kind(pen, kind, y, width, fresh))
        y += 50
    return page(width, y + 10, title, sub, focus_dice(pen.war, width), body)


def _shape(unit: Unit, spots: list[tuple[float, float]], new: bool) -> str:
    drawn = []
    if new:
        drawn += [circle(x, y, 24, fill=FRESH, stroke="none", width=0) for x, y in spots]
    for i, (x, y) in enumerate(spots):
        drawn.append(circle(x, y, 19, fill="#dcb3cd", stroke="none", width=0))
        for u, v in spots[i + 1 :]:
            if abs(x - u) + abs(y - v) <= STEP + 1:
                drawn.append(line(x, y, u, v, stroke="#dcb3cd", width=30))
                drawn.append(line(x, y, u, v, stroke=PEN, width=4))
    x, y = spots[0]
    drawn += [circle(u, v, 7, fill=PEN, stroke=PEN) for u, v in spots[1:]]
    drawn.append(rect(x - 13, y - 13, 26, 26, stroke=PEN, width=2) + icon(unit.kind, x, y, 20, PEN))
    return "".join(drawn)


def _node(pen: Pen, id: str, spot: tuple[float, float], fresh: set[str]) -> str:
    x, y = spot
    node = pen.grid.nodes[id]
    drawn = []
    taken = id in pen.occupied
    if is_anomaly(pen, id):
        drawn.append(icon("anomaly", x, y, 26, FADED))
    elif node.asset:
        if taken:
            drawn.append(marked_asset(pen.war, node.asset, x + 15, y - 15, fresh, 16))
        else:
            drawn.append(circle(x, y, 15, stroke="#a9adbd", dash="2 3"))
            drawn.append(asset_icon(node.asset, x, y, 18))
            if node.asset.id in pen.war.circled:
                drawn.append(marked_asset(pen.war, node.asset, x, y, fresh, 18))
    elif not taken:
        drawn.append(circle(x, y, 5, fill=FADED, stroke=FADED))
    if id in pen.war.marked:
        drawn.append(circle(x, y, 10, fill=PEN, stroke=PEN))
    drawn.append(text(x - 17, y + 22, id, 9, fill=FADED))
    more = [_("anomaly")] if is_anomaly(pen, id) else []
    if taken:
        more.append(_("marked"))
    return place(id, about(id, node.asset, *more), drawn)


def _box(pen: Pen, tier: int, half: str, x: float, bottom: float, foe: str, fresh: set[str]) -> str:
    box = pen.grid.boxes[tier, half]
    front = pen.war.front(half)
    low, high = pen.grid.lines[tier - 1], pen.grid.lines[tier]
    y = bottom - (low + high) / 2 * STEP
    drawn = [rect(x - 26, y - 18, 52, 36, stroke=INK)]
    strength = front.strength[tier - 1]
    now = marked_in(pen, tier, half) + front.bonus[tier - 1]
    if strength is not None:
        drawn.append(text(x, y + 7, str(strength), 20, fill=PEN, bold=True))
    elif tier == pen.war.line + 1:
        drawn.append(text(x, y + 7, f"({now})", 16, fill=FADED))
        drawn.append(text(x, y + 52, foe, 9.5, fill=FADED))
    elif front.bonus[tier - 1]:
        drawn.append(text(x, y + 6, f"+{front.bonus[tier - 1]}", 14, fill=PEN))
    drawn.append(marked_asset(pen.war, box.win_asset, x, y - 36, fresh, 18))
    drawn.append(marked_asset(pen.war, box.lose_asset, x, y + 34, fresh, 16))
    return place(box.id, about(box.id, box.win_asset, _("strength {n}", n=now)), drawn)


def _kind(pen: Pen, kind: str, y: float, width: float, fresh: set[str]) -> str:
    unit = pen.grid.units[kind]
    drawn = [rect(14, y, width - 28, 44), icon(kind, 36, y + 22, 24)]
    drawn.append(text(56, y + 27, _(UNIT_WORDS[kind]), 13, bold=True, anchor="start"))
    for x, v in unit.shape:
        drawn.append(rect(150 + x * 9, y + 28 - v * 9, 8, 8, fill=FADED, stroke=FADED, round_=1))
    if unit.bars == "unlimited":
        words = _("1 of any resource, as often as you like")
        drawn.append(text(190, y + 27, words, 12, fill=FADED, anchor="start"))
        return place(kind, _(UNIT_WORDS[kind]), drawn)
    right = 186.0
    if unit.locked_by is not None:
        drawn.append(icon(f"spec{unit.locked_by}", right + 6, y + 22, 20))
        if kind in pen.war.unlocked:
            drawn.append(cross(right + 6, y + 22, 10))
        right += 26
    for bar in unit.bars:
        right = _bar(pen, bar.id, right, y, drawn, fresh)
    return place(kind, _(UNIT_WORDS[kind]), drawn)


def _bar(pen: Pen, bar: str, x: float, y: float, drawn: list[str], fresh: set[str]) -> float:
    printed = pen.grid.bars[bar]
    w = 22 * len(printed.cost) + (24 if printed.vp_asset else 0) + (22 if printed.alt_cost else 0)
    drawn.append(rect(x, y + 5, w + 8, 34, fill="#e8ebf3"))
    drawn.append(text(x + 3, y + 14, bar, 9, fill=FADED, anchor="start"))
    at = x + 15
    for symbol in pen.grid.of_bar[bar]:
        body = [resource(pen.grid.symbols[symbol], at, y + 24, 18)]
        if symbol in pen.war.crossed:
            body.append(cross(at, y + 24, 9, symbol in fresh))
        drawn.append(place(symbol, symbol, body))
        at += 22
    if printed.alt_cost:
        drawn.append(icon(f"spec{printed.alt_cost[0]}", at, y + 24, 14, FADED))
        at += 22
    if printed.vp_asset:
        drawn.append(marked_asset(pen.war, printed.vp_asset, at, y + 24, fresh, 18))
    return x + w + 16
