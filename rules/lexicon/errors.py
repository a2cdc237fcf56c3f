"""Everything the order language can refuse, each with a sentence a player can act on."""

from collections.abc import Iterable
from typing import ClassVar


class LexiconError(Exception):
    """Something a player wrote that cannot be taken as it stands."""

    code: ClassVar[str] = "lexicon"

    def __init__(self, words: str, suggestions: Iterable[str] = ()) -> None:
        super().__init__(words)
        self.words = words
        self.suggestions = tuple(suggestions)


class UnknownVerb(LexiconError):
    code = "unknown-verb"


class UnknownName(LexiconError):
    code = "unknown-name"


class Ambiguous(LexiconError):
    code = "ambiguous"


class MissingPart(LexiconError):
    code = "missing-part"


class NotOpenNow(LexiconError):
    code = "not-open-now"


class BadGuard(LexiconError):
    code = "bad-guard"


class BadCount(LexiconError):
    code = "bad-count"


class LeftOver(LexiconError):
    code = "left-over"


def quoted(text: str) -> str:
    """What the player typed, short enough to stand inside a sentence."""
    text = " ".join(text.split())
    return f"“{text[:57]}…”" if len(text) > 60 else f"“{text}”"


def listed(items: Iterable[str], last: str = "or") -> str:
    """ "a, b or c": suggestions as a person would say them."""
    items = list(items)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
