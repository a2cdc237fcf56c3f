"""PDS fire at fleets (TI3 8.4, 16.8)."""

from collections.abc import Sequence
from random import Random

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Pick, Tick
from rules.kernel.table import Play
from rules.lexicon import OrderLine, Slots, adds_nothing, read_slots
from rules.ti3 import events as ev
from rules.ti3 import galaxy
from rules.ti3.combat.dice import shoot
from rules.ti3.combat.hits import take_hits
from rules.ti3.components import modifiers
from rules.ti3.facts import TILES
from rules.ti3.names import NOTHING_WORDS, PLANET_NAMES, seats
from rules.ti3.speech import _
from rules.ti3.state import Counts, Public, Table, View
from rules.ti3.units import fleets
from rules.ti3.units.limits import enforce_in

_FIRE = Slots((), ("", "at", "with"), "FIRE WITH Lodor, Jord AT Hacan")


def guns(table: Public, seat: int, tile: str) -> Counts:
    """Return the PDS of a seat in range that have not fired in this activation, by planet (TI3
    16.8.3)."""
    tiles = [tile]
    if modifiers.cannon_range(table, seat):
        tiles += galaxy.for_effects(table).get(tile, ())
    fired = table.active.fired if table.active is not None else []
    found = {}
    for place in tiles:
        for planet in TILES[place].planets:
            n = fleets.at(table, planet, seat).get("pds", 0) - fired.count(f"{seat}:{planet}")
            if n > 0:
                found[planet] = n
    return found


class Volley(Fixed):
    """PDS that fire, by planet, and at whom."""

    pds: Counts = {}
    target: int = -1


class FireCannon(Decision[Volley]):
    """Whether each PDS in range fires, once, and at whom (TI3 8.4, 16.8.4, X8). Fire or hold is
    doctrine (41.5.3)."""

    tile: str

    Answer = Volley
    verbs = ("fire", "hold")
    keeps = True
    clock = "hits"
    rule = "TI3 16.8.4"

    def _guns(self, v: View) -> Counts:
        return guns(v.table, self.seat, self.tile)

    def targets(self, v: View) -> list[int]:
        """Return whom the PDS may fire at, the fleet with most ships first (TI3 16.8.4, 16.8.6,
        41.6)."""
        active = v.table.active
        assert active is not None
        if active.seat != self.seat:
            return [active.seat]
        foes = fleets.enemies_in(v.table, self.tile, self.seat)
        return sorted(foes, key=lambda s: -sum(fleets.at(v.table, self.tile, s).values()))

    def problems(self, v: View, answer: Volley) -> list[Problem]:
        if not answer.pds:
            return []
        here = self._guns(v)
        if any(not 0 < n <= here.get(p, 0) for p, n in answer.pds.items()):
            names = ", ".join(f"{ev.title(p)} {n}" for p, n in here.items())
            return [Problem("not-in-range", _("In range: {pds}.", pds=names), "TI3 16.8.3")]
        if answer.target not in self.targets(v):
            words = _("PDS cannot fire at that player now.")
            return [Problem("bad-target", words, "TI3 16.8.6")]
        return []

    def default(self, v: View) -> Volley:
        return Volley(self._guns(v), self.targets(v)[0])

    def usual(self, public: View) -> Volley | None:
        """Return fire at all: nobody should wait for a shot that hardly anybody holds back."""
        return self.default(public) if len(self.targets(public)) == 1 else None

    def sample(self, v: View, rng: Random) -> Volley:
        return Volley() if rng.random() < 0.1 else self.default(v)

    def prompt(self, v: View) -> str:
        here = self._guns(v)
        pds = ", ".join(f"{ev.title(p)} {n}" for p, n in here.items())
        names = ", ".join(v.names[s] for s in self.targets(v))
        where = ev.title(self.tile)
        return _("Fire your PDS ({pds}) at {names} in {where}?", pds=pds, names=names, where=where)

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v)), "HOLD"]

    def forms(self, v: View) -> list[Form]:
        ticks = tuple(
            Tick("with", ev.title(p), ev.title(p), start=True, copy=i)
            for p, n in self._guns(v).items()
            for i in range(n)
        )
        targets = tuple((v.names[s], v.names[s]) for s in self.targets(v))
        fields = (Pick("at", _("At"), targets),)
        groups = (Group(_("PDS that fire"), ticks), Group("", fields))
        lines = ("FIRE WITH {with} AT {at}",)
        return [Form("fire", _("Fire"), lines, groups, nothing="HOLD")]

    def write(self, v: View, answer: Volley) -> str:
        if not answer.pds:
            return "HOLD"
        names = [ev.title(p) for p, n in answer.pds.items() for _ in range(n)]
        return f"FIRE WITH {', '.join(names)} AT {v.names[answer.target]}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Volley]:
        """Read who is fired at: FIRE alone is everything in range, HOLD AT Sol keeps fire off Sol
        only."""
        last = len(lines) - 1
        line = lines[last]
        rest = line.rest.strip()
        if line.verb == "hold":
            held = holds_at(v, rest, self.targets(v)[0])
            return Reading(Volley() if held else self.default(v), (last,))
        parts = read_slots(rest, _FIRE) if rest.lower() not in NOTHING_WORDS else {}
        target = self.targets(v)[0]
        if not adds_nothing(parts.get("", "")):
            target = int(seats(v).find(parts[""]).id)
        if "at" in parts:
            target = int(seats(v).find(parts["at"]).id)
        if "with" not in parts:
            return Reading(Volley(self._guns(v), target), (last,))
        pds: Counts = {}
        for name in parts["with"].split(","):
            planet = PLANET_NAMES.find(name).id
            pds[planet] = pds.get(planet, 0) + 1
        return Reading(Volley(pds, target), (last,))


def holds_at(v: View, rest: str, target: int) -> bool:
    """Read whom fire is kept off: HOLD is about everybody, HOLD AT Sol, Hacan about these."""
    names = read_slots(rest, _FIRE).get("at", rest) if rest.strip() else ""
    spared = {int(seats(v).find(name).id) for name in names.split(",") if name.strip()}
    return not spared or target in spared


def pds_fire(t: Table, seat: int, tile: str) -> Play[None]:
    """Let opponents fire clockwise, with each volley's casualties at once (K3a, E16); then the
    active player (K3b)."""
    for other in galaxy.clockwise(t.table, seat):
        if other != seat:
            yield from volley(t, other, tile)
    yield from volley(t, seat, tile)


def enemy_fire(t: Table, seat: int, tile: str) -> Play[None]:
    """Let opponents fire at a transfer; nobody else does (TI3 9.1.6)."""
    for other in galaxy.clockwise(t.table, seat):
        if other != seat:
            yield from volley(t, other, tile)


def volley(t: Table, shooter: int, tile: str) -> Play[None]:
    table: Public = t.table
    active = table.active
    assert active is not None
    if active.seat == shooter:
        aimed = bool(fleets.enemies_in(table, tile, shooter))
    else:
        aimed = bool(fleets.at(table, tile, active.seat))
    if not aimed or not guns(table, shooter, tile):
        return
    c = t.sub(f"pds@{shooter}")
    answer = yield from c.ask(FireCannon(shooter, tile))
    if not answer.pds:
        return
    for planet, n in sorted(answer.pds.items()):
        active.fired += [f"{shooter}:{planet}"] * n
    scored = yield from fire_pds(c, shooter, answer.target, tile, answer.pds)
    yield from take_hits(c, tile, "cannon", answer.target, scored, shooter)
    if c.table.settings.capacity_after_pds == "at_once":
        yield from enforce_in(c, answer.target, tile)


def fire_pds(t: Table, shooter: int, target: int, tile: str, pds: Counts) -> Play[int]:
    """Fire the PDS at a fleet and return the hits; planets with different modifiers roll apart (TI3
    16.8.7)."""
    scored = 0
    for planet, n in sorted(pds.items()):
        p = t.sub(planet)
        scored += yield from shoot(p, shooter, target, "cannon", planet, {"pds": n})
    return scored
