"""The language in which a game speaks.

English stands in the code and is the key to every other language, so a missing translation is told
in English. What is recorded is never worded here: a match rules in `RECORD`, whoever reads it.
"""

import re
from collections.abc import Callable
from contextvars import ContextVar, Token
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")
RECORD = "en"
_reader: ContextVar[str | None] = ContextVar("reader", default=None)
_surroundings: list[Callable[[], str | None]] = []


class speaking:  # noqa: N801 - reads as a phrase: `with speaking("pl")`
    """What is said in this block is in `language`; None: as the surroundings have it."""

    __slots__ = ("_before", "_language")

    def __init__(self, language: str | None) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._before: Token[str | None] = _reader.set(self._language)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        _reader.reset(self._before)


def as_written(words: Callable[[], T]) -> T:
    """Return what `words` says in English, whoever reads: order lines are written so."""
    with speaking(RECORD):
        return words()


def follow(current: Callable[[], str | None]) -> None:
    """Speak as the surroundings do where no block says otherwise: a server has its own setting."""
    _surroundings[:] = [current]


def language() -> str:
    """Return the reader's language, without its country."""
    spoken = _reader.get() or (_surroundings[0]() if _surroundings else None)
    return spoken.partition("-")[0] if spoken else RECORD


def N_(text: str) -> str:  # noqa: N802 - the usual name for "to be translated where it is told"
    """Mark a text for the catalogue; it is translated later, by `_(text)`."""
    return text


def several(one: str, many: str) -> tuple[str, str]:
    """Mark a text in two numbers for the catalogue; it is translated later, by `_.several`."""
    return one, many


_UNDECIDED = re.compile(r"(?:(?<![\w.])(\d+)((?: [\w-]+)*?) )?(\b[\w-]+?)(?:(y)\(ies\)|\((e?s)\))")


def in_number(text: str) -> str:
    """Return English text with `1 token(s)` as `1 token`, `2 token(s)` as `2 tokens`.

    Where no number stands before the word, several are meant."""

    def decided(found: re.Match[str]) -> str:
        number, between, word, y, ending = found.groups()
        one = number == "1"
        told = word + (("y" if one else "ies") if y else ("" if one else ending))
        return f"{number}{between} {told}" if number else told

    return _UNDECIDED.sub(decided, text)


class Speech:
    """A package's own words, `_` in its modules: `_("{who} passed.", who=name)`."""

    def __init__(self, locale: Path) -> None:
        """`locale`: the folder with `<language>/LC_MESSAGES/game.mo`."""
        self._locale = locale
        self._catalogues: dict[str, NullTranslations] = {RECORD: NullTranslations()}

    def __call__(self, text: str, /, **values: Any) -> str:
        told = self._catalogue().gettext(text) if text else text
        told = told.format(**values) if values else told
        return in_number(told) if "s)" in told else told

    def several(self, one: str, many: str, n: int, /, **values: Any) -> str:
        """Translate a text with singular and plural forms; `n` is among the values."""
        return self._catalogue().ngettext(one, many, n).format(n=n, **values)

    def meant(self, context: str, text: str, /, **values: Any) -> str:
        """Translate a text that means several things; `context` says which is meant."""
        told = self._catalogue().pgettext(context, text)
        return told.format(**values) if values else told

    def _catalogue(self) -> NullTranslations:
        spoken = _reader.get() or language()
        found = self._catalogues.get(spoken)
        if found is None:
            found = self._catalogues[spoken] = self._read(spoken.partition("-")[0])
        return found

    def _read(self, spoken: str) -> NullTranslations:
        try:
            with (self._locale / spoken / "LC_MESSAGES" / "game.mo").open("rb") as file:
                return GNUTranslations(file)
        except FileNotFoundError:
            return NullTranslations()
