"""Limits that hold at all times: fleet pool, capacity, lone structures, elimination (TI4 C.0)."""

from collections.abc import Iterable, Sequence
from random import Random

from rules.imperium import clicks, counters
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group
from rules.kernel.table import Play
from rules.lexicon import OrderLine, read_counted, write_counted
from rules.ti4 import events as ev
from rules.ti4 import nouns, points
from rules.ti4.combat.hits import destroy
from rules.ti4.components import modifiers, registry
from rules.ti4.facts import LIMITS, TILES, UNIT_TYPES
from rules.ti4.galaxy import tile_of
from rules.ti4.names import UNITS
from rules.ti4.speech import _
from rules.ti4.state import NoteId, Public, Table, View
from rules.ti4.units import fleets
from rules.toolbox.stock import Counts

_RULES = {"fleet": "TI4 54.3", "capacity": "TI4 35.3", "cargo": "TI4 H-20"}


class RemoveExcess(Decision[Counts]):
    """The choice of the units that go: ships over the fleet pool (TI4 54.3), units over capacity
    (35.3), cargo to leave (H-20)."""

    tile: str
    what: str
    """fleet, capacity or cargo"""

    Answer = Counts
    verbs = ("remove",)
    clock = "hits"
    rule = "TI4 54.3"

    def _candidates(self, v: View) -> list[str]:
        here = fleets.at(v.table, self.tile, self.seat)
        sheet = modifiers.sheet(v.table, self.seat)
        if self.what == "capacity":
            kinds: Sequence[str] = fleets.CARGO
        elif self.what == "cargo":
            kinds = [unit for unit in fleets.CARGO if not sheet[unit].move]
        else:
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
        if self.what == "cargo":
            return fleets.stranded(v.table, self.seat, left)
        load = fleets.Load(v.table, self.tile, self.seat, left)
        return load.capacity_over if self.what == "capacity" else load.fleet_over

    def problems(self, v: View, answer: Counts) -> list[Problem]:
        here = fleets.at(v.table, self.tile, self.seat)
        legal = self._candidates(v)
        rule = _RULES[self.what]
        for unit, n in answer.items():
            if unit not in legal or not 0 < n <= here.get(unit, 0):
                units = nouns.counted({u: here[u] for u in legal})
                words = _("Remove some of: {units}.", units=units)
                return [Problem("not-enough-units", words, rule)]
        over = self._over(v, answer)
        if over:
            return [Problem("still-over", _("That is not enough: {n} more must go.", n=over), rule)]
        for unit, n in answer.items():
            less = {**answer, unit: n - 1}
            if n and not self._over(v, less):
                return [Problem("too-many", _("Remove exactly the excess."), rule)]
        return []

    def default(self, v: View) -> Counts:
        gone: Counts = {}
        here = fleets.at(v.table, self.tile, self.seat)
        for unit in self._candidates(v):
            while self._over(v, gone) and gone.get(unit, 0) < here[unit]:
                gone[unit] = gone.get(unit, 0) + 1
        return self._least(v, gone)

    def _least(self, v: View, gone: Counts) -> Counts:
        """Return the same removal without the units that need not go."""
        for unit in list(gone):
            while gone[unit] and not self._over(v, {**gone, unit: gone[unit] - 1}):
                gone[unit] -= 1
        return {unit: n for unit, n in gone.items() if n}

    def sample(self, v: View, rng: Random) -> Counts:
        return self.default(v)

    def prompt(self, v: View) -> str:
        asked = {
            "cargo": _(
                "Your ships cannot carry everything away from tile {tile}: what is lost?",
                tile=self.tile,
            ),
            "fleet": _(
                "Your units in tile {tile} exceed your fleet pool: what is removed?",
                tile=self.tile,
            ),
            "capacity": _(
                "Your units in tile {tile} exceed the capacity of your ships: what is removed?",
                tile=self.tile,
            ),
        }[self.what]
        here = fleets.at(v.table, self.tile, self.seat)
        listed = nouns.counted({unit: here[unit] for unit in self._candidates(v)})
        return f"{asked} {_('{n} too many of: {units}.', n=self._over(v, {}), units=listed)}"

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        here = fleets.at(v.table, self.tile, self.seat)
        there = {unit: here[unit] for unit in self._candidates(v)}
        groups = (Group("", clicks.units("units", there, UNITS, nouns.unit)),)
        about = _("too many: {n}", n=self._over(v, {}))
        return [Form("remove", _("Remove"), ("REMOVE {units}",), groups, about)]

    def write(self, v: View, answer: Counts) -> str:
        return f"REMOVE {write_counted(answer, UNITS)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Counts]:
        last = len(lines) - 1
        got = read_counted(lines[last].rest, UNITS)
        return Reading(got.counts, (last,), got.read_as)

    def forced(self, public: View) -> Counts | None:
        return self.default(public) if len(self._candidates(public)) == 1 else None


def enforce(t: Table, seats: Iterable[int], tiles: Iterable[str] | None = None) -> Play[None]:
    """Enforce the limits of fleet (K-4), capacity (K-5) and tokens (K-6), in these systems (None:
    everywhere)."""
    seats = set(seats)
    for seat, tile in doubtful(t.table, seats, tiles):
        yield from enforce_in(t, tile, seat)
    for seat in _far_flung(t.table, seats):
        yield from lone_tokens(t, seat)


def _far_flung(table: Public, seats: set[int]) -> list[int]:
    """Return the seats with units in so many places that the plastic pieces could run out."""
    places = {str(seat): 0 for seat in seats}
    for where in (table.space, table.ground):
        for owners in where.values():
            for owner in owners:
                if owner in places:
                    places[owner] += 1
    fewest = min(LIMITS[unit] for unit in fleets.CARGO)
    return [seat for seat in sorted(seats) if places[str(seat)] > fewest]


def doubtful(table: Public, seats: set[int], tiles: Iterable[str] | None) -> list[tuple[int, str]]:
    """Return the seats and systems whose limits must be counted; most are plainly far below."""
    asked = {str(seat): seat for seat in seats}
    found = []
    for tile in table.space if tiles is None else {*tiles} & {*table.space}:
        for owner, counts in table.space[tile].items():
            seat = asked.get(owner)
            if seat is not None and not fleets.plainly_within(table, tile, seat, counts):
                found.append((seat, tile))
    return sorted(found, key=lambda at: (at[0], int(at[1])))


def enforce_in(t: Table, tile: str, seat: int) -> Play[None]:
    load = fleets.load(t.table, tile, seat)
    while load.fleet_over:
        gone = yield from _ask_excess(t, tile, seat, "fleet")
        for unit, n in fleets.ordered(gone):
            fleets.remove(t.table, tile, seat, unit, n)
        t.tell(ev.Removed(seat, tile, gone), cite=("TI4 54.3", "TI4 H-6"))
        load = fleets.load(t.table, tile, seat)
    if load.capacity_over:
        gone = yield from _ask_excess(t, tile, seat, "capacity")
        yield from destroy(t, tile, seat, gone, seat, "capacity")


def room_problems(
    table: Public,
    seat: int,
    tile: str,
    after: Counts,
    losses: Counts,
    before: fleets.Load | None = None,
) -> list[Problem]:
    """Return problems with an order that would overfill a system and does not say what is given up
    there (TI4 H-39). `after`: the seat's units there if nothing is; being over `before` is not the
    order's doing."""
    for unit, n in losses.items():
        if not 0 < n <= after.get(unit, 0):
            units = nouns.counted(after)
            words = _("In tile {tile} you would have {units}.", tile=tile, units=units)
            return [Problem("not-enough-units", words, "TI4 H-39")]

    def over(given_up: Counts) -> tuple[int, int, fleets.Load]:
        left = {unit: n - given_up.get(unit, 0) for unit, n in after.items()}
        load = fleets.Load(table, tile, seat, left)
        fleet = load.fleet_over - (before.fleet_over if before else 0)
        return fleet, load.capacity_over - (before.capacity_over if before else 0), load

    fleet, capacity, load = over(losses)
    if fleet > 0:
        words = _(
            "Tile {tile} would hold {n:g} ships that count, your fleet pool allows {most}; "
            "add LOSING and what is given up there.",
            tile=tile,
            n=load.fleet_weight,
            most=load.fleet_limit,
        )
        return [Problem("fleet-pool", words, "TI4 54.1")]
    if capacity > 0:
        words = _(
            "In tile {tile} {n} unit(s) would lack capacity; "
            "add LOSING and what is given up there.",
            tile=tile,
            n=capacity,
        )
        return [Problem("over-capacity", words, "TI4 35.2")]
    for unit, n in losses.items():
        if max(over({**losses, unit: n - 1})[:2]) <= 0:
            return [Problem("too-many", _("Give up exactly the excess."), "TI4 H-39")]
    return []


def give_up(t: Table, seat: int, tile: str, losses: Counts) -> Play[None]:
    """Remove the units that an order gave up, if the limits still ask (TI4 54.3, 35.3, H-6)."""
    cargo = {unit: n for unit, n in losses.items() if unit in fleets.CARGO}
    if fleets.load(t.table, tile, seat).fleet_over:
        gone = {unit: n for unit, n in fleets.ordered(losses) if unit not in cargo}
        gone = gone or cargo
        for unit, n in gone.items():
            fleets.remove(t.table, tile, seat, unit, n)
        t.tell(ev.Removed(seat, tile, gone), cite=("TI4 54.3", "TI4 H-6"))
    if cargo and fleets.load(t.table, tile, seat).capacity_over:
        yield from destroy(t, tile, seat, cargo, seat, "capacity")


def lone_tokens(t: Table, seat: int) -> Play[None]:
    """Remove groups of fighters or infantry without one of the plastic pieces (TI4 87.3, 88.3,
    H-62)."""
    for unit in fleets.CARGO:
        for place in groups(t.table, seat, unit)[LIMITS[unit] :]:
            lost = {unit: fleets.at(t.table, place, seat)[unit]}
            yield from destroy(t, place, seat, lost, cause="lone tokens")


def groups(table: Public, seat: int, unit: str) -> list[str]:
    """Return where a seat has such units; the active system, with the newest, is last."""
    if len(table.space) + len(table.ground) <= LIMITS[unit]:
        return []
    mine = str(seat)
    found = [
        place
        for where in (table.space, table.ground)
        for place, owners in where.items()
        if unit in owners.get(mine, ())
    ]
    if len(found) <= LIMITS[unit]:
        return found
    active = "" if table.active is None else table.active.tile
    return sorted(found, key=lambda place: (tile_of(place) == active, place not in TILES, place))


def leave_behind(t: Table, tile: str, seat: int) -> Play[None]:
    """Destroy the units that ships which leave together cannot carry (TI4 H-20)."""
    if fleets.stranded(t.table, seat, fleets.at(t.table, tile, seat)):
        gone = yield from _ask_excess(t, tile, seat, "cargo")
        yield from destroy(t, tile, seat, gone, cause="left behind")


def _ask_excess(t: Table, tile: str, seat: int, what: str) -> Play[Counts]:
    t.table.settling = tile
    gone = yield from t.ask(RemoveExcess(seat, tile, what))
    t.table.settling = ""
    return gone


def destroy_blockaded_docks(t: Table) -> Play[None]:
    """Destroy a space dock in a space area once it is blockaded (TI4 62.4a)."""
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
    """Take out every player who has nothing left; the last player wins (TI4 18.1, K-10)."""
    for seat, side in enumerate(t.table.sides):
        if not side.out and eliminated(t.table, seat):
            eliminate(t, seat)
    alive = [seat for seat, side in enumerate(t.table.sides) if not side.out]
    if len(alive) == 1:
        points.win(t, alive[0])


def eliminated(table: Public, seat: int) -> bool:
    """Return whether the seat has no ground forces, no unit with Production and no planet."""
    if seat in table.control.values():
        return False
    sheet = modifiers.sheet(table, seat)
    for _place, counts in fleets.places_of(table, seat):
        if any(sheet[u].is_ground or sheet[u].produces for u in counts if u in sheet):
            return False
    return True


def eliminate(t: Table, seat: int) -> None:
    """Take a player out of the game with everything the player owns (TI4 18.2 to 18.4, 75.7,
    H-53)."""
    table, side, mine = t.table, t.table.sides[seat], str(seat)
    t.tell(ev.Eliminated(seat), cite="TI4 18.1")
    for where in (table.space, table.ground, table.damaged):
        for place in list(where):
            where[place].pop(mine, None)
            if not where[place]:
                del where[place]
    counters.take_all(table.tokens, seat)
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
    """Send foreign notes home and own ones out of the game, wherever they are (TI4 18.4, 75.7)."""
    for seat, side in enumerate(t.table.sides):
        hand = t.hand[seat].notes
        if seat == gone:
            for note in [*hand, *side.in_play]:
                owner = NoteId.read(note).owner
                if owner != gone:
                    t.hand[owner].notes.append(note)
                    t.table.sides[owner].notes += 1
            t.hand[seat].notes, side.in_play, side.notes = [], [], 0
            continue
        t.hand[seat].notes = [n for n in hand if NoteId.read(n).owner != gone]
        _in_play_leaves(t, seat, gone)
        side.notes = len(t.hand[seat].notes)


def _in_play_leaves(t: Table, seat: int, gone: int) -> None:
    side = t.table.sides[seat]
    for note in [n for n in side.in_play if NoteId.read(n).owner == gone]:
        side.in_play.remove(note)
        registry.note(NoteId.read(note).note).leaves_play(t, seat)


def _laws_gone(t: Table, seat: int) -> None:
    """Discard the laws an eliminated player owns (TI4 18.3)."""
    for law in [law for law, at in sorted(t.table.laws.items()) if at.owner == seat]:
        del t.table.laws[law]
        t.table.agenda_discard.append(law)
