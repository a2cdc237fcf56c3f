"""Moving ships and what they carry into the activated system (TI3 8.3, 16.7)."""

from collections.abc import Sequence
from random import Random
from typing import Self

from rules.kernel.decisions import Attack, Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Form
from rules.kernel.table import Play
from rules.lexicon import OrderLine, write_counted
from rules.ti3 import events as ev
from rules.ti3 import nouns
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.facts import SHIPS, TILES
from rules.ti3.galaxy import tile_of
from rules.ti3.names import NOTHING_WORDS
from rules.ti3.names import UNITS as UNIT_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Counts, Hold, Public, Table, View
from rules.ti3.tactical.activated import in_action
from rules.ti3.tactical.move_orders import leaders_at, moves_form, read_moves, write_move
from rules.ti3.tactical.moves import (
    Move,
    available,
    cargo_problems,
    free_room,
    movers,
    origins,
    permits,
    room_after,
    way_of,
)
from rules.ti3.tactical.paths import Chart
from rules.ti3.tactical.whole_fleets import whole_fleet
from rules.ti3.units import fleets
from rules.ti3.units.fleets import Piece
from rules.ti3.units.limits import enforce
from rules.ti3.variants import domains, leaders
from rules.toolbox.targets import as_target


class MoveShips(Decision[list[Move]]):
    """Which ships move to the active system, by which way and with what aboard (TI3 8.3, 35.6)."""

    Answer = list[Move]
    part_of_turn = True
    verbs = ("move", "land", "bombard", "produce", "build", "done")
    rule = "TI3 8.3.1"

    @classmethod
    def as_if_asked(
        cls, v: View, seat: int, line: OrderLine, begun: Sequence[OrderLine]
    ) -> tuple[Self, View] | None:
        seen = in_action(v, seat, begun) if line.verb == "move" else None
        return (cls(seat), seen) if seen is not None else None

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
        goal = self._goal(v)
        chart = Chart(v.table, self.seat, goal)
        starts = origins(v.table, self.seat, goal)
        found = [whole_fleet(v, self.seat, origin, chart, self.problems) for origin in starts]
        return [*(write_move(move) for move in found if move is not None), "MOVE nothing"]

    def forms(self, v: View) -> list[Form]:
        """Return the ships of every system in reach with what they can carry, by steps."""
        goal = self._goal(v)
        chart = Chart(v.table, self.seat, goal)
        title = _("Move into {tile}", tile=ev.title(goal))
        leaving = {}
        for origin in (*origins(v.table, self.seat, goal), goal):
            ships = {
                unit: n
                for unit, n in fleets.ordered(fleets.at(v.table, origin, self.seat))
                if self._arrives(v, unit, origin, chart)
            }
            if ships:
                leaving[origin] = ships
        return moves_form(v, self.seat, title, leaving, (goal,))

    def _arrives(self, v: View, unit: str, origin: str, chart: Chart) -> bool:
        """Return whether a ship gets there, with the help of leaders that it could take along."""
        riders = leaders_at(v, self.seat, origin)
        for aboard in ([], riders) if riders else ([],):
            move = Move(origin, {unit: 1}, {}, aboard)
            if way_of(v.table, self.seat, move, chart).get(unit) is not None:
                return True
        return False

    def attack(self, v: View, answer: list[Move]) -> Attack | None:
        """Return the battle in the activated system, with all that would be there."""
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
        """Read all MOVE lines together; orders for later steps alone mean that nothing moves."""
        mine = [i for i, line in enumerate(lines) if line.verb == "move"]
        moves: list[Move] = []
        notes: list[str] = []
        for i in mine:
            if lines[i].rest.strip().lower() not in NOTHING_WORDS:
                moves += read_moves(v, self.seat, lines[i].rest, (self._goal(v),), notes)
        return Reading(moves, tuple(mine), tuple(notes))


def apply_move(t: Table, seat: int, goal: str, move: Move) -> None:
    """Move ships away with their cargo, let them take more aboard, and put them down at the
    goal."""
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
    """Put cargo into one ship after the other, and tell what is aboard in the end."""
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
    """Put ground forces first into ships that can carry nothing else."""
    order = sorted(ships, key=lambda hold: bool(modifiers.capacity(hold.ship)))
    for hold in order:
        fits = min(n, fleets.room(table, seat, hold)[unit])
        if fits > 0:
            hold.units[unit] = hold.units.get(unit, 0) + fits
            n -= fits


class PermitPassage(Choice[bool]):
    """Whether a fleet with a diplomat may cross the system (TI3 29.6.2, W27)."""

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
        """Read yes or no; a price is no order, because a passage is paid for before (TI3 1.5.2)."""
        last = len(lines) - 1
        if any(letter.isdigit() for letter in lines[last].rest):
            return super().read_orders(v, lines)
        return Reading(lines[last].verb == "permit", (last,))


def move_ships(t: Table, seat: int) -> Play[None]:
    """Move ships, then open probing and cards (K2, K2p)."""
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
    """Ask those whose ships stand in a diplomat's way, each system once; return the systems
    permitted."""
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
