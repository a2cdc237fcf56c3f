"""A game's rules by the numbers that rulings cite, so that a citation can be read on the spot."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, Self

from rules.lexicon.speech import RECORD, language

WHOLE: Final = 16
"""A chapter with more rules than this is shown by its first level only."""
_LETTERED: Final = re.compile(r"(.*\d)[a-z]+")
_LAST_PART: Final = re.compile(r"(.+)[. ][^. ]+")
_RANGE: Final = re.compile(r"(.*\d[a-z]*)\s*(?:–|\bto\b|\.\.|(?<=\d)-)\s*([A-Z]*-?\d.*)")


class Rulebook:
    """Rules by number. `texts` are English and in reading order; a heading is the text of its own
    number. `translations`: the same numbers in other languages, by the language."""

    def __init__(
        self,
        prefix: str,
        texts: Mapping[str, str],
        translations: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.prefix = prefix
        self.texts = dict(texts)
        self.translations = dict(translations or {})
        self._order = list(self.texts)
        self._short = {number.split()[-1]: number for number in self._order}
        self._folded = {number.casefold(): number for number in self._order}
        self._below: dict[str, list[str]] = {}
        for number in self._order:
            self._below.setdefault(parent(number), []).append(number)

    @classmethod
    def load(cls, prefix: str, path: Path) -> Self:
        """Read `rules.json` and, beside it, its translations: `rules.pl.json`."""
        beside = path.parent.glob(f"{path.stem}.*{path.suffix}")
        translations = {other.suffixes[0].removeprefix("."): _read(other) for other in beside}
        return cls(prefix, _read(path), translations)

    def is_translated(self) -> bool:
        """Return whether the rules are there in the reader's language."""
        return language() == RECORD or language() in self.translations

    def text(self, number: str) -> str:
        """Return the text of a rule in the reader's language; English where it lacks one."""
        return self.translations.get(language(), self.texts).get(number) or self.texts[number]

    def find(self, wanted: str) -> str | None:
        """Return the text of "5.3.1", "ECL 5.3.1", "25.5a", "7.1.6 to 7.1.9" or "5.3, 8.1".

        A number that has no text of its own is answered by the nearest rule it is part of.
        """
        found = [self._one(piece) for piece in self._pieces(wanted)]
        texts = [text for text in found if text is not None]
        return "\n".join(texts) or None

    def number(self, wanted: str) -> str | None:
        """Return the number as it is printed; None where no rule has exactly this one."""
        known = self._folded.get(wanted.casefold())
        return known or self._short.get(wanted.upper())

    def _pieces(self, wanted: str) -> Iterable[str]:
        bare = re.sub(rf"\b{self.prefix}\b\s*", "", wanted, flags=re.IGNORECASE)
        for piece in re.split(r"\s*[,;]\s*", bare.strip(" []().#")):
            if piece:
                yield piece

    def _one(self, piece: str) -> str | None:
        if number := self.number(piece):
            return self._with_parts(number)
        if between := _RANGE.fullmatch(piece):
            first, last = self.number(between[1].strip()), self.number(between[2].strip())
            if first and last:
                return self._stretch(first, last)
        above = parent(piece)
        while above:
            if number := self.number(above):
                return f"({number}) {self._with_parts(number)}"
            above = parent(above)
        return None

    def _with_parts(self, number: str) -> str:
        parts = list(self._parts(number))
        if len(parts) > WHOLE:
            parts = self._below[number]
        return "\n".join([self.text(number), *(f"{p} {self._first_line(p)}" for p in parts)])

    def _stretch(self, first: str, last: str) -> str:
        start, end = self._order.index(first), self._order.index(last)
        return "\n".join(f"{n} {self.text(n)}" for n in self._order[start : end + 1])

    def _parts(self, number: str) -> Iterable[str]:
        for part in self._below.get(number, ()):
            yield part
            yield from self._parts(part)

    def _first_line(self, number: str) -> str:
        return self.text(number).partition("\n")[0]


def _read(path: Path) -> dict[str, str]:
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def parent(number: str) -> str:
    """Return the number of the rule that contains this one: "25.5" for "25.5a", "25" for "25.5"."""
    match = _LETTERED.fullmatch(number) or _LAST_PART.fullmatch(number)
    return match[1] if match else ""
