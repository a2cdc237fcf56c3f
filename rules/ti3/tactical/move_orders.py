"""Moves as order lines and as forms to be clicked (TI3 8.3, 16.7)."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from rules.imperium import clicks
from rules.imperium.departures import Departure, Words, departures, only_origin, shared_out
from rules.kernel.forms import Count, Field, Form, Group, Pick, Tick, Total, fixed
from rules.lexicon import ALL, LeftOver, quoted, read_counted, write_counted
from rules.ti3 import events as ev
from rules.ti3 import nouns
from rules.ti3.components import modifiers
from rules.ti3.economy import has_counter
from rules.ti3.facts import CARGO, PLANETARY, PLANETS, TILES
from rules.ti3.galaxy import tile_of
from rules.ti3.names import LEADER_NAMES, PLACE_NAMES, TILE_NAMES
from rules.ti3.names import UNITS as UNIT_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Counts, Public, View
from rules.ti3.tactical.moves import Move, origins, permits, swiftness, way_of
from rules.ti3.tactical.paths import Chart
from rules.ti3.units import fleets
from rules.ti3.variants import leaders

_DAMAGED = re.compile(r"\b(damaged|uszkodzon\w+|sérült)\s+", re.IGNORECASE)
_EMPTY = re.compile(r"\b(empty|pust\w+|üres)\s+", re.IGNORECASE)
_PARTS = re.compile(r",|\b(?:and|i|oraz|és|es)\b", re.IGNORECASE)
MOVE_WORDS: Final = Words(
    UNIT_NAMES.only(unit for unit in UNIT_NAMES if unit not in CARGO),
    UNIT_NAMES.only(CARGO),
    TILE_NAMES,
    lambda text: TILE_NAMES.span_at(text.split(), 0) == len(text.split()) > 0,
)


def moves_form(
    v: View, seat: int, title: str, leaving: Mapping[str, Counts], goals: Sequence[str]
) -> list[Form]:
    """Return the form for ships that leave some systems, with the cargo that each may take: what a
    ship takes aboard belongs to it and is lost with it (TI3 16.7)."""
    groups, lines = [], []
    uses: dict[str, float] = {}
    room: dict[str, float] = {}
    weight: dict[str, float] = {}
    for origin, ships in leaving.items():
        moving = clicks.units(origin, ships, UNIT_NAMES, nouns.unit, about=_room_words)
        cargo = _cargo_fields(v, seat, origin, ships)
        for field, unit in zip(moving, ships, strict=True):
            room[field.key] = modifiers.capacity(unit)
            weight[field.key] = unit != "fighter"
        uses |= {field.key: 1.0 for field in cargo if isinstance(field, Count)}
        name = fixed(TILE_NAMES.name(origin))
        groups.append(Group(_("From {tile}", tile=ev.title(origin)), (*moving, *cargo)))
        routes = _routes(v, seat, origin, ships, goals)
        afar = _afar_fields(v, seat, origin, ships, {x for route in routes for x in route})
        uses |= {field.key: 1.0 for field in afar if isinstance(field, Count)}
        rare = (*_ways(origin, routes), *_rare_fields(v, seat, origin, ships), *afar)
        if rare:
            groups.append(Group(_("Said exactly"), rare, rare=True))
        with_, losing = f"[ WITH {{{origin}.cargo}}]", f"[ LOSING {{{origin}.losing}}]"
        via = f"[ VIA {{{origin}.via}}]" if routes else ""
        lines.append(f"MOVE {{{origin}}}{with_} FROM {name}{via}{losing}")
    if not groups:
        return []
    totals = [
        Total(
            _("carried from {where}, of the room in empty ships", where=ev.title(origin)),
            {key: n for key, n in uses.items() if key.startswith(f"{origin}.cargo/")},
            {key: n for key, n in room.items() if key.startswith(f"{origin}/")},
        )
        for origin in leaving
    ]
    if len(goals) == 1:
        load = fleets.load(v.table, goals[0], seat)
        label = _("ships in {where}, of the Fleet Supply", where=ev.title(goals[0]))
        totals.append(Total(label, weight, {}, load.weight, load.limit))
    lines_, groups_ = tuple(lines), tuple(groups)
    return [Form("move", title, lines_, groups_, "", tuple(totals), "MOVE nothing")]


def _room_words(unit: str) -> str:
    room = modifiers.capacity(unit)
    return _("carries {n}", n=room) if room else ""


def _cargo_fields(v: View, seat: int, origin: str, ships: Counts) -> tuple[Field, ...]:
    """Return what waits in one system to be carried: fighters in space, units and leaders on
    planets."""
    slot = f"{origin}.cargo"
    fields: list[Field] = []
    for place in (origin, *TILES[origin].planets):
        there = fleets.at(v.table, place, seat)
        kinds = [u for u in CARGO if u != "fighter"] if place != origin else ["fighter"]
        counts = {
            u: there[u] for u in kinds if there.get(u) and (place != origin or u not in ships)
        }
        of = f" ({PLANETS[place].name})" if place in PLANETS else ""
        where = ev.title(place)
        fields += clicks.units(slot, counts, UNIT_NAMES, partial(_from, where), of=of)
    for planet in TILES[origin].planets:
        fields += [
            Tick(slot, ev.title(x), ev.title(x)) for x in leaders.on_planet(v.table, planet, seat)
        ]
    return tuple(fields)


def leaders_at(v: View, seat: int, origin: str) -> list[str]:
    """Own leaders that ships of a system could take along from its planets."""
    if not v.table.leaders:
        return []
    return [x for p in TILES[origin].planets for x in leaders.on_planet(v.table, p, seat)]


def _routes(
    v: View, seat: int, origin: str, ships: Counts, goals: Sequence[str]
) -> list[tuple[str, ...]]:
    """Return the systems between, of every way that one of the ships can go."""
    over = modifiers.passes_fleets(v.table, seat, origin)
    riders = leaders_at(v, seat, origin)
    found: dict[tuple[str, ...], None] = {}
    for goal in goals:
        chart = Chart(v.table, seat, goal)
        for unit in ships:
            move = Move(origin, {unit: 1}, {}, riders)
            reach = chart.reach(unit, origin, swiftness(v.table, seat, move, unit))
            allowed = permits(v.table, seat, move)
            found |= dict.fromkeys(chart.routes(origin, reach, over, allowed))
    return list(found)


def _ways(origin: str, routes: Sequence[tuple[str, ...]]) -> list[Field]:
    if not routes:
        return []
    named = tuple(
        (", ".join(map(TILE_NAMES.name, route)), " – ".join(map(ev.title, route)))
        for route in routes
    )
    return [Pick(f"{origin}.via", _("By way of"), (("", _("the best way")), *named))]


def _afar_fields(
    v: View, seat: int, origin: str, ships: Counts, passed: set[str]
) -> tuple[Field, ...]:
    """Return what can be taken aboard in the systems between."""
    slot = f"{origin}.cargo"
    fields: list[Field] = []
    for tile in sorted(passed - {origin}):
        if has_counter(v.table, tile, seat) or fleets.enemies_in(v.table, tile, seat):
            continue
        for place in (tile, *TILES[tile].planets):
            there = fleets.at(v.table, place, seat)
            kinds = ["fighter"] if place == tile else [u for u in CARGO if u != "fighter"]
            counts = {u: there[u] for u in kinds if there.get(u)}
            of = f" ({PLACE_NAMES.name(place) if place == tile else PLANETS[place].name})"
            where = partial(_from, ev.title(place))
            fields += clicks.units(slot, counts, UNIT_NAMES, where, of=of)
    return tuple(fields)


def _from(where: str, unit: str) -> str:
    return _("{unit} from {where}", unit=nouns.unit(unit), where=where)


def _rare_fields(v: View, seat: int, origin: str, ships: Counts) -> tuple[Field, ...]:
    """Return fields for damaged ships, ships that are to carry nothing, and fighters given up."""
    hurt = fleets.damaged(v.table, origin, seat)
    fields: list[Field] = [
        Count(origin, f"damaged {UNIT_NAMES.name(u)}", _("{unit}, damaged", unit=nouns.unit(u)), n)
        for u, n in hurt.items()
        if n and u in ships
    ]
    fields += [
        Count(origin, f"empty {UNIT_NAMES.name(u)}", _("{unit}, empty", unit=nouns.unit(u)), n)
        for u, n in ships.items()
        if modifiers.capacity(u)
    ]
    if fighters := fleets.at(v.table, origin, seat).get("fighter", 0):
        fields.append(Count(f"{origin}.losing", "fighters", _("Fighters given up"), fighters))
    return tuple(fields)


def write_move(move: Move) -> str:
    ships = []
    for unit, n in fleets.ordered(move.ships):
        hurt, bare = move.hurt.get(unit, 0), move.bare.get(unit, 0)
        for count, word in ((hurt, "damaged "), (bare, "empty "), (n - hurt - bare, "")):
            if count:
                name = UNIT_NAMES.name(unit)
                ships.append(f"{count} {word}{name}")
    line = f"MOVE {', '.join(ships)}"
    parts = [ev.title(leader) for leader in move.leaders]
    for place, units in sorted(move.load.items()):
        for unit, n in fleets.tidy(units).items():
            said = write_counted({unit: n}, UNIT_NAMES)
            if place in PLANETS:
                said += f" ({PLANETS[place].name})"
            elif place != move.origin:
                said += f" ({PLACE_NAMES.name(place)})"
            parts.append(said)
    if parts:
        line += f" WITH {', '.join(parts)}"
    line += f" FROM {TILE_NAMES.name(move.origin)}"
    if move.via:
        line += f" VIA {', '.join(TILE_NAMES.name(tile) for tile in move.via)}"
    if move.losing:
        line += f" LOSING {move.losing} fighters"
    return line


def read_moves(v: View, seat: int, rest: str, goals: Sequence[str], notes: list[str]) -> list[Move]:
    """Read moves such as "1 carrier WITH 2 ground forces (Jord), 1 fighter FROM Jord VIA Lodor
    LOSING 1 fighter", also out of several systems; `goals`: where the ships may be going."""
    moves: list[Move] = []
    for group in departures(rest, MOVE_WORDS):
        if group.to and (at := TILE_NAMES.find(group.to).id) not in goals:
            words = _(
                "Ships move to {goal}, and not to {text}.",
                goal=" / ".join(map(TILE_NAMES.name, goals)),
                text=TILE_NAMES.name(at),
            )
            raise LeftOver(words)
        moves += _read_group(v, seat, group, goals, notes)
    return moves


def _read_group(
    v: View, seat: int, group: Departure, goals: Sequence[str], notes: list[str]
) -> list[Move]:
    """Read ships of one system or several, with their cargo and their way."""
    counts = read_counted(_EMPTY.sub("", _DAMAGED.sub("", group.units)), UNIT_NAMES, allow_all=True)
    places = [TILE_NAMES.find(text).id for text in group.origins]
    if not places:
        places = [_only_origin(v, seat, counts.counts, goals)]
        notes.append(f"FROM {TILE_NAMES.name(places[0])}")
    there = {TILE_NAMES.name(tile): fleets.at(v.table, tile, seat) for tile in places}
    leaving = shared_out(dict(counts.counts), there) if len(places) > 1 else {}
    moves = []
    for tile in places:
        text = group.units
        if len(places) > 1:
            text = write_counted(leaving.get(TILE_NAMES.name(tile), {}), UNIT_NAMES)
        own = group if tile == places[0] else Departure(text, via=group.via)
        moves.append(_read_one(v, seat, tile, own._replace(units=text), notes))
    return moves


def _only_origin(v: View, seat: int, counts: Mapping[str, int], goals: Sequence[str]) -> str:
    """Return the one system that such ships can come from, where the order names none."""
    wanted = [unit for unit in counts if unit not in PLANETARY]
    whole = len(counts) == len(UNIT_NAMES)
    possible = [
        tile
        for goal in goals
        for tile in origins(v.table, seat, goal)
        if (any if whole else all)(fleets.at(v.table, tile, seat).get(x) for x in wanted)
        and _reaches(v.table, seat, tile, goal, wanted)
    ]
    example = "MOVE 1 carrier FROM Jord"
    return {TILE_NAMES.name(tile): tile for tile in possible}[
        only_origin([TILE_NAMES.name(tile) for tile in dict.fromkeys(possible)], example)
    ]


def _reaches(table: Public, seat: int, tile: str, goal: str, units: Sequence[str]) -> bool:
    """Return whether one of these ships could fly from one system to the other."""
    chart = Chart(table, seat, goal)
    here = fleets.at(table, tile, seat)
    return any(
        way_of(table, seat, Move(tile, {unit: 1}), chart).get(unit) is not None
        for unit in units
        if here.get(unit)
    )


def _read_one(v: View, seat: int, origin: str, group: Departure, notes: list[str]) -> Move:
    """Read ships that leave one system; ground forces named beside them are cargo."""
    via = [TILE_NAMES.find(x).id for x in group.via.split(",") if x.strip()]
    ships: Counts = {}
    hurt: Counts = {}
    bare: Counts = {}
    load: dict[str, Counts] = {}
    riders: list[str] = []
    for part in _PARTS.split(group.units):
        damaged, empty = bool(_DAMAGED.search(part)), bool(_EMPTY.search(part))
        text = _EMPTY.sub("", _DAMAGED.sub("", part))
        got = read_counted(text, UNIT_NAMES, allow_all=True)
        notes += got.read_as
        whole = len(got.counts) == len(UNIT_NAMES)
        for unit, n in got.counts.items():
            if unit in PLANETARY:
                if unit in CARGO and not whole:
                    named = write_counted({unit: n}, UNIT_NAMES)
                    _read_cargo(v, seat, origin, (named, ""), ships, load, riders, [])
                elif not whole:
                    ships[unit] = n
                continue
            n = _all(v.table, origin, seat, unit, n)
            if whole and unit == "fighter" and n and not modifiers.fighters_alone(v.table, seat):
                _read_cargo(v, seat, origin, (f"{n} fighters", ""), ships, load, riders, [])
                continue
            ships[unit] = ships.get(unit, 0) + n
            if damaged:
                hurt[unit] = hurt.get(unit, 0) + n
            if empty:
                bare[unit] = bare.get(unit, 0) + n
    for part in group.cargo:
        _read_cargo(v, seat, origin, part, ships, load, riders, notes)
    losing = _given_up(group.losing) if group.losing else 0
    tidy_load = {place: fleets.tidy(units) for place, units in load.items()}
    return Move(origin, fleets.tidy(ships), tidy_load, riders, via, hurt, bare, losing)


def _given_up(text: str) -> int:
    """Return how many fighters may be left behind; nothing else may stand behind LOSING, where it
    would be dropped in silence."""
    counts = read_counted(text, UNIT_NAMES).counts
    if set(counts) - {"fighter"}:
        raise LeftOver(
            _(
                "Only fighters stand behind LOSING, not {text}; write other ships before it.",
                text=quoted(text),
            )
        )
    return counts.get("fighter", 0)


def _all(table: Public, place: str, seat: int, unit: str, n: int) -> int:
    return fleets.at(table, place, seat).get(unit, 0) if n >= ALL else n


def _read_cargo(
    v: View,
    seat: int,
    origin: str,
    part: tuple[str, str],
    ships: Counts,
    load: dict[str, Counts],
    riders: list[str],
    notes: list[str],
) -> None:
    text, written = part
    place = PLACE_NAMES.find(written).id if written else ""
    if v.table.leaders:
        mine = leaders.of_seat(v.table, seat)
        known = LEADER_NAMES.only(mine)
        if mine and known.span_at(text.split(), 0):
            riders.append(known.find(text).id)
            return
    got = read_counted(text, UNIT_NAMES, allow_all=True)
    notes += got.read_as
    for unit, n in got.counts.items():
        for source, count in _sources(v.table, seat, origin, place, unit, n, ships, load):
            here = load.setdefault(source, {})
            here[unit] = here.get(unit, 0) + count


def _sources(
    table: Public,
    seat: int,
    origin: str,
    place: str,
    unit: str,
    n: int,
    ships: Counts,
    load: Mapping[str, Counts],
) -> list[tuple[str, int]]:
    """Return where cargo comes from when the order does not say: the fullest planet of the
    departure."""
    if unit == "fighter":
        tile = tile_of(place) if place else origin
        have = fleets.at(table, tile, seat).get(unit, 0) - (
            ships.get(unit, 0) if tile == origin else 0
        )
        return [(tile, have if n >= ALL else n)]
    if place in PLANETS:
        return [(place, _all(table, place, seat, unit, n))]
    tile = place or origin
    found: list[tuple[str, int]] = []
    left = n
    planets = sorted(
        TILES[tile].planets, key=lambda p: (-fleets.at(table, p, seat).get(unit, 0), p)
    )
    for planet in planets:
        have = fleets.at(table, planet, seat).get(unit, 0) - load.get(planet, {}).get(unit, 0)
        count = min(left, have)
        if count > 0:
            found.append((planet, count))
            left -= count
    if left and n < ALL:
        first = planets[0] if planets else tile
        found.append((first, left))
    return found
