"""A turn written in one line: "attack 27 with 2 cruisers from 1 and land 2 infantry"."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rules.lexicon import Ambiguous, LexiconError, Verbs, fold
from rules.lexicon.frames import plain_numbers
from rules.ti4.facts import VERB_WORDS
from rules.ti4.names import TILE_NAMES, UNITS
from rules.ti4.reading import EVERYTHING, is_home, mentions

STEPS: Final = ("move", "bombard", "land", "produce", "build", "done")
"""Orders of the steps that follow an activation."""
_FIRST_WORDS: Final = frozenset(
    fold(spelling.split()[0])
    for step in STEPS
    for spellings in VERB_WORDS[step].values()
    for spelling in spellings
)
_WORDS = re.compile(r"\S+")
_JOINTS: Final = frozenset(
    (
        "and", "then", "&", "+", "-", "–",
        "i", "oraz", "a", "potem", "nastepnie",
        "es", "s", "majd", "aztan",
    )
)  # fmt: skip
_TAKING = re.compile(
    r"(?:with|using|by|by moving|moving|bringing|z|ze|uzywajac)\s+(?=\S)", re.IGNORECASE
)
_ORIGIN_FIRST = re.compile(r"(from\s+.+?)\s+with\s+(.+)", re.IGNORECASE)
_NOISE: Final = frozenset(
    ("the", "system", "tile", "hex", "planet", "in", "at", "into", "on", "uklad", "az")
)
_COURTESY: Final = frozenset(("i", "i will", "i'll", "let's", "please", "we"))
_ACTIVATING: Final = frozenset(
    fold(spelling) for spellings in VERB_WORDS["activate"].values() for spelling in spellings
)


def parts(order: str, verbs: Verbs) -> Sequence[str]:
    """Return an order for each step, where the steps of a tactical action stand in one line."""
    pieces = _cut(order, verbs)
    verb = _verb(pieces[0], verbs)
    if verb in ("activate", "shared"):
        pieces = [*_activation(pieces[0]), *pieces[1:]]
    return pieces if len(pieces) > 1 and verb in ("activate", "shared", *STEPS) else (order,)


def _verb(text: str, verbs: Verbs) -> str:
    """Return the verb of an order; "shared" where its word may be another's, too."""
    try:
        return verbs.split(text).id
    except Ambiguous:
        return "shared"
    except LexiconError:
        return ""


def _cut(order: str, verbs: Verbs) -> list[str]:
    """Return the text cut before every further step that is written with its own verb."""
    words = list(_WORDS.finditer(order))
    pieces, begun = [], 0
    for before, word in pairwise(words):
        if fold(word[0].strip(",.;")) not in _FIRST_WORDS or not _parts(before[0]):
            continue
        if _begins_step(order[word.start() :], verbs):
            pieces.append(_trimmed(order[begun : word.start()]))
            begun = word.start()
    return [*pieces, order[begun:].strip()]


def _begins_step(text: str, verbs: Verbs) -> bool:
    """Return whether a text begins with the verb of a step and something it can be about."""
    try:
        found = verbs.split(text)
    except LexiconError:
        return False
    if found.corrected or found.id not in STEPS or not _stands_first(text, found.rest):
        return False
    return found.id == "done" or verbs.orders[found.id](found.rest)


def _stands_first(text: str, rest: str) -> bool:
    """Return whether the verb itself is the beginning, not a courtesy before it or a word at the
    end."""
    return fold(text).endswith(fold(rest)) and len(text.split()) - len(rest.split()) <= 2


def _parts(before: str) -> bool:
    """Return whether the word before a verb parts two orders, or is the place of an activation."""
    return before.endswith((",", ";", ".")) or fold(before) in _JOINTS or _is_place(before)


def _is_place(word: str) -> bool:
    bare = word.strip(",.;")
    return bool(TILE_NAMES.span_at([bare], 0)) or is_home(bare)


def _trimmed(text: str) -> str:
    """Return the text without the words that join it to the next order."""
    words = text.strip(" ,;.").split()
    while words and fold(words[-1]) in _JOINTS:
        words.pop()
    return " ".join(words).strip(" ,;.")


def _activation(text: str) -> list[str]:
    """Return "attack 27 with 2 cruisers from 1" parted behind the system; nothing else is
    touched."""
    words = plain_numbers(text).split()
    bare = [word.strip(",.;:") for word in words]
    start = _length_of_verb(bare)
    if not start:
        return [text]
    while start < len(words) and fold(bare[start]) in (*_NOISE, "a"):
        start += 1
    place = TILE_NAMES.span_at(bare, start) or int(bool(bare[start:]) and is_home(bare[start]))
    after = words[start + place :]
    while after and fold(after[0].strip(",.;:")) in ("", *_JOINTS, *_NOISE):
        after = after[1:]
    said = " ".join(after)
    if not place or not _moves_something(said):
        return [text]
    if turned := _ORIGIN_FIRST.fullmatch(said):
        said = f"{turned[2]} {turned[1]}"
    moved = _TAKING.sub("", said, count=1) if _TAKING.match(said) else said
    return [f"ACTIVATE {' '.join(bare[start : start + place])}", f"MOVE {moved}"]


def _moves_something(said: str) -> bool:
    """Return whether units are named, or all there are."""
    return mentions(said, UNITS) or any(fold(word) in EVERYTHING for word in said.split())


def _length_of_verb(words: Sequence[str]) -> int:
    """Count the words that say ACTIVATE at the beginning, with a courtesy before them."""
    skipped = next((n for n in (2, 1) if fold(" ".join(words[:n])) in _COURTESY), 0)
    for n in range(3, 0, -1):
        if fold(" ".join(words[skipped : skipped + n])) in _ACTIVATING:
            return skipped + n
    return 0
