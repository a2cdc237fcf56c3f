"""The printed facts of a component set: sheets, cards, dice, tracks (TIN 23, 31).

`components("")` is our own set, read from `data/`. A table may bring its owner's parts as the text
of one file; `rules.inscription.components` judges such a file before a game begins.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec

DATA: Final = Path(__file__).parent / "data"
Resource: TypeAlias = str
"""M, I or R; X is a free trade good: a resource of whatever kind is needed."""
Sheet: TypeAlias = Literal["NAV", "EXP", "IND", "WAR"]
Half: TypeAlias = Literal["L", "R"]

RESOURCES: Final = ("M", "I", "R")
SHEETS: Final[tuple[Sheet, ...]] = ("NAV", "EXP", "IND", "WAR")
HALVES: Final[tuple[Half, ...]] = ("L", "R")
STAGES: Final = ("I", "II", "III", "IV", "V")
UNITS: Final = ("infantry", "pds", "cruiser", "dreadnought", "war_sun")
TIERS: Final = 4
HEXES: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
ORTHOGONAL: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
DASHED: Final = frozenset({"planet", "spec", "focus"})
"""Kinds that are kept and spent later (TIN 3.2.4); trade goods and votes lie in pools."""
WORTH: Final = (
    "vp", "faction", "relic", "spec", "focus", "planet", "tg", "councilor", "population",
    "neighbor", "vote", "commodity2", "commodity1",
)  # fmt: skip
"""Asset kinds from the dearest to the cheapest, for what is done by default (TIN 32.6.4)."""


if TYPE_CHECKING:
    # As in `kernel.codec`: type checkers want `frozen` said again by every subclass.
    class Printed(msgspec.Struct): ...

else:

    class Printed(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
        """The base of all printed things, which are read once and never changed."""


class Asset(Printed):
    """A framed symbol (TIN 13). `n`: points, or how many; `k`: its kind of specialization,
    commodity or focus die; `dir`: the neighbor it points to."""

    id: str
    kind: str
    n: int = 0
    k: int | str = 0
    dir: str = ""

    @property
    def rank(self) -> int:
        """Return an asset's place in the list of worth: the higher, the cheaper (TIN 32.6.4)."""
        named = f"commodity{self.n}" if self.kind == "commodity" else self.kind
        return WORTH.index(named)


def points_of(assets: Mapping[str, Asset]) -> dict[str, int]:
    """Return the points of each asset of a sheet at the end."""
    return {id: asset.n if asset.kind == "vp" else 0 for id, asset in assets.items()}


# -- effects (TIN 31.14) ----------------------------------------------------------------------


class Op(Printed):
    """An operation of an effect; `vocabulary.json` says which fields each operation has."""

    op: str
    n: int | str = 1
    up_to: bool = False
    kind: str = ""
    k: int | str = 0
    resources: tuple[str, ...] | str = ()
    sheet: str = ""
    any: bool = False
    filter: dict[str, Any] = {}
    from_: str = msgspec.field(default="", name="from")
    to: str = ""
    scope: str = ""
    asset: str = ""
    tech: str = ""
    die: str = ""
    unit: str = ""
    anomaly_ok: bool = False
    anomaly: str = ""
    half: str = ""
    wars: str = ""
    what: str = ""
    options: tuple[tuple["Op", ...], ...] = ()
    count: str = ""
    max: int = 0
    ops: tuple["Op", ...] = ()
    then: tuple["Op", ...] = ()
    per_unit: bool = False
    with_: tuple["Op", ...] = msgspec.field(default=(), name="with")
    rule: str = ""
    kinds: tuple[str, ...] = ()
    draw: int = 0
    keep: int = 0


class Limit(Printed):
    n: int
    per: str


class Effect(Printed):
    """An effect: when it happens, whether it is optional, and its operations."""

    window: str
    optional: bool
    ops: tuple[Op, ...]
    text: str = ""
    when: dict[str, Any] = {}
    limit: Limit | None = None
    applies_to: str = ""
    most_votes_choice: str | None = None


class Technology(Printed):
    id: str
    name: str
    sheet: str
    cost_research: int
    cost_spec: int
    once_per_activation: bool
    effect: Effect


class Ability(Printed):
    title: str
    effect: tuple[Effect, ...]


class FactionAbility(Printed):
    """The second ability of a faction, resolved whenever a faction asset is claimed."""

    title: str
    effect: Effect


class Faction(Printed):
    id: str
    name: str
    setup: Effect | None
    ability1: Ability
    ability2: FactionAbility


class Relic(Printed):
    id: str
    name: str
    vp: int
    play: Literal["immediate", "kept"]
    effect: Effect


class Condition(Printed):
    """A number to reach, or several of them together."""

    count: str = ""
    at_least: int = 0
    filter: dict[str, Any] = {}
    value: int = 0
    all: tuple["Condition", ...] = ()


class Objective(Printed):
    id: str
    name: str
    sheet: str
    condition: Condition
    text: str
    high: int
    low: int


class Outcome(Printed):
    star: bool
    text: str
    effect: Effect


class Agenda(Printed):
    id: str
    title: str
    stage: str
    pass_: Outcome = msgspec.field(name="pass")
    fail: Outcome

    def outcome(self, passed: bool) -> Outcome:
        return self.pass_ if passed else self.fail


class EventCard(Printed):
    id: str
    title: str
    stage: str
    colour: Literal["blue", "black"]
    kind: Literal["strategy", "war", "council", "production"]
    resources: tuple[Resource, ...]
    agenda_stage: str | None
    ends_game: bool


# -- navigation (TIN 31.1) --------------------------------------------------------------------


class System(Printed):
    id: str
    size: Literal["small", "large"]
    home: bool
    mecatol: bool
    relic: bool
    box: bool
    asset: Asset | None
    xy: tuple[float, float]

    @property
    def empty(self) -> bool:
        return self.asset is None and not self.home and not self.mecatol


class Wormhole(Printed):
    id: str
    xy: tuple[float, float]


class Lane(Printed):
    id: str
    a: str
    b: str


class NavigationPrint(Printed):
    id: str
    side: str
    number: int | None
    name: str
    systems: tuple[System, ...]
    wormholes: tuple[Wormhole, ...]
    hyperlanes: tuple[Lane, ...]
    pre_drawn: tuple[str, ...]
    technologies: tuple[str, ...]


class Navigation:
    """A navigation sheet, with all that follows from its lanes."""

    sheet: Final = "NAV"

    def __init__(self, printed: NavigationPrint) -> None:
        self.printed = printed
        self.id = printed.id
        self.technologies = printed.technologies
        self.systems: dict[str, System] = {s.id: s for s in printed.systems}
        self.wormholes: dict[str, Wormhole] = {w.id: w for w in printed.wormholes}
        self.home: str = next((s.id for s in printed.systems if s.home), "")
        self.mecatol: str = next((s.id for s in printed.systems if s.mecatol), "")
        self.lanes: dict[str, list[tuple[str, str]]] = {s: [] for s in self.systems}
        """By system: the systems it is joined to, each with the lane."""
        self.gates: dict[str, set[str]] = {s: set() for s in self.systems}
        """By system: the wormholes it is joined to."""
        self.exits: dict[str, list[tuple[str, str]]] = {w: [] for w in self.wormholes}
        """By wormhole: the systems it is joined to, each with the lane."""
        for lane in printed.hyperlanes:
            for here, there in ((lane.a, lane.b), (lane.b, lane.a)):
                if here in self.wormholes:
                    self.exits[here].append((there, lane.id))
                elif there in self.wormholes:
                    self.gates[here].add(there)
                else:
                    self.lanes[here].append((there, lane.id))
        self.joined: dict[str, dict[str, str]] = {s: dict(to) for s, to in self.lanes.items()}
        """By system: the lane to each system it is joined to."""
        self._holding: dict[tuple[str, ...], frozenset[str]] = {}
        drawn = [lane for lane in printed.hyperlanes if lane.id in printed.pre_drawn]
        near = {end for lane in drawn for end in (lane.a, lane.b)}
        self.reached: tuple[str, ...] = tuple(s for s in self.systems if s in near | {self.home})
        self.order: dict[str, int] = {s: i for i, s in enumerate(self.systems)}
        self.assets: dict[str, Asset] = {s.asset.id: s.asset for s in printed.systems if s.asset}
        self.points = points_of(self.assets)

    def holding(self, kinds: tuple[str, ...]) -> frozenset[str]:
        """Return the systems that hold an asset of one of these kinds."""
        found = self._holding.get(kinds)
        if found is None:
            found = self._holding[kinds] = frozenset(
                s.id for s in self.systems.values() if s.asset and s.asset.kind in kinds
            )
        return found


# -- expansion (TIN 31.2) ---------------------------------------------------------------------


class Planet(Printed):
    id: str
    name: str
    rows: int
    cols: int
    cell: tuple[tuple[str | None, ...], ...]
    row_asset: tuple[Asset | None, ...]
    col_asset: tuple[Asset | None, ...]


class Dock(Printed):
    id: str
    cells: tuple[str, ...]
    asset: Asset


class ExpansionPrint(Printed):
    id: str
    side: str
    number: int | None
    name: str
    planets: tuple[Planet, ...]
    docks: tuple[Dock, ...]
    population_track: tuple[Asset, ...]
    technologies: tuple[str, ...]


class Line(Printed):
    """A row or column of a planet: the asset beside it, and its symbols."""

    asset: Asset | None
    symbols: tuple[str, ...]


class Expansion:
    """An expansion sheet; a planet's symbols are called `P3.r2c1`, a dock's `D2.1`."""

    sheet: Final = "EXP"

    def __init__(self, printed: ExpansionPrint) -> None:
        self.printed = printed
        self.id = printed.id
        self.technologies = printed.technologies
        self.planets: dict[str, Planet] = {p.id: p for p in printed.planets}
        self.docks: dict[str, Dock] = {d.id: d for d in printed.docks}
        self.track = printed.population_track
        self.symbols: dict[str, Resource] = {}
        self.of_planet: dict[str, tuple[str, ...]] = {}
        self.lines: dict[str, tuple[Line, ...]] = {}
        self.lines_of: dict[str, tuple[Line, ...]] = {}
        self.of_dock: dict[str, tuple[str, ...]] = {}
        self.place: dict[str, str] = {}
        """The planet or dock of a symbol."""
        self.assets: dict[str, Asset] = {a.id: a for a in printed.population_track}
        self.planet_of_asset: dict[str, str] = {}
        for planet in printed.planets:
            self._planet(planet)
        for dock in printed.docks:
            names = tuple(f"{dock.id}.{i + 1}" for i in range(len(dock.cells)))
            self.of_dock[dock.id] = names
            self.symbols |= dict(zip(names, dock.cells, strict=True))
            self.place |= dict.fromkeys(names, dock.id)
            self.assets[dock.asset.id] = dock.asset
        self.points = points_of(self.assets)

    def _planet(self, planet: Planet) -> None:
        cells = {
            (r, c): f"{planet.id}.r{r + 1}c{c + 1}"
            for r in range(planet.rows)
            for c in range(planet.cols)
            if planet.cell[r][c]
        }
        for (r, c), name in cells.items():
            self.symbols[name] = planet.cell[r][c] or ""
            self.place[name] = planet.id
        self.of_planet[planet.id] = tuple(cells.values())
        rows = [
            Line(asset, tuple(name for (r, _), name in cells.items() if r == i))
            for i, asset in enumerate(planet.row_asset)
        ]
        columns = [
            Line(asset, tuple(name for (_, c), name in cells.items() if c == i))
            for i, asset in enumerate(planet.col_asset)
        ]
        self.lines[planet.id] = (*rows, *columns)
        for name in cells.values():
            self.lines_of[name] = tuple(line for line in (*rows, *columns) if name in line.symbols)
        for line in (*rows, *columns):
            if line.asset:
                self.assets[line.asset.id] = line.asset
                self.planet_of_asset[line.asset.id] = planet.id


# -- industry (TIN 31.3) ----------------------------------------------------------------------


class Space(Printed):
    id: str
    q: int
    r: int
    kind: Literal["space", "void"]
    asset: Asset | None
    dotted_x: int | None
    scrapped: bool


class Burst(Printed):
    spec: int
    gives: Resource
    max: int


class IndustryLegend(Printed):
    burst: tuple[Burst, ...]


class Icon(Printed):
    """An icon or a victory-point asset on a line of the chart."""

    id: str
    plus_vote: bool = False
    sym: int = 0
    col: int = 0
    kind: str = ""
    n: int = 0

    @property
    def asset(self) -> Asset | None:
        return Asset(self.id, self.kind, self.n) if self.kind else None


class Column(Printed):
    id: str
    col: int


class Chart(Printed):
    vote_line: tuple[Icon, ...]
    commodity_rows: dict[str, tuple[Icon, ...]]
    columns: tuple[Column, ...]


class IndustryPrint(Printed):
    id: str
    side: str
    number: int | None
    name: str
    hexes: tuple[Space, ...]
    legend: IndustryLegend
    chart: Chart
    tg_pool: int
    vote_pool: int
    technologies: tuple[str, ...]


class Industry:
    """An industry sheet, with all that follows from its hexagons and its chart."""

    sheet: Final = "IND"

    def __init__(self, printed: IndustryPrint) -> None:
        self.printed = printed
        self.id = printed.id
        self.technologies = printed.technologies
        self.spaces: dict[str, Space] = {h.id: h for h in printed.hexes if h.kind == "space"}
        self.begun: str = next((h.id for h in self.spaces.values() if h.scrapped), "")
        at = {(h.q, h.r): h.id for h in self.spaces.values()}
        self.beside: dict[str, tuple[str, ...]] = {
            h.id: tuple(at[h.q + dq, h.r + dr] for dq, dr in HEXES if (h.q + dq, h.r + dr) in at)
            for h in self.spaces.values()
        }
        self.dotted = frozenset(h.id for h in self.spaces.values() if h.dotted_x is not None)
        self.order: dict[str, int] = {h: i for i, h in enumerate(self.spaces)}
        self.bursts: dict[int, Burst] = {b.spec: b for b in printed.legend.burst}
        chart = printed.chart
        self.vote_icons = sum(icon.plus_vote for icon in chart.vote_line)
        self.vote_points = _after_marks(chart.vote_line)
        """Points of the vote line, by how many icons must be unlocked."""
        self.rows: dict[int, int] = {
            int(k): sum(bool(icon.sym) for icon in row) for k, row in chart.commodity_rows.items()
        }
        self.row_points: dict[int, dict[int, list[Asset]]] = {
            int(k): _after_marks(row) for k, row in chart.commodity_rows.items()
        }
        self.columns = chart.columns
        self.tg_pool = printed.tg_pool
        self.vote_pool = printed.vote_pool
        self.assets: dict[str, Asset] = {
            h.asset.id: h.asset for h in self.spaces.values() if h.asset
        }
        for line in (chart.vote_line, *chart.commodity_rows.values()):
            self.assets |= {icon.id: icon.asset for icon in line if icon.asset}
        self.points = points_of(self.assets)

    def trade_icons(self, crossed: Mapping[int, int]) -> list[str]:
        """Return the "+1 trade good" icons whose columns are crossed off (TIN 8.4.4, 30.5.5)."""
        found: list[str] = []
        if not any(crossed.values()):
            return found
        for column in self.columns:
            for k, length in self.rows.items():
                if crossed[k] < column.col <= length:
                    break
            else:
                found.append(column.id)
        return found


def _after_marks(line: Iterable[Icon]) -> dict[int, list[Asset]]:
    """Return the victory-point assets by the number of icons to their left."""
    found: dict[int, list[Asset]] = {}
    icons = 0
    for icon in line:
        if icon.asset is None:
            icons += 1
        else:
            found.setdefault(icons, []).append(icon.asset)
    return found


# -- warfare (TIN 31.4) -----------------------------------------------------------------------


class Bar(Printed):
    id: str
    cost: tuple[Resource, ...]
    alt_cost: tuple[int, ...] | None
    vp_asset: Asset | None


class UnitKind(Printed):
    kind: str
    shape: tuple[tuple[int, int], ...]
    bars: tuple[Bar, ...] | Literal["unlimited"]
    locked_by: int | None


class Node(Printed):
    id: str
    x: int
    y: int
    tier: int
    half: Half
    asset: Asset | None
    anomaly: bool


class Grid(Printed):
    columns: int
    rows: int
    lines: tuple[int, ...]
    nodes: tuple[Node, ...]


class Box(Printed):
    """A strength box, with its reward for a victory above it and its loss below it."""

    id: str
    tier: int
    half: Half
    win_asset: Asset
    lose_asset: Asset


class WarfarePrint(Printed):
    id: str
    side: str
    number: int | None
    name: str
    units: tuple[UnitKind, ...]
    grid: Grid
    boxes: tuple[Box, ...]
    technologies: tuple[str, ...]


class Warfare:
    """A warfare sheet; a bar's symbols are called `CR1.2`."""

    sheet: Final = "WAR"

    def __init__(self, printed: WarfarePrint) -> None:
        self.printed = printed
        self.id = printed.id
        self.technologies = printed.technologies
        self.units: dict[str, UnitKind] = {u.kind: u for u in printed.units}
        self.bars: dict[str, Bar] = {}
        self.kind_of: dict[str, str] = {}
        """The kind of unit a bar builds."""
        self.of_bar: dict[str, tuple[str, ...]] = {}
        self.symbols: dict[str, Resource] = {}
        self.bar_of: dict[str, str] = {}
        for unit in printed.units:
            for bar in () if unit.bars == "unlimited" else unit.bars:
                self.bars[bar.id] = bar
                self.kind_of[bar.id] = unit.kind
                names = tuple(f"{bar.id}.{i + 1}" for i in range(len(bar.cost)))
                self.of_bar[bar.id] = names
                self.symbols |= dict(zip(names, bar.cost, strict=True))
                self.bar_of |= dict.fromkeys(names, bar.id)
        self.nodes: dict[str, Node] = {n.id: n for n in printed.grid.nodes}
        self.at: dict[tuple[int, int], str] = {(n.x, n.y): n.id for n in printed.grid.nodes}
        self.order: dict[str, int] = {n: i for i, n in enumerate(self.nodes)}
        self.beside: dict[str, tuple[str, ...]] = {
            n.id: tuple(
                self.at[n.x + dx, n.y + dy]
                for dx, dy in ORTHOGONAL
                if (n.x + dx, n.y + dy) in self.at
            )
            for n in printed.grid.nodes
        }
        self.lines = printed.grid.lines
        self.above: dict[int, frozenset[str]] = {
            row: frozenset(n.id for n in printed.grid.nodes if n.y > row) for row in self.lines
        }
        """By deployment line: the nodes above it."""
        self.first: dict[int, frozenset[str]] = {
            row: frozenset(n.id for n in printed.grid.nodes if n.y == row + 1) for row in self.lines
        }
        """By deployment line: the lowest row above it."""
        self.asset_nodes = frozenset(n.id for n in printed.grid.nodes if n.asset)
        self.section: dict[str, tuple[int, str]] = {
            n.id: (n.tier, n.half) for n in printed.grid.nodes
        }
        self.anomalies = frozenset(n.id for n in printed.grid.nodes if n.anomaly)
        self.boxes: dict[tuple[int, str], Box] = {(b.tier, b.half): b for b in printed.boxes}
        self.turned: dict[str, tuple[tuple[tuple[int, int], ...], ...]] = {
            u.kind: orientations(u.shape) for u in printed.units
        }
        self.assets: dict[str, Asset] = {n.asset.id: n.asset for n in printed.grid.nodes if n.asset}
        self.assets |= {b.vp_asset.id: b.vp_asset for b in self.bars.values() if b.vp_asset}
        for box in printed.boxes:
            self.assets |= {box.win_asset.id: box.win_asset, box.lose_asset.id: box.lose_asset}
        self.points = points_of(self.assets)
        self.node_of: dict[str, str] = {n.asset.id: n.id for n in printed.grid.nodes if n.asset}
        self._from: dict[tuple[str, int], tuple[tuple[str, ...], ...]] = {}

    @cached_property
    def placements(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Return every way a unit fits inside the grid, the nodes in file order
        (TIN 9.3.5, 9.3.6)."""
        found: dict[str, tuple[tuple[str, ...], ...]] = {}
        for kind, shapes in self.turned.items():
            ways = {
                tuple(sorted((self.at[x + dx, y + dy] for dx, dy in shape), key=self._place))
                for shape in shapes
                for x, y in self.at
                if all((x + dx, y + dy) in self.at for dx, dy in shape)
            }
            found[kind] = tuple(sorted(ways, key=lambda way: [self.order[n] for n in way]))
        return found

    def placements_from(self, kind: str, row: int) -> tuple[tuple[str, ...], ...]:
        """Return the placements whose first node lies in this row or above it."""
        found = self._from.get((kind, row))
        if found is None:
            nodes = self.nodes
            found = tuple(way for way in self.placements[kind] if nodes[way[0]].y >= row)
            self._from[kind, row] = found
        return found

    @cached_property
    def ways(self) -> dict[str, frozenset[tuple[str, ...]]]:
        """Return the placements as sets, in which one is looked up fast."""
        return {kind: frozenset(ways) for kind, ways in self.placements.items()}

    def _place(self, node: str) -> int:
        return self.order[node]


def orientations(shape: Iterable[tuple[int, int]]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return a shape's rotations and reflections, each moved to the origin (TIN 9.3.5)."""
    found: set[tuple[tuple[int, int], ...]] = set()
    for turn in range(8):
        cells = [(-x if turn & 1 else x, -y if turn & 2 else y) for x, y in shape]
        if turn & 4:
            cells = [(y, x) for x, y in cells]
        left, low = min(x for x, _ in cells), min(y for _, y in cells)
        found.add(tuple(sorted((x - left, y - low) for x, y in cells)))
    return tuple(sorted(found))


# -- the rest ---------------------------------------------------------------------------------


class Row(Printed):
    """A row of the Mecatol Rex sheet (TIN 14.1)."""

    vp: int
    votes: int


class Face(Printed):
    kind: Resource
    n: int


class TrackSymbol(Printed):
    id: str
    section: str | None
    number: int | None


class Goal(Printed):
    after_symbol: int
    goal: str


class Track(Printed):
    id: str
    face: Face
    role: Literal["strength", "votes", "goal"]
    symbols: tuple[TrackSymbol, ...]
    goals: tuple[Goal, ...]
    overflow_face: Face | None


class CrossOff(Printed):
    role: str
    section: str | None
    n: int


class Difficulty(Printed):
    id: str
    cross_off: tuple[CrossOff, ...]


class Rank(Printed):
    min: int | None
    title: str


class ArtificialIntelligence(Printed):
    tracks: tuple[Track, ...]
    difficulty: tuple[Difficulty, ...]
    votes_by_black_die: dict[str, int]
    empty_section_value: int
    ranking: dict[str, tuple[Rank, ...]]


class BlackDie(Printed):
    faces: tuple[Resource, ...]
    count: int


class FocusDie(Printed):
    id: str
    kind: Resource
    colour: str
    faces: tuple[int, ...]


class Dice(Printed):
    black: BlackDie
    focus: tuple[FocusDie, ...]


Dealt: TypeAlias = tuple[Navigation, Expansion, Industry, Warfare]


class Components:
    """A set of components: all printed things that a table plays with."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        """Read the set from `raw`, its files as plain data by name."""

        def read(name: str, kind: Any, within: str = "") -> Any:
            data = raw[name][within] if within else raw[name]
            try:
                return msgspec.convert(data, kind)
            except msgspec.ValidationError as error:
                place = f"{name}.{within}" if within else name
                said, _at, inside = str(error).partition(" - at `$")
                rest = inside or "`"
                raise msgspec.ValidationError(f"{said} - at `{place}{rest}") from None

        self.id: str = raw["set"]["id"]
        self.name: str = raw["set"]["name"]
        self.navigation: dict[str, Navigation] = _by_id(
            map(Navigation, read("navigation", tuple[NavigationPrint, ...], "layouts"))
        )
        self.expansion: dict[str, Expansion] = _by_id(
            map(Expansion, read("expansion", tuple[ExpansionPrint, ...], "layouts"))
        )
        self.industry: dict[str, Industry] = _by_id(
            map(Industry, read("industry", tuple[IndustryPrint, ...], "layouts"))
        )
        self.warfare: dict[str, Warfare] = _by_id(
            map(Warfare, read("warfare", tuple[WarfarePrint, ...], "layouts"))
        )
        self.technologies: dict[str, Technology] = _by_id(
            read("technologies", tuple[Technology, ...])
        )
        self.factions: dict[str, Faction] = _by_id(read("factions", tuple[Faction, ...]))
        self.events: dict[str, EventCard] = _by_id(read("events", tuple[EventCard, ...]))
        self.agendas: dict[str, Agenda] = _by_id(read("agendas", tuple[Agenda, ...]))
        self.objectives: dict[str, Objective] = _by_id(read("objectives", tuple[Objective, ...]))
        self.relics: dict[str, Relic] = _by_id(read("relics", tuple[Relic, ...]))
        self.dice: Dice = read("dice", Dice)
        self.focus_faces: dict[Resource, tuple[str, ...]] = {
            die.kind: tuple(map(str, die.faces)) for die in self.dice.focus
        }
        """The faces of the focus dice as a roll tells them, by kind."""
        self.rows: tuple[Row, ...] = read("mecatol_rex", tuple[Row, ...], "rows")
        self.ai: ArtificialIntelligence = read("ai", ArtificialIntelligence)
        self.goods_per_point: int = raw["scoring"]["trade_goods_per_vp"]
        self.tracks: dict[str, Track] = {t.id: t for t in self.ai.tracks}
        self.track_of: dict[tuple[str, int], Track] = {
            (t.face.kind, t.face.n): t for t in self.ai.tracks
        }
        self.abilities: dict[str, dict[str, list[tuple[str, Effect]]]] = {
            faction.id: _by_window(faction) for faction in self.factions.values()
        }
        """The effects of factions' first abilities with their keys, by window (TIN 17.1.2)."""
        self._dealt: dict[tuple[str, str, str, str], Dealt] = {}

    def dealt(self, layouts: tuple[str, str, str, str]) -> Dealt:
        """Return the print on a player's four sheets."""
        found = self._dealt.get(layouts)
        if found is None:
            found = self._dealt[layouts] = (
                self.navigation[layouts[0]],
                self.expansion[layouts[1]],
                self.industry[layouts[2]],
                self.warfare[layouts[3]],
            )
        return found

    def layouts(self, sheet: str) -> Mapping[str, Navigation | Expansion | Industry | Warfare]:
        """Return all layouts of a sheet by id."""
        if sheet == "NAV":
            return self.navigation
        if sheet == "EXP":
            return self.expansion
        return self.industry if sheet == "IND" else self.warfare

    def effects(self) -> Iterator[tuple[str, Effect]]:
        """Yield every effect of every card and technology, by a key that names the effect for
        good."""
        for technology in self.technologies.values():
            yield f"technology {technology.id}", technology.effect
        for faction in self.factions.values():
            if faction.setup:
                yield f"faction {faction.id} setup", faction.setup
            for i, effect in enumerate(faction.ability1.effect):
                yield f"faction {faction.id} {i + 1}", effect
            yield f"faction {faction.id} asset", faction.ability2.effect
        for relic in self.relics.values():
            yield f"relic {relic.id}", relic.effect
        for agenda in self.agendas.values():
            yield f"agenda {agenda.id} pass", agenda.pass_.effect
            yield f"agenda {agenda.id} fail", agenda.fail.effect


def _by_window(faction: Faction) -> dict[str, list[tuple[str, Effect]]]:
    found: dict[str, list[tuple[str, Effect]]] = {}
    for i, effect in enumerate(faction.ability1.effect):
        found.setdefault(effect.window, []).append((f"faction {faction.id} {i + 1}", effect))
    return found


def _by_id(things: Iterable[Any]) -> "dict[str, Any]":
    return {thing.id: thing for thing in things}


@lru_cache(maxsize=1)
def own_files() -> dict[str, Any]:
    """Return the files of our own set as plain data, by name."""
    listed = json.loads((DATA / "set.json").read_text(encoding="utf-8"))
    names = ("set", *listed["files"])
    return {name: json.loads((DATA / f"{name}.json").read_text(encoding="utf-8")) for name in names}


@lru_cache(maxsize=64)
def components(text: str = "") -> Components:
    """Return the set a table plays with: our own, with the parts of an owner's file laid over
    it."""
    return Components(laid_over(own_files(), json.loads(text)) if text else own_files())


def laid_over(base: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with an owner's parts: entries with a known id are replaced, others added.

    A file of layouts is a mapping with a list of `layouts`; the other lists are lists of cards.
    What has no ids, such as the dice, is replaced whole.
    """
    laid = dict(base)
    for name, part in parts.items():
        if isinstance(part, dict) and isinstance(part.get("layouts"), list):
            layouts = _replaced(base[name]["layouts"], part["layouts"])
            laid[name] = {**base[name], **part, "layouts": layouts}
        elif isinstance(part, list):
            laid[name] = _replaced(base[name], part)
        elif name == "set":
            laid[name] = {**base[name], **part}
        else:
            laid[name] = part
    return laid


def _replaced(entries: Iterable[Any], parts: Iterable[Any]) -> list[Any]:
    by_id = {entry["id"]: entry for entry in entries}
    return list((by_id | {part["id"]: part for part in parts}).values())
