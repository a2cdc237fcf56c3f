"""A view as a page shows it: the board, its places and the sheet, drawn once and kept for a while.

The key is all that the view holds and the reader's language, so what was drawn for one seat is
never shown to another.
"""

import re
from collections import OrderedDict
from hashlib import blake2b
from html import unescape
from threading import Lock
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe

from rules.kernel.codec import encode
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import Section, View
from rules.lexicon.speech import language

KEPT = 128
_PLACE = re.compile(r'<g\b[^>]*\bdata-id="([^"]*)"[^>]*>\s*<title>(.*?)</title>', re.DOTALL)


class Place(NamedTuple):
    """Something on the board that can be looked at closer."""

    id: str
    words: str


class Picture(NamedTuple):
    """The board, and in words what can be tapped on it."""

    svg: SafeString
    places: tuple[Place, ...]


class Drawn(NamedTuple):
    """Everything on a page that follows from the view alone."""

    picture: Picture | None
    sections: tuple[Section, ...]


_kept: OrderedDict[bytes, Drawn] = OrderedDict()
_lock = Lock()


def drawn(ruleset: Ruleset[Any], view: View) -> Drawn:
    """See the module. Rulesets escape what they draw; see `Ruleset.board`."""
    drawn_by = [language(), ruleset.name, ruleset.version]
    whole = encode([*drawn_by, view.seat, view.names, view.table, view.mine])
    key = blake2b(whole, digest_size=16).digest()
    with _lock:
        known = _kept.get(key)
        if known is not None:
            _kept.move_to_end(key)
            return known
    made = Drawn(_picture(ruleset.board(view)), tuple(ruleset.sheet(view)))
    with _lock:
        _kept[key] = made
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return made


def _picture(svg: str | None) -> Picture | None:
    if svg is None:
        return None
    places = tuple(Place(unescape(i), unescape(t)) for i, t in _PLACE.findall(svg))
    return Picture(mark_safe(svg), places)
