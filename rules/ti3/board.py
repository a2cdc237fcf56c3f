"""The galaxy as one picture (SVG), from what everybody knows; `rules.imperium.board` draws it."""

from collections.abc import Mapping
from typing import Final

from rules.imperium.board import EXHAUSTED, Galaxy, PlanetSeen, Player, System, middles
from rules.ti3 import events as ev
from rules.ti3 import fleets, galaxy, modifiers, nouns
from rules.ti3.facts import PLANETS, RACES, TILES, UNIT_TYPES
from rules.ti3.mapmaking import open_spaces
from rules.ti3.speech import N_, _
from rules.ti3.state import ByOwner, Public, View

SPACE: Final = {"special": "#efdcd8", "home": "#dfead9"}
REGULAR: Final = "#dfe6f1"
LAND: Final = "#fbf6e4"
CODES: Final = {
    "war_sun": "WS", "dreadnought": "Dn", "carrier": "Ca", "cruiser": "Cr", "destroyer": "De",
    "fighter": "Ft", "ground_force": "GF", "pds": "PD", "space_dock": "SD",
}  # fmt: skip
assert tuple(CODES) == UNIT_TYPES
KEY: Final = (
    N_("Planets: resources/influence · grey: exhausted"),
    N_("Tag B G R: speciality · ? : domain counter face down"),
    N_("Flag: command counter · counters: strategy/command/fleet"),
    N_("WS War Sun · Dn Dreadnought · Ca Carrier · Cr Cruiser"),
    N_("De Destroyer · Ft Fighter · GF Ground Force · PD PDS"),
    N_("SD Space Dock · GF and PD in space are aboard ships"),
)


def board(view: View) -> str:
    """All systems with what lies in them, the players below; the same to every seat."""
    table = view.table
    holes: dict[str, list[str]] = {}
    for tile, hole in galaxy.wormholes(table):
        holes.setdefault(tile, []).append(hole)
    spots = middles(table.places)
    systems = [(_system(view, tile, holes.get(tile, [])), spot) for tile, spot in spots.items()]
    free = open_spaces(table) if table.phase == "build" else []
    players = [_player(view, seat) for seat in range(len(table.sides))]
    return Galaxy(CODES, view.names).picture(systems, free, players, [_(words) for words in KEY])


def _player(view: View, seat: int) -> Player:
    table, side = view.table, view.table.sides[seat]
    race = RACES[side.race].short if side.race else view.names[seat]
    if side.out:
        return Player(race, (_("eliminated"),))
    remarks = [
        _("{n} VP", n=side.points),
        _("counters {areas}", areas=f"{side.strategy}/{side.command}/{side.fleet}"),
        _("goods {n}", n=side.goods),
    ]
    remarks += [_("Speaker")] if table.speaker == seat else []
    remarks += [_("passed")] if side.passed else []
    return Player(race, tuple(remarks))


def afloat(table: Public, tile: str) -> ByOwner:
    """Ships of a system with what they carry."""
    return {
        owner: fleets.plus(counts, fleets.cargo(table, tile, int(owner)))
        for owner, counts in table.space.get(tile, {}).items()
    }


def _system(view: View, tile: str, holes: list[str]) -> System:
    table, face = view.table, TILES[tile]
    banner = ""
    active = table.active
    if active is not None and tile in (active.tile, active.other):
        fights = table.battle is not None and table.battle.tile == tile
        banner = _("COMBAT") if fights else _("ACTIVE")
    return System(
        id=face.name,
        label=_number(face.name),
        fill=SPACE.get(face.kind, REGULAR),
        planets=tuple(_planet(table, planet) for planet in face.planets),
        anomalies=(face.anomaly,) if face.anomaly else (),
        wormholes=tuple(holes),
        tokens=tuple(table.counters.get(tile, ())),
        units=afloat(table, tile),
        damaged=table.damaged.get(tile, {}),
        banner=banner,
        words=_words(view, tile, holes),
    )


def _number(name: str) -> str:
    """Systems without planets are told apart by their numbers."""
    last = name.split()[-1]
    return last if last.isdigit() else ""


def _planet(table: Public, planet: str) -> PlanetSeen:
    printed = PLANETS[planet]
    face = table.domains.get(planet, "")
    label = ev.title(face) if face else "?" if planet in table.unknown else ""
    return PlanetSeen(
        name=printed.name,
        worth=f"{modifiers.resources(table, planet)}/{modifiers.influence(table, planet)}",
        fill=EXHAUSTED if planet in table.spent else LAND,
        owner=table.control.get(planet),
        units=table.ground.get(planet, {}),
        damaged={},
        specialties=(printed.specialty,) if printed.specialty else (),
        label=label,
    )


# -- words ---------------------------------------------------------------------------------------


def _words(view: View, tile: str, holes: list[str]) -> str:
    """What is there, for those who hover, or cannot see."""
    table, face = view.table, TILES[tile]
    parts = [_("{hole} wormhole", hole=nouns.word(hole)) for hole in holes]
    parts += [nouns.word(face.anomaly)] if face.anomaly else []
    if table.active is not None and table.active.tile == tile:
        parts.append(_("activated by {who}", who=view.names[table.active.seat]))
    counters = [view.names[seat] for seat in table.counters.get(tile, ())]
    if counters:
        parts.append(_("command counters of {who}", who=", ".join(counters)))
    parts += _units(view, afloat(table, tile))
    parts += [_planet_words(view, planet) for planet in face.planets]
    there = "; ".join(parts) or _("empty space")
    return f"{face.name}: {there}"


def _planet_words(view: View, planet: str) -> str:
    table, printed = view.table, PLANETS[planet]
    worth = f"{modifiers.resources(table, planet)}/{modifiers.influence(table, planet)}"
    kinds = []
    if printed.specialty:
        kinds.append(_("{colour} speciality", colour=nouns.word(printed.specialty)))
    owner = table.control.get(planet)
    kinds.append(_("neutral") if owner is None else _("held by {who}", who=view.names[owner]))
    kinds += [_("exhausted")] if planet in table.spent else []
    kinds += _units(view, table.ground.get(planet, {}))
    return ", ".join([f"{printed.name} {worth}", *kinds])


def _units(view: View, owners: Mapping[str, Mapping[str, int]]) -> list[str]:
    return [
        f"{view.names[int(seat)]} {nouns.counted(fleets.tidy(owners[seat]))}"
        for seat in sorted(owners)
    ]
