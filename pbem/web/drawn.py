"""A view as a page shows it: pictures, their places and the sheet, drawn once and kept for a while.

The cache's key is all that the view holds and the reader's language, so what was drawn for one seat
is never shown to another.
"""

import re
from collections import OrderedDict
from hashlib import blake2b
from html import unescape
from threading import Lock
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe

from rules.kernel.codec import encode
from rules.kernel.pictures import Layer, Picture, Style
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import Grid, Section, SomeView
from rules.lexicon.speech import language

KEPT = 128
_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) ')
_PLACE = re.compile(r'<[ga]\b[^>]*\bdata-id="([^"]*)"[^>]*>\s*<title>(.*?)</title>', re.DOTALL)


class Place(NamedTuple):
    """Something on a picture that can be looked at closer."""

    id: str
    words: str


class Shown(NamedTuple):
    """A picture, and in words what can be tapped on it. `width`: in units of the picture, which
    are pixels at its natural size."""

    name: str
    title: str
    svg: SafeString
    places: tuple[Place, ...]
    width: int


class Folded(NamedTuple):
    """A picture that is drawn when somebody unfolds it."""

    picture: Picture

    @property
    def name(self) -> str:
        return self.picture.name

    @property
    def title(self) -> str:
        return self.picture.title

    @property
    def svg(self) -> SafeString:
        return mark_safe(self.picture.draw(Style("page")))


class Drawn(NamedTuple):
    """Everything on a page that follows from the view alone.

    `main` is the picture that everybody looks at first, `near` the part of it that matters to the
    reader now; `own` are the reader's own ones, `others` the rest, which a page folds.
    """

    main: Shown | None
    near: Shown | None
    own: tuple[Shown, ...]
    others: tuple[Folded, ...]
    sections: tuple[Section, ...]
    comparison: Grid | None

    @property
    def places(self) -> dict[str, str]:
        """What can be tapped on a picture, in words, by its name in orders."""
        shown = (self.main, *self.own)
        return {place.id: place.words for one in shown if one for place in one.places}


_kept: OrderedDict[bytes, Drawn] = OrderedDict()
_lock = Lock()


def drawn(ruleset: Ruleset[Any], view: SomeView, link: str = "") -> Drawn:
    """Return a view as a page shows it, its places as links where a `link` is given. Rulesets
    escape what they draw; see `Picture`."""
    drawn_by = [language(), ruleset.name, ruleset.version, link]
    whole = encode([*drawn_by, view.seat, view.names, view.table, view.mine])
    key = blake2b(whole, digest_size=16).digest()
    with _lock:
        known = _kept.get(key)
        if known is not None:
            _kept.move_to_end(key)
            return known
    made = _drawn(ruleset, view, Style("page", link=link))
    with _lock:
        _kept[key] = made
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return made


def _drawn(ruleset: Ruleset[Any], view: SomeView, style: Style) -> Drawn:
    pictures = ruleset.pictures(view)
    near = next((picture for picture in pictures if picture.close), None)
    rest = [picture for picture in pictures[1:] if not picture.close]
    return Drawn(
        main=shown(pictures[0], style) if pictures else None,
        near=shown(near, style) if near else None,
        own=tuple(shown(one, style) for one in rest if one.seat == view.seat),
        others=tuple(Folded(one) for one in rest if one.seat != view.seat),
        sections=tuple(one for one in ruleset.sheet(view) if not one.mapped),
        comparison=ruleset.comparison(view),
    )


def laid_over(picture: Shown, layer: Layer) -> Shown:
    """Return the picture with a layer above all that it shows."""
    svg = picture.svg.removesuffix("</svg>")
    return picture._replace(svg=mark_safe(f"{svg}{layer_svg(layer)}</svg>"))


def layer_svg(layer: Layer) -> SafeString:
    """Return a layer as the group that lies above the picture; it lets clicks through."""
    return mark_safe(f'<g class="layer" pointer-events="none">{layer.draw(Style("page"))}</g>')


def shown(picture: Picture, style: Style) -> Shown:
    """Return a picture with the places on it and its width."""
    svg = picture.draw(style)
    places = tuple(Place(unescape(i), unescape(t)) for i, t in _PLACE.findall(svg))
    return Shown(picture.name, picture.title, mark_safe(svg), places, width_of(svg))


def width_of(svg: str) -> int:
    """Return how wide a picture is, in its own units."""
    box = _BOX.search(svg)
    return round(float(box[1])) if box else 0
