"""The navigation sheets: systems, wormholes, lanes (TIN 31.1)."""

from typing import Final, Literal

from rules.inscription.facts.printed import Asset, Printed, points_of


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
