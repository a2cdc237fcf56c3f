"""Words that turn an order into something else: a no, a perhaps, a condition that nobody can read.

A reader that passes over words it does not know must not pass over one of these. Whoever reads a
line can ask what it would be without such a word: where that is the same, the word was not heard.
"""

import re
from collections.abc import Iterator
from typing import Final

from rules.lexicon.spoken import anywhere, words
from rules.lexicon.text import fold

_DOUBTFUL: Final = anywhere("doubt")
_DOUBTFUL_AS_WRITTEN: Final = anywhere("doubt", english=True)
_SPACES: Final = re.compile(r"\s+")
_WORDS: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def is_question(text: str) -> bool:
    return text.rstrip(" .!)\"'”").endswith("?")


def without_doubts(text: str) -> Iterator[tuple[str, str]]:
    """Yield every doubtful word of a text, with the text as it is without that word."""
    plain = _SPACES.sub(" ", text)
    for found in _DOUBTFUL.finditer(plain):
        start, end = found.span()
        rest = f"{plain[:start]}{plain[end:]}".strip(" ,").rstrip(" ,–—-")
        if rest:
            yield found[0], rest


def doubts_written(order: str) -> int:
    """Return how many doubtful words stand in an order as it is written: one in "HITS no
    sustain"."""
    return len(_DOUBTFUL_AS_WRITTEN.findall(order))


def is_more_than_an_order(text: str) -> bool:
    """Return whether a text asks, doubts, or binds what it says to something else."""
    bound = any(fold(word) in words("condition") for word in _WORDS.findall(text))
    return bound or is_question(text) or any(without_doubts(text))
