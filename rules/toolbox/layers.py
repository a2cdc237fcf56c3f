"""What can be laid over a map: short signs on its places, the rest of the map faded."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from rules.kernel.pictures import Layer, Style
from rules.toolbox.canvas import Canvas, Spot, hexagon, width_of
from rules.toolbox.look import PLAYERS

TYPE: Final = 30.0
"""Large enough for a map at a glance, too."""
HIGH: Final = 40.0
FADED: Final = 0.62


class Sign(NamedTuple):
    """A short word on a place. `owner`: the number of a player's colours, None for nobody's;
    `warns`: something is wrong there; `told`: the same for those who cannot see it."""

    words: str
    told: str = ""
    owner: int | None = None
    warns: bool = False


Signs = Mapping[str, Sequence[Sign]]
"""Signs by the name that orders use for their place."""
Spots = Callable[[], Mapping[str, Spot]]
"""Where the middles of places lie on the main picture, asked when a layer is drawn."""


class Called(NamedTuple):
    """What a layer is called, and what its signs mean."""

    name: str
    title: str
    about: str


def layer(called: Called, find: Callable[[], Signs], spots: Spots, fades: bool = False) -> Layer:
    """Return a layer that shows the signs that `find` finds, when it is wanted and not before;
    `fades`: places without a sign are faded."""

    def draw(style: Style) -> str:
        return "".join(_drawn(Canvas("layer", style), find(), spots(), fades))

    def words() -> Mapping[str, str]:
        return {
            place: ", ".join(sign.told or sign.words for sign in signs)
            for place, signs in find().items()
        }

    return Layer(*called, words, draw)


def _drawn(canvas: Canvas, signs: Signs, spots: Mapping[str, Spot], fades: bool) -> Iterator[str]:
    for place, at in spots.items():
        here = signs.get(place, ())
        if fades and not here:
            yield canvas.shape(hexagon(99, at), canvas.look["void"], opacity=FADED)
        yield from _signs(canvas, here, at)


def _signs(canvas: Canvas, signs: Sequence[Sign], at: Spot) -> Iterator[str]:
    """Draw the signs of one place in rows of two, round its middle."""
    rows = [signs[i : i + 2] for i in range(0, len(signs), 2)]
    top = at.y - len(rows) * (HIGH + 4) / 2
    for i, row in enumerate(rows):
        wide = [max(HIGH, width_of(sign.words, TYPE) + 18) for sign in row]
        left = at.x - (sum(wide) + 4 * (len(row) - 1)) / 2
        for sign, width in zip(row, wide, strict=True):
            yield from _sign(canvas, sign, left, top + i * (HIGH + 4), width)
            left += width + 4


def _sign(canvas: Canvas, sign: Sign, left: float, top: float, wide: float) -> Iterator[str]:
    look = canvas.look
    fill, ink = look["card"], look["ink"]
    if sign.owner is not None:
        fill, ink = PLAYERS[sign.owner].fill, PLAYERS[sign.owner].ink
    edge, width = (look["bad"], 5.0) if sign.warns else (look["key"], 2.0)
    yield canvas.box(left, top, wide, HIGH, fill, stroke=edge, width=width, rounded=HIGH / 2)
    yield canvas.text(
        left + wide / 2, top + HIGH / 2 + TYPE * 0.36, TYPE, sign.words, fill=ink, bold=True
    )
