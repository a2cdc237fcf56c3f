"""Find the thing a player means among the things a game knows; a guess is always reported."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

import msgspec
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from rules.lexicon.errors import Ambiguous, MissingPart, UnknownName, quoted, say
from rules.lexicon.inflect import same_noun
from rules.lexicon.text import fold, key

T = TypeVar("T")
_SHORTEST_PREFIX = 3
_SUGGESTIONS = 3
_LONGEST_LOOKUP = 120
_BLANK = re.compile(" ")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
CONJUNCTIONS = frozenset({"and", "plus", "i", "oraz", "es", "meg"})


class NameMatch(msgspec.Struct, frozen=True):
    """A name understood. `read_as` is set whenever the player did not quite write it."""

    id: str
    name: str
    read_as: str | None = None


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _index(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Return ids by form; two things may share a form."""
    index: dict[str, dict[str, None]] = {}
    for id, form in pairs:
        if form:
            index.setdefault(form, {})[id] = None
    return {form: tuple(ids) for form, ids in index.items()}


def _tolerance(text: str) -> int:
    """Return how many typing errors a word of this length may have."""
    return 0 if len(text) < 4 else 1 if len(text) < 6 else 2 if len(text) < 10 else 3


def _is_near_by_words(wanted: str, form: str) -> bool:
    """Return whether no word of a name is another word altogether: "mecatol rx" is near to Mecatol
    Rex, "mecatol king" is not."""
    one, other = wanted.split(), form.split()
    return len(one) != len(other) or all(
        OSA.distance(a, b) <= max(1, _tolerance(b)) for a, b in zip(one, other, strict=True)
    )


def _is_short_for(said: str, word: str) -> bool:
    """Return whether a word is another, the beginning of it or its letters with some left out: src
    for source."""
    if word.startswith(said):
        return len(said) >= _SHORTEST_PREFIX or said == word
    letters = iter(word)
    left_out = said[0] == word[0] and all(letter in letters for letter in said)
    return left_out and len(said) >= _SHORTEST_PREFIX


def shared(
    things: Iterable[tuple[Sequence[str], T]], kind: str
) -> tuple["Names", dict[str, list[T]]]:
    """Things by their names where two may have the same one: all that it means, by its id."""
    spellings: dict[str, list[str]] = {}
    found: dict[str, list[T]] = {}
    taken: dict[str, str] = {}
    for names, thing in things:
        first = next((taken[key(name)] for name in names if key(name) in taken), names[0])
        spellings.setdefault(first, []).extend(names)
        found.setdefault(first, []).append(thing)
        taken |= {key(name): first for name in names}
    return Names(spellings, kind), found


class Names:
    """The names of one kind of thing: id to all its spellings, the first being the one shown.

    An id is always a spelling of itself. A bracketed remark in a spelling may be left out where
    nothing else is called so.
    """

    def __init__(self, entries: Mapping[str, Iterable[str]], kind: str = "name") -> None:
        self.kind = kind
        self.splits: dict[Any, dict[str, str]] = {}
        """Orders that were taken apart by these names; see `slots.read_slots`."""
        self._spellings = {id: tuple(spellings) for id, spellings in entries.items()}
        written = [(id, text) for id, texts in self._spellings.items() for text in (*texts, id)]
        exact = _index((id, key(text)) for id, text in written)
        short = _index((id, key(_BRACKETS.sub(" ", text))) for id, text in written)
        self._exact = short | exact
        self._forms = list(self._exact)
        self.longest = max((form.count(" ") + 1 for form in self._forms), default=0)

    @cached_property
    def _by_digits(self) -> dict[str, list[str]]:
        """Forms by the digits in them, which no slip changes."""
        found: dict[str, list[str]] = {}
        for form in self._forms:
            found.setdefault(_digits(form), []).append(form)
        return found

    @cached_property
    def _by_start(self) -> dict[tuple[int, str], list[str]]:
        """Forms by how many words they have and the letters with which they begin."""
        found: dict[tuple[int, str], list[str]] = {}
        for form in self._forms:
            found.setdefault((form.count(" ") + 1, form[:2].split(" ")[0]), []).append(form)
        return found

    def __len__(self) -> int:
        return len(self._spellings)

    def __iter__(self) -> Iterator[str]:
        return iter(self._spellings)

    def __contains__(self, id: object) -> bool:
        return id in self._spellings

    @property
    def entries(self) -> dict[str, tuple[str, ...]]:
        return dict(self._spellings)

    def name(self, id: str) -> str:
        """Return the spelling that players are shown."""
        return next(iter(self._spellings[id]), id)

    def merged(self, other: "Names") -> "Names":
        """Return both sets of names as one; an id in both has the spellings of both."""
        entries = dict(self._spellings)
        for id, spellings in other._spellings.items():
            entries[id] = (*entries.get(id, ()), *spellings)
        return Names(entries, self.kind)

    def only(self, ids: Iterable[str]) -> "Names":
        """Return the names of fewer things, so that what is impossible is not a candidate."""
        wanted = set(ids)
        kept = {id: spellings for id, spellings in self._spellings.items() if id in wanted}
        return Names(kept, self.kind)

    def is_spelling(self, text: str) -> bool:
        """Return whether this is a name exactly as it is written, not merely a form of one."""
        return key(text) in self._exact

    def find(self, text: str) -> NameMatch:
        """Find the one thing this text names; raises UnknownName, Ambiguous or MissingPart."""
        wanted = key(text)
        if not wanted:
            if fold(text):
                raise self._unknown(text)
            raise MissingPart([say("Write the name of the %(kind)s here.", kind=self.kind)])
        found = self._certain(wanted, text)
        if found:
            return found
        if len(wanted) <= _LONGEST_LOOKUP:
            for ways in (self._prefixed, self._shortened, self._near):
                candidates = ways(wanted)
                if len(candidates) > 1:
                    raise self._ambiguous(text, candidates)
                if candidates:
                    name = self.name(candidates[0])
                    return NameMatch(candidates[0], name, name)
        raise self._unknown(text)

    def longest_at(self, words: Sequence[str], i: int) -> tuple[NameMatch, int] | None:
        """Find the longest certain name that starts at words[i], and the index after it."""
        for n in range(self._run(words, i), 0, -1):
            text = " ".join(words[i : i + n])
            found = self._certain(key(text), text)
            if found:
                return found, i + n
        return None

    def span_at(self, words: Sequence[str], i: int) -> int:
        """Return how many words a name starting at words[i] covers, whichever name it is; 0 if
        none."""
        for n in range(self._run(words, i), 0, -1):
            form = key(" ".join(words[i : i + n]))
            if form in self._exact or self._inflected(form):
                return n
        return 0

    def find_all(self, text: str) -> tuple[NameMatch, ...]:
        """Find all things named in a list such as "fighters, destroyers and war suns"."""
        words = [piece for piece in re.split(r"([,;+&/])|\s+", text) if piece]
        found: list[NameMatch] = []
        i = 0
        while i < len(words):
            if not key(words[i]) or fold(words[i]) in CONJUNCTIONS:
                i += 1
                continue
            match = self.longest_at(words, i)
            if match is None:
                end = i + 1
                while end < len(words) and not self._parts(words, end):
                    end += 1
                match = self.find(" ".join(words[i:end])), end
            found.append(match[0])
            i = match[1]
        return tuple(found)

    def _run(self, words: Sequence[str], i: int) -> int:
        """Return how many words from words[i] on could be one name; no name contains a comma."""
        n = 0
        while n < self.longest and i + n < len(words) and key(words[i + n]):
            n += 1
        return n

    def _parts(self, words: Sequence[str], i: int) -> bool:
        """Return whether words[i] ends a run of words that is not yet a name."""
        if not key(words[i]) or fold(words[i]) in CONJUNCTIONS:
            return True
        return self.span_at(words, i) > 0

    def _certain(self, wanted: str, text: str) -> NameMatch | None:
        """Find an exact or inflected match; None if it may be a misspelling of another name."""
        ids = self._exact.get(wanted)
        if ids is None:
            ids = self._inflected(wanted)
            if not ids:
                return None
            rivals = self._within(wanted, 1)
            ids = tuple(dict.fromkeys((*ids, *rivals)))
        if len(ids) > 1:
            raise self._ambiguous(text, ids)
        return NameMatch(ids[0], self.name(ids[0]))

    def _inflected(self, wanted: str) -> tuple[str, ...]:
        words = wanted.split()
        if not words:
            return ()
        return self._ids(
            form
            for form in self._by_start.get((len(words), words[0][:2]), ())
            if all(map(same_noun, words, form.split()))
        )

    def _prefixed(self, wanted: str) -> tuple[str, ...]:
        """Return things whose name, or else a later word of it, begins so."""
        if sum(map(str.isalpha, wanted)) < _SHORTEST_PREFIX:
            return ()

        whole = re.compile(re.escape(wanted) + (r"(?!\d)" if wanted[-1].isdigit() else ""))
        starting = [form for form in self._forms if form.startswith(wanted)]
        inside = [form for form in self._forms if f" {wanted}" in form]
        return self._ids(form for form in starting if whole.match(form)) or self._ids(
            form
            for form in inside
            if any(whole.match(form, at.end()) for at in _BLANK.finditer(form))
        )

    def _shortened(self, wanted: str) -> tuple[str, ...]:
        """Return things each word of whose name is shortened, or written out: "grav drive"."""
        words = wanted.split()
        if len(words) < 2 or not all(map(str.isalpha, words)):
            return ()
        return self._ids(
            form
            for form in self._forms
            if form.count(" ") + 1 == len(words) and all(map(_is_short_for, words, form.split()))
        )

    def _near(self, wanted: str) -> tuple[str, ...]:
        """Return the nearest spellings, all equally near. Digits count exactly: 26 is not 27."""
        reach = _tolerance(wanted)
        forms = self._by_digits.get(_digits(wanted), [])
        hits = process.extract(wanted, forms, scorer=OSA.distance, score_cutoff=reach, limit=None)
        hits = [hit for hit in hits if _is_near_by_words(wanted, hit[0])] if reach else []
        best = min((distance for _, distance, _ in hits), default=0)
        return self._ids(form for form, distance, _ in hits if distance == best)

    def _within(self, wanted: str, reach: int) -> tuple[str, ...]:
        hits = process.extract(
            wanted, self._forms, scorer=OSA.distance, score_cutoff=reach, limit=None
        )
        return self._ids(form for form, _, _ in hits)

    def _ids(self, forms: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(id for form in forms for id in self._exact[form]))

    def _ambiguous(self, text: str, ids: Sequence[str]) -> Ambiguous:
        names = tuple(self.name(id) for id in ids)
        if len(set(map(key, names))) < len(names):
            names = tuple(ids)
        shown = names if len(names) <= 6 else (*names[:5], f"{len(names) - 5} others")
        return Ambiguous(
            [
                say("%(text)s could be %(names)s.", text=quoted(text), names=shown),
                say("Write the full name of the %(kind)s.", kind=self.kind),
            ],
            names,
        )

    def _unknown(self, text: str) -> UnknownName:
        hits = process.extract(
            key(text)[:_LONGEST_LOOKUP],
            self._forms,
            scorer=fuzz.WRatio,
            score_cutoff=60,
            limit=4 * _SUGGESTIONS,
        )
        names = [self.name(id) for id in self._ids(form for form, _, _ in hits)][:_SUGGESTIONS]
        advice = (
            say("Did you mean %(near)s?", near=tuple(names))
            if names
            else say("Check the spelling.")
        )
        unknown = say(
            "There is no %(kind)s called %(text)s here.", kind=self.kind, text=quoted(text)
        )
        return UnknownName([unknown, advice], names)
