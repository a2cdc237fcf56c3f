"""Pictures of a position: the map, player boards, sheets."""

from collections.abc import Callable
from typing import NamedTuple

from rules.kernel.speech import _
from rules.kernel.views import AnyView


class Picture(NamedTuple):
    """One picture, drawn from a view when it is wanted and not before.

    `name` says which one it is and is the same in every position; files are called by it ("map",
    "board-2"). `title` is for the reader, in the reader's language. `seat` is whose board it is;
    None where it is everybody's.

    The SVG is put into pages and painted for mails, so it has a viewBox and presentation
    attributes only (no style or script, neither as element nor as attribute), and all its text is
    escaped. What can be looked at closer is a `<g data-id="…">`, the name that orders use for it,
    whose first child is a `<title>` that says what is there.
    """

    name: str
    title: str
    draw: Callable[[], str]
    seat: int | None = None

    @property
    def svg(self) -> str:
        """Draw the picture, in the language that is spoken now."""
        return self.draw()


def map_picture(draw: Callable[[], str]) -> Picture:
    """Return the picture of the place where everybody plays."""
    return Picture("map", _("Map"), draw)


def board_picture(view: AnyView, seat: int, draw: Callable[[], str]) -> Picture:
    """Return the picture of what lies in front of one player."""
    return Picture(f"board-{seat + 1}", _("Board of {name}", name=view.name(seat)), draw, seat)
