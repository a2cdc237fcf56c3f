"""The chances of an attack on a place of the map, as a seat can know them."""

from typing import Any

from rules.imperium import odds
from rules.lexicon import UnknownName
from rules.ti3 import nouns
from rules.ti3.facts import PLANETS, SHIPS, TILES
from rules.ti3.names import PLACE_NAMES
from rules.ti3.odds.combat import Field, invasion, space_battle
from rules.ti3.odds.written import Force, in_words, read_force, table_of
from rules.ti3.speech import _
from rules.ti3.state import Public, View
from rules.ti3.tactical.cannon import guns
from rules.ti3.units import fleets


def names_a_place(text: str) -> bool:
    """Is this a planet or a system and not a force?"""
    return odds.names_a_place(PLACE_NAMES, text)


def planned_odds(view: View, place: str, attacker: str) -> dict[str, Any]:
    """`attacker` as text, or empty: what the seat has there, else an error says to name it."""
    table = view.table
    seat = view.seat if view.seat is not None else 0
    where = PLACE_NAMES.find(place).id
    tile = where if where in TILES else PLANETS[where].tile
    foe = _foe(table, where, tile, seat)
    mine = _force(table, tile, seat, attacker)
    theirs = Force(
        {**fleets.at(table, tile, foe), **(fleets.at(table, where, foe) if where != tile else {})},
        dict(fleets.damaged(table, tile, foe)),
        table.sides[foe].race,
        tuple(table.sides[foe].techs),
    )
    ships = [{u: n for u, n in f.units.items() if u in SHIPS} for f in (mine, theirs)]
    if fleets.at(table, tile, foe) or where == tile:
        field = Field(table_of((mine, theirs), tile), tile)
        found = space_battle(field, ships[0], ships[1], [mine.hurt, theirs.hurt])
    else:
        field = Field(table_of((mine, theirs), tile, where), tile, where)
        found = invasion(field, mine.units, theirs.units, ships[0])
    told = in_words(found, bool(field.planet))
    return {**told, "lines": [*_situation(view, tile, seat, mine, foe, theirs), *told["lines"]]}


def _situation(view: View, tile: str, seat: int, mine: Force, foe: int, theirs: Force) -> list[str]:
    """Return who meets whom, and the PDS that may fire before (TI3 8.4)."""
    lines = [
        _("Your force: {units}.", units=nouns.counted(dict(fleets.ordered(mine.units)))),
        _(
            "There: {who} with {units}.",
            who=view.name(foe),
            units=nouns.counted(dict(fleets.ordered(theirs.units))),
        ),
    ]
    for other in range(len(view.names)):
        count = sum(guns(view.table, other, tile).values()) if other != seat else 0
        if count:
            words = _(
                "{who} has {n} PDS in range; what they shoot before is not counted.",
                who=view.name(other),
                n=count,
            )
            lines.append(words)
    return lines


def _foe(table: Public, where: str, tile: str, seat: int) -> int:
    foes = fleets.enemies_in(table, tile, seat)
    if where in PLANETS and table.control.get(where, seat) != seat:
        foes = foes or [table.control[where]]
    if not foes:
        raise UnknownName(_("Nobody stands against you there."))
    return foes[0]


def _force(table: Public, tile: str, seat: int, text: str) -> Force:
    side = table.sides[seat]
    if text.strip():
        said = read_force(text)
        return Force(said.units, said.hurt, said.race or side.race, tuple(side.techs) + said.techs)
    here = fleets.plus(fleets.at(table, tile, seat), fleets.cargo(table, tile, seat))
    if not here:
        raise UnknownName(_("Say with what you would attack, for example: 2 cruisers"))
    hurt = dict(fleets.damaged(table, tile, seat))
    return Force(here, hurt, side.race, tuple(side.techs))
