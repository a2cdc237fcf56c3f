"""Forms: a question as numbers, ticks and choices that can be clicked, besides order lines.

A form is the shape of order lines with slots to fill in: `MOVE {ships}[ WITH {cargo}] FROM 15`.
What is clicked is written into the slots, and the lines are read, judged and sent like those of a
mail: a form cannot do what a line cannot, and whoever clicks sees how the order is written.
`filled_in` goes the other way, from lines to what would have been clicked.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

MANY = 12
"""Answers beyond so many are easier to choose from a list than as buttons."""


class Count(NamedTuple):
    """A number from 0 to `most`, written as the number and a word: `2 cruisers`."""

    slot: str
    word: str
    label: str
    most: int
    about: str = ""
    start: int = 0
    many: str = ""
    """The word for two and more, where it is another one."""
    zero: bool = False
    """Whether a 0 is written too; what is left empty never is."""
    before: str = ""
    """What stands before the number."""

    @property
    def kind(self) -> str:
        return "count"

    @property
    def key(self) -> str:
        return f"{self.slot}/{self.before}{self.word}"


class Tick(NamedTuple):
    """Something to take or to leave, written by its word."""

    slot: str
    word: str
    label: str
    about: str = ""
    start: bool = False
    copy: int = 0
    """Tells equal things apart."""

    @property
    def kind(self) -> str:
        return "tick"

    @property
    def key(self) -> str:
        return f"{self.slot}/{self.word}/{self.copy}" if self.copy else f"{self.slot}/{self.word}"


class Pick(NamedTuple):
    """One of some things: each has the words that are written, and a text; "" writes nothing."""

    slot: str
    label: str
    options: tuple[tuple[str, str], ...]
    start: str = ""
    row: int = 0
    """Tells the choices of one slot apart."""
    drawn: tuple[str, ...] = ()
    """What the game is to draw for each option (`Ruleset.sketch`), where that tells more than
    words."""

    @property
    def kind(self) -> str:
        return "pick"

    @property
    def key(self) -> str:
        return f"{self.slot}/{self.row}" if self.row else self.slot

    @property
    def pictured(self) -> list[tuple[str, str, str]]:
        """Each option with its picture."""
        return [(*option, svg) for option, svg in zip(self.options, self.drawn, strict=True)]

    @property
    def first(self) -> str:
        """The option that is chosen at first."""
        return self.start or self.options[0][0]


class Pair(NamedTuple):
    """Choices that belong together, such as a thing and its place: `Hull ON cruiser 2`.

    `between` is written between them; nothing is, where one of them is "". With `steps` the second
    one is made up to so many times, as for the stops of a way: `cruiser 101-103-205`."""

    slot: str
    label: str
    first: tuple[tuple[str, str], ...]
    between: str
    second: tuple[tuple[str, str], ...]
    row: int = 0
    steps: int = 1

    @property
    def kind(self) -> str:
        return "pair"

    @property
    def key(self) -> str:
        return f"{self.slot}/{self.row}"

    @property
    def halves(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """Return all choices of the pair, each with its key."""
        later = ((f"{self.key}.{i + 2}", self.second) for i in range(self.steps))
        return (f"{self.key}.1", self.first), *later


Field = Count | Tick | Pick | Pair


class Group(NamedTuple):
    """What belongs together in a form, such as the ships of one system."""

    title: str
    fields: tuple[Field, ...]
    about: str = ""
    rare: bool = False
    """Whether hardly anybody wants it, so that it is folded away."""


class Total(NamedTuple):
    """A sum that goes along with what is filled in, such as "capacity 3 of 4".

    `uses` and `room` say by the key of a field what one of it counts; a choice counts under its
    key, "=" and the words chosen. Without any room, only what is used is shown."""

    label: str
    uses: Mapping[str, float]
    room: Mapping[str, float] = {}
    used: int = 0
    most: int = 0

    @property
    def bounded(self) -> bool:
        return bool(self.room) or self.most > 0

    @property
    def data(self) -> str:
        """Return the sum as the page's script reads it."""
        parts = {"uses": self.uses, "room": self.room, "used": self.used, "most": self.most}
        return msgspec.json.encode(parts).decode()


class Form(NamedTuple):
    """One form; `name` tells it from others of the same question.

    `lines` are the shapes of its order lines, in this order. A line is written if all its slots are
    filled, what stands in square brackets only if those inside are, else what stands there after a
    bar. `tail` ends the first line written, whichever it is; `nothing` is written if no line is.
    """

    name: str
    title: str
    lines: tuple[str, ...]
    groups: tuple[Group, ...]
    about: str = ""
    totals: tuple[Total, ...] = ()
    nothing: str = ""
    tail: str = ""
    beside: bool = False
    """Whether its groups stand side by side, such as the two sides of a deal."""

    @property
    def fields(self) -> Iterable[Field]:
        return (field for group in self.groups for field in group.fields)

    def sums(self) -> list[tuple[Total, int, int]]:
        """Return each sum with its numbers as the form is shown at first."""
        return [(total, *_summed(total, self)) for total in self.totals]


def listed(title: str, label: str, options: Sequence[tuple[str, str]]) -> list[Form]:
    """Return a form to choose one of many answers, each an order line and a text."""
    if len(options) <= MANY:
        return []
    field = Pick("choice", label, tuple(dict(options).items()))
    return [Form("choose", title, ("{choice}",), (Group("", (field,)),))]


def some_of(
    name: str,
    title: str,
    verb: str,
    words: Sequence[tuple[str, str]],
    nothing: str = "",
    about: str = "",
) -> Form:
    """Return a form to tick some of several things, each with the word written and a text."""
    listed = [word for word, _text in words]
    ticks = tuple(
        Tick("some", word, text, copy=listed[:i].count(word))
        for i, (word, text) in enumerate(words)
    )
    return Form(name, title, (f"{verb} {{some}}",), (Group("", ticks),), about, nothing=nothing)


def with_sketches(form: Form, draw: Callable[[str], str]) -> Form:
    """Return the form with pictures in place of what is to be drawn."""
    if not any(isinstance(field, Pick) and field.drawn for field in form.fields):
        return form
    groups = [
        group._replace(
            fields=tuple(
                field._replace(drawn=tuple(map(draw, field.drawn)))
                if isinstance(field, Pick)
                else field
                for field in group.fields
            )
        )
        for group in form.groups
    ]
    return form._replace(groups=tuple(groups))


def with_words(form: Form, told: Callable[[str], str]) -> Form:
    """Return the form with the order lines among its choices as `told` puts them for the reader;
    what is written stays as it is."""

    def worded(field: Field) -> Field:
        if not isinstance(field, Pick) or form.lines != (f"{{{field.slot}}}",):
            return field
        said = tuple((line, told(line) if text == line else text) for line, text in field.options)
        return field._replace(options=said)

    groups = [group._replace(fields=tuple(map(worded, group.fields))) for group in form.groups]
    return form._replace(groups=tuple(groups))


def _summed(total: Total, form: Form) -> tuple[int, int]:
    used, most = total.used, total.most
    for field in form.fields:
        counted = {field.key: 0}
        if isinstance(field, Pick):
            counted = {f"{field.key}={field.first}": 1}
        elif not isinstance(field, Pair):
            counted = {field.key: int(field.start)}
        for key, n in counted.items():
            used += math.ceil(total.uses.get(key, 0) * n)
            most += math.ceil(total.room.get(key, 0) * n)
    return used, most


# -- from clicks to lines -------------------------------------------------------------------------

_PART = re.compile(r"\[([^\]]*)\]|\{([^}]*)\}|([^\[{]+)")
_SLOT = re.compile(r"\{([^}]*)\}")
_FROM_BRACKETS = {ord(sign): 0xE000 + i for i, sign in enumerate("[]{}")}
_TO_BRACKETS = {there: here for here, there in _FROM_BRACKETS.items()}
"""Brackets in names, such as a planet's, have no meaning in the shape of a line."""


def written(form: Form, sent: Mapping[str, str]) -> str:
    """Return the order lines that a filled form gives; what it does not offer is passed over."""
    slots: dict[str, list[str]] = {}
    for field in form.fields:
        if isinstance(field, Pair):
            words = _both(field, sent)
        else:
            words = _words(field, sent.get(field.key, ""))
        if words:
            slots.setdefault(field.slot, []).append(words)
    filled = {slot: ", ".join(words) for slot, words in slots.items()}
    lines = [line for shape in form.lines if (line := _line(shape, filled))]
    if lines:
        lines[0] += _line(form.tail, filled)
    return "\n".join(lines) or form.nothing


def _both(field: Pair, sent: Mapping[str, str]) -> str:
    """Return a pair in words; "" unless its first half and one of the others are given, and all
    that are given are among those offered."""
    said = [sent.get(key, "") for key, _options in field.halves]
    for words, (_key, options) in zip(said, field.halves, strict=True):
        if words and all(words != value for value, _text in options):
            return ""
    return field.between.join(filter(None, said)) if said[0] and any(said[1:]) else ""


def _words(field: Count | Tick | Pick, said: str) -> str:
    if isinstance(field, Pick):
        return said if any(said == value for value, _text in field.options) else ""
    if isinstance(field, Tick):
        return field.word if said else ""
    given = said.strip().isdecimal()
    n = min(int(said[:3]), field.most) if given else 0
    if not n and not (field.zero and given):
        return ""
    return f"{field.before}{n} {field.word if n == 1 else field.many or field.word}"


def _line(shape: str, filled: Mapping[str, str]) -> str:
    """Return one line; "" where a slot outside of brackets is empty."""
    outside = re.sub(r"\[[^\]]*\]", "", shape)
    if any(slot not in filled for slot in _SLOT.findall(outside)):
        return ""
    text = ""
    for bracketed, slot, literal in _PART.findall(shape):
        if bracketed:
            inside, _bar, otherwise = bracketed.partition("|")
            given = all(inner in filled for inner in _SLOT.findall(inside))
            text += _SLOT.sub(lambda found: filled[found[1]], inside) if given else otherwise
        text += filled[slot] if slot else literal
    return text.translate(_TO_BRACKETS)


def fixed(text: str) -> str:
    """Return words that stand in the shape of a line as they are, brackets and all."""
    return text.translate(_FROM_BRACKETS)


def lines_naming(form: Form, place: str) -> list[str]:
    """Return the lines that a form gives for one place: each choice whose words are the place, and
    each pair whose second half is."""
    found = []
    for field in form.fields:
        if isinstance(field, Pair) and field.steps > 1:
            continue
        if isinstance(field, Pair) and any(place == value for value, _text in field.second):
            (first, options), (second, _places) = field.halves
            every = [{first: value, second: place} for value, _text in options if value]
            found += [written(form, sent) for sent in every]
        elif isinstance(field, Pick):
            named = [value for value, _text in field.options if place in value.split()]
            found += [written(form, {field.key: value}) for value in named]
    return list(dict.fromkeys(filter(None, found)))


# -- from lines to clicks -------------------------------------------------------------------------


def filled_in(form: Form, text: str) -> dict[str, str] | None:
    """Return what would have to be clicked for these lines; None where the form cannot say them."""
    sent = {key: "" for field in form.fields for key in _keys(field)}
    if text == form.nothing:
        return sent
    left = list(form.lines)
    for i, line in enumerate(text.splitlines()):
        for shape in left:
            got = _read(form, shape if i else shape + form.tail, line)
            if got is not None:
                sent |= got
                left.remove(shape)
                break
        else:
            return None
    return sent


def _keys(field: Field) -> list[str]:
    return [key for key, _options in field.halves] if isinstance(field, Pair) else [field.key]


def _read(form: Form, shape: str, line: str) -> dict[str, str] | None:
    names: list[str] = []
    pattern = ""
    for bracketed, slot, literal in _PART.findall(shape):
        if bracketed:
            inside, _bar, otherwise = bracketed.partition("|")
            ways = [_pattern(form, inside, names), _literally(otherwise)]
            pattern += f"(?:{'|'.join(ways[::-1] if otherwise else ways)})"
        else:
            pattern += _pattern(form, f"{{{slot}}}" if slot else literal, names)
    found = re.fullmatch(pattern, line, re.IGNORECASE)
    if found is None:
        return None
    sent: dict[str, str] = {}
    for name, words in zip(names, found.groups(), strict=True):
        fields = [field for field in form.fields if field.slot == name]
        got = _items(fields, words) if words else {}
        if got is None and words != "nothing":
            return None
        sent |= got or {}
    return sent


def _pattern(form: Form, shape: str, names: list[str]) -> str:
    """Return a shape as a pattern, and note its slots."""
    text = ""
    for _none, slot, literal in _PART.findall(shape):
        text += _slot_pattern(form, slot) if slot else _literally(literal)
        if slot:
            names.append(slot)
    return text


def _literally(text: str) -> str:
    return re.escape(text.translate(_TO_BRACKETS))


def _slot_pattern(form: Form, slot: str) -> str:
    """Return what a slot can hold: exactly its options, where it is one choice."""
    fields = [field for field in form.fields if field.slot == slot]
    if len(fields) == 1 and isinstance(fields[0], Pick):
        words = sorted((value for value, _text in fields[0].options if value), key=len)
        return f"({'|'.join(map(re.escape, words[::-1]))})"
    return "(.+?)"


def _items(fields: Sequence[Field], words: str) -> dict[str, str] | None:
    for pieces in ([words], words.split(", ")):
        for in_order in (True, False):
            sent = _filled(fields, pieces, in_order)
            if sent is not None:
                return sent
    return None


def _filled(
    fields: Sequence[Field], pieces: Sequence[str], in_order: bool
) -> dict[str, str] | None:
    """Return what would be clicked for these pieces, each in a field of its own; `in_order`:
    choices are made from the top down, as they will be written."""
    sent: dict[str, str] = {}
    first = 0
    for piece in pieces:
        for at, field in enumerate(fields):
            chosen = isinstance(field, Pick | Pair)
            if sent.keys() & _keys(field) or (in_order and chosen and at < first):
                continue
            if found := _item(field, piece):
                sent |= found
                first = at + 1 if chosen else first
                break
        else:
            return None
    return sent


def _item(field: Field, piece: str) -> dict[str, str]:
    """Return what would be clicked in one field for these words; nothing where they are not its."""
    if isinstance(field, Pair):
        said = piece.split(field.between)
        pairs = list(zip(field.halves, said, strict=False))
        fits = all(any(words == value for value, _t in half[1]) for half, words in pairs)
        whole = 2 <= len(said) <= len(field.halves)
        return {half[0]: words for half, words in pairs} if fits and whole else {}
    if isinstance(field, Pick):
        return {field.key: piece} if any(piece == value for value, _t in field.options) else {}
    if isinstance(field, Tick):
        return {field.key: "on"} if piece == field.word else {}
    if not piece.startswith(field.before):
        return {}
    number, _space, word = piece.removeprefix(field.before).partition(" ")
    named = word in (field.word, field.many) and number.isdecimal() and int(number) <= field.most
    return {field.key: number} if named else {}
