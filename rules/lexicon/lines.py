"""A page of orders: from the text of a reply to lines with a verb, a time and a condition.

How a page is laid out:

- One order a line; ";" also parts orders, and a prefix before the first holds for the others in
  that line up to the next prefix. "#" starts a comment. Bullets and "1." are skipped.
- `NEXT TURN:`, `STANDING:`, `NOW:`, `IF …:`, `ELSE:`, `ELSE IF …:` stand before an order, in any
  mixture. A condition may also follow its order ("RETREAT TO 10 IF losing").
- A prefix alone on its line opens a block: it holds for the lines below, up to a blank line (one
  straight after the prefix does not count) or the next prefix alone on a line. `NOW:`, `NEXT TURN:`
  and `STANDING:` begin afresh; `IF`/`ELSE` alone change the condition and keep the time.
- `OR` before an order makes that order a fallback for the order before it; `OR:` alone begins a
  block that is a fallback for the whole block before it. `THEN:` begins one more `NEXT TURN:`.
- ELSE negates the IF chain before it and keeps its time. Before an order it belongs to the last IF
  before an order; alone on its line, to the last IF alone on a line; failing that, to the other.
- Where a condition is not understood, what depends on it is refused too, never done blindly.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from rules.lexicon.counted import NUMBER_WORDS
from rules.lexicon.errors import (
    Ambiguous,
    BadGuard,
    LeftOver,
    LexiconError,
    Sentence,
    TooLong,
    UnknownVerb,
    quoted,
    say,
)
from rules.lexicon.frames import adds_nothing, is_nod, openings, plain_numbers, without_courtesy
from rules.lexicon.guards import parse_guard
from rules.lexicon.names import Names
from rules.lexicon.slots import means
from rules.lexicon.text import fold, key, storable

MAX_LINES: Final = 400
"""Lines of a page, and orders in it, that are read; more is not a page of orders."""

MAX_LINE: Final = 500
"""Characters of a line that is read; half an order would be worse than none."""

When: TypeAlias = Literal["now", "turn", "next-turn", "standing"]
"""When an order counts. "turn" is never written: it is an order for one's coming turn that was sent
without a time while no turn was open."""
Fallback: TypeAlias = Literal["", "order", "block"]

_TIMES: Final[Mapping[str, When]] = {
    **dict.fromkeys(
        (
            "next turn",
            "nastepna tura",
            "nastepnej turze",
            "w nastepnej turze",
            "kovetkezo kor",
            "kovetkezo korben",
            "then",
            "potem",
            "azutan",
        ),
        "next-turn",
    ),
    **dict.fromkeys(
        (
            "standing",
            "standing order",
            "standing orders",
            "stale",
            "staly rozkaz",
            "stale rozkazy",
            "allando",
            "allando parancs",
            "allando parancsok",
        ),
        "standing",
    ),
    **dict.fromkeys(("now", "teraz", "most"), "now"),
}
_WRITTEN_TIMES: Final[Mapping[When, str]] = {
    "now": "",
    "turn": "",
    "next-turn": "NEXT TURN: ",
    "standing": "STANDING: ",
}
_IFS: Final[Mapping[str, frozenset[str]]] = {
    "if": frozenset({"then"}),
    "jesli": frozenset({"to", "wtedy", "then"}),
    "jezeli": frozenset({"to", "wtedy", "then"}),
    "ha": frozenset({"akkor", "then"}),
}
_ORS: Final = frozenset({"or", "or else", "failing that", "lub", "albo", "vagy"})
_ELSES: Final = ("else", "otherwise", "w przeciwnym razie", "inaczej", "kulonben")

_BREAKS = re.compile("\r\n|[\r\n\v\f\x85\u2028\u2029]")
_BULLET = re.compile(r"(?:(?:-{1,3}|[*•·◦‣–—])\s+|[0-9]{1,3}[.)]\s+(?=[^\W\d_]))+")
_QUOTED = re.compile(r'"[^"]*"|“[^“”]*”|„[^„”“]*[”“]|«[^«»]*»')
_WORD = re.compile(r"[^\s:：,]+")
_END = re.compile(
    r"[;#]|(?<!\w)(?:else|otherwise|inaczej|különben|kulonben)\s*(?=[:：])", re.IGNORECASE
)
_NUMBERS = re.compile(r"\(?[0-9]{1,4}\)?(?:(?:[\s,+&]|\b(?:and|i|oraz|és|es)\b)+[0-9]{1,4})*\)?")
_NO_IF = say("ELSE has no IF before it. Write the IF line first.")
_DEPENDS = say("Not read, because the condition before it was not understood. Write that again.")
_LEADS: Final = "→"
_SHORTEST_LIKENESS: Final = 3
_GOOD_ADVICE: Final = 70
_FARTHEST_VERB: Final = 4
"""Words that may stand before an order's verb."""
_COLONS = " \t\xa0:："
_TAIL = " \t\xa0.;,"


class OrderLine(msgspec.Struct, frozen=True):
    """One order as typed and as understood so far: what it does is the decision's business.

    `block` counts the times (NEXT TURN: …) of the page up to this order, so that two blocks for
    the next turn can be told apart. `fallback`: the order counts only if what stands before it
    cannot be carried out: "order" for the order before it, "block" for the block before it.
    `about`: what was on the table when it came, for a verb that means it, such as VOTE.
    """

    no: int
    text: str
    verb: str = ""
    rest: str = ""
    numbers: tuple[int, ...] = ()
    when: When = "now"
    guard: str = ""
    read_as: str = ""
    block: int = 0
    fallback: Fallback = ""
    about: str = ""


class LineError(msgspec.Struct, frozen=True):
    """A line, or a piece of one, that was not taken, and why."""

    no: int
    text: str
    code: str
    words: str
    suggestions: tuple[str, ...] = ()
    said: tuple[Sentence, ...] = ()


class Page(msgspec.Struct, frozen=True):
    lines: tuple[OrderLine, ...]
    errors: tuple[LineError, ...]


class VerbReading(msgspec.Struct, frozen=True):
    """A verb and what follows it; `corrected` when the verb was not quite written so."""

    id: str
    rest: str
    corrected: bool = False


Fits: TypeAlias = Callable[[str], bool]
"""Whether what follows a verb can be what the verb is about."""
Apart: TypeAlias = Callable[[str], Sequence[str]]
"""Takes orders apart that stand in one line without a mark between them."""


class Verbs:
    """The verbs open to a player, in all languages. The rest of a `raw` verb is free text.

    A verb in `orders` needs two signs: its word and, where the word is misspelt or belongs to
    several verbs, something after it that fits. A verb in `strict` is not taken at all before a
    text that does not fit there: "Land of the free" lands nothing. A verb in `exact` is strict,
    too, and never taken by a word that is merely like it: what cannot be taken back must not be
    guessed.

    A spelling "take off → remove" is the verb and the first word of its argument in one. `apart`
    parts what people run together: "attack 27 with 2 cruisers from 1" is an order for each step.
    """

    def __init__(
        self,
        entries: Mapping[str, Iterable[str]],
        raw: Iterable[str] = (),
        orders: Mapping[str, Fits] | None = None,
        exact: Iterable[str] = (),
        strict: Mapping[str, Fits] | None = None,
        apart: Apart | None = None,
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
        self._likely = [
            form
            for form, ids in self._forms.items()
            if set(ids) & (self.orders.keys() - self.exact)
        ]

    def __contains__(self, id: object) -> bool:
        return id in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def name(self, id: str) -> str:
        """The verb as shown to players."""
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
        )

    def only(self, ids: Iterable[str]) -> "Verbs":
        wanted = set(ids)
        kept = {id: spellings for id, spellings in self._spelt.items() if id in wanted}
        orders = {id: fits for id, fits in self.orders.items() if id in kept}
        strict = {id: fits for id, fits in self.strict.items() if id in kept}
        return Verbs(kept, self.raw, orders, self.exact & set(kept), strict, self._apart)

    def apart(self, order: str) -> Sequence[str]:
        """Return the orders of a text in which the game finds several run together."""
        return self._apart(order) if self._apart else (order,)

    def shares_a_word(self, text: str, id: str, others: Container[str]) -> bool:
        """Whether the word that made a text this order, and is not its own name, is also a word of
        one of the others."""
        words = [text[start:end] for start, end in _head_words(text, self._names.longest)]
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

    def _at_the_end(self, text: str) -> VerbReading | None:
        """An order whose verb stands last, as Hungarian and Polish may have it."""
        words = text.rstrip(" .!").split()
        for n in range(min(3, len(words) - 1), 0, -1):
            rest = " ".join(words[:-n])
            ids = self._forms.get(key(" ".join(words[-n:])), ())
            fitting = self._guessable(ids, rest)
            if len(fitting) == 1:
                return VerbReading(fitting[0], rest)
        return None

    def _inside(self, text: str) -> VerbReading | None:
        """An order whose verb stands behind where, or how many, it is about: "from 1 move 2
        cruisers", "minden hajót mozgass a 37-ből"."""
        words = text.rstrip(" .!").split()
        leading = bool(words) and means(words[0], "from")
        if not words or not (leading or words[0].isdigit() or fold(words[0]) in NUMBER_WORDS):
            return None
        for at in range(2, min(_FARTHEST_VERB, len(words) - 2) + 1):
            before = " ".join(words[:at])
            for n in range(min(3, len(words) - at - 1), 0, -1):
                ids = self._forms.get(key(" ".join(words[at : at + n])), ())
                after = " ".join(words[at + n :])
                fitting = self._guessable(ids, after if leading else before)
                if len(fitting) == 1:
                    turned = leading and not any(means(w, "from") for w in words[at + n :])
                    rest = f"{after} {before}" if turned else f"{before} {after}"
                    return VerbReading(fitting[0], rest)
        return None

    def _written(self, text: str) -> VerbReading | None:
        """The longest verb that stands at the beginning exactly as it is written."""
        head = _head_words(text, self._names.longest)
        words = [text[start:end] for start, end in head]
        for n in range(len(words), 0, -1):
            form = key(" ".join(words[:n]))
            ids = self._forms.get(form, ())
            rest = _after(text, head[n - 1][1])
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
        """Those that may be meant where the word alone is no proof, so that the rest must be."""
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
        head = _head_words(text, self._names.longest)
        words = [text[start:end] for start, end in head]
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
                return VerbReading(found.id, _after(text, head[n - 1][1]), corrected=True)
        raise doubt or self._unknown(words[0] if words else text)

    def _likely_order(
        self, words: list[str], text: str, head: list[tuple[int, int]]
    ) -> VerbReading | None:
        """An order whose verb has a slip, or only its beginning, and whose argument fits."""
        for n in range(min(len(words), 2), 0, -1):
            said = key(" ".join(words[:n]))
            rest = _after(text, head[n - 1][1])
            if len(said) < _SHORTEST_LIKENESS or not rest or not said[0].isalpha():
                continue
            near = [form for form in self._likely if _is_like(said, form)]
            ids = tuple(dict.fromkeys(id for form in near for id in self._forms[form]))
            fitting = self._guessable(ids, rest)
            if len(fitting) == 1:
                return VerbReading(fitting[0], rest, corrected=True)
            if fitting:
                raise self._shared(" ".join(words[:n]), fitting)
        return None

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
    """Whether a word is a form with a slip of the keyboard, or the beginning of one."""
    if said[0] != form[0]:
        return False
    if form.startswith(said):
        return True
    reach = 1 if len(said) <= 7 else 2
    return len(form) > 3 and OSA.distance(said, form, score_cutoff=reach) <= reach


def read_page(text: str, verbs: Verbs) -> Page:
    """Read the orders in any text whatever; what is not understood is an error on the page."""
    reader = _PageReader(verbs)
    for no, line in enumerate(_BREAKS.split(text, MAX_LINES), 1):
        if no <= MAX_LINES and reader.orders < MAX_LINES:
            reader.read(no, line)
        elif line.strip():
            most = str(MAX_LINES)
            said = say("Only the first %(most)s lines or orders are read. Send fewer.", most=most)
            reader.refuse(no, "", TooLong([said]))
            break
    return Page(tuple(reader.lines), tuple(reader.errors))


def write_line(line: OrderLine, verbs: Verbs) -> str:
    """The plain way to write this order: reading it gives the same order again."""
    prefix = "OR " if line.fallback == "order" else ""
    prefix += _WRITTEN_TIMES[line.when] + (f"IF {line.guard}: " if line.guard else "")
    if not line.verb:
        return prefix + ", ".join(map(str, line.numbers))
    verb = verbs.name(line.verb).upper()
    plain = f"{verb} {line.rest}".strip()
    try:
        same = verbs.split(plain) == VerbReading(line.verb, line.rest)
    except LexiconError:
        same = False
    return prefix + (plain if same else f"{verb}: {line.rest}")


def _head_words(text: str, limit: int) -> list[tuple[int, int]]:
    """Where the first words lie, up to a colon: a verb does not reach across one."""
    spans: list[tuple[int, int]] = []
    for match in _WORD.finditer(text):
        between = text[spans[-1][1] if spans else 0 : match.start()]
        if len(spans) == limit or (spans and between.strip()):
            break
        spans.append(match.span())
    return spans


def _after(text: str, end: int) -> str:
    return text[end:].strip().lstrip(_COLONS).strip()


class _Chain(msgspec.Struct):
    """The conditions of one IF … ELSE IF … ELSE, with their time. Broken: one was not read."""

    when: When
    guards: list[str]
    broken: bool = False


class _Prefix(msgspec.Struct):
    """What was read before an order."""

    when: When | None = None
    otherwise: bool = False
    guard: str = ""
    conditional: bool = False
    alternative: bool = False


class _PageReader:
    def __init__(self, verbs: Verbs) -> None:
        self.verbs = verbs
        self.lines: list[OrderLine] = []
        self.errors: list[LineError] = []
        self.orders = 0
        self.line_chain: _Chain | None = None
        self.block_chain: _Chain | None = None
        self.carried: tuple[When, list[str]] | None = None
        self.carried_broken = False
        self.times = 0
        self.block_fallback = False
        self._close_block()

    def _close_block(self) -> None:
        self.block_when: When = "now"
        self.block_guard = ""
        self.block_broken = False
        self.block_fresh = False

    def refuse(self, no: int, text: str, error: LexiconError) -> None:
        told = LineError(no, text, error.code, error.words, error.suggestions, error.said)
        self.errors.append(told)

    def read(self, no: int, line: str) -> None:
        if len(line) > MAX_LINE:
            said = say(
                "A line may have %(most)s characters; this one was not read. Shorten it.",
                most=str(MAX_LINE),
            )
            self.refuse(no, storable(line[:60]), TooLong([said]))
            self._break(line.strip())
            return
        line = storable(line).strip()
        if not line:
            if not self.block_fresh:
                self._close_block()
            return
        if bullet := _BULLET.match(line):
            line = line[bullet.end() :]
        self.carried, self.carried_broken = None, False
        while line:
            end = self._segment_end(line)
            segment = line[:end].strip()
            line = line[end:].lstrip(" \t;")
            if line.startswith("#"):
                line = ""
            if segment.strip(_TAIL):
                self.orders += 1
                self._read_segment(no, segment)

    def _segment_end(self, line: str) -> int:
        """Where this order ends; a raw verb's text goes on to the end of the line."""
        quoted_parts = [match.span() for match in _QUOTED.finditer(line)]
        for mark in _END.finditer(line):
            if any(start < mark.start() < end for start, end in quoted_parts):
                continue
            if mark[0] not in ";#" and not _is_conditional(line[: mark.start()]):
                continue
            return len(line) if self._is_raw(line[: mark.start()]) else mark.start()
        return len(line)

    def _is_raw(self, segment: str) -> bool:
        try:
            return self.verbs.split(_take_prefix(segment)[1]).id in self.verbs.raw
        except LexiconError:
            return False

    def _read_segment(self, no: int, segment: str) -> None:
        try:
            prefix, order = _take_prefix(segment)
        except LexiconError as error:
            self._break(segment)
            self.carried_broken = True
            self.refuse(no, segment, error)
            return
        try:
            if order.strip(_TAIL):
                self._order(no, segment, prefix, order)
            else:
                self._open_block(prefix)
        except LexiconError as error:
            self.refuse(no, segment, error)

    def _break(self, segment: str) -> None:
        """A line was not understood: an ELSE, or a block under it, must not run unguarded.

        A condition without a colon may have been meant to open a block.
        """
        broken = _Chain("now", [], broken=True)
        first = _WORD.search(segment)
        conditional = first is not None and fold(first[0]) in (*_IFS, *_ELSES)
        if segment.endswith((":", "：")) or (conditional and not re.search("[:：]", segment)):
            self.block_chain, self.line_chain = broken, None
            self.block_broken, self.block_fresh = True, True
        else:
            self.line_chain = broken

    def _open_block(self, prefix: _Prefix) -> None:
        if prefix.when is not None:
            self._close_block()
            self.block_when = prefix.when
            self.times += 1
        if prefix.alternative:
            self.times += 1
            self.block_fallback = True
            if prefix == _Prefix(alternative=True):
                if self.lines:
                    self.block_when = self.lines[-1].when
                self.block_fresh = True
                return
        self.block_fresh = True
        self.block_broken = False
        self.block_guard = ""
        if prefix.otherwise or prefix.conditional:
            try:
                chain = self._chain(prefix, self.block_chain or self.line_chain)
            except BadGuard:
                self.block_chain, self.block_broken = _Chain("now", [], broken=True), True
                raise
            self.block_when = chain.when
            self.block_guard = _chain_guard(chain, prefix.conditional)
            self.block_chain = chain
        else:
            self.block_chain = None
        self.line_chain = None

    def _chain(self, prefix: _Prefix, before: _Chain | None) -> _Chain:
        """The chain this prefix begins or carries on."""
        own = [prefix.guard] if prefix.conditional else []
        if not prefix.otherwise:
            return _Chain(prefix.when or self.block_when, own)
        if before is None:
            raise BadGuard([_NO_IF])
        if before.broken:
            raise BadGuard(
                [say("ELSE follows an IF that was not understood. Write that IF again.")]
            )
        return _Chain(prefix.when or before.when, before.guards + own)

    def _order(self, no: int, text: str, prefix: _Prefix, order: str) -> None:
        if prefix != _Prefix():
            self.carried_broken = True
            self.carried = self._setting(prefix)
            self.carried_broken = False
        elif self.carried_broken:
            raise BadGuard([_DEPENDS])
        when, guards = self.carried or self._setting(prefix)
        if prefix.when is not None:
            self.times += 1
        fallback: Fallback = "order" if prefix.alternative and self.lines else ""
        if self.block_fallback:
            fallback, self.block_fallback = "block" if self.lines else "", False
        for line in self._lines(no, text, order, when, guards):
            self.lines.append(msgspec.structs.replace(line, block=self.times, fallback=fallback))
            fallback = ""

    def _lines(
        self, no: int, text: str, order: str, when: When, guards: list[str]
    ) -> list[OrderLine]:
        pieces = self.verbs.apart(order)
        if len(pieces) == 1:
            return [self._line(no, text, order, when, guards)]
        lines = [self._line(no, piece, piece, when, guards) for piece in pieces]
        return [
            line
            if line.text in text
            else msgspec.structs.replace(line, read_as=write_line(line, self.verbs))
            for line in lines
        ]

    def _setting(self, prefix: _Prefix) -> tuple[When, list[str]]:
        """The time and conditions of an order with this prefix, where it stands."""
        under_block = not (prefix.otherwise and self.line_chain is None)
        if self.block_broken and under_block:
            self.block_fresh = False
            if prefix.conditional or prefix.otherwise:
                self.line_chain = _Chain("now", [], broken=True)
            raise BadGuard([_DEPENDS])
        self.block_fresh = False
        when = prefix.when or self.block_when
        guards = [self.block_guard] if self.block_guard and under_block else []
        if prefix.conditional or prefix.otherwise:
            chain = self._chain(prefix, self.line_chain or self.block_chain)
            when = chain.when
            guards.append(_chain_guard(chain, prefix.conditional))
            self.line_chain = chain
        else:
            self.line_chain = None
            if not self.block_guard:
                self.block_chain = None
        return when, guards

    def _line(self, no: int, text: str, order: str, when: When, guards: list[str]) -> OrderLine:
        if order[0] not in "(0123456789" and self._is_raw(order):
            reading = self.verbs.split(order)
            rest = reading.rest
        else:
            text = text.rstrip(_TAIL)
            bare, guard = _take_suffix(order)
            guards = [*guards, guard] if guard else guards
            if _NUMBERS.fullmatch(bare):
                numbers = tuple(map(int, re.findall("[0-9]+", bare)))
                return OrderLine(no, text, numbers=numbers, when=when, guard=_all_of(guards))
            reading = self.verbs.split(bare)
            rest = plain_numbers(without_courtesy(reading.rest))
        line = OrderLine(no, text, reading.id, rest, when=when, guard=_all_of(guards))
        if reading.corrected:
            return msgspec.structs.replace(line, read_as=write_line(line, self.verbs))
        return line


def _chain_guard(chain: _Chain, conditional: bool) -> str:
    """True when the last condition of the chain is reached and holds (or, for ELSE, none does)."""
    passed = chain.guards[:-1] if conditional else chain.guards
    own = chain.guards[-1:] if conditional else []
    return _all_of([f"not ({guard})" for guard in passed] + own)


def _all_of(guards: list[str]) -> str:
    if not guards:
        return ""
    return parse_guard(" and ".join(f"({guard})" for guard in guards)).source


def _take_prefix(segment: str) -> tuple[_Prefix, str]:
    """Take all prefixes off an order. BadGuard if a condition cannot be read."""
    prefix = _Prefix()
    rest = segment
    while True:
        taken = _take_time(rest)
        if taken:
            if prefix.when is not None:
                twice = quoted(segment)
                raise LeftOver(
                    [say("Two times stand before this order: %(text)s. Keep one.", text=twice)]
                )
            prefix.when, rest = taken
            continue
        if not prefix.alternative and (order := _take_or(rest)) is not None:
            prefix.alternative, rest = True, order
            continue
        first = not (prefix.otherwise or prefix.conditional)
        if first and (after := _take_else(rest)) is not None:
            prefix.otherwise, rest = True, after
            continue
        if not prefix.conditional and (condition := _take_if(rest)):
            prefix.guard, rest = condition
            prefix.conditional = True
            continue
        return prefix, rest


def _is_conditional(segment: str) -> bool:
    try:
        return _take_prefix(segment)[0].conditional
    except LexiconError:
        return False


def _take_time(text: str) -> tuple[When, str] | None:
    words = _head_words(text, 3)
    for n in range(len(words), 0, -1):
        end = words[n - 1][1]
        when = _TIMES.get(fold(text[words[0][0] : end]))
        if when and (text[end:].lstrip()[:1] in {":", "："} or (n > 1 and when == "next-turn")):
            return when, _after(text, end)
    return None


def _take_or(text: str) -> str | None:
    """What follows OR at the beginning of an order; None if no OR stands there."""
    words = _head_words(text, 2)
    for n in range(len(words), 0, -1):
        end = words[n - 1][1]
        if fold(text[words[0][0] : end]) in _ORS:
            return _after(text, end).lstrip(",").strip()
    return None


def _take_else(text: str) -> str | None:
    words = _head_words(text, 3)
    for n in range(len(words), 0, -1):
        end = words[n - 1][1]
        if fold(text[words[0][0] : end]) in _ELSES:
            return _after(text, end).lstrip(",").strip()
    return None


def _take_if(text: str) -> tuple[str, str] | None:
    """IF, its condition up to a colon, THEN or comma, and what follows."""
    first = _WORD.match(text)
    if first is None or (thens := _IFS.get(fold(first[0]))) is None:
        return None
    body = text[first.end() :]
    stops = [(match.start(), match.end()) for match in re.finditer("[:：]", body)][:1]
    for match in _WORD.finditer(body):
        if fold(match[0]) in thens:
            stops.append(match.span())
            break
    if not stops:
        stops = [(match.start(), match.end()) for match in re.finditer(",", body)][:1]
    if not stops:
        colon = say(
            "Put a colon between the condition and the order in %(text)s, for example: "
            "IF losing: RETREAT",
            text=quoted(text),
        )
        raise BadGuard([colon])
    start, end = min(stops)
    return parse_guard(body[:start].strip(" \t,")).source, body[end:].strip().lstrip(_COLONS)


def _take_suffix(order: str) -> tuple[str, str]:
    """Part "RETREAT TO 10 IF losing" into the order and its condition."""
    quotes = [match.span() for match in _QUOTED.finditer(order)]
    for match in _WORD.finditer(order):
        inside = any(start < match.start() < end for start, end in quotes)
        if match.start() and not inside and fold(match[0]) in _IFS:
            marks = (mark.start() for mark in _END.finditer(order, 0, match.start()))
            if any(not any(a < mark < b for a, b in quotes) for mark in marks):
                raise BadGuard([_NO_IF])
            guard = parse_guard(order[match.end() :].rstrip(_TAIL).lstrip(_COLONS)).source
            return order[: match.start()].rstrip(_TAIL), guard
    return order.rstrip(_TAIL), ""
