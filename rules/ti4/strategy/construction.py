"""Construction (TI4 12, 13, H-30, H-85)."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.table import Play
from rules.lexicon import MissingPart, OrderLine, Slots, read_slots
from rules.ti4 import economy, galaxy, nouns
from rules.ti4 import events as ev
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import PLANETS, STRATEGY_CARDS, STRUCTURES
from rules.ti4.names import PLACE_NAMES, PLANET_NAMES, TILE_NAMES, UNITS
from rules.ti4.reading import without_article
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, Until, View
from rules.ti4.strategy.base import Secondary, token_words
from rules.ti4.units import fleets, recall
from rules.ti4.units.limits import enforce
from rules.toolbox.choices import NOTHING_WORDS
from rules.toolbox.stock import ByPlace
from rules.toolbox.targets import as_target

_SLOTS = Slots(("",), ("on", "at"), "BUILD pds ON Lodor")


class Structure(Fixed):
    """A structure and its planet; a space dock that flies names its system."""

    unit: str
    place: str


def flies(table: Public, seat: int, unit: str) -> bool:
    """Return whether the player's structure can move (TI4 13.1a)."""
    return modifiers.stats(table, seat, unit).move > 0


def sites(table: Public, seat: int, unit: str) -> list[str]:
    """Return the places where one more structure of a kind may stand (TI4 12.0, 13.4, 13.5)."""
    planets = fleets.controlled(table, seat)
    if flies(table, seat, unit):
        return sorted({PLANETS[p].tile for p in planets}, key=int)
    limit = modifiers.structure_limit(table, seat, unit)
    return [
        p
        for p in planets
        if fleets.at(table, p, seat).get(unit, 0) < limit and not modifiers.closed(table, p)
    ]


def site_problems(table: Public, seat: int, what: Structure) -> list[Problem]:
    if what.unit not in STRUCTURES:
        return [Problem("no-structure", _("Build a PDS or a space dock."), "TI4 12.2")]
    if what.place not in sites(table, seat, what.unit):
        places = ", ".join(map(fleets.name, sites(table, seat, what.unit))) or _("nowhere")
        words = _(
            "You cannot place a {unit} at {where}; possible: {places}.",
            unit=nouns.unit(what.unit),
            where=fleets.name(what.place),
            places=places,
        )
        return [Problem("no-site", words, "TI4 13.4")]
    return []


def write_structure(what: Structure) -> str:
    return f"BUILD {UNITS.name(what.unit)} ON {fleets.name(what.place)}"


def read_structure(text: str) -> tuple[Structure, tuple[str, ...]]:
    parts = read_slots(text, _SLOTS, PLANET_NAMES)
    unit = UNITS.find(without_article(parts[""]))
    place = PLACE_NAMES.find(parts.get("on") or parts.get("at") or "")
    notes = tuple(f.read_as for f in (unit, place) if f.read_as)
    return Structure(unit.id, place.id), notes


def _choices(table: Public, seat: int, kinds: Sequence[str]) -> list[tuple[str, str]]:
    """Return structures and their places, as order lines say them and for the reader."""
    return [
        (f"{UNITS.name(unit)} ON {fleets.name(place)}", f"{nouns.unit(unit)}: {fleets.name(place)}")
        for unit in kinds
        for place in sites(table, seat, unit)
    ]


class Works(Fixed):
    """Structures placed, and own ones taken off the board for it (TI4 12.4a)."""

    built: list[Structure] = []
    recall: ByPlace = {}


class BuildStructures(Decision[Works]):
    """The choice of one structure of either kind, then one PDS (H-85) (TI4 12.2)."""

    Answer = Works
    part_of_turn = True
    verbs = ("build", "recall")
    clock = "turn"
    rule = "TI4 12.2"

    def problems(self, v: View, answer: Works) -> list[Problem]:
        built = answer.built
        if len(built) > 2:
            return [Problem("too-many", _("Two structures at most."), "TI4 12.2")]
        if sum(what.unit == "space_dock" for what in built) > 1:
            return [Problem("too-many", _("One of the two must be a PDS."), "TI4 H-85")]
        for what in built:
            problems = site_problems(v.table, self.seat, what)
            if problems:
                return problems
        if len(built) == 2 and built[0] == built[1] and not self._room_for_two(v, built[0]):
            words = _("No room for two on {where}.", where=fleets.name(built[0].place))
            return [Problem("no-site", words, "TI4 13.5")]
        wanted = Counter(what.unit for what in built)
        return recall.problems(v.table, self.seat, wanted, answer.recall)

    def _room_for_two(self, v: View, what: Structure) -> bool:
        there = fleets.at(v.table, what.place, self.seat).get(what.unit, 0)
        return there + 2 <= modifiers.structure_limit(v.table, self.seat, what.unit)

    def default(self, v: View) -> Works:
        return Works()

    def sample(self, v: View, rng: Random) -> Works:
        plan = Works()
        for unit in (rng.choice(STRUCTURES), "pds"):
            places = sites(v.table, self.seat, unit)
            if places:
                more = [*plan.built, Structure(unit, rng.choice(places))]
                ideas = [Works(more, plan.recall), Works(more, self._fetched(v, unit))]
                plan = next((idea for idea in ideas if not self.problems(v, idea)), plan)
        return plan

    def _fetched(self, v: View, unit: str) -> ByPlace:
        return {place: {unit: 1} for place in recall.spare(v.table, self.seat, unit)[:1]}

    def prompt(self, v: View) -> str:
        return _("Place a PDS or space dock, and one more PDS, on planets you control?")

    def template(self, v: View) -> Sequence[str]:
        places = sites(v.table, self.seat, "pds")
        some = [f"BUILD pds ON {fleets.name(places[0])}"] if places else []
        return [*self.only_legal(v, some), "BUILD nothing"]

    def forms(self, v: View) -> list[Form]:
        none = ("", _("nothing"))
        sited = _choices(v.table, self.seat, STRUCTURES)
        fields = (
            Pick("first", _("First"), (none, *sited)),
            Pick("second", _("Second"), (none, *sited)),
        )
        lacking = recall.short(v.table, self.seat, STRUCTURES, 2)
        recalled, recalls = recall.clicked(v.table, self.seat, lacking)
        groups = (Group("", fields), recalled) if recalled else (Group("", fields),)
        lines = ("BUILD {first}", "BUILD {second}", *recalls)
        return [Form("build", _("Place structures"), lines, groups, nothing="BUILD nothing")]

    def write(self, v: View, answer: Works) -> str:
        lines = [*map(write_structure, answer.built), *recall.write(answer.recall)]
        return "\n".join(lines) or "BUILD nothing"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Works]:
        built: list[Structure] = []
        notes: list[str] = []
        for line in lines:
            if line.verb == "build" and line.rest.strip().lower() not in NOTHING_WORDS:
                what, more = read_structure(line.rest)
                built.append(what)
                notes += more
        works = Works(built, recall.read(lines, notes))
        return Reading(works, tuple(range(len(lines))), tuple(notes))


class Site(Fixed):
    """The system that gets the token, and perhaps a structure there, new or off the board."""

    tile: str = ""
    unit: str = ""
    place: str = ""
    recall: ByPlace = {}


class ConstructionSecondary(Secondary[Site]):
    """The choice of the place and the structure that the secondary of Construction builds
    (TI4 12.3)."""

    Answer = Site
    verbs = ("build", "recall", "skip", "follow")
    rule = "TI4 12.3"

    def strategy_card(self) -> str:
        return STRATEGY_CARDS["construction"].name

    def skips(self, answer: Site) -> bool:
        return not answer.tile

    def problems(self, v: View, answer: Site) -> list[Problem]:
        if not answer.tile:
            return []
        if answer.tile not in galaxy.tiles(v.table):
            return [Problem("no-such-system", _("That tile is not in play."), "TI4 44.1")]
        if answer.unit:
            problems = site_problems(v.table, self.seat, Structure(answer.unit, answer.place))
            if problems:
                return problems
            if galaxy.tile_of(answer.place) != answer.tile:
                return [Problem("not-here", _("The structure goes in that system."), "TI4 12.3")]
        wanted = {answer.unit: 1} if answer.unit else {}
        problems = recall.problems(v.table, self.seat, wanted, answer.recall, answer.tile)
        return problems or self.unpaid(v, "construction")

    def default(self, v: View) -> Site:
        return Site()

    def sample(self, v: View, rng: Random) -> Site:
        if self.unpaid(v, "construction") or rng.random() < 0.5:
            return Site()
        unit = rng.choice(STRUCTURES)
        places = sites(v.table, self.seat, unit)
        if not places or fleets.reinforcements(v.table, self.seat, unit) < 1:
            return Site()
        place = rng.choice(places)
        return Site(galaxy.tile_of(place), unit, place)

    def prompt(self, v: View) -> str:
        asked = _("Secondary of Construction: a command token in a system, and a structure there?")
        return f"{asked} {token_words(v.table, self.seat, 'construction')}"

    def template(self, v: View) -> Sequence[str]:
        places = sites(v.table, self.seat, "pds")
        some = [f"BUILD pds ON {fleets.name(places[0])}"] if places else []
        return [*self.only_legal(v, some), "SKIP"]

    def forms(self, v: View) -> list[Form]:
        sited = _choices(v.table, self.seat, STRUCTURES)
        tiles = sorted(galaxy.tiles(v.table), key=int)
        bare = [(f"nothing AT {x}", _("only the token: tile {tile}", tile=x)) for x in tiles]
        field = Pick("site", _("Structure and place"), (("", _("nothing")), *sited, *bare))
        lacking = recall.short(v.table, self.seat, STRUCTURES, 1)
        recalled, recalls = recall.clicked(v.table, self.seat, lacking)
        groups = (Group("", (field,)), recalled) if recalled else (Group("", (field,)),)
        lines = ("BUILD {site}", *recalls)
        return [Form("build", _("Secondary of Construction"), lines, groups, nothing="SKIP")]

    def write(self, v: View, answer: Site) -> str:
        if not answer.tile:
            return "SKIP"
        if not answer.unit:
            return f"BUILD nothing AT {answer.tile}"
        lines = [write_structure(Structure(answer.unit, answer.place))]
        return "\n".join([*lines, *recall.write(answer.recall)])

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Site]:
        last = max((i for i, line in enumerate(lines) if line.verb != "recall"), default=-1)
        if last < 0:
            raise MissingPart(_("Say also what is built: BUILD pds ON Lodor"))
        if lines[last].verb == "skip":
            return Reading(Site(), (last,))
        parts = read_slots(lines[last].rest, _SLOTS)
        if parts[""].lower() in NOTHING_WORDS:
            if not (place := parts.get("at") or parts.get("on")):
                raise MissingPart(_("Say in which system, or SKIP: BUILD nothing AT 27"))
            return Reading(Site(TILE_NAMES.find(place).id), (last,))
        what, read_as = read_structure(lines[last].rest)
        notes = list(read_as)
        site = Site(galaxy.tile_of(what.place), what.unit, what.place, recall.read(lines, notes))
        return Reading(site, tuple(range(len(lines))), tuple(notes))


def place_structure(t: Table, seat: int, what: Structure) -> Play[None]:
    """Place a structure, and open the moment after it (TI4 12.4, W-39)."""
    fleets.add(t.table, what.place, seat, what.unit)
    t.tell(ev.Placed(seat, what.place, {what.unit: 1}), cite="TI4 12.2")
    timing.lasting(t, what.unit, seat, Until.PLACING, as_target(what.place))
    yield from timing.moment(t, w.WHEN_STRUCTURE_PLACED, as_target(what.place), (seat,))
    timing.expire(t.table, Until.PLACING)


def primary(t: Table, seat: int) -> Play[None]:
    """Ask which structures the active player places, and place them (TI4 12.2)."""
    if not any(sites(t.table, seat, unit) for unit in STRUCTURES):
        return
    plan = yield from t.ask(BuildStructures(seat))
    recall.take_off(t, seat, plan.recall)
    for what in plan.built:
        yield from place_structure(t, seat, what)
    yield from enforce(t, (seat,), _systems(plan.recall))


def question(table: Public, seat: int) -> ConstructionSecondary | None:
    return ConstructionSecondary(seat)


def secondary(t: Table, seat: int, answer: Site) -> Play[None]:
    """Put the token into the system, or into reinforcements if one is there (TI4 12.3)."""
    economy.place_token(t, seat, answer.tile, "strategy")
    if answer.unit:
        recall.take_off(t, seat, answer.recall)
        yield from place_structure(t, seat, Structure(answer.unit, answer.place))
        yield from enforce(t, (seat,), _systems(answer.recall))


def _systems(recalled: ByPlace) -> list[str]:
    """Return the systems from which docks that supported fighters may have gone."""
    return sorted({galaxy.tile_of(place) for place in recalled}, key=int)
