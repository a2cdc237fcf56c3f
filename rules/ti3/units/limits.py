"""Limits that hold at all times: Fleet Supply, fighters, elimination (TI3 13.3, 17.3)."""

from collections.abc import Iterable, Sequence
from random import Random

from rules.imperium import clicks, counters
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Total
from rules.kernel.table import Play
from rules.lexicon import OrderLine, read_counted, write_counted
from rules.ti3 import events as ev
from rules.ti3 import nouns, points
from rules.ti3.facts import CONTRACTS, LEADERS
from rules.ti3.galaxy import clockwise
from rules.ti3.names import UNITS as UNIT_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Counts, Public, Table, View
from rules.ti3.units import fleets
from rules.ti3.units.losses import destroy
from rules.toolbox.targets import each, player

_FIRST_TO_GO = ("destroyer", "cruiser", "carrier", "dreadnought", "war_sun")


class RemoveExcess(Decision[Counts]):
    """Which ships over Fleet Supply are removed (TI3 17.3.2)."""

    tile: str

    Answer = Counts
    verbs = ("remove",)
    clock = "hits"
    rule = "TI3 17.3.2"

    def _over(self, v: View) -> int:
        return fleets.load(v.table, self.tile, self.seat).fleet_over

    def _here(self, v: View) -> Counts:
        here = fleets.at(v.table, self.tile, self.seat)
        load = fleets.load(v.table, self.tile, self.seat)
        kinds = (*_FIRST_TO_GO, "fighter")
        loose = load.weight - fleets.big_ships(here)
        found = {u: here[u] for u in kinds if here.get(u)}
        if "fighter" in found:
            found["fighter"] = loose
        return {u: n for u, n in found.items() if n}

    def problems(self, v: View, answer: Counts) -> list[Problem]:
        here = self._here(v)
        if any(unit not in here or not 0 < n <= here[unit] for unit, n in answer.items()):
            words = _("Remove some of: {units}.", units=nouns.counted(here))
            return [Problem("not-enough-units", words, self.rule)]
        if sum(answer.values()) != self._over(v):
            words = _("Exactly {n} ship(s) must go.", n=self._over(v))
            return [Problem("wrong-number", words, self.rule)]
        return []

    def default(self, v: View) -> Counts:
        """Return fighters that count, then in the order of the spec; empty carriers first (TI3
        41.6)."""
        here, left = self._here(v), self._over(v)
        gone: Counts = {}
        bare = sum(p.hold is None for p in fleets.pieces(v.table, self.tile, self.seat, "carrier"))
        steps = [("fighter", 99), ("destroyer", 99), ("cruiser", 99), ("carrier", bare)]
        steps += [("dreadnought", 99), ("carrier", 99), ("war_sun", 99)]
        for unit, most in steps:
            n = min(left, here.get(unit, 0) - gone.get(unit, 0), most - gone.get(unit, 0))
            if n > 0:
                gone[unit] = gone.get(unit, 0) + n
                left -= n
        return fleets.tidy(gone)

    def sample(self, v: View, rng: Random) -> Counts:
        pool = [u for u, n in self._here(v).items() for _ in range(n)]
        picked = rng.sample(pool, self._over(v))
        return fleets.tidy({u: picked.count(u) for u in picked})

    def prompt(self, v: View) -> str:
        return _(
            "{n} ship(s) too many in {where}: what is removed? There: {units}.",
            n=self._over(v),
            where=ev.title(self.tile),
            units=nouns.counted(self._here(v)),
        )

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        fields = clicks.units("units", self._here(v), UNIT_NAMES, nouns.unit)
        totals = (Total(_("removed"), clicks.keys(fields), most=self._over(v)),)
        lines, groups = ("REMOVE {units}",), (Group("", fields),)
        return [Form("remove", _("Remove"), lines, groups, "", totals)]

    def write(self, v: View, answer: Counts) -> str:
        return f"REMOVE {write_counted(answer, UNIT_NAMES)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Counts]:
        last = len(lines) - 1
        got = read_counted(lines[last].rest, UNIT_NAMES)
        return Reading(fleets.tidy(got.counts), (last,), got.read_as)


def enforce(t: Table, seats: Iterable[int], tiles: Sequence[str] | None = None) -> Play[None]:
    """Remove excess ships at the owner's choice, then unsupported fighters; nothing is checked
    where a space battle goes on (TI3 17.3.2, 16.9.4, 10.2.10)."""
    for seat in seats:
        if t.table.sides[seat].out:
            continue
        for tile in tiles if tiles is not None else fleets.tiles_with_ships(t.table, seat):
            yield from enforce_in(t, seat, tile)


def enforce_in(t: Table, seat: int, tile: str) -> Play[None]:
    table: Public = t.table
    battle = table.battle
    if battle is not None and not battle.planet and battle.tile == tile and not battle.over:
        return
    if fleets.plainly_within(table, tile, seat):
        return
    load = fleets.load(table, tile, seat)
    if load.fleet_over:
        gone = yield from t.ask(RemoveExcess(seat, tile))
        yield from destroy(t, tile, seat, gone, cite="TI3 17.3.2")
    over = fleets.load(t.table, tile, seat).fighters_over
    if over:
        yield from destroy(t, tile, seat, {"fighter": over}, cite="TI3 16.9.4")


def check_elimination(t: Table) -> None:
    """Take players without planets and units out of the game (TI3 13.3.1, E88, E89, E102, E139)."""
    table: Public = t.table
    for seat, side in enumerate(table.sides):
        if side.out or not side.race:
            continue
        if fleets.controlled(table, seat) or any(True for _ in fleets.places_of(table, seat)):
            continue
        _eliminate(t, seat)
    alive = [seat for seat, side in enumerate(table.sides) if not side.out]
    if len(alive) == 1:
        points.win(t, alive, "TI3 E102")


def _eliminate(t: Table, seat: int) -> None:
    table: Public = t.table
    side = table.sides[seat]
    heir = clockwise(table, seat)
    side.out = True
    side.passed = True
    table.discard += t.hand[seat].cards
    t.hand[seat].cards = []
    side.hand = 0
    side.secret = False
    if t.hand[seat].secret:
        t.box.unused.append(t.hand[seat].secret)
        t.hand[seat].secret = ""
    side.lazax = 0
    lost = side.goods
    side.goods = 0
    table.goods += lost
    table.agreements = [a for a in table.agreements if seat not in a.seats]
    table.dead_contracts += [c.id for c in CONTRACTS.values() if c.race == side.race]
    for law in [law for law in table.laws if player(seat) in each(law.elected)]:
        table.laws.remove(law)
        table.agenda_discard.append(law.id)
        t.tell(ev.LawEnded(law.id), cite="TI3 E139")
    table.effects = [e for e in table.effects if e.seat != seat]
    for leader, where in sorted(table.leaders.items()):
        if where == player(seat) or LEADERS[leader].race == side.race:
            table.leaders[leader] = "dead"
    counters.take_all(table.counters, seat)
    t.tell(ev.Eliminated(seat), cite="TI3 13.3.1")
    if table.speaker == seat and len(heir) > 1:
        table.speaker = heir[1]
        t.tell(ev.SpeakerIs(table.speaker), cite="TI3 E89")
    table.to_pick = [s for s in table.to_pick if s != seat]
