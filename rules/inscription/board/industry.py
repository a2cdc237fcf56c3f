"""The industry sheet as a picture: network, chart, pools (TIN 8)."""

import math

from rules.inscription.board.strokes import (
    FADED,
    INK,
    about,
    asset_icon,
    circle,
    cross,
    focus_dice,
    icon,
    marked_asset,
    page,
    place,
    polygon,
    ring,
    slash,
    text,
    underline,
)
from rules.inscription.facts import Space
from rules.inscription.names import SPECIALIZATION_NAMES
from rules.inscription.pen import Pen
from rules.inscription.sheets import industry
from rules.inscription.speech import _

SIDE = 33


def picture(pen: Pen, title: str, sub: str, fresh: set[str]) -> str:
    hexes = pen.works.printed.hexes
    raw = {h.id: (SIDE * math.sqrt(3) * (h.q + h.r / 2), SIDE * 1.5 * h.r) for h in hexes}
    left = min(x for x, _y in raw.values())
    top = min(y for _x, y in raw.values())
    at = {id: (x - left + 60, y - top + 110) for id, (x, y) in raw.items()}
    width = max(760.0, max(x for x, _y in at.values()) + 60)
    y = max(y for _x, y in at.values()) + 70
    claimable, scrappable = set(industry.claimable(pen)), set(industry.scrappable(pen))
    body = [
        _space(pen, space, at[space.id], fresh, space.id in claimable | scrappable)
        for space in hexes
        if space.kind == "space"
    ]
    body.append(_line(pen, y, fresh))
    for k in (1, 2, 3):
        body.append(_row(pen, k, y + 44 * k, fresh))
    body.append(_columns(pen, y + 44 * 4))
    body.append(_pools(pen, y + 44 * 5 + 10))
    return page(width, y + 44 * 7, title, sub, focus_dice(pen.ind, width), body)


def _space(pen: Pen, space: Space, spot: tuple[float, float], fresh: set[str], open_: bool) -> str:
    x, y = spot
    corners = [
        (x + (SIDE - 2) * math.sin(math.pi / 3 * i), y + (SIDE - 2) * math.cos(math.pi / 3 * i))
        for i in range(6)
    ]
    scrapped = space.id in pen.ind.scrapped
    fill = "#d9d9de" if scrapped else "#ffffff" if open_ else "#eceef3"
    drawn = [polygon(corners, fill=fill, stroke=INK if open_ else "#a9adbd")]
    drawn.append(text(x, y - SIDE * 0.56, space.id, 9, fill=FADED, bold=True))
    more = []
    if space.asset:
        drawn.append(asset_icon(space.asset, x, y + 2, 20))
    if space.dotted_x is not None:
        drawn.append(text(x, y + 8, "×", 26, fill=FADED))
        drawn.append(icon(f"spec{space.dotted_x}", x, y + 16, 12))
        more.append(_("scrapped by {spec}", spec=_(SPECIALIZATION_NAMES.name(str(space.dotted_x)))))
    if scrapped:
        drawn.append(cross(x, y + 2, 15, space.asset is not None and space.asset.id in fresh))
        more.append(_("scrapped"))
    if space.id in pen.ind.claimed and space.asset:
        drawn.append(ring(x, y + 2, 17, space.asset.id in fresh))
        if space.asset.id in pen.ind.slashed:
            drawn.append(slash(x, y + 2, 15))
        more.append(_("claimed"))
    return place(space.id, about(space.id, space.asset, *more), drawn)


def _line(pen: Pen, y: float, fresh: set[str]) -> str:
    drawn, seen = [text(24, y + 5, _("Votes"), 12, bold=True, anchor="start")], 0
    for i, entry in enumerate(pen.works.printed.chart.vote_line):
        x = 120 + i * 46
        if entry.asset:
            drawn.append(marked_asset(pen.ind, entry.asset, x, y, fresh, 20))
            continue
        seen += 1
        drawn.append(icon("vote", x, y, 20) + text(x + 14, y - 6, "+1", 9))
        if seen <= pen.ind.vote_icons:
            drawn.append(underline(x, y + 15, 26))
    return "".join(drawn)


def _row(pen: Pen, k: int, y: float, fresh: set[str]) -> str:
    drawn, seen = [text(24, y + 5, "abc"[k - 1], 14, bold=True, anchor="start")], 0
    for i, entry in enumerate(pen.works.printed.chart.commodity_rows[str(k)]):
        x = 60 + i * 46
        if entry.asset:
            drawn.append(marked_asset(pen.ind, entry.asset, x, y, fresh, 20))
            continue
        seen += 1
        drawn.append(icon("commodity", x, y, 18))
        if seen <= pen.ind.commodities[k - 1]:
            drawn.append(cross(x, y, 10))
    return "".join(drawn)


def _columns(pen: Pen, y: float) -> str:
    unlocked = pen.works.trade_icons(pen.ind.commodities)
    row = pen.works.printed.chart.commodity_rows["1"]
    spots = {entry.col: 60 + i * 46 for i, entry in enumerate(row) if entry.col}
    drawn = []
    for column in pen.works.columns:
        x = spots.get(column.col, 60)
        drawn.append(icon("tg", x, y, 18) + text(x + 14, y - 5, "+1", 9))
        if column.id in unlocked:
            drawn.append(underline(x, y + 13, 24))
    return "".join(drawn)


def _pools(pen: Pen, y: float) -> str:
    drawn = []
    pools = (
        ("tg", pen.works.tg_pool, pen.ind.goods, pen.ind.goods_spent),
        ("vote", pen.works.vote_pool, pen.ind.votes, pen.ind.votes_spent),
    )
    for n, (name, size, claimed, spent) in enumerate(pools):
        for i in range(size):
            x, at = 40 + i * 44, y + n * 44
            drawn.append(circle(x, at, 16, stroke="#a9adbd", dash="4 3") + icon(name, x, at, 18))
            if i < claimed:
                drawn.append(ring(x, at, 17))
            if i < spent:
                drawn.append(slash(x, at, 13))
    return "".join(drawn)
