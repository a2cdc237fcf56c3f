"""Words that turn an order into something else: a no, a perhaps, a condition that nobody can read.

A reader that passes over words it does not know must not pass over one of these. Whoever reads a
line can ask what it would be without such a word: where that is the same, the word was not heard.
"""

import re
from collections.abc import Iterator
from typing import Final

from rules.lexicon.text import fold

_PHRASES: Final = (
    *("or not", "or something", "or so", "or maybe", "last turn", "last round", "previous turn"),
    *("next time", "some day", "is what", "he said", "she said", "they said"),
    *("albo nie", "czy nie", "lub nie", "w zeszlej turze", "w poprzedniej turze"),
    *("vagy nem", "vagy valami", "mult korben", "elozo korben"),
)
_WORDS: Final = (
    *("not", "no", "never", "dont", "don't", "doesnt", "doesn't", "didnt", "didn't", "cannot"),
    *("cant", "can't", "wont", "won't", "isnt", "isn't", "maybe", "perhaps", "possibly"),
    *("probably", "might", "unless", "except", "until", "till", "while", "yesterday", "whether"),
    *("would", "should", "could", "wouldnt", "wouldn't", "shouldnt", "shouldn't", "hardly"),
    *(
        "nie",
        "nigdy",
        "chyba",
        "moze",
        "ewentualnie",
        "gdyby",
        "dopoki",
        "oprocz",
        "wczoraj",
        "czy",
    ),
    *("nem", "soha", "sose", "talan", "esetleg", "hacsak", "kiveve", "amig", "tegnap"),
)
_DOUBTFUL: Final = re.compile(
    rf"(?<![\w'-])(?:{'|'.join(re.escape(w) for w in (*_PHRASES, *_WORDS))})(?![\w'-])"
)
_SPACES: Final = re.compile(r"\s+")


def is_question(text: str) -> bool:
    return text.rstrip(" .!)\"'”").endswith("?")


def without_doubts(text: str) -> Iterator[tuple[str, str]]:
    """Yield every doubtful word of a text, with the text as it is without that word."""
    plain = _SPACES.sub(" ", text)
    folded = fold(plain)
    if len(folded) != len(plain):
        plain = folded
    for found in _DOUBTFUL.finditer(folded):
        start, end = found.span()
        rest = f"{plain[:start]}{plain[end:]}".strip(" ,").rstrip(" ,–—-")
        if rest:
            yield plain[start:end], rest
