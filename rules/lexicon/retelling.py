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
from rules.lexicon.spoken import anywhere, as_typed, lists, words
from rules.lexicon.text import fold

BARE_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SMALL: Final = anywhere("small")
_REMARK: Final = re.compile(r"\s*\(([^()]*)\)")
_MARKS: Final = " \t.!,;:–—-"


def _at_an_end(name: str) -> re.Pattern[str]:
    """Return a pattern of the words of a list at the beginning of a text or at its end."""
    said = as_typed(lists()[name].all)
    return re.compile(rf"^\W*{said}(?![\w'’-])|(?<![\w'’-]){said}\W*$", re.IGNORECASE)


_DOING: Final = _at_an_end("doing")
_HANDLING: Final = _at_an_end("handling")
_ALL_OF_A_NUMBER: Final = re.compile(
    rf"(?<![\w-]){as_typed(lists()['all'].all)}\s+(?:(?:of|the|my|az?)\s+)*"
    rf"(?=(?:\d|{as_typed([w for w, n in NUMBER_WORDS.items() if 1 < n < 99])}\b))",
    re.IGNORECASE,
)
_AT_A_NUMBER: Final = re.compile(r"(\d)-(?:ban|ben|on|en|ön|nál|nél|nal|nel)\b", re.IGNORECASE)
_REASON: Final = re.compile(
    rf"(?:\s*[,;.(–—]|\s-)\s*{as_typed(lists()['reason'].all)}(?![\w'’-])|"
    rf"\s{as_typed(lists()['because'].all)}(?![\w'’-])",
    re.IGNORECASE,
)


def without_small_words(text: str) -> str:
    """Return a text without the words that say nothing."""
    return _tidied(_SMALL.sub(" ", text))


def sayings(text: str) -> Iterator[str]:
    """Yield a text without courtesy, then with ever more left out that says nothing: small words,
    and a remark in brackets that names nothing and no number, where nothing in the text binds it to
    something else. "All four" are four."""
    plain = without_courtesy(text).rstrip(" .!")
    plain = _ALL_OF_A_NUMBER.sub("", plain)
    ways = [plain, without_small_words(plain)]
    ways.append(_AT_A_NUMBER.sub(r"\1", ways[-1]))
    if not is_more_than_an_order(text):
        bare = _REMARK.sub(lambda found: "" if _is_remark(found[1]) else found[0], plain)
        ways += [bare, without_small_words(bare)]
    yield from dict.fromkeys(way for way in ways if any(map(str.isalnum, way)))


def _is_remark(text: str) -> bool:
    """Return whether a text holds small words of the languages only, and no number but one."""
    said = [fold(found[0]) for found in re.finditer(r"\w+", text)]
    return all(word in language_words() and NUMBER_WORDS.get(word, 1) == 1 for word in said)


def for_anything(text: str, *, of_a_turn: bool) -> tuple[str, str]:
    """Return the words for doing something, whatever it is, with which a text begins or ends, and
    the text without them; "" for none. `of_a_turn`: the words are to begin a turn."""
    for way in (_DOING, *(() if of_a_turn else (_HANDLING,))):
        if found := way.match(text) or way.search(text):
            rest = _tidied(text[: found.start()] + text[found.end() :])
            return fold(found[0].strip(_MARKS)), rest
    return "", text


def means_anything(said: str) -> bool:
    """Return whether words for doing something say nothing of what is done."""
    return said in words("doing")


def before_a_reason(text: str) -> str:
    """Return what stands before a reason: "pass" of "pass, no money left"; "" without one."""
    found = _REASON.search(text)
    return _tidied(text[: found.start()]) if found else ""


def _tidied(text: str) -> str:
    return re.sub(r"\s+([,;])", r"\1", " ".join(text.split())).strip(_MARKS)
