"""Planetary landings (TI3 8.6)."""

import re
from collections.abc import Sequence
from random import Random
from typing import Self

from rules.imperium import clicks
from rules.imperium.landings import landings as spoken
from rules.imperium.payment import FREE, Pay
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Field, Form, Group, Tick, Total, fixed
from rules.kernel.table import Play
from rules.lexicon import (
    ALL,
    NUMBER_WORDS,
    OrderLine,
    Slots,
    fold,
    read_counted,
    read_slots,
    write_counted,
)
from rules.ti3 import economy, nouns
from rules.ti3 import events as ev
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.facts import CARGO, PLANETS, TILES, UNITS
from rules.ti3.names import LEADER_NAMES, NOTHING_WORDS, PLANET_NAMES
from rules.ti3.names import UNITS as UNIT_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Active, Counts, Landing, Public, Table, View
from rules.ti3.tactical.activated import in_action
from rules.ti3.units import control, fleets
from rules.ti3.units.cargo import load_back, restow, unload
from rules.ti3.units.limits import enforce_in
from rules.ti3.units.losses import destroy
from rules.ti3.variants import domains, leaders
from rules.toolbox.targets import as_target

_SLOTS = Slots(("", "on"), (), "LAND 2 ground forces ON Lodor")
_PARTS = re.compile(r",|\band\b", re.IGNORECASE)


class Drop(Fixed):
    """What lands on one planet; `fighters` join the invasion (TI3 E129)."""

    planet: str
    units: Counts = {}
    fighters: int = 0
    leaders: list[str] = []


class Landings(Fixed):
    """Landings in order, how what stays aboard is divided among the ships (TI3 8.6.8), and what a
    law makes the landings cost."""

    drops: list[Drop] = []
    stow: list[Counts] = []
    pay: Pay = FREE


def active_of(table: Public) -> Active:
    """Return the action under way; there must be one."""
    assert table.active is not None
    return table.active


def aboard(table: Public, seat: int, tiles: Sequence[str]) -> Counts:
    """Return all cargo in these systems."""
    total: Counts = {}
    for tile in tiles:
        total = fleets.plus(total, fleets.cargo(table, tile, seat))
    return total


class Land(Decision[Landings]):
    """Which troops land on which planets of the active systems (TI3 8.6, 9.1.7, 35.6)."""

    Answer = Landings
    part_of_turn = True
    verbs = ("land", "stow", "bombard", "produce", "build", "done")
    rule = "TI3 8.6.1"

    @classmethod
    def as_if_asked(
        cls, v: View, seat: int, line: OrderLine, begun: Sequence[OrderLine]
    ) -> tuple[Self, View] | None:
        seen = in_action(v, seat, begun) if line.verb == "land" else None
        return (cls(seat), seen) if seen is not None else None

    def tiles(self, v: View) -> list[str]:
        active = active_of(v.table)
        return [active.tile, active.other] if active.other else [active.tile]

    def planets(self, v: View) -> list[str]:
        return [p for tile in self.tiles(v) for p in TILES[tile].planets]

    # -- legality -------------------------------------------------------------------------------

    def problems(self, v: View, answer: Landings) -> list[Problem]:
        problems: list[Problem] = []
        seen: set[str] = set()
        for drop in answer.drops:
            problems = problems or self._planet(v, drop, seen)
            seen.add(drop.planet)
        problems = problems or self._cargo(v, answer) or self._figures(v, answer)
        if problems:
            return problems
        price = self._price(v, answer)
        if price or answer.pay != FREE:
            problems = economy.pay_problems(v.table, self.seat, answer.pay, price, "resources")
        return problems or self._stow(v, answer)

    def _price(self, v: View, answer: Landings) -> int:
        return sum(
            modifiers.landing_price(v.table, self.seat, drop.planet)
            for drop in answer.drops
            if drop.units.get("ground_force")
        )

    def _planet(self, v: View, drop: Drop, seen: set[str]) -> list[Problem]:
        table, planet = v.table, drop.planet
        active = active_of(table)
        if planet not in self.planets(v) or planet in seen:
            names = ", ".join(map(ev.title, self.planets(v))) or _("nowhere")
            words = _("You may land on: {planets}, each once.", planets=names)
            return [Problem("not-here", words, self.rule)]
        owner = table.control.get(planet, -1)
        name = ev.title(planet)
        if owner != self.seat:
            if active.other:
                words = _("In a Transfer you land on your own planets only.")
                return [Problem("not-yours", words, "TI3 9.1.7")]
            if planet in active.closed or planet in active.probed:
                words = _("Nothing more may land on {planet} in this action.", planet=name)
                return [Problem("closed", words, "TI3 28.1.3")]
            if not modifiers.may_invade(table, self.seat, planet):
                words = _("An effect keeps you off {planet}.", planet=name)
                return [Problem("forbidden", words, "TI3 1.2.1")]
            if drop.units.get("ground_force", 0) < 1:
                words = _("Only Ground Forces can take {planet}.", planet=name)
                return [Problem("no-ground-force", words, "TI3 8.6.7")]
        if drop.fighters and (
            owner == self.seat or not modifiers.fighters_invade(table, self.seat)
        ):
            words = _("Fighters cannot join this landing.")
            return [Problem("no-fighters", words, "TI3 E129")]
        own = fleets.at(table, planet, self.seat).get("pds", 0)
        if drop.units.get("pds", 0) + own > fleets.PDS_PER_PLANET:
            words = _("Two PDS at most on {where}.", where=name)
            return [Problem("too-many-pds", words, "TI3 16.8.1")]
        return []

    def _cargo(self, v: View, answer: Landings) -> list[Problem]:
        for tile in self.tiles(v):
            left = dict(fleets.cargo(v.table, tile, self.seat))
            flying = fleets.at(v.table, tile, self.seat).get("fighter", 0)
            riders = leaders.in_fleet(v.table, tile, self.seat)
            for drop in answer.drops:
                if drop.planet not in TILES[tile].planets:
                    continue
                if any(n < 1 or u not in CARGO for u, n in drop.units.items()) or drop.fighters < 0:
                    words = _("Ground Forces and PDS can land.")
                    return [Problem("not-cargo", words, self.rule)]
                for unit, n in drop.units.items():
                    left[unit] = left.get(unit, 0) - n
                flying -= drop.fighters
                if min(left.values(), default=0) < 0 or flying < 0:
                    have = nouns.counted(fleets.cargo(v.table, tile, self.seat))
                    words = _("Aboard there: {units}.", units=have)
                    return [Problem("not-enough-units", words, self.rule)]
                if any(x not in riders for x in drop.leaders):
                    words = _("That leader is not aboard there.")
                    return [Problem("not-yours", words, "TI3 29.1.2")]
        return []

    def _figures(self, v: View, answer: Landings) -> list[Problem]:
        """Return problems with figures: a planet may need one more, and a ship that is emptied
        gives one back (TI3 E50)."""
        new = sum(
            bool(d.units.get("ground_force"))
            and not fleets.ground_forces(v.table, d.planet, self.seat)
            for d in answer.drops
        )
        freed = sum(self._emptied(v, tile, answer) for tile in self.tiles(v))
        groups = fleets.groups(v.table, self.seat, "ground_force")
        if new > freed and groups + new - freed > UNITS["ground_force"].limit:
            words = _("Every group of {unit} needs a figure.", unit=nouns.unit("ground_force"))
            return [Problem("no-figure", words, "TI3 E50")]
        return []

    def _emptied(self, v: View, tile: str, answer: Landings) -> int:
        """Count the ships that have put down their last ground force; the least loaded land
        first."""
        here = TILES[tile].planets
        left = sum(d.units.get("ground_force", 0) for d in answer.drops if d.planet in here)
        emptied = 0
        for hold in sorted(fleets.holds(v.table, tile, self.seat), key=fleets.aboard):
            forces = hold.units.get("ground_force", 0)
            left -= forces
            emptied += bool(forces and left >= 0)
        return emptied

    def _transports(self, v: View) -> list[str]:
        tile = self.tiles(v)[0]
        here = fleets.at(v.table, tile, self.seat)
        return [u for u in ("war_sun", "carrier") for _ in range(here.get(u, 0))]

    def _stow(self, v: View, answer: Landings) -> list[Problem]:
        if not answer.stow:
            return []
        tile = self.tiles(v)[0]
        left: Counts = {}
        for hold in fleets.holds(v.table, tile, self.seat):
            if modifiers.capacity(hold.ship):
                left = fleets.plus(left, hold.units)
        for drop in answer.drops:
            left = fleets.minus(left, drop.units)
        total: Counts = {}
        for part in answer.stow:
            total = fleets.plus(total, part)
        ships = self._transports(v)
        fits = all(sum(part.values()) <= modifiers.capacity("carrier") for part in answer.stow)
        if len(answer.stow) > len(ships) or total != left or not fits:
            words = _("Divide {units} among {n} ships.", units=nouns.counted(left), n=len(ships))
            return [Problem("bad-stow", words, "TI3 8.6.8")]
        return []

    # -- choosing -------------------------------------------------------------------------------

    def default(self, v: View) -> Landings:
        return Landings()

    def sample(self, v: View, rng: Random) -> Landings:
        drops: list[Drop] = []
        planets = list(self.planets(v))
        rng.shuffle(planets)
        left = aboard(v.table, self.seat, self.tiles(v))
        for i, planet in enumerate(planets):
            n = left.get("ground_force", 0)
            if n and i < len(planets) - 1 and rng.random() < 0.5:
                n = rng.randint(1, n)
            units = {"ground_force": n} if n else {}
            if left.get("pds") and rng.random() < 0.5:
                units["pds"] = 1
            riders = [
                x
                for x in leaders.in_fleet(v.table, PLANETS[planet].tile, self.seat)
                if rng.random() < 0.3 and not any(x in d.leaders for d in drops)
            ]
            drop = Drop(planet, units, 0, riders if n else [])
            answer = self._paid(v, Landings([*drops, drop]))
            if units and answer is not None and not self.problems(v, answer):
                drops.append(drop)
                left = fleets.minus(left, units)
        return self._paid(v, Landings(drops)) or Landings()

    def _paid(self, v: View, answer: Landings) -> Landings | None:
        price = self._price(v, answer)
        pay = economy.best_pay(v.table, self.seat, price, "resources", goods=True)
        return None if pay is None else Landings(answer.drops, answer.stow, pay)

    # -- words ----------------------------------------------------------------------------------

    def prompt(self, v: View) -> str:
        have = nouns.counted(aboard(v.table, self.seat, self.tiles(v)))
        names = ", ".join(map(ev.title, self.planets(v)))
        return _("Land units ({units}) on {planets}?", units=have, planets=names)

    def template(self, v: View) -> Sequence[str]:
        have = aboard(v.table, self.seat, self.tiles(v))
        troops = {unit: n for unit, n in have.items() if unit == "ground_force"}
        ideas = (Landings([Drop(p, units)]) for p in self.planets(v) for units in (have, troops))
        legal = [idea for idea in ideas if idea.drops[0].units and not self.problems(v, idea)]
        found = {idea.drops[0].planet: self.write(v, idea) for idea in reversed(legal)}
        return [*reversed(found.values()), "LAND nothing"]

    def forms(self, v: View) -> list[Form]:
        groups, lines = [], []
        uses: dict[str, float] = {}
        have = aboard(v.table, self.seat, self.tiles(v))
        for planet in self.planets(v):
            tile, name = PLANETS[planet].tile, PLANETS[planet].name
            there = dict(fleets.cargo(v.table, tile, self.seat))
            if modifiers.fighters_invade(v.table, self.seat):
                there["fighter"] = fleets.at(v.table, tile, self.seat).get("fighter", 0)
            fields: list[Field] = [*clicks.units(planet, there, UNIT_NAMES, nouns.unit)]
            uses |= {field.key: 1.0 for field in fields}
            riders = leaders.in_fleet(v.table, tile, self.seat)
            fields += [Tick(planet, ev.title(x), ev.title(x)) for x in riders]
            groups.append(Group(name, tuple(fields)))
            lines.append(f"LAND {{{planet}}} ON {fixed(name)}")
        if not any(group.fields for group in groups):
            return []
        totals = [Total(_("landed, of what is aboard"), uses, most=sum(have.values()))]
        toll = any(modifiers.landing_price(v.table, self.seat, p) for p in self.planets(v))
        pay = economy.PAYMENT.group(v.table, self.seat, "resources") if toll else None
        stowed = self._stowed(v)
        if stowed:
            groups += stowed
            more = "".join(f"[ / {{stow {i}}}]" for i in range(1, len(stowed)))
            lines.append(f"STOW {{stow 0}}{more}")
        every = (*groups, pay) if pay else tuple(groups)
        title, tail = _("Land"), "[ PAY {pay}]"
        shapes, sums = tuple(lines), tuple(totals)
        return [Form("land", title, shapes, every, "", sums, "LAND nothing", tail)]

    def _stowed(self, v: View) -> list[Group]:
        """Return what stays aboard, ship by ship, where there is more than one to divide it
        among."""
        tile = self.tiles(v)[0]
        kept: Counts = {}
        for hold in fleets.holds(v.table, tile, self.seat):
            if modifiers.capacity(hold.ship):
                kept = fleets.plus(kept, hold.units)
        ships = self._transports(v) if kept else []
        if len(ships) < 2:
            return []
        return [
            Group(
                _("Stays aboard {ship} {n}", ship=nouns.unit(ship), n=i + 1),
                clicks.units(f"stow {i}", kept, UNIT_NAMES, nouns.unit),
                rare=True,
            )
            for i, ship in enumerate(ships)
        ]

    def examples(self, v: View, verb: str) -> Sequence[str]:
        """Return what is aboard as it is divided now, where it can be divided otherwise."""
        holds = fleets.holds(v.table, self.tiles(v)[0], self.seat) if verb == "stow" else []
        stow = [dict(hold.units) for hold in holds if hold.units and modifiers.capacity(hold.ship)]
        return [self.write(v, Landings(stow=stow))] if stow else []

    def write(self, v: View, answer: Landings) -> str:
        lines = []
        for drop in answer.drops:
            parts = [ev.title(x) for x in drop.leaders]
            units = fleets.tidy({**drop.units, "fighter": drop.fighters})
            if units:
                parts.insert(0, write_counted(units, UNIT_NAMES))
            lines.append(f"LAND {', '.join(parts)} ON {PLANETS[drop.planet].name}")
        if lines and answer.pay != FREE:
            lines[0] += f" PAY {economy.pay_text(answer.pay)}"
        if answer.stow:
            said = [write_counted(fleets.tidy(part), UNIT_NAMES) for part in answer.stow]
            lines.append(f"STOW {' / '.join(said)}")
        return "\n".join(lines) or "LAND nothing"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Landings]:
        mine = [i for i, line in enumerate(lines) if line.verb in ("land", "stow")]
        drops: list[Drop] = []
        stow: list[Counts] = []
        notes: list[str] = []
        pay: Pay | None = None
        for i in mine:
            rest, paid = economy.split_pay(lines[i].rest)
            pay = paid if paid is not None else pay
            if rest.strip() and rest.strip().lower() in NOTHING_WORDS:
                continue
            if lines[i].verb == "stow":
                stow = [dict(read_counted(x, UNIT_NAMES).counts) for x in rest.split("/")]
            else:
                legal = self.planets(v)
                for landing in spoken(rest, PLANET_NAMES, legal, "2 ground forces"):
                    drops.append(self._read_drop(v, landing, notes))
        answer = Landings(drops, stow, pay or FREE)
        if pay is None:
            answer = self._paid(v, answer) or answer
        return Reading(answer, tuple(mine), tuple(notes))

    def _read_drop(self, v: View, rest: str, notes: list[str]) -> Drop:
        parts = read_slots(rest, _SLOTS, PLANET_NAMES)
        planet = PLANET_NAMES.find(parts["on"]).id
        units: Counts = {}
        riders: list[str] = []
        mine = leaders.of_seat(v.table, self.seat) if v.table.leaders else []
        for part in _PARTS.split(parts[""]):
            if mine and LEADER_NAMES.only(mine).span_at(part.split(), 0):
                riders.append(LEADER_NAMES.only(mine).find(part).id)
                continue
            some = part.strip().isdigit() or fold(part) in NUMBER_WORDS
            part = f"{part} ground forces" if some else part
            got = read_counted(part, UNIT_NAMES, allow_all=True)
            notes += got.read_as
            have = aboard(v.table, self.seat, [PLANETS[planet].tile])
            for unit, n in got.counts.items():
                count = have.get(unit, 0) if n >= ALL else n
                if count:
                    units[unit] = units.get(unit, 0) + count
        fighters = units.pop("fighter", 0)
        return Drop(planet, fleets.tidy(units), fighters, riders)


# -- carrying it out -----------------------------------------------------------------------------


def landings(t: Table, seat: int) -> Play[None]:
    """Ask for landings until nothing new was revealed by one (K5)."""
    tile = active_of(t.table).tile
    yield from timing.moment(t, w.BEFORE_LANDING, as_target(tile))
    if t.table.settings.distant_suns and t.table.settings.faq:
        yield from domains.raze(t, seat)
    while worth_asking(t.table, seat):
        decision = Land(seat)
        answer = yield from t.ask(decision)
        economy.spend(t, seat, answer.pay)
        revealed = False
        for drop in answer.drops:
            if Land(seat).problems(t.view(seat), Landings([drop])) and drop is not answer.drops[0]:
                continue
            revealed = (yield from put_down(t, seat, drop)) or revealed
        restow(t.table, seat, tile, answer.stow)
        if not revealed:
            break
    yield from enforce_in(t, seat, tile)


def worth_asking(table: Public, seat: int) -> bool:
    """Return whether something is aboard, and a planet there to put it on."""
    tile = active_of(table).tile
    if not TILES[tile].planets or fleets.enemies_in(table, tile, seat):
        return False
    return bool(fleets.cargo(table, tile, seat)) or bool(leaders.in_fleet(table, tile, seat))


def put_down(t: Table, seat: int, drop: Drop) -> Play[bool]:
    """Carry out one landing, with what it brings to light; return whether a domain counter was
    turned up."""
    table: Public = t.table
    planet, tile = drop.planet, PLANETS[drop.planet].tile
    owner = table.control.get(planet, -1)
    unload(table, seat, tile, drop.units, drop.leaders)
    for unit, n in fleets.ordered(drop.units):
        fleets.add(table, planet, seat, unit, n)
    for leader in drop.leaders:
        table.leaders[leader] = planet
    t.tell(ev.Landed(seat, planet, fleets.tidy(drop.units)), cite="TI3 8.6.1")
    if owner == seat:
        return False
    landing = Landing(planet, dict(drop.units), drop.fighters, list(drop.leaders), owner)
    active_of(table).landings.append(landing)
    active_of(table).closed.append(planet)
    if planet in table.unknown or planet in table.domains:
        yield from domains.landed(t, seat, planet)
        return True
    yield from settle(t, seat, landing)
    return False


def settle(t: Table, seat: int, landing: Landing) -> Play[None]:
    """Take a planet at once that nobody defends (TI3 8.6.4, 8.6.6)."""
    planet = landing.planet
    defenders = [s for s in fleets.ground_owners(t.table, planet) if s != seat]
    if defenders or not fleets.ground_forces(t.table, planet, seat):
        return
    owner = t.table.control.get(planet, -1)
    if owner >= 0 and t.table.leaders and (yield from leaders.delays(t, owner, planet)):
        yield from call_off(t, seat, landing)
        return
    yield from control.gain_planet(t, seat, planet, invaded=True)


def call_off(t: Table, seat: int, landing: Landing) -> Play[None]:
    """Put the invaders back aboard; they land nowhere else in this action (TI3 29.6.1, E109)."""
    table: Public = t.table
    planet = landing.planet
    back = {
        unit: min(n, fleets.at(table, planet, seat).get(unit, 0))
        for unit, n in landing.units.items()
    }
    for unit, n in fleets.ordered(back):
        fleets.remove_ground(table, planet, seat, unit, n)
    tile = PLANETS[planet].tile
    load_back(table, seat, tile, fleets.tidy(back), landing.leaders)
    active_of(table).landings.remove(landing)
    active_of(table).closed += [p for p in TILES[tile].planets if p not in active_of(table).closed]
    t.tell(ev.InvasionStopped(seat, planet), cite="TI3 29.6.1")
    yield from enforce_in(t, seat, tile)


def lose_landed_pds(t: Table, seat: int, planet: str) -> Play[None]:
    """Destroy PDS that landed with ground forces, once the last of these is gone (TI3 8.7.2,
    E130)."""
    pds = fleets.at(t.table, planet, seat).get("pds", 0)
    if pds and t.table.control.get(planet, -1) != seat:
        yield from destroy(t, planet, seat, {"pds": pds}, cite="TI3 8.7.2")
