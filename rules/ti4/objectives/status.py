"""Objectives of the status phase: requirements by type, out of the facts (TI4 29.5a)."""

from collections.abc import Callable
from typing import Any, Final

from rules.imperium.objectives import Counters
from rules.ti4 import galaxy
from rules.ti4.components import modifiers
from rules.ti4.components.base import Objective
from rules.ti4.components.registry import add
from rules.ti4.facts import ATLAS, CENTRE, OBJECTIVES, PLANETS, TECHNOLOGIES, TILES
from rules.ti4.state import Public
from rules.ti4.units import fleets

Count = Callable[[Public, int, dict[str, Any]], tuple[int, int]]

COUNTERS: Final = Counters(ATLAS, TECHNOLOGIES)
_PRICES = {
    "resources": "resources",
    "influence": "influence",
    "trade_goods": "goods",
    "command_tokens": "tokens",
    "action_cards": "cards",
}


def same_trait(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    traits = COUNTERS.planets_by(table, seat, lambda planet: planet.trait)
    return max(traits.values(), default=0), need["count"]


def of_trait(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    return COUNTERS.planets(table, seat, lambda p: p.trait == need["trait"]), need["count"]


def non_home(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    return COUNTERS.planets(table, seat, lambda p: not p.home_of), need["count"]


def specialties(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    found = COUNTERS.planets(table, seat, lambda p: modifiers.specialties(table, p.id))
    return found, need["count"]


def other_homes(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    own = table.sides[seat].faction
    return COUNTERS.planets(table, seat, lambda p: p.home_of not in ("", own)), need["count"]


def upgrades(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    kinds = {TECHNOLOGIES[t].upgrades for t in table.sides[seat].techs}
    return len(kinds - {""}), need["count"]


def per_colour(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    colours = COUNTERS.colours(table.sides[seat].techs)
    enough = [c for c, n in colours.items() if c and n >= need["per_color"]]
    return len(enough), need["colors"]


def faction_techs(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    mine = [t for t in table.sides[seat].techs if t not in need.get("exclude", ())]
    return sum(bool(TECHNOLOGIES[t].faction) for t in mine), need["count"]


def ships_in_systems(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    return len(fleets.tiles_with_ships(table, seat)), need["systems"]


def ships_adjacent(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    links = galaxy.adjacency(table, seat)
    if need["target"] == "mecatol_rex_system":
        wanted = {CENTRE}
    elif need["target"] == "anomaly":
        wanted = {tile for tile in links if TILES[tile].anomalies}
    else:
        others = [s for s in range(len(table.sides)) if s != seat]
        wanted = {galaxy.home_of(table, s) for s in others}
    here = fleets.tiles_with_ships(table, seat)
    near = [tile for tile in here if not wanted.isdisjoint(links.get(tile, ()))]
    if need["target"] != "anomaly":
        near = [tile for tile in near if tile not in wanted]
    return len(near), need["systems"]


def at_wormholes(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    here = set(fleets.tiles_with_ships(table, seat))
    kinds = {kind for tile, kind in galaxy.wormholes(table) if tile in here}
    return sum(kind in kinds for kind in need["wormholes"]), len(need["wormholes"])


def at_enemy_docks(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    count = 0
    for tile in fleets.tiles_with_ships(table, seat):
        for place in (tile, *TILES[tile].planets):
            where = table.space if place in TILES else table.ground
            for owner, units in where.get(place, {}).items():
                count += int(owner) != seat and units.get("space_dock", 0) > 0
    return count, need["systems"]


def units_on_board(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    return fleets.on_board(table, seat, need["unit"]), need["count"]


def planet_with_ships(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    if table.control.get(need["planet"]) != seat:
        return 0, need["ships"]
    tile = PLANETS[need["planet"]].tile
    return fleets.ships(fleets.at(table, tile, seat)), need["ships"]


def spend(table: Public, seat: int, need: dict[str, Any]) -> tuple[int, int]:
    """Return nothing to count: the price is what the objective takes; see `price`."""
    return 0, 0


COUNTS: dict[str, Count] = {
    "control_planets_same_trait": same_trait,
    "control_planets_of_trait": of_trait,
    "control_non_home_planets": non_home,
    "control_tech_specialty_planets": specialties,
    "control_planets_in_other_home_system": other_homes,
    "own_unit_upgrades": upgrades,
    "own_technologies_per_color": per_colour,
    "own_faction_technologies": faction_techs,
    "ships_in_systems": ships_in_systems,
    "ships_in_systems_adjacent_to": ships_adjacent,
    "ships_in_wormhole_systems": at_wormholes,
    "ships_with_enemy_space_dock": at_enemy_docks,
    "units_on_board": units_on_board,
    "control_planet_with_ships": planet_with_ships,
    "spend": spend,
}


class Counted(Objective):
    """An objective whose requirement is a number reached."""

    def __init__(self, id: str) -> None:
        need = OBJECTIVES[id].requirement
        self.id = id  # type: ignore[misc]
        self._need = need
        self._count = COUNTS[need["type"]]
        if need["type"] == "spend":
            self.price = (_PRICES[need["what"]], need["amount"])  # type: ignore[misc]

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        return self._count(table, seat, self._need)


for _card in OBJECTIVES.values():
    if _card.requirement["type"] in COUNTS:
        add(Counted(_card.id))
