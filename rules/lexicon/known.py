"""Words by what they weigh in an order: those that say little, names of things, and strange ones.

Small words, prepositions, numbers and conditions say little in every game; the game adds the words
of its orders, the nouns that may stand beside a name, and the names. All others are slips of the
keyboard, or words that nobody knows.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from rules.lexicon.counted import NUMBER_WORDS
from rules.lexicon.inflect import roots
from rules.lexicon.names import CONJUNCTIONS
from rules.lexicon.slots import KEYWORDS
from rules.lexicon.spoken import lists
from rules.lexicon.text import fold

_WORDS: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_MOST_KEPT: Final = 5_000
_TYPED: Final = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)*")


class Weights:
    """What the words of a game weigh, in all their forms."""

    def __init__(self, little: Iterable[str], names: Iterable[str]) -> None:
        """`little`: the words of the game's orders, and the nouns beside its names."""
        self._little = language_words() | _words_of(little)
        self._little_roots = _roots_of(self._little)
        self._names = _words_of(names)
        self._name_roots = _roots_of(self._names)
        self._kinds: dict[str, str] = {}

    def names_and_strange(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the words of a text that are in a name, and those that nobody knows, as typed."""
        words = dict.fromkeys(found[0] for found in _TYPED.finditer(text))
        kinds = [(typed, self._kind(typed)) for typed in words]
        names = tuple(typed for typed, kind in kinds if kind == "name")
        return names, tuple(typed for typed, kind in kinds if kind == "strange")

    def _kind(self, typed: str) -> str:
        """Return "little", "name" or "strange"; what was asked for lately is kept."""
        kind = self._kinds.get(typed)
        if kind is None:
            if len(self._kinds) >= _MOST_KEPT:
                self._kinds.clear()
            kind = self._kinds[typed] = self._weighed(fold(typed))
        return kind

    def _weighed(self, word: str) -> str:
        if word in self._little:
            return "little"
        if word in self._names:
            return "name"
        if not self._little_roots.isdisjoint(roots(word)):
            return "little"
        return "strange" if self._name_roots.isdisjoint(roots(word)) else "name"


def _words_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in _WORDS.findall(fold(text)))


def _roots_of(words: Iterable[str]) -> frozenset[str]:
    return frozenset(root for word in words for root in roots(word))


@cache
def language_words() -> frozenset[str]:
    """Return the words of the languages themselves that orders are made of, folded."""
    phrases = [phrase for said in lists().values() for phrase in said.all]
    phrases += [*NUMBER_WORDS, *CONJUNCTIONS, *KEYWORDS]
    return frozenset(word for phrase in phrases for word in _WORDS.findall(fold(phrase)))
