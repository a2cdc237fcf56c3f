"""Argument phrases: "1 carrier WITH 2 infantry FROM 10" taken apart at its keywords.

English and Polish keywords stand before their part. Hungarian ones may too ("innen 10"), or follow
it as an ending after a hyphen or a number ("10-ből", "New Albion-ra", "27be") or as a word of its
own ("2 után"). An ending takes the one word, or the one known name, that it ends; a word that
follows takes the one word before it.

Neighbouring prepositions stand in for each other: where an order knows ON but not AT, "AT" is read
as ON. A preposition that no wanted part answers to stays in the text.
"""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from rules.lexicon.errors import Ambiguous, Field, LeftOver, MissingPart, quoted, say
from rules.lexicon.names import Names
from rules.lexicon.text import fold

_BEFORE: Final[Mapping[str, tuple[str, ...]]] = {
    "from": ("from",),
    "out of": ("from",),
    "to": ("to", "into", "on"),
    "into": ("into", "to", "in"),
    "onto": ("on", "to", "into"),
    "on": ("on", "at", "in", "into", "to"),
    "at": ("at", "on", "in"),
    "in": ("in", "at", "on", "into"),
    "with": ("with",),
    "w/": ("with",),
    "in from": ("from",),
    "together with": ("with",),
    "carrying": ("with",),
    "carries": ("with",),
    "loaded with": ("with",),
    "picking up": ("with",),
    "picks up": ("with",),
    "using": ("with", "by"),
    "for": ("for",),
    "by": ("by", "with"),
    "after": ("after",),
    "before": ("before",),
    "against": ("against",),
    "target": ("on",),
    "targeting": ("on",),
    "via": ("via",),
    "through": ("via",),
    "losing": ("losing",),
    "tracac": ("losing",),
    "elveszitve": ("losing",),
    "z": ("from", "with"),
    "ze": ("from", "with"),
    "od": ("from",),
    "wraz z": ("with",),
    "wraz ze": ("with",),
    "razem z": ("with",),
    "razem ze": ("with",),
    "do": ("to", "into"),
    "na": ("on", "to", "at", "into", "for"),
    "w": ("in", "at", "on", "into"),
    "we": ("in", "at", "on", "into"),
    "przy": ("at", "on", "in"),
    "za": ("for",),
    "dla": ("for", "to"),
    "po": ("after",),
    "przed": ("before",),
    "przeciw": ("against",),
    "przez": ("via", "by"),
    "innen": ("from",),
    "onnan": ("from",),
    "ide": ("to", "into", "on"),
    "oda": ("to", "into", "on"),
    "itt": ("at", "in", "on"),
    "ott": ("at", "in", "on"),
    "neki": ("to", "for"),
    "vele": ("with",),
    "cserebe": ("for",),
    "erre": ("via",),
}
_ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("bol", "tol", "rol"), ("from",)),
    **dict.fromkeys(("ba", "be"), ("into", "to", "in", "on")),
    **dict.fromkeys(("ra", "re"), ("on", "to", "into", "for", "at")),
    **dict.fromkeys(("hoz", "hez", "ig"), ("to", "into", "at")),
    **dict.fromkeys(("ban", "ben"), ("in", "at", "on")),
    **dict.fromkeys(("n", "on", "en"), ("on", "at", "in")),
    **dict.fromkeys(("nal", "nel"), ("at", "on", "in")),
    **dict.fromkeys(("val", "vel"), ("with", "by")),
    **dict.fromkeys(("nak", "nek"), ("to", "for")),
    "ert": ("for",),
}
_LONG_ENDINGS: Final = tuple(item for item in _ENDINGS.items() if len(item[0]) > 1)
_POSTPOSITIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "utan": ("after",),
    "elott": ("before",),
    "ellen": ("against",),
}
KEYWORDS: Final = (*_BEFORE, *_POSTPOSITIONS)
"""Words that open a part of an order, or stand behind one, folded."""
_HYPHENS = "-‐‑‒–—−"
_ENDED = re.compile(rf"(.*[^\W_])[{_HYPHENS}]([^\W\d_]+)|(\d+)([^\W\d_]+)")
_PUNCTUATION = " \t,:;"


class Slots(msgspec.Struct, frozen=True):
    """The parts an order wants, by keyword; "" is the part before any keyword.

    A keyword outside the built-in list is its own and only word.
    """

    required: tuple[str, ...] = ("",)
    optional: tuple[str, ...] = ()
    example: str = ""

    @property
    def all(self) -> tuple[str, ...]:
        return self.required + self.optional


def read_slots(rest: str, keywords: Slots, names: Names | None = None) -> dict[str, str]:
    """Return the parts as typed, by keyword. A keyword inside a name of `names` does not split.

    The same few lines are read again and again, wherever a mail offers orders that are possible,
    so what was read is kept, with the names it was read by.
    """
    kept = names.splits if names is not None else _splits
    known = kept.get((rest, keywords))
    if known is None:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        known = kept[rest, keywords] = _Splitter(rest, keywords, names).read()
    return dict(known)


MOST_KEPT = 200
_splits: dict[tuple[str, Slots], dict[str, str]] = {}


def means(word: str, slot: str) -> bool:
    """Return whether a word opens this part before all others, or ends one by its Hungarian
    ending."""
    bare = word.strip(_PUNCTUATION)
    ended = _ending(bare)
    return _BEFORE.get(fold(bare), ("",))[0] == slot or (ended is not None and ended[1][0] == slot)


def _ending(word: str) -> tuple[str, tuple[str, ...]] | None:
    """Return a word with a Hungarian case ending: the bare word and what the ending may mean."""
    match = _ENDED.fullmatch(word)
    if match is None:
        return None
    bare, ending = match[1] or match[3], fold(match[2] or match[4])
    meanings = _ENDINGS.get(ending)
    if ending[-2:] in ("al", "el") and fold(bare).endswith(ending[:-2]):
        meanings = _ENDINGS["val"]  # "pénz-zel": the v has become the last sound before it
    return (bare, meanings) if meanings else None


class _Splitter:
    def __init__(self, rest: str, slots: Slots, names: Names | None) -> None:
        self.words = rest.split()
        self.folded = [fold(word.strip(_PUNCTUATION)) for word in self.words]
        self.slots, self.names = slots, names
        self.parts: dict[str, list[str]] = {}
        self.by_z = False

    def read(self) -> dict[str, str]:
        current = ""
        i = 0
        while i < len(self.words):
            if cased := self._cased(i):
                before = self.parts.get(current, [])
                number = [before.pop()] if before and before[-1].isdigit() else []
                self._open(cased[1], self.words[i])
                self.parts[cased[1]] = [*number, cased[0]]
                i += 1
            elif span := self._ended_name_at(i):
                self._add_word(current, self.words[i : i + span])
                i += span
            elif span := self._name_at(i):
                self.parts.setdefault(current, []).extend(self.words[i : i + span])
                i += span
            elif keyword := self._keyword_at(i):
                current, i = keyword
            else:
                self._add_word(current, [self.words[i]])
                i += 1
        return self._checked()

    def _name_at(self, i: int) -> int:
        """Return words of the name here that must not be split, as a keyword or ending is in it."""
        span = self.names.span_at(self.words, i) if self.names else 0
        return span if span > 1 or self._ended(self.words[i]) else 0

    def _cased(self, i: int) -> tuple[str, str] | None:
        """Return a known name of one word with a Hungarian ending and no hyphen: the name and its
        part."""
        word = self.words[i].strip(_PUNCTUATION)
        if self.names is None or not word.isalpha() or self.names.is_spelling(word):
            return None
        for ending, meanings in _LONG_ENDINGS:
            bare = word[: -len(ending)]
            slot = self._wanted(meanings)
            free = slot and slot not in self.parts and fold(word).endswith(ending)
            if slot and free and self.names.is_spelling(bare):
                return bare, slot
        grown = len(word) > 5 and fold(word).endswith(("al", "el"))
        if grown and (slot := self._wanted(_ENDINGS["val"])):
            for bare in (
                word[:-3],
                word[:-4],
                f"{word[:-4]}{word[-3]}",
                f"{word[:-5]}{word[-4:-2]}",
            ):
                if slot not in self.parts and self.names.is_spelling(bare):
                    return bare, slot
        return None

    def _ended_name_at(self, i: int) -> int:
        """Return words of the longer name here whose last word carries a Hungarian ending."""
        if self.names is None:
            return 0
        for n in range(min(self.names.longest, len(self.words) - i), 1, -1):
            words = self.words[i : i + n]
            if self.names.is_spelling(" ".join(words)):
                return 0
            ended = self._ended(words[-1]) or self._grown(words)
            if ended and self.names.span_at([*words[:-1], ended[0]], 0) == n:
                return n
        return 0

    def _grown(self, words: list[str]) -> tuple[str, tuple[str, ...]] | None:
        """Return the last word of a longer name that has grown together with a Hungarian ending."""
        last = words[-1].strip(_PUNCTUATION)
        if len(words) < 2 or self.names is None:
            return None
        for ending, meanings in _LONG_ENDINGS:
            bare = last[: -len(ending)]
            name = " ".join([*words[:-1], bare])
            if fold(last).endswith(ending) and bare and self.names.is_spelling(name):
                return bare, meanings
        return None

    def _add_word(self, current: str, words: list[str]) -> None:
        """Put words into the open part, or into their own if their ending says which."""
        ended = self._ended(words[-1]) or self._grown(words)
        slot = self._wanted(ended[1]) if ended else None
        if ended and slot is not None:
            self._open(slot, words[-1])
            self.parts[slot] = [*words[:-1], ended[0]]
        else:
            self.parts.setdefault(current, []).extend(words)

    def _ended(self, word: str) -> tuple[str, tuple[str, ...]] | None:
        return _ending(word.strip(_PUNCTUATION))

    def _keyword_at(self, i: int) -> tuple[str, int] | None:
        """Open the part whose keyword stands here; the part and where to go on."""
        if (meanings := _POSTPOSITIONS.get(self.folded[i])) and i:
            return self._postposition(i, meanings)
        for n in (2, 1):
            word = " ".join(self.folded[i : i + n])
            if len(self.folded) < i + n:
                continue
            own = (word,) if word and word in self.slots.all else ()
            slot = self._wanted((*own, *_BEFORE.get(word, ())))
            if slot is not None and not own and self.parts.get(slot) == []:
                continue  # in "ON against" the word is what ON takes, though it may stand for ON
            if slot is not None:
                if word in {"z", "ze"} and {"from", "with"} <= set(self.slots.all):
                    self._only_z()
                self._open(slot, word)
                return slot, i + n
        return None

    def _postposition(self, i: int, meanings: tuple[str, ...]) -> tuple[str, int] | None:
        slot = self._wanted(meanings)
        holder = next(
            (p for p, ws in self.parts.items() if ws and ws[-1] == self.words[i - 1]), None
        )
        if slot is None or holder is None:
            return None
        self._open(slot, self.words[i])
        self.parts[slot] = [self.parts[holder].pop()]
        return holder, i + 1

    def _only_z(self) -> None:
        if self.by_z:
            twice = say(
                "“z” is here twice and can mean FROM or WITH. Write “wraz z” for WITH and “z” for"
                " FROM."
            )
            raise Ambiguous([twice], ("z", "wraz z"))
        self.by_z = True

    def _wanted(self, meanings: tuple[str, ...]) -> str | None:
        """Return the first meaning that is wanted and free; if all wanted ones are taken, the
        first."""
        wanted = [slot for slot in meanings if slot in self.slots.all]
        return next((slot for slot in wanted if slot not in self.parts), next(iter(wanted), None))

    def _open(self, slot: str, word: str) -> None:
        if slot in self.parts:
            twice = say(
                "%(slot)s is here twice (again at %(word)s). Write it once, or write two orders.",
                slot=slot.upper(),
                word=quoted(word),
            )
            raise LeftOver([twice])
        self.parts[slot] = []

    def _checked(self) -> dict[str, str]:
        texts = {slot: " ".join(words).strip(_PUNCTUATION) for slot, words in self.parts.items()}
        for slot in (*self.slots.required, *(slot for slot in texts if slot)):
            if not texts.get(slot):
                raise self._missing(slot)
        if texts.get("") and "" not in self.slots.all:
            wanted = tuple(slot.upper() for slot in self.slots.all)
            advice = (
                say("Go on with %(wanted)s.", wanted=wanted) if wanted else say("Leave it out.")
            )
            left = say("Nobody can say what %(text)s is for.", text=quoted(texts[""]))
            raise LeftOver([left, advice])
        return {slot: text for slot, text in texts.items() if text}

    def _missing(self, slot: str) -> MissingPart:
        example = self.slots.example or (f"… {slot.upper()} 10" if slot else "")
        fields: dict[str, Field] = {"slot": slot.upper(), "example": example}
        if slot:
            pattern = say(
                "This order needs %(slot)s and what belongs to it, for example: %(example)s",
                **fields,
            )
            return MissingPart([pattern], (slot.upper(),))
        if example:
            pattern = say(
                "Say what this order is about, right after its verb, for example: %(example)s",
                **fields,
            )
            return MissingPart([pattern])
        return MissingPart([say("Say what this order is about, right after its verb.")])
