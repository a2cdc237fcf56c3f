"""Invasion: bombardment, landing, ground combat, control (TI4 25, 11, 65, 85)."""

from collections.abc import Sequence
from random import Random
from typing import Self

from rules.imperium.landings import landings
from rules.imperium.payment import FREE, Pay
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Option, Problem, Reading
from rules.kernel.forms import Count, Form, Group, Pick, Total, fixed
from rules.kernel.table import Play
from rules.lexicon import (
    ALL,
    NUMBER_WORDS,
    LexiconError,
    OrderLine,
    Slots,
    fold,
    read_counted,
    read_slots,
    write_counted,
)
from rules.ti4 import economy, nouns
from rules.ti4 import events as ev
from rules.ti4.combat.ground import ground_combat
from rules.ti4.combat.hits import take_hits
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import CENTRE, MECATOL, TILES
from rules.ti4.galaxy import tile_of
from rules.ti4.names import GROUND_NAMES, PLANET_NAMES, UNITS
from rules.ti4.points import gain_points
from rules.ti4.speech import N_, _
from rules.ti4.state import Mark, Public, Table, Until, View
from rules.ti4.tactical.activated import in_action
from rules.ti4.tactical.cannon import space_cannon_defence
from rules.ti4.units import fleets
from rules.ti4.units.control import gain_planet
from rules.ti4.units.limits import lone_tokens
from rules.ti4.versions import WHAT_DICE_NEEDED
from rules.toolbox.choices import NOTHING_WORDS
from rules.toolbox.stock import Counts
from rules.toolbox.targets import as_target

_BOMBARD = Slots(("",), ("with",), "BOMBARD Lodor WITH 1 dreadnought")
_LAND = Slots(("", "on"), (), "LAND 2 infantry ON Lodor")


# -- bombardment ---------------------------------------------------------------------------------


def bombers(table: Public, seat: int, tile: str) -> Counts:
    sheet = modifiers.sheet(table, seat)
    here = fleets.at(table, tile, seat)
    return {u: n for u, n in fleets.ordered(here) if sheet[u].bombardment is not None}


def shielded(table: Public, seat: int, planet: str) -> bool:
    """Return whether a shield is there, and no unit of the bombarding seat that breaks it
    (TI4 65.0, 65.3)."""
    tile = tile_of(planet)
    mine = modifiers.sheet(table, seat)
    if any(mine[u].breaks_shields for u in fleets.at(table, tile, seat) if u in mine):
        return False
    if timing.in_effect(table, Mark.NO_SHIELD, seat):
        return False
    for owner, counts in table.ground.get(planet, {}).items():
        sheet = modifiers.sheet(table, int(owner))
        if int(owner) != seat and any(sheet[u].shield for u in counts if u in sheet):
            return True
    return False


def held_by_others(table: Public, seat: int, tile: str) -> list[str]:
    """Return the planets with other players' ground forces."""
    return [
        planet
        for planet in TILES[tile].planets
        if any(owner != seat for owner in fleets.ground_owners(table, planet))
    ]


def bombardable(table: Public, seat: int, tile: str) -> list[str]:
    """Return the planets with other players' ground forces and no shield."""
    return [
        planet
        for planet in held_by_others(table, seat, tile)
        if not shielded(table, seat, planet) and modifiers.may_bombard(table, seat, planet)
    ]


class Bombing(Fixed):
    """Units that bombard one planet."""

    planet: str
    units: Counts


class Bombard(Decision[list[Bombing]]):
    """The targets of all bombarding units, declared before any die (TI4 11.1, H-25, D-17).

    The planets are dealt with as they are named; an extra die goes to the first.
    """

    tile: str

    Answer = list[Bombing]
    part_of_turn = True
    verbs = ("bombard", "land", "done")
    rule = "TI4 11.1"

    def problems(self, v: View, answer: list[Bombing]) -> list[Problem]:
        left = dict(bombers(v.table, self.seat, self.tile))
        for planet, units in ((bombing.planet, bombing.units) for bombing in answer):
            if planet not in TILES[self.tile].planets:
                words = _("{planet} is not in the active system.", planet=ev.title(planet))
                return [Problem("not-here", words, "TI4 11.1")]
            if shielded(v.table, self.seat, planet):
                words = _("{planet} has a planetary shield.", planet=ev.title(planet))
                return [Problem("shielded", words, "TI4 11.1f")]
            if not modifiers.may_bombard(v.table, self.seat, planet):
                words = _("Bombardment of {planet} is outlawed.", planet=ev.title(planet))
                return [Problem("cannot-bombard", words, "TI4 GR-3")]
            for unit, n in units.items():
                left[unit] = left.get(unit, 0) - n
                if n < 1 or left[unit] < 0:
                    have = nouns.counted(bombers(v.table, self.seat, self.tile))
                    words = _("Able to bombard: {units}.", units=have)
                    return [Problem("not-enough-units", words, "TI4 11.1")]
        return []

    def _all_on(self, v: View, planet: str) -> list[Bombing]:
        return [Bombing(planet, bombers(v.table, self.seat, self.tile))]

    def default(self, v: View) -> list[Bombing]:
        return []

    def forced(self, public: View) -> list[Bombing] | None:
        return None if bombardable(public.table, self.seat, self.tile) else []

    def sample(self, v: View, rng: Random) -> list[Bombing]:
        targets = bombardable(v.table, self.seat, self.tile)
        if not targets or rng.random() < 0.2:
            return []
        return self._all_on(v, rng.choice(targets))

    def options(self, v: View) -> list[Option[list[Bombing]]]:
        everything = [
            Option(
                _("All on {planet}", planet=ev.title(p)),
                self._all_on(v, p),
                f"BOMBARD {ev.title(p)}",
            )
            for p in bombardable(v.table, self.seat, self.tile)
        ]
        return [Option(_("No bombardment"), [], "BOMBARD nothing"), *everything]

    def prompt(self, v: View) -> str:
        return _("Bombard planets in tile {tile}?", tile=self.tile)

    def write(self, v: View, answer: list[Bombing]) -> str:
        if not answer:
            return "BOMBARD nothing"
        lines = []
        for bombing in answer:
            units = write_counted(dict(fleets.ordered(bombing.units)), UNITS)
            lines.append(f"BOMBARD {ev.title(bombing.planet)} WITH {units}")
        return "\n".join(lines)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[Bombing]]:
        """Read BOMBARD lines; LAND lines alone mean: bombard first where most troops are to
        land."""
        mine = [i for i, line in enumerate(lines) if line.verb == "bombard"]
        if not mine:
            return Reading(self._before_landing(v, lines), ())
        targets: list[Bombing] = []
        notes: list[str] = []
        for i in mine:
            if lines[i].rest.strip().lower() in NOTHING_WORDS:
                continue
            parts = read_slots(lines[i].rest, _BOMBARD)
            planet = PLANET_NAMES.find(parts[""])
            if "with" in parts:
                got = read_counted(parts["with"], UNITS)
                notes += got.read_as
                targets.append(Bombing(planet.id, got.counts))
            else:
                targets += self._all_on(v, planet.id)
        return Reading(targets, tuple(mine), tuple(notes))

    def _before_landing(self, v: View, lines: Sequence[OrderLine]) -> list[Bombing]:
        """Bombard by default the planet where most troops are to land (TI4 J.3)."""
        landings = [line for line in lines if line.verb == "land"]
        if not landings:
            return []
        try:
            plan = read_landing(v, self.seat, self.tile, landings)[0]
        except LexiconError:
            return []
        targets = bombardable(v.table, self.seat, self.tile)
        wanted = [landing for landing in plan if landing.planet in targets]
        if not wanted:
            return []
        return self._all_on(v, max(wanted, key=lambda at: (at.n, at.planet)).planet)


def bombardment(t: Table, seat: int) -> Play[None]:
    """Ask where the ships bombard, and roll (TI4 25.1, 11)."""
    tile = t.table.active_now.tile
    if not bombers(t.table, seat, tile) or not held_by_others(t.table, seat, tile):
        return
    targets = yield from t.ask(Bombard(seat, tile))
    extra = modifiers.ability_dice(t.table, seat, "bombardment")
    for bombing in targets:
        yield from bombard_planet(t, seat, bombing.planet, bombing.units, extra)
        extra = 0


def bombard_planet(t: Table, seat: int, planet: str, units: Counts, extra: int = 0) -> Play[None]:
    """Roll, then each owner of ground forces there takes the hits (TI4 11.1, 11.2)."""
    sheet = modifiers.sheet(t.table, seat)
    owners = [s for s in fleets.ground_owners(t.table, planet) if s != seat]
    if not owners or not units or not modifiers.may_bombard(t.table, seat, planet):
        return
    target = owners[0]
    add = modifiers.bombard_bonus(t.table, target, planet)
    b = t.sub(f"bombard@{planet}")
    yield from timing.moment(b, w.WHEN_ABILITY_ROLL, as_target(planet), (seat,))
    kinds = [(u, n, r) for u, n in fleets.ordered(units) if (r := sheet[u].bombardment)]
    best = min(kinds, key=lambda k: k[2].hits_on)[0]
    dice: list[int] = []
    needed: list[int] = []
    hits = 0
    for unit, n, roll in kinds:
        values = b.roll(unit, n * roll.dice + (extra if unit == best else 0))
        dice += values
        needed += [roll.hits_on - add] * len(values)
        hits += sum(value + add >= roll.hits_on for value in values)
    told = needed if b.rules >= WHAT_DICE_NEEDED else []
    b.tell(ev.Fired(seat, target, N_("Bombardment"), dice, hits, told), cite="TI4 11.1")
    yield from take_hits(b, planet, "bombardment", {target: hits}, {target: seat})


# -- landing -------------------------------------------------------------------------------------


def landers(table: Public, seat: int, tile: str) -> int:
    return fleets.at(table, tile, seat).get("infantry", 0)


def landing_places(table: Public, tile: str) -> list[str]:
    """Return the planets of a system where troops may land (TI4 25.2, 85.1)."""
    return [
        p
        for p in TILES[tile].planets
        if not (p == MECATOL and table.custodians) and not modifiers.closed(table, p)
    ]


class Removal(Fixed):
    """A choice whether the custodians go, and the price paid for it."""

    remove: bool = False
    pay: Pay = FREE


class RemoveCustodians(Decision[Removal]):
    """The choice to pay six influence, or to leave the token (TI4 85.2, D-18)."""

    Answer = Removal
    part_of_turn = True
    verbs = ("custodians", "done")
    rule = "TI4 85.2"

    def _cost(self, v: View) -> int:
        return modifiers.custodians_cost(v.table, self.seat)

    def problems(self, v: View, answer: Removal) -> list[Problem]:
        if not answer.remove:
            return []
        return economy.pay_problems(v.table, self.seat, answer.pay, self._cost(v), "influence")

    def default(self, v: View) -> Removal:
        return Removal()

    def forced(self, public: View) -> Removal | None:
        poor = economy.wealth(public.table, self.seat, "influence") < self._cost(public)
        return Removal() if poor else None

    def sample(self, v: View, rng: Random) -> Removal:
        pay = economy.best_pay(v.table, self.seat, self._cost(v), "influence", goods=True)
        return Removal() if pay is None else Removal(True, pay)

    def prompt(self, v: View) -> str:
        return _("Remove the custodians token for {n} influence?", n=self._cost(v))

    def template(self, v: View) -> Sequence[str]:
        best = self.sample(v, Random(0))
        return [self.write(v, best), "CUSTODIANS no"] if best.remove else ["CUSTODIANS no"]

    def forms(self, v: View) -> list[Form]:
        pay = economy.PAYMENT.group(v.table, self.seat, "influence")
        if pay is None:
            return []
        cost, room = self._cost(v), economy.PAYMENT.room(v.table, self.seat, "influence")
        total = Total(nouns.word("influence"), {}, room, cost)
        lines, title = ("CUSTODIANS PAY {pay}",), _("Remove the custodians")
        form = Form("custodians", title, lines, (pay,), "", (total,), "CUSTODIANS no")
        return [form]

    def write(self, v: View, answer: Removal) -> str:
        if not answer.remove:
            return "CUSTODIANS no"
        return f"CUSTODIANS PAY {economy.pay_text(answer.pay)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Removal]:
        mine = [i for i, line in enumerate(lines) if line.verb == "custodians"]
        if not mine:
            return Reading(Removal())
        rest, pay = economy.split_pay(lines[mine[-1]].rest)
        if rest.strip().lower() in ("no", "nie", "nem", "stay"):
            return Reading(Removal(), (mine[-1],))
        if pay is None:
            pay = economy.best_pay(v.table, self.seat, self._cost(v), "influence") or FREE
        return Reading(Removal(True, pay), (mine[-1],))


class Landing(Fixed):
    """Ground forces committed to one planet."""

    planet: str
    n: int


class Land(Decision[list[Landing]]):
    """The landing of ground forces from space on planets (TI4 25.2, D-19).

    The planets are dealt with as they are named (25.3a, 25.4a).
    """

    tile: str
    must: str = ""
    """A planet at least one must go to (TI4 85.2)."""

    Answer = list[Landing]
    part_of_turn = True
    verbs = ("land", "produce", "build", "done")
    rule = "TI4 25.2"

    @classmethod
    def as_if_asked(
        cls, v: View, seat: int, line: OrderLine, begun: Sequence[OrderLine]
    ) -> tuple[Self, View] | None:
        seen = in_action(v, seat, begun) if line.verb == "land" else None
        return (cls(seat, seen.table.active_now.tile), seen) if seen is not None else None

    def problems(self, v: View, answer: list[Landing]) -> list[Problem]:
        legal = landing_places(v.table, self.tile)
        for planet, n in ((landing.planet, landing.n) for landing in answer):
            if planet == MECATOL and planet not in legal and self.tile == CENTRE:
                words = _("Nobody lands on Mecatol Rex while the custodians are there.")
                return [Problem("custodians", words, "TI4 85.1")]
            if planet not in legal or n < 1:
                names = ", ".join(map(ev.title, legal)) or _("no planet")
                return [
                    Problem("not-here", _("You can land on {planets}.", planets=names), "TI4 25.2")
                ]
        planets = [landing.planet for landing in answer]
        if len(set(planets)) != len(planets):
            return [Problem("named-twice", _("Name each planet once."), "TI4 25.2")]
        if sum(landing.n for landing in answer) > landers(v.table, self.seat, self.tile):
            words = _("You have {n} infantry in space.", n=landers(v.table, self.seat, self.tile))
            return [Problem("not-enough-units", words, "TI4 25.2")]
        if self.must and self.must not in planets:
            words = _("At least one must land on {planet}.", planet=ev.title(self.must))
            return [Problem("must-land", words, "TI4 85.2")]
        return []

    def default(self, v: View) -> list[Landing]:
        return [Landing(self.must, 1)] if self.must else []

    def forced(self, public: View) -> list[Landing] | None:
        return None if landing_places(public.table, self.tile) else []

    def sample(self, v: View, rng: Random) -> list[Landing]:
        left = landers(v.table, self.seat, self.tile) - bool(self.must)
        plan: list[Landing] = []
        for planet in landing_places(v.table, self.tile):
            n = left if rng.random() < 0.5 else rng.randint(0, left)
            left -= n
            n += planet == self.must
            if n:
                plan.append(Landing(planet, n))
        return plan[::-1] if rng.random() < 0.3 else plan

    def prompt(self, v: View) -> str:
        n = landers(v.table, self.seat, self.tile)
        return _("Land ground forces in tile {tile} ({n} infantry in space)?", tile=self.tile, n=n)

    def template(self, v: View) -> Sequence[str]:
        n = landers(v.table, self.seat, self.tile)
        places = landing_places(v.table, self.tile)
        return [*(f"LAND {n} infantry ON {ev.title(p)}" for p in places), "LAND nothing"]

    def forms(self, v: View) -> list[Form]:
        most = landers(v.table, self.seat, self.tile)
        places = landing_places(v.table, self.tile)
        fields = tuple(
            Count(planet, "infantry", ev.title(planet), most, start=int(planet == self.must))
            for planet in places
        )
        lines = tuple(f"LAND {{{planet}}} ON {fixed(ev.title(planet))}" for planet in places)
        title = _("Land in tile {tile}", tile=self.tile)
        total = Total(nouns.unit("infantry"), {field.key: 1.0 for field in fields}, most=most)
        form = Form("land", title, lines, (Group("", fields),), "", (total,), "LAND nothing")
        return [form] if fields and most else []

    def write(self, v: View, answer: list[Landing]) -> str:
        lines = [f"LAND {at.n} infantry ON {ev.title(at.planet)}" for at in answer]
        return "\n".join(lines) or "LAND nothing"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[Landing]]:
        mine = [i for i, line in enumerate(lines) if line.verb == "land"]
        plan, notes = read_landing(v, self.seat, self.tile, [lines[i] for i in mine])
        return Reading(plan, tuple(mine), notes)


def _units_and_planet(rest: str, only: str) -> dict[str, str]:
    """Return the parts of "2 infantry ON Lodor", also written "Lodor with 2 infantry"; `only` is
    the planet that goes without saying, or ""."""
    turned = read_slots(rest, Slots((), ("", "on", "with")), PLANET_NAMES)
    if "on" not in turned and "with" in turned and turned.get(""):
        return {"": turned["with"], "on": turned[""]}
    if only and "on" not in turned and "with" not in turned:
        return {"": rest, "on": only}
    return read_slots(rest, _LAND, PLANET_NAMES)


def read_landing(
    v: View, seat: int, tile: str, lines: Sequence[OrderLine]
) -> tuple[list[Landing], tuple[str, ...]]:
    plan: dict[str, int] = {}
    notes: list[str] = []
    legal = landing_places(v.table, tile)
    only = ev.title(legal[0]) if len(legal) == 1 else ""
    for landing in (
        part for line in lines for part in landings(line.rest, PLANET_NAMES, legal, "2 infantry")
    ):
        parts = _units_and_planet(landing, only)
        bare = parts[""].isdigit() or fold(parts[""]) in NUMBER_WORDS
        what = f"{parts['']} infantry" if bare else parts[""]
        got = read_counted(what, GROUND_NAMES, allow_all=True)
        planet = PLANET_NAMES.find(parts["on"])
        notes += got.read_as
        if planet.read_as:
            notes.append(planet.read_as)
        n = sum(got.counts.values())
        if n >= ALL:
            n = max(0, landers(v.table, seat, tile) - sum(plan.values()))
        if n:
            plan[planet.id] = plan.get(planet.id, 0) + n
    return [Landing(planet, n) for planet, n in plan.items()], tuple(notes)


class OrderCombats(Decision[list[str]]):
    """The choice of the ground combat that comes first; as the landings were named, if silent
    (TI4 25.4a, D-20)."""

    planets: list[str]

    Answer = list[str]
    part_of_turn = True
    verbs = ("sequence",)
    keeps = True
    clock = "hits"
    rule = "TI4 25.4a"

    def problems(self, v: View, answer: list[str]) -> list[Problem]:
        if sorted(answer) == sorted(self.planets):
            return []
        names = ", ".join(map(ev.title, self.planets))
        words = _("Name each planet with a ground combat once: {planets}.", planets=names)
        return [Problem("not-an-option", words, "TI4 25.4a")]

    def default(self, v: View) -> list[str]:
        return list(self.planets)

    def usual(self, public: View) -> list[str]:
        return list(self.planets)

    def sample(self, v: View, rng: Random) -> list[str]:
        return rng.sample(self.planets, len(self.planets))

    def prompt(self, v: View) -> str:
        return _(
            "Which ground combat comes first: {planets}?",
            planets=", ".join(map(ev.title, self.planets)),
        )

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.planets)]

    def forms(self, v: View) -> list[Form]:
        names = tuple((ev.title(planet), ev.title(planet)) for planet in self.planets)
        fields = tuple(
            Pick(str(i), _("{n}.", n=i + 1), names, names[i][0]) for i in range(len(names))
        )
        shape = ", ".join(f"{{{i}}}" for i in range(len(names)))
        title = _("Order of the ground combats")
        return [Form("sequence", title, (f"SEQUENCE {shape}",), (Group("", fields),))]

    def write(self, v: View, answer: list[str]) -> str:
        return f"SEQUENCE {', '.join(map(ev.title, answer))}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[str]]:
        """Read the order of planets; those not named follow, those without combat are left out."""
        last = len(lines) - 1
        found = PLANET_NAMES.find_all(lines[last].rest)
        quiet = set(TILES[tile_of(self.planets[0])].planets) - set(self.planets)
        named = [planet.id for planet in found if planet.id not in quiet]
        notes = tuple(planet.read_as for planet in found if planet.read_as)
        rest = [planet for planet in self.planets if planet not in named]
        return Reading(named + rest, (last,), notes)


# -- the step ------------------------------------------------------------------------------------


def invasion(t: Table, seat: int) -> Play[None]:
    """Play the invasion step: bombard, commit troops, fight, take control (TI4 25)."""
    tile = t.table.active_now.tile
    if not TILES[tile].planets:
        return
    may_land = landers(t.table, seat, tile) or modifiers.lands(t.table, seat, tile)
    if not may_land and not bombers(t.table, seat, tile):
        return
    i = t.sub(f"invasion@{tile}")
    yield from timing.moment(i, w.START_OF_INVASION, as_target(tile))
    yield from bombardment(i, seat)
    must = yield from custodians(i, seat)
    yield from commit(i, seat, must)
    for planet in landed(i.table):
        yield from space_cannon_defence(i, seat, planet)
    for planet in (yield from fighting_order(i, seat)):
        yield from ground_combat(i, seat, planet)
        fighters = fleets.at(i.table, planet, seat).get("fighter", 0)
        if fighters:
            fleets.move(i.table, planet, tile, seat, "fighter", fighters)
    for planet in landed(i.table):
        if seat in fleets.ground_owners(i.table, planet):
            yield from gain_planet(i, seat, planet)
    timing.expire(i.table, Until.INVASION)
    if i.table.active is not None:
        i.table.active_now.committed, i.table.active_now.landings = {}, []


def landed(table: Public) -> list[str]:
    """Return the planets with committed units, in the order of the landings (TI4 25.3a)."""
    active = table.active_now
    order = [*active.landings, *(p for p in TILES[active.tile].planets if p not in active.landings)]
    return [planet for planet in order if planet in active.committed]


def fighting_order(t: Table, seat: int) -> Play[list[str]]:
    """Return the planets landed on, in the order in which they are fought for (TI4 25.4a)."""
    planets = landed(t.table)
    contested = [p for p in planets if len(fleets.ground_owners(t.table, p)) > 1]
    if len(contested) > 1:
        contested = yield from t.ask(OrderCombats(seat, contested))
    return [*contested, *(p for p in planets if p not in contested)]


def custodians(t: Table, seat: int) -> Play[str]:
    """Offer the custodians token; return the planet that must be landed on, or ""
    (TI4 85.2, 85.3, H-26)."""
    tile = t.table.active_now.tile
    here = MECATOL in TILES[tile].planets and t.table.custodians
    if not here or not landers(t.table, seat, tile):
        return ""
    answer = yield from t.ask(RemoveCustodians(seat))
    if not answer.remove:
        return ""
    economy.spend(t, seat, answer.pay)
    t.table.custodians = False
    t.tell(ev.CustodiansRemoved(seat), cite="TI4 85.2")
    gain_points(t, seat, 1, "TI4 85.3")
    return MECATOL


def commit(t: Table, seat: int, must: str) -> Play[None]:
    """Ask which troops land where, and land them; the window W-19 follows (TI4 25.2)."""
    tile = t.table.active_now.tile
    if landing_places(t.table, tile) and modifiers.lands(t.table, seat, tile):
        yield from timing.moment(t, w.INVASION_COMMIT, as_target(tile), (seat,))
    plan: list[Landing] = []
    if landers(t.table, seat, tile):
        plan = yield from t.ask(Land(seat, tile, must))
    for planet, n in ((landing.planet, landing.n) for landing in plan):
        fleets.move(t.table, tile, planet, seat, "infantry", n)
        t.table.active_now.committed.setdefault(planet, {})["infantry"] = n
        t.table.active_now.landings.append(planet)
        t.tell(ev.Landed(seat, planet, {"infantry": n}), cite="TI4 25.2")
    yield from lone_tokens(t, seat)
    if t.table.active_now.committed:
        yield from timing.moment(t, w.AFTER_UNITS_COMMITTED, as_target(tile))
