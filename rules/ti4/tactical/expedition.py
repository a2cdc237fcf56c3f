"""A tactical action to begin with: ground forces to a free planet next door (TI4 3, 57, 25)."""

from collections.abc import Iterator

from rules.ti4 import economy, galaxy
from rules.ti4.components import modifiers
from rules.ti4.facts import CENTRE, PLANETS, TILES
from rules.ti4.state import Public
from rules.ti4.tactical.movement import movable
from rules.ti4.tactical.moves import Move, write_move
from rules.ti4.units import fleets


def expedition(table: Public, seat: int) -> list[str]:
    """Return order lines for the most valuable of the plain expeditions: one ship that moves and
    carries, one system, no enemy, no anomaly, nothing left behind without room. Empty if there is
    none."""
    found = [
        (_worth(planet), move, goal, planet)
        for move in _transports(table, seat)
        for goal in galaxy.adjacent(table, move.origin, seat)
        for planet in _free_planets(table, seat, goal)
    ]
    if not found or not table.sides[seat].fleet:
        return []
    _, move, goal, planet = max(found, key=lambda one: one[0])
    landing = sum(units.get("infantry", 0) for units in move.load.values())
    return [
        f"ACTIVATE {goal}",
        write_move(move),
        f"LAND {landing} infantry ON {fleets.name(planet)}",
    ]


def _worth(planet: str) -> int:
    return PLANETS[planet].resources + PLANETS[planet].influence


def _transports(table: Public, seat: int) -> Iterator[Move]:
    """Return the ships that can leave a system, each with the infantry it can take from there."""
    sheet = modifiers.sheet(table, seat)
    for origin in fleets.tiles_with_ships(table, seat):
        if economy.has_token(table, origin, seat):
            continue
        here = fleets.at(table, origin, seat)
        for unit, n in fleets.ordered(here):
            room = sheet[unit].capacity
            left = {**here, unit: n - 1}
            if not room or not movable(table, seat, unit):
                continue
            if not fleets.plainly_within(table, origin, seat, left):
                continue
            load = _loaded(table, seat, origin, room)
            if load:
                yield Move(origin, {unit: 1}, load)
                break


def _loaded(table: Public, seat: int, origin: str, room: int) -> dict[str, dict[str, int]]:
    """Return infantry of the planets there, as much as fits; one of each planet's stays."""
    load: dict[str, dict[str, int]] = {}
    for planet in TILES[origin].planets:
        n = min(room, fleets.at(table, planet, seat).get("infantry", 0) - 1)
        if n > 0:
            load[planet] = {"infantry": n}
            room -= n
    return load


def _free_planets(table: Public, seat: int, goal: str) -> list[str]:
    """Return the planets, with nobody there, of a system that may be activated and entered."""
    barred = (
        goal == CENTRE
        or galaxy.is_home(goal)
        or TILES[goal].anomalies
        or economy.has_token(table, goal, seat)
        or fleets.ship_owners(table, goal)
        or not modifiers.may_activate(table, seat, goal)
        or not modifiers.may_move_in(table, seat, goal)
    )
    if barred:
        return []
    return [
        planet
        for planet in TILES[goal].planets
        if planet not in table.control and not fleets.ground_owners(table, planet)
    ]
