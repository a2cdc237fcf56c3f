"""Moving ships into the active system (TI4 57, 70, 63.2)."""

import math
import re
from collections.abc import Mapping, Sequence
from functools import reduce
from random import Random
from typing import Final, Self

from msgspec import structs

from rules.imperium.departures import Departure, Words, departures, only_origin, shared_out
from rules.kernel.decisions import Attack, Decision, Problem, Reading
from rules.kernel.forms import Count, Form, Group, Pick, Total
from rules.kernel.table import Play
from rules.lexicon import (
    ALL,
    OrderLine,
    read_counted,
    write_counted,
)
from rules.ti4 import events as ev
from rules.ti4 import nouns
from rules.ti4.combat.hits import destroy, whole
from rules.ti4.components import modifiers, presence, timing
from rules.ti4.components import windows as w
from rules.ti4.economy import has_token
from rules.ti4.facts import TILES
from rules.ti4.galaxy import tile_of
from rules.ti4.names import CARGO_NAMES, PLACE_NAMES, TILE_NAMES, UNITS
from rules.ti4.reading import find_tile, is_place
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, View
from rules.ti4.tactical.activated import in_action
from rules.ti4.tactical.moves import Move, _sum, all_losses, merge, projected, write_move
from rules.ti4.tactical.paths import Chart, Way
from rules.ti4.tactical.whole_fleets import whole_fleet
from rules.ti4.units import fleets
from rules.ti4.units.limits import destroy_blockaded_docks, enforce, give_up, room_problems
from rules.toolbox.choices import NOTHING_WORDS
from rules.toolbox.stock import ByPlace, Counts
from rules.toolbox.targets import as_target

RIFT_LOSS = 3
FAR = 100
_DAMAGED = re.compile(r"\b(damaged|uszkodzon\w+|sérült)\s+", re.IGNORECASE)
_EXAMPLE: Final = "MOVE 1 carrier WITH 2 infantry FROM 10"


CARGO: Final = ("infantry", "fighter")
MOVE_WORDS: Final = Words(
    UNITS.only(unit for unit in UNITS if unit not in CARGO), CARGO_NAMES, TILE_NAMES, is_place
)


def movable(table: Public, seat: int, unit: str) -> bool:
    return modifiers.stats(table, seat, unit).move > 0


def origins(table: Public, seat: int, goal: str) -> list[str]:
    """Return the systems from which the seat may move something."""
    mine = str(seat)
    return [
        tile
        for tile in sorted(table.space, key=int)
        if mine in table.space[tile]
        and tile != goal
        and not has_token(table, tile, seat)
        and any(movable(table, seat, unit) for unit in table.space[tile][mine])
    ]


def may_return(table: Public, seat: int, goal: str) -> bool:
    """Return whether a ship in the active system may leave it and come back (TI4 57.11e, H-28)."""
    chart, spare = Chart(table, seat, goal), modifiers.spare_moves(table, seat)
    here = fleets.at(table, goal, seat)
    return any(
        movable(table, seat, unit)
        and (way := chart.way(unit, goal)) is not None
        and way.short <= spare
        for unit in here
    )


class MoveShips(Decision[list[Move]]):
    """The choice of the ships that move to the active system, by which way and with what aboard
    (TI4 3.2, 57.11, 70, D-10)."""

    Answer = list[Move]
    part_of_turn = True
    verbs = ("move", "bombard", "land", "produce", "build", "done")
    rule = "TI4 57.11"

    @classmethod
    def as_if_asked(
        cls, v: View, seat: int, line: OrderLine, begun: Sequence[OrderLine]
    ) -> tuple[Self, View] | None:
        seen = in_action(v, seat, begun) if line.verb == "move" else None
        return (cls(seat), seen) if seen is not None else None

    def _goal(self, v: View) -> str:
        return v.table.active_now.tile

    # -- legality -------------------------------------------------------------------------------

    def problems(self, v: View, answer: list[Move]) -> list[Problem]:
        if not answer:
            return []
        chart = chart_for(v.table, self.seat, self._goal(v), answer)
        problems = self._available(v, answer)
        spare = modifiers.spare_moves(v.table, self.seat)
        slowest: Move | None = None
        for move in answer:
            if problems:
                return problems
            found, short = self._one(v, move, chart)
            problems += found
            spare -= short
            slowest = slowest or (move if short else None)
        if not problems and spare < 0 and slowest is not None:
            problems.append(self._one_short(slowest, chart))
        return problems or self._limits(v, answer)

    def _available(self, v: View, moves: Sequence[Move]) -> list[Problem]:
        left: dict[str, Counts] = {}
        for move in moves:
            wanted = {move.origin: dict(move.ships)}
            for place, units in move.load.items():
                here = wanted.setdefault(place, {})
                for unit, n in units.items():
                    here[unit] = here.get(unit, 0) + n
            for place, units in wanted.items():
                if place not in left:
                    left[place] = dict(fleets.at(v.table, place, self.seat))
                for unit, n in units.items():
                    left[place][unit] = left[place].get(unit, 0) - n
                    if n < 1 or left[place][unit] < 0:
                        have = nouns.counted(fleets.at(v.table, place, self.seat))
                        words = _(
                            "At {where} you have {units}.", where=fleets.name(place), units=have
                        )
                        return [Problem("not-enough-units", words, "TI4 57.11")]
        return self._damaged_available(v, moves)

    def _damaged_available(self, v: View, moves: Sequence[Move]) -> list[Problem]:
        wanted: dict[str, Counts] = {}
        for move in moves:
            wanted[move.origin] = _sum(wanted.get(move.origin, {}), move.hurt)
            few = any(not 0 < n <= move.ships.get(unit, 0) for unit, n in move.hurt.items())
            there = fleets.damaged(v.table, move.origin, self.seat)
            if few or any(n > there.get(unit, 0) for unit, n in wanted[move.origin].items()):
                have = nouns.counted(dict(fleets.ordered(there)))
                words = _("Damaged at {where}: {units}.", where=move.origin, units=have)
                return [Problem("not-enough-units", words, "TI4 57.11")]
        return []

    def _one(self, v: View, move: Move, chart: Chart) -> tuple[list[Problem], int]:
        """Return the faults of one move, and how many ships need one more system."""
        if not move.ships:
            return [Problem("no-ship", _("Cargo needs a ship that moves."), "TI4 70.0")], 0
        if not chart.may_leave(move.origin):
            words = _("Your command token in tile {tile} holds your ships there.", tile=move.origin)
            return [Problem("own-token", words, "TI4 57.11c")], 0
        sheet = modifiers.sheet(v.table, self.seat)
        short = 0
        passed = {move.origin, self._goal(v)}
        for unit, n in fleets.ordered(move.ships):
            if not sheet[unit].move:
                words = _("A {unit} cannot move by itself; load it: WITH …", unit=nouns.unit(unit))
                return [Problem("cannot-move", words, "TI4 57.10")], 0
            way = chart.way(unit, move.origin, move.via)
            if way is None or (way.short > 1):
                return [self._too_far(move, unit, chart)], 0
            short += n if way.short else 0
            passed |= set(way.steps)
        return self._cargo(v, move, passed), short

    def _one_short(self, move: Move, chart: Chart) -> Problem:
        """Name the ship that would have to go one system farther than it can."""
        lame = [
            unit
            for unit, _n in fleets.ordered(move.ships)
            if (way := chart.way(unit, move.origin, move.via)) is not None and way.short
        ]
        reach = chart.reach(lame[0], move.origin)
        words = _(
            "A {unit} moves {reach}; from {origin} to {goal} it is one system more.",
            unit=nouns.unit(lame[0]),
            reach=reach,
            origin=move.origin,
            goal=chart.goal,
        )
        return Problem("too-far", words, "TI4 57.11f")

    def _too_far(self, move: Move, unit: str, chart: Chart) -> Problem:
        for component in presence.present(chart.table, self.seat, "denies_move_in"):
            if component.denies_move_in(chart.table, self.seat, chart.goal):
                card = component.title()
                words = _(
                    "{card}: you cannot move anything into tile {tile}.", card=card, tile=chart.goal
                )
                return Problem("forbidden", words, "TI4 GR-3")
        reach = chart.reach(unit, move.origin)
        away, closed = chart.barred(unit, move.origin)
        told = {"unit": nouns.unit(unit), "reach": reach, "origin": move.origin, "goal": chart.goal}
        if away > reach and not move.via:
            words = _(
                "A {unit} moves {reach}; from {origin} to {goal} it is {n} systems.",
                **told,
                n=away,
            )
        elif closed and not move.via:
            words = _(
                "A {unit} (move {reach}) has no way from {origin} to {goal}: ships or anomalies "
                "bar it in {tiles}.",
                **told,
                tiles=", ".join(closed),
            )
        else:
            words = _(
                "A {unit} (move {reach}) has no way from {origin} to {goal}: "
                "too far, or blocked by ships or anomalies.",
                **told,
            )
        return Problem("too-far", words, "TI4 57.11f")

    def _cargo(self, v: View, move: Move, passed: set[str]) -> list[Problem]:
        sheet = modifiers.sheet(v.table, self.seat)
        capacity = sum(sheet[unit].capacity * n for unit, n in move.ships.items())
        loaded = 0
        for place, units in move.load.items():
            tile = tile_of(place)
            if tile not in passed:
                words = _(
                    "Nothing passes {where}; cargo comes from the way.", where=fleets.name(place)
                )
                return [Problem("not-on-the-way", words, "TI4 70.1")]
            if tile != self._goal(v) and has_token(v.table, tile, self.seat):
                words = _("Your command token in tile {tile} forbids picking up there.", tile=tile)
                return [Problem("own-token", words, "TI4 70.3")]
            if any(unit not in CARGO for unit in units):
                words = _("Only fighters and ground forces can be transported.")
                return [Problem("not-cargo", words, "TI4 70.0")]
            loaded += sum(units.values())
        if loaded > capacity:
            words = _(
                "The ships from {where} can carry {room}, not {n}.",
                where=move.origin,
                room=capacity,
                n=loaded,
            )
            return [Problem("over-capacity", words, "TI4 35.1")]
        return []

    def _limits(self, v: View, moves: Sequence[Move]) -> list[Problem]:
        """Return the faults of an order that would overfill; it is refused unless it says what is
        lost (TI4 H-39)."""
        after = projected(v.table, self.seat, self._goal(v), moves)
        losses = all_losses(moves)
        elsewhere = [tile for tile in losses if tile not in after]
        if elsewhere:
            words = _("Nothing leaves or enters tile {tile}.", tile=elsewhere[0])
            return [Problem("not-here", words, "TI4 H-39")]
        return [
            problem
            for tile, counts in sorted(after.items())
            for problem in room_problems(v.table, self.seat, tile, counts, losses.get(tile, {}))
        ]

    # -- choosing -------------------------------------------------------------------------------

    def default(self, v: View) -> list[Move]:
        return []

    def sample(self, v: View, rng: Random) -> list[Move]:
        goal = self._goal(v)
        chart = Chart(v.table, self.seat, goal)
        moves: list[Move] = []
        for origin in origins(v.table, self.seat, goal):
            move = self._sampled(v, origin, chart, rng)
            if move is not None and not self.problems(v, [*moves, move]):
                moves.append(move)
        return moves

    def _sampled(self, v: View, origin: str, chart: Chart, rng: Random) -> Move | None:
        here = fleets.at(v.table, origin, self.seat)
        sheet = modifiers.sheet(v.table, self.seat)
        ships: Counts = {}
        room = 0
        for unit, n in fleets.ordered(here):
            if not sheet[unit].move:
                continue
            way = chart.way(unit, origin)
            if way is None or way.short or (way.rifts and rng.random() < 0.7):
                continue
            ships[unit] = rng.randint(1, n) if rng.random() < 0.5 else n
            room += sheet[unit].capacity * ships[unit]
        if not ships:
            return None
        load: dict[str, Counts] = {}
        for place in (origin, *TILES[origin].planets):
            there = fleets.at(v.table, place, self.seat)
            for unit in CARGO:
                free = there.get(unit, 0) - (ships.get(unit, 0) if place == origin else 0)
                n = min(free, room)
                if n > 0:
                    load.setdefault(place, {})[unit] = n
                    room -= n
        return Move(origin, ships, load)

    # -- words ----------------------------------------------------------------------------------

    def prompt(self, v: View) -> str:
        return _("Move ships into tile {tile}?", tile=self._goal(v))

    def template(self, v: View) -> Sequence[str]:
        starts = origins(v.table, self.seat, self._goal(v))
        found = [whole_fleet(v, self.seat, origin, self.problems) for origin in starts]
        return [*(write_move(move) for move in found if move is not None), "MOVE nothing"]

    def write(self, v: View, answer: list[Move]) -> str:
        return "\n".join(write_move(move) for move in answer) or "MOVE nothing"

    def forms(self, v: View) -> list[Form]:
        """Return ships of every system in reach with the units they can carry, by steps."""
        goal = self._goal(v)
        starts = origins(v.table, self.seat, goal)
        starts += [goal] if may_return(v.table, self.seat, goal) else []
        charts = self._charts(v, starts)
        leaving = {tile: self._ships(v, tile, charts) for tile in starts}
        leaving = {tile: ships for tile, ships in leaving.items() if ships}
        if not leaving:
            return []
        groups, lines, cargo = [], [], []
        for tile, ships in leaving.items():
            carried = self._waiting(v, tile, (tile, *TILES[tile].planets))
            routes = self._routes(v, tile, charts)
            passed = {step for route in routes for step in route} | {goal}
            afar = self._waiting(v, tile, self._on_the_way(v, passed - {tile}))
            cargo += [*carried, *afar]
            groups.append(Group(_("From tile {tile}", tile=tile), (*ships, *carried)))
            ways = self._ways(tile, routes)
            if ways or afar:
                title = _("From tile {tile}: the way, and what is taken along on it", tile=tile)
                groups.append(Group(title, (*ways, *afar), rare=True))
            via = f"[ VIA {{{tile}.via}}]" if ways else ""
            lines.append(f"MOVE {{{tile}}}[ WITH {{{tile}.cargo}}] FROM {tile}{via}")
        every = [field for ships in leaving.values() for field in ships]
        lost = self._given_up(v, leaving)
        groups += [Group(_("Given up, where there would be no room"), lost, rare=True)]
        title = _("Move into tile {tile}", tile=goal)
        totals, tail = self._totals(v, every, cargo), "[ LOSING {losing}]"
        return [Form("move", title, tuple(lines), tuple(groups), "", totals, "MOVE nothing", tail)]

    def _charts(self, v: View, starts: Sequence[str]) -> list[Chart]:
        """Return the ways as they are, and as they are once a flagship that moves apart has
        gone."""
        goal = self._goal(v)
        charts = [Chart(v.table, self.seat, goal)]
        if modifiers.moves_apart(v.table, self.seat):
            flags = [x for x in starts if fleets.at(v.table, x, self.seat).get("flagship")]
            charts += [Chart(v.table, self.seat, goal, ahead=tile) for tile in flags]
        return charts

    def _routes(self, v: View, origin: str, charts: Sequence[Chart]) -> list[tuple[str, ...]]:
        """Return the systems between, of every way that a ship of this system can go."""
        here = fleets.at(v.table, origin, self.seat)
        units = [unit for unit, _n in fleets.ordered(here) if movable(v.table, self.seat, unit)]
        spare = modifiers.spare_moves(v.table, self.seat)
        found: dict[tuple[str, ...], None] = {}
        for chart in charts:
            for unit in units:
                found |= dict.fromkeys(chart.routes(unit, origin, spare))
        return list(found)

    def _ways(self, origin: str, routes: Sequence[tuple[str, ...]]) -> list[Pick]:
        if not routes:
            return []
        named = tuple((" ".join(route), " – ".join(route)) for route in routes)
        return [Pick(f"{origin}.via", _("By way of"), (("", _("the best way")), *named))]

    def _on_the_way(self, v: View, tiles: set[str]) -> list[str]:
        """Return the places where something may be taken along on the way, in the active system
        too."""
        open_ = [
            tile
            for tile in sorted(tiles, key=int)
            if tile == self._goal(v) or not has_token(v.table, tile, self.seat)
        ]
        return [place for tile in open_ for place in (tile, *TILES[tile].planets)]

    def _given_up(self, v: View, leaving: Mapping[str, Sequence[Count]]) -> tuple[Count, ...]:
        """Return units that can be lost where the ships come from and where they go to."""
        goal = self._goal(v)
        there = {tile: dict(fleets.at(v.table, tile, self.seat)) for tile in (goal, *leaving)}
        coming = [there[tile] for tile in leaving if tile != goal]
        there[goal] = reduce(_sum, coming, there[goal])
        return tuple(
            Count("losing", f"{UNITS.name(unit)} of {tile}",
                  _("{unit} from {where}", unit=nouns.unit(unit), where=fleets.name(tile)), n)
            for tile, units in there.items()
            for unit, n in fleets.ordered(units)
            if n
        )  # fmt: skip

    def attack(self, v: View, answer: list[Move]) -> Attack | None:
        """Return the combats in the active system, with all units that would be there."""
        goal = self._goal(v)
        others = fleets.enemies_in(v.table, goal, self.seat) or [
            seat
            for planet in TILES[goal].planets
            for seat in fleets.ground_owners(v.table, planet)
            if seat != self.seat
        ]
        if not answer or not others:
            return None
        force = projected(v.table, self.seat, goal, answer)[goal]
        return Attack(goal, write_counted(dict(fleets.ordered(force)), UNITS))

    def _ships(self, v: View, origin: str, charts: Sequence[Chart]) -> list[Count]:
        """Return the ships of one system that reach the active one."""
        sheet, spare = (
            modifiers.sheet(v.table, self.seat),
            modifiers.spare_moves(v.table, self.seat),
        )
        hurt = fleets.damaged(v.table, origin, self.seat)
        found = []
        for unit, n in fleets.ordered(fleets.at(v.table, origin, self.seat)):
            ways = [chart.way(unit, origin) for chart in charts] if sheet[unit].move else []
            if all(way is None or way.short > spare for way in ways):
                continue
            room = sheet[unit].capacity
            about = _("carries {n}", n=room) if room else ""
            kinds = {"": n - hurt.get(unit, 0), "damaged ": hurt.get(unit, 0)}
            for condition, count in kinds.items():
                if count > 0:
                    name = nouns.unit(unit)
                    label = _("{unit}, damaged", unit=name) if condition else name
                    word = f"{condition}{UNITS.name(unit)}"
                    found.append(Count(origin, word, label, count, about))
        return found

    def _waiting(self, v: View, origin: str, places: Sequence[str]) -> list[Count]:
        """Return the units that wait in these places to be carried by ships of one system."""
        found = []
        for place in places:
            there = fleets.at(v.table, place, self.seat)
            of = "" if place == origin else f" of {fleets.name(place)}"
            for unit in CARGO:
                if there.get(unit) and not (place == origin and movable(v.table, self.seat, unit)):
                    where = fleets.name(place)
                    label = _("{unit} from {where}", unit=nouns.unit(unit), where=where)
                    slot, word = f"{origin}.cargo", f"{UNITS.name(unit)}{of}"
                    found.append(Count(slot, word, label, there[unit]))
        return found

    def _totals(self, v: View, ships: Sequence[Count], cargo: Sequence[Count]) -> tuple[Total, ...]:
        """Return the room used by the units carried out of each system, and the fleet pool at the
        goal."""
        sheet = modifiers.sheet(v.table, self.seat)
        here = fleets.load(v.table, self._goal(v), self.seat)
        unit_of = {field: UNITS.find(field.word.removeprefix("damaged ")).id for field in ships}
        weight = {field.key: 1.0 for field, unit in unit_of.items() if unit != "fighter"}
        pool, label = math.ceil(here.fleet_weight), _("fleet pool there")
        totals = [Total(label, weight, {}, pool, here.fleet_limit)]
        for tile in dict.fromkeys(field.slot for field in ships):
            room = {f.key: float(sheet[u].capacity) for f, u in unit_of.items() if f.slot == tile}
            uses = {field.key: 1.0 for field in cargo if field.slot == f"{tile}.cargo"}
            if uses:
                totals.append(Total(_("carried from {tile}", tile=tile), uses, room))
        return tuple(totals)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[Move]]:
        """Read all MOVE lines together; orders for later steps alone mean that nothing moves."""
        mine = [i for i, line in enumerate(lines) if line.verb == "move"]
        moves: list[Move] = []
        notes: list[str] = []
        for i in mine:
            if lines[i].rest.strip().lower() in NOTHING_WORDS:
                continue
            for group in departures(lines[i].rest, MOVE_WORDS):
                elsewhere = self._elsewhere(v, group.to)
                if elsewhere is not None:
                    return Reading(used=(i,), problems=(elsewhere,))
                self._read_group(v, group, moves, notes)
        return Reading(moves, tuple(mine), tuple(notes))

    def _read_group(self, v: View, group: Departure, moves: list[Move], notes: list[str]) -> None:
        """Read ships of one system or several, with their cargo and their way, into `moves`."""
        got = read_counted(_DAMAGED.sub("", group.units), UNITS, allow_all=True)
        notes += got.read_as
        places = [find_tile(v, self.seat, text).id for text in group.origins]
        if not places:
            places = [only_origin(self._possible(v, got.counts), _EXAMPLE)]
            notes.append(f"FROM {places[0]}")
        there = {tile: fleets.at(v.table, tile, self.seat) for tile in places}
        leaving = shared_out(dict(got.counts), there) if len(places) > 1 else {}
        for tile in places:
            counts = leaving.get(tile, {}) if len(places) > 1 else got.counts
            whole = len(got.counts) == len(UNITS)
            move = self._leaving(v, tile, counts, whole, group)
            if tile == places[0]:
                for what, place in group.cargo:
                    self._read_cargo(v, tile, what, place, move.load, notes)
                losses = self._read_losses(tile, group.losing, notes)
                move = structs.replace(move, losses=losses)
            merge(moves, move)

    def _leaving(
        self, v: View, tile: str, counts: Mapping[str, int], whole: bool, group: Departure
    ) -> Move:
        """Return the ships of one system, and cargo named beside them; `whole`: all units in
        space."""
        here = fleets.at(v.table, tile, self.seat)
        ships: Counts = {}
        load: dict[str, Counts] = {}
        for unit, n in counts.items():
            carried = unit == "infantry" or (
                unit == "fighter" and not movable(v.table, self.seat, "fighter")
            )
            if carried:
                self._pick_up(v, tile, unit, here.get(unit, 0) if whole else n, load)
            elif n:
                ships[unit] = here.get(unit, 0) if n >= ALL else n
        via = [find_tile(v, self.seat, word).id for word in re.split(r"[,\s]+", group.via) if word]
        ships = {unit: n for unit, n in ships.items() if n}
        return Move(tile, ships, load, via, self._read_damaged(group.units, ships))

    def _possible(self, v: View, counts: Mapping[str, int]) -> list[str]:
        """Return the systems from which such ships can come, where the order names none."""
        chart = Chart(v.table, self.seat, self._goal(v))
        spare = modifiers.spare_moves(v.table, self.seat)
        wanted = [unit for unit in counts if unit not in CARGO]
        whole = len(counts) == len(UNITS)
        found = []
        for tile in origins(v.table, self.seat, self._goal(v)):
            here = fleets.at(v.table, tile, self.seat)
            fit = [
                unit
                for unit in wanted
                if here.get(unit, 0) >= min(counts[unit], here.get(unit, 0) or 1)
                and (way := chart.way(unit, tile)) is not None
                and way.short <= spare
            ]
            if fit and (whole or len(fit) == len(wanted)):
                found.append(tile)
        return found

    def _elsewhere(self, v: View, written: str) -> Problem | None:
        """Return why a written TO is wrong: ships move to the active system alone (TI4 57.11)."""
        if not written or find_tile(v, self.seat, written).id == self._goal(v):
            return None
        words = _(
            "Ships move to the active system, {goal}, and not to {text}.",
            goal=self._goal(v),
            text=written,
        )
        return Problem("not-the-active-system", words, "TI4 57.11")

    def _read_losses(self, origin: str, text: str, notes: list[str]) -> ByPlace:
        """Read `LOSING 2 fighters, 1 destroyer of 27`: of the system left, if none is named."""
        losses: ByPlace = {}
        for chunk in filter(None, (part.strip() for part in re.split(r",| and ", text))):
            what, _, place = re.sub(r"\s+of\s+", "|", chunk, flags=re.IGNORECASE).partition("|")
            got = read_counted(what, UNITS)
            notes += got.read_as
            tile = TILE_NAMES.find(place).id if place else origin
            losses[tile] = _sum(losses.get(tile, {}), got.counts)
        return losses

    def _read_damaged(self, text: str, ships: Counts) -> Counts:
        """Read `1 damaged dreadnought, 2 cruisers`: which of the ships are damaged ones."""
        hurt: Counts = {}
        for chunk in re.split(r",|\band\b|\+", text):
            if _DAMAGED.search(chunk):
                counts = read_counted(_DAMAGED.sub("", chunk), UNITS, allow_all=True).counts
                for unit, n in counts.items():
                    hurt[unit] = ships.get(unit, 0) if n >= ALL else hurt.get(unit, 0) + n
        return hurt

    def _read_cargo(
        self,
        v: View,
        origin: str,
        what: str,
        place: str,
        load: dict[str, Counts],
        notes: list[str],
    ) -> None:
        got = read_counted(what, CARGO_NAMES, allow_all=True)
        notes += got.read_as
        for unit, n in got.counts.items():
            if place:
                at = PLACE_NAMES.find(place).id
                n = fleets.at(v.table, at, self.seat).get(unit, 0) if n >= ALL else n
                here = load.setdefault(at, {})
                here[unit] = here.get(unit, 0) + n
            else:
                self._pick_up(v, origin, unit, n, load)

    def _pick_up(self, v: View, origin: str, unit: str, n: int, load: dict[str, Counts]) -> None:
        """Take cargo from the space area first, then from the planets in their order."""
        places = [origin, *TILES[origin].planets]
        exact = n < ALL
        for place in places:
            there = fleets.at(v.table, place, self.seat).get(unit, 0)
            taken = load.get(place, {}).get(unit, 0)
            got = min(n, there - taken)
            if got > 0:
                load.setdefault(place, {})[unit] = taken + got
                n -= got
        if n and exact:
            here = load.setdefault(origin, {})
            here[unit] = here.get(unit, 0) + n


# -- the step ------------------------------------------------------------------------------------


def move_ships(t: Table, seat: int) -> Play[None]:
    """Ask for the moves and carry them out; then rift dice, limits, and the window W-7 (TI4 3.2,
    57.11 to 57.13)."""
    active = t.table.active_now
    goal = active.tile
    if origins(t.table, seat, goal) or may_return(t.table, seat, goal):
        moves = yield from t.ask(MoveShips(seat))
        if moves:
            yield from carry_out(t, seat, goal, moves)
    yield from enforce(t, (seat,))
    yield from destroy_blockaded_docks(t)
    if t.table.active_now.arrived:
        others = [s for s in range(len(t.table.sides)) if s != seat]
        yield from timing.moment(t, w.AFTER_SHIPS_MOVED_IN, as_target(goal), others)


def chart_for(table: Public, seat: int, goal: str, moves: Sequence[Move]) -> Chart:
    """Return the chart for an order; a flagship that moves apart goes first if that is needed."""
    chart = Chart(table, seat, goal)
    flag = next((move.origin for move in moves if move.ships.get("flagship")), "")
    if not flag or not modifiers.moves_apart(table, seat):
        return chart
    first = Chart(table, seat, goal, ahead=flag)
    return min((chart, first), key=lambda c: _shortfall(c, moves))


def _shortfall(chart: Chart, moves: Sequence[Move]) -> int:
    """Return how many ships lack how many systems of their way."""
    lacking = 0
    for move in moves:
        for unit, n in move.ships.items():
            way = chart.way(unit, move.origin, move.via)
            lacking += n * (FAR if way is None else way.short)
    return lacking


def carry_out(t: Table, seat: int, goal: str, moves: Sequence[Move]) -> Play[None]:
    chart = chart_for(t.table, seat, goal, moves)
    rolls: list[tuple[str, str, int, Way]] = []
    for move in moves:
        for unit, n in fleets.ordered(move.ships):
            way = chart.way(unit, move.origin, move.via)
            if way is not None and way.rifts:
                rolls.append((move.origin, unit, n, way))
    damaged: dict[str, Counts] = {}
    for move in moves:
        moved: Counts = {}
        flown = damaged.setdefault(move.origin, {})
        for unit, n in fleets.ordered(move.ships):
            hurt = fleets.move(t.table, move.origin, goal, seat, unit, n, move.hurt.get(unit, 0))
            flown[unit] = flown.get(unit, 0) + hurt
            moved[unit] = n
        for place in sorted(move.load):
            for unit, n in fleets.ordered(move.load[place]):
                fleets.move(t.table, place, goal, seat, unit, n)
                moved[unit] = moved.get(unit, 0) + n
        t.tell(ev.Moved(seat, move.origin, goal, moved), cite="TI4 57.11")
    t.table.active_now.arrived = True
    for origin, unit, n, way in rolls:
        yield from rift_dice(t, seat, origin, unit, n * way.rifts, damaged[origin].get(unit, 0))
    for tile, units in sorted(all_losses(moves).items()):
        yield from give_up(t, seat, tile, units)


def rift_dice(t: Table, seat: int, origin: str, unit: str, dice: int, damaged: int) -> Play[None]:
    """Roll for ships of a type, `damaged` of them such, that flew past a rift (TI4 63.2, H-12)."""
    values = t.roll(f"rift@{origin}/{unit}", dice)
    lost = sum(value <= RIFT_LOSS for value in values)
    goal = t.table.active_now.tile
    lost = min(lost, fleets.at(t.table, goal, seat).get(unit, 0))
    units = {unit: lost} if lost else {}
    t.tell(ev.RiftLosses(seat, values, units), cite="TI4 63.2")
    yield from destroy(t, goal, seat, units, cause="rift", sound=whole(t, units, damaged))
