"""Which way ships can go (TI4 57.11, 6, 37, 45, 63, 64, H-11, H-12, H-28)."""

from collections.abc import Sequence
from typing import NamedTuple

from rules.ti4.components import modifiers
from rules.ti4.economy import has_token
from rules.ti4.facts import TILES
from rules.ti4.galaxy import adjacency
from rules.ti4.state import Public
from rules.ti4.units import fleets
from rules.toolbox.hexmap import shortest

CLOSED = ("asteroid_field", "supernova", "nebula")


class Way(NamedTuple):
    """Systems passed, the active one last; `short` systems beyond the printed reach."""

    steps: tuple[str, ...]
    rifts: int
    short: int


class Chart:
    """The ways of one seat into one system, worked out as they are asked for."""

    def __init__(self, table: Public, seat: int, goal: str, ahead: str = "") -> None:
        """Begin a chart; `ahead`: the origin of a flagship which moves there before the others."""
        self.table, self.seat, self.goal = table, seat, goal
        carried = (ahead, goal) if ahead else ("", "")
        self.links = adjacency(table, seat, moving=True, carried=carried)
        self._first = Chart(table, seat, goal) if ahead else None
        self._ways: dict[tuple[str, str, tuple[str, ...]], Way | None] = {}
        self._enterable = self._may_enter()

    def _may_enter(self) -> bool:
        """Return whether ships may end in the active system; a nebula may be entered when it is
        active (TI4 45.1, 64.1, 37.1)."""
        if not modifiers.may_move_in(self.table, self.seat, self.goal):
            return False
        return all(
            kind == "nebula" or modifiers.enters(self.table, self.seat, kind)
            for kind in TILES[self.goal].anomalies
            if kind in CLOSED
        )

    def _may_cross(self, tile: str, over_fleets: bool) -> bool:
        """Return whether ships may pass through a system (TI4 57.11b, 37.1a, 45.1, 64.1)."""
        for kind in TILES[tile].anomalies:
            if kind in CLOSED and not modifiers.crosses(self.table, self.seat, kind):
                return False
        if over_fleets:
            return True
        owners = self.table.space.get(tile, {})
        mine = str(self.seat)
        return not any(
            owner != mine and fleets.big_ships(counts) for owner, counts in owners.items()
        )

    def reach(self, unit: str, origin: str) -> int:
        """Return how far a unit may move from a system (TI4 57.10, 37.2, H-66)."""
        value = modifiers.stats(self.table, self.seat, unit).move
        if not value:
            return 0
        if "nebula" in TILES[origin].anomalies:
            value = 1
        return value + modifiers.move_bonus(self.table, self.seat, unit, origin)

    def may_leave(self, origin: str) -> bool:
        """Return whether ships may leave the system: no own token holds them (TI4 57.11c,
        57.11e)."""
        return origin == self.goal or not has_token(self.table, origin, self.seat)

    def barred(self, unit: str, origin: str) -> tuple[int, list[str]]:
        """Return how many systems away the goal is, and which on a shortest way may not be passed
        or entered."""
        steps = shortest(self.links, origin, self.goal)
        over = modifiers.passes_fleets(self.table, self.seat, unit, origin)
        closed = [tile for tile in steps[:-1] if not self._may_cross(tile, over)]
        return len(steps), closed if self._enterable else [*closed, self.goal]

    def way(self, unit: str, origin: str, via: Sequence[str] = ()) -> Way | None:
        """Return the best way: fewest rifts, then shortest; `via` fixes the systems between."""
        if unit == "flagship" and self._first is not None:
            return self._first.way(unit, origin, via)
        key = (unit, origin, tuple(via))
        if key not in self._ways:
            self._ways[key] = self._fixed(unit, origin, via) if via else self._find(unit, origin)
        return self._ways[key]

    def routes(self, unit: str, origin: str, spare: int) -> list[tuple[str, ...]]:
        """Return the systems between, of every way without a loop that a unit can go, where such a
        way may be `spare` systems too long for it."""
        if not self._enterable or not self.may_leave(origin) or not self.reach(unit, origin):
            return []
        over = modifiers.passes_fleets(self.table, self.seat, unit, origin)
        most = self.reach(unit, origin) + spare
        found: list[tuple[str, ...]] = []
        layer: list[tuple[str, ...]] = [()]
        while layer:
            following: list[tuple[str, ...]] = []
            for steps in layer:
                at = steps[-1] if steps else origin
                rifts = sum("gravity_rift" in TILES[tile].anomalies for tile in (origin, *steps))
                if len(steps) >= most + rifts:
                    continue
                links = self.links.get(at, ())
                if steps and self.goal in links:
                    found.append(steps)
                following += [
                    (*steps, tile)
                    for tile in links
                    if tile not in (*steps, origin, self.goal) and self._may_cross(tile, over)
                ]
            layer = following
        return found

    def _fixed(self, unit: str, origin: str, via: Sequence[str]) -> Way | None:
        steps = (*via, self.goal)
        at = origin
        over = modifiers.passes_fleets(self.table, self.seat, unit, origin)
        for tile in steps:
            if tile not in self.links.get(at, ()):
                return None
            if tile != self.goal and not self._may_cross(tile, over):
                return None
            at = tile
        return self._judged(unit, origin, steps)

    def _judged(self, unit: str, origin: str, steps: tuple[str, ...]) -> Way | None:
        if not self._enterable:
            return None
        rifts = sum("gravity_rift" in TILES[tile].anomalies for tile in (origin, *steps[:-1]))
        short = len(steps) - self.reach(unit, origin) - rifts
        return Way(steps, rifts, max(0, short))

    def _find(self, unit: str, origin: str) -> Way | None:
        """Search breadth first over (system, rifts passed); a way one system too long is kept."""
        if not self._enterable or not self.may_leave(origin):
            return None
        reach = self.reach(unit, origin)
        if not reach:
            return None
        over = modifiers.passes_fleets(self.table, self.seat, unit, origin)
        start = int("gravity_rift" in TILES[origin].anomalies)
        layer: dict[tuple[str, int], tuple[str, ...]] = {(origin, start): ()}
        seen = set(layer)
        best: Way | None = None
        while layer:
            following: dict[tuple[str, int], tuple[str, ...]] = {}
            for (tile, rifts), steps in layer.items():
                if len(steps) > reach + rifts:
                    continue
                for other in self.links.get(tile, ()):
                    if other == self.goal:
                        short = max(0, len(steps) + 1 - reach - rifts)
                        found = Way((*steps, other), rifts, short)
                        if best is None or _key(found) < _key(best):
                            best = found
                        continue
                    left = rifts + ("gravity_rift" in TILES[other].anomalies)
                    if (other, left) in seen or not self._may_cross(other, over):
                        continue
                    seen.add((other, left))
                    following[other, left] = (*steps, other)
            if best is not None and not best.short and not best.rifts:
                break
            layer = following
        return best if best is not None and best.short <= 1 else None


def _key(way: Way) -> tuple[int, int, int, tuple[str, ...]]:
    return way.short, way.rifts, len(way.steps), way.steps
