"""Pictures of a position: the map, player boards, sheets."""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from rules.kernel.speech import _
from rules.kernel.views import SomeView

Colours = Literal["light", "dark", "page"]
"""Which palette a picture is drawn in. "page": colours are variables that a page's stylesheet sets,
so that one picture follows the reader's light or dark mode."""
Level = Literal["full", "overview"]


class Style(NamedTuple):
    """How a picture is wanted. `level` "overview" shows the whole at the width of a phone: who
    holds what and where the fleets are; "full" shows everything and needs 900 pixels or a crop.
    `link`: the address of a place, with {} for its name, where places are to be links."""

    colours: Colours = "light"
    level: Level = "full"
    link: str = ""


class Picture(NamedTuple):
    """One picture, drawn from a view when it is wanted and not before.

    `name` says which one it is and is the same in every position; files are called by it ("map",
    "board-2"). `title` is for the reader, in the reader's language. `seat` is whose board it is;
    None where it is everybody's. `close` marks a part of the main picture, large enough to be read
    on a phone: the part that matters to the reader now.

    The SVG is put into pages and painted for mails, so it has a viewBox and presentation
    attributes only (no style or script, neither as element nor as attribute), and all its text is
    escaped. Every id in it begins with the picture's name, because a page shows several. What can
    be looked at closer is a `<g data-id="…">`, the name that orders use for it, whose first child
    is a `<title>` that says what is there.
    """

    name: str
    title: str
    draw: Callable[[Style], str]
    seat: int | None = None
    close: bool = False

    @property
    def svg(self) -> str:
        """Draw the picture in full on paper, in the language that is spoken now."""
        return self.draw(Style())


class Layer(NamedTuple):
    """Something that can be laid over the main picture, such as what a fleet can reach.

    `name` says which one it is and is the same in every position; `about` says what its signs
    mean. `words` finds what they say, by place, for those who cannot see them. `draw` gives
    elements of SVG in the coordinates of the main picture, under the same promises as those of a
    `Picture`.
    """

    name: str
    title: str
    about: str
    words: Callable[[], Mapping[str, str]]
    draw: Callable[[Style], str]


def in_one_style(draw: Callable[[], str]) -> Callable[[Style], str]:
    """Return a drawing that looks the same in every style."""
    return lambda _style: draw()


def map_picture(draw: Callable[[Style], str]) -> Picture:
    """Return the picture of the place where everybody plays."""
    return Picture("map", _("Map"), draw)


def near_picture(title: str, draw: Callable[[Style], str]) -> Picture:
    """Return the part of the map that matters to the reader now."""
    return Picture("near", title, draw, close=True)


def board_picture(view: SomeView, seat: int, draw: Callable[[Style], str]) -> Picture:
    """Return the picture of what lies in front of one player."""
    return Picture(f"board-{seat + 1}", _("Board of {name}", name=view.name(seat)), draw, seat)
