"""Order text of marks: reading a line into marks, and writing a mark as a line (TIN 26)."""

import re
from collections.abc import Callable, Iterable
from copy import copy
from itertools import islice
from typing import Final

from rules.inscription import names
from rules.inscription.facts import SHEETS
from rules.inscription.marking import Waiting, choices, pending, write
from rules.inscription.pen import Illegal, Pen
from rules.inscription.sheets import expansion, navigation, warfare
from rules.inscription.speech import _
from rules.inscription.state import Mark
from rules.inscription.uses import INFANTRY
from rules.lexicon import (
    Ambiguous,
    BadCount,
    LeftOver,
    LexiconError,
    MissingPart,
    Names,
    OrderLine,
    Slots,
    UnknownName,
    fold,
    quoted,
    read_slots,
)
from rules.lexicon.counted import NUMBER_WORDS

_SLOTS: Final = Slots(
    (),
    ("", "to", "from", "with", "for", "at", "on", "via", "first", "as"),
    "ACCESS S05 WITH research",
)
_SYNONYMS: Final = (
    (re.compile(r"\b(?:jako|mint)\b", re.IGNORECASE), "as"),
    (re.compile(r"\b(?:najpierw|először|eloszor)\b", re.IGNORECASE), "first"),
    (re.compile(r"\b(?:through|przez|át|keresztül)\b", re.IGNORECASE), "via"),
)
_PIECES: Final = re.compile(r"[\s,+&→]+|\b(?:and|then|oraz|i|potem|és|es|majd)\b", re.IGNORECASE)
_CELL: Final = re.compile(r"r\d+c\d+", re.IGNORECASE)
_ID: Final = r"[a-z]{1,3}\d+(?:\.\w+?)*"
_ENDING: Final = "(?:[bnr][aáeé]|[oeaö]?t|[oeö]?n|hoz|hez|höz|ig)"
_TIDIED: Final = (
    # "S06-ba", "S02-t": an ending that says no more than the order does
    (re.compile(rf"\b({_ID})-{_ENDING}\b", re.I), r"\1"),
    (re.compile(rf"\b({_ID}(?<=\d)){_ENDING}\b", re.I), r"\1"),
    (re.compile(r"\b(p\d+)\s+(r\d+c\d+)\b", re.I), r"\1.\2"),
    (re.compile(r"[\s,]+(?:first|najpierw|először|eloszor)[\s.,!]*$", re.I), ""),
)
"""Ways to write what a line is about, and the way in which it is looked up."""
_NUMBERED: Final = (
    (re.compile(r"\b(?:system|układ|uklad|rendszer)\s+(\d+)\b", re.I), r"S\1"),
    (re.compile(r"\b(?:space|pole|mező|mezo)\s+(\d+)\b", re.I), r"H\1"),
)
"""Places named by their number, where an order is about places: Graviton Laser System has one
behind it, too."""
_NTH: Final = re.compile(r"(\d)(?:st|nd|rd|th)")
_ABOUT_PLACES: Final = frozenset({"access", "jump", "claim", "scrap"})
_HOLE: Final = re.compile(r"w\d+", re.IGNORECASE)
_PAYING: Final = frozenset({"", "to", "with", "for"})
_SLOTS_OF: Final[dict[str, frozenset[str]]] = {
    "sheet": _PAYING | {"as"},
    "access": _PAYING | {"from", "via"},
    "jump": _PAYING | {"from", "via"},
    "claim": _PAYING | {"on"},
    "develop": _PAYING | {"first", "on", "at"},
    "dock": _PAYING | {"first", "at", "on"},
    "build": _PAYING | {"at", "on"},
    "focus": _PAYING | {"on"},
    "use": frozenset({"", "to", "on", "at", "for"}),
    "play": frozenset({"", "to", "on", "at", "for"}),
    "goods": _PAYING | {"as"},
    "deploy": _PAYING | {"at", "on"},
    "mark": _PAYING | {"at", "on"},
    "half": frozenset({"", "to", "on", "at"}),
    "option": frozenset({"", "first"}),
    "lose": frozenset({"", "on", "from"}),
    "spend": frozenset({"", "on", "for"}),
    "die": frozenset({"", "as", "for", "to"}),
}
"""Parts that an order knows what to do with; of all others one that is there is refused."""


class Said:
    """A line taken apart: its subject, and the words behind its keywords."""

    def __init__(self, pen: Pen, line: OrderLine) -> None:
        rest = line.rest
        for pattern, word in (*_SYNONYMS, *_TIDIED):
            rest = pattern.sub(word, rest)
        if line.verb in _ABOUT_PLACES:
            for pattern, word in _NUMBERED:
                rest = pattern.sub(word, rest)
        if line.verb in ("access", "jump"):
            rest = _holes_behind(rest)
        self.pen = pen
        self.verb = line.verb
        self.rest = rest
        self.verbless = names.UNIT_NAMES.longest_at(line.text.split(), 0) is not None
        self.parts = read_slots(rest.strip(names.PUNCTUATION), _SLOTS, names.PAYMENT_NAMES)
        self.about = self.parts.get("") or self.parts.get("to", "")
        self.notes: list[str] = []
        for slot in self.parts.keys() - _SLOTS_OF.get(line.verb, _PAYING):
            raise LeftOver(
                _(
                    "{text} was not understood after {verb}.",
                    text=quoted(f"{slot} {self.parts[slot]}"),
                    verb=line.verb.upper(),
                )
            )

    def with_about(self, text: str) -> "Said":
        """Return the same line about something else."""
        twin = copy(self)
        twin.about = text
        return twin

    def find(self, known: Names, text: str) -> str:
        found = names.find(known, text)
        if found.read_as:
            self.notes.append(_("read as {name}", name=found.read_as))
        return found.id

    @property
    def pay(self) -> str:
        text = self.parts.get("with") or self.parts.get("for") or ""
        if not text:
            return ""
        try:
            return self.find(names.PAYMENT_NAMES, text)
        except UnknownName:
            names.SPECIALIZATION_NAMES.find(text)
            return "spec"

    def check_payment(self) -> None:
        """Raise UnknownName if what is said to pay pays for nothing; what pays may go without
        saying."""
        assert self.pay is not None

    @property
    def sheet(self) -> str:
        text = self.parts.get("on", "")
        return self.find(names.SHEET_NAMES, text) if text else ""

    @property
    def first(self) -> tuple[str, ...]:
        text = self.parts.get("first", "")
        return tuple(f.id for f in names.ASSET_NAMES.find_all(text)) if text else ()

    def ids(self, text: str) -> list[str]:
        """Return the ids in a list such as "S05, S07"."""
        words = (word.strip(names.PUNCTUATION) for word in _PIECES.split(text))
        return [word for word in words if word and fold(word) not in names.FILLERS]

    @property
    def place(self) -> str:
        """Return all words behind ON and AT."""
        return " ".join(text for slot, text in self.parts.items() if slot in ("on", "at"))

    @property
    def nodes(self) -> tuple[str, ...]:
        there = self.parts.get("to", "") if self.parts.get("") else ""
        words = self.ids(self.place or there)
        return tuple(word.upper() for word in words if fold(word) not in NUMBER_WORDS)


def _holes_behind(rest: str) -> str:
    """Return "S20 via W1, W2" for "S20 W1 W2", "to S20 through wormholes W1 and W2"."""
    words = [word for word in _PIECES.split(rest) if word]
    bare = [word.strip(names.PUNCTUATION) for word in words]
    holes = [word for word in bare if _HOLE.fullmatch(word)]
    if len(holes) != 2:
        return rest
    kept = [
        word
        for word in bare
        if word not in holes and fold(word) != "via" and fold(word) not in names.WORMHOLE_WORDS
    ]
    return f"{' '.join(kept)} via {', '.join(holes)}"


def same(known: Iterable[str], word: str) -> str | None:
    """Return the id that a word spells, however it is capitalised; S5 is S05 where that is
    clear."""
    folded = word.casefold()
    for id in known:
        if id.casefold() == folded:
            return id
    found = re.fullmatch(r"([a-z]+)0*(\d+)", folded)
    if found:
        for id in known:
            own = re.fullmatch(r"([a-z]+)0*(\d+)", id.casefold())
            if own and own.groups() == found.groups():
                return id
    return None


def read(pen: Pen, line: OrderLine) -> tuple[list[Mark], list[str]]:
    """Return the marks a line asks for, and the words that were read differently; raise
    LexiconError."""
    said = Said(pen, line)
    marks = _READERS[line.verb](said)
    if not marks and line.verb not in ("keep", "done"):
        example = f"{line.verb.upper()} S05"
        raise MissingPart(_("Say what this is about, for example: {example}", example=example))
    return marks, said.notes


def _required(said: Said, example: str) -> str:
    if not said.about:
        raise MissingPart(_("Say what this is about, for example: {example}", example=example))
    return said.about


def _sheet(said: Said) -> list[Mark]:
    """Return the choice of a sheet; "as my active sheet" behind it says no more."""
    text = _required(said, "SHEET navigation")
    return [Mark("sheet", said.find(names.SHEET_NAMES, text))]


def _ids_or_fail(said: Said, known: Iterable[str], example: str, kind: str) -> list[str]:
    _required(said, example)
    found = []
    for word in said.ids(said.about):
        id = same(known, word)
        if id is None:
            raise UnknownName(_("There is no {kind} {id}.", kind=kind, id=quoted(word)))
        found.append(id)
    if not found:
        raise MissingPart(_("Say what this is about, for example: {example}", example=example))
    return found


def _access(said: Said) -> list[Mark]:
    if said.parts.get("via"):
        return _jump(said)
    pen = said.pen
    start = same(pen.map.systems, said.parts.get("from", "")) or ""
    if said.parts.get("from") and not start:
        text = quoted(said.parts["from"])
        raise UnknownName(_("There is no {kind} {id}.", kind=_("system"), id=text))
    systems = _ids_or_fail(said, pen.map.systems, "ACCESS S05", _("system"))
    return [Mark("access", system, said.pay, start) for system in systems]


def _jump(said: Said) -> list[Mark]:
    pen = said.pen
    systems = _ids_or_fail(said, pen.map.systems, "JUMP S20 VIA W1, W2", _("system"))
    holes = tuple(same(pen.map.wormholes, w) or w for w in said.ids(said.parts.get("via", "")))
    if not holes:
        ways = navigation.ways(pen, systems[0])
        if len(ways) != 1:
            raise MissingPart(
                _("Say through which wormholes: {example}", example="JUMP S20 VIA W1, W2")
            )
        holes = ways[0]
    return [Mark("jump", systems[0], said.pay, nodes=holes)]


def _claim(said: Said) -> list[Mark]:
    pen = said.pen
    _required(said, "CLAIM S05")
    text = fold(" ".join(said.ids(said.about)))
    if text in ("mecatol", "mecatol rex"):
        return [Mark("claim", pen.map.mecatol, said.pay)]
    found = []
    for word in said.ids(said.about):
        id = _claimed_id(said, word)
        found.append(Mark("claim", id, said.pay, said.sheet))
    return found


def _claimed_id(said: Said, word: str) -> str:
    pen = said.pen
    top = pen.draft.stack[-1].ops[0].op if pen.draft.stack else ""
    pools: list[Iterable[str]] = [pen.map.systems, pen.works.spaces]
    if top == "claim_node_asset":
        pools = [pen.grid.nodes]
    elif top == "claim_asset":
        pools = [pen.printed(sheet).assets for sheet in SHEETS]
    for pool in pools:
        id = same(pool, word)
        if id is not None:
            return id
    raise UnknownName(_("There is no {kind} {id}.", kind=_("system or space"), id=quoted(word)))


def _develop(said: Said) -> list[Mark]:
    """Return the marks of symbols by id, or of a planet's by its name and place, or its next of a
    kind."""
    pen = said.pen
    text = _required(said, "DEVELOP P1.r1c2")
    words = _with_planets([*said.ids(text), *said.ids(said.place)])
    found = [same(pen.worlds.symbols, word) for word in words]
    if all(found):
        return [Mark("develop", id, said.pay, first=said.first) for id in found if id]
    cells = [word for word in words if _CELL.fullmatch(word)]
    planet, kinds = _planet_and_kinds(said, [w for w in words if w not in cells])
    if cells:
        chosen = []
        for cell in cells:
            symbol = same(pen.worlds.symbols, f"{planet}.{cell}")
            if symbol is None:
                words_ = _("There is no {kind} {id}.", kind=_("symbol"), id=quoted(cell))
                raise UnknownName(words_)
            chosen.append(symbol)
        return [Mark("develop", symbol, said.pay, first=said.first) for symbol in chosen]
    marks, taken = [], set[str]()
    purse = pen.draft.purse
    for kind in kinds or [""]:
        fitting = [
            s
            for s in expansion.open_symbols(pen, planet)
            if s not in taken
            and (pen.worlds.symbols[s] == kind or (not kind and pen.worlds.symbols[s] in purse))
        ]
        if not fitting:
            raise MissingPart(_("Name the symbol, for example: {example}", example="P1.r1c2"))
        taken.add(fitting[0])
        marks.append(Mark("develop", fitting[0], said.pay, first=said.first))
    return marks


def _with_planets(words: list[str]) -> list[str]:
    """Return the words with the planet before each cell that stands alone behind another:
    "P1.r1c2 r2c1"."""
    found: list[str] = []
    planet = ""
    for word in words:
        if _CELL.fullmatch(word) and planet:
            found.append(f"{planet}.{word}")
            continue
        planet = word.partition(".")[0] if "." in word else ""
        found.append(word)
    return found


def _planet_and_kinds(said: Said, words: list[str]) -> tuple[str, list[str]]:
    """Return a planet and the resources named after it: "Dal Bootha 2 material"."""
    kinds: list[str] = []
    kept = list(words)
    while kept:
        try:
            kind = names.RESOURCE_NAMES.find(kept[-1]).id
        except (UnknownName, Ambiguous):
            break
        kept.pop()
        n = 1
        if kept and kept[-1].isdigit():
            n = int(kept.pop())
        kinds = [kind] * min(n, 9) + kinds
    return _planet(said, " ".join(kept)), kinds


def _planet(said: Said, text: str) -> str:
    pen = said.pen
    id = same(pen.worlds.planets, text)
    if id is not None:
        return id
    return said.find(names.planet_names(pen.parts, pen.sheets.layouts[1]), text)


def _dock(said: Said) -> list[Mark]:
    pen = said.pen
    text = _required(said, "DOCK D1.2")
    marks: list[Mark] = []
    for word in said.ids(text):
        symbol = same(pen.worlds.symbols, word)
        dock = same(pen.worlds.docks, word if word[0].isalpha() else f"D{word}")
        pay = said.pay
        if symbol is not None and symbol not in pen.worlds.docks:
            marks.append(Mark("dock", symbol, pay))
        elif dock is None:
            raise UnknownName(_("There is no {kind} {id}.", kind=_("dock"), id=quoted(word)))
        elif pay in ("M", "I", "R"):
            marks.append(Mark("dock", _dock_symbol(pen, dock, pay), pay))
        elif pen.draft.stack and pen.draft.stack[-1].ops[0].op == "build_dock":
            marks.append(Mark("dock", dock))
        else:
            marks.append(Mark("dock", dock, pay or "planet"))
    return marks


def _dock_symbol(pen: Pen, dock: str, kind: str) -> str:
    for symbol in pen.worlds.of_dock[dock]:
        if pen.worlds.symbols[symbol] == kind and symbol not in pen.exp.crossed:
            return symbol
    raise MissingPart(_("{id} takes nothing of this kind any more.", id=dock))


def _scrap(said: Said) -> list[Mark]:
    spaces = _ids_or_fail(said, said.pen.works.spaces, "SCRAP H12", _("space"))
    pay = said.pay
    return [Mark("scrap", space, "" if pay == "spec" else pay) for space in spaces]


def _burst(said: Said) -> list[Mark]:
    text = _required(said, "BURST cybernetic")
    return [Mark("burst", said.find(names.SPECIALIZATION_NAMES, text))]


def _build(said: Said) -> list[Mark]:
    """Return the marks of a symbol of a bar, a whole bar, or units by their kind."""
    pen = said.pen
    frame = pending(pen)
    if said.verbless and frame is not None and frame.ops[0].op == "deploy":
        return _deploy(said)
    text = _required(said, "BUILD CR1.2")
    nodes, pay = said.nodes, said.pay
    if not nodes:
        text, nodes = _places_behind(pen, text)
    words = said.ids(text)
    symbols = [same(pen.grid.symbols, word) for word in words]
    if all(symbols):
        marks = [Mark("build", symbol, pay) for symbol in symbols if symbol]
        return _with_nodes(marks, nodes)
    bar = same(pen.grid.bars, words[0]) if len(words) == 1 else None
    n, kind = _number(text)
    if bar is None:
        unit = said.find(names.UNIT_NAMES, kind)
        if unit == INFANTRY:
            return _infantry(n, nodes, pay)
        bars = warfare.open_bars(pen, unit)
        if not bars:
            raise MissingPart(_("No bar of this kind is open; is it locked, or all built?"))
        bar = min(bars, key=lambda b: len(warfare.open_symbols(pen, b)))
    if pay == "spec":
        return [Mark("build", bar, "spec", nodes=nodes)]
    return _with_nodes(_bar_marks(pen, bar, pay), nodes)


def _places_behind(pen: Pen, text: str) -> tuple[str, tuple[str, ...]]:
    """Return a unit and the nodes named behind it without a word between: "infantry C1"."""
    words = [word for word in _PIECES.split(text) if word]
    i = len(words)
    while i and words[i - 1].upper() in pen.grid.nodes:
        i -= 1
    if i == len(words):
        return text, ()
    return " ".join(words[:i]), tuple(word.upper() for word in words[i:])


def _bar_marks(pen: Pen, bar: str, pay: str) -> list[Mark]:
    """Return as many symbols of a bar as the resources at hand can pay for."""
    purse = list(pen.draft.purse)
    frame = pen.draft.stack[-1] if pen.draft.stack else None
    if frame is not None and frame.ops[0].op == "spend":
        purse = list(frame.resources or frame.ops[0].resources)
    marks: list[Mark] = []
    for symbol in warfare.open_symbols(pen, bar):
        kind = pen.grid.symbols[symbol]
        paid = next((p for p in (kind, "X") if p in purse), None)
        if pay == "tg":
            marks.append(Mark("build", symbol, "tg"))
            break
        if paid is not None:
            purse.remove(paid)
            marks.append(Mark("build", symbol))
    if not marks:
        marks = [Mark("build", symbol, pay) for symbol in warfare.open_symbols(pen, bar)[:1]]
    return marks


def _infantry(n: int, nodes: tuple[str, ...], pay: str) -> list[Mark]:
    if nodes and len(nodes) != n:
        raise LeftOver(_("Name one node for each infantry."))
    if not nodes:
        return [Mark("build", INFANTRY, pay)] * n
    return [Mark("build", INFANTRY, pay, nodes=(node,)) for node in nodes]


def _with_nodes(marks: list[Mark], nodes: tuple[str, ...]) -> list[Mark]:
    if nodes and marks:
        last = marks[-1]
        marks[-1] = Mark(last.do, last.at, last.pay, last.on, nodes)
    return marks


def _number(text: str) -> tuple[int, str]:
    """Return a number before or after a name, and the name."""
    words = text.split()
    for i in (0, len(words) - 1):
        word = fold(words[i].strip("x×")) if words else ""
        if word.isdigit() or word in NUMBER_WORDS:
            n = int(word) if word.isdigit() else NUMBER_WORDS[word]
            if not n:
                raise BadCount(_("{text} says how many, and none are nothing.", text=quoted(text)))
            return min(n, 20), " ".join(words[:i] + words[i + 1 :])
    return 1, text


def _unlock(said: Said) -> list[Mark]:
    pen = said.pen
    text = _required(said, "UNLOCK Arinam")
    said.check_payment()
    for known in (
        names.UNIT_NAMES,
        names.planet_names(pen.parts, pen.sheets.layouts[1]),
        names.technology_names(pen.parts),
    ):
        exact = known.longest_at(text.split(), 0)
        if exact is not None and exact[1] == len(text.split()):
            return [Mark("unlock", exact[0].id)]
    merged = (
        names.planet_names(pen.parts, pen.sheets.layouts[1])
        .merged(names.technology_names(pen.parts))
        .merged(names.UNIT_NAMES)
    )
    try:
        return [Mark("unlock", said.find(merged, text))]
    except UnknownName:
        bare = " ".join(w for w in text.split() if fold(w.strip(",")) not in names.FILLERS)
        return [Mark("unlock", one.id) for one in merged.find_all(bare)]


def _research(said: Said) -> list[Mark]:
    text = _required(said, "RESEARCH Gravity Drive")
    n, name = _number(text)
    id = said.find(names.technology_names(said.pen.parts), name)
    if said.pay == "spec":
        return [Mark("unlock", id)]
    return [Mark("research", id, said.pay)] * n


def _focus(said: Said) -> list[Mark]:
    text = _required(said, "FOCUS material")
    return [Mark("focus", said.find(names.RESOURCE_NAMES, text), on=said.sheet)]


def _use(said: Said) -> list[Mark]:
    """Return the use of an effect, with the answer to what it asks if that is said as well; or
    what else people use: a sheet, a specialization for a burst, Gravity Drive to go somewhere."""
    pen = said.pen
    text = _required(said, "USE Integrated Economy")
    if not pen.active and names.is_only(names.SHEET_NAMES, text):
        return [Mark("sheet", said.find(names.SHEET_NAMES, text))]
    if pen.active == "IND" and names.is_only(names.SPECIALIZATION_NAMES, text):
        return [Mark("burst", said.find(names.SPECIALIZATION_NAMES, text))]
    key = said.find(names.effect_names(pen.parts, pen.sheets.faction), text)
    target = said.parts.get("to", "") if said.parts.get("") else ""
    if target and key == "technology gravity_drive":
        return _jump(said.with_about(" ".join(w for w in said.ids(target) if _has_digit(w))))
    used = Mark("play" if key.startswith("relic ") else "use", key)
    target = said.place or target
    return [used, _answer_within(said, used, target)] if target else [used]


def _has_digit(word: str) -> bool:
    return any(c.isdigit() for c in word)


def _answer_within(said: Said, used: Mark, target: str) -> Mark:
    """Return what an effect asks next, where the words behind it name one of its choices."""
    trial = said.pen.copy()
    try:
        write(trial, used)
    except (Illegal, Waiting):
        return used
    wanted = fold(" ".join(said.ids(target)))
    for mark in choices(trial) if pending(trial) is not None else ():
        line = written(trial, mark).partition(" ")[2]
        if wanted in (fold(" ".join(said.ids(line))), mark.at.casefold()):
            return mark
    shown = "; ".join(written(trial, mark) for mark in islice(choices(trial), 3))
    if not shown:
        text = quoted(target)
        raise LeftOver(_("{text} was not understood after {verb}.", text=text, verb="USE"))
    raise LeftOver(_("Write that in a line of its own, for example: {example}", example=shown))


def _keep(said: Said) -> list[Mark]:
    if not said.parts:
        return []
    _required(said, "KEEP")
    return [Mark("keep", said.find(names.relic_names(said.pen.parts), said.about))]


def _goods(said: Said) -> list[Mark]:
    """Return the trade goods spent as resources of these kinds: "2 material 1 influence"."""
    _required(said, "GOODS 2 material")
    if said.parts.get("as"):
        n, goods = _number(said.about)
        if goods and not names.is_only(names.TRADE_GOOD_NAMES, goods):
            raise LeftOver(
                _("{text} was not understood after {verb}.", text=quoted(goods), verb="GOODS")
            )
        return [Mark("goods", said.find(names.RESOURCE_NAMES, said.parts["as"]))] * n
    marks: list[Mark] = []
    n = 1
    for word in said.ids(said.about):
        if word.isdigit():
            n = min(int(word), 20)
        else:
            marks += [Mark("goods", said.find(names.RESOURCE_NAMES, word))] * n
            n = 1
    return marks


def _lapse(said: Said) -> list[Mark]:
    text = _required(said, "LAPSE influence")
    return [Mark("lapse", said.find(names.RESOURCE_NAMES, text))]


def _deploy(said: Said) -> list[Mark]:
    n, kind = _number(said.about) if said.about else (1, "")
    numbered = kind != said.about
    nodes = said.nodes
    if kind and not nodes:
        kind, nodes = _places_behind(said.pen, kind)
    if numbered and nodes and n != len(nodes):
        raise LeftOver(_("Name one node for each infantry."))
    unit = said.find(names.UNIT_NAMES, kind) if kind else ""
    if not nodes:
        raise MissingPart(
            _("Say where to deploy, for example: {example}", example="DEPLOY infantry AT C1")
        )
    frame = pending(said.pen)
    if frame is None and said.pen.active == "WAR" and unit:
        return _build(said)
    asked = frame.ops[0].unit if frame is not None else ""
    if (unit or asked) == INFANTRY and len(nodes) > 1:
        return [Mark("deploy", INFANTRY, nodes=(node,)) for node in nodes]
    return [Mark("deploy", unit, nodes=nodes)]


def _mark(said: Said) -> list[Mark]:
    words = said.ids(said.about) or list(said.nodes)
    if not words:
        raise MissingPart(_("Say what this is about, for example: {example}", example="MARK C7"))
    return [Mark("mark", same(said.pen.grid.nodes, word) or word.upper()) for word in words]


def _half(said: Said) -> list[Mark]:
    return [Mark("half", said.find(names.HALF_NAMES, _required(said, "HALF left")))]


def _commodity(said: Said) -> list[Mark]:
    text = _required(said, "COMMODITY ore")
    return [Mark("commodity", f.id) for f in names.COMMODITY_NAMES.find_all(text)]


def _option(said: Said) -> list[Mark]:
    words = [_NTH.sub(r"\1", fold(word.strip(names.PUNCTUATION))) for word in said.rest.split()]
    numbers = [names.ORDINALS.get(word, word) for word in words if word not in names.OPTION_WORDS]
    if len(numbers) > 1 and words[-1] in names.ONES:
        del numbers[-1]
    if len(numbers) != 1 or not numbers[0].isdigit():
        raise MissingPart(_("Write the number of the option, for example: OPTION 1."))
    return [Mark("option", numbers[0])]


def _lose(said: Said) -> list[Mark]:
    """Return the loss of an asset, a system, a planet or a technology, by id or name."""
    pen = said.pen
    text = _required(said, "LOSE P2.r2")
    marks: list[Mark] = []
    words = said.ids(text)
    known = _losable(pen)
    found = [_lost_id(known, word) for word in words]
    if words and all(found):
        return [Mark("lose", id, on=said.sheet) for id in found if id]
    merged = names.technology_names(pen.parts).merged(
        names.planet_names(pen.parts, pen.sheets.layouts[1])
    )
    marks.append(Mark("lose", said.find(merged, text)))
    return marks


def _losable(pen: Pen) -> list[str]:
    ids = [*pen.map.systems, *pen.worlds.planets]
    for sheet in SHEETS:
        ids += pen.printed(sheet).assets
    return ids


def _lost_id(known: list[str], word: str) -> str | None:
    """Return an id, or the beginning of the one asset that stands there."""
    exact = same(known, word)
    if exact is not None:
        return exact
    near = [id for id in known if id.casefold().startswith(f"{word.casefold()}.")]
    return near[0] if len(near) == 1 else None


def _spend(said: Said) -> list[Mark]:
    pen = said.pen
    text = _required(said, "SPEND S09.com")
    if pen.active == "IND" and names.is_only(names.SPECIALIZATION_NAMES, text):
        return [Mark("burst", said.find(names.SPECIALIZATION_NAMES, text))]
    known = [a.id for _sheet_, a in pen.claimed_assets("commodity")]
    known += [a.id for k in ("relic", "faction", "population") for _s, a in pen.claimed_assets(k)]
    known += [made.at for made in pen.draft.foregone if made.do == "spend"]
    marks = []
    for word in said.ids(text):
        id = _lost_id(known, word)
        if id is None:
            raise UnknownName(_("There is no {kind} {id}.", kind=_("asset"), id=quoted(word)))
        marks.append(Mark("spend", id, on=said.sheet))
    return marks


def _die(said: Said) -> list[Mark]:
    text = _required(said, "DIE material AS influence")
    to = said.parts.get("as") or said.parts.get("for") or said.parts.get("to") or ""
    if not to:
        example = "DIE material AS influence"
        raise MissingPart(_("Say what the die shows instead: {example}", example=example))
    find = names.RESOURCE_NAMES
    return [Mark("die", said.find(find, text), on=said.find(find, to))]


def _skip(said: Said) -> list[Mark]:
    return [Mark("skip")]


def _done(said: Said) -> list[Mark]:
    return []


_READERS: Final[dict[str, Callable[[Said], list[Mark]]]] = {
    "sheet": _sheet, "access": _access, "jump": _jump, "claim": _claim, "develop": _develop,
    "dock": _dock, "scrap": _scrap, "burst": _burst, "build": _build, "unlock": _unlock,
    "research": _research, "focus": _focus, "use": _use, "play": _use, "keep": _keep,
    "goods": _goods, "lapse": _lapse, "deploy": _deploy, "mark": _mark, "half": _half,
    "commodity": _commodity, "option": _option, "lose": _lose, "spend": _spend, "die": _die,
    "skip": _skip, "done": _done,
}  # fmt: skip
MARK_VERBS: Final = tuple(_READERS)


# -- writing ----------------------------------------------------------------------------------


def written(pen: Pen, mark: Mark) -> str:
    """Return the line that asks for this mark; reading the line gives the same mark."""
    about = _WRITERS.get(mark.do, _plain)(pen, mark)
    line = f"{mark.do.upper()} {about}".strip()
    if mark.do == "jump":
        line += f" VIA {', '.join(mark.nodes)}"
    elif mark.nodes:
        line += f" AT {', '.join(mark.nodes)}"
    if mark.on:
        if mark.do == "die":
            line += f" AS {names.RESOURCE_NAMES.name(mark.on)}"
        elif mark.do == "access":
            line += f" FROM {mark.on}"
        else:
            line += f" ON {names.SHEET_NAMES.name(mark.on)}"
    if mark.pay:
        line += f" WITH {names.PAYMENT_NAMES.name(mark.pay)}"
    if mark.first:
        line += f" FIRST {', '.join(names.ASSET_NAMES.name(kind) for kind in mark.first)}"
    return line


def _plain(pen: Pen, mark: Mark) -> str:
    return mark.at


def _named(known: Names) -> Callable[[Pen, Mark], str]:
    def name(pen: Pen, mark: Mark) -> str:
        return known.name(mark.at) if mark.at in known else mark.at

    return name


def _effect(pen: Pen, mark: Mark) -> str:
    known = names.effect_names(pen.parts, pen.sheets.faction)
    return known.name(mark.at) if mark.at in known else mark.at


def _opened(pen: Pen, mark: Mark) -> str:
    if mark.at in pen.worlds.planets:
        return pen.worlds.planets[mark.at].name
    if mark.at in pen.parts.technologies:
        return pen.parts.technologies[mark.at].name
    return names.UNIT_NAMES.name(mark.at) if mark.at in names.UNIT_NAMES else mark.at


def _technology(pen: Pen, mark: Mark) -> str:
    technology = pen.parts.technologies.get(mark.at)
    return technology.name if technology else mark.at


def _relic(pen: Pen, mark: Mark) -> str:
    relic = pen.parts.relics.get(mark.at)
    return relic.name if relic else mark.at


_WRITERS: Final[dict[str, Callable[[Pen, Mark], str]]] = {
    "sheet": _named(names.SHEET_NAMES),
    "burst": _named(names.SPECIALIZATION_NAMES),
    "unlock": _opened,
    "research": _technology,
    "focus": _named(names.RESOURCE_NAMES),
    "goods": _named(names.RESOURCE_NAMES),
    "lapse": _named(names.RESOURCE_NAMES),
    "use": _effect,
    "play": _effect,
    "keep": _relic,
    "deploy": _named(names.UNIT_NAMES),
    "half": _named(names.HALF_NAMES),
    "commodity": _named(names.COMMODITY_NAMES),
    "lose": _technology,
    "die": _named(names.RESOURCE_NAMES),
}


__all__ = ["MARK_VERBS", "LexiconError", "read", "written"]
