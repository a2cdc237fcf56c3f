"""The transfer action (TI3 9)."""

from collections.abc import Sequence
from random import Random

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti3 import economy, galaxy
from rules.ti3 import events as ev
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.facts import TILES
from rules.ti3.names import NOTHING_WORDS
from rules.ti3.speech import _
from rules.ti3.state import Active, Counts, Public, Table, Until, View
from rules.ti3.tactical.cannon import enemy_fire
from rules.ti3.tactical.landing import Land, active_of, put_down
from rules.ti3.tactical.move_orders import moves_form, read_moves, write_move
from rules.ti3.tactical.movement import apply_move
from rules.ti3.tactical.moves import Move, available, cargo_problems, movers
from rules.ti3.tactical.paths import Chart
from rules.ti3.tactical.production import production
from rules.ti3.tactical.tactical_action import activation_problems, pay_toll
from rules.ti3.units import fleets
from rules.ti3.units.cargo import restow
from rules.ti3.units.limits import check_elimination, enforce
from rules.ti3.variants import leaders
from rules.toolbox.targets import as_target


def transfer_problems(table: Public, seat: int, pool: str, other: str) -> list[Problem]:
    """Return why a transfer between these systems is not allowed (TI3 9.1.2 to 9.1.4, 9.1.10,
    E90)."""
    if table.sides[seat].command < 1:
        return [Problem("no-counter", _("Your Command Pool is empty."), "TI3 9.1.10")]
    if economy.counter_reserve(table, seat) < 1:
        words = _("The second counter comes from reinforcements, which are empty.")
        return [Problem("no-counter", words, "TI3 E90")]
    for tile in (pool, other):
        problems = activation_problems(table, seat, tile)
        if problems:
            return problems
        owners = fleets.owners_in(table, tile)
        if owners != {seat}:
            words = _("{tile} must hold units of yours and none of others.", tile=ev.title(tile))
            return [Problem("not-friendly", words, "TI3 9.1.3")]
    if pool == other or other not in galaxy.for_movement(table).get(pool, ()):
        words = _("The two systems must be adjacent.")
        return [Problem("not-adjacent", words, "TI3 9.1.2")]
    return []


def transfer_ideas(table: Public, seat: int) -> list[tuple[str, str]]:
    """Return pairs of systems a transfer is possible between."""
    links = galaxy.for_movement(table)
    mine = [tile for tile in sorted(table.places) if fleets.owners_in(table, tile) == {seat}]
    return [
        (one, two)
        for one in mine
        for two in links.get(one, ())
        if two in mine and not transfer_problems(table, seat, one, two)
    ]


class Shift(Fixed):
    """Moves into the first system, and moves into the second."""

    here: list[Move] = []
    there: list[Move] = []


class ShiftShips(Decision[Shift]):
    """Which ships go both ways between the two systems (TI3 9.1.5)."""

    Answer = Shift
    part_of_turn = True
    verbs = ("move", "land", "produce", "build", "done")
    rule = "TI3 9.1.5"

    def _pair(self, v: View) -> tuple[str, str]:
        active = active_of(v.table)
        return active.tile, active.other

    def problems(self, v: View, answer: Shift) -> list[Problem]:
        first, second = self._pair(v)
        every = [*answer.here, *answer.there]
        problems = available(v.table, self.seat, every)
        for moves, goal, origin in ((answer.here, first, second), (answer.there, second, first)):
            for move in moves:
                problems = problems or self._one(v, move, goal, origin)
        return problems or self._room(v, answer)

    def _one(self, v: View, move: Move, goal: str, origin: str) -> list[Problem]:
        if move.origin not in (origin, goal) or move.via or not move.ships:
            words = _("Ships move between the two activated systems.")
            return [Problem("not-between", words, self.rule)]
        chart = Chart(v.table, self.seat, goal)
        for unit in move.ships:
            alone = unit != "fighter" or modifiers.fighters_alone(v.table, self.seat)
            if not alone or not chart.reach(unit, move.origin):
                words = _("Fighters cannot move by themselves; load them: WITH 2 fighters.")
                return [Problem("cannot-move", words, "TI3 16.9.2")]
        return cargo_problems(v.table, self.seat, move, {origin, goal}, goal)

    def _room(self, v: View, answer: Shift) -> list[Problem]:
        """Return problems with limits, both ways at once: what leaves makes room for what comes."""
        first, second = self._pair(v)
        after: dict[str, Counts] = {}
        slots: dict[str, int] = {}
        for tile in (first, second):
            after[tile] = dict(fleets.at(v.table, tile, self.seat))
            slots[tile] = fleets.cargo_in_slots(fleets.holds(v.table, tile, self.seat))
        for goal, moves in ((first, answer.here), (second, answer.there)):
            for move in moves:
                _shift(v.table, self.seat, goal, move, after, slots)
        lost = sum(move.losing for move in (*answer.here, *answer.there))
        for tile in (first, second):
            counts = {u: n for u, n in after[tile].items() if n > 0}
            load = fleets.load_of(v.table, tile, self.seat, counts, slots[tile])
            now = fleets.load(v.table, tile, self.seat)
            if load.fleet_over > now.fleet_over:
                where = ev.title(tile)
                words = _(
                    "Your Fleet Supply allows {n} ships in {where}.", n=load.limit, where=where
                )
                return [Problem("over-fleet", words, "TI3 8.3.10")]
            lost -= max(0, load.fighters_over - now.fighters_over)
        if lost < 0:
            words = _("Fighters would be left without support: write LOSING 2 fighters.")
            return [Problem("stranded", words, "TI3 E25")]
        return []

    def default(self, v: View) -> Shift:
        return Shift()

    def sample(self, v: View, rng: Random) -> Shift:
        first, second = self._pair(v)
        answer = Shift()
        for goal, origin in ((first, second), (second, first)):
            here = fleets.at(v.table, origin, self.seat)
            ships = {
                u: rng.randint(1, n)
                for u, n in fleets.ordered(here)
                if u != "fighter" and rng.random() < 0.5
            }
            if not ships:
                continue
            load: dict[str, Counts] = {}
            for planet in TILES[origin].planets:
                forces = fleets.ground_forces(v.table, planet, self.seat)
                if forces and rng.random() < 0.5:
                    load[planet] = {"ground_force": 1}
            for cargo in (load, {}):
                move = Move(origin, ships, cargo)
                grown = (
                    Shift([*answer.here, move], answer.there)
                    if goal == first
                    else Shift(answer.here, [*answer.there, move])
                )
                if not self.problems(v, grown):
                    answer = grown
                    break
        return answer

    def prompt(self, v: View) -> str:
        first, second = map(ev.title, self._pair(v))
        return _("Move ships between {one} and {two}?", one=first, two=second)

    def template(self, v: View) -> Sequence[str]:
        first, second = self._pair(v)
        lines = []
        for goal, origin in ((first, second), (second, first)):
            here = fleets.at(v.table, origin, self.seat)
            ships = {u: n for u, n in fleets.ordered(here) if u != "fighter"}
            if ships:
                move = Move(origin, ships)
                answer = Shift([move]) if goal == first else Shift([], [move])
                lines.append(self.write(v, answer))
        return [*self.only_legal(v, lines), "MOVE nothing"]

    def forms(self, v: View) -> list[Form]:
        """Return the ships of both systems; which system they leave says which way they go."""
        pair = self._pair(v)
        leaving = {}
        for tile in pair:
            ships = dict(fleets.ordered(fleets.at(v.table, tile, self.seat)))
            alone = modifiers.fighters_alone(v.table, self.seat)
            ships = {u: n for u, n in ships.items() if u != "fighter" or alone}
            if ships:
                leaving[tile] = ships
        title = _("Move between {one} and {two}", one=ev.title(pair[0]), two=ev.title(pair[1]))
        return moves_form(v, self.seat, title, leaving, pair)

    def write(self, v: View, answer: Shift) -> str:
        """Write the moves; one into the second system comes from the first, so the origin says
        which way."""
        return "\n".join(map(write_move, (*answer.here, *answer.there))) or "MOVE nothing"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Shift]:
        first, _second = self._pair(v)
        mine = [i for i, line in enumerate(lines) if line.verb == "move"]
        here: list[Move] = []
        there: list[Move] = []
        notes: list[str] = []
        for i in mine:
            if lines[i].rest.strip().lower() in NOTHING_WORDS:
                continue
            for move in read_moves(v, self.seat, lines[i].rest, self._pair(v), notes):
                (there if move.origin == first else here).append(move)
        return Reading(Shift(here, there), tuple(mine), tuple(notes))


def _shift(
    table: Public,
    seat: int,
    goal: str,
    move: Move,
    after: dict[str, Counts],
    slots: dict[str, int],
) -> None:
    for unit, pieces in movers(table, seat, move).items():
        after[move.origin][unit] -= len(pieces)
        after[goal][unit] = after[goal].get(unit, 0) + len(pieces)
        if modifiers.capacity(unit):
            carried = sum(fleets.aboard(p.hold) for p in pieces if p.hold is not None)
            slots[move.origin] -= carried
            slots[goal] += carried
    for place, units in move.load.items():
        flying = units.get("fighter", 0)
        if place in TILES and flying:
            after[place]["fighter"] -= flying
            after[goal]["fighter"] = after[goal].get("fighter", 0) + flying
        slots[goal] += units.get("pds", 0) + units.get("ground_force", 0)


def transfer_action(t: Table, seat: int, pool: str, other: str) -> Play[None]:
    """Activate two own systems and move ships between them (TI3 9.1.1)."""
    for tile in (pool, other):
        yield from pay_toll(t, seat, tile)
    economy.place_counter(t, seat, pool, "command")
    economy.place_counter(t, seat, other)
    t.table.active = Active(seat, pool, other)
    for tile in (pool, other):
        t.tell(ev.Activated(seat, tile), cite="TI3 9.1.2")
    yield from timing.moment(t, w.AFTER_ACTIVATION, as_target(pool))
    shift = yield from t.sub("move").ask(ShiftShips(seat))
    for move in shift.here:
        apply_move(t, seat, pool, move)
    for move in shift.there:
        apply_move(t, seat, other, move)
    yield from enforce(t, (seat,), (pool, other))
    for tile in (pool, other):
        yield from enemy_fire(t.sub(f"fire@{tile}"), seat, tile)
    yield from land(t, seat)
    if not t.table.sides[seat].out:
        yield from production(t, seat, pool, other)
    yield from enforce(t, (seat,), (pool, other))
    t.table.active = None
    timing.expire(t.table, Until.ACTIVATION)
    check_elimination(t)


def land(t: Table, seat: int) -> Play[None]:
    """Land troops on own planets only (F4; TI3 9.1.7)."""
    active = active_of(t.table)
    tiles = (active.tile, active.other)
    cargo = any(
        fleets.cargo(t.table, tile, seat) or leaders.in_fleet(t.table, tile, seat) for tile in tiles
    )
    if not cargo or not any(fleets.controlled_in(t.table, tile, seat) for tile in tiles):
        return
    answer = yield from t.ask(Land(seat))
    economy.spend(t, seat, answer.pay)
    for drop in answer.drops:
        yield from put_down(t, seat, drop)
    restow(t.table, seat, active.tile, answer.stow)
