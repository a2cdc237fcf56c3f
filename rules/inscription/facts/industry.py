"""The industry sheets: spaces, bursts, charts (TIN 31.3)."""

from collections.abc import Iterable
from typing import Final, Literal

from rules.inscription.facts.printed import HEXES, Asset, Printed, Resource, points_of


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
        self.without_asset = frozenset(h.id for h in self.spaces.values() if h.asset is None)
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
        self._icons: dict[tuple[int, ...], tuple[str, ...]] = {}
        self.tg_pool = printed.tg_pool
        self.vote_pool = printed.vote_pool
        self.assets: dict[str, Asset] = {
            h.asset.id: h.asset for h in self.spaces.values() if h.asset
        }
        for line in (chart.vote_line, *chart.commodity_rows.values()):
            self.assets |= {icon.id: icon.asset for icon in line if icon.asset}
        self.points = points_of(self.assets)

    def trade_icons(self, crossed: tuple[int, ...]) -> tuple[str, ...]:
        """Return the "+1 trade good" icons whose columns are crossed off, by how many symbols of
        each row are (TIN 8.4.4, 30.5.5)."""
        found = self._icons.get(crossed)
        if found is None:
            found = self._icons[crossed] = tuple(
                column.id
                for column in self.columns
                if any(crossed)
                and not any(crossed[k - 1] < column.col <= n for k, n in self.rows.items())
            )
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
