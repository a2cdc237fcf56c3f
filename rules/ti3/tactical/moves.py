"""Moves of ships: where they come from, their way, their cargo, and the limits (TI3 8.3, 16.7)."""

from collections.abc import Mapping, Sequence

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem
from rules.ti3 import events as ev
from rules.ti3 import nouns
from rules.ti3.components import modifiers
from rules.ti3.economy import has_counter
from rules.ti3.facts import CARGO, LEADERS, PLANETS, TILES, UNITS
from rules.ti3.galaxy import tile_of
from rules.ti3.speech import _
from rules.ti3.state import Counts, Hold, Public
from rules.ti3.tactical.paths import Chart
from rules.ti3.units import fleets
from rules.ti3.units.fleets import Piece
from rules.ti3.variants import leaders


class Move(Fixed):
    """Ships of one system, what they take aboard by where it is, and their way.

    Of the ships, `hurt` are damaged and `bare` carry nothing; else sound and loaded ones go first.
    `losing`: fighters that may be left without support (TI3 E25)."""

    origin: str
    ships: Counts
    load: dict[str, Counts] = {}
    leaders: list[str] = []
    via: list[str] = []
    hurt: Counts = {}
    bare: Counts = {}
    losing: int = 0


def origins(table: Public, seat: int, goal: str) -> list[str]:
    """Return the systems from which the seat may move something."""
    return [
        tile
        for tile in fleets.tiles_with_ships(table, seat)
        if tile != goal and not has_counter(table, tile, seat)
    ]


def movers(table: Public, seat: int, move: Move) -> dict[str, list[Piece]]:
    """Return the very ships that move, by type."""
    found: dict[str, list[Piece]] = {}
    for unit, n in fleets.ordered(move.ships):
        there = fleets.pieces(table, move.origin, seat, unit)
        hurt, bare = move.hurt.get(unit, 0), move.bare.get(unit, 0)
        picked: list[Piece] = []
        for k in range(min(n, len(there))):
            wants_hurt, wants_bare = k < hurt, k < bare
            best = max(
                there,
                key=lambda p: (
                    p.hurt == wants_hurt,
                    (p.hold is None) == wants_bare,
                    0 if p.hold is None else fleets.aboard(p.hold) + len(p.hold.leaders),
                ),
            )
            there.remove(best)
            picked.append(best)
        found[unit] = picked
    return found


def passengers(table: Public, seat: int, move: Move) -> list[str]:
    """Return the leaders that go along: those aboard the ships that move and those taken aboard."""
    if not table.leaders:
        return []
    aboard = [
        leader
        for pieces in movers(table, seat, move).values()
        for piece in pieces
        if piece.hold is not None
        for leader in piece.hold.leaders
    ]
    return [*aboard, *move.leaders]


def swiftness(table: Public, seat: int, move: Move, unit: str) -> int:
    """Return how much farther a dreadnought moves that carries an admiral (TI3 29.8.2)."""
    if unit != "dreadnought" or move.ships.get(unit) != 1 or not table.leaders:
        return 0
    types = [LEADERS[x].type for x in passengers(table, seat, move)]
    return int("admiral" in types)


def permits(table: Public, seat: int, move: Move) -> list[str]:
    """Return the systems with enemy ships that a diplomat may cross, unless he was refused (TI3
    29.6.2)."""
    types = [LEADERS[x].type for x in passengers(table, seat, move)] if table.leaders else []
    if "diplomat" not in types:
        return []
    refused = table.active.refused if table.active is not None else []
    return [tile for tile in table.space if tile not in refused]


def way_of(table: Public, seat: int, move: Move, chart: Chart) -> dict[str, tuple[str, ...] | None]:
    """Return the way of each type of ship; it leads through the systems in which the ships take
    something aboard."""
    over = modifiers.passes_fleets(table, seat, move.origin)
    allowed = permits(table, seat, move)
    wanted = _detour(move, chart.goal)
    found: dict[str, tuple[str, ...] | None] = {}
    for unit, _n in fleets.ordered(move.ships):
        reach = chart.reach(unit, move.origin, swiftness(table, seat, move, unit))
        if not reach:
            found[unit] = None
            continue
        if move.via or not wanted:
            found[unit] = chart.way(move.origin, reach, move.via, over, allowed)
            continue
        found[unit] = _through(chart, move.origin, reach, wanted, over, allowed)
    return found


def _detour(move: Move, goal: str) -> list[str]:
    tiles = dict.fromkeys(tile_of(place) for place in move.load)
    return [tile for tile in tiles if tile not in (move.origin, goal)]


def _through(
    chart: Chart, origin: str, reach: int, tiles: list[str], over: int, allowed: list[str]
) -> tuple[str, ...] | None:
    """Return a way through one or two systems named by the cargo, one step at a time."""
    orders = [tiles, tiles[::-1]] if len(tiles) > 1 else [tiles]
    for order in orders:
        if len(order) + 1 <= reach:
            found = chart.way(origin, reach, order, over, allowed)
            if found is not None:
                return found
    if len(tiles) == 1 and reach >= 3:
        for first in chart.links.get(origin, ()):
            for via in ([first, tiles[0]], [tiles[0], first]):
                found = chart.way(origin, reach, via, over, allowed)
                if found is not None:
                    return found
    return None


def available(table: Public, seat: int, moves: Sequence[Move]) -> list[Problem]:
    """Return problems with a move whose ships or cargo are not there."""
    left: dict[str, Counts] = {}
    riders: list[str] = []
    for move in moves:
        wanted: dict[str, Counts] = {move.origin: dict(move.ships)}
        for place, units in move.load.items():
            wanted[place] = fleets.plus(wanted.get(place, {}), units)
        for place, units in wanted.items():
            if place not in TILES and place not in PLANETS:
                return [Problem("no-such-place", _("There is no such place."), "TI3 8.3.1")]
            if place not in left:
                left[place] = dict(fleets.at(table, place, seat))
            for unit, n in units.items():
                left[place][unit] = left[place].get(unit, 0) - n
                if n < 1 or left[place][unit] < 0:
                    have = nouns.counted(fleets.tidy(fleets.at(table, place, seat)))
                    words = _("At {where} you have {units}.", where=ev.title(place), units=have)
                    return [Problem("not-enough-units", words, "TI3 8.3.1")]
        for unit, n in (*move.hurt.items(), *move.bare.items()):
            if not 0 < n <= move.ships.get(unit, 0):
                words = _("More damaged or empty ships are named than move.")
                return [Problem("not-enough-units", words, "TI3 8.3.1")]
        if any(
            n > fleets.damaged(table, move.origin, seat).get(u, 0) for u, n in move.hurt.items()
        ):
            words = _("Fewer ships are damaged at {where}.", where=ev.title(move.origin))
            return [Problem("not-enough-units", words, "TI3 8.3.1")]
        riders += move.leaders
        for leader in move.leaders:
            if leader not in leaders.of_seat(table, seat) or riders.count(leader) > 1:
                return [Problem("not-yours", _("That leader cannot come along."), "TI3 29.1.2")]
    return []


def free_room(table: Public, seat: int, move: Move) -> tuple[int, int]:
    """Return the free slots in the ships of a move, and how many ground forces its other ships can
    take."""
    slots = troops = 0
    for unit, pieces in movers(table, seat, move).items():
        for piece in pieces:
            hold = piece.hold or Hold(unit)
            room = fleets.room(table, seat, hold)
            if modifiers.capacity(unit):
                slots += room["pds"]
            else:
                troops += room["ground_force"]
    return slots, troops


def cargo_problems(
    table: Public, seat: int, move: Move, passed: set[str], goal: str
) -> list[Problem]:
    """Return why a ship cannot take what the order loads (TI3 8.3.6, 16.7.2, 16.7.7, 16.7.8)."""
    places = dict(move.load)
    for leader in move.leaders:
        places.setdefault(table.leaders.get(leader, ""), {})
    loaded: Counts = {}
    for place, units in places.items():
        if place not in TILES and place not in PLANETS:
            return [Problem("not-on-the-way", _("That leader is not on the way."), "TI3 29.1.2")]
        tile = tile_of(place)
        where = ev.title(place)
        if tile not in passed:
            words = _("Nothing passes {where}; cargo comes from the way.", where=where)
            return [Problem("not-on-the-way", words, "TI3 8.3.6")]
        now = table.active is not None and tile in (table.active.tile, table.active.other)
        if not now and has_counter(table, tile, seat):
            words = _("Your command counter there forbids picking up at {where}.", where=where)
            return [Problem("own-counter", words, "TI3 16.7.8")]
        if fleets.enemies_in(table, tile, seat):
            words = _("Enemy ships are at {where}: nothing can be picked up.", where=where)
            return [Problem("enemy-ships", words, "TI3 16.7.7")]
        for unit, n in units.items():
            fine = unit == "fighter" if place in TILES else unit in CARGO
            if not fine:
                words = _("{unit} cannot be picked up there.", unit=nouns.unit(unit))
                return [Problem("not-cargo", words, "TI3 16.7.2")]
            loaded[unit] = loaded.get(unit, 0) + n
    slots, troops = free_room(table, seat, move)
    forces = max(0, loaded.get("ground_force", 0) - troops)
    if forces + loaded.get("pds", 0) + loaded.get("fighter", 0) > slots:
        words = _(
            "The ships from {where} can carry {n} more, and {troops} Ground Forces besides.",
            where=ev.title(move.origin),
            n=slots,
            troops=troops,
        )
        return [Problem("over-capacity", words, "TI3 16.7.3")]
    return []


def room_after(table: Public, seat: int, goal: str, moves: Sequence[Move]) -> list[Problem]:
    """Return problems with the limits once everything has moved (TI3 8.3.9, 8.3.10, E25, E50)."""
    after: dict[str, Counts] = {}
    slots: dict[str, int] = {}

    def fleet(tile: str) -> Counts:
        if tile not in after:
            after[tile] = dict(fleets.at(table, tile, seat))
            slots[tile] = fleets.cargo_in_slots(fleets.holds(table, tile, seat))
        return after[tile]

    for move in moves:
        fleet(move.origin), fleet(goal)
        for unit, pieces in movers(table, seat, move).items():
            after[move.origin][unit] -= len(pieces)
            after[goal][unit] = after[goal].get(unit, 0) + len(pieces)
            if modifiers.capacity(unit):
                carried = sum(fleets.aboard(p.hold) for p in pieces if p.hold is not None)
                slots[move.origin] -= carried
                slots[goal] += carried
        _slots, troops = free_room(table, seat, move)
        for place, units in move.load.items():
            if place in TILES:
                fleet(place)["fighter"] -= units.get("fighter", 0)
                after[goal]["fighter"] = after[goal].get("fighter", 0) + units.get("fighter", 0)
            forces = units.get("ground_force", 0)
            slots[goal] += units.get("pds", 0) + max(0, forces - troops)
            troops = max(0, troops - forces)
    return _over(table, seat, goal, moves, after, slots) or _figures(table, seat, goal, moves)


def _over(
    table: Public,
    seat: int,
    goal: str,
    moves: Sequence[Move],
    after: Mapping[str, Counts],
    slots: Mapping[str, int],
) -> list[Problem]:
    stranded = 0
    for tile, counts in sorted(after.items()):
        counts = {u: n for u, n in counts.items() if n > 0}
        load = fleets.load_of(table, tile, seat, counts, slots[tile])
        now = fleets.load(table, tile, seat)
        if load.fleet_over > now.fleet_over:
            where = ev.title(tile)
            words = _("Your Fleet Supply allows {n} ships in {where}.", n=load.limit, where=where)
            return [Problem("over-fleet", words, "TI3 8.3.10")]
        stranded += max(0, load.fighters_over - now.fighters_over)
    if stranded > sum(move.losing for move in moves):
        words = _(
            "{n} Fighter(s) would be left without support. Take them along, or write LOSING "
            "{n} fighters.",
            n=stranded,
        )
        return [Problem("stranded", words, "TI3 E25")]
    return []


def _figures(table: Public, seat: int, goal: str, moves: Sequence[Move]) -> list[Problem]:
    """Return why plastic figures do not suffice, counted only where they might not (TI3 E50)."""
    loads = sum(len(move.load) + len(move.ships) for move in moves)
    for unit in ("ground_force", "fighter"):
        if fleets.groups(table, seat, unit) + loads <= UNITS[unit].limit:
            continue
        gone = sum(
            units.get(unit, 0) == fleets.at(table, place, seat).get(unit, 0)
            for move in moves
            for place, units in move.load.items()
            if units.get(unit)
        )
        new = sum(bool(units.get(unit)) for move in moves for units in move.load.values())
        if fleets.groups(table, seat, unit) - gone + new > UNITS[unit].limit:
            words = _("Every group of {unit} needs a figure.", unit=nouns.unit(unit))
            return [Problem("no-figure", words, "TI3 E50")]
    return []
