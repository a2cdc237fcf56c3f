"""What people put round an order without meaning anything by it: "I'll …", "please", "good luck!".

An opening is dropped only where an order follows it; "I would retreat if I were you" is no order,
as "would" is no opening.
"""

import re
from collections.abc import Iterator
from typing import Final

from rules.lexicon.spoken import as_typed, lists, words
from rules.lexicon.text import fold

_MARKS: Final = {",": r"(?=\s*[,;:–-])", ":": r"(?=\s*:)"}


def _opening_pattern() -> re.Pattern[str]:
    """Return the pattern of an opening with what parts it from the order."""
    before: dict[str, list[str]] = {"": []}
    for phrase in lists()["opening"].all:
        mark = phrase[-1] if phrase[-1] in _MARKS else ""
        before.setdefault(mark, []).append(phrase.removesuffix(mark))
    plain = rf"{as_typed(before.pop(''))}(?![\w'’])"
    ways = [plain, *(as_typed(before[mark]) + _MARKS[mark] for mark in before)]
    return re.compile(rf"(?:{'|'.join(ways)})[\s,:–—-]*", re.IGNORECASE)


_OPENINGS: Final = _opening_pattern()
_COURTESY: Final = re.compile(
    rf"(?:^|(?<=[\s,.!;:–—(-])){as_typed(lists()['courtesy'].all)}[\s,.!;:)–—-]*$", re.IGNORECASE
)
_ADJECTIVE_CASE = re.compile(r"(\d)-(?:es|as|os|ös)-?(?=[^\W\d_]{2})", re.IGNORECASE)
_NUMBER_OBJECT = re.compile(r"(\d)-(?:(?:es|as|os|ös)t?|t|at|et|ot|öt)\b", re.IGNORECASE)
_NUMBERED_PLACE = re.compile(
    r"(\d)(?:-(?:es|as|os|ös))?\s+"
    r"(?:szektor|mező|mezo|rendszer|hex|heksz|lapka|lapká|naprendszer)[aeoö]?"
    r"(?P<end>t|ba|be|ra|re|ban|ben|n|ból|ből|bol|tól|től|tol|ról|ről|rol|hoz|hez|nál|nél|nal|nel)?\b",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W_]+")
_NOD: Final = re.compile(rf"{as_typed(lists()['nod'].all)}\b", re.IGNORECASE)
_MOST_OPENINGS = 4


def openings(text: str) -> Iterator[int]:
    """Yield where an order may begin: at the start, and after each opening that means nothing."""
    at = 0
    yield at
    for _opening in range(_MOST_OPENINGS):
        found = _OPENINGS.match(text, at)
        if found is None or found.end() == at or found.end() >= len(text):
            return
        at = found.end()
        yield at


def is_nod(text: str) -> bool:
    """Return whether a text begins with an "ok" that may be an answer or lead up to an order."""
    return bool(_NOD.match(text))


def plain_numbers(text: str) -> str:
    """Return the text with Hungarian numbers as others write them: "221-est" is 221, "a 10-esből"
    and "a 10-es szektorból" are "a 10-ből"."""
    text = _NUMBERED_PLACE.sub(_number_of_place, text)
    text = _ADJECTIVE_CASE.sub(r"\1-", text)
    return _NUMBER_OBJECT.sub(r"\1", text)


def _number_of_place(found: re.Match[str]) -> str:
    end = found["end"] or ""
    return f"{found[1]}-{end}" if len(end) > 1 or end.lower() == "n" else found[1]


def without_courtesy(text: str) -> str:
    """Return the text without "please", "thanks", "good luck" and the like at its end."""
    while found := _COURTESY.search(text):
        text = text[: found.start()].rstrip(" \t,.!;:–—-(")
    return text


def adds_nothing(text: str) -> bool:
    """Return whether a text says nothing that an order complete in one word would not say: "this
    turn, thanks" after PASS."""
    said = _WORDS.findall(without_courtesy(text.strip()))
    return all(fold(word) in words("behind_pass") for word in said)
