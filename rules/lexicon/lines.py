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
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, cast

import msgspec

from rules.lexicon.errors import (
    BadGuard,
    LeftOver,
    LexiconError,
    Sentence,
    TooLong,
    quoted,
    say,
)
from rules.lexicon.frames import plain_numbers, without_courtesy
from rules.lexicon.guards import parse_guard
from rules.lexicon.text import COLONS, WORD, after_words, fold, head_words, storable
from rules.lexicon.verbs import VerbReading, Verbs

MAX_LINES: Final = 400
"""Lines of a page, and orders in it, that are read; more is not a page of orders."""

MOST_KEPT: Final = 1000
"""Lines of which what was read is kept."""

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
_END = re.compile(
    r"[;#]|(?<!\w)(?:else|otherwise|inaczej|különben|kulonben)\s*(?=[:：])", re.IGNORECASE
)
_NUMBERS = re.compile(r"\(?[0-9]{1,4}\)?(?:(?:[\s,+&]|\b(?:and|i|oraz|és|es)\b)+[0-9]{1,4})*\)?")
_NO_IF = say("ELSE has no IF before it. Write the IF line first.")
_DEPENDS = say("Not read, because the condition before it was not understood. Write that again.")
_IF_POSSIBLE = re.compile(
    r",?\s+(?:if (?:it['’]?s |it is |they are |still |that['’]?s )*"
    r"(?:there|free|available|possible|left|gone|taken)"
    r"|jeśli (?:się da|można|jest wolna|wolna|możliwe)|ha (?:lehet|szabad|lehetséges|még megvan))"
    r"(?=\s*(?:[,.;]|$))",
    re.IGNORECASE,
)
"""What says no more than that an order counts where it is legal, as every order does."""
_TAIL = " \t\xa0.;,"


class OrderLine(msgspec.Struct, frozen=True):
    """One order as typed and as understood so far: what it does is the decision's business.

    `block` counts the times (NEXT TURN: …) of the page up to this order, so that two blocks for
    the next turn can be told apart. `fallback`: the order counts only if what stands before it
    cannot be carried out: "order" for the order before it, "block" for the block before it.
    `about`: what was on the table when it came, for a verb that means it, such as VOTE. `within`:
    all that was typed, where several orders were run together in it. `names` and
    `strange`: words of `rest` that are in names of the game, and words that nobody knows: a
    question that reads the line has to make something of them.
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
    within: str = ""
    names: tuple[str, ...] = ()
    strange: tuple[str, ...] = ()


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


def read_page(text: str, verbs: Verbs) -> Page:
    """Read the orders in any text whatever; what is not understood is an error on the page.

    Lines that a mail offers, and what a line is when it is told otherwise, are read again and
    again, so what was read of a single line is kept with the verbs by which it was read.
    """
    if (known := verbs.pages.get(text)) is not None:
        return cast(Page, known)
    page = _read(text, verbs)
    if len(text) <= MAX_LINE and not _BREAKS.search(text):
        if len(verbs.pages) >= MOST_KEPT:
            verbs.pages.clear()
        verbs.pages[text] = page
    return page


def _read(text: str, verbs: Verbs) -> Page:
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
    """Return the plain way to write this order: reading it gives the same order again."""
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


class _Chain(msgspec.Struct):
    """The conditions of one IF … ELSE IF … ELSE, with their time. `broken`: one of them could not
    be read."""

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
        """Return where this order ends; the text of a raw verb goes on to the end of the line."""
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
        """Note that a line was not understood: an ELSE, or a block under it, must not run
        unguarded.

        A condition without a colon may have been meant to open a block.
        """
        broken = _Chain("now", [], broken=True)
        first = WORD.search(segment)
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
        """Return the chain this prefix begins or carries on."""
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
        if list(pieces) == [order]:
            return [self._line(no, text, order, when, guards)]
        try:
            lines = [
                msgspec.structs.replace(self._line(no, piece, piece, when, guards), within=order)
                for piece in pieces
            ]
        except LexiconError as error:
            if len(pieces) > 1:
                raise
            self.refuse(no, pieces[0], error)
            return []
        return [
            line
            if line.text in text
            else msgspec.structs.replace(line, read_as=write_line(line, self.verbs))
            for line in lines
        ]

    def _setting(self, prefix: _Prefix) -> tuple[When, list[str]]:
        """Return the time and the conditions that hold for an order with this prefix at this point
        of the page."""
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
        names: tuple[str, ...] = ()
        strange: tuple[str, ...] = ()
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
            names, strange = self.verbs.names_and_strange(rest)
        guard = _all_of(guards)
        line = OrderLine(
            no, text, reading.id, rest, when=when, guard=guard, names=names, strange=strange
        )
        if reading.corrected:
            return msgspec.structs.replace(line, read_as=write_line(line, self.verbs))
        return line


def stands_by_itself(text: str) -> bool:
    """Return whether a line has no time, condition or OR before it, nor a condition behind it."""
    try:
        return _take_prefix(text)[0] == _Prefix() and not _take_suffix(text)[1]
    except LexiconError:
        return False


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
    words = head_words(text, 3)
    for n in range(len(words), 0, -1):
        end = words[n - 1][1]
        when = _TIMES.get(fold(text[words[0][0] : end]))
        if when and (text[end:].lstrip()[:1] in {":", "："} or (n > 1 and when == "next-turn")):
            return when, after_words(text, end)
    return None


def _take_or(text: str) -> str | None:
    """Return what follows OR at the beginning of an order; None if no OR stands there."""
    words = head_words(text, 2)
    for n in range(len(words), 0, -1):
        end = words[n - 1][1]
        if fold(text[words[0][0] : end]) in _ORS:
            return after_words(text, end).lstrip(",").strip()
    return None


def _take_else(text: str) -> str | None:
    words = head_words(text, 3)
    for n in range(len(words), 0, -1):
        end = words[n - 1][1]
        if fold(text[words[0][0] : end]) in _ELSES:
            return after_words(text, end).lstrip(",").strip()
    return None


def _take_if(text: str) -> tuple[str, str] | None:
    """IF, its condition up to a colon, THEN or comma, and what follows."""
    first = WORD.match(text)
    if first is None or (thens := _IFS.get(fold(first[0]))) is None:
        return None
    body = text[first.end() :]
    stops = [(match.start(), match.end()) for match in re.finditer("[:：]", body)][:1]
    for match in WORD.finditer(body):
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
    return parse_guard(body[:start].strip(" \t,")).source, body[end:].strip().lstrip(COLONS)


def _take_suffix(order: str) -> tuple[str, str]:
    """Part "RETREAT TO 10 IF losing" into the order and its condition."""
    order = _IF_POSSIBLE.sub("", order)
    quotes = [match.span() for match in _QUOTED.finditer(order)]
    for match in WORD.finditer(order):
        inside = any(start < match.start() < end for start, end in quotes)
        if match.start() and not inside and fold(match[0]) in _IFS:
            marks = (mark.start() for mark in _END.finditer(order, 0, match.start()))
            if any(not any(a < mark < b for a, b in quotes) for mark in marks):
                raise BadGuard([_NO_IF])
            guard = parse_guard(order[match.end() :].rstrip(_TAIL).lstrip(COLONS)).source
            return order[: match.start()].rstrip(_TAIL), guard
    return order.rstrip(_TAIL), ""
