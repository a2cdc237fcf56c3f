"""The chances of two forces written as text, wherever they may meet."""

from collections.abc import Mapping
from typing import Any, Final

from rules.imperium.odds import check_options, on_a_planet, yes
from rules.ti4.facts import SHIPS, TILES
from rules.ti4.odds.combat import Combat, Field
from rules.ti4.odds.forces import LAWS, Force, read_force
from rules.ti4.state import Law, Public, Side, Tactical
from rules.toolbox.stock import Counts

OPTIONS: Final = ("combat", "nebula", "attacker", "defender", "attacker_hits", "defender_hits")
_TILE, _NEBULA = "26", next(tile.id for tile in TILES.values() if "nebula" in tile.anomalies)
_PLANET = TILES[_TILE].planets[0]


def odds_of_text(attacker: str, defender: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the odds of `2 cruiser, 1 carrier II WITH Letnev, Morale Boost`; helps may stand in
    options too."""
    check_options(options, OPTIONS)
    mine, theirs = (
        read_force(text, options.get(role, ""), options.get(f"{role}_hits", ""))
        for text, role in ((attacker, "attacker"), (defender, "defender"))
    )
    lands = "infantry" in mine.units and not any(ship in theirs.units for ship in SHIPS)
    ground = on_a_planet(options.get("combat", ""), lands)
    nebula = yes("nebula", options.get("nebula", "no"))
    field = Field(_table(mine, theirs, ground, nebula), 0, 1, _NEBULA if nebula else _TILE)
    if ground:
        field = field._replace(tile=_TILE, planet=_PLANET)
    found = Combat(field, mine, theirs).fought()
    return {**found._asdict(), "combat": "ground" if ground else "space"}


def _table(attacker: Force, defender: Force, ground: bool, nebula: bool) -> Public:
    """Return a table with nothing but the two forces. PDS in space fire from wherever they are."""
    forces = attacker, defender
    table = Public(
        sides=[Side(faction=f.faction, techs=list(f.techs)) for f in forces],
        names=["attacker", "defender"],
        control={_PLANET: 1},
    )
    tile = _NEBULA if nebula and not ground else _TILE
    table.active = Tactical(0, tile)
    table.laws = {
        law: Law(-1 if law == "publicize_weapon_schematics" else seat)
        for seat, force in enumerate(forces)
        for law in LAWS
        if law in force.helps
    }
    if ground:
        table.space = {tile: {"0": _some(attacker.units, SHIPS)}}
        table.ground = {
            _PLANET: {
                "0": _some(attacker.units, ("infantry",)),
                "1": _some(defender.units, ("infantry", "pds")),
            }
        }
    else:
        table.space = {tile: {str(seat): dict(f.units) for seat, f in enumerate(forces)}}
    return table


def _some(units: Counts, kinds: tuple[str, ...]) -> Counts:
    return {unit: n for unit, n in units.items() if unit in kinds}
