"""What a player wants to know of a system before going there: found by the rules of movement,
Space Cannon and production, from what everybody knows."""

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
from rules.ti4 import economy, fleets, galaxy, modifiers, nouns
from rules.ti4.board import planet_words, seen, units_words
from rules.ti4.facts import MECATOL, PLANETS, SHIPS, TILES
from rules.ti4.names import PLACE_NAMES
from rules.ti4.odds.planned import planned_odds
from rules.ti4.speech import _
from rules.ti4.state import Public, View
from rules.ti4.tactical.cannon import guns
from rules.ti4.tactical.movement import origins
from rules.ti4.tactical.paths import Chart
from rules.ti4.tactical.production import producers
from rules.ti4.texts import ANOMALIES


def dossier(view: View, place: str) -> list[Section]:
    """Everything to know about a system of the map."""
    table, tile = view.table, _tile(view.table, place)
    coming = [fleet for seat in _playing(table) for fleet in _fleets(table, seat, tile)]
    return sections(
        SystemFacts(
            view.names,
            view.seat,
            list(_there(view, tile)),
            coming,
            {s: why for s in _playing(table) if (why := _kept(table, s, tile))},
            _batteries(table, tile),
            galaxy.adjacent(table, tile, view.seat),
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
        links = partial(galaxy.adjacency, table, seat)
        found = [over.distance(tile, lambda: steps_from(tile, links()))]
        if seat is not None and fleets.ships(fleets.at(table, tile, seat)):
            title = _("Reach of the fleet in {tile}", tile=tile)
            found.append(over.reach(f"reach-{tile}", title, partial(_reach, table, seat, tile)))
        return found
    found = [
        over.cannons(partial(_all_batteries, table)),
        over.control(),
        over.supply(partial(_supply, table)),
    ]
    if seat is not None:
        found.insert(0, over.reach("reach", _("My reach"), partial(_reach, table, seat)))
    return found


def _tile(table: Public, place: str) -> str:
    """Return the system that is named, by itself or by one of its planets."""
    found = PLACE_NAMES.find(place).id
    tile = found if found in TILES else PLANETS[found].tile
    if tile not in galaxy.tiles(table):
        raise UnknownName(_("Tile {tile} is not on the map.", tile=tile))
    return tile


def _playing(table: Public) -> list[int]:
    return [seat for seat, side in enumerate(table.sides) if side.faction and not side.out]


# -- what is there -------------------------------------------------------------------------------


def _there(view: View, tile: str) -> Iterator[str]:
    table, face = view.table, TILES[tile]
    yield from units_words(view, table.space.get(tile, {}), table.damaged.get(tile, {}))
    for planet in face.planets:
        yield planet_words(view, planet)
    if MECATOL in face.planets and table.custodians:
        yield _("custodians token")
    for kind in face.anomalies:
        yield _(ANOMALIES[kind])
    holes = galaxy.wormholes(table)
    for here, hole in holes:
        if here == tile:
            others = [other for other, same in holes if same == hole and other != tile]
            leads = ", ".join(others) or _("nowhere")
            yield _("{hole} wormhole to {others}", hole=nouns.word(hole), others=leads)
    tokens = [view.names[seat] for seat in table.tokens.get(tile, ())]
    if tokens:
        yield _("command tokens of {who}", who=", ".join(tokens))
    if not (face.planets or face.anomalies or table.space.get(tile)):
        yield _("empty space")


def atlas(view: View) -> list[str]:
    """The whole galaxy in words: what is in each system, and which are next to it."""
    table = view.table
    links = galaxy.adjacency(table, view.seat)
    return [
        _(
            "{tile}: {there}; next to {others}",
            tile=tile,
            there="; ".join(_there(view, tile)),
            others=", ".join(links.get(tile, ())) or _("nothing"),
        )
        for tile in galaxy.tiles(table)
    ]


# -- who can come --------------------------------------------------------------------------------


def _fleets(table: Public, seat: int, tile: str) -> Iterator[Fleet]:
    """Yield the ships of a seat that could move into a system, by where they are (TI4 57.11)."""
    chart, spare = Chart(table, seat, tile), modifiers.spare_moves(table, seat)
    for origin in origins(table, seat, tile):
        able = {
            unit: n
            for unit, n in fleets.ordered(fleets.at(table, origin, seat))
            if unit in SHIPS and (way := chart.way(unit, origin)) is not None and way.short <= spare
        }
        if able:
            yield Fleet(seat, origin, nouns.counted(able), fleets.big_ships(able) or 1)


def _kept(table: Public, seat: int, tile: str) -> str:
    """Return what keeps a seat from activating a system now."""
    if economy.has_token(table, tile, seat):
        return _("but has a command token here")
    if not modifiers.may_activate(table, seat, tile):
        return _("but may not activate it now")
    return "" if table.sides[seat].tactic else _("but has no tactic token")


def _reach(table: Public, seat: int, origin: str = "") -> dict[str, list[Fleet]]:
    found = {}
    for tile in galaxy.tiles(table):
        some = [f for f in _fleets(table, seat, tile) if not origin or f.origin == origin]
        if some:
            found[tile] = some
    return found


# -- what fires, what may stand there ------------------------------------------------------------


def _batteries(table: Public, tile: str) -> list[Battery]:
    return [
        Battery(
            seat,
            fleets.name(gun.place),
            gun.n * gun.roll.dice,
            gun.n * gun.roll.dice * (11 - gun.roll.hits_on) / 10,
        )
        for seat in _playing(table)
        for gun in guns(table, seat, tile)
    ]


def _all_batteries(table: Public) -> dict[str, list[Battery]]:
    return {tile: some for tile in galaxy.tiles(table) if (some := _batteries(table, tile))}


def _supply(table: Public) -> Mapping[str, list[Supply]]:
    found: dict[str, list[Supply]] = {}
    for tile, owners in table.space.items():
        for owner, units in sorted(owners.items()):
            seat, ships = int(owner), fleets.big_ships(units)
            if ships:
                limit = modifiers.fleet_limit(table, seat, tile)
                found.setdefault(tile, []).append(Supply(seat, ships, limit))
    return found


def _mine(view: View, tile: str) -> Iterator[str]:
    """What the reader may have and make here (TI4 55, 47)."""
    table, seat = view.table, view.seat
    if seat is None or not table.sides[seat].faction:
        return
    here = fleets.big_ships(fleets.at(table, tile, seat))
    limit = modifiers.fleet_limit(table, seat, tile)
    yield _("fleet supply: {n} of {limit} ships", n=here, limit=limit)
    for place, n in producers(table, seat, tile).items():
        yield _("production of {place}: {n} units", place=fleets.name(place), n=n)


def _odds(view: View, tile: str) -> list[str]:
    """Return the chances of an attack with what could come, where somebody would oppose it."""
    table, seat = view.table, view.seat
    if seat is None or not table.sides[seat].faction or not _opposed(table, seat, tile):
        return []
    try:
        odds = planned_odds(view, tile, "")
    except LexiconError:
        return []
    told = _(
        "you win {won:.0%}, they win {lost:.0%}, nobody is left {draw:.0%}",
        won=odds["attacker"],
        lost=odds["defender"],
        draw=odds["draw"],
    )
    return [told, *odds["lines"]]


def _opposed(table: Public, seat: int, tile: str) -> bool:
    if fleets.enemies_in(table, tile, seat):
        return True
    return any(
        int(owner) != seat
        for planet in TILES[tile].planets
        if planet in PLANETS
        for owner in table.ground.get(planet, {})
    )
