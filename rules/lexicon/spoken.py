"""What words do in a line, whichever game it is about: the lists of `data/spoken.toml`.

Everything here matches text as it was typed, with or without accents, in any case.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from rules.lexicon.text import fold

_FILE: Final = Path(__file__).parent / "data" / "spoken.toml"
_LEADS: Final = "→"
_WORD_BEFORE: Final = r"(?<![\w'’-])"
_WORD_BEHIND: Final = r"(?![\w'’-])"


class WordList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that do the same in a line, by language; `why`: what is done with them."""

    why: str
    en: tuple[str, ...]
    pl: tuple[str, ...]
    hu: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.en, *self.pl, *self.hu)


@cache
def lists() -> Mapping[str, WordList]:
    """Return all lists by their names."""
    with _FILE.open("rb") as file:
        return msgspec.convert(tomllib.load(file), dict[str, WordList])


@cache
def words(name: str) -> frozenset[str]:
    """Return the words of a list, folded."""
    return frozenset(map(fold, lists()[name].all))


def anywhere(name: str, *, english: bool = False) -> re.Pattern[str]:
    """Return a pattern of the words of a list wherever they stand as words of their own; what
    stands behind an arrow is not taken along."""
    told, kept = [], []
    for phrase in lists()[name].en if english else lists()[name].all:
        said, arrow, left = phrase.partition(_LEADS)
        if arrow:
            lead = said.strip().removesuffix(left.strip()).strip()
            kept.append(rf"{as_typed([lead])}\s+(?={as_typed([left.strip()])}{_WORD_BEHIND})")
        else:
            told.append(phrase)
    ways = [*kept, f"{as_typed(told)}{_WORD_BEHIND}"]
    return re.compile(f"{_WORD_BEFORE}(?:{'|'.join(ways)})", re.IGNORECASE)


def as_typed(phrases: Iterable[str]) -> str:
    """Return a pattern for any of these phrases, the longest first, as people may type them."""
    longest_first = sorted(phrases, key=len, reverse=True)
    return f"(?:{'|'.join(map(_as_typed, longest_first))})"


def _as_typed(phrase: str) -> str:
    return "".join(map(_letter, phrase))


def _letter(letter: str) -> str:
    if letter == " ":
        return r"\s+"
    if letter == "'":
        return "['’]"
    if letter == "#":
        return r"\d+"
    bare = fold(letter)
    return f"[{letter}{bare}]" if letter.isalpha() and bare != letter.lower() else re.escape(letter)
