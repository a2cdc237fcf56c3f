"""What may be left out of a line that cannot be read as it stands, without changing what it says:
small words, a remark, and what its writer does not want.

A line is only told otherwise if it could not be read, and nothing is left out that may hold a
condition, a question or a doubt: "pass unless attacked" stays as it is.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from rules.lexicon.doubts import is_question, without_doubts
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
    rf"^\s*{_NOT}\s+(?P<not>[^,;:–—]*[^\s,;:–—])\s*(?:,|;|\s[–—-]\s)\s*(?P<rest>.+)$", re.I
)
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def retold(text: str) -> Iterator[str]:
    """Yield what a line says without its small words and its remark."""
    bare = _told(text)
    plain = _BRACKETS.sub("", bare)
    yield from _others(text, [bare, _shorter(bare), plain, _shorter(plain)])


def wanted(text: str) -> Iterator[tuple[str, str]]:
    """Yield what a line does not want, and what it wants: "don't pass, explore 221 N"."""
    found = _NOT_THIS.match(text)
    rest = _told(found["rest"]) if found and not is_question(text) else ""
    if found and rest and not _doubts(found["not"]):
        for told in _others(text, [rest, _shorter(rest)]):
            yield found["not"], told


def _told(text: str) -> str:
    """Return a line without courtesy; "" if it asks or doubts."""
    bare = without_courtesy(text).rstrip(" .!")
    doubtful = is_question(text) or _doubts(bare) or any(without_doubts(bare))
    return "" if doubtful else bare


def _others(text: str, ways: Sequence[str]) -> Iterator[str]:
    told = (" ".join(way.split()).strip(" ,") for way in ways)
    yield from dict.fromkeys(way for way in told if way and way != text)


def _shorter(text: str) -> str:
    """Return a text without the words that say nothing."""
    words = _PHRASES.sub("", text).split()
    return " ".join(word for word in words if fold(word) not in _SMALL)


def _doubts(text: str) -> bool:
    return any(fold(word) in _DOUBTS for word in _WORDS.findall(text))
