"""Producing units and building space docks (TI3 16.3 to 16.5)."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, Self

from rules.imperium import clicks
from rules.imperium import production as production_list
from rules.imperium.payment import FREE, Pay
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem, Reading
from rules.kernel.forms import Form, Group, Pick, Total, fixed
from rules.kernel.table import Play
from rules.lexicon import OrderLine, Slots, read_counted, read_slots, write_counted
from rules.ti3 import economy, galaxy, nouns
from rules.ti3 import events as ev
from rules.ti3.components import modifiers
from rules.ti3.facts import PLANETS, SHIPS, UNIT_TYPES, UNITS
from rules.ti3.names import DOCK_NAMES, PLACE_NAMES, PLANET_NAMES
from rules.ti3.names import UNITS as UNIT_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Counts, Public, Table, View
from rules.ti3.tactical.activated import in_action
from rules.ti3.units import fleets
from rules.ti3.units.limits import enforce
from rules.ti3.variants import leaders
from rules.toolbox.stock import summed

_SLOTS = Slots((), ("", "at", "to"), "PRODUCE 1 cruiser, 2 fighters AT Jord")
_DOCK_SLOTS = Slots((), ("", "on"), "BUILD dock ON Lodor")
DOCK_WORDS = ("space dock", "dock", "stacja kosmiczna", "stocznia", "űrdokk", "dokk")
PRODUCED = tuple(unit for unit in UNIT_TYPES if unit != "space_dock")


class Build(Fixed):
    """Units made at one dock; with Integrated Economy they may go `to` another place."""

    dock: str
    units: Counts
    to: str = ""


class Order(Fixed):
    """A whole production: units, planets that get a new dock, and what is paid (TI3 18.2.2)."""

    builds: list[Build] = []
    docks: list[str] = []
    pay: Pay = FREE


def open_docks(table: Public, seat: int, tiles: Sequence[str] | None) -> list[str]:
    """Return the planets with a dock that may produce: not built in this round (TI3 16.4.2)."""
    return [p for p in fleets.docks(table, seat, tiles) if p not in table.new_docks]


def sites(table: Public, seat: int, tiles: Sequence[str]) -> list[str]:
    """Return the planets on which a new dock may be built (TI3 16.4.1)."""
    if not fleets.reinforcements(table, seat, "space_dock"):
        return []
    return [
        planet
        for tile in tiles
        for planet in fleets.controlled_in(table, tile, seat)
        if planet not in table.gained
        and not fleets.at(table, planet, seat).get("space_dock")
        and not fleets.enemies_in(table, tile, seat)
        and modifiers.may_build_dock(table, seat, planet)
    ]


def dock_price(table: Public, seat: int, planet: str) -> int:
    """Return what a Space Dock costs on the planet (TI3 16.4.2, 29.5.2)."""
    return 2 if leaders.on_planet(table, planet, seat, "scientist") else UNITS["space_dock"].cost


def by_dock(builds: Sequence[Build]) -> dict[str, Counts]:
    total: dict[str, Counts] = {}
    for build in builds:
        total[build.dock] = fleets.plus(total.get(build.dock, {}), build.units)
    return total


def total_units(builds: Sequence[Build]) -> Counts:
    return summed((build.units for build in builds), UNIT_TYPES)


def bill(table: Public, seat: int, units: Mapping[str, int]) -> int:
    """Return the price of an order; each dock has its own bill (TI3 16.5.6, E56)."""
    total = production_list.price(
        units,
        lambda unit: modifiers.unit_cost(table, seat, unit),
        lambda unit: modifiers.per_cost(table, seat, unit),
    )
    return max(0, total - modifiers.dock_resources(table, seat))


def cost(table: Public, seat: int, order: Order) -> int:
    units = sum(bill(table, seat, made) for made in by_dock(order.builds).values())
    return units + sum(dock_price(table, seat, planet) for planet in order.docks)


def reach(table: Public, seat: int, dock: str) -> list[str]:
    """Return the systems in which units of this dock may be placed (TI3 16.5.4, 21.3.9)."""
    tile = PLANETS[dock].tile
    if not modifiers.places_afar(table, seat):
        return [tile]
    return [tile] + [
        other
        for other in galaxy.for_effects(table)[tile]
        if economy.has_counter(table, other, seat)
        and (fleets.is_empty(table, other) or fleets.is_friendly(table, other, seat))
    ]


def place_of(build: Build, unit: str) -> str:
    """Return where a unit of this build goes."""
    if unit in SHIPS:
        return galaxy.tile_of(build.to or build.dock)
    return build.to if build.to in PLANETS else build.dock


IDEAS: Final = (
    "2 ground forces, 1 carrier",
    "1 carrier",
    "1 cruiser",
    "1 destroyer",
    "2 ground forces",
    "2 fighters",
)
"""Lists of units, from what costs more to what costs less."""


class Produce(production_list.ProduceUnits[Order]):
    """What the docks of a system build; `other`: the second system of a transfer (TI3 8.8, 9.1.8,
    35.6)."""

    other: str = ""

    Answer = Order
    verbs = ("produce", "build", "done")
    rule = "TI3 16.5.1"
    payment = economy.PAYMENT

    @classmethod
    def as_if_asked(
        cls, v: View, seat: int, line: OrderLine, begun: Sequence[OrderLine]
    ) -> tuple[Self, View] | None:
        seen = (
            in_action(v, seat, begun)
            if cls is Produce and line.verb in ("produce", "build")
            else None
        )
        return (cls(seat, seen.table.active.tile), seen) if seen and seen.table.active else None

    def tiles(self) -> tuple[str, ...]:
        return (self.tile, self.other) if self.other else (self.tile,)

    def limits(self, v: View) -> dict[str, int]:
        """Return how many units each dock can build (TI3 16.5.2)."""
        docks = open_docks(v.table, self.seat, self.tiles())
        return {p: modifiers.production_limit(v.table, self.seat, p) for p in docks}

    # -- legality -------------------------------------------------------------------------------

    def is_empty(self, answer: Order) -> bool:
        return not answer.builds and not answer.docks

    def list_problems(self, v: View, answer: Order) -> list[Problem]:
        return self._docks(v, answer) or self._units(v, answer) or self._room(v, answer)

    def _docks(self, v: View, answer: Order) -> list[Problem]:
        legal = sites(v.table, self.seat, self.tiles())
        if any(p not in legal for p in answer.docks) or len(set(answer.docks)) < len(answer.docks):
            names = ", ".join(map(ev.title, legal)) or _("nowhere")
            words = _("A Space Dock may be built on: {planets}.", planets=names)
            return [Problem("no-site", words, "TI3 16.4.1")]
        if len(answer.docks) > fleets.reinforcements(v.table, self.seat, "space_dock"):
            return [Problem("no-figure", _("You have no Space Dock left."), "TI3 16.1.1")]
        used = {PLANETS[p].tile for p in answer.docks}
        used |= {PLANETS[b.dock].tile for b in answer.builds if b.dock in PLANETS}
        if len(used) > 1:
            words = _("Production takes place in one system only.")
            return [Problem("one-system", words, "TI3 9.1.8")]
        return []

    def _no_producer(self, dock: str) -> Problem:
        where = ev.title(dock)
        if galaxy.tile_of(dock) in self.tiles():
            words = _("You have no Space Dock on {where} that can build.", where=where)
        else:
            words = _(
                "Only {tile} builds now, and {where} is not there.",
                tile=", ".join(map(ev.title, self.tiles())),
                where=where,
            )
        return Problem("no-producer", words, self.rule)

    def _units(self, v: View, answer: Order) -> list[Problem]:
        limits = self.limits(v)
        if len(by_dock(answer.builds)) > 1 and modifiers.one_dock(v.table, self.seat):
            words = _("In this round you produce at one Space Dock only.")
            return [Problem("one-dock", words, "TI3 1.2.1")]
        for dock, made in by_dock(answer.builds).items():
            name = ev.title(dock)
            if dock not in limits:
                return [self._no_producer(dock)]
            if sum(made.values()) > limits[dock]:
                words = _("{where} can build {n} unit(s).", where=name, n=limits[dock])
                return [Problem("production-limit", words, "TI3 16.5.2")]
            blocked = fleets.blockaded(v.table, dock, self.seat)
            for unit, n in made.items():
                if n < 1 or unit not in PRODUCED:
                    words = _("A dock cannot build {unit}.", unit=ev.title(unit))
                    return [Problem("cannot-produce", words, self.rule)]
                if blocked and unit in SHIPS:
                    words = _("Your Space Dock on {where} is blockaded.", where=name)
                    return [Problem("blockaded", words, "TI3 16.3.3")]
                if not modifiers.may_produce(v.table, self.seat, dock, unit):
                    words = _("You cannot build {unit} there.", unit=nouns.unit(unit))
                    return [Problem("cannot-produce", words, "TI3 16.12.1")]
        for unit, n in total_units(answer.builds).items():
            left = fleets.reinforcements(v.table, self.seat, unit)
            if n > left:
                words = _("You have {units} left.", units=nouns.some(unit, left))
                return [Problem("no-figure", words, "TI3 16.1.1")]
        return self._places(v, answer)

    def _places(self, v: View, answer: Order) -> list[Problem]:
        """Return why units cannot be put where the order says (TI3 16.5.5, 16.8.1, 21.3.9)."""
        pds: Counts = {}
        for build in answer.builds:
            within = reach(v.table, self.seat, build.dock)
            if build.to and galaxy.tile_of(build.to) not in within:
                words = _("Units of {dock} cannot be placed there.", dock=ev.title(build.dock))
                return [Problem("out-of-reach", words, "TI3 16.5.5")]
            if build.to in PLANETS and v.table.control.get(build.to) != self.seat:
                words = _("Ground Forces and PDS go to your own planets.")
                return [Problem("not-yours", words, "TI3 X21")]
            if build.units.get("pds"):
                at = place_of(build, "pds")
                now = pds.get(at, fleets.at(v.table, at, self.seat).get("pds", 0))
                pds[at] = now + build.units["pds"]
                if pds[at] > fleets.PDS_PER_PLANET:
                    words = _("Two PDS at most on {where}.", where=ev.title(at))
                    return [Problem("too-many-pds", words, "TI3 16.8.1")]
        return []

    def _room(self, v: View, answer: Order) -> list[Problem]:
        """Return why new ships find no room in their system (TI3 16.5.7, E59, E50)."""
        table = v.table
        touched: dict[str, Counts] = {}
        for build in answer.builds:
            for unit, n in build.units.items():
                if unit in SHIPS:
                    tile = place_of(build, unit)
                    touched[tile] = fleets.plus(touched.get(tile, {}), {unit: n})
        for tile, new in touched.items():
            now = fleets.load(table, tile, self.seat)
            after_units = fleets.plus(fleets.at(table, tile, self.seat), new)
            in_slots = fleets.cargo_in_slots(fleets.holds(table, tile, self.seat))
            after = fleets.load_of(table, tile, self.seat, after_units, in_slots)
            if after.fleet_over > now.fleet_over:
                words = _(
                    "Your Fleet Supply allows {n} ships in {where}.",
                    n=after.limit,
                    where=ev.title(tile),
                )
                return [Problem("over-fleet", words, "TI3 17.3.2")]
            if after.fighters_over > now.fighters_over:
                words = _("{where} cannot support so many Fighters.", where=ev.title(tile))
                return [Problem("over-capacity", words, "TI3 16.9.4")]
        return self._figures(v, touched, answer)

    def _figures(self, v: View, touched: Mapping[str, Counts], answer: Order) -> list[Problem]:
        new_fighters = sum(
            "fighter" in new and not fleets.at(v.table, tile, self.seat).get("fighter")
            for tile, new in touched.items()
        )
        spots = {place_of(b, "ground_force") for b in answer.builds if b.units.get("ground_force")}
        new_forces = sum(not fleets.ground_forces(v.table, p, self.seat) for p in sorted(spots))
        for unit, more in (("fighter", new_fighters), ("ground_force", new_forces)):
            if more and fleets.groups(v.table, self.seat, unit) + more > UNITS[unit].limit:
                words = _("Every group of {unit} needs a figure.", unit=nouns.unit(unit))
                return [Problem("no-figure", words, "TI3 E50")]
        return []

    # -- paying ---------------------------------------------------------------------------------

    def price_of(self, v: View, answer: Order) -> int:
        return cost(v.table, self.seat, answer)

    def has_price(self, v: View, answer: Order) -> bool:
        return all(b.dock in PLANETS and set(b.units) <= set(UNITS) for b in answer.builds)

    def pay_of(self, answer: Order) -> Pay:
        return answer.pay

    def paid(self, answer: Order, pay: Pay) -> Order:
        return Order(answer.builds, answer.docks, pay)

    # -- choosing -------------------------------------------------------------------------------

    def default(self, v: View) -> Order:
        return Order()

    def sample(self, v: View, rng: Random) -> Order:
        limits = self.limits(v)
        budget = economy.wealth(v.table, self.seat, "resources")
        order = Order()
        free = sites(v.table, self.seat, self.tiles()) if rng.random() < 0.4 else []
        if free and dock_price(v.table, self.seat, free[0]) <= budget:
            order = Order(docks=[free[0]])
        dock = rng.choice(sorted(limits)) if limits else ""
        for _try in range(5 if dock else 0):
            unit = rng.choice(PRODUCED)
            n = UNITS[unit].per_cost * rng.randint(1, 2)
            made = fleets.plus(total_units(order.builds), {unit: n})
            grown = self._best_paid(v, Order([Build(dock, made)], order.docks))
            order = order if self.is_empty(grown) else grown
        return self._best_paid(v, order)

    def _best_paid(self, v: View, order: Order) -> Order:
        """Return the order with its best payment; an empty one if it is not legal."""
        pay = self.best_pay(v, order, goods=True)
        paid = order if pay is None else self.paid(order, pay)
        return Order() if pay is None or self.problems(v, paid) else paid

    # -- words ----------------------------------------------------------------------------------

    def prompt(self, v: View) -> str:
        where = ", ".join(f"{ev.title(p)} {n}" for p, n in self.limits(v).items())
        money = economy.wealth(v.table, self.seat, "resources")
        return _(
            "Produce units in {tile} (limits: {limits}; resources {money})?",
            tile=" / ".join(map(ev.title, self.tiles())),
            limits=where or "–",
            money=money,
        )

    def template(self, v: View) -> Sequence[str]:
        docks = map(ev.title, self.limits(v))
        lines = [line for dock in docks for line in self.first_affordable(v, IDEAS, dock)]
        free = sites(v.table, self.seat, self.tiles())
        lines += self.only_legal(v, (f"BUILD dock ON {ev.title(p)}" for p in free[:1]))
        return [*lines, "PRODUCE nothing"]

    def forms(self, v: View) -> list[Form]:
        return produce_form(v, self.seat, self.limits(v), self.tiles(), "PRODUCE nothing")

    def lines(self, answer: Order) -> list[str]:
        lines = []
        for build in answer.builds:
            units = write_counted(fleets.tidy(build.units), UNIT_NAMES)
            line = f"PRODUCE {units} AT {PLANETS[build.dock].name}"
            if build.to:
                line += f" TO {PLACE_NAMES.name(build.to)}"
            lines.append(line)
        return lines + [f"BUILD dock ON {PLANETS[p].name}" for p in answer.docks]

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Order]:
        return self.read_list(v, lines, Order([], [], FREE), [])

    def read_line(
        self, v: View, line: OrderLine, rest: str, answer: Order, notes: list[str]
    ) -> None:
        if line.verb == "build":
            answer.docks.append(self._read_site(rest))
        else:
            self._read_build(v, rest, answer.builds, notes)

    def _read_site(self, rest: str) -> str:
        parts = read_slots(rest, _DOCK_SLOTS, PLANET_NAMES)
        name = parts.get("on", "")
        if name and parts.get(""):
            read_counted(parts[""], DOCK_NAMES)
        if not name:
            name = parts.get("", "")
            for word in DOCK_WORDS:
                name = name.removeprefix(word).strip()
        return PLANET_NAMES.find(name).id

    def _read_build(self, v: View, rest: str, builds: list[Build], notes: list[str]) -> None:
        parts = read_slots(rest, _SLOTS, PLACE_NAMES)
        got = read_counted(parts.get("", ""), UNIT_NAMES)
        notes += got.read_as
        dock = self._dock(v, parts.get("at", ""))
        to = PLACE_NAMES.find(parts["to"]).id if "to" in parts else ""
        for i, build in enumerate(builds):
            if (build.dock, build.to) == (dock, to):
                builds[i] = Build(dock, fleets.plus(build.units, got.counts), to)
                return
        builds.append(Build(dock, fleets.tidy(got.counts), to))

    def _dock(self, v: View, text: str) -> str:
        """Read a planet by name; a system, or nothing, means its best dock."""
        limits = self.limits(v)
        if not text:
            return production_list.best_producer(limits, self.tile)
        named = PLACE_NAMES.find(text).id
        if named in PLANETS:
            return named
        there = {p: n for p, n in limits.items() if PLANETS[p].tile == named}
        return production_list.best_producer(there, named)


def produce_form(
    v: View, seat: int, limits: Mapping[str, int], tiles: Sequence[str], nothing: str
) -> list[Form]:
    """Return the form for units at docks and new docks in `tiles`, with their price."""
    groups, lines = [], []
    price: dict[str, float] = {}
    made: dict[str, float] = {}
    for dock, limit in limits.items():
        most = {
            unit: min(limit, fleets.reinforcements(v.table, seat, unit))
            for unit in PRODUCED
            if modifiers.may_produce(v.table, seat, dock, unit)
        }
        most = {unit: n for unit, n in most.items() if n > 0}
        fields = clicks.units(
            dock, most, UNIT_NAMES, nouns.unit, about=lambda unit: _price_words(v, seat, unit)
        )
        for field, unit in zip(fields, most, strict=True):
            each = modifiers.unit_cost(v.table, seat, unit)
            price[field.key] = each / modifiers.per_cost(v.table, seat, unit)
            made[field.key] = 1.0
        title = _("{place}: up to {n} units", place=ev.title(dock), n=limit)
        groups.append(Group(title, fields))
        lines.append(f"PRODUCE {{{dock}}} AT {fixed(PLANETS[dock].name)}")
        afar = [x for x in reach(v.table, seat, dock) if x != PLANETS[dock].tile]
        if afar:
            places = tuple((PLACE_NAMES.name(x), ev.title(x)) for x in afar)
            pick = Pick(f"{dock}.to", _("Placed in"), (("", _("the same system")), *places))
            groups.append(Group("", (pick,)))
            lines[-1] += f"[ TO {{{dock}.to}}]"
    free = sites(v.table, seat, tiles)
    if free:
        options = tuple((PLANETS[x].name, PLANETS[x].name) for x in free)
        pick = Pick("dock", _("New Space Dock on"), (("", _("none")), *options))
        price |= {f"dock={PLANETS[x].name}": float(dock_price(v.table, seat, x)) for x in free}
        groups.append(Group("", (pick,)))
        lines.append("BUILD dock ON {dock}")
    if not groups:
        return []
    pay = economy.PAYMENT.group(v.table, seat, "resources")
    room = economy.PAYMENT.room(v.table, seat, "resources")
    totals = (
        Total(_("units"), made, most=sum(limits.values())),
        Total(_("price of what is paid"), price, room),
    )
    every = (*groups, pay) if pay else tuple(groups)
    tail = "[ PAY {pay}]"
    return [Form("produce", _("Produce"), tuple(lines), every, "", totals, nothing, tail)]


def _price_words(v: View, seat: int, unit: str) -> str:
    per, each = modifiers.per_cost(v.table, seat, unit), modifiers.unit_cost(v.table, seat, unit)
    return _("{per} for {n}", per=per, n=each) if per > 1 else _("costs {n}", n=each)


def production(t: Table, seat: int, tile: str, other: str = "") -> Play[None]:
    """Ask what the docks of the system build and where new docks stand (TI3 8.8, 9.1.8)."""
    decision = Produce(seat, tile, other)
    table: Public = t.table
    tiles = decision.tiles()
    if not open_docks(table, seat, tiles) and not sites(table, seat, tiles):
        return
    p = t.sub("production")
    answer = yield from p.ask(decision)
    yield from carry_out(p, seat, tile, answer)


def carry_out(t: Table, seat: int, tile: str, order: Order) -> Play[None]:
    """Pay for an order, then place what it makes (TI3 16.5.4, 16.5.5, 18.2.2)."""
    if not order.builds and not order.docks:
        return
    table: Public = t.table
    price = cost(table, seat, order)
    economy.spend(t, seat, order.pay)
    units = total_units(order.builds)
    for build in order.builds:
        for unit, n in fleets.ordered(build.units):
            fleets.add(table, place_of(build, unit), seat, unit, n)
    table.sides[seat].fighters_bought += units.get("fighter", 0)
    if units:
        where = galaxy.tile_of(order.builds[0].dock)
        t.tell(ev.Produced(seat, where, units, price), cite="TI3 16.5.1")
        note_use(t, seat, order)
    for planet in order.docks:
        add_dock(t, seat, planet)
    touched = {place_of(b, "cruiser") for b in order.builds}
    yield from enforce(t, (seat,), sorted(touched))


def note_use(t: Table, seat: int, order: Order) -> None:
    """Note the docks used in this round, for laws that allow a player only one."""
    for dock in by_dock(order.builds):
        if dock not in t.table.docks_used:
            t.table.docks_used.append(dock)


def add_dock(t: Table, seat: int, planet: str) -> None:
    """Put a new dock on a planet; it cannot build before the next round (TI3 16.4.2, X39)."""
    fleets.add(t.table, planet, seat, "space_dock")
    t.table.new_docks = sorted({*t.table.new_docks, planet})
    t.tell(ev.DockBuilt(seat, planet), cite="TI3 16.4.2")
