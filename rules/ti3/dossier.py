"""What a player wants to know of a system before going there: found by the rules of movement, PDS
fire and production, from what everybody knows."""

from collections.abc import Iterator, Mapping
from functools import partial

from rules.imperium.dossier import (
    Battery,
    Fleet,
    Overlays,
    Supply,
    SystemFacts,
    sections,
    steps_from,
)
from rules.kernel.pictures import Layer
from rules.kernel.views import Section
from rules.lexicon import LexiconError, UnknownName
from rules.ti3 import economy, fleets, galaxy, modifiers, nouns
from rules.ti3.board import afloat, planet_words, seen, units_words
from rules.ti3.facts import PLANETS, SHIPS, TILES, UNITS
from rules.ti3.names import PLACE_NAMES
from rules.ti3.odds.planned import planned_odds
from rules.ti3.speech import _
from rules.ti3.state import Counts, Public, View
from rules.ti3.tactical.cannon import guns
from rules.ti3.tactical.movement import Move, origins, way_of
from rules.ti3.tactical.paths import Chart
from rules.ti3.tactical.tactical_action import tactical_problems
from rules.ti3.texts import ANOMALIES


def dossier(view: View, place: str) -> list[Section]:
    """Everything to know about a system of the map."""
    table, tile = view.table, _tile(view.table, place)
    return sections(
        SystemFacts(
            view.names,
            view.seat,
            list(_there(view, tile)),
            [fleet for seat in _playing(table) for fleet in _fleets(table, seat, tile)],
            {s: why for s in _playing(table) if (why := _kept(table, s, tile))},
            _batteries(table, tile),
            [TILES[other].name for other in galaxy.for_movement(table).get(tile, ())],
            list(_mine(view, tile)),
            _odds(view, tile),
        )
    )


def layers(view: View, place: str) -> list[Layer]:
    """What can be laid over the map; with a `place`, what is about that system."""
    table, seat = view.table, view.seat
    over = Overlays(partial(seen, view), view.names)
    if place:
        tile = _tile(table, place)
        name = TILES[tile].name
        found = [over.distance(name, partial(_steps, table, tile))]
        if seat is not None and fleets.ships(fleets.at(table, tile, seat)):
            title = _("Reach of the fleet in {tile}", tile=name)
            found.append(over.reach(f"reach-{name}", title, partial(_reach, table, seat, tile)))
        return found
    found = [
        over.cannons(partial(_all_batteries, table)),
        over.control(),
        over.supply(partial(_supply, table)),
    ]
    if seat is not None:
        found.insert(0, over.reach("reach", _("My reach"), partial(_reach, table, seat)))
    return found


def _steps(table: Public, tile: str) -> dict[str, int]:
    steps = steps_from(tile, galaxy.for_movement(table))
    return {TILES[other].name: n for other, n in steps.items()}


def _tile(table: Public, place: str) -> str:
    found = PLACE_NAMES.find(place).id
    tile = found if found in TILES else PLANETS[found].tile
    if tile not in table.places:
        raise UnknownName(_("{tile} is not on the board.", tile=place))
    return tile


def _playing(table: Public) -> list[int]:
    return [seat for seat, side in enumerate(table.sides) if side.race and not side.out]


# -- what is there -------------------------------------------------------------------------------


def _there(view: View, tile: str) -> Iterator[str]:
    table, face = view.table, TILES[tile]
    yield from units_words(view, afloat(table, tile))
    for planet in face.planets:
        yield planet_words(view, planet)
    if face.anomaly:
        yield _(ANOMALIES[face.anomaly])
    holes = galaxy.wormholes(table)
    for here, hole in holes:
        if here == tile:
            others = [TILES[o].name for o, same in holes if same == hole and o != tile]
            leads = ", ".join(others) or _("nowhere")
            yield _("{hole} wormhole to {others}", hole=nouns.word(hole), others=leads)
    counters = [view.names[seat] for seat in table.counters.get(tile, ())]
    if counters:
        yield _("command counters of {who}", who=", ".join(counters))
    if not (face.planets or face.anomaly or table.space.get(tile)):
        yield _("empty space")


def atlas(view: View) -> list[str]:
    """The whole galaxy in words: what is in each system, and which are next to it."""
    table = view.table
    links = galaxy.for_movement(table)
    return [
        _(
            "{tile}: {there}; next to {others}",
            tile=TILES[tile].name,
            there="; ".join(_there(view, tile)),
            others=", ".join(TILES[o].name for o in links.get(tile, ())) or _("nothing"),
        )
        for tile in sorted(table.places, key=lambda x: (galaxy.ring_of(table, x), x))
    ]


# -- who can come --------------------------------------------------------------------------------


def _able(table: Public, seat: int, tile: str) -> Iterator[tuple[str, Counts]]:
    """Yield the ships of a seat that could move into a system, by where they are (TI3 8.3)."""
    chart = Chart(table, seat, tile)
    for origin in origins(table, seat, tile):
        there = fleets.ships(fleets.at(table, origin, seat))
        ways = way_of(table, seat, Move(origin, there), chart)
        able = {unit: n for unit, n in there.items() if ways.get(unit) is not None}
        if able:
            yield origin, fleets.tidy(able)


def _fleets(table: Public, seat: int, tile: str) -> Iterator[Fleet]:
    for origin, able in _able(table, seat, tile):
        ships = fleets.big_ships(able) or 1
        yield Fleet(seat, TILES[origin].name, nouns.counted(able), ships)


def _kept(table: Public, seat: int, tile: str) -> str:
    """Return what keeps a seat from activating a system now."""
    problems = tactical_problems(table, seat, tile)
    return _("but cannot activate it now") if problems else ""


def _reach(table: Public, seat: int, origin: str = "") -> dict[str, list[Fleet]]:
    found = {}
    name = TILES[origin].name if origin else ""
    for tile in table.places:
        some = [f for f in _fleets(table, seat, tile) if not name or f.origin == name]
        if some:
            found[TILES[tile].name] = some
    return found


# -- what fires, what may stand there ------------------------------------------------------------


def _batteries(table: Public, tile: str) -> list[Battery]:
    chance = (11 - (UNITS["pds"].battle or 11)) / 10
    return [
        Battery(seat, PLANETS[planet].name, n, n * chance)
        for seat in _playing(table)
        for planet, n in guns(table, seat, tile).items()
    ]


def _all_batteries(table: Public) -> dict[str, list[Battery]]:
    found = {}
    for tile in table.places:
        some = _batteries(table, tile)
        if some:
            found[TILES[tile].name] = some
    return found


def _supply(table: Public) -> Mapping[str, list[Supply]]:
    found: dict[str, list[Supply]] = {}
    for tile, owners in table.space.items():
        for owner in sorted(owners):
            load = fleets.load(table, tile, int(owner))
            if load.weight:
                supply = Supply(int(owner), load.weight, load.limit)
                found.setdefault(TILES[tile].name, []).append(supply)
    return found


def _mine(view: View, tile: str) -> Iterator[str]:
    """What the reader may have and make here (TI3 17.3, 16.3)."""
    table, seat = view.table, view.seat
    if seat is None or not table.sides[seat].race:
        return
    load = fleets.load(table, tile, seat)
    yield _("fleet supply: {n} of {limit} ships", n=load.weight, limit=load.limit)
    for planet in fleets.docks(table, seat, [tile]):
        limit = modifiers.production_limit(table, seat, planet)
        yield _("production of {place}: {n} units", place=PLANETS[planet].name, n=limit)


def _odds(view: View, tile: str) -> list[str]:
    """Return the chances of an attack with all that could come, where ships would oppose it."""
    table, seat = view.table, view.seat
    if seat is None or not table.sides[seat].race or not fleets.enemies_in(table, tile, seat):
        return []
    force = dict(fleets.at(table, tile, seat))
    for _origin, able in _able(table, seat, tile):
        force = fleets.plus(force, able)
    named = ", ".join(f"{n} {UNITS[unit].name}" for unit, n in force.items() if unit in SHIPS and n)
    if not named or economy.has_counter(table, tile, seat):
        return []
    try:
        odds = planned_odds(view, TILES[tile].name, named)
    except LexiconError:
        return []
    told = _(
        "with all that could come you win {won:.0%}, they win {lost:.0%}, "
        "nobody is left {draw:.0%}",
        won=odds["attacker"],
        lost=odds["defender"],
        draw=odds["draw"],
    )
    return [told, *odds.get("lines", ())]
