"""The move that is offered for a system: all ships that get there, with all that they can carry."""

from collections.abc import Callable, Sequence

from rules.kernel.decisions import Problem
from rules.ti4.components import modifiers
from rules.ti4.facts import TILES
from rules.ti4.state import Public, View
from rules.ti4.tactical.moves import Move
from rules.ti4.tactical.paths import Chart
from rules.ti4.units import fleets
from rules.toolbox.stock import Counts

_CARGO = (("infantry", "fighter"), ("fighter", "infantry"))


def whole_fleet(
    v: View, seat: int, origin: str, problems: Callable[[View, list[Move]], list[Problem]]
) -> Move | None:
    """Return the move of all ships of a system that get into the active one past no rift; of fewer
    where the fleet pool, or what stays behind, forbids all. None if none may go."""
    chart, sheet = Chart(v.table, seat, v.table.active_now.tile), modifiers.sheet(v.table, seat)
    ships: Counts = {}
    for unit, n in fleets.ordered(fleets.at(v.table, origin, seat)):
        way = chart.way(unit, origin) if sheet[unit].move else None
        if way is not None and not way.short and not way.rifts:
            ships[unit] = n
    while ships:
        for kinds in _CARGO:
            move = Move(origin, ships, aboard(v.table, seat, origin, ships, kinds))
            if not problems(v, [move]):
                return move
        stays = min(ships, key=lambda unit: sheet[unit].capacity)
        ships = {unit: left for unit, n in ships.items() if (left := n - (unit == stays))}
    return None


def aboard(
    table: Public, seat: int, origin: str, ships: Counts, kinds: Sequence[str]
) -> dict[str, Counts]:
    """Return what ships take along from their own system, the first kind before the others."""
    sheet = modifiers.sheet(table, seat)
    room = sum(sheet[unit].capacity * n for unit, n in ships.items())
    load: dict[str, Counts] = {}
    for unit in kinds:
        for place in (origin, *TILES[origin].planets):
            there = fleets.at(table, place, seat).get(unit, 0)
            waiting = there - (ships.get(unit, 0) if place == origin else 0)
            if n := min(waiting, room):
                load.setdefault(place, {})[unit] = n
                room -= n
    return load
