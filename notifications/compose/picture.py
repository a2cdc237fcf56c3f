"""The map as a picture that every mail program shows: SVG in, PNG out."""

from functools import lru_cache
from pathlib import Path

import resvg_py

WIDTH = 640
"""Sharp on a phone, and small enough to paint in a fraction of a second."""

_FONTS = Path(__file__).resolve().parents[1] / "fonts"
_FONT_FILES = [str(_FONTS / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]


@lru_cache(maxsize=32)
def png(svg: str) -> bytes:
    """Painted with our own fonts: the same on every server, with or without fonts installed.

    Remembered, as the mails of one turn mostly show the same map.
    """
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=WIDTH,
        skip_system_fonts=True,
        font_files=_FONT_FILES,
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
        serif_family="DejaVu Sans",
        monospace_family="DejaVu Sans",
    )
