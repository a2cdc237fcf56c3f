"""What all sheets are drawn with: icons, frames, and marks as a pen would make them."""

from collections.abc import Sequence
from html import escape
from typing import Final

from rules.inscription.board.icons import PATHS
from rules.inscription.facts import Asset
from rules.inscription.state import SheetMarks
from rules.inscription.view import asset_words

PAPER: Final = "#f3f2ee"
CARD: Final = "#ffffff"
INK: Final = "#1b1b24"
FADED: Final = "#555b6b"
FRAME: Final = "#a9adbd"
PEN: Final = "#9b1b6b"
FRESH: Final = "#ffcf33"
GOLD: Final = "#e0ac00"
COLOURS: Final = {"M": "#8a5a2b", "I": "#2b6bd1", "R": "#d14b9a", "X": INK}
FONT: Final = "DejaVu Sans, Verdana, Arial, sans-serif"


def text(
    x: float, y: float, words: str, size: float = 12, *, fill: str = INK, bold: bool = False,
    anchor: str = "middle",
) -> str:  # fmt: skip
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" '
        f'fill="{fill}"{weight}>{escape(words)}</text>'
    )


def rect(
    x: float, y: float, w: float, h: float, *, fill: str = CARD, stroke: str = FRAME,
    width: float = 1, round_: float = 6,
) -> str:  # fmt: skip
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{round_:g}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"/>'
    )


def circle(
    x: float, y: float, r: float, *, fill: str = CARD, stroke: str = INK, width: float = 1.5,
    dash: str = "",
) -> str:  # fmt: skip
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:g}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{width:g}"{dashed}/>'
    )


def line(
    x1: float, y1: float, x2: float, y2: float, *, stroke: str = INK, width: float = 1.5,
    dash: str = "",
) -> str:  # fmt: skip
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}" '
        f'stroke-width="{width:g}" stroke-linecap="round"{dashed}/>'
    )


def polygon(points: Sequence[tuple[float, float]], *, fill: str, stroke: str = INK) -> str:
    spots = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{spots}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'


def icon(name: str, x: float, y: float, size: float = 22, fill: str = INK) -> str:
    """Return an icon with its middle at a point."""
    scale = size / 24
    body = "".join(
        f'<path d="{path[1:]}" fill="none" stroke="{fill}" stroke-width="1.9" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
        if path.startswith("~")
        else f'<path d="{path}" fill="{fill}" fill-rule="evenodd"/>'
        for path in PATHS[name]
    )
    left, top = x - size / 2, y - size / 2
    return f'<g transform="translate({left:.1f} {top:.1f}) scale({scale:.3f})">{body}</g>'


def resource(kind: str, x: float, y: float, size: float = 20) -> str:
    return icon(kind, x, y, size, COLOURS[kind])


def asset_icon(asset: Asset, x: float, y: float, size: float = 22) -> str:
    """Return an asset's symbol, with the small sign that tells its kind."""
    kind = asset.kind
    if kind == "vp":
        star = icon("vp", x, y, size * 1.15, GOLD)
        return star + text(x, y + size * 0.2, str(asset.n), max(9, size * 0.5), bold=True)
    if kind == "spec":
        return icon(f"spec{asset.k}", x, y, size)
    if kind == "commodity":
        sign = "abc"[int(asset.k) - 1] + str(asset.n)
        return icon(kind, x, y, size) + text(
            x + size * 0.62, y + size * 0.5, sign, max(9, size * 0.5)
        )
    if kind == "focus":
        return icon(kind, x, y, size) + resource(
            str(asset.k), x + size * 0.5, y + size * 0.5, size * 0.5
        )
    if kind == "neighbor":
        side = "←" if asset.dir == "L" else "→"
        return icon(kind, x, y, size) + text(x, y + size * 0.85, side, max(9, size * 0.55))
    sign = (
        text(x + size * 0.6, y + size * 0.55, str(asset.n), max(9, size * 0.5))
        if asset.n > 1
        else ""
    )
    return icon(kind, x, y, size) + sign


# -- marks of the pen -------------------------------------------------------------------------


def ring(x: float, y: float, r: float, fresh: bool = False) -> str:
    """Draw a circle by hand, which claims."""
    glow = circle(x, y, r, fill="none", stroke=FRESH, width=7) if fresh else ""
    return glow + circle(x, y, r, fill="none", stroke=PEN, width=2.6)


def slash(x: float, y: float, r: float) -> str:
    """Draw a single stroke: spent."""
    return line(x - r, y + r, x + r, y - r, stroke=PEN, width=2.6)


def cross(x: float, y: float, r: float, fresh: bool = False) -> str:
    """Two strokes: paid for, scrapped or lost."""
    glow = circle(x, y, r, fill="none", stroke=FRESH, width=5) if fresh else ""
    first = line(x - r, y - r, x + r, y + r, stroke=PEN, width=2.4)
    return glow + first + line(x - r, y + r, x + r, y - r, stroke=PEN, width=2.4)


def underline(x: float, y: float, w: float) -> str:
    """Draw a stroke below: unlocked."""
    return line(x - w / 2, y, x + w / 2, y + 1.5, stroke=PEN, width=2.8)


def marked_asset(
    marks: SheetMarks, asset: Asset, x: float, y: float, fresh: set[str], size: float = 22
) -> str:
    """Return an asset with whatever the pen has done to it."""
    body = asset_icon(asset, x, y, size)
    r = size * 0.75
    if asset.id in marks.crossed:
        return body + cross(x, y, size * 0.5, asset.id in fresh)
    if asset.id in marks.circled:
        body += ring(x, y, r, asset.id in fresh)
        if asset.id in marks.slashed:
            body += slash(x, y, r)
    return body


# -- frames -----------------------------------------------------------------------------------


def place(name: str, words: str, body: Sequence[str]) -> str:
    """Draw what can be looked at closer: the name orders use for it, and what is there in words."""
    return f'<g data-id="{escape(name)}"><title>{escape(words)}</title>{"".join(body)}</g>'


def about(id: str, asset: Asset | None, *more: str) -> str:
    """Return an id with what stands there, for a reader who points at it."""
    spot = id.rpartition(".")[0] if asset and id == asset.id else id
    told = [spot or id, *([asset_words(asset)] if asset else []), *more]
    return ", ".join(told)


def page(width: float, height: float, title: str, sub: str, dice: str, body: Sequence[str]) -> str:
    """Draw a sheet: its name, its layout, the focus dice near the name."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="{FONT}">'
        f'<rect x="0" y="0" width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>'
        f'<rect x="0" y="0" width="{width:.0f}" height="52" fill="{CARD}"/>'
        + text(18, 33, title, 20, bold=True, anchor="start")
        + text(width - 150, 32, sub, 12, fill=FADED, anchor="end")
        + dice
        + "".join(body)
        + "</svg>"
    )


def focus_dice(marks: SheetMarks, width: float) -> str:
    """Return the three dice beside a sheet's name; unlocked ones are underlined (TIN 16.1.3)."""
    drawn = []
    for i, kind in enumerate(("M", "I", "R")):
        x = width - 118 + 42 * i
        drawn.append(rect(x - 16, 11, 32, 30, fill="#e8ebf3"))
        drawn.append(resource(kind, x, 26, 20))
        if kind in marks.dice:
            drawn.append(underline(x, 45, 32))
    return "".join(drawn)
