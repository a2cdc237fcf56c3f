"""What may be left out of a line that cannot be read as it stands, without changing what it says:
small words, a remark, and what its writer does not want.

A line is only told otherwise if it could not be read, and nothing is left out that may hold a
condition, a question or a doubt: "pass unless attacked" stays as it is.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final

from rules.lexicon.frames import without_courtesy
from rules.lexicon.text import fold

_SMALL: Final[Collection[str]] = {
    *("also", "too", "just", "simply", "still", "actually", "basically", "only", "straight"),
    *("directly", "thats", "please", "ok", "okay"),
    *("tez", "takze", "rowniez", "prosto", "sobie", "wlasnie", "zaraz", "dalej", "tylko"),
    *("is", "szinten", "egyenesen", "csak", "tovabb"),
}
"""Words that say nothing where the line is an order without them. A word that may lead a way, such
as "then" or "over", is none."""
_PHRASES: Final = re.compile(
    r"\b(?:over(?=\s+(?:to|there)\b)|po\s+prostu\b|(?:for\s+|in\s+)?this (?:turn|round)\b|"
    r"w tej (?:turze|rundzie)\b|ebben a k[oö]rben\b)",
    re.IGNORECASE,
)
_DOUBTS: Final[Collection[str]] = {
    *("if", "unless", "except", "when", "whenever", "until", "till", "while", "once", "before"),
    *("after", "maybe", "perhaps", "possibly", "might", "would", "could", "should", "had"),
    *("instead", "or", "else", "otherwise", "either", "but"),
    *("jesli", "jezeli", "gdy", "kiedy", "gdyby", "chyba", "moze", "ewentualnie", "albo", "lub"),
    *("dopoki", "zanim", "poki", "ale", "oprocz"),
    *("ha", "hacsak", "amikor", "mikor", "amig", "talan", "esetleg", "vagy", "kulonben"),
    *("mielott", "miutan", "kiveve", "volna"),
}
"""Words that make a line more than a plain order."""
_NOT: Final = (
    r"(?:don['’]?t|do not|not|never|won['’]?t|i won['’]?t|i will not|i['’]?m not|i am not|"
    r"nie|nem)"
)
_NOT_THIS = re.compile(
    rf"^\s*{_NOT}\s+[^,;:–—]*[^\s,;:–—]\s*(?:,|;|\s[–—-]\s)\s*(?P<rest>.+)$", re.I
)
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def retold(text: str) -> Iterator[str]:
    """Yield what a line says without its small words, its remark, or what is not wanted."""
    bare = without_courtesy(text).rstrip(" .!")
    if bare.rstrip().endswith("?") or not bare or _doubts(bare):
        return
    seen = {text}
    for told in _ways(bare):
        told = " ".join(told.split()).strip(" ,")
        if told and told not in seen:
            seen.add(told)
            yield told


def _ways(text: str) -> Iterator[str]:
    yield text
    if wanted := _NOT_THIS.match(text):
        yield wanted["rest"]
        yield _shorter(wanted["rest"])
        return
    yield _shorter(text)
    plain = _BRACKETS.sub("", text)
    yield plain
    yield _shorter(plain)


def _shorter(text: str) -> str:
    """Return a text without the words that say nothing."""
    words = _PHRASES.sub("", text).split()
    return " ".join(word for word in words if fold(word) not in _SMALL)


def _doubts(text: str) -> bool:
    return any(fold(word) in _DOUBTS for word in _WORDS.findall(text))
