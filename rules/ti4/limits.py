"""Limits that hold at all times: fleet pool, capacity, lone structures, elimination (TI4 C.0)."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.table import Play, Table
from rules.kernel.views import View
from rules.lexicon import OrderLine, read_counted, write_counted
from rules.ti4 import events as ev
from rules.ti4 import fleets, modifiers, points, registry
from rules.ti4.combat.hits import destroy
from rules.ti4.facts import UNIT_TYPES
from rules.ti4.names import UNITS
from rules.ti4.state import Counts


class RemoveExcess(Decision[Counts]):
    """Ships over the fleet pool (TI4 54.3), or units over capacity (35.3)."""

    tile: str
    what: str
    """fleet or capacity"""

    Answer = Counts
    verbs = ("remove",)
    clock = "hits"
    rule = "TI4 54.3"

    def _candidates(self, v: View) -> list[str]:
        here = fleets.at(v.table, self.tile, self.seat)
        if self.what == "capacity":
            kinds: Sequence[str] = ("fighter", "infantry")
        else:
            sheet = modifiers.sheet(v.table, self.seat)
            ships = [u for u in UNIT_TYPES if u in sheet and sheet[u].is_ship and u in here]
            loose = sheet["fighter"].excess_weight > 0
            kinds = sorted(
                [u for u in ships if loose or u != "fighter"],
                key=lambda u: (u == "flagship", sheet[u].cost or 0, u),
            )
        return [unit for unit in kinds if here.get(unit)]

    def _over(self, v: View, gone: Counts) -> int:
        here = fleets.at(v.table, self.tile, self.seat)
        left = {u: n - gone.get(u, 0) for u, n in here.items()}
        load = fleets.Load(v.table, self.tile, self.seat, left)
        return load.capacity_over if self.what == "capacity" else load.fleet_over

    def problems(self, v: View, answer: Counts) -> list[Problem]:
        here = fleets.at(v.table, self.tile, self.seat)
        legal = self._candidates(v)
        rule = "TI4 35.3" if self.what == "capacity" else "TI4 54.3"
        for unit, n in answer.items():
            if unit not in legal or not 0 < n <= here.get(unit, 0):
                words = f"Remove some of: {write_counted({u: here[u] for u in legal}, UNITS)}."
                return [Problem("not-enough-units", words, rule)]
        if self._over(v, answer):
            return [Problem("still-over", "That is not enough: more must go.", rule)]
        for unit, n in answer.items():
            less = {**answer, unit: n - 1}
            if n and not self._over(v, less):
                return [Problem("too-many", "Remove exactly the excess.", rule)]
        return []

    def default(self, v: View) -> Counts:
        gone: Counts = {}
        here = fleets.at(v.table, self.tile, self.seat)
        for unit in self._candidates(v):
            while self._over(v, gone) and gone.get(unit, 0) < here[unit]:
                gone[unit] = gone.get(unit, 0) + 1
        return self._least(v, gone)

    def _least(self, v: View, gone: Counts) -> Counts:
        """Nothing goes that need not."""
        for unit in list(gone):
            while gone[unit] and not self._over(v, {**gone, unit: gone[unit] - 1}):
                gone[unit] -= 1
        return {unit: n for unit, n in gone.items() if n}

    def sample(self, v: View, rng: Random) -> Counts:
        return self.default(v)

    def prompt(self, v: View) -> str:
        limit = "your fleet pool" if self.what == "fleet" else "the capacity of your ships"
        return f"Your units in tile {self.tile} exceed {limit}: what is removed?"

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def write(self, v: View, answer: Counts) -> str:
        return f"REMOVE {write_counted(answer, UNITS)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Counts]:
        last = len(lines) - 1
        got = read_counted(lines[last].rest, UNITS)
        return Reading(got.counts, (last,), got.read_as)

    def forced(self, public: View) -> Counts | None:
        return self.default(public) if len(self._candidates(public)) == 1 else None


def enforce(t: Table, seats: Iterable[int], tiles: Iterable[str] | None = None) -> Play[None]:
    """K-4 fleet limit and K-5 capacity, in these systems (None: everywhere)."""
    for seat, tile in doubtful(t.table, set(seats), tiles):
        yield from enforce_in(t, tile, seat)


def doubtful(table: Any, seats: set[int], tiles: Iterable[str] | None) -> list[tuple[int, str]]:
    """Seats and systems to look at; most are far below every limit and are passed by."""
    wanted = table.space if tiles is None else [x for x in tiles if x in table.space]
    found = [
        (int(seat), tile)
        for tile in wanted
        for seat, counts in table.space[tile].items()
        if int(seat) in seats and not fleets.plainly_within(table, int(seat), counts)
    ]
    return sorted(found, key=lambda at: (at[0], int(at[1])))


def enforce_in(t: Table, tile: str, seat: int) -> Play[None]:
    while fleets.load(t.table, tile, seat).fleet_over:
        gone = yield from _ask_excess(t, tile, seat, "fleet")
        for unit, n in fleets.ordered(gone):
            fleets.remove(t.table, tile, seat, unit, n)
        t.tell(ev.Removed(seat, tile, gone), cite=("TI4 54.3", "TI4 H-6"))
    if fleets.load(t.table, tile, seat).capacity_over:
        gone = yield from _ask_excess(t, tile, seat, "capacity")
        yield from destroy(t, tile, seat, gone, seat, "capacity")


def _ask_excess(t: Table, tile: str, seat: int, what: str) -> Play[Counts]:
    t.table.settling = tile
    gone = yield from t.ask(RemoveExcess(seat, tile, what))
    t.table.settling = ""
    return gone


def lone_docks(t: Table) -> Play[None]:
    """TI4 62.4a: a space dock in a space area is lost once it is blockaded."""
    lost = [
        (tile, int(seat), counts["space_dock"])
        for tile, owners in t.table.space.items()
        if len(owners) > 1
        for seat, counts in owners.items()
        if counts.get("space_dock") and fleets.blockaded(t.table, tile, int(seat))
    ]
    for tile, seat, n in sorted(lost):
        yield from destroy(t, tile, seat, {"space_dock": n}, cause="blockade")
        yield from enforce_in(t, tile, seat)


def check_elimination(t: Table) -> None:
    """K-10: TI4 18.1"""
    for seat, side in enumerate(t.table.sides):
        if not side.out and eliminated(t.table, seat):
            eliminate(t, seat)
    alive = [seat for seat, side in enumerate(t.table.sides) if not side.out]
    if len(alive) == 1:
        points.win(t, alive[0])


def eliminated(table: Any, seat: int) -> bool:
    """No ground forces, no unit with Production, no planet."""
    if seat in table.control.values():
        return False
    sheet = modifiers.sheet(table, seat)
    for _, counts in fleets.places_of(table, seat):
        if any(sheet[u].is_ground or sheet[u].produces for u in counts if u in sheet):
            return False
    return True


def eliminate(t: Table, seat: int) -> None:
    """TI4 18.2 to 18.4, 75.7, H-53"""
    table, side, mine = t.table, t.table.sides[seat], str(seat)
    t.tell(ev.Eliminated(seat), cite="TI4 18.1")
    for where in (table.space, table.ground, table.damaged):
        for place in list(where):
            where[place].pop(mine, None)
            if not where[place]:
                del where[place]
    for tile in list(table.tokens):
        table.tokens[tile] = [s for s in table.tokens[tile] if s != seat]
        if not table.tokens[tile]:
            del table.tokens[tile]
    table.discard += t.hand[seat].cards
    t.box.secret = t.shuffle(f"secret deck@{seat}", sorted(t.box.secret + t.hand[seat].secrets))
    for card in side.cards:
        table.card_goods[card] = 0
    table.supply -= side.goods + side.commodities
    _notes_home(t, seat)
    _laws_gone(t, seat)
    t.hand[seat].cards, t.hand[seat].secrets = [], []
    for name in ("hand", "secrets", "goods", "commodities", "tactic", "fleet", "strategy"):
        setattr(side, name, 0)
    side.cards, side.used, side.techs, side.exhausted = [], [], [], []
    side.out = side.passed = True
    table.effects = [e for e in table.effects if e.seat != seat]
    if table.speaker == seat:
        count = len(table.sides)
        order = [(seat + k) % count for k in range(1, count)]
        table.speaker = next(s for s in order if not table.sides[s].out)


def _notes_home(t: Table, gone: int) -> None:
    """TI4 18.4, 75.7: foreign notes go home, own ones leave the game, wherever they are."""
    for seat, side in enumerate(t.table.sides):
        hand = t.hand[seat].notes
        if seat == gone:
            for note in [*hand, *side.in_play]:
                owner = int(note.split(":")[0])
                if owner != gone:
                    t.hand[owner].notes.append(note)
                    t.table.sides[owner].notes += 1
            t.hand[seat].notes, side.in_play, side.notes = [], [], 0
            continue
        t.hand[seat].notes = [n for n in hand if int(n.split(":")[0]) != gone]
        _in_play_leaves(t, seat, gone)
        side.notes = len(t.hand[seat].notes)


def _in_play_leaves(t: Table, seat: int, gone: int) -> None:
    side = t.table.sides[seat]
    for note in [n for n in side.in_play if int(n.split(":")[0]) == gone]:
        side.in_play.remove(note)
        registry.get("note", note.split(":")[1]).leaves_play(t, seat)


def _laws_gone(t: Table, seat: int) -> None:
    """TI4 18.3"""
    for law in [law for law, at in sorted(t.table.laws.items()) if at.owner == seat]:
        del t.table.laws[law]
        t.table.agenda_discard.append(law)
