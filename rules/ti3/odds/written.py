"""The chances of two forces written as text, wherever they may meet."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.imperium.odds import Weighed, check_options, on_a_planet, yes
from rules.lexicon import Names, UnknownName, read_counted
from rules.ti3 import nouns
from rules.ti3.facts import RACES, SHIPS, TECHNOLOGIES, TILES, UNITS
from rules.ti3.names import RACE_NAMES, TECHS
from rules.ti3.names import UNITS as UNIT_NAMES
from rules.ti3.odds.combat import Field, invasion, space_battle
from rules.ti3.options import TI3Options, settings
from rules.ti3.speech import _
from rules.ti3.state import Active, Counts, Landing, Public, Side

OPTIONS: Final = ("combat", "nebula")
TILE: Final = "sys_lodor"
NEBULA: Final = next(tile.id for tile in TILES.values() if tile.anomaly == "nebula")
PLANET: Final = TILES[TILE].planets[0]
_WITH: Final = re.compile(r"\s+(?:with|z|val|vel)\s+", re.IGNORECASE)
_HURT: Final = re.compile(r"\b(?:damaged|uszkodzon\w+|sérült)\s+", re.IGNORECASE)
_HELPS: Final = Names(
    {
        **{id: RACE_NAMES.entries[id] for id in RACES},
        **{id: TECHS.entries[id] for id in TECHNOLOGIES},
    },
    kind="race or technology",
)


class Force(NamedTuple):
    units: Counts
    hurt: Counts
    race: str
    techs: tuple[str, ...]


def read_force(text: str) -> Force:
    """ "2 cruisers, 1 damaged dreadnought WITH Sol, Cybernetics" """
    said, *helps = _WITH.split(text, maxsplit=1)
    units: Counts = {}
    hurt: Counts = {}
    for part in said.split(","):
        damaged = bool(_HURT.search(part))
        for unit, n in read_counted(_HURT.sub("", part), UNIT_NAMES).counts.items():
            units[unit] = units.get(unit, 0) + n
            if damaged and UNITS[unit].hits > 1:
                hurt[unit] = hurt.get(unit, 0) + n
    race, techs = "", []
    for name in helps[0].split(",") if helps else []:
        found = _HELPS.find(name).id
        if found in RACES:
            race = found
        else:
            techs.append(found)
    if not units:
        raise UnknownName(_("Write a force, for example: 2 cruisers, 3 fighters"))
    return Force(units, hurt, race, tuple(techs))


def table_of(forces: tuple[Force, Force], tile: str, planet: str = "") -> Public:
    """Return a table with nothing but the two forces."""
    sides = [Side(race=f.race, techs=list(f.techs)) for f in forces]
    table = Public(sides, ["attacker", "defender"], settings(TI3Options()))
    table.active = Active(0, tile)
    for seat, force in enumerate(forces):
        ships = {u: n for u, n in force.units.items() if u in SHIPS}
        ground = {u: n for u, n in force.units.items() if u not in SHIPS}
        if ships:
            table.space.setdefault(tile, {})[str(seat)] = ships
        if ground and planet:
            table.ground.setdefault(planet, {})[str(seat)] = ground
    if planet:
        table.control[planet] = 1
        landed = {"ground_force": forces[0].units.get("ground_force", 0)}
        table.active.landings = [Landing(planet, landed, origin=1)]
    return table


def odds_of_text(attacker: str, defender: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the chances of two forces written as "2 cruisers, 1 carrier WITH Letnev,
    Cybernetics"."""
    check_options(options, OPTIONS)
    mine, theirs = read_force(attacker), read_force(defender)
    lands = "ground_force" in mine.units and not any(ship in theirs.units for ship in SHIPS)
    ground = on_a_planet(options.get("combat", ""), lands)
    nebula = yes("nebula", options.get("nebula", "no"))
    tile = NEBULA if nebula and not ground else TILE
    field = Field(table_of((mine, theirs), tile, PLANET if ground else ""), tile)
    if ground:
        ships = {u: n for u, n in mine.units.items() if u in SHIPS}
        found = invasion(field._replace(planet=PLANET), mine.units, theirs.units, ships)
    else:
        fleets = [{u: n for u, n in f.units.items() if u in SHIPS} for f in (mine, theirs)]
        found = space_battle(field, fleets[0], fleets[1], [mine.hurt, theirs.hurt])
    return in_words(found, ground)


def in_words(found: Weighed, ground: bool) -> dict[str, Any]:
    """Return the chances in words, with what is left on average, and what they assume."""
    lines = [
        _("Left to the attacker on average: {units}", units=_left(found.attacker_left)),
        _("Left to the defender on average: {units}", units=_left(found.defender_left)),
    ]
    return {
        "attacker": found.attacker,
        "draw": found.draw,
        "defender": found.defender,
        "lines": lines,
        "doctrine": _(
            "Dreadnoughts and War Suns are damaged first, then Fighters, Destroyers, Cruisers, "
            "Carriers, Dreadnoughts and War Suns are lost. Nobody leaves."
        ),
        "combat": "ground" if ground else "space",
    }


def _left(units: Mapping[str, float]) -> str:
    parts = [f"{n:.1f} {nouns.unit(unit)}" for unit, n in units.items() if n >= 0.05]
    return ", ".join(parts) or _("nothing")
