"""The map as a picture that every mail program shows: SVG in, PNG out."""

from functools import cache, lru_cache
from pathlib import Path

from resvg import render, usvg

WIDTH = 600
"""Sharp on a phone, and small enough to paint in a fraction of a second."""

_FONTS = Path(__file__).resolve().parents[1] / "fonts"
_FONT_FILES = [_FONTS / name for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]
_PAPER = (255, 255, 255, 255)


@lru_cache(maxsize=32)
def png(svg: str) -> bytes:
    """Painted with our own fonts: the same on every server, with or without fonts installed.

    Remembered, as the mails of one turn mostly show the same map. Raises ValueError for what is no
    picture.
    """
    drawn = _drawn(svg)
    width, height = drawn.int_size()
    scale = WIDTH / width
    size = (WIDTH, max(1, round(height * scale)))
    smaller = (scale, 0.0, 0.0, 0.0, scale, 0.0)
    return bytes(render(drawn, smaller, bg_size=size, bg_color=_PAPER))


def _drawn(svg: str) -> usvg.Tree:
    """A picture that cannot be read makes the library panic, which Python knows as no Exception:
    unchecked it would take the whole worker along."""
    try:
        return usvg.Tree.from_str(svg, _options())
    except BaseException as error:
        if type(error).__name__ == "PanicException":
            raise ValueError("this is no SVG picture") from None
        raise


@cache
def _options() -> usvg.Options:
    options = usvg.Options.default()
    for file in _FONT_FILES:
        options.load_font_file(str(file))
    options.font_family = "DejaVu Sans"
    return options
