"""Lists of things with numbers: "2 fighters, 1 carrier" read and written."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from rules.lexicon.errors import BadCount, LexiconError, MissingPart, UnknownName, quoted, say
from rules.lexicon.inflect import plural
from rules.lexicon.names import CONJUNCTIONS, NameMatch, Names
from rules.lexicon.text import fold, key

ALL: Final = 1_000_000
"""The count of "all fighters": more than any box holds, so `min(ALL, present)` is what is meant."""

MOST: Final = 999
"""The largest number a player may write; a longer one is a slip of the keyboard."""

NUMBER_WORDS: Final[Mapping[str, int]] = {
    word: number
    for number, words in {
        0: "zero no none nothing nic zadnych semmi nulla",
        1: "one a an single jeden jedna jedno jedną jednego jednej jednym egy",
        2: "two both dwa dwie dwoch dwoma dwiema oba obie oboma obydwa obydwie két kettő kettőt "
        "mindkét ketten mindketten",
        3: "three trzy trzech trzema trzej három hárman mindhárom mindhármat",
        4: "four cztery czterech czterema négy négyen",
        5: "five pięć pięciu pięcioma öt öten",
        6: "six sześć sześciu sześcioma hat hatan",
        7: "seven siedem siedmiu hét",
        8: "eight osiem ośmiu nyolc",
        9: "nine dziewięć dziewięciu kilenc",
        10: "ten dziesięć dziesięciu tíz",
        11: "eleven jedenaście tizenegy",
        12: "twelve dwanaście tizenkét tizenkettő",
        ALL: "all every everything everyone everybody wszystkie wszystko wszystkich "
        "wszyscy wszystkim wszystkimi cała całą całej cały całym całe "
        "minden mindenki mindent mindennel összes összessel mind",
    }.items()
    for word in fold(words).split()
}

_FILLERS = frozenset({"the", "of", "my", "az", "moje", "moich"})
_ARTICLES = frozenset({"a", "az"})
_EMPTY = frozenset(word for word, number in NUMBER_WORDS.items() if number == 0)
_TOKEN = re.compile(r"[,;+&/]|[^\s,;+&/:=()]+")
_COUNT = re.compile(r"(\d+)[x*]?|[x*](\d+)")
_GLUED = re.compile(r"(\d+)(x?)([^\W\d_].*)")


class CountedReading(msgspec.Struct, frozen=True):
    """Counts by id in the order they were written; `read_as` lists names that were misspelt."""

    counts: dict[str, int]
    read_as: tuple[str, ...] = ()


def read_counted(text: str, names: Names, *, allow_all: bool = False) -> CountedReading:
    """Read a counted list. No number means one; a thing named twice adds up; zero is left out.

    With `allow_all`, "all fighters" counts ALL and a lone "all" counts ALL of every name; so does
    a plural without a number ("carriers"), which is shown as read so.
    """
    return _Reader(text, names, allow_all).read()


def write_counted(counts: Mapping[str, int], names: Names | Callable[[str], str]) -> str:
    """Return the list that reads back as these counts; names from a callable are used unchanged."""
    parts = []
    for id, count in counts.items():
        if count == 0:
            continue
        if isinstance(names, Names):
            name = names.name(id) if count == 1 else plural_name(id, names)
        else:
            name = names(id)
        parts.append(f"{'all' if count >= ALL else count} {name}")
    return ", ".join(parts) or "nothing"


def plural_name(id: str, names: Names) -> str:
    """Return the name of several, where it is read back as the same thing."""
    form = plural(names.name(id))
    try:
        return form if names.find(form) == NameMatch(id, names.name(id)) else names.name(id)
    except LexiconError:
        return names.name(id)


def is_counted_at(words: Sequence[str], i: int, names: Names) -> bool:
    """Return whether a thing with its number, or one without, stands at words[i]: "2 fighters"."""
    bare = [fold(word).strip(",.;:") for word in words[i : i + 2]]
    numbered = bool(bare) and (bare[0] in NUMBER_WORDS or bool(_COUNT.fullmatch(bare[0])))
    return names.span_at(words, i + numbered) > 0


class _Reader:
    """One pass over the words; a number waits for its name, or goes back to the last one."""

    def __init__(self, text: str, names: Names, allow_all: bool) -> None:
        self.text, self.names, self.allow_all = text, names, allow_all
        self.words = self._unglued(_TOKEN.findall(text))
        self.counts: dict[str, int] = {}
        self.read_as: list[str] = []
        self.waiting: int | None = None
        self.last: str | None = None
        self.numbered: tuple[str, int] = ("", 0)
        self.plurals: dict[str, str] = {}

    def read(self) -> CountedReading:
        folded = [fold(word) for word in self.words]
        if not any(map(key, self.words)):
            raise MissingPart(
                [say("Say what and how many, for example: 2 of one kind, 1 of another.")]
            )
        if len(folded) == 1 and folded[0] in _EMPTY:
            return CountedReading({})
        if len(folded) == 1 and NUMBER_WORDS.get(folded[0]) == ALL:
            self._allowed(ALL)
            return CountedReading(dict.fromkeys(self.names, ALL))
        i = 0
        while i < len(self.words):
            i = self._step(i, folded)
        if self.waiting is not None:
            raise self._of_what()
        for id, written in self.plurals.items() if self.allow_all else ():
            self.counts[id] = ALL
            self.read_as.append(f"all {written}")
        return CountedReading(
            {id: count for id, count in self.counts.items() if count}, tuple(self.read_as)
        )

    def _step(self, i: int, folded: Sequence[str]) -> int:
        word = folded[i]
        if (count := self._number(word)) is None and (match := self._name_at(i, folded)):
            return self._take(i, match)
        if word in _ARTICLES and self._is_article(i, folded):
            return i + 1
        if count is None:
            count = NUMBER_WORDS.get(word)
        after = folded[i + 1] if i + 1 < len(folded) else ""
        if count == ALL and (self._number(after) or NUMBER_WORDS.get(after, 0) not in (0, 1, ALL)):
            return i + 1  # "all four fighters" are four
        if count is not None:
            if not count and not word.isdigit() and self.last is not None:
                raise BadCount(
                    [say("“%(word)s” stands behind a thing; leave that out.", word=word)]
                )
            self._count(count, closing=self._closes(i + 1, folded))
        elif self._separates(word):
            if self.waiting is not None:
                raise self._of_what()
            self.last = None
        elif word not in _FILLERS and word not in {"x", "*"}:
            return self._take(i, self._misspelt(i, folded))
        return i + 1

    def _is_article(self, i: int, folded: Sequence[str]) -> bool:
        """ "a 2 cirkálót", "2 cirkálót a": an article of Hungarian, not the English for one."""
        after = folded[i + 1] if i + 1 < len(folded) else ""
        return not after or self._number(after) is not None or after in NUMBER_WORDS

    def _take(self, i: int, match: tuple[NameMatch, int]) -> int:
        found, end = match
        if self.waiting is None and self.numbered == (found.id, i):
            return end  # "3 infantry troops" are three
        self.numbered = (found.id, end) if self.waiting is not None else ("", 0)
        written = " ".join(self.words[i:end])
        if self.waiting is None and self._is_plural(written, self.names.name(found.id)):
            self.plurals[found.id] = written
        if found.read_as:
            self.read_as.append(found.read_as)
        count, self.last = (1, found.id) if self.waiting is None else (self.waiting, None)
        self.waiting = None
        self._add(found.id, count)
        return end

    def _is_plural(self, written: str, name: str) -> bool:
        """Return whether several are meant: "carriers" or "infantry", but not a name like
        materials."""
        return fold(written) == fold(plural(name)) and not name.endswith("s")

    def _count(self, count: int, closing: bool) -> None:
        self._allowed(count)
        if self.waiting is not None:
            raise BadCount(
                [say("Two numbers stand together in %(text)s; write one.", text=quoted(self.text))]
            )
        if self.last is not None and closing:
            self._add(self.last, count, instead_of=1)
            self.plurals.pop(self.last, None)
            self.last = None
        else:
            self.waiting = count

    def _add(self, id: str, count: int, instead_of: int = 0) -> None:
        had = self.counts.get(id, 0)
        total = ALL if ALL in (had, count) else had + count - instead_of
        if total > MOST and total != ALL:
            made = f"{total} {self.names.name(id)}"
            raise BadCount(
                [say("That makes %(made)s; the most is %(most)s.", made=made, most=str(MOST))]
            )
        self.counts[id] = total

    def _of_what(self) -> BadCount:
        waiting, text = str(self.waiting), quoted(self.text)
        return BadCount([say("Say what there are %(n)s of in %(text)s.", n=waiting, text=text)])

    def _too_many(self, count: str) -> BadCount:
        most = str(MOST)
        return BadCount([say("%(n)s is too many; the most is %(most)s.", n=count, most=most)])

    def _allowed(self, count: int) -> None:
        if count == ALL and not self.allow_all:
            raise BadCount([say("“All” cannot be used here. Say how many, for example: 2.")])
        if count > MOST and count != ALL:
            raise self._too_many(str(count))

    def _number(self, word: str) -> int | None:
        if match := _COUNT.fullmatch(word):
            digits = match[1] or match[2]
            if len(digits) > 6:
                raise self._too_many(quoted(digits))
            return int(digits)
        if re.fullmatch(r"-\d+|-?\d+[.]\d+", word):
            raise BadCount(
                [say("%(word)s is not a number of things. Write 1, 2, 3 …", word=quoted(word))]
            )
        return None

    def _closes(self, i: int, folded: Sequence[str]) -> bool:
        return i >= len(folded) or self._separates(folded[i])

    def _separates(self, word: str) -> bool:
        return word in CONJUNCTIONS or (not key(word) and word != "*")

    def _name_at(self, i: int, folded: Sequence[str]) -> tuple[NameMatch, int] | None:
        """Find the name here; a last word such as Polish "i" is "and" if something follows it."""
        match = self.names.longest_at(self.words, i)
        if match is None or match[1] - i == 1 or self._closes(match[1], folded):
            return match
        if folded[match[1] - 1] in CONJUNCTIONS:
            return self.names.longest_at(self.words[: match[1] - 1], i) or match
        return match

    def _misspelt(self, i: int, folded: Sequence[str]) -> tuple[NameMatch, int]:
        """Return a name that is not certain: as many words as can belong to it, then fewer."""
        end = cut = i + 1
        while end < len(folded) and not self._separates(folded[end]):
            if self._number(folded[end]) is not None or folded[end] in {"x", "*"}:
                break
            if cut == end and not self.names.span_at(self.words, end):
                cut += 1
            end += 1
        try:
            return self.names.find(" ".join(self.words[i:end])), end
        except UnknownName:
            if cut == end:
                raise
            return self.names.find(" ".join(self.words[i:cut])), cut

    def _unglued(self, words: list[str]) -> list[str]:
        """ "2fighters" and "2xfighter" become two words, unless that is a name."""
        apart: list[str] = []
        for word in words:
            glued = _GLUED.fullmatch(fold(word))
            if glued is None or _COUNT.fullmatch(fold(word)) or self.names.span_at([word], 0):
                apart.append(word)
                continue
            number, times, rest = glued.groups()
            whole = times + rest
            apart += [number, whole if self.names.span_at([whole], 0) else rest]
        return apart
