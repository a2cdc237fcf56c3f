"""Folding, so that two spellings a reader would call the same become one; and the first words of
a text."""

import re
import unicodedata
from functools import lru_cache

_MARKS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
        **dict.fromkeys("‘’‚‛′ʼ`´ʹˈ", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        "：": ":",
        "×": "x",
    }
)
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_DROPPED = {"Mn", "Me", "Cf", "Cc", "Cs", "Co", "Cn"}
_UNSTORABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufeff\u200b]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_GAPS = re.compile(r"[\W_]+")
WORD = re.compile(r"[^\s:：,]+")
COLONS = " \t\xa0:："


def fold(text: str) -> str:
    """Return the text in lower case, without accents, with plain dashes, quotes and blanks."""
    if text.isascii() and text.isprintable():
        return " ".join(text.lower().replace("`", "'").split())
    text = unicodedata.normalize("NFKD", text.translate(_MARKS)).casefold()
    text = " ".join(unicodedata.normalize("NFKD", text).split())
    text = "".join(c for c in text if unicodedata.category(c) not in _DROPPED)
    return " ".join(text.translate(_MARKS).translate(_LETTERS).split())


@lru_cache(maxsize=16384)
def _short_key(text: str) -> str:
    return _GAPS.sub(" ", fold(text).replace("'", "")).strip()


def key(text: str) -> str:
    """Return the folded words, by which names are compared ("Anti-Fighter" = "anti fighter")."""
    return _short_key(text[:600])


def storable(text: str) -> str:
    """Return the text without what a database or JSON refuses, such as NUL and lone surrogates."""
    return _SURROGATE.sub("\ufffd", _UNSTORABLE.sub("", text))


def head_words(text: str, limit: int) -> list[tuple[int, int]]:
    """Return where the first words lie, up to a colon: a verb does not reach across one."""
    spans: list[tuple[int, int]] = []
    for match in WORD.finditer(text):
        between = text[spans[-1][1] if spans else 0 : match.start()]
        if len(spans) == limit or (spans and between.strip()):
            break
        spans.append(match.span())
    return spans


def after_words(text: str, end: int) -> str:
    """Return what stands behind the first words, without the colon between."""
    return text[end:].strip().lstrip(COLONS).strip()
