"""Small pieces of SVG for the boards: shapes and text, nothing of the game."""

from collections.abc import Sequence
from html import escape

INK = "#1b1b24"
PAPER = "#f7f5ef"
FADED = "#8d8a80"
FONT = "DejaVu Sans, Verdana, Arial, sans-serif"


def svg(width: float, height: float, body: Sequence[str], origin: tuple[float, float]) -> str:
    x, y = origin
    box = f"{x:.0f} {y:.0f} {width:.0f} {height:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="{FONT}">'
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>'
        + "".join(body)
        + "</svg>"
    )


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
    x: float, y: float, w: float, h: float, *, fill: str = "none", stroke: str = INK,
    width: float = 1, round_: float = 0, dash: str = "",
) -> str:  # fmt: skip
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{round_:g}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"{dashed}/>'
    )


def circle(
    x: float, y: float, r: float, *, fill: str = "none", stroke: str = INK, width: float = 1
) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:g}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{width:g}"/>'
    )


def polygon(
    points: Sequence[tuple[float, float]], *, fill: str = "none", stroke: str = INK,
    width: float = 1, dash: str = "",
) -> str:  # fmt: skip
    spots = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polygon points="{spots}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{width:g}"{dashed} stroke-linejoin="round"/>'
    )


def line(
    a: tuple[float, float], b: tuple[float, float], width: float = 1, stroke: str = INK
) -> str:
    return (
        f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" '
        f'stroke="{stroke}" stroke-width="{width:g}"/>'
    )


def place(name: str, words: str, body: Sequence[str]) -> str:
    """What can be looked at closer: the name orders use for it, and what is there in words."""
    return f'<g data-id="{escape(name)}"><title>{escape(words)}</title>{"".join(body)}</g>'
