"""A line said with fewer words: what may be left out of it without changing what it says.

A line is told otherwise only if it cannot be read as it stands, and counts only if it is then one
whole order. What may be left out is data: the lists of `data/spoken.toml`.
"""

import re
from collections.abc import Iterator
from typing import Final

from rules.lexicon.counted import NUMBER_WORDS
from rules.lexicon.doubts import is_more_than_an_order
from rules.lexicon.frames import without_courtesy
from rules.lexicon.known import language_words
from rules.lexicon.spoken import anywhere, words
from rules.lexicon.text import fold

BARE_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SMALL: Final = anywhere("small")
_REMARK: Final = re.compile(r"\s*\(([^()]*)\)")
_MARKS: Final = " \t.!,;:–—-"


def without_small_words(text: str) -> str:
    """Return a text without the words that say nothing."""
    return _tidied(_SMALL.sub(" ", text))


def sayings(text: str) -> Iterator[str]:
    """Yield a text without courtesy, then with ever more left out that says nothing: small words,
    and a remark in brackets that names nothing and no number, where nothing in the text binds it to
    something else."""
    plain = without_courtesy(text).rstrip(" .!")
    ways = [plain, without_small_words(plain)]
    if not is_more_than_an_order(text):
        bare = _REMARK.sub(lambda found: "" if _is_remark(found[1]) else found[0], plain)
        ways += [bare, without_small_words(bare)]
    yield from dict.fromkeys(way for way in ways if any(map(str.isalnum, way)))


def _is_remark(text: str) -> bool:
    """Return whether a text holds small words of the languages only, and no number but one."""
    said = [fold(found[0]) for found in re.finditer(r"\w+", text)]
    return all(word in language_words() and NUMBER_WORDS.get(word, 1) == 1 for word in said)


def doing_word(text: str, *, of_a_turn: bool) -> str:
    """Return the word for doing something, whatever it is, with which a text begins; "" if it
    begins otherwise. `of_a_turn`: the word is to begin a turn."""
    first = BARE_WORD.match(text.lstrip(_MARKS))
    word = fold(first[0]) if first is not None else ""
    handling = word in words("handling") and not of_a_turn
    return word if means_anything(word) or handling else ""


def means_anything(word: str) -> bool:
    """Return whether a folded word for doing something says nothing of what is done."""
    return word in words("doing")


def without_doing(text: str) -> str:
    """Return what stands behind a word for doing something."""
    first = BARE_WORD.match(text.lstrip(_MARKS))
    return _tidied(text.lstrip(_MARKS)[first.end() :]) if first is not None else text


def _tidied(text: str) -> str:
    return re.sub(r"\s+([,;])", r"\1", " ".join(text.split())).strip(_MARKS)
