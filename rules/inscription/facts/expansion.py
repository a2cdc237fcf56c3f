"""The expansion sheets: planets, docks, the population track (TIN 31.2)."""

from typing import Final

from rules.inscription.facts.printed import Asset, Printed, Resource, points_of


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
