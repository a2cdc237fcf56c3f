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
from rules.kernel.pictures import Picture
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import AnyView, Section
from rules.lexicon.speech import language

KEPT = 128
_PLACE = re.compile(r'<g\b[^>]*\bdata-id="([^"]*)"[^>]*>\s*<title>(.*?)</title>', re.DOTALL)


class Place(NamedTuple):
    """Something on a picture that can be looked at closer."""

    id: str
    words: str


class Shown(NamedTuple):
    """A picture, and in words what can be tapped on it."""

    name: str
    title: str
    svg: SafeString
    places: tuple[Place, ...]


class Drawn(NamedTuple):
    """Everything on a page that follows from the view alone.

    `main` is the picture that everybody looks at first, `own` are the reader's own ones, `others`
    the rest, which a page folds.
    """

    main: Shown | None
    own: tuple[Shown, ...]
    others: tuple[Shown, ...]
    sections: tuple[Section, ...]

    @property
    def places(self) -> dict[str, str]:
        """What can be tapped on any picture, in words, by its name in orders."""
        shown = (*((self.main,) if self.main else ()), *self.own, *self.others)
        return {place.id: place.words for picture in shown for place in picture.places}


_kept: OrderedDict[bytes, Drawn] = OrderedDict()
_lock = Lock()


def drawn(ruleset: Ruleset[Any], view: AnyView) -> Drawn:
    """Return a view as a page shows it. Rulesets escape what they draw; see `Picture`."""
    drawn_by = [language(), ruleset.name, ruleset.version]
    whole = encode([*drawn_by, view.seat, view.names, view.table, view.mine])
    key = blake2b(whole, digest_size=16).digest()
    with _lock:
        known = _kept.get(key)
        if known is not None:
            _kept.move_to_end(key)
            return known
    made = _drawn(ruleset, view)
    with _lock:
        _kept[key] = made
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return made


def _drawn(ruleset: Ruleset[Any], view: AnyView) -> Drawn:
    pictures = ruleset.pictures(view)
    shown = [(picture.seat, _shown(picture)) for picture in pictures]
    return Drawn(
        main=shown[0][1] if shown else None,
        own=tuple(one for seat, one in shown[1:] if seat == view.seat),
        others=tuple(one for seat, one in shown[1:] if seat != view.seat),
        sections=tuple(ruleset.sheet(view)),
    )


def _shown(picture: Picture) -> Shown:
    svg = picture.svg
    places = tuple(Place(unescape(i), unescape(t)) for i, t in _PLACE.findall(svg))
    return Shown(picture.name, picture.title, mark_safe(svg), places)
