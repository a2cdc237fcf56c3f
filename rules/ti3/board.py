"""The galaxy and what lies before each player as pictures (SVG), from what everybody knows;
`rules.imperium.board` draws them."""

from functools import partial
from typing import Final

from rules.hexes import Hex
from rules.imperium import board
from rules.imperium.board.seen import (
    GalaxySeen,
    Moment,
    PlanetSeen,
    PlayerSeen,
    SystemSeen,
    action_moment,
    battle_moment,
    turn_moment,
)
from rules.kernel.pictures import Picture
from rules.ti3 import events as ev
from rules.ti3 import galaxy, nouns
from rules.ti3.components import modifiers
from rules.ti3.facts import MECATOL, PLANETS, RACES, SHIPS, TILES, UNIT_TYPES
from rules.ti3.mapmaking import open_spaces
from rules.ti3.player_sheet import player_sheet
from rules.ti3.speech import _
from rules.ti3.state import ByOwner, Phase, Public, View
from rules.ti3.units import fleets
from rules.ti3.view import phase_words

ICONS: Final = {unit: "infantry" if unit == "ground_force" else unit for unit in UNIT_TYPES}


def pictures(view: View) -> list[Picture]:
    """Return the galaxy, the part of it that matters to the reader, and a sheet for each player."""
    playing = [seat for seat, side in enumerate(view.table.sides) if side.race]
    sheets = {seat: partial(player_sheet, view, seat) for seat in playing}
    return board.pictures(view, partial(seen, view), focus(view), sheets)


def focus(view: View) -> str:
    """Return the system that matters to the reader: the active one, else the reader's home."""
    table = view.table
    if table.active is not None:
        return TILES[table.active.tile].name
    if view.seat is None or table.phase == Phase.BUILD:
        return ""
    race = table.sides[view.seat].race
    home = RACES[race].home if race else ""
    return TILES[home].name if home in table.places else ""


def seen(view: View) -> GalaxySeen:
    """Return the galaxy as the picture shows it; the same to every seat."""
    table = view.table
    holes: dict[str, list[str]] = {}
    for tile, hole in galaxy.wormholes(table):
        holes.setdefault(tile, []).append(hole)
    return GalaxySeen(
        systems=tuple(_system(view, tile, holes.get(tile, [])) for tile in table.places),
        players=tuple(_player(view, seat) for seat in range(len(table.sides))),
        icons=ICONS,
        ships=SHIPS,
        heading=(_("Round {n}", n=table.round), phase_words(table)),
        moment=_moment(view),
        open_spaces=tuple(open_spaces(table)) if table.phase == Phase.BUILD else (),
    )


def _moment(view: View) -> Moment | None:
    """Return what is happening: a battle, an activation, or whose turn it is."""
    table, names = view.table, view.names
    if table.active is None:
        if table.phase != Phase.TURN or table.turn < 0:
            return None
        return turn_moment(names, table.turn)
    seat, battle = table.active.seat, table.battle
    name = TILES[table.active.tile].name
    if battle is not None and battle.tile == table.active.tile:
        foe = battle.defender if battle.attacker == seat else battle.attacker
        return battle_moment(names, name, seat, foe, name)
    return action_moment(names, name, seat, name)


def _player(view: View, seat: int) -> PlayerSeen:
    table, side = view.table, view.table.sides[seat]
    race = RACES[side.race].short if side.race else view.names[seat]
    if side.out:
        return PlayerSeen(race, side.points, (), remark=_("eliminated"))
    figures = (
        ("command_token", f"{side.strategy}/{side.command}/{side.fleet}"),
        ("trade_good", str(side.goods)),
        ("technology", str(len(side.techs))),
        ("action_card", str(side.hand)),
    )
    remark = _("passed") if side.passed else ""
    return PlayerSeen(race, side.points, figures, table.speaker == seat, remark)


def afloat(table: Public, tile: str) -> ByOwner:
    """Return the ships of a system with what they carry."""
    return {
        owner: fleets.plus(counts, fleets.cargo(table, tile, int(owner)))
        for owner, counts in table.space.get(tile, {}).items()
    }


def _system(view: View, tile: str, holes: list[str]) -> SystemSeen:
    table, face = view.table, TILES[tile]
    return SystemSeen(
        id=face.name,
        label=_number(face.name),
        place=Hex(*table.places[tile]),
        planets=tuple(_planet(table, planet) for planet in face.planets),
        anomalies=(face.anomaly,) if face.anomaly else (),
        wormholes=tuple(holes),
        tokens=tuple(table.counters.get(tile, ())),
        units=afloat(table, tile),
        damaged=table.damaged.get(tile, {}),
        words=_words(view, tile, holes),
    )


def _number(name: str) -> str:
    """Return the number that tells a system without planets from others of its kind."""
    last = name.split()[-1]
    return last if last.isdigit() else ""


def _planet(table: Public, planet: str) -> PlanetSeen:
    printed = PLANETS[planet]
    face = table.domains.get(planet, "")
    return PlanetSeen(
        name=printed.name,
        resources=modifiers.resources(table, planet),
        influence=modifiers.influence(table, planet),
        owner=table.control.get(planet),
        units=table.ground.get(planet, {}),
        damaged={},
        exhausted=planet in table.spent,
        centre=planet == MECATOL,
        specialities=(printed.specialty,) if printed.specialty else (),
        sign="domain_counter" if face or planet in table.unknown else "",
        counter=ev.title(face) if face else "",
    )


# -- words ---------------------------------------------------------------------------------------


def _words(view: View, tile: str, holes: list[str]) -> str:
    """Return what is there in words, for readers who hover or cannot see."""
    table, face = view.table, TILES[tile]
    parts = [_("{hole} wormhole", hole=nouns.word(hole)) for hole in holes]
    parts += [nouns.word(face.anomaly)] if face.anomaly else []
    if table.active is not None and table.active.tile == tile:
        parts.append(_("activated by {who}", who=view.names[table.active.seat]))
    counters = [view.names[seat] for seat in table.counters.get(tile, ())]
    if counters:
        parts.append(_("command counters of {who}", who=", ".join(counters)))
    parts += units_words(view, afloat(table, tile))
    parts += [planet_words(view, planet) for planet in face.planets]
    there = "; ".join(parts) or _("empty space")
    return f"{face.name}: {there}"


def planet_words(view: View, planet: str) -> str:
    """Return a planet with its worth, its holder and what stands on it."""
    table, printed = view.table, PLANETS[planet]
    worth = f"{modifiers.resources(table, planet)}/{modifiers.influence(table, planet)}"
    kinds = []
    if printed.specialty:
        kinds.append(_("{colour} speciality", colour=nouns.word(printed.specialty)))
    owner = table.control.get(planet)
    kinds.append(_("neutral") if owner is None else _("held by {who}", who=view.names[owner]))
    kinds += [_("exhausted")] if planet in table.spent else []
    kinds += units_words(view, table.ground.get(planet, {}))
    return ", ".join([f"{printed.name} {worth}", *kinds])


def units_words(view: View, owners: ByOwner) -> list[str]:
    """Return the units of each owner in one place."""
    return [
        f"{view.names[int(seat)]} {nouns.counted(fleets.tidy(owners[seat]))}"
        for seat in sorted(owners)
    ]
