"""The galaxy as one picture (SVG), from what everybody knows; `rules.imperium.board` draws it."""

from collections.abc import Mapping
from typing import Final

from rules.imperium.board import EXHAUSTED, Galaxy, PlanetSeen, Player, System, middles
from rules.ti4 import fleets, galaxy, modifiers, nouns
from rules.ti4.facts import FACTIONS, MECATOL, PLANETS, TILES, UNIT_TYPES
from rules.ti4.mapmaking import open_spaces
from rules.ti4.speech import N_, _
from rules.ti4.state import Phase, Public, View

SPACE: Final = {"blue": "#dfe6f1", "red": "#efdcd8", "": "#dfead9"}
TRAITS: Final = {
    "cultural": "#c3daf5", "hazardous": "#f3c4b6", "industrial": "#c9e5bd", "": "#fbf6e4",
}  # fmt: skip
CODES: Final = {
    "flagship": "Fl", "war_sun": "WS", "dreadnought": "Dn", "carrier": "Ca", "cruiser": "Cr",
    "destroyer": "De", "fighter": "Ft", "infantry": "In", "pds": "PD", "space_dock": "SD",
}  # fmt: skip
assert tuple(CODES) == UNIT_TYPES
KEY: Final = (
    N_("Planets: resources/influence · C cultural · H hazardous"),
    N_("I industrial · grey: exhausted · tag B G R Y: speciality"),
    N_("Flag: command token · tokens: tactic/fleet/strategy"),
    N_("Fl flagship · WS war sun · Dn dreadnought · Ca carrier"),
    N_("Cr cruiser · De destroyer · Ft fighter · In infantry"),
    N_("PD PDS · SD space dock · /1: one of them damaged"),
)


def board(view: View) -> str:
    """All systems with what lies in them, the players below; the same to every seat."""
    table = view.table
    holes: dict[str, list[str]] = {}
    for tile, hole in galaxy.wormholes(table):
        holes.setdefault(tile, []).append(hole)
    spots = middles(table.places, table.detached)
    systems = [(_system(view, tile, holes.get(tile, [])), spot) for tile, spot in spots.items()]
    free = open_spaces(table) if table.phase == Phase.BUILD else []
    players = [_player(view, seat) for seat in range(len(table.sides))]
    return Galaxy(CODES, view.names).picture(systems, free, players, [_(words) for words in KEY])


def _player(view: View, seat: int) -> Player:
    table, side = view.table, view.table.sides[seat]
    faction = FACTIONS[side.faction].short if side.faction else view.names[seat]
    if side.out:
        return Player(faction, (_("eliminated"),))
    remarks = [
        _("{n} VP", n=side.points),
        _("tokens {pools}", pools=f"{side.tactic}/{side.fleet}/{side.strategy}"),
        _("goods {n}", n=side.goods),
    ]
    remarks += [_("speaker")] if table.speaker == seat else []
    remarks += [_("passed")] if side.passed else []
    return Player(faction, tuple(remarks))


def _system(view: View, tile: str, holes: list[str]) -> System:
    table, face = view.table, TILES[tile]
    banner = ""
    if table.active is not None and table.active.tile == tile:
        fights = table.battle is not None and table.battle.tile == tile
        banner = _("COMBAT") if fights else _("ACTIVE")
    return System(
        id=tile,
        label=tile,
        fill=SPACE.get(face.back, SPACE[""]),
        planets=tuple(_planet(table, planet) for planet in face.planets),
        anomalies=face.anomalies,
        wormholes=tuple(holes),
        tokens=tuple(table.tokens.get(tile, ())),
        units=table.space.get(tile, {}),
        damaged=table.damaged.get(tile, {}),
        banner=banner,
        words=_words(view, tile, holes),
    )


def _planet(table: Public, planet: str) -> PlanetSeen:
    printed = PLANETS[planet]
    return PlanetSeen(
        name=printed.name,
        worth=f"{modifiers.resources(table, planet)}/{modifiers.influence(table, planet)}",
        fill=EXHAUSTED if planet in table.spent else TRAITS[printed.trait],
        owner=table.control.get(planet),
        units=table.ground.get(planet, {}),
        damaged=table.damaged.get(planet, {}),
        letter=printed.trait[:1].upper(),
        specialties=tuple(modifiers.specialties(table, planet)),
        label=_("custodians") if planet == MECATOL and table.custodians else "",
    )


# -- words ---------------------------------------------------------------------------------------


def _words(view: View, tile: str, holes: list[str]) -> str:
    """What is there, for those who hover, or cannot see."""
    table, face = view.table, TILES[tile]
    parts = [_("{hole} wormhole", hole=nouns.word(hole)) for hole in holes]
    parts += map(nouns.word, face.anomalies)
    if table.active is not None and table.active.tile == tile:
        parts.append(_("active system of {who}", who=view.names[table.active_now.seat]))
    tokens = [view.names[seat] for seat in table.tokens.get(tile, ())]
    if tokens:
        parts.append(_("command tokens of {who}", who=", ".join(tokens)))
    parts += _units(view, table.space.get(tile, {}))
    parts += [_planet_words(view, planet) for planet in face.planets]
    if MECATOL in face.planets and table.custodians:
        parts.append(_("custodians token"))
    there = "; ".join(parts) or _("empty space")
    return f"{tile}: {there}"


def _planet_words(view: View, planet: str) -> str:
    table, printed = view.table, PLANETS[planet]
    worth = f"{modifiers.resources(table, planet)}/{modifiers.influence(table, planet)}"
    kinds = [nouns.word(printed.trait)] if printed.trait else []
    kinds += [
        _("{colour} speciality", colour=nouns.word(c)) for c in modifiers.specialties(table, planet)
    ]
    owner = table.control.get(planet)
    kinds.append(_("free") if owner is None else _("held by {who}", who=view.names[owner]))
    kinds.append(_("exhausted") if planet in table.spent else "")
    kinds += _units(view, table.ground.get(planet, {}))
    return ", ".join([f"{printed.name} {worth}", *filter(None, kinds)])


def _units(view: View, owners: Mapping[str, Mapping[str, int]]) -> list[str]:
    return [
        f"{view.names[int(seat)]} {nouns.bare(dict(fleets.ordered(owners[seat])))}"
        for seat in sorted(owners)
    ]
