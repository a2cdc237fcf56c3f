"""Which way ships can go (TI3 8.3, 14)."""

from collections.abc import Sequence

from rules.ti3.components import modifiers
from rules.ti3.economy import has_counter
from rules.ti3.facts import TILES
from rules.ti3.galaxy import for_movement
from rules.ti3.state import Public
from rules.ti3.units import fleets
from rules.toolbox.hexmap import shortest

ANY_NUMBER = 99


class Chart:
    """The ways of one seat into one system, worked out as they are asked for.

    `asks`: systems with enemy ships may be crossed by a fleet with a diplomat, if their owners
    permit it (TI3 29.6.2); `refused` are those that did not."""

    def __init__(self, table: Public, seat: int, goal: str) -> None:
        self.table, self.seat, self.goal = table, seat, goal
        self.links = for_movement(table)
        self._held: dict[str, bool] = {}

    def held(self, tile: str) -> bool:
        """Return the ships of another player that block passage (TI3 8.3.3, E31)."""
        if tile not in self._held:
            self._held[tile] = any(
                fleets.big_ships(counts)
                or (counts.get("fighter") and modifiers.fighters_alone(self.table, int(owner)))
                for owner, counts in self.table.space.get(tile, {}).items()
                if int(owner) != self.seat
            )
        return self._held[tile]

    def crossable(self, tile: str) -> bool:
        """Return whether ships may pass through the system, enemy ships apart (TI3 14.2.1, 14.3.2,
        14.4.1)."""
        anomaly = TILES[tile].anomaly
        return not anomaly or modifiers.crosses(self.table, self.seat, anomaly)

    def reach(self, unit: str, origin: str, extra: int = 0) -> int:
        """Return how far a unit may move from a system (TI3 8.3.2, 14.3.3, E29)."""
        value = modifiers.movement(self.table, self.seat, unit, origin)
        if not value:
            return 0
        return 1 if TILES[origin].anomaly == "nebula" else value + extra

    def may_leave(self, origin: str) -> bool:
        """Return whether ships may leave the system: no own counter holds them (TI3 8.3.4, X30)."""
        return origin == self.goal or not has_counter(self.table, origin, self.seat)

    def barred(self, origin: str) -> tuple[int, list[str]]:
        """Return how many systems away the goal is, and which on a shortest way may not be
        passed."""
        steps = shortest(self.links, origin, self.goal)
        closed = [tile for tile in steps[:-1] if self.held(tile) or not self.crossable(tile)]
        return len(steps), closed

    def way(
        self,
        origin: str,
        reach: int,
        via: Sequence[str] = (),
        over: int = 0,
        permitted: Sequence[str] = (),
    ) -> tuple[str, ...] | None:
        """Return the systems entered, the activated one last; None if there is no way. `over`: how
        many systems with enemy ships may be crossed; `permitted`: which may besides."""
        if not TILES[self.goal].may_be_activated or not self.may_leave(origin):
            return None
        if via:
            return self._fixed(origin, reach, (*via, self.goal), over, permitted)
        if origin == self.goal:
            return ()
        layer: dict[tuple[str, int], tuple[str, ...]] = {(origin, over): ()}
        seen = set(layer)
        for _step in range(reach):
            following: dict[tuple[str, int], tuple[str, ...]] = {}
            for (tile, left), steps in layer.items():
                for other in self.links.get(tile, ()):
                    if other == self.goal:
                        return (*steps, other)
                    rest = self._after(other, left, permitted)
                    if rest is None or (other, rest) in seen:
                        continue
                    seen.add((other, rest))
                    following[other, rest] = (*steps, other)
            layer = following
        return None

    def routes(
        self, origin: str, reach: int, over: int = 0, permitted: Sequence[str] = ()
    ) -> list[tuple[str, ...]]:
        """Return the systems between, of every way without a loop that is not too long."""
        if not TILES[self.goal].may_be_activated or not self.may_leave(origin):
            return []
        found: list[tuple[str, ...]] = []
        layer: list[tuple[tuple[str, ...], int]] = [((), over)]
        for _step in range(reach):
            following: list[tuple[tuple[str, ...], int]] = []
            for steps, left in layer:
                links = self.links.get(steps[-1] if steps else origin, ())
                if steps and self.goal in links:
                    found.append(steps)
                following += [
                    ((*steps, tile), rest)
                    for tile in links
                    if tile not in (*steps, origin, self.goal)
                    and (rest := self._after(tile, left, permitted)) is not None
                ]
            layer = following
        return found

    def _after(self, tile: str, left: int, permitted: Sequence[str]) -> int | None:
        """Return how many held systems may still be crossed after this one; None where it is
        closed."""
        if not self.crossable(tile):
            return None
        if not self.held(tile) or tile in permitted:
            return left
        if left >= ANY_NUMBER:
            return left
        return left - 1 if left > 0 else None

    def _fixed(
        self,
        origin: str,
        reach: int,
        steps: tuple[str, ...],
        over: int,
        permitted: Sequence[str],
    ) -> tuple[str, ...] | None:
        if len(steps) > reach:
            return None
        at, left = origin, over
        for tile in steps:
            if tile not in self.links.get(at, ()):
                return None
            if tile != self.goal:
                rest = self._after(tile, left, permitted)
                if rest is None:
                    return None
                left = rest
            at = tile
        return steps
