"""The map as a picture that every mail program shows: SVG in, PNG out."""

from pathlib import Path

import resvg_py

WIDTH = 640
"""Sharp on a phone, and small enough to paint in a fraction of a second."""

_FONTS = Path(__file__).resolve().parents[1] / "fonts"
_FONT_FILES = [str(_FONTS / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]


def png(svg: str) -> bytes:
    """Painted with our own fonts: the same on every server, with or without fonts installed."""
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
