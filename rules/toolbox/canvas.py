"""A sheet that pictures are drawn on: shapes, text, silhouettes and wallpapers in one palette.

Only what every browser, mail program and painter shows alike is used: no style, filter or mask.
The canvas remembers which silhouettes and wallpapers a picture used, and carries those alone.
"""

import math
import re
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from rules.kernel.pictures import Style
from rules.toolbox.look import Look

FONT: Final = "DejaVu Sans, Verdana, Arial, sans-serif"
BOLD, REGULAR = 0.70, 0.62
"""The width of a letter in ems, reckoned on the safe side."""
_SYMBOL: Final = re.compile(r'<symbol id="i-([a-z_0-9]+)"[^>]*>(.*?)</symbol>', re.DOTALL)


class Spot(NamedTuple):
    x: float
    y: float


@cache
def icons() -> dict[str, str]:
    """Return the silhouettes by name, each drawn in a box of 24 by 24, ships nose up."""
    return dict(_SYMBOL.findall((Path(__file__).parent / "icons.svg").read_text("utf-8")))


def n(value: float) -> str:
    """Return a number as short as a picture needs it."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def width_of(words: object, size: float, *, bold: bool = True) -> float:
    """Return how wide a text is at most."""
    return len(str(words)) * size * (BOLD if bold else REGULAR)


MIDDLE: Final = Spot(0, 0)


def hexagon(radius: float, at: Spot = MIDDLE) -> list[Spot]:
    """Return the corners of a flat-topped hex; side d lies between corners d and d + 1, as in
    `rules.hexes`."""
    turns = [math.radians(60 * k - 120) for k in range(6)]
    return [Spot(at.x + radius * math.cos(a), at.y + radius * math.sin(a)) for a in turns]


def fits_hex(left: float, top: float, right: float, bottom: float, inset: float = 6.0) -> bool:
    """Tell whether a box lies inside a hex of radius 100 round (0, 0), so far from its edge."""
    slope = math.sqrt(3)
    if bottom > 50 * slope - inset or top < inset - 50 * slope:
        return False
    reach = 100 - inset - max(abs(top), abs(bottom)) / slope
    return max(abs(left), abs(right)) <= reach


class Canvas:
    """What one picture is drawn on. `name`: the picture's, with which all its ids begin."""

    def __init__(self, name: str, style: Style) -> None:
        self.name, self.style, self.look = name, style, Look(style.colours)
        self._icons: set[str] = set()
        self._papers: set[int] = set()
        self._hatched = False
        self._linked = False

    # -- shapes ------------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        size: float,
        words: object,
        *,
        fill: str = "",
        bold: bool = False,
        anchor: str = "middle",
    ) -> str:
        weight = ' font-weight="bold"' if bold else ""
        side = "" if anchor == "start" else f' text-anchor="{anchor}"'
        return (
            f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}"{side} '
            f'fill="{fill or self.look["ink"]}"{weight}>{escape(str(words))}</text>'
        )

    def haloed(
        self,
        x: float,
        y: float,
        size: float,
        words: object,
        *,
        fill: str = "",
        ground: str = "",
        bold: bool = False,
        anchor: str = "middle",
    ) -> str:
        """Return text over a texture: the text twice, first as a broad line of the ground."""
        weight = ' font-weight="bold"' if bold else ""
        side = "" if anchor == "start" else f' text-anchor="{anchor}"'
        behind = ground or self.look["space"]
        return (
            f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}"{side} fill="none"{weight} '
            f'stroke="{behind}" stroke-width="{n(size * 0.28)}" '
            f'aria-hidden="true">{escape(str(words))}</text>'
        ) + self.text(x, y, size, words, fill=fill, bold=bold, anchor=anchor)

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: str,
        *,
        stroke: str = "",
        width: float = 1.2,
        rounded: float = 0,
        dash: str = "",
    ) -> str:
        line = f' stroke="{stroke}" stroke-width="{n(width)}"' if stroke else ""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        corner = f' rx="{n(rounded)}"' if rounded else ""
        return (
            f'<rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"{corner} '
            f'fill="{fill}"{line}{dashed}/>'
        )

    def disc(
        self, x: float, y: float, r: float, fill: str, *, stroke: str = "", width: float = 1.2
    ) -> str:
        line = f' stroke="{stroke}" stroke-width="{n(width)}"' if stroke else ""
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"{line}/>'

    def shape(
        self,
        spots: Sequence[tuple[float, float]],
        fill: str,
        *,
        stroke: str = "",
        width: float = 1.2,
        dash: str = "",
        opacity: float = 1,
    ) -> str:
        points = " ".join(f"{n(x)},{n(y)}" for x, y in spots)
        line = f' stroke="{stroke}" stroke-width="{n(width)}"' if stroke else ""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        faint = f' opacity="{opacity:g}"' if opacity != 1 else ""
        return f'<polygon points="{points}" fill="{fill}"{line}{dashed}{faint}/>'

    def path(self, d: str, fill: str, *, stroke: str = "", width: float = 1.2) -> str:
        line = f' stroke="{stroke}" stroke-width="{n(width)}"' if stroke else ""
        return f'<path d="{d}" fill="{fill}"{line}/>'

    # -- silhouettes and grounds -----------------------------------------------------------------

    def icon(self, name: str, x: float, y: float, size: float, colour: str) -> str:
        """Return a silhouette of so many units, its middle at (x, y)."""
        assert name in icons(), name
        self._icons.add(name)
        half = size / 2
        drawn = f' color="{colour}"' if "currentColor" in icons()[name] else ""
        return (
            f'<use href="#{self.name}-{name}" x="{n(x - half)}" y="{n(y - half)}" '
            f'width="{n(size)}" height="{n(size)}" fill="{colour}"{drawn}/>'
        )

    def mark(self, number: int, x: float, y: float, size: float, colour: str) -> str:
        """Return the mark of a player's colour."""
        return self.icon(f"mark_{number}", x, y, size, colour)

    def wallpaper(self, number: int) -> str:
        """Return the fill of a player's realm: the player's mark, over and over."""
        self._papers.add(number)
        return f"url(#{self.name}-paper-{number})"

    def hatch(self) -> str:
        """Return the fill of what is exhausted."""
        self._hatched = True
        return f"url(#{self.name}-hatch)"

    # -- the whole -------------------------------------------------------------------------------

    def place(self, name: str, words: str, body: Sequence[str], at: Spot | None = None) -> str:
        """Return something that can be looked at closer, under the name that orders use."""
        moved = f' transform="translate({n(at.x)},{n(at.y)})"' if at else ""
        where = self.style.link.replace("{}", quote(name))
        link = f' href="{escape(where)}"' if where else ""
        tag = "a" if link else "g"
        self._linked = self._linked or bool(link)
        return (
            f'<{tag} data-id="{escape(name)}"{link}{moved}><title>{escape(words)}</title>'
            f"{''.join(body)}</{tag}>"
        )

    def svg(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        body: Sequence[str],
        title: str,
        told: str = "",
    ) -> str:
        """Return the whole picture. `told`: a sentence for the event of the moment."""
        box = f"{n(left)} {n(top)} {n(width)} {n(height)}"
        desc = f"<desc>{escape(told)}</desc>" if told else ""
        role = "group" if self._linked else "img"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{n(width)}" '
            f'height="{n(height)}" font-family="{FONT}" stroke-linejoin="round" role="{role}">'
            f"<title>{escape(title)}</title>{desc}{self._definitions()}"
            f"{self.box(left, top, width, height, self.look['void'])}{''.join(body)}</svg>"
        )

    def _definitions(self) -> str:
        known = icons()
        parts = [
            f'<symbol id="{self.name}-{name}" viewBox="0 0 24 24">{known[name]}</symbol>'
            for name in sorted(self._icons)
        ]
        parts += [self._paper(number) for number in sorted(self._papers)]
        if self._hatched:
            parts.append(
                f'<pattern id="{self.name}-hatch" width="7" height="7" '
                'patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
                f'<rect width="2.2" height="7" fill="{self.look["exhausted-ink"]}" opacity=".45"/>'
                "</pattern>"
            )
        return f"<defs>{''.join(parts)}</defs>" if parts else ""

    def _paper(self, number: int) -> str:
        colour = self.look.line(number)
        return (
            f'<pattern id="{self.name}-paper-{number}" width="26" height="26" '
            'patternUnits="userSpaceOnUse" patternTransform="rotate(-18)">'
            f'<svg x="8" y="8" width="9" height="9" viewBox="0 0 24 24" fill="{colour}" '
            f'color="{colour}">{icons()[f"mark_{number}"]}</svg></pattern>'
        )
