"""A turn written in one line: "attack 27 with 2 cruisers from 1 and land 2 infantry"."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rules.imperium.smallwords import EVERYTHING, is_home, mentions
from rules.lexicon import Ambiguous, LexiconError, Names, Verbs, fold
from rules.lexicon.frames import openings, plain_numbers

STEPS: Final = ("move", "bombard", "land", "produce", "build", "done")
"""Orders of the steps that follow an activation."""
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
_LONGEST_PLACE: Final = 4


class RunTogether:
    """Takes the steps of a tactical action apart that stand in one line.

    `verb_words`: how the game's orders are called, by language. `places` and `units`: what the
    game calls its systems and its units.
    """

    def __init__(
        self, verb_words: Mapping[str, Mapping[str, Sequence[str]]], places: Names, units: Names
    ) -> None:
        self._places, self._units = places, units
        self._first_words: Collection[str] = frozenset(
            fold(spelling.split()[0])
            for step in STEPS
            for spellings in verb_words.get(step, {}).values()
            for spelling in spellings
        )
        self._activating: Collection[str] = frozenset(
            fold(spelling)
            for spellings in verb_words["activate"].values()
            for spelling in spellings
        )

    def parts(self, order: str, verbs: Verbs) -> Sequence[str]:
        """Return an order for each step, where the steps of a tactical action stand in one line."""
        pieces = self._cut(order, verbs)
        verb = _verb(pieces[0], verbs)
        if verb in ("activate", "shared"):
            pieces = [*self._activation(pieces[0]), *pieces[1:]]
        return pieces if len(pieces) > 1 and verb in ("activate", "shared", *STEPS) else (order,)

    def _cut(self, order: str, verbs: Verbs) -> list[str]:
        """Return the text cut before every further step that is written with its own verb."""
        words = list(_WORDS.finditer(order))
        pieces, begun = [], 0
        for i, word in enumerate(words):
            if not i or fold(word[0].strip(",.;")) not in self._first_words:
                continue
            if not self._parts([before[0] for before in words[:i]]):
                continue
            if _begins_step(order[word.start() :], verbs):
                pieces.append(_trimmed(order[begun : word.start()]))
                begun = word.start()
        return [*pieces, order[begun:].strip()]

    def _parts(self, before: Sequence[str]) -> bool:
        """Return whether the words before a verb part two orders, or end with the place of an
        activation."""
        last = before[-1]
        return last.endswith((",", ";", ".")) or fold(last) in _JOINTS or self._ends_place(before)

    def _ends_place(self, words: Sequence[str]) -> bool:
        bare = [word.strip(",.;") for word in words[-_LONGEST_PLACE:]]
        return is_home(bare[-1]) or any(
            self._places.span_at(bare, i) == len(bare) - i for i in range(len(bare))
        )

    def _activation(self, text: str) -> list[str]:
        """Return "attack 27 with 2 cruisers from 1" parted behind the system; nothing else is
        touched."""
        words = plain_numbers(text).split()
        bare = [word.strip(",.;:") for word in words]
        start = self._length_of_verb(bare)
        if not start:
            return [text]
        while start < len(words) and fold(bare[start]) in (*_NOISE, "a"):
            start += 1
        home = int(bool(bare[start:]) and is_home(bare[start]))
        place = self._places.span_at(bare, start) or home
        if self._units.span_at(bare, start + place) and bare[start].isdigit():
            return [text]  # "take 2 cruisers" is no system 2
        after = words[start + place :]
        while after and fold(after[0].strip(",.;:")) in ("", *_JOINTS, *_NOISE):
            after = after[1:]
        said = " ".join(after)
        if not place or not self._moves_something(said):
            return [text]
        if turned := _ORIGIN_FIRST.fullmatch(said):
            said = f"{turned[2]} {turned[1]}"
        moved = _TAKING.sub("", said, count=1) if _TAKING.match(said) else said
        return [f"ACTIVATE {' '.join(bare[start : start + place])}", f"MOVE {moved}"]

    def _moves_something(self, said: str) -> bool:
        """Return whether units are named, or all there are."""
        everything = any(fold(word) in EVERYTHING for word in said.split())
        return everything or mentions(said, self._units)

    def _length_of_verb(self, words: Sequence[str]) -> int:
        """Count the words that say ACTIVATE at the beginning, with a courtesy before them."""
        text = " ".join(words)
        for start in openings(text):
            skipped = len(text[:start].split())
            for n in range(3, 0, -1):
                if fold(" ".join(words[skipped : skipped + n])) in self._activating:
                    return skipped + n
        return 0


def _verb(text: str, verbs: Verbs) -> str:
    """Return the verb of an order; "shared" where its word may be another's, too."""
    try:
        return verbs.split(text).id
    except Ambiguous:
        return "shared"
    except LexiconError:
        return ""


def _begins_step(text: str, verbs: Verbs) -> bool:
    """Return whether a text begins with the verb of a step and something it can be about."""
    return _is_step(text, verbs) or ("," in text and _is_step(text.partition(",")[0], verbs))


def _is_step(text: str, verbs: Verbs) -> bool:
    try:
        found = verbs.split(text)
    except LexiconError:
        return False
    if found.rest == "nothing" and found.id in STEPS:
        return True
    if found.corrected or found.id not in STEPS or not _stands_first(text, found.rest):
        return False
    fits = verbs.orders.get(found.id) or verbs.strict.get(found.id)
    return fits is None or fits(found.rest)


def _stands_first(text: str, rest: str) -> bool:
    """Return whether the verb itself is the beginning, not a courtesy before it or a word at the
    end."""
    return fold(text).endswith(fold(rest)) and len(text.split()) - len(rest.split()) <= 2


def _trimmed(text: str) -> str:
    """Return the text without the words that join it to the next order."""
    words = text.strip(" ,;.").split()
    while words and fold(words[-1]) in _JOINTS:
        words.pop()
    return " ".join(words).strip(" ,;.")
