"""A move of ships as an answer: what it says, how it is written, what it would leave where."""

from collections.abc import Mapping, Sequence

from rules.kernel.codec import Fixed
from rules.ti4.facts import TILES
from rules.ti4.names import UNITS
from rules.ti4.state import Public
from rules.ti4.units import fleets
from rules.toolbox.stock import ByPlace, Counts


class Move(Fixed):
    """Ships of one system, their cargo by the place where it was picked up, and their way.

    Of the ships, `hurt` are damaged ones; sound ones go first where nothing is said. `losses` are
    given up, by system, because the limits would not hold (TI4 H-39).
    """

    origin: str
    ships: Counts
    load: dict[str, Counts] = {}
    via: list[str] = []
    hurt: Counts = {}
    losses: ByPlace = {}


def merge(moves: list[Move], new: Move) -> None:
    """Join two orders for ships of one system that go the same way."""
    for i, old in enumerate(moves):
        if old.origin == new.origin and old.via == new.via:
            load = {place: dict(units) for place, units in old.load.items()}
            for place, units in new.load.items():
                load[place] = _sum(load.get(place, {}), units)
            hurt, losses = _sum(old.hurt, new.hurt), all_losses((old, new))
            ships = _sum(old.ships, new.ships)
            moves[i] = Move(old.origin, ships, load, old.via, hurt, losses)
            return
    moves.append(new)


def all_losses(moves: Sequence[Move]) -> ByPlace:
    """Return the units an order gives up, by system."""
    losses: ByPlace = {}
    for move in moves:
        for tile, units in move.losses.items():
            losses[tile] = _sum(losses.get(tile, {}), units)
    return losses


def _sum(a: Mapping[str, int], b: Mapping[str, int]) -> Counts:
    return {unit: a.get(unit, 0) + b.get(unit, 0) for unit in (*a, *(u for u in b if u not in a))}


def write_move(move: Move) -> str:
    sound = {u: n - move.hurt.get(u, 0) for u, n in fleets.ordered(move.ships)}
    ships = [f"{n} {UNITS.name(u)}" for u, n in sound.items() if n]
    ships += [f"{n} damaged {UNITS.name(u)}" for u, n in fleets.ordered(move.hurt)]
    line = f"MOVE {', '.join(ships)}"
    cargo = []
    for place in sorted(move.load, key=lambda p: (p != move.origin, p)):
        for unit, n in fleets.ordered(move.load[place]):
            of = "" if place == move.origin else f" of {fleets.name(place)}"
            cargo.append(f"{n} {UNITS.name(unit)}{of}")
    if cargo:
        line += f" WITH {', '.join(cargo)}"
    line += f" FROM {move.origin}"
    if move.via:
        line += f" VIA {' '.join(move.via)}"
    losses = [
        f"{n} {UNITS.name(unit)} of {tile}"
        for tile in sorted(move.losses, key=int)
        for unit, n in fleets.ordered(move.losses[tile])
    ]
    return line + (f" LOSING {', '.join(losses)}" if losses else "")


def projected(table: Public, seat: int, goal: str, moves: Sequence[Move]) -> dict[str, Counts]:
    """Return the space areas that the moves touch, as they would be afterwards."""
    after = {goal: dict(fleets.at(table, goal, seat))}

    def shift(tile: str, unit: str, n: int) -> None:
        counts = after.setdefault(tile, dict(fleets.at(table, tile, seat)))
        counts[unit] = counts.get(unit, 0) + n

    for move in moves:
        for unit, n in move.ships.items():
            shift(move.origin, unit, -n)
            shift(goal, unit, n)
        for place, units in move.load.items():
            for unit, n in units.items():
                if place in TILES:
                    shift(place, unit, -n)
                shift(goal, unit, n)
    return after
