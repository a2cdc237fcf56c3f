"""The move that is offered for a system: all ships that get there, with all that they can carry."""

from collections.abc import Callable, Sequence

from rules.kernel.decisions import Problem
from rules.ti3.components import modifiers
from rules.ti3.facts import TILES
from rules.ti3.state import Counts, Public, View
from rules.ti3.tactical.moves import Move, free_room
from rules.ti3.tactical.paths import Chart
from rules.ti3.units import fleets

_CARGO = (("ground_force", "fighter"), ("fighter", "ground_force"))


def whole_fleet(
    v: View,
    seat: int,
    origin: str,
    chart: Chart,
    problems: Callable[[View, list[Move]], list[Problem]],
) -> Move | None:
    """Return the move of all ships of a system that get into the active one; of fewer where the
    fleet supply, or what stays behind, forbids all. None if none may go."""
    ships = {
        unit: n
        for unit, n in fleets.ordered(fleets.at(v.table, origin, seat))
        if (reach := chart.reach(unit, origin)) and chart.way(origin, reach) is not None
    }
    while ships:
        for kinds in _CARGO:
            move = Move(origin, ships, aboard(v.table, seat, Move(origin, ships), kinds))
            if not problems(v, [move]):
                return move
        stays = min(ships, key=modifiers.capacity)
        ships = {unit: left for unit, n in ships.items() if (left := n - (unit == stays))}
    return None


def aboard(table: Public, seat: int, move: Move, kinds: Sequence[str]) -> dict[str, Counts]:
    """Return what ships take along from their own system, the first kind before the others."""
    slots, troops = free_room(table, seat, move)
    load: dict[str, Counts] = {}
    for kind in kinds:
        if kind == "fighter":
            here = fleets.at(table, move.origin, seat).get(kind, 0) - move.ships.get(kind, 0)
            if n := min(here, slots):
                load[move.origin] = {kind: n}
                slots -= n
            continue
        open_ = not fleets.enemies_in(table, move.origin, seat)
        for place in TILES[move.origin].planets if open_ else ():
            if n := min(fleets.at(table, place, seat).get(kind, 0), slots + troops):
                load[place] = {kind: n}
                slots, troops = slots - max(0, n - troops), max(0, troops - n)
    return load
