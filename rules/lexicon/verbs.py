"""The verbs open to a player: which one a line says, exactly, inflected or misspelt."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from rules.lexicon.counted import NUMBER_WORDS
from rules.lexicon.doubts import without_doubts
from rules.lexicon.errors import (
    Ambiguous,
    LeftOver,
    LexiconError,
    UnknownVerb,
    quoted,
    say,
)
from rules.lexicon.frames import adds_nothing, is_nod, openings
from rules.lexicon.known import Weights
from rules.lexicon.names import Names
from rules.lexicon.slots import means
from rules.lexicon.spoken import words as words_of
from rules.lexicon.text import after_words, fold, head_words, key

_LEADS: Final = "→"
_SHORTEST_LIKENESS: Final = 3
_SHORTEST_SLIP: Final = 5
_GOOD_ADVICE: Final = 70
_FARTHEST_VERB: Final = 4
_LONGEST_INSIDE: Final = 3
Fits: TypeAlias = Callable[[str], bool]
"""Whether what follows a verb can be what the verb is about."""
Apart: TypeAlias = Callable[[str], Sequence[str]]
"""Takes orders apart that stand in one line without a mark between them."""


class VerbReading(msgspec.Struct, frozen=True):
    """A verb and what follows it; `corrected` when the verb was not quite written so."""

    id: str
    rest: str
    corrected: bool = False


class Verbs:
    """The verbs open to a player, in all languages. The rest of a `raw` verb is free text.

    A verb in `orders` needs two signs: its word and, where the word is misspelt or belongs to
    several verbs, something after it that fits. A verb in `strict` is not taken at all before a
    text that does not fit there: "Land of the free" lands nothing. A verb in `exact` is strict,
    too, and never taken by a word that is merely like it: what cannot be taken back must not be
    guessed.

    A spelling "take off → remove" is the verb and the first word of its argument in one. `apart`
    parts what people run together: "attack 27 with 2 cruisers from 1" is an order for each step.
    `weights`: by these the words are found that an order must not pass over.
    """

    def __init__(
        self,
        entries: Mapping[str, Iterable[str]],
        raw: Iterable[str] = (),
        orders: Mapping[str, Fits] | None = None,
        exact: Iterable[str] = (),
        strict: Mapping[str, Fits] | None = None,
        apart: Apart | None = None,
        weights: Weights | None = None,
    ) -> None:
        spelt = {id: tuple(spellings) for id, spellings in entries.items()}
        plain = {id: [text.partition(_LEADS)[0] for text in texts] for id, texts in spelt.items()}
        self._spelt = spelt
        self._names = Names(plain, "order")
        self._leads = {
            (id, key(text.partition(_LEADS)[0])): text.partition(_LEADS)[2].strip()
            for id, texts in spelt.items()
            for text in texts
        }
        self.raw = frozenset(raw)
        self.orders = dict(orders or {})
        self.exact = frozenset(exact)
        self.strict = dict(strict or {})
        self._apart = apart
        self.weights = weights
        self._forms: dict[str, tuple[str, ...]] = {}
        by_length: dict[int, dict[str, list[str]]] = {}
        for id, spellings in self._names.entries.items():
            for spelling in (*spellings, id):
                form = key(spelling)
                self._forms[form] = tuple(dict.fromkeys((*self._forms.get(form, ()), id)))
                if id not in self.orders:
                    by_length.setdefault(len(form.split()), {}).setdefault(id, []).append(spelling)
        self._by_length = [
            (n, Names(by_length[n], "order")) for n in sorted(by_length, reverse=True)
        ]
        self._likely: dict[str, list[str]] = {}
        for form, ids in self._forms.items():
            if form and not self.exact.issuperset(id for id in ids if id in self.orders):
                self._likely.setdefault(form[0], []).append(form)
        self._parts: dict[tuple[frozenset[str], bool], Verbs] = {}
        self.pages: dict[str, Any] = {}
        """Lines that were read by these verbs; see `lines.read_page`."""

    def __contains__(self, id: object) -> bool:
        return id in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def name(self, id: str) -> str:
        """Return the verb as shown to players."""
        return self._names.name(id)

    def merged(self, other: "Verbs") -> "Verbs":
        entries = dict(self._spelt)
        for id, spellings in other._spelt.items():
            entries[id] = (*entries.get(id, ()), *spellings)
        return Verbs(
            entries,
            self.raw | other.raw,
            {**self.orders, **other.orders},
            self.exact | other.exact,
            {**self.strict, **other.strict},
            self._apart or other._apart,
            self.weights or other.weights,
        )

    def only(self, ids: Iterable[str], whole: bool = False) -> "Verbs":
        """Return these verbs alone; `whole`: nothing is taken apart."""
        wanted = frozenset(ids)
        if (wanted, whole) not in self._parts:
            self._parts[wanted, whole] = self._only(wanted, whole)
        return self._parts[wanted, whole]

    def _only(self, wanted: frozenset[str], whole: bool) -> "Verbs":
        kept = {id: spellings for id, spellings in self._spelt.items() if id in wanted}
        orders = {id: fits for id, fits in self.orders.items() if id in kept}
        strict = {id: fits for id, fits in self.strict.items() if id in kept}
        apart = None if whole else self._apart
        return Verbs(kept, self.raw, orders, self.exact & set(kept), strict, apart, self.weights)

    def is_form(self, word: str, ids: Container[str]) -> bool:
        """Return whether a word is how one of these orders may be written, and no more than that:
        one that also says what the order is about is none."""
        forms = (key(word), key(word).removesuffix("s"))
        return any(
            id in ids and not self._leads.get((id, form))
            for form in forms
            for id in self._forms.get(form, ())
        )

    def names_and_strange(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the words of a text that are in names of the game, and those that nobody knows."""
        return self.weights.names_and_strange(text) if self.weights is not None else ((), ())

    def apart(self, order: str) -> Sequence[str]:
        """Return the orders of a text in which the game finds several run together."""
        return self._apart(order) if self._apart else (order,)

    def inside(self, text: str, ids: Container[str]) -> Iterator[VerbReading]:
        """Yield each of these orders whose word stands somewhere behind the beginning of a text,
        exactly as it is written, with the rest of the text; none that is never guessed."""
        words = text.split()
        for n in range(min(_LONGEST_INSIDE, len(words) - 1), 0, -1):
            for at in range(1, len(words) - n + 1):
                form = key(" ".join(words[at : at + n]))
                form = form if form in self._forms else form.removesuffix("s")
                for id in self._forms.get(form, ()):
                    if id in ids and id not in self.exact and id not in self.raw:
                        rest = " ".join((*words[:at], *words[at + n :]))
                        led = self._leads.get((id, form), "")
                        yield VerbReading(id, f"{led} {rest}".strip())

    def may_lead(self, id: str, rest: str) -> bool:
        """Return whether a text can be what a verb is about."""
        fits = self.orders.get(id)
        return (fits is None or fits(rest)) and self._may_mean(id, rest)

    def shares_a_word(self, text: str, id: str, others: Container[str]) -> bool:
        """Return whether the word by which a text became the order `id` is also a word of one of
        the `others`; the order's own name is not counted as such a word."""
        words = [text[start:end] for start, end in head_words(text, self._names.longest)]
        for n in range(len(words), 0, -1):
            form = key(" ".join(words[:n]))
            ids = self._forms.get(form, ())
            if id in ids:
                return form != key(id) and any(other in others for other in ids)
        return False

    def split(self, text: str) -> VerbReading:
        """Part an order into its verb and the rest, or raise UnknownVerb or Ambiguous."""
        doubt: Ambiguous | LeftOver | None = None
        nodded: VerbReading | None = None
        for start in openings(text):
            try:
                found = self._written(text[start:])
            except (Ambiguous, LeftOver) as error:
                doubt = doubt or error
                continue
            if found is not None and not start and is_nod(text):
                nodded = found
            elif found is not None:
                return found
        if nodded is not None:
            return nodded
        if doubt is not None:
            raise doubt
        return self._at_the_end(text) or self._inside(text) or self._misspelt(text)

    def begun(self, text: str) -> VerbReading | None:
        """Return the order with which a text begins, its word exactly as it is written and
        followed by what fits; None without one."""
        for start in openings(text):
            try:
                found = self._written(text[start:])
            except (Ambiguous, LeftOver):
                continue
            if found is not None:
                fits = self.orders.get(found.id)
                return found if fits is None or fits(found.rest) else None
        return None

    def ended(self, text: str) -> VerbReading | None:
        """Return the order whose word stands at the end of a text; None without one."""
        return self._at_the_end(text)

    def _at_the_end(self, text: str) -> VerbReading | None:
        """Return an order whose verb stands last, as Hungarian and Polish may have it."""
        words = text.rstrip(" .!").split()
        for n in range(min(3, len(words) - 1), 0, -1):
            rest = " ".join(words[:-n])
            form = key(" ".join(words[-n:]))
            fitting = self._guessable(self._forms.get(form, ()), rest)
            if len(fitting) == 1:
                led = self._leads.get((fitting[0], form), "")
                return VerbReading(fitting[0], f"{led} {rest}".strip())
        return None

    def _inside(self, text: str) -> VerbReading | None:
        """Return an order that begins with a place or a number and has its verb behind it: "from 1
        move 2 cruisers", "minden hajót mozgass a 37-ből"."""
        words = text.rstrip(" .!").split()
        if words and fold(words[0]) in words_of("possessive"):
            words = words[1:]
        leading = bool(words) and means(words[0], "from")
        if not words:
            return None
        numbered = words[0].isdigit() or NUMBER_WORDS.get(fold(words[0]), 0) > 0
        if not leading and not numbered:
            return None
        for at in range(2, min(_FARTHEST_VERB, len(words) - 2) + 1):
            before = " ".join(words[:at])
            for n in range(min(3, len(words) - at - 1), 0, -1):
                ids = self._forms.get(key(" ".join(words[at : at + n])), ())
                after = " ".join(words[at + n :])
                fitting = self._guessable(ids, after if leading else f"{before} {after}")
                if len(fitting) == 1:
                    turned = leading and not any(means(w, "from") for w in words[at + n :])
                    joint = ", " if words[at + n - 1].endswith(",") else " "
                    rest = f"{after} {before}" if turned else f"{before}{joint}{after}"
                    return VerbReading(fitting[0], rest)
        return None

    def _written(self, text: str) -> VerbReading | None:
        """Return the longest verb that stands at the beginning exactly as it is written."""
        head = head_words(text, self._names.longest)
        words = [text[start:end] for start, end in head]
        for n in range(len(words), 0, -1):
            form = key(" ".join(words[:n]))
            ids = self._forms.get(form, ())
            rest = after_words(text, head[n - 1][1])
            if len(ids) > 1:
                ids = self._fitting(ids, rest) or ids
            if len(ids) > 1:
                ids = tuple(id for id in ids if key(id) == form) or ids
            if len(ids) > 1:
                raise self._shared(" ".join(words[:n]), ids)
            if ids and ids[0] in self.orders and text.rstrip().endswith("?"):
                raise self._more_than_an_order(ids[0], "?")
            if ids and not self._may_mean(ids[0], rest):
                raise self._more_than_an_order(ids[0], rest)
            if ids:
                return VerbReading(ids[0], f"{self._leads.get((ids[0], form), '')} {rest}".strip())
        return None

    def _fitting(self, ids: Iterable[str], rest: str) -> tuple[str, ...]:
        return tuple(id for id in ids if id in self.orders and self.orders[id](rest))

    def _may_mean(self, id: str, rest: str) -> bool:
        fits = self.strict.get(id) or (self.orders.get(id) if id in self.exact else None)
        return id in self.raw or fits is None or fits(rest)

    def _guessable(self, ids: Iterable[str], rest: str) -> tuple[str, ...]:
        """Return the verbs that may be meant although their word proves nothing, because what
        follows fits."""
        return tuple(
            id
            for id in self._fitting(ids, rest)
            if id not in self.exact
            and (id not in self.strict or (self.strict[id](rest) and not adds_nothing(rest)))
        )

    def _more_than_an_order(self, id: str, rest: str) -> LeftOver:
        verb = self.name(id).upper()
        if id in self.exact and id not in self.strict:
            said = say(
                "%(verb)s stands alone: %(rest)s was not understood. "
                "A condition is written %(verb)s IF …",
                verb=verb,
                rest=quoted(rest),
            )
        else:
            said = say("%(rest)s was not understood after %(verb)s.", verb=verb, rest=quoted(rest))
        return LeftOver([said], (verb,))

    def _shared(self, word: str, ids: Iterable[str]) -> Ambiguous:
        names = tuple(self.name(id).upper() for id in ids)
        said = say("%(text)s could be %(names)s.", text=quoted(word), names=names)
        return Ambiguous([said, say("Write the full name of the %(kind)s.", kind="order")], names)

    def _misspelt(self, text: str) -> VerbReading:
        head = head_words(text, self._names.longest)
        words = [text[start:end] for start, end in head]
        if words and any(without_doubts(f"{words[0]} x")):
            raise self._unknown(words[0])
        if likely := self._likely_order(words, text, head):
            return likely
        doubt: Ambiguous | None = None
        for n, names in self._by_length:
            if n > len(words):
                continue
            try:
                found = names.find(" ".join(words[:n]))
            except Ambiguous as error:
                doubt = doubt or error
            except LexiconError:
                continue
            else:
                return VerbReading(found.id, after_words(text, head[n - 1][1]), corrected=True)
        raise doubt or self._unknown(words[0] if words else text)

    def _likely_order(
        self, words: list[str], text: str, head: list[tuple[int, int]]
    ) -> VerbReading | None:
        """Return an order whose verb has a slip, or only its beginning, and whose argument fits."""
        for n in range(min(len(words), 2), 0, -1):
            said = key(" ".join(words[:n]))
            rest = after_words(text, head[n - 1][1])
            if len(said) < _SHORTEST_LIKENESS or not rest or not said[0].isalpha():
                continue
            if said in NUMBER_WORDS or any(without_doubts(f"{said} x")):
                continue
            near = [form for form in self._likely.get(said[0], ()) if _is_like(said, form)]
            ids = tuple(dict.fromkeys(id for form in near for id in self._forms[form]))
            fitting = self._guessable(ids, rest)
            if len(fitting) == 1:
                return VerbReading(fitting[0], rest, corrected=True)
            if fitting:
                raise self._shared(" ".join(words[:n]), fitting)
        return None

    def likely(self, text: str) -> list[tuple[str, str]]:
        """Return the orders whose verb the first word is with a slip, each with what follows, where
        nothing says yet whether that fits. Words that settle something at once are none, and a
        "maybe" is no slip."""
        head = head_words(text, 1)
        said = key(text[head[0][0] : head[0][1]]) if head else ""
        rest = after_words(text, head[0][1]) if head else ""
        if len(said) < _SHORTEST_SLIP or not rest or not said.isalpha() or said in NUMBER_WORDS:
            return []
        if any(without_doubts(f"{said} {rest}")):
            return []
        forms = self._likely.get(said[0], ())
        near = [form for form in forms if len(form) > 3 and _is_like(said, form)]
        ids = dict.fromkeys(id for form in near for id in self._forms[form])
        return [(id, rest) for id in ids if id not in self.exact]

    def _unknown(self, word: str) -> UnknownVerb:
        near = process.extract(
            key(word), list(self._forms), scorer=fuzz.ratio, score_cutoff=_GOOD_ADVICE, limit=6
        )
        ids = dict.fromkeys(id for form, _, _ in near for id in self._forms[form])
        suggestions = tuple(self.name(id).upper() for id in ids)[:3]
        advice = (
            say("Did you mean %(near)s?", near=suggestions)
            if suggestions
            else say("Start the line with an order; HELP lists them.")
        )
        unknown = say("%(word)s is not an order here.", word=quoted(word))
        return UnknownVerb([unknown, advice], suggestions)


def _is_like(said: str, form: str) -> bool:
    """Return whether a word is a form that begins with the same letter, but for a slip of the
    keyboard, or is the beginning of that form."""
    if form.startswith(said):
        return True
    reach = 1 if len(said) <= 7 else 2
    return len(form) > 3 and OSA.distance(said, form, score_cutoff=reach) <= reach
