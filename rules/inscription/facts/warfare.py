"""The warfare sheets: bars, units, the grid (TIN 31.4)."""

from collections.abc import Iterable
from functools import cached_property
from typing import Final, Literal

from rules.inscription.facts.printed import ORTHOGONAL, Asset, Half, Printed, Resource, points_of


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
