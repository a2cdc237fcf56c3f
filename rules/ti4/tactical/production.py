"""Producing units (TI4 47, 48, 34, 81, D-22)."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, Final, Self

from rules.imperium import production as production_list
from rules.imperium.payment import FREE, Pay
from rules.imperium.smallwords import is_home, mentions
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem, Reading
from rules.kernel.forms import Count, Form, Group, Total, fixed
from rules.kernel.table import Play
from rules.lexicon import (
    LexiconError,
    OrderLine,
    Slots,
    plural_name,
    read_counted,
    read_slots,
    write_counted,
)
from rules.ti4 import economy, nouns
from rules.ti4 import events as ev
from rules.ti4.components import modifiers, presence, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import SHIPS, STRUCTURES, TILES, UNIT_TYPES, Unit
from rules.ti4.galaxy import tile_of
from rules.ti4.names import PLACE_NAMES, PLANET_NAMES, UNITS
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, Until, View
from rules.ti4.tactical.activated import in_action
from rules.ti4.units import fleets, recall
from rules.ti4.units.limits import enforce, give_up, room_problems
from rules.toolbox.stock import ByPlace, Counts, summed
from rules.toolbox.targets import as_target

_SLOTS = Slots((), ("", "at", "on", "losing"), "PRODUCE 1 cruiser, 2 fighters AT Jord")


class Build(Fixed):
    """Units made by the producers at one place; a producer in space may put ground forces `on` a
    planet (TI4 47.4)."""

    place: str
    units: Counts
    on: str = ""


class Production(Fixed):
    """Units made, their payment, own units taken off the board to be made again (TI4 41.4a), and
    own units given up in the system because of its limits (H-39)."""

    builds: list[Build] = []
    pay: Pay = FREE
    recall: ByPlace = {}
    losses: Counts = {}


def producers(table: Public, seat: int, tile: str) -> dict[str, int]:
    """Return how many units each place of the system can produce (TI4 47.1, H-38)."""
    found = {}
    sheet = modifiers.sheet(table, seat)
    for place in (tile, *TILES[tile].planets):
        limit = 0
        if modifiers.production_forbidden(table, place):
            continue
        for unit, n in fleets.at(table, place, seat).items():
            if unit in sheet and sheet[unit].produces:
                each = sheet[unit].production
                if sheet[unit].production_adds_resources and place not in TILES:
                    each += modifiers.resources(table, place)
                limit += each * n
        if limit:
            found[place] = limit
    return found


def price(table: Public, seat: int, units: Mapping[str, int]) -> int:
    """Return the summed price; two for the price of one where the card says so
    (TI4 48.1b, 48.2)."""

    def cost(unit: str) -> int:
        each = modifiers.stats(table, seat, unit).cost
        assert each is not None
        return each

    return production_list.price(units, cost, lambda u: modifiers.per_cost(table, seat, u))


def total_units(builds: Sequence[Build]) -> Counts:
    return summed((build.units for build in builds), UNIT_TYPES)


def cost_of(table: Public, seat: int, tile: str, builds: Sequence[Build]) -> int:
    units = total_units(builds)
    if not units:
        return 0
    return max(0, price(table, seat, units) - modifiers.discount(table, seat, tile, units))


def build_problems(
    table: Public,
    seat: int,
    tile: str,
    builds: Sequence[Build],
    limits: Mapping[str, int],
    recalled: ByPlace,
    losses: Counts,
) -> list[Problem]:
    """Return the faults of a production, its payment apart."""
    units = total_units(builds)
    return (
        _place_problems(table, seat, tile, builds, limits)
        or _unit_problems(table, seat, tile, units)
        or recall.problems(table, seat, units, recalled)
        or _cap_problems(table, seat, builds)
        or _room_problems(table, seat, tile, builds, recalled, losses)
    )


def _place_problems(
    table: Public, seat: int, tile: str, builds: Sequence[Build], limits: Mapping[str, int]
) -> list[Problem]:
    """Return what forbids producing at these places, so many units, and putting them there."""
    made: Counts = {}
    for build in builds:
        if build.place not in limits and tile_of(build.place) != tile:
            words = _(
                "Only tile {tile} produces now, and {where} is not there.",
                tile=tile,
                where=fleets.name(build.place),
            )
            return [Problem("no-producer", words, "TI4 47.0")]
        if build.place not in limits:
            words = _("Nothing of yours produces at {where}.", where=fleets.name(build.place))
            return [Problem("no-producer", words, "TI4 47.0")]
        made[build.place] = made.get(build.place, 0) + sum(build.units.values())
        if made[build.place] > limits[build.place]:
            words = _(
                "{where} can produce {n} unit(s).",
                where=fleets.name(build.place),
                n=limits[build.place],
            )
            return [Problem("production-limit", words, "TI4 47.1")]
        if build.on and build.on not in fleets.controlled_in(table, tile, seat):
            return [Problem("not-yours", _("Ground forces go to your own planet."), "TI4 47.4")]
        if build.on and modifiers.closed(table, build.on):
            words = _("No unit may be placed on {where}.", where=fleets.name(build.on))
            return [Problem("closed", words, "TI4 GR-3")]
    return []


def _unit_problems(table: Public, seat: int, tile: str, units: Counts) -> list[Problem]:
    """Return what forbids producing units of these types in this system."""
    sheet = modifiers.sheet(table, seat)
    blocked = fleets.blockaded(table, tile, seat)
    for unit, n in units.items():
        name = nouns.unit(unit)
        if unit not in sheet or sheet[unit].cost is None or n < 1:
            return [
                Problem("cannot-produce", _("You cannot produce a {unit}.", unit=name), "TI4 34.3")
            ]
        if blocked and unit in SHIPS:
            return [Problem("blockaded", _("Your producers there are blockaded."), "TI4 81.1")]
        if not modifiers.may_produce(table, seat, tile):
            return [
                Problem(
                    "cannot-produce", _("You cannot produce a {unit} there.", unit=name), "TI4 GR-3"
                )
            ]
    return []


def _cap_problems(table: Public, seat: int, builds: Sequence[Build]) -> list[Problem]:
    """Return a problem where a rule lets fewer units of a type be produced at a place."""
    for build in builds:
        for unit, n in build.units.items():
            cap = modifiers.production_cap(table, seat, build.place, unit)
            if cap is not None and n > cap:
                words = _("Only {n} {unit} can be produced there.", n=cap, unit=nouns.unit(unit))
                return [Problem("production-limit", words, "TI4 GR-3")]
    return []


def _room_problems(
    table: Public, seat: int, tile: str, builds: Sequence[Build], recalled: ByPlace, losses: Counts
) -> list[Problem]:
    """Return why the new units find no room in the system (TI4 47.4a, 54.1, H-39)."""
    after = dict(fleets.at(table, tile, seat))
    for unit, n in recalled.get(tile, {}).items():
        after[unit] -= n
    for build in builds:
        for unit, n in build.units.items():
            if unit in SHIPS or (build.place in TILES and not build.on):
                after[unit] = after.get(unit, 0) + n
    now = fleets.load(table, tile, seat)
    afloat = any(b.place in TILES and not b.on and b.units.get("infantry") for b in builds)
    if afloat and fleets.Load(table, tile, seat, after).capacity_over > now.capacity_over:
        words = _(
            "Your ships there cannot carry ground forces made in space; put them ON a planet."
        )
        return [Problem("over-capacity", words, "TI4 47.4a")]
    return room_problems(table, seat, tile, after, losses, now)


_STRUCTURES = UNITS.only(STRUCTURES)


def _many(unit: str) -> str:
    """Return the word for several units in order lines."""
    return plural_name(unit, UNITS)


def _price(unit: Unit) -> str:
    """Return the cost of a unit, for a form: some come two for one price."""
    if unit.per_cost > 1:
        return _("{per} for {n}", per=unit.per_cost, n=unit.cost)
    return _("costs {n}", n=unit.cost)


_IDEAS: Final = (
    "2 infantry, 1 carrier",
    "1 carrier",
    "1 cruiser",
    "1 destroyer",
    "2 infantry",
    "2 fighters",
)
"""Lists of units, from what costs more to what costs less."""


class Produce(production_list.ProduceUnits[Production]):
    """The choice of the units built in a system; `dock` limits it to one place, for Warfare's
    secondary (TI4 3.5, 47, D-22)."""

    dock: str = ""

    Answer = Production
    verbs: ClassVar[tuple[str, ...]] = ("produce", "build", "recall", "done")
    rule = "TI4 47"
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
        return (cls(seat, seen.table.active_now.tile), seen) if seen is not None else None

    def cost(self, v: View, builds: Sequence[Build]) -> int:
        return cost_of(v.table, self.seat, self.tile, builds)

    def limits(self, v: View) -> dict[str, int]:
        every = producers(v.table, self.seat, self.tile)
        return {p: n for p, n in every.items() if not self.dock or p == self.dock}

    def is_empty(self, answer: Production) -> bool:
        return not answer.builds and not answer.recall

    def list_problems(self, v: View, answer: Production) -> list[Problem]:
        limits = self.limits(v)
        return build_problems(
            v.table, self.seat, self.tile, answer.builds, limits, answer.recall, answer.losses
        )

    def price_of(self, v: View, answer: Production) -> int:
        return self.cost(v, answer.builds)

    def has_price(self, v: View, answer: Production) -> bool:
        sheet = modifiers.sheet(v.table, self.seat)
        units = total_units(answer.builds)
        return all(unit in sheet and sheet[unit].cost is not None for unit in units)

    def pay_of(self, answer: Production) -> Pay:
        return answer.pay

    def paid(self, answer: Production, pay: Pay) -> Production:
        return Production(answer.builds, pay, answer.recall, answer.losses)

    def default(self, v: View) -> Production:
        return Production()

    def sample(self, v: View, rng: Random) -> Production:
        recalled: ByPlace = {}
        builds: list[Build] = []
        budget = economy.wealth(v.table, self.seat, "resources")
        limits = self.limits(v)
        sheet = modifiers.sheet(v.table, self.seat)
        kinds = [u for u in UNIT_TYPES if u in sheet and sheet[u].cost is not None]
        for place, limit in limits.items():
            for _try in range(4):
                unit = rng.choice(kinds)
                n = min(limit, sheet[unit].per_cost * rng.randint(1, 2))
                grown = _grown(builds, place, unit, n)
                if self.cost(v, grown) > budget:
                    continue
                more = self._fetched(v, unit, recalled, rng)
                if not build_problems(v.table, self.seat, self.tile, grown, limits, more, {}):
                    builds, recalled = grown, more
        answer = Production(builds, FREE, recalled)
        pay = self.best_pay(v, answer, goods=True)
        return self.paid(answer, pay) if builds and pay is not None else Production()

    def _fetched(self, v: View, unit: str, recalled: ByPlace, rng: Random) -> ByPlace:
        """Add a unit to those taken off the board, if none is left in reinforcements."""
        if fleets.reinforcements(v.table, self.seat, unit) or rng.random() < 0.7:
            return recalled
        places = recall.spare(v.table, self.seat, unit)
        return {**recalled, rng.choice(places): {unit: 1}} if places else recalled

    def prompt(self, v: View) -> str:
        where = ", ".join(f"{fleets.name(p)} {n}" for p, n in self.limits(v).items())
        money = economy.wealth(v.table, self.seat, "resources")
        return _(
            "Produce units in tile {tile} (limits: {limits}; resources {money})?",
            tile=self.tile,
            limits=where,
            money=money,
        )

    def forms(self, v: View) -> list[Form]:
        """Return units for each place that produces, and the planets and goods that pay for
        them."""
        limits, sheet = self.limits(v), modifiers.sheet(v.table, self.seat)
        kinds = [u for u in UNIT_TYPES if u in sheet and sheet[u].cost is not None]
        kinds = [unit for unit in kinds if unit not in STRUCTURES]
        lacking = recall.short(v.table, self.seat, kinds, max(limits.values(), default=0))
        recalled, recalls = recall.clicked(v.table, self.seat, lacking)
        groups, lines, price, made = [], [], {}, {}
        for place, limit in limits.items():
            fields = [
                Count(place, UNITS.name(u), nouns.unit(u), most, _price(sheet[u]), many=_many(u))
                for u in kinds
                if (most := min(limit, self._obtainable(v, u)))
            ]
            for field, unit in ((f, sheet[UNITS.find(f.word).id]) for f in fields):
                price[field.key] = (unit.cost or 0) / unit.per_cost
                made[field.key] = 1.0
            title = _("{place}: up to {n} units", place=fleets.name(place), n=limit)
            groups.append(Group(title, tuple(fields)))
            at = f"AT {fixed(fleets.name(place))}"
            lines.append(f"PRODUCE {{{place}}} {at}")
            for planet in fleets.controlled_in(v.table, self.tile, self.seat):
                if place not in TILES or not any(field.word == "infantry" for field in fields):
                    continue
                slot, where = f"{place}.{planet}", fleets.name(planet)
                label = _("{unit}: {place}", unit=nouns.unit("infantry"), place=where)
                field = Count(slot, "infantry", label, limit, _price(sheet["infantry"]))
                price[field.key] = (sheet["infantry"].cost or 0) / sheet["infantry"].per_cost
                made[field.key] = 1.0
                groups.append(Group("", (field,)))
                lines.append(f"PRODUCE {{{slot}}} {at} ON {fixed(where)}")
        if not groups:
            return []
        given_up = self._given_up(v)
        pay = self.payment.group(v.table, self.seat, "resources")
        room = self.payment.room(v.table, self.seat, "resources")
        shown = (*groups, *filter(None, (pay, recalled, given_up)))
        totals = (
            Total(_("units"), made, most=sum(limits.values())),
            Total(_("price of what is paid"), price, room),
        )
        title = _("Produce in tile {tile}", tile=self.tile)
        about = _("{n} resources at hand", n=economy.wealth(v.table, self.seat, "resources"))
        every, tail = (*lines, *recalls), "[ LOSING {losing}][ PAY {pay}]"
        return [
            Form("produce", title, every, shown, about, totals, self.write(v, Production()), tail)
        ]

    def _given_up(self, v: View) -> Group | None:
        """Return the units that can be lost in the system, where there would be no room for the new
        ones."""
        there = fleets.ordered(fleets.at(v.table, self.tile, self.seat))
        fields = tuple(Count("losing", UNITS.name(u), nouns.unit(u), n) for u, n in there if n)
        title = _("Given up, where there would be no room")
        return Group(title, fields, rare=True) if fields else None

    def _obtainable(self, v: View, unit: str) -> int:
        """Return how many units there are in reinforcements and, to be recalled, on the board."""
        places = recall.spare(v.table, self.seat, unit)
        there = sum(fleets.at(v.table, place, self.seat).get(unit, 0) for place in places)
        return fleets.reinforcements(v.table, self.seat, unit) + there

    def template(self, v: View) -> Sequence[str]:
        place = fleets.name(next(iter(self.limits(v)), self.tile))
        return [*self.first_affordable(v, _IDEAS, place), "PRODUCE nothing"]

    def lines(self, answer: Production) -> list[str]:
        lines = []
        for i, build in enumerate(answer.builds):
            units = write_counted(dict(fleets.ordered(build.units)), UNITS)
            line = f"PRODUCE {units} AT {fleets.name(build.place)}"
            if build.on:
                line += f" ON {fleets.name(build.on)}"
            if i == 0 and answer.losses:
                line += f" LOSING {write_counted(dict(fleets.ordered(answer.losses)), UNITS)}"
            lines.append(line)
        return [*lines, *recall.write(answer.recall)] if lines else []

    def is_list(self, line: OrderLine) -> bool:
        """Return whether a line is PRODUCE, or BUILD of anything but structures, which Construction
        places."""
        if line.verb == "build":
            return not mentions(line.rest, _STRUCTURES)
        return line.verb == "produce"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Production]:
        notes: list[str] = []
        begun = Production([], FREE, recall.read(lines, notes), {})
        reading = self.read_list(v, lines, begun, notes)
        also = (i for i, line in enumerate(lines) if line.verb == "recall")
        return Reading(reading.answer, tuple(sorted({*reading.used, *also})), reading.notes)

    def read_line(
        self, v: View, line: OrderLine, rest: str, answer: Production, notes: list[str]
    ) -> None:
        builds, losses = answer.builds, answer.losses
        parts = read_slots(rest, _SLOTS, PLANET_NAMES)
        if "losing" in parts:
            lost = read_counted(parts["losing"], UNITS)
            notes += lost.read_as
            for unit, n in lost.counts.items():
                losses[unit] = losses.get(unit, 0) + n
        got = read_counted(parts.get("", ""), UNITS)
        notes += got.read_as
        place = self._place(v, parts.get("at", ""))
        on = PLANET_NAMES.find(parts["on"]).id if "on" in parts else ""
        if on and not parts.get("at"):
            place, on = on, ""
        if not any(got.counts.values()):
            return
        for i, build in enumerate(builds):
            if build.place == place and build.on == on:
                builds[i] = Build(place, summed((build.units, got.counts), UNIT_TYPES), on)
                return
        builds.append(Build(place, dict(got.counts), on))

    def _place(self, v: View, text: str) -> str:
        """Read a place; the name of the system, or no name, means its best producer."""
        limits = self.limits(v)
        best = production_list.best_producer(limits, self.tile)
        if not text:
            return best
        if is_home(text):
            return best
        try:
            named = PLACE_NAMES.find(text).id
        except LexiconError:
            if text.strip() == self.tile:
                return best
            raise
        return best if named == self.tile and named not in limits else named


class Purchase(Produce):
    """Units produced by a card at their price, without a use of Production (TI4 48.4).

    `places` they come from, at most `most` of them, of the kinds in `only` (none: all), worth
    `worth` at most (less than 0: any)."""

    card: str = ""
    places: list[str] = []
    most: int = 99
    only: list[str] = []
    worth: int = -1

    Answer = Production
    rule = "TI4 48"

    def cost(self, v: View, builds: Sequence[Build]) -> int:
        return price(v.table, self.seat, total_units(builds))

    def limits(self, v: View) -> dict[str, int]:
        return dict.fromkeys(self.places, self.most)

    def problems(self, v: View, answer: Production) -> list[Problem]:
        units = total_units(answer.builds)
        if sum(units.values()) > self.most:
            return [Problem("production-limit", _("{n} unit(s) at most.", n=self.most), "TI4 48")]
        if self.only and any(unit not in self.only for unit in units):
            names = ", ".join(map(nouns.unit, self.only))
            return [Problem("cannot-produce", _("Possible: {units}.", units=names), "TI4 48")]
        problems = super().problems(v, answer)
        if not problems and 0 <= self.worth < self.cost(v, answer.builds):
            words = _("Units worth {n} resources at most.", n=self.worth)
            return [Problem("production-limit", words, "TI4 48")]
        return problems

    def sample(self, v: View, rng: Random) -> Production:
        answer = super().sample(v, rng)
        return Production() if self.problems(v, answer) else answer

    def prompt(self, v: View) -> str:
        money = economy.wealth(v.table, self.seat, "resources")
        card = ev.title(self.card)
        if not self.only:
            return _("{card}: produce units (resources {money})?", card=card, money=money)
        return _(
            "{card}: produce units ({kinds}) (resources {money})?",
            card=card,
            kinds=", ".join(map(nouns.unit, self.only)),
            money=money,
        )


def purchase(t: Table, decision: Purchase) -> Play[None]:
    """Ask which units are bought, pay for them and place them."""
    answer = yield from t.ask(decision)
    if answer.builds:
        cost = decision.cost(t.view(decision.seat), answer.builds)
        place_units(t, decision.seat, decision.tile, answer, cost)
    yield from within_limits(t, decision.seat, decision.tile, answer)


def _grown(builds: Sequence[Build], place: str, unit: str, n: int) -> list[Build]:
    """Return the builds with `n` more of a unit at a place."""
    others = [b for b in builds if b.place != place]
    mine = next((dict(b.units) for b in builds if b.place == place), {})
    mine[unit] = mine.get(unit, 0) + n
    units = {u: mine[u] for u in UNIT_TYPES if mine.get(u)}
    return [*others, Build(place, units)]


def production(t: Table, seat: int, tile: str, dock: str = "") -> Play[None]:
    """Ask which units are built and build them, with the moments when and after Production is used
    (TI4 47, W-23)."""
    decision = Produce(seat, tile, dock)
    if not decision.limits(t.view(seat)):
        return
    p = t.sub(f"production@{tile}")
    yield from timing.moment(p, w.WHEN_PRODUCTION_USED, as_target(tile), (seat,))
    answer = yield from p.ask(decision)
    if answer.builds:
        make(p, seat, tile, answer)
        tell_produced(p, seat, answer)
    timing.expire(p.table, Until.PRODUCTION)
    if answer.builds:
        yield from timing.moment(p, w.AFTER_PRODUCTION_USED, as_target(tile), (seat,))
    yield from within_limits(p, seat, tile, answer)


def tell_produced(t: Table, seat: int, answer: Production) -> None:
    """Tell components in play, such as Prophecy of Ixth, which units were produced."""
    for component in presence.present(t.table, seat, "produced"):
        component.produced(t, seat, total_units(answer.builds))


def within_limits(t: Table, seat: int, tile: str, answer: Production) -> Play[None]:
    """Enforce the limits where units were made or were taken off the board."""
    yield from give_up(t, seat, tile, answer.losses)
    touched = {tile, *map(tile_of, answer.recall)}
    yield from enforce(t, (seat,), sorted(touched, key=int))


def make(t: Table, seat: int, tile: str, answer: Production) -> None:
    """Pay, then place ships in the system, ground forces by their producer (TI4 47.2 to 47.4)."""
    cost = cost_of(t.table, seat, tile, answer.builds)
    place_units(t, seat, tile, answer, cost)


def place_units(t: Table, seat: int, tile: str, answer: Production, cost: int) -> None:
    economy.spend(t, seat, answer.pay)
    recall.take_off(t, seat, answer.recall)
    for build in answer.builds:
        for unit, n in fleets.ordered(build.units):
            place = tile if unit in SHIPS else build.on or build.place
            fleets.add(t.table, place, seat, unit, n)
    t.tell(ev.Produced(seat, tile, total_units(answer.builds), cost), cite="TI4 47")
