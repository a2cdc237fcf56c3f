"""Judges a file of components of an owner's own, so that a table refuses it with the place that
is wrong (TIN 31).

The file is one JSON object. Its keys are the names of our data files, and what it holds is laid
over our own set: layouts and cards with a known id replace ours, others are added.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from rules.inscription.facts import (
    HALVES,
    ORTHOGONAL,
    RESOURCES,
    SHEETS,
    STAGES,
    TIERS,
    UNITS,
    Asset,
    Components,
    Expansion,
    Industry,
    Navigation,
    Warfare,
    laid_over,
    own_files,
)
from rules.inscription.objectives import COUNTERS
from rules.inscription.speech import N_, _
from rules.lexicon.speech import language

LONGEST: Final = 1_000_000
MOST_PLACES: Final = 400
"""Systems, spaces, nodes of one sheet: more is no game sheet."""
LAYOUTS: Final = ("navigation", "expansion", "industry", "warfare")
CARDS: Final = ("technologies", "factions", "events", "agendas", "objectives", "relics")
WHOLE: Final = ("set", "dice", "mecatol_rex", "ai", "scoring")
SPECIALIZATIONS: Final = (1, 2, 3, 4)


class Fault(NamedTuple):
    """A fault in a file: its place, and the words for it."""

    place: str
    words: str

    def __str__(self) -> str:
        return f"{self.place}: {self.words}"


def faults(text: str) -> tuple[Fault, ...]:
    """Return all faults of an owner's file, in the reader's language; if there are none, a table
    may play with the file."""
    return _faults(text, language())


@lru_cache(maxsize=32)
def _faults(text: str, spoken: str) -> tuple[Fault, ...]:
    """Return all faults of a file; `spoken` is the language, so that the cache keeps each language
    apart."""
    if len(text) > LONGEST:
        return (Fault("file", _("it is longer than {n} characters", n=LONGEST)),)
    try:
        parts = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        return (Fault("file", _not_json(str(error))),)
    found = tuple(_shape(parts))
    if found:
        return found
    raw = laid_over(own_files(), parts)
    found = tuple(Effects(raw).faults())
    if found:
        return found
    try:
        whole = Components(raw)
    except msgspec.ValidationError as error:
        place, words = _from_error(str(error))
        return (Fault(place, words),)
    except (KeyError, StopIteration, TypeError, ValueError, IndexError) as error:
        words = _("a part of it has another form than ours ({error})", error=error)
        return tuple(_before_reading(raw)) or (Fault("file", words),)
    judge = Judge(whole)
    judge.all()
    return tuple(judge.found)


_MISREAD: Final = (
    (
        re.compile(r"Expected `(?P<wanted>.+)`, got `(?P<given>.+)`"),
        N_("{wanted} is wanted here, not {given}"),
    ),
    (re.compile(r"Object missing required field `(?P<name>.+)`"), N_("it needs {name}")),
    (re.compile(r"Object contains unknown field `(?P<name>.+)`"), N_("there is no field {name}")),
    (re.compile(r"Invalid enum value (?P<given>.+)"), N_("{given} is not one of the values here")),
    (
        re.compile(r"Expected `array` of length (?P<wanted>\d+), got (?P<given>\d+)"),
        N_("the list must have {wanted} entries, not {given}"),
    ),
)
"""What a decoder says of a value that does not fit, and our words for it."""
_FORMS: Final = {
    "int": N_("a whole number"),
    "float": N_("a number"),
    "str": N_("a text"),
    "bool": N_("true or false"),
    "array": N_("a list"),
    "object": N_("an object"),
    "null": N_("nothing (null)"),
}


def _from_error(error: str) -> tuple[str, str]:
    """Return the place and the words of a decoder's message."""
    said, _at, place = error.partition(" - at `")
    return place.rstrip("`") or "file", _misread(said)


def _misread(said: str) -> str:
    for pattern, words in _MISREAD:
        found = pattern.fullmatch(said)
        if found is not None:
            return _(words, **{name: _forms(said) for name, said in found.groupdict().items()})
    return _("this value does not fit ({error})", error=said)


def _forms(said: str) -> str:
    """Return a form such as `int | null` in the reader's words; a word that is no form stays as it
    is."""
    forms = said.split(" | ")
    return " / ".join(_(_FORMS[form]) for form in forms) if set(forms) <= set(_FORMS) else said


def _not_json(error: str) -> str:
    """Return words for the place where the text stops being JSON."""
    at = re.search(r"byte (\d+)", error)
    if at is not None:
        return _("it is no JSON: character {n} cannot stand there", n=int(at[1]) + 1)
    return _("it is no JSON: it ends too early or lies too deep")


def _shape(parts: Any) -> Iterator[Fault]:
    """Yield the faults of the outermost form, which is an object of lists with ids."""
    if not isinstance(parts, dict):
        yield Fault("file", _("it must be an object with parts such as `factions`"))
        return
    for name, part in parts.items():
        if name in LAYOUTS:
            layouts = part.get("layouts") if isinstance(part, dict) else None
            if not isinstance(layouts, list):
                yield Fault(name, _("it must be an object with a list of `layouts`"))
                continue
            yield from _entries(f"{name}.layouts", layouts)
        elif name in CARDS:
            if not isinstance(part, list):
                yield Fault(name, _("it must be a list"))
                continue
            yield from _entries(name, part)
        elif name not in WHOLE:
            known = ", ".join((*LAYOUTS, *CARDS, *WHOLE))
            yield Fault(name, _("there is no such part; there are {known}", known=known))
        elif not isinstance(part, dict):
            yield Fault(name, _("it must be an object"))


def _entries(place: str, entries: list[Any]) -> Iterator[Fault]:
    seen: set[str] = set()
    for i, entry in enumerate(entries):
        id = entry.get("id") if isinstance(entry, dict) else None
        if not isinstance(id, str) or not id:
            yield Fault(f"{place}[{i}]", _("it has no id"))
        elif id in seen:
            yield Fault(f"{place}[{i}]", _("the id {id} stands there twice", id=id))
        else:
            seen.add(id)


def _before_reading(raw: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the faults that keep a part from being read at all."""
    for name in WHOLE:
        for key in own_files()[name]:
            if key not in raw[name]:
                yield Fault(name, _("it needs {name}", name=f"`{key}`"))
    for layout in raw["navigation"]["layouts"]:
        systems = layout.get("systems", [])
        for flag, words in (
            ("home", N_("one home system")),
            ("mecatol", N_("one Mecatol Rex")),
        ):
            if sum(bool(system.get(flag)) for system in systems) != 1:
                yield Fault(layout["id"], _("it needs exactly {what}", what=_(words)))
        known = {x["id"] for x in (*systems, *layout.get("wormholes", []))}
        for lane in layout.get("hyperlanes", []):
            if lane["a"] not in known or lane["b"] not in known:
                yield Fault(f"{layout['id']} {lane['id']}", _("a lane must join two known places"))
    for layout in raw["industry"]["layouts"]:
        if sum(bool(h.get("scrapped")) for h in layout.get("hexes", [])) != 1:
            yield Fault(layout["id"], _("exactly one space is scrapped at the start (TIN 8.1.2)"))
    for layout in raw["expansion"]["layouts"]:
        for planet in layout.get("planets", []):
            if not _table_fits(planet):
                where = f"{layout['id']} {planet.get('id', '')}"
                yield Fault(where, _("rows, columns, symbols and assets do not fit together"))
    for layout in raw["warfare"]["layouts"]:
        for unit in layout.get("units", []):
            if not unit.get("shape"):
                yield Fault(f"{layout['id']} {unit.get('kind', '')}", _("it has no shape"))


def _table_fits(planet: Mapping[str, Any]) -> bool:
    rows, cols = planet["rows"], planet["cols"]
    return (
        len(planet["cell"]) == rows == len(planet["row_asset"])
        and all(len(row) == cols for row in planet["cell"])
        and len(planet["col_asset"]) == cols
    )


# -- effects ----------------------------------------------------------------------------------


class Effects:
    """A check of every effect against the list of operations in `vocabulary.json`."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        words = raw["vocabulary"]
        self.raw = raw
        self.ops = {op["op"]: {f["name"]: f for f in op["fields"]} for op in words["ops"]}
        self.windows = {w["window"] for w in words["windows"]}
        self.limits = {x["per"] for x in words["limits"]}
        self.rules = {r["rule"] for r in words["rules"]}
        self.filters = set(words["filters"])
        self.when = set(words["when"]) | {"filter"}
        self.marks = set(words["when"]["mark"])
        self.kinds = {a["kind"] for a in words["asset_kinds"]}

    def faults(self) -> Iterator[Fault]:
        for card in self.raw["technologies"]:
            yield from self._effect(f"technology {card['id']}", card.get("effect"))
        for card in self.raw["factions"]:
            where = f"faction {card['id']}"
            if card.get("setup"):
                yield from self._effect(f"{where} setup", card["setup"])
            first, second = card.get("ability1"), card.get("ability2")
            if not isinstance(first, dict) or not isinstance(first.get("effect"), list):
                yield Fault(where, _("ability1 needs a list of effects"))
            else:
                for effect in first["effect"]:
                    yield from self._effect(f"{where} ability1", effect)
            if not isinstance(second, dict):
                yield Fault(where, _("ability2 needs an effect"))
            else:
                yield from self._effect(f"{where} ability2", second.get("effect"))
        for card in self.raw["relics"]:
            yield from self._effect(f"relic {card['id']}", card.get("effect"))
        for card in self.raw["agendas"]:
            for side in ("pass", "fail"):
                outcome = card.get(side)
                if not isinstance(outcome, dict):
                    yield Fault(f"agenda {card['id']}", _("it needs the outcomes pass and fail"))
                else:
                    yield from self._effect(f"agenda {card['id']} {side}", outcome.get("effect"))

    def _effect(self, where: str, effect: Any) -> Iterator[Fault]:
        if not isinstance(effect, dict):
            yield Fault(where, _("it has no effect"))
            return
        if effect.get("window") not in self.windows:
            yield Fault(where, _("there is no window {name}", name=effect.get("window")))
        if not isinstance(effect.get("optional"), bool):
            yield Fault(where, _("`optional` must be true or false (TIN 22.1.2)"))
        limit = effect.get("limit")
        if limit is not None and (
            not isinstance(limit, dict)
            or limit.get("per") not in self.limits
            or not isinstance(limit.get("n"), int)
        ):
            yield Fault(where, _("the limit needs `n` and one of the known spans"))
        when = effect.get("when", {})
        if not isinstance(when, dict) or not set(when) <= self.when:
            yield Fault(where, _("there is no such condition"))
        elif "mark" in when and when["mark"] not in self.marks:
            yield Fault(where, _("there is no mark {name}", name=when["mark"]))
        elif (effect.get("window") == "on_mark") != ("mark" in when):
            yield Fault(where, _("an effect on a mark names the mark"))
        yield from self._list(where, effect.get("ops"))

    def _list(self, where: str, ops: Any) -> Iterator[Fault]:
        if not isinstance(ops, list) or not ops:
            yield Fault(where, _("`ops` must be a list of operations"))
            return
        for op in ops:
            name = op.get("op") if isinstance(op, dict) else None
            fields = self.ops.get(str(name))
            if fields is None:
                yield Fault(where, _("there is no operation {name}", name=name))
                continue
            for unknown in sorted(set(op) - set(fields) - {"op"}):
                yield Fault(where, _("{op} has no field {name}", op=name, name=unknown))
            for field in fields.values():
                yield from self._field(f"{where}, {name}", field, op)

    def _field(
        self, where: str, field: Mapping[str, Any], op: Mapping[str, Any]
    ) -> Iterator[Fault]:
        name = field["name"]
        if name not in op:
            if field["required"]:
                yield Fault(where, _("it needs {name}", name=name))
            return
        value = op[name]
        if field["type"] == "ops":
            yield from self._list(where, value)
        elif field["type"] == "list_of_ops":
            if not isinstance(value, list) or len(value) < 2:
                yield Fault(where, _("it needs two options or more"))
                return
            for option in value:
                yield from self._list(where, option)
        elif not self._fits(field, value):
            yield Fault(where, _("{name} cannot be {value}", name=name, value=repr(value)))

    def _fits(self, field: Mapping[str, Any], value: Any) -> bool:
        if not isinstance(value, list | dict) and value in field.get("also", ()):
            return True
        kind, values = field["type"], field.get("values", ())
        if kind == "int":
            return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 99
        if kind == "bool":
            return isinstance(value, bool)
        if kind == "enum":
            return value in values
        if kind == "resources":
            return isinstance(value, list) and bool(value) and set(value) <= set(values)
        if kind == "asset_kind":
            return value in self.kinds
        if kind == "filter":
            return isinstance(value, dict) and set(value) <= self.filters
        if kind == "technology":
            return value in {t["id"] for t in self.raw["technologies"]}
        return value in (self.rules if kind == "rule" else COUNTERS)


# -- the set as a whole -----------------------------------------------------------------------


class Judge:
    """A check of the constraints of TIN 31 on a set that could be read."""

    def __init__(self, parts: Components) -> None:
        self.parts = parts
        self.found: list[Fault] = []

    def must(self, ok: object, place: str, words: str) -> None:
        if not ok:
            self.found.append(Fault(place, words))

    def all(self) -> None:
        for sheet in SHEETS:
            self._layouts(sheet)
        for navigation in self.parts.navigation.values():
            self._navigation(navigation)
        for expansion in self.parts.expansion.values():
            self._expansion(expansion)
        for industry in self.parts.industry.values():
            self._industry(industry)
        for warfare in self.parts.warfare.values():
            self._warfare(warfare)
        self._events()
        self._agendas()
        self._cards()
        self._dice_and_rows()
        self._ai()

    def _layouts(self, sheet: str) -> None:
        layouts = self.parts.layouts(sheet)
        sides = Counter(layout.printed.side for layout in layouts.values())
        self.must(sides["B"] >= 1, sheet, _("there must be a layout of side B (TIN 2.1.2)"))
        self.must(sides["A"] >= 8, sheet, _("there must be eight layouts of side A (TIN 1.2.1)"))
        self.must(set(sides) <= {"A", "B"}, sheet, _("a side is A or B"))
        for layout in layouts.values():
            known = [self.parts.technologies.get(id) for id in layout.technologies]
            two = len(known) == 2 and all(t is not None and t.sheet == sheet for t in known)
            self.must(two, layout.id, _("two technologies of this sheet (TIN 15.1.1)"))

    def _assets(self, layout: str, assets: Iterable[Asset | None], ids: Iterable[str]) -> None:
        """Check that assets are of known kinds, with the fields of their kind, and ids unique on
        the sheet."""
        seen = Counter(ids)
        for asset in assets:
            if asset is None:
                continue
            seen[asset.id] += 1
            right = {
                "vp": asset.n != 0,
                "tg": asset.n > 0,
                "vote": asset.n > 0,
                "spec": asset.k in SPECIALIZATIONS,
                "focus": asset.k in RESOURCES,
                "commodity": asset.k in (1, 2, 3) and asset.n in (1, 2),
                "neighbor": asset.dir in HALVES,
                "relic": layout in self.parts.navigation,
            }
            plain = asset.kind in ("planet", "councilor", "population", "faction")
            where = f"{layout} {asset.id}"
            known = plain or asset.kind in right
            self.must(known, where, _("there is no asset {kind}", kind=asset.kind))
            self.must(right.get(asset.kind, True), where, _("its n, k or dir is wrong (TIN 13.2)"))
        for id, n in seen.items():
            self.must(n == 1, f"{layout} {id}", _("this id stands there {n} times", n=n))
        self.must(len(seen) <= 4 * MOST_PLACES, layout, _("it is too big"))

    def _navigation(self, sheet: Navigation) -> None:
        layout, id = sheet.printed, sheet.id
        lanes = layout.hyperlanes
        ids = [*sheet.systems, *sheet.wormholes, *(lane.id for lane in lanes)]
        self.must(
            len(sheet.systems) == len(layout.systems), id, _("an id of a system stands twice")
        )
        self._assets(id, [s.asset for s in layout.systems], ids)
        self.must(sum(s.home for s in layout.systems) == 1, id, _("it needs exactly one home"))
        one = sum(s.mecatol for s in layout.systems) == 1 and sheet.home != sheet.mecatol
        self.must(one, id, _("it needs exactly one Mecatol Rex, away from home"))
        pairs = Counter(frozenset((lane.a, lane.b)) for lane in lanes)
        for lane in lanes:
            where = f"{id} {lane.id}"
            self.must(lane.a != lane.b, where, _("a lane joins two places"))
            self.must(pairs[frozenset((lane.a, lane.b))] == 1, where, _("this lane stands twice"))
            holes = lane.a in sheet.wormholes and lane.b in sheet.wormholes
            self.must(not holes, where, _("no lane joins two wormholes"))
        self.must(len(sheet.wormholes) >= 2, id, _("there are two wormholes or more"))
        for hole, exits in sheet.exits.items():
            self.must(exits, f"{id} {hole}", _("a wormhole is joined to a system (TIN 6.2.3)"))
        drawn = {lane.id for lane in lanes}
        for lane_id in layout.pre_drawn:
            self.must(lane_id in drawn, f"{id} {lane_id}", _("there is no such lane to be drawn"))
        self.must(len(sheet.reached) > 1, id, _("a drawn lane leads from home (TIN 6.1.3)"))
        relics = 0
        for system in layout.systems:
            relic = system.asset is not None and system.asset.kind == "relic"
            relics += relic
            where = f"{id} {system.id}"
            self.must(system.relic == relic, where, _("`relic` and its asset do not agree"))
            box = relic or system.mecatol
            self.must(system.box == box, where, _("boxes stand by relics and Mecatol Rex"))
        most = len(self.parts.relics) // 8
        self.must(relics <= most, id, _("at most {n} relics (TIN 31.1.2)", n=most))

    def _expansion(self, sheet: Expansion) -> None:
        layout, id = sheet.printed, sheet.id
        assets = [line.asset for lines in sheet.lines.values() for line in lines]
        assets += [dock.asset for dock in layout.docks]
        ids = [*sheet.planets, *sheet.docks, *sheet.symbols]
        self._assets(id, [*assets, *layout.population_track], ids)
        self.must(len(layout.docks) == 3, id, _("there are three space docks (TIN 7.3.1)"))
        for symbol, kind in sheet.symbols.items():
            self.must(kind in RESOURCES, f"{id} {symbol}", _("a symbol is M, I or R"))
        for dock in layout.docks:
            self.must(dock.cells, f"{id} {dock.id}", _("a dock has a cost"))
        for asset in layout.population_track:
            points = asset.kind == "vp"
            self.must(points, f"{id} {asset.id}", _("the track holds points (TIN 13.2.9)"))
        self.must(layout.population_track, id, _("there is a population track"))

    def _industry(self, sheet: Industry) -> None:
        layout, id = sheet.printed, sheet.id
        chart = layout.chart
        lines = [chart.vote_line, *chart.commodity_rows.values()]
        points = [icon.asset for line in lines for icon in line]
        icons = [icon.id for line in lines for icon in line if icon.asset is None]
        ids = [*(h.id for h in layout.hexes), *icons, *(c.id for c in chart.columns)]
        self._assets(id, [*(h.asset for h in layout.hexes), *points], ids)
        places = Counter((h.q, h.r) for h in layout.hexes)
        for space in layout.hexes:
            where = f"{id} {space.id}"
            self.must(places[space.q, space.r] == 1, where, _("two hexagons lie in one place"))
            empty = space.asset is None and space.dotted_x is None
            agrees = empty == (space.kind == "void")
            self.must(agrees, where, _("a space has an asset or a dotted X (TIN 8.1.4)"))
            tag = space.dotted_x is None or space.dotted_x in SPECIALIZATIONS
            self.must(tag, where, _("a tag shows a specialization from 1 to 4"))
        scrapped = sum(h.scrapped for h in sheet.spaces.values())
        self.must(scrapped == 1, id, _("exactly one space is scrapped at the start (TIN 8.1.2)"))
        bursts = sorted((b.gives, b.max) for b in layout.legend.burst)
        fine = bursts == [("I", 3), ("M", 4)] and len(sheet.bursts) == 2
        self.must(fine, id, _("two specializations give 4 M and 3 I (TIN 8.2.3)"))
        first = chart.vote_line and chart.vote_line[0].plus_vote
        self.must(first, id, _("the vote line begins with a “+1 vote” icon (TIN 8.3.2)"))
        rows = sorted(chart.commodity_rows) == ["1", "2", "3"]
        self.must(rows, id, _("there are three commodity rows (TIN 8.4.1)"))
        self.must(chart.columns, id, _("there are “+1 trade good” icons (TIN 8.4.4)"))
        pools = 0 < layout.tg_pool <= 99 and 0 < layout.vote_pool <= 99
        self.must(pools, id, _("the pools hold 1 to 99 icons (TIN 8.5.1)"))

    def _warfare(self, sheet: Warfare) -> None:
        layout, id = sheet.printed, sheet.id
        grid = layout.grid
        self.must(set(UNITS) == set(sheet.units), id, _("the five kinds of unit (TIN 31.4.1)"))
        assets: list[Asset | None] = [n.asset for n in grid.nodes]
        assets += [bar.vp_asset for bar in sheet.bars.values()]
        for box in layout.boxes:
            assets += [box.win_asset, box.lose_asset]
            loses = box.lose_asset.kind == "vp" and box.lose_asset.n == -1
            self.must(loses, f"{id} {box.id}", _("below the box stands −1 point (TIN 10.2.4)"))
        ids = [*sheet.bars, *sheet.symbols, *sheet.nodes, *(box.id for box in layout.boxes)]
        self._assets(id, assets, ids)
        for kind, unit in sheet.units.items():
            self._unit(f"{id} {kind}", kind, unit)
        locks = [sheet.units[kind].locked_by for kind in UNITS[-2:] if kind in sheet.units]
        two = len(set(locks)) == 2 and set(locks) <= set(SPECIALIZATIONS)
        self.must(two, id, _("dreadnought and war sun are locked by two kinds (TIN 9.2.6)"))
        for bar in sheet.bars.values():
            where = f"{id} {bar.id}"
            cost = bar.cost and set(bar.cost) <= set(RESOURCES)
            self.must(cost, where, _("a cost is made of M, I and R"))
            other = bar.alt_cost is None or (
                len(bar.alt_cost) == 1 and bar.alt_cost[0] in SPECIALIZATIONS
            )
            self.must(other, where, _("the other cost is one specialization (TIN 31.16.3)"))
        size = grid.columns * grid.rows
        whole = len(sheet.at) == len(grid.nodes) == size <= MOST_PLACES
        self.must(whole, id, _("the grid has a node in every place"))
        rising = len(grid.lines) == TIERS + 1 and list(grid.lines) == sorted(set(grid.lines))
        ends = rising and grid.lines[0] == 0 and grid.lines[-1] == grid.rows
        self.must(ends, id, _("five lines part the grid into four tiers (TIN 9.3.1)"))
        for node in grid.nodes if ends else ():
            where = f"{id} {node.id}"
            between = 1 <= node.tier <= TIERS and (
                grid.lines[node.tier - 1] < node.y <= grid.lines[node.tier]
            )
            self.must(between, where, _("it lies outside its tier"))
            side = (node.half == "L") == (node.x < grid.columns // 2)
            self.must(side, where, _("it lies in the other half"))
            clear = not (node.anomaly and node.asset)
            self.must(clear, where, _("an anomaly holds no asset (TIN 9.3.4)"))
        sections = {(tier, half) for tier in range(1, TIERS + 1) for half in HALVES}
        boxes = Counter((box.tier, box.half) for box in layout.boxes)
        eight = boxes == Counter(sections)
        self.must(eight, id, _("each section has one strength box (TIN 10.2.2)"))

    def _unit(self, where: str, kind: str, unit: Any) -> None:
        cells = set(unit.shape)
        whole = 1 <= len(cells) == len(unit.shape) <= 12 and _in_one_piece(cells)
        self.must(whole, where, _("its shape is one piece"))
        endless = (unit.bars == "unlimited") == (kind == "infantry")
        self.must(endless, where, _("infantry alone is without limit (TIN 9.2.4)"))
        if kind not in UNITS[-2:]:
            self.must(unit.locked_by is None, where, _("only the two last kinds are locked"))

    def _events(self) -> None:
        events = list(self.parts.events.values())
        kinds = Counter((e.stage, str(e.kind)) for e in events)
        for event in events:
            where = f"event {event.id}"
            self.must(event.stage in STAGES, where, _("a stage is I to V"))
            gives = bool(event.resources) == (event.kind == "strategy")
            known = set(event.resources) <= set(RESOURCES)
            self.must(gives and known, where, _("strategy cards alone give resources"))
            stage = event.stage if event.kind == "council" else None
            self.must(event.agenda_stage == stage, where, _("a council names its own stage"))
        for stage in STAGES:
            where = f"events {stage}"
            wanted = {"war": stage != "I", "council": stage in STAGES[1:4]}
            wanted["production"] = wanted["council"]
            for kind, once in wanted.items():
                self.must(
                    kinds[stage, kind] == once, where, _("wrong number of {kind}s", kind=kind)
                )
            blue, black = (
                sum(e.stage == stage and e.colour == colour for e in events)
                for colour in ("blue", "black")
            )
            alternate = blue and black and blue - black in (0, 1)
            self.must(alternate, where, _("blue and black cards must alternate (TIN 2.4)"))
        ends = [e for e in events if e.ends_game]
        last = len(ends) == 1 and ends[0].stage == "V" and ends[0].kind == "war"
        self.must(last, "events", _("the war of stage V ends the game, and it alone (TIN 30.2.2)"))

    def _agendas(self) -> None:
        agendas = list(self.parts.agendas.values())
        for stage in STAGES[1:4]:
            deck = [a for a in agendas if a.stage == stage]
            self.must(deck, f"agendas {stage}", _("there must be one of each stage"))
            for agenda in deck:
                partner = any(b is not agenda and b.fail.star != agenda.pass_.star for b in deck)
                where = f"agenda {agenda.id}"
                self.must(partner, where, _("no partner for one and two players (TIN 21.6.3)"))
        for agenda in agendas:
            where = f"agenda {agenda.id}"
            self.must(agenda.stage in STAGES[1:4], where, _("an agenda is of stage II, III or IV"))
            for outcome in (agenda.pass_, agenda.fail):
                choice = outcome.effect.most_votes_choice
                named = any("named" in (op.k, op.sheet) for op in outcome.effect.ops)
                fits = named == (choice is not None) and choice in (None, "commodity_kind", "sheet")
                self.must(fits, where, _("what the most votes choose is not used, or unknown"))

    def _cards(self) -> None:
        parts = self.parts
        for faction in parts.factions.values():
            where = f"faction {faction.id}"
            windows = {e.window for e in faction.ability1.effect}
            odd = windows & {"setup", "on_faction_asset", "council_outcome"}
            self.must(windows and not odd, where, _("ability1 works all game (TIN 17.1.2)"))
            own = faction.ability2.effect.window == "on_faction_asset"
            self.must(own, where, _("ability2 answers faction assets (TIN 17.1.3)"))
            fits = faction.setup is None or faction.setup.window == "setup"
            self.must(fits, where, _("the set-up section has the window setup"))
        for relic in parts.relics.values():
            at_once = (relic.play == "immediate") == (relic.effect.window == "on_relic")
            where = f"relic {relic.id}"
            self.must(at_once, where, _("immediate relics are played when drawn (TIN 18.1.3)"))
            self.must(relic.vp >= 0, where, _("its points cannot be negative"))
        for objective in parts.objectives.values():
            where = f"objective {objective.id}"
            self.must(objective.high > objective.low > 0, where, _("high above low (TIN 19.1.1)"))
            self.must(objective.sheet in SHEETS, where, _("it belongs to a sheet"))
            for condition in objective.condition.all or (objective.condition,):
                counts = condition.count in COUNTERS and condition.at_least >= 1
                self.must(counts, where, _("its condition counts nothing known"))
        for sheet in SHEETS:
            some = any(o.sheet == sheet for o in parts.objectives.values())
            self.must(some, f"objectives {sheet}", _("each sheet has one (TIN 2.5.1)"))
        for technology in parts.technologies.values():
            where = f"technology {technology.id}"
            cost = technology.cost_research >= 1 and technology.cost_spec in SPECIALIZATIONS
            self.must(cost, where, _("it costs research, or a specialization (TIN 15.1)"))
            limit = technology.effect.limit
            once = technology.once_per_activation == (
                limit is not None and limit.per == "activation"
            )
            self.must(once, where, _("`once_per_activation` and its limit do not agree"))

    def _dice_and_rows(self) -> None:
        dice = self.parts.dice
        black = len(dice.black.faces) == 6 and set(dice.black.faces) == set(RESOURCES)
        self.must(black and dice.black.count == 3, "dice.black", _("three dice of six faces"))
        kinds = sorted(d.kind for d in dice.focus) == sorted(RESOURCES)
        faces = all(len(d.faces) == 6 and set(d.faces) <= {1, 2} for d in dice.focus)
        self.must(kinds and faces, "dice.focus", _("one die of each kind (TIN 16.1.1)"))
        rows = self.parts.rows
        self.must(len(rows) >= 8, "mecatol_rex.rows", _("there are eight rows (TIN 31.12.1)"))
        falling = all(a.vp >= b.vp and a.votes >= b.votes for a, b in pairwise(rows))
        self.must(falling, "mecatol_rex.rows", _("rewards never rise from row to row"))
        self.must(self.parts.goods_per_point >= 1, "scoring", _("trade goods make points"))

    def _ai(self) -> None:
        ai = self.parts.ai
        faces = {(kind, n) for kind in RESOURCES for n in (1, 2)}
        six = len(ai.tracks) == 6 and set(self.parts.track_of) == faces
        self.must(six, "ai.tracks", _("one track for each face (TIN 21.1.2)"))
        roles = Counter(t.role for t in ai.tracks)
        right = roles == Counter(goal=4, strength=1, votes=1)
        self.must(right, "ai.tracks", _("four goal tracks, strength and votes (TIN 21.1.3)"))
        for track in ai.tracks:
            where = f"ai.tracks {track.id}"
            if track.role == "goal":
                over = track.overflow_face
                runs = over is not None and (over.kind, over.n) in faces
                self.must(track.goals and runs, where, _("goals and an overflow (TIN 21.4)"))
            for goal in track.goals:
                self.must(goal.goal in (*SHEETS, "mecatol"), where, _("an unknown goal"))
        levels = {d.id for d in ai.difficulty}
        fine = levels == {"easy", "medium", "hard"} and levels <= set(ai.ranking)
        self.must(fine, "ai", _("three difficulties with a ranking each (TIN 21.2.4)"))
        self.must(set(ai.votes_by_black_die) == set(RESOURCES), "ai", _("votes by the black die"))


def _in_one_piece(cells: set[tuple[int, int]]) -> bool:
    start = next(iter(cells))
    seen, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        for dx, dy in ORTHOGONAL:
            near = (x + dx, y + dy)
            if near in cells and near not in seen:
                seen.add(near)
                todo.append(near)
    return seen == cells
