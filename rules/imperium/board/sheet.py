"""What lies before one player, as a picture: figures, then cards under headings.

Narrow enough for a phone held upright, and readable in grey: what is exhausted or used is hatched
and says so, and technologies carry the sign of their colour.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.imperium.speech import _
from rules.kernel.pictures import Style
from rules.kernel.views import Section
from rules.toolbox.canvas import Canvas, width_of
from rules.toolbox.look import PLAYERS, SPECIALITIES

WIDTH: Final = 480.0
EDGE: Final = 12.0
COLUMN: Final = (WIDTH - 3 * EDGE) / 2
ROW: Final = 36.0
FIGURE: Final = (WIDTH - 5 * EDGE) / 4
HEADER: Final = 48.0
SMALLEST: Final = 12.0


class Figure(NamedTuple):
    """A number of something, with the icon of it."""

    icon: str
    name: str
    value: str


class Card(NamedTuple):
    """A card with its name; `right`: its worth; `colour`: of its speciality or technology;
    `off`: exhausted or used."""

    words: str
    right: str = ""
    colour: str = ""
    off: bool = False


class Heading(NamedTuple):
    """Cards that belong together; `one_each`: so long that each has a line of its own."""

    words: str
    cards: Sequence[Card]
    one_each: bool = False


class Sheet(NamedTuple):
    """All that is shown of one player; `remarks`: lines after the figures."""

    seat: int
    name: str
    points: str
    figures: Sequence[Figure]
    parts: Sequence[Heading]
    remarks: Sequence[str] = ()


def sheet_words(sheet: Sheet) -> list[Section]:
    """Return a sheet in words, a section for each heading; headings without cards are left out."""
    figures = [f"{figure.name}: {figure.value}" for figure in sheet.figures]
    found = [Section(f"{sheet.name}, {sheet.points}", (*sheet.remarks, *figures))]
    for part in sheet.parts:
        if part.cards:
            found.append(Section(part.words, tuple(map(_card_words, part.cards))))
    return found


def _card_words(card: Card) -> str:
    colour = colour_word(card.colour) if card.colour else ""
    more = ", ".join(filter(None, (card.right, colour)))
    return f"{card.words} ({more})" if more else card.words


def colour_word(colour: str) -> str:
    """Return the colour of a technology or speciality in the reader's language."""
    told = {"red": _("red"), "blue": _("blue"), "green": _("green"), "yellow": _("yellow")}
    return told.get(colour, colour)


def sheet_picture(sheet: Sheet, name: str, style: Style) -> str:
    """Return the picture of a sheet; parts without cards are left out."""
    canvas = Canvas(name, style)
    body = list(_header(canvas, sheet))
    y = HEADER + 10
    body += _figures(canvas, sheet.figures, y)
    y += -(-len(sheet.figures) // 4) * (_figure_height(sheet.figures) + 6)
    for words in sheet.remarks:
        body.append(canvas.text(EDGE, y + 16, 14, words, anchor="start"))
        y += 24
    for part in sheet.parts:
        if part.cards:
            size = min(15.0, (WIDTH - 2 * EDGE) / width_of(part.words, 1))
            body.append(canvas.text(EDGE, y + 22, size, part.words, bold=True, anchor="start"))
            y += 32
            each = 1 if part.one_each else 2
            wide = WIDTH - 2 * EDGE if part.one_each else COLUMN
            for i, card in enumerate(part.cards):
                row, column = divmod(i, each)
                x = EDGE + column * (COLUMN + EDGE)
                body += _card(canvas, card, x, y + row * (ROW + 4), wide)
            y += -(-len(part.cards) // each) * (ROW + 4) + 2
    title = _("Board of {name}", name=sheet.name)
    return canvas.svg(0, 0, WIDTH, y + EDGE, body, title)


def _header(canvas: Canvas, sheet: Sheet) -> Iterator[str]:
    player = PLAYERS[sheet.seat]
    yield canvas.box(0, 0, WIDTH, HEADER, player.fill, stroke=canvas.look["key"])
    yield canvas.mark(sheet.seat, 27, HEADER / 2, 24, player.ink)
    room = WIDTH - 64 - width_of(sheet.points, 19) - EDGE
    size = min(20.0, room / width_of(sheet.name, 1))
    yield canvas.text(50, 31, size, sheet.name, fill=player.ink, bold=True, anchor="start")
    yield canvas.text(WIDTH - EDGE, 31, 19, sheet.points, fill=player.ink, bold=True, anchor="end")


def _figure_height(figures: Sequence[Figure]) -> float:
    """Return the height of a figure's card: some names take two lines."""
    return 64.0 if any(_lines(figure.name, FIGURE - 8)[1] for figure in figures) else 50.0


def _figures(canvas: Canvas, figures: Sequence[Figure], y: float) -> Iterator[str]:
    """Four figures a line, each a small card."""
    high = _figure_height(figures)
    look = canvas.look
    for i, figure in enumerate(figures):
        row, column = divmod(i, 4)
        x, top = EDGE + column * (FIGURE + EDGE), y + row * (high + 6)
        yield canvas.box(x, top, FIGURE, high, look["card"], stroke=look["card-edge"], rounded=7)
        yield canvas.icon(figure.icon, x + 18, top + 19, 20, look["muted"])
        yield canvas.text(x + FIGURE - 9, top + 26, 21, figure.value, bold=True, anchor="end")
        for k, line in enumerate(filter(None, _lines(figure.name, FIGURE - 8))):
            yield canvas.text(x + FIGURE / 2, top + 43 + k * 14, 12, line, fill=look["muted"])


def _card(canvas: Canvas, card: Card, x: float, y: float, wide: float) -> Iterator[str]:
    look = canvas.look
    ground = look["exhausted" if card.off else "card"]
    yield canvas.box(x, y, wide, ROW, ground, stroke=look["card-edge"], rounded=6)
    if card.off:
        yield canvas.box(x, y, wide, ROW, canvas.hatch(), rounded=6)
    left = x + 9
    if card.colour:
        fill, ink = SPECIALITIES[card.colour]
        yield canvas.disc(x + 18, y + ROW / 2, 11, fill, stroke=look["key"], width=1)
        yield canvas.icon(f"spec_{card.colour}", x + 18, y + ROW / 2, 15, ink)
        left = x + 36
    room = wide - (left - x) - 8 - (width_of(card.right, 14) + 6 if card.right else 0)
    first, second = _lines(card.words, room)
    ink = look["exhausted-ink" if card.off else "ink"]
    if second:
        yield canvas.text(left, y + 15.5, 12, first, fill=ink, anchor="start")
        yield canvas.text(left, y + 30, 12, second, fill=ink, anchor="start")
    else:
        size = max(SMALLEST, min(14.0, room / width_of(first, 1, bold=False)))
        yield canvas.text(left, y + ROW / 2 + 5, size, first, fill=ink, anchor="start")
    if card.right:
        yield canvas.text(
            x + wide - 8, y + ROW / 2 + 5, 14, card.right, fill=ink, bold=True, anchor="end"
        )


def _lines(words: str, room: float) -> tuple[str, str]:
    """Return a name on one line, or on two where it is long."""
    if width_of(words, 12.5, bold=False) <= room or " " not in words:
        return words, ""
    parts = words.split()
    best = min(
        range(1, len(parts)),
        key=lambda i: max(len(" ".join(parts[:i])), len(" ".join(parts[i:]))),
    )
    return " ".join(parts[:best]), " ".join(parts[best:])
