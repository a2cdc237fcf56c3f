"""Moving ships and what they carry into the activated system (TI3 8.3, 16.7)."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

from rules.imperium import clicks
from rules.imperium.departures import Departure, Words, departures, only_origin, shared_out
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Attack, Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Count, Field, Form, Group, Tick, Total
from rules.kernel.table import Play
from rules.lexicon import ALL, LeftOver, OrderLine, read_counted, write_counted
from rules.ti3 import domains, fleets, leaders, modifiers, nouns, timing
from rules.ti3 import events as ev
from rules.ti3 import windows as w
from rules.ti3.economy import has_counter
from rules.ti3.facts import CARGO, LEADERS, PLANETARY, PLANETS, SHIPS, TILES, UNITS
from rules.ti3.fleets import Piece
from rules.ti3.galaxy import tile_of
from rules.ti3.limits import enforce
from rules.ti3.names import LEADER_NAMES, NOTHING_WORDS, PLACE_NAMES, TILE_NAMES
from rules.ti3.names import UNITS as UNIT_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Counts, Hold, Public, Table, View
from rules.ti3.tactical.paths import Chart
from rules.toolbox.targets import as_target

_DAMAGED = re.compile(r"\b(damaged|uszkodzon\w+|sérült)\s+", re.IGNORECASE)
_EMPTY = re.compile(r"\b(empty|pust\w+|üres)\s+", re.IGNORECASE)
_PARTS = re.compile(r",|\b(?:and|i|oraz|és|es)\b", re.IGNORECASE)
_WORDS: Final = Words(
    UNIT_NAMES.only(unit for unit in UNIT_NAMES if unit not in CARGO),
    UNIT_NAMES.only(CARGO),
    TILE_NAMES,
    lambda text: TILE_NAMES.span_at(text.split(), 0) == len(text.split()) > 0,
)


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
    """Systems from which the seat may move something."""
    return [
        tile
        for tile in fleets.tiles_with_ships(table, seat)
        if tile != goal and not has_counter(table, tile, seat)
    ]


def movers(table: Public, seat: int, move: Move) -> dict[str, list[Piece]]:
    """The very ships that move, by type."""
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
    """Leaders that go along: those aboard the ships that move and those taken aboard."""
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
    """A dreadnought that carries an admiral is faster (TI3 29.8.2)."""
    if unit != "dreadnought" or move.ships.get(unit) != 1 or not table.leaders:
        return 0
    types = [LEADERS[x].type for x in passengers(table, seat, move)]
    return int("admiral" in types)


def permits(table: Public, seat: int, move: Move) -> list[str]:
    """Systems with enemy ships that a diplomat may cross, unless he was refused (TI3 29.6.2)."""
    types = [LEADERS[x].type for x in passengers(table, seat, move)] if table.leaders else []
    if "diplomat" not in types:
        return []
    refused = table.active.refused if table.active is not None else []
    return [tile for tile in table.space if tile not in refused]


def way_of(table: Public, seat: int, move: Move, chart: Chart) -> dict[str, tuple[str, ...] | None]:
    """The way of each type of ship; through the systems in which it takes something aboard."""
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
    """A way through one or two systems named by the cargo, one step at a time."""
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


class MoveShips(Decision[list[Move]]):
    """Which ships move to the active system, by which way and with what aboard (TI3 8.3, 35.6)."""

    Answer = list[Move]
    part_of_turn = True
    verbs = ("move", "land", "bombard", "produce", "build", "done")
    rule = "TI3 8.3.1"

    def _goal(self, v: View) -> str:
        assert v.table.active is not None
        return v.table.active.tile

    # -- legality -------------------------------------------------------------------------------

    def problems(self, v: View, answer: list[Move]) -> list[Problem]:
        if not answer:
            return []
        goal = self._goal(v)
        problems = available(v.table, self.seat, answer)
        chart = Chart(v.table, self.seat, goal)
        for move in answer:
            problems = problems or self._one(v, move, chart)
        return problems or room_after(v.table, self.seat, goal, answer)

    def _one(self, v: View, move: Move, chart: Chart) -> list[Problem]:
        if not move.ships:
            words = _("Cargo needs a ship that carries it.")
            return [Problem("no-ship", words, "TI3 16.6.2")]
        if not chart.may_leave(move.origin):
            where = ev.title(move.origin)
            words = _("Your command counter in {where} holds your ships there.", where=where)
            return [Problem("own-counter", words, "TI3 8.3.4")]
        passed = {move.origin, chart.goal}
        for unit, way in way_of(v.table, self.seat, move, chart).items():
            if unit == "fighter" and not modifiers.fighters_alone(v.table, self.seat):
                words = _("Fighters cannot move by themselves; load them: WITH 2 fighters.")
                return [Problem("cannot-move", words, "TI3 16.9.2")]
            if way is None:
                return [self._too_far(v, move, unit, chart)]
            passed |= set(way)
        return cargo_problems(v.table, self.seat, move, passed, chart.goal)

    def _too_far(self, v: View, move: Move, unit: str, chart: Chart) -> Problem:
        reach = chart.reach(unit, move.origin)
        away, closed = chart.barred(move.origin)
        told = {
            "unit": nouns.unit(unit),
            "reach": reach,
            "origin": ev.title(move.origin),
            "goal": ev.title(chart.goal),
        }
        if away > reach and not move.via:
            words = _(
                "{unit} (movement {reach}): from {origin} to {goal} it is {n} systems.",
                **told,
                n=away,
            )
        elif closed and not move.via:
            words = _(
                "{unit} (movement {reach}) has no way from {origin} to {goal}: ships or special "
                "systems bar it in {tiles}.",
                **told,
                tiles=", ".join(map(ev.title, closed)),
            )
        else:
            words = _(
                "{unit} (movement {reach}) has no way from {origin} to {goal}: "
                "too far, or blocked by ships or special systems.",
                **told,
            )
        return Problem("too-far", words, "TI3 8.3.2")

    # -- choosing -------------------------------------------------------------------------------

    def default(self, v: View) -> list[Move]:
        return []

    def sample(self, v: View, rng: Random) -> list[Move]:
        goal = self._goal(v)
        chart = Chart(v.table, self.seat, goal)
        moves: list[Move] = []
        for origin in (*origins(v.table, self.seat, goal), goal):
            move = self._sampled(v, origin, chart, rng)
            if move is not None and not self.problems(v, [*moves, move]):
                moves.append(move)
        return moves

    def _sampled(self, v: View, origin: str, chart: Chart, rng: Random) -> Move | None:
        here = fleets.at(v.table, origin, self.seat)
        if not here or (origin == chart.goal and rng.random() < 0.7):
            return None
        ships: Counts = {}
        for unit, n in fleets.ordered(here):
            reach = chart.reach(unit, origin)
            over = modifiers.passes_fleets(v.table, self.seat, origin)
            if reach and chart.way(origin, reach, (), over) is not None:
                ships[unit] = rng.randint(1, n) if rng.random() < 0.4 else n
        if not ships:
            return None
        move = Move(origin, ships)
        load: dict[str, Counts] = {}
        slots, troops = free_room(v.table, self.seat, move)
        if not fleets.enemies_in(v.table, origin, self.seat):
            for place in TILES[origin].planets:
                there = fleets.at(v.table, place, self.seat)
                n = min(there.get("ground_force", 0), slots + troops)
                if n > 1 and rng.random() < 0.5:
                    n -= 1
                if n:
                    load.setdefault(place, {})["ground_force"] = n
                    slots, troops = slots - max(0, n - troops), max(0, troops - n)
                if there.get("pds") and slots and rng.random() < 0.2:
                    load.setdefault(place, {})["pds"] = 1
                    slots -= 1
        left = here.get("fighter", 0) - ships.get("fighter", 0)
        losing = 0
        if left and origin != chart.goal:
            n = min(left, slots)
            if n:
                load.setdefault(origin, {})["fighter"] = n
            losing = left - n
        riders = [
            x
            for p in TILES[origin].planets
            for x in leaders.on_planet(v.table, p, self.seat)
            if rng.random() < 0.5
        ]
        return Move(origin, ships, load, riders, losing=losing)

    # -- words ----------------------------------------------------------------------------------

    def prompt(self, v: View) -> str:
        return _("Move ships into {tile}?", tile=ev.title(self._goal(v)))

    def template(self, v: View) -> Sequence[str]:
        lines = []
        chart = Chart(v.table, self.seat, self._goal(v))
        for origin in origins(v.table, self.seat, self._goal(v)):
            here = fleets.at(v.table, origin, self.seat)
            ships = {
                u: n
                for u, n in fleets.ordered(here)
                if (r := chart.reach(u, origin)) and chart.way(origin, r) is not None
            }
            if ships:
                lines.append(self.write(v, [Move(origin, ships)]))
        return [*lines, "MOVE nothing"]

    def forms(self, v: View) -> list[Form]:
        """Ships of every system in reach with what they can carry, by steps."""
        goal = self._goal(v)
        chart = Chart(v.table, self.seat, goal)
        title = _("Move into {tile}", tile=ev.title(goal))
        leaving = {}
        for origin in (*origins(v.table, self.seat, goal), goal):
            over = modifiers.passes_fleets(v.table, self.seat, origin)
            ships = {
                unit: n
                for unit, n in fleets.ordered(fleets.at(v.table, origin, self.seat))
                if (reach := chart.reach(unit, origin))
                and chart.way(origin, reach, (), over) is not None
            }
            if ships:
                leaving[origin] = ships
        return moves_form(v, self.seat, title, leaving, (goal,))

    def attack(self, v: View, answer: list[Move]) -> Attack | None:
        """The battle in the activated system, with all that would be there."""
        goal = self._goal(v)
        if not answer or not fleets.enemies_in(v.table, goal, self.seat):
            return None
        force = dict(fleets.at(v.table, goal, self.seat))
        for move in answer:
            force = fleets.plus(force, move.ships)
            for units in move.load.values():
                force = fleets.plus(force, {u: n for u, n in units.items() if u == "fighter"})
        return Attack(goal, write_counted(fleets.tidy(force), UNIT_NAMES))

    def write(self, v: View, answer: list[Move]) -> str:
        return "\n".join(map(write_move, answer)) or "MOVE nothing"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[Move]]:
        """All MOVE lines together; orders for later steps alone mean that nothing moves."""
        mine = [i for i, line in enumerate(lines) if line.verb == "move"]
        moves: list[Move] = []
        notes: list[str] = []
        for i in mine:
            if lines[i].rest.strip().lower() not in NOTHING_WORDS:
                moves += read_moves(v, self.seat, lines[i].rest, (self._goal(v),), notes)
        return Reading(moves, tuple(mine), tuple(notes))


# -- legality shared with the transfer action ----------------------------------------------------


def available(table: Public, seat: int, moves: Sequence[Move]) -> list[Problem]:
    """Are the ships and the cargo there?"""
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
    """Slots free in the ships of a move, and ground forces its other ships can take."""
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
    """Limits once everything has moved (TI3 8.3.9, 8.3.10, E25, E50)."""
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


# -- clicking ------------------------------------------------------------------------------------


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
        name = TILE_NAMES.name(origin)
        groups.append(Group(_("From {tile}", tile=ev.title(origin)), (*moving, *cargo)))
        rare = _rare_fields(v, seat, origin, ships)
        if rare:
            groups.append(Group(_("Said exactly"), rare, rare=True))
        with_, losing = f"[ WITH {{{origin}.cargo}}]", f"[ LOSING {{{origin}.losing}}]"
        lines.append(f"MOVE {{{origin}}}{with_} FROM {name}{losing}")
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
    """What waits in one system to be carried: fighters in space, units and leaders on planets."""
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


def _from(where: str, unit: str) -> str:
    return _("{unit} from {where}", unit=nouns.unit(unit), where=where)


def _rare_fields(v: View, seat: int, origin: str, ships: Counts) -> tuple[Field, ...]:
    """Damaged ships, ships that are to carry nothing, and fighters given up."""
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


# -- order text ----------------------------------------------------------------------------------


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
    """ "1 carrier WITH 2 ground forces (Jord), 1 fighter FROM Jord VIA Lodor LOSING 1 fighter",
    also out of several systems; `goals`: where the ships may be going."""
    moves: list[Move] = []
    for group in departures(rest, _WORDS):
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
    """Ships of one system or several, with their cargo and their way."""
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
    """The one system that such ships can come from, where the order names none."""
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
    """Whether one of these ships could fly from one system to the other."""
    chart = Chart(table, seat, goal)
    here = fleets.at(table, tile, seat)
    return any(
        way_of(table, seat, Move(tile, {unit: 1}), chart).get(unit) is not None
        for unit in units
        if here.get(unit)
    )


def _read_one(v: View, seat: int, origin: str, group: Departure, notes: list[str]) -> Move:
    """Ships that leave one system; ground forces named beside them are cargo."""
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
    losing = 0
    if group.losing:
        losing = read_counted(group.losing, UNIT_NAMES).counts.get("fighter", 0)
    tidy_load = {place: fleets.tidy(units) for place, units in load.items()}
    return Move(origin, fleets.tidy(ships), tidy_load, riders, via, hurt, bare, losing)


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
    """Where cargo comes from when the order does not say: the fullest planet of the departure."""
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


# -- carrying it out -----------------------------------------------------------------------------


def apply_move(t: Table, seat: int, goal: str, move: Move) -> None:
    """Ships leave with their cargo, take more aboard, and arrive."""
    table: Public = t.table
    pieces = movers(table, seat, move)
    for unit, ships in pieces.items():
        fleets.take_off(table, move.origin, seat, unit, ships)
    fresh = [
        (unit, piece.hurt, piece.hold or Hold(unit, damaged=piece.hurt))
        for unit, ships in pieces.items()
        for piece in ships
    ]
    cargo = _take_aboard(t, seat, goal, move, [hold for _unit, _hurt, hold in fresh])
    for unit, hurt, hold in fresh:
        full = hold if hold.units or hold.leaders else None
        fleets.put_down(table, goal, seat, unit, [Piece(hurt, full)])
    if move.origin != goal:
        t.tell(ev.Moved(seat, move.origin, goal, fleets.tidy(move.ships), cargo), cite="TI3 8.3.1")
    elif cargo:
        t.tell(ev.Loaded(seat, goal, cargo), cite="TI3 E26")


def _take_aboard(t: Table, seat: int, goal: str, move: Move, ships: list[Hold]) -> Counts:
    """Cargo goes into one ship after the other; what is aboard in the end is told."""
    table: Public = t.table
    for place, units in sorted(move.load.items()):
        for unit, n in fleets.ordered(units):
            if unit == "fighter":
                flying = fleets.pieces(table, place, seat, unit)[:n]
                fleets.move(table, place, goal, seat, unit, flying)
                continue
            fleets.remove_ground(table, place, seat, unit, n)
            _stow(table, seat, ships, unit, n)
    for leader in move.leaders:
        first = max(ships, key=lambda hold: SHIPS[::-1].index(hold.ship))
        first.leaders.append(leader)
    total: Counts = {}
    for hold in ships:
        total = fleets.plus(total, hold.units)
    taken: Counts = {}
    for units in move.load.values():
        taken = fleets.plus(taken, {"fighter": units.get("fighter", 0)})
    return fleets.plus(total, taken)


def _stow(table: Public, seat: int, ships: list[Hold], unit: str, n: int) -> None:
    """Ground forces first fill ships that can carry nothing else."""
    order = sorted(ships, key=lambda hold: bool(modifiers.capacity(hold.ship)))
    for hold in order:
        fits = min(n, fleets.room(table, seat, hold)[unit])
        if fits > 0:
            hold.units[unit] = hold.units.get(unit, 0) + fits
            n -= fits


class PermitPassage(Choice[bool]):
    """May a fleet with a diplomat cross the system? (TI3 29.6.2, W27)."""

    tile: str
    mover: int

    Answer = bool
    verbs = ("permit", "refuse")
    clock = "hits"
    rule = "TI3 29.6.2"

    def options(self, v: View) -> list[Option[bool]]:
        return [Option(_("Refuse"), False, "REFUSE"), Option(_("Permit"), True, "PERMIT")]

    def prompt(self, v: View) -> str:
        return _(
            "May the fleet of {who} with a Diplomat cross {tile}?",
            who=v.names[self.mover],
            tile=ev.title(self.tile),
        )

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        """A price makes no order: what is paid for a passage is paid before (TI3 1.5.2)."""
        last = len(lines) - 1
        if any(letter.isdigit() for letter in lines[last].rest):
            return super().read_orders(v, lines)
        return Reading(lines[last].verb == "permit", (last,))


def move_ships(t: Table, seat: int) -> Play[None]:
    """K2, K2p: ships move, then probing and cards."""
    assert t.table.active is not None
    goal = t.table.active.tile
    m = t.sub("move")
    while True:
        moves = yield from m.ask(MoveShips(seat))
        if (yield from _permitted(m, seat, goal, moves)):
            break
    for move in moves:
        apply_move(m, seat, goal, move)
        if move.origin != goal:
            t.table.active.moved = True
    touched = {goal, *(tile for move in moves for tile in (move.origin, *map(tile_of, move.load)))}
    yield from enforce(m, (seat,), sorted(touched))
    if t.table.settings.distant_suns:
        yield from domains.probe(m, seat)
    yield from timing.moment(m, w.MOVED, as_target(goal))


def _permitted(m: Table, seat: int, goal: str, moves: Sequence[Move]) -> Play[bool]:
    """Those whose ships stand in a diplomat's way are asked, each system once."""
    table: Public = m.table
    if not table.leaders:
        return True
    active = table.active
    assert active is not None
    chart = Chart(table, seat, goal)
    crossed: dict[str, None] = {}
    for move in moves:
        over = modifiers.passes_fleets(table, seat, move.origin)
        if over or not permits(table, seat, move):
            continue
        for way in way_of(table, seat, move, chart).values():
            crossed.update(dict.fromkeys(x for x in (way or ())[:-1] if chart.held(x)))
    for tile in crossed:
        for owner in fleets.enemies_in(m.table, tile, seat):
            if not (yield from m.ask(PermitPassage(owner, tile, seat))):
                active.refused.append(tile)
                return False
    return True
