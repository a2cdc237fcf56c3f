"""Anomalies as textures behind everything in their system, each with its word."""

import math
from typing import Final

from rules.imperium.speech import N_
from rules.toolbox.canvas import Canvas

NAMES: Final = {
    "asteroid_field": N_("asteroids"),
    "nebula": N_("nebula"),
    "supernova": N_("supernova"),
    "gravity_rift": N_("gravity rift"),
}
ROCKS: Final = (
    (-62, -20, 13), (-34, -44, 9), (4, -34, 15), (44, -30, 11), (70, 0, 10), (-76, 10, 8),
    (-40, 2, 9), (36, 6, 8), (0, 6, 7), (-56, 40, 9), (-20, 56, 8), (24, 46, 11), (56, 38, 7),
    (10, 74, 6), (-30, -70, 7), (30, -66, 6),
)  # fmt: skip
ROCK: Final = ((-1.0, -0.2), (-0.4, -0.9), (0.5, -0.8), (1.0, 0.1), (0.5, 0.9), (-0.6, 0.7))
CLOUDS: Final = (
    (-44, -20, 36),
    (6, -40, 40),
    (46, -10, 36),
    (-10, 14, 40),
    (40, 36, 28),
    (-50, 36, 26),
)


def draw(canvas: Canvas, kind: str) -> str:
    """Return the texture of an anomaly round the middle of its system."""
    return _TEXTURES[kind](canvas)


def _asteroids(canvas: Canvas) -> str:
    fill = canvas.look["asteroid_field"]
    rocks = [canvas.shape([(x + a * r, y + b * r) for a, b in ROCK], fill) for x, y, r in ROCKS]
    return f'<g opacity=".55">{"".join(rocks)}</g>'


def _nebula(canvas: Canvas) -> str:
    clouds = [canvas.disc(x, y, r, canvas.look["nebula"]) for x, y, r in CLOUDS]
    return f'<g opacity=".38">{"".join(clouds)}</g>'


def _supernova(canvas: Canvas) -> str:
    outer = canvas.shape(_star(16, 70, 46), canvas.look["supernova"])
    return f'<g opacity=".85">{outer}{canvas.shape(_star(16, 46, 30), "#ffe28a")}</g>'


def _star(points: int, outer: float, inner: float) -> list[tuple[float, float]]:
    spots = []
    for k in range(points * 2):
        r, a = (inner if k % 2 else outer), math.pi * k / points
        spots.append((r * math.sin(a), -r * math.cos(a)))
    return spots


def _rift(canvas: Canvas) -> str:
    fill = canvas.look["gravity_rift"]
    rings = [
        f'<ellipse rx="{r * 1.2:g}" ry="{r * 0.8:g}" fill="none" stroke="{fill}" '
        f'stroke-width="9" opacity="{opacity}"/>'
        for r, opacity in ((64, 0.45), (48, 0.65), (32, 0.85))
    ]
    return f'{"".join(rings)}<ellipse rx="26" ry="16" fill="#05070c"/>'


_TEXTURES: Final = {
    "asteroid_field": _asteroids,
    "nebula": _nebula,
    "supernova": _supernova,
    "gravity_rift": _rift,
}
