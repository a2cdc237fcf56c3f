"""Construction (TI4 12, 13, H-30, H-85)."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.table import Play, Table
from rules.kernel.views import View
from rules.lexicon import OrderLine, Slots, read_slots
from rules.ti4 import economy, fleets, galaxy, modifiers, timing
from rules.ti4 import events as ev
from rules.ti4 import windows as w
from rules.ti4.facts import PLANETS, STRUCTURES
from rules.ti4.names import PLACE_NAMES, TILE_NAMES, UNITS
from rules.ti4.strategy.base import Secondary

_SLOTS = Slots(("",), ("on", "at"), "BUILD pds ON Lodor")


class Structure(Fixed):
    """A structure and its planet; a space dock that flies names its system."""

    unit: str
    place: str


def flies(table: Any, seat: int, unit: str) -> bool:
    """TI4 13.1a"""
    return modifiers.stats(table, seat, unit).move > 0


def sites(table: Any, seat: int, unit: str) -> list[str]:
    """Where one more structure of a kind may stand (TI4 12.0, 13.4, 13.5)."""
    planets = fleets.controlled(table, seat)
    if flies(table, seat, unit):
        return sorted({PLANETS[p].tile for p in planets}, key=int)
    limit = modifiers.structure_limit(table, seat, unit)
    return [
        p
        for p in planets
        if fleets.at(table, p, seat).get(unit, 0) < limit and not modifiers.closed(table, p)
    ]


def site_problems(table: Any, seat: int, what: Structure) -> list[Problem]:
    if what.unit not in STRUCTURES:
        return [Problem("no-structure", "Build a PDS or a space dock.", "TI4 12.2")]
    if fleets.reinforcements(table, seat, what.unit) < 1:
        words = f"You have no {UNITS.name(what.unit)} in reinforcements."
        return [Problem("reinforcements", words, "TI4 12.4")]
    if what.place not in sites(table, seat, what.unit):
        words = f"You cannot place a {UNITS.name(what.unit)} at {fleets.name(what.place)}."
        return [Problem("no-site", words, "TI4 13.4")]
    return []


def write_structure(what: Structure) -> str:
    return f"BUILD {UNITS.name(what.unit)} ON {fleets.name(what.place)}"


def read_structure(text: str) -> tuple[Structure, tuple[str, ...]]:
    parts = read_slots(text, _SLOTS)
    unit = UNITS.find(parts[""])
    place = PLACE_NAMES.find(parts.get("on") or parts.get("at") or "")
    notes = tuple(f.read_as for f in (unit, place) if f.read_as)
    return Structure(unit.id, place.id), notes


class BuildStructures(Decision[list[Structure]]):
    """TI4 12.2: one of either kind, then one PDS (H-85)."""

    Answer = list[Structure]
    verbs = ("build",)
    clock = "turn"
    rule = "TI4 12.2"

    def problems(self, v: View, answer: list[Structure]) -> list[Problem]:
        if len(answer) > 2:
            return [Problem("too-many", "Two structures at most.", "TI4 12.2")]
        if sum(what.unit == "space_dock" for what in answer) > 1:
            return [Problem("too-many", "One of the two must be a PDS.", "TI4 H-85")]
        for what in answer:
            problems = site_problems(v.table, self.seat, what)
            if problems:
                return problems
        if len(answer) == 2 and answer[0] == answer[1]:
            return self._twice(v, answer[0])
        same = len({what.unit for what in answer}) == 1 and len(answer) == 2
        if same and fleets.reinforcements(v.table, self.seat, answer[0].unit) < 2:
            return [Problem("reinforcements", "Only one is left.", "TI4 12.4")]
        return []

    def _twice(self, v: View, what: Structure) -> list[Problem]:
        there = fleets.at(v.table, what.place, self.seat).get(what.unit, 0)
        limit = modifiers.structure_limit(v.table, self.seat, what.unit)
        left = fleets.reinforcements(v.table, self.seat, what.unit)
        if there + 2 <= limit and left >= 2:
            return []
        return [Problem("no-site", f"No room for two on {fleets.name(what.place)}.", "TI4 13.5")]

    def default(self, v: View) -> list[Structure]:
        return []

    def sample(self, v: View, rng: Random) -> list[Structure]:
        plan: list[Structure] = []
        for unit in (rng.choice(STRUCTURES), "pds"):
            places = sites(v.table, self.seat, unit)
            if places:
                more = [*plan, Structure(unit, rng.choice(places))]
                plan = plan if self.problems(v, more) else more
        return plan

    def prompt(self, v: View) -> str:
        return "Place a PDS or space dock, and one more PDS, on planets you control?"

    def template(self, v: View) -> Sequence[str]:
        places = sites(v.table, self.seat, "pds")
        some = [f"BUILD pds ON {fleets.name(places[0])}"] if places else []
        return [*some, "BUILD nothing"]

    def write(self, v: View, answer: list[Structure]) -> str:
        return "\n".join(map(write_structure, answer)) or "BUILD nothing"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[Structure]]:
        plan: list[Structure] = []
        notes: tuple[str, ...] = ()
        for line in lines:
            if line.rest.strip().lower() not in ("nothing", "none"):
                what, more = read_structure(line.rest)
                plan.append(what)
                notes += more
        return Reading(plan, tuple(range(len(lines))), notes)


class Site(Fixed):
    """The system that gets the token, and perhaps a structure there."""

    tile: str = ""
    unit: str = ""
    place: str = ""


class ConstructionSecondary(Secondary[Site]):
    """TI4 12.3"""

    Answer = Site
    verbs = ("build", "skip")
    rule = "TI4 12.3"

    def skips(self, answer: Site) -> bool:
        return not answer.tile

    def problems(self, v: View, answer: Site) -> list[Problem]:
        if not answer.tile:
            return []
        if answer.tile not in galaxy.tiles(v.table):
            return [Problem("no-such-system", "That tile is not in play.", "TI4 44.1")]
        if answer.unit:
            problems = site_problems(v.table, self.seat, Structure(answer.unit, answer.place))
            if problems:
                return problems
            if galaxy.tile_of(answer.place) != answer.tile:
                return [Problem("not-here", "The structure goes in that system.", "TI4 12.3")]
        return self.no_token(v, "construction")

    def default(self, v: View) -> Site:
        return Site()

    def sample(self, v: View, rng: Random) -> Site:
        if self.no_token(v, "construction") or rng.random() < 0.5:
            return Site()
        unit = rng.choice(STRUCTURES)
        places = sites(v.table, self.seat, unit)
        if not places or fleets.reinforcements(v.table, self.seat, unit) < 1:
            return Site()
        place = rng.choice(places)
        return Site(galaxy.tile_of(place), unit, place)

    def prompt(self, v: View) -> str:
        return "Secondary of Construction: a command token in a system, and a structure there?"

    def template(self, v: View) -> Sequence[str]:
        places = sites(v.table, self.seat, "pds")
        some = [f"BUILD pds ON {fleets.name(places[0])}"] if places else []
        return [*some, "SKIP"]

    def write(self, v: View, answer: Site) -> str:
        if not answer.tile:
            return "SKIP"
        if not answer.unit:
            return f"BUILD nothing AT {answer.tile}"
        return write_structure(Structure(answer.unit, answer.place))

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Site]:
        last = len(lines) - 1
        if lines[last].verb == "skip":
            return Reading(Site(), (last,))
        parts = read_slots(lines[last].rest, _SLOTS)
        if parts[""].lower() in ("nothing", "none"):
            return Reading(Site(TILE_NAMES.find(parts.get("at") or parts["on"]).id), (last,))
        what, notes = read_structure(lines[last].rest)
        return Reading(Site(galaxy.tile_of(what.place), what.unit, what.place), (last,), notes)


def place_structure(t: Table, seat: int, what: Structure) -> Play[None]:
    """TI4 12.4, then W-39."""
    fleets.add(t.table, what.place, seat, what.unit)
    t.tell(ev.Placed(seat, what.place, {what.unit: 1}), cite="TI4 12.2")
    timing.lasting(t, what.unit, seat, "placing", what.place)
    yield from timing.moment(t, w.WHEN_STRUCTURE_PLACED, what.place, (seat,))
    timing.expire(t.table, "placing")


def primary(t: Table, seat: int) -> Play[None]:
    """TI4 12.2"""
    if not any(sites(t.table, seat, unit) for unit in STRUCTURES):
        return
    plan = yield from t.ask(BuildStructures(seat))
    for what in plan:
        yield from place_structure(t, seat, what)


def question(table: Any, seat: int) -> ConstructionSecondary | None:
    return ConstructionSecondary(seat)


def secondary(t: Table, seat: int, answer: Site) -> Play[None]:
    """TI4 12.3: the token goes to the system, or to reinforcements if one is there."""
    economy.place_token(t, seat, answer.tile, "strategy")
    if answer.unit:
        yield from place_structure(t, seat, Structure(answer.unit, answer.place))
