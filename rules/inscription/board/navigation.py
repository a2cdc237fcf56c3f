"""The navigation sheet as a picture: systems, hyperlanes, wormholes (TIN 6)."""

from rules.inscription.board.strokes import (
    CARD,
    FADED,
    FRAME,
    FRESH,
    INK,
    PEN,
    about,
    asset_icon,
    circle,
    cross,
    focus_dice,
    line,
    marked_asset,
    page,
    place,
    rect,
    ring,
    text,
)
from rules.inscription.facts import System
from rules.inscription.pen import Pen
from rules.inscription.sheets import navigation
from rules.inscription.speech import _

SCALE = 92
ORANGE = "#e07b1a"


def picture(pen: Pen, title: str, sub: str, fresh: set[str]) -> str:
    printed = pen.map.printed
    at = {x.id: (70 + x.xy[0] * SCALE, 110 + x.xy[1] * SCALE) for x in printed.systems}
    at |= {x.id: (70 + x.xy[0] * SCALE, 110 + x.xy[1] * SCALE) for x in printed.wormholes}
    width = max(x for x, _y in at.values()) + 70
    height = max(y for _x, y in at.values()) + 70
    body = []
    for lane in printed.hyperlanes:
        (x1, y1), (x2, y2) = at[lane.a], at[lane.b]
        body.append(line(x1, y1, x2, y2, stroke=FADED, dash="2 5"))
        if lane.id in printed.pre_drawn:
            body.append(line(x1, y1, x2, y2, stroke=ORANGE, width=4))
        elif lane.id in pen.nav.lanes:
            if lane.id in fresh:
                body.append(line(x1, y1, x2, y2, stroke=FRESH, width=9))
            body.append(line(x1, y1, x2, y2, stroke=PEN, width=4))
    for hole in printed.wormholes:
        x, y = at[hole.id]
        used = cross(x, y, 14) if hole.id in pen.nav.wormholes else ""
        drawn = circle(x, y, 17, stroke="#1f57b8", width=2.5)
        drawn += circle(x, y, 10, fill="none", stroke="#1f57b8", width=2.5, dash="5 4")
        label = text(x, y + 32, hole.id, 11, bold=True, fill=FADED)
        told = _("{id}, a wormhole", id=hole.id)
        body.append(place(hole.id, told, [drawn, used, label]))
    open_ = {*navigation.accessible(pen), *navigation.claimable(pen)}
    for system in printed.systems:
        body.append(_system(pen, system, at[system.id], fresh, system.id in open_))
    return page(width, height, title, sub, focus_dice(pen.nav, width), body)


def _system(
    pen: Pen, system: System, spot: tuple[float, float], fresh: set[str], open_: bool
) -> str:
    x, y = spot
    r = 33 if system.size == "large" else 25
    dashed = "" if system.asset is None else "3 3"
    edge = INK if open_ else FRAME
    fill = "#e3d5b0" if system.mecatol else CARD
    drawn = [circle(x, y, r, fill=fill, stroke=edge, width=2.5 if open_ else 1.5, dash=dashed)]
    drawn.append(text(x - r - 3, y - r + 6, system.id, 10, fill=FADED, bold=True))
    if system.home:
        drawn.append(text(x, y + 4, _("home"), 11, bold=True))
    elif system.mecatol:
        above, _blank, below = _("Mecatol Rex").partition(" ")
        drawn.append(text(x, y - 2, above, 10, bold=True))
        drawn.append(text(x, y + 11, below, 10, bold=True))
    elif system.asset:
        drawn.append(asset_icon(system.asset, x, y))
        if system.asset.id in pen.nav.slashed or system.asset.id in pen.nav.crossed:
            drawn.append(marked_asset(pen.nav, system.asset, x, y, set()))
    if system.id in pen.nav.crossed:
        drawn.append(cross(x, y, r * 0.8, system.id in fresh))
    if system.id in pen.nav.claimed:
        drawn.append(ring(x, y, r + 3, system.id in fresh))
    if system.box:
        drawn.append(rect(x + r * 0.4, y + r * 0.45, 22, 20, stroke=INK, round_=3))
        noted = pen.nav.boxes.get(system.id)
        if noted is not None:
            drawn.append(
                text(x + r * 0.4 + 11, y + r * 0.45 + 15, str(noted), 13, fill=PEN, bold=True)
            )
    state = (
        _("claimed")
        if system.id in pen.nav.claimed
        else _("accessible")
        if system.id in pen.nav.reached
        else _("not accessible")
    )
    name = [_("Mecatol Rex")] if system.mecatol else []
    return place(system.id, about(system.id, system.asset, *name, state), drawn)
