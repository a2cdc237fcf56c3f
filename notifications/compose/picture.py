"""Paints a picture as every mail program shows it: SVG in, PNG out."""

import os
import tempfile
import time
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from resvg import render, usvg

WIDTH = 1200
"""Sharp on a phone and on a desk."""
WIDEST = 1600
FAR = 1700
"""How many units wide a picture may be before it is painted at its widest."""

_FONTS = Path(__file__).resolve().parents[1] / "fonts"
_FONT_FILES = [_FONTS / name for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]
_PAPER = (255, 255, 255, 255)
KEPT_SECONDS = 3 * 24 * 3600
"""How long a painted picture is kept: as long as mails are tried again."""
_TIDIED = "tidied"


@lru_cache(maxsize=32)
def png(svg: str) -> bytes:
    """Return the picture as PNG, painted with our own fonts: the same on every server.

    A picture is painted once on a machine and kept for a few days, because the mails of one turn
    mostly show the same map and several workers send them. Raises ValueError for what is no
    picture.
    """
    folder = Path(settings.VAR) / "pictures"
    path = folder / f"{sha256(f'{WIDTH} {WIDEST} {svg}'.encode()).hexdigest()}.png"
    with suppress(OSError):
        return path.read_bytes()
    painted = _painted(svg)
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _keep(path, painted)
        _tidy(folder)
    return painted


def _keep(path: Path, painted: bytes) -> None:
    """Write the picture beside its place and move it there: another worker must not read half of
    it."""
    handle, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(painted)
    os.replace(draft, path)


def _tidy(folder: Path) -> None:
    """Remove, now and then, what no mail needs any more."""
    mark, now = folder / _TIDIED, time.time()
    if mark.exists() and now - mark.stat().st_mtime < KEPT_SECONDS / 24:
        return
    mark.touch()
    for path in folder.iterdir():
        if path != mark and now - path.stat().st_mtime > KEPT_SECONDS:
            path.unlink(missing_ok=True)


def _painted(svg: str) -> bytes:
    drawn = _drawn(svg)
    width, height = drawn.int_size()
    painted = WIDEST if width > FAR else WIDTH
    scale = painted / width
    size = (painted, max(1, round(height * scale)))
    smaller = (scale, 0.0, 0.0, 0.0, scale, 0.0)
    return bytes(render(drawn, smaller, bg_size=size, bg_color=_PAPER))


def _drawn(svg: str) -> usvg.Tree:
    """Return the parsed picture. Raises ValueError for one that cannot be read.

    The library panics at such a picture, and that is no Exception: unchecked, it would end the
    worker.
    """
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
