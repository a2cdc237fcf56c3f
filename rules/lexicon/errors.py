"""Everything the order language can refuse, each with a sentence a player can act on."""

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

import msgspec

Field: TypeAlias = str | tuple[str, ...]
"""What is put into a sentence; several things are told as "a, b or c"."""


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence and what is put into it, so that it can be told in another language."""

    pattern: str
    fields: tuple[tuple[str, Field], ...] = ()

    @property
    def words(self) -> str:
        return filled(self.pattern, self.fields)


def filled(pattern: str, fields: Iterable[tuple[str, Field]], last: str = "or") -> str:
    """Return the sentence, in the language of its pattern."""
    return pattern % {
        name: value if isinstance(value, str) else listed(value, last) for name, value in fields
    }


class LexiconError(Exception):
    """Something a player wrote that cannot be taken as it stands. `said` is what its words are
    made of; empty where they can only be told as they are."""

    code: ClassVar[str] = "lexicon"

    def __init__(self, words: str | Iterable[Sentence], suggestions: Iterable[str] = ()) -> None:
        self.said = () if isinstance(words, str) else tuple(words)
        self.words = words if isinstance(words, str) else " ".join(s.words for s in self.said)
        self.suggestions = tuple(suggestions)
        super().__init__(self.words)


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


class TooLong(LexiconError):
    code = "too-long"


def say(pattern: str, **fields: Field) -> Sentence:
    """Return one sentence of an error; the translation catalogues are made from these calls."""
    return Sentence(pattern, tuple(fields.items()))


def quoted(text: str) -> str:
    """Return what the player typed, short enough to stand inside a sentence."""
    text = " ".join(text.split())
    return f"“{text[:57]}…”" if len(text) > 60 else f"“{text}”"


def listed(items: Iterable[str], last: str = "or") -> str:
    """Return "a, b or c": suggestions as a person would say them."""
    items = list(items)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
