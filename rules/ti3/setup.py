"""Setting up the game (TI3 3, 34.1)."""

from collections.abc import Sequence
from functools import cache
from random import Random

from rules.imperium import clicks
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Field, Form, Group, Tick, fixed
from rules.kernel.table import Play
from rules.lexicon import LexiconError, OrderLine, Slots, read_counted, read_slots, write_counted
from rules.ti3 import events as ev
from rules.ti3 import mapmaking, nouns, options
from rules.ti3.components import modifiers, registry
from rules.ti3.facts import (
    ACTION_CARDS,
    AGENDAS,
    COLOURS,
    IMPERIUM_REX,
    LAYOUTS,
    OBJECTIVES,
    PLANETARY,
    RACES,
    RINGS,
    STRATEGY_CARDS,
)
from rules.ti3.names import LEADER_NAMES, PLANET_NAMES, RACE_NAMES, UNITS
from rules.ti3.speech import _
from rules.ti3.state import (
    ByOwner,
    Counts,
    Hidden,
    Phase,
    Private,
    Public,
    Side,
    Table,
    TI3State,
    View,
)
from rules.ti3.units import fleets
from rules.ti3.units.fleets import PDS_PER_PLANET
from rules.ti3.variants import domains

STAGE_ONE, STAGE_TWO = 6, 3
LONG_ONE, LONG_TWO = 8, 5
_PLACE = Slots(("", "on"), (), "PLACE 2 ground forces ON Hercant")


def check_options(chosen: options.TI3Options) -> None:
    """Raise BadOptions or NotBuilt with all that is wrong, before anything is made."""
    registry.load()
    options.check(chosen)


def new_state(chosen: options.TI3Options) -> TI3State:
    """Return the state before the first step: empty seats, the options noted where the steps need
    them."""
    check_options(chosen)
    sides = [Side() for _ in range(chosen.players)]
    target = 14 if chosen.long_war else 10
    table = Public(sides, list(COLOURS[: chosen.players]), options.settings(chosen), target=target)
    for seat, race in enumerate(options.chosen_races(chosen)):
        take_race_quietly(table, seat, race)
    if chosen.races == "draft":
        table.phase = Phase.DRAFT
    without = LAYOUTS[chosen.players].without_cards
    table.deck = sorted(c for c in registry.among("action card", ACTION_CARDS) if c not in without)
    hidden = Hidden(wish=_wish(chosen))
    table.agendas = political_deck(chosen.single_source_agendas == "in")
    hidden.agenda = list(table.agendas)
    if chosen.distant_suns:
        hidden.stock = options.domain_stock(chosen)
    shape = options.layout(chosen)
    if shape.homes != LAYOUTS[chosen.players].homes:
        table.slots = [RINGS[3].index(h) for h in shape.homes]
    return TI3State(table, [Private() for _ in sides], hidden)


def _wish(chosen: options.TI3Options) -> list[str]:
    """Return how the galaxy is made; the box keeps it until then."""
    if chosen.galaxy in ("balanced", "players"):
        return [chosen.galaxy]
    return options.pasted_map(chosen)


@cache
def action_deck(titles: tuple[str, ...]) -> tuple[str, ...]:
    """Return every copy of these action cards."""
    return tuple(card for card in titles for _ in range(ACTION_CARDS[card].copies))


def political_deck(doubtful: bool) -> list[str]:
    """Return the political deck, with or without the cards whose text rests on one source (TI3
    42.3)."""
    return [id for id in registry.among("agenda", AGENDAS) if doubtful or not AGENDAS[id].doubtful]


# -- races ---------------------------------------------------------------------------------------


class PickRace(Choice[str]):
    """Which race a player takes, where races are chosen in turn and not drawn (TI3 42.2)."""

    Answer = str
    verbs = ("pick",)
    ranked = True
    root = True
    rule = "TI3 42.2"

    def options(self, v: View) -> list[Option[str]]:
        return [Option(RACES[r].name, r, f"PICK {RACES[r].short}") for r in free_races(v.table)]

    def problems(self, v: View, answer: str) -> list[Problem]:
        if any(side.race == answer for side in v.table.sides):
            free = ", ".join(RACES[r].short for r in free_races(v.table))
            words = _("{race} is taken. Free: {free}.", race=RACES[answer].name, free=free)
            return [Problem("taken", words, self.rule)]
        return super().problems(v, answer)

    def prompt(self, v: View) -> str:
        return _("Choose your race.")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """Read a race by its full name or the short one."""
        last = len(lines) - 1
        found = RACE_NAMES.find(lines[last].rest)
        return Reading(found.id, (last,), (found.read_as,) if found.read_as else ())


def free_races(table: Public) -> list[str]:
    taken = {side.race for side in table.sides}
    return [race for race in RACES if race not in taken]


def draw_races(t: Table) -> Play[None]:
    """Draw the first player, then draw or choose races as the table agreed (TI3 3.1.1, 3.3.1)."""
    count = len(t.table.sides)
    draft = t.table.phase == Phase.DRAFT
    t.table.speaker = t.roll("speaker", 1, count)[0] - 1
    t.tell(ev.SpeakerIs(t.table.speaker), cite="TI3 3.3.1")
    deal = [] if draft else t.shuffle("races", sorted(free_races(t.table)))
    for seat in [(t.table.speaker + k) % count for k in range(count)]:
        if t.table.sides[seat].race:
            continue
        race = (yield from t.ask(PickRace(seat))) if draft else deal.pop(0)
        take_race_quietly(t.table, seat, race)
        t.tell(ev.RaceTaken(seat, race), cite="TI3 3.1.1")
    t.table.phase = Phase.GALAXY


def take_race_quietly(table: Public, seat: int, race: str) -> None:
    table.sides[seat].race = race
    table.names[seat] = RACES[race].short


def make_galaxy(t: Table) -> Play[None]:
    """Lay out the galaxy, or let the players build it (TI3 3.3)."""
    wish, t.box.wish = t.box.wish, []
    if wish == ["players"]:
        yield from mapmaking.choose_homes(t)
        return
    mapmaking.lay_out(t, wish == ["balanced"], wish)
    t.table.phase = Phase.SETTLE


# -- starting pieces -----------------------------------------------------------------------------


def best_planet(table: Public, planets: Sequence[str]) -> str:
    """Return the planet with most resources, then by name (TI3 41.6)."""
    return min(planets, key=lambda p: (-modifiers.resources(table, p), p))


class Opening(Fixed):
    """Starting units and leaders that stand elsewhere than on the best planet."""

    units: ByOwner = {}
    leaders: dict[str, str] = {}


class PlaceStart(Decision[Opening]):
    """How the starting units are split among the home planets (TI3 3.1.10)."""

    Answer = Opening
    verbs = ("place", "done")
    rule = "TI3 3.1.10"

    def _home(self, v: View) -> tuple[str, ...]:
        return RACES[v.table.sides[self.seat].race].home_planets

    def _units(self, v: View) -> Counts:
        units = RACES[v.table.sides[self.seat].race].units
        return {u: units[u] for u in PLANETARY if units.get(u)}

    def _leaders(self, v: View) -> tuple[str, ...]:
        race = RACES[v.table.sides[self.seat].race]
        return race.leaders if v.table.settings.leaders else ()

    def problems(self, v: View, answer: Opening) -> list[Problem]:
        left = self._units(v)
        home = self._home(v)
        names = ", ".join(map(ev.title, home))
        for planet, units in answer.units.items():
            if planet not in home:
                words = _("Your Home System has {planets}.", planets=names)
                return [Problem("not-here", words, self.rule)]
            if units.get("pds", 0) > PDS_PER_PLANET:
                return [Problem("too-many-pds", _("Two PDS at most on a planet."), "TI3 16.8.1")]
            for unit, n in units.items():
                left[unit] = left.get(unit, 0) - n
                if n < 1 or left[unit] < 0:
                    words = _("You may place {units}.", units=nouns.counted(self._units(v)))
                    return [Problem("not-enough-units", words, self.rule)]
        for leader, planet in answer.leaders.items():
            if leader not in self._leaders(v) or planet not in home:
                words = _("Your leaders start on {planets}.", planets=names)
                return [Problem("not-here", words, "TI3 29.1.1")]
        return []

    def default(self, v: View) -> Opening:
        return Opening()

    def sample(self, v: View, rng: Random) -> Opening:
        if rng.random() < 0.5:
            return Opening()
        unit = rng.choice(sorted(self._units(v)))
        return Opening({rng.choice(self._home(v)): {unit: 1}})

    def prompt(self, v: View) -> str:
        return _(
            "Your {units} start on {planet}; PLACE puts them on any of {planets}.",
            units=nouns.counted(self._units(v)),
            planet=ev.title(best_planet(v.table, self._home(v))),
            planets=", ".join(map(ev.title, self._home(v))),
        )

    def template(self, v: View) -> Sequence[str]:
        unit = next(iter(self._units(v)))
        return [self.write(v, Opening({self._home(v)[-1]: {unit: 1}})), "DONE"]

    def forms(self, v: View) -> list[Form]:
        groups, lines = [], []
        for planet in self._home(v):
            fields: list[Field] = [*clicks.units(planet, self._units(v), UNITS, nouns.unit)]
            lines.append(f"PLACE {{{planet}}} ON {fixed(ev.title(planet))}")
            for x in self._leaders(v):
                fields.append(Tick(f"{planet} {x}", ev.title(x), ev.title(x)))
                lines.append(f"PLACE {{{planet} {x}}} ON {fixed(ev.title(planet))}")
            groups.append(Group(ev.title(planet), tuple(fields)))
        return [Form("place", _("Place units"), tuple(lines), tuple(groups), nothing="DONE")]

    def write(self, v: View, answer: Opening) -> str:
        lines = [
            f"PLACE {write_counted(fleets.tidy(units), UNITS)} ON {ev.title(planet)}"
            for planet, units in sorted(answer.units.items())
        ]
        lines += [
            f"PLACE {ev.title(leader)} ON {ev.title(planet)}"
            for leader, planet in sorted(answer.leaders.items())
        ]
        return "\n".join(lines) or "DONE"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Opening]:
        units: ByOwner = {}
        placed: dict[str, str] = {}
        notes: list[str] = []
        for line in lines:
            if line.verb == "done":
                continue
            parts = read_slots(line.rest, _PLACE, PLANET_NAMES)
            planet = PLANET_NAMES.find(parts["on"]).id
            try:
                placed[LEADER_NAMES.find(parts[""]).id] = planet
                continue
            except LexiconError:
                pass
            got = read_counted(parts[""], UNITS)
            notes += got.read_as
            units[planet] = fleets.plus(units.get(planet, {}), got.counts)
        return Reading(Opening(units, placed), tuple(range(len(lines))), tuple(notes))


def settle_homes(t: Table) -> Play[None]:
    """Give everybody home, technologies and counters; then ask for the split of units (TI3 3.1.4,
    3.1.10, 3.1.11)."""
    table: Public = t.table
    for seat in range(len(table.sides)):
        settle(table, seat)
    seats = [s for s, side in enumerate(table.sides) if len(RACES[side.race].home_planets) > 1]
    answers = yield from t.ask_all([PlaceStart(s) for s in seats])
    for seat, opening in zip(seats, answers, strict=True):
        spread_out(t, seat, opening)
    for seat, side in enumerate(t.table.sides):
        race = RACES[side.race]
        t.tell(ev.Settled(seat, race.home, dict(race.units)), cite="TI3 3.1.10")
    t.table.phase = Phase.CARDS


def settle(table: Public, seat: int) -> None:
    """Put everything on the best planet, PDS no more than two to a planet."""
    side = table.sides[seat]
    race = RACES[side.race]
    side.techs = list(race.techs)
    side.strategy = race.counters["strategy"]
    side.command = race.counters["command"]
    side.fleet = race.counters["fleet"]
    for planet in race.home_planets:
        table.control[planet] = seat
    capital = best_planet(table, race.home_planets)
    for unit, n in fleets.ordered(race.units):
        fleets.add(table, capital if unit in PLANETARY else race.home, seat, unit, n)
    if table.settings.leaders:
        for leader in race.leaders:
            table.leaders[leader] = capital


def spread_out(t: Table, seat: int, opening: Opening) -> None:
    """Move starting units to where their owner wants them in the Home System."""
    table: Public = t.table
    capital = best_planet(table, RACES[table.sides[seat].race].home_planets)
    for planet, units in sorted(opening.units.items()):
        if planet == capital:
            continue
        for unit, n in fleets.ordered(units):
            fleets.remove_ground(table, capital, seat, unit, n)
            fleets.add(table, planet, seat, unit, n)
        t.tell(ev.Placed(seat, planet, units), cite="TI3 3.1.10")
    for leader, planet in opening.leaders.items():
        table.leaders[leader] = planet


# -- cards ---------------------------------------------------------------------------------------


def deal_cards(t: Table) -> None:
    """Shuffle the decks and deal what players start with, domain counters last (TI3 3.1.3, 3.1.6,
    3.1.7, 3.2, 34.1)."""
    table: Public = t.table
    t.box.action = t.shuffle("action deck", action_deck(tuple(table.deck)))
    t.box.agenda = t.shuffle("political deck", t.box.agenda)
    table.deck_left, table.agendas_left = len(t.box.action), len(t.box.agenda)
    table.bonus = dict.fromkeys(STRATEGY_CARDS, 0)
    secrets = t.shuffle("secret objectives", sorted(secret_objectives()))
    for seat in range(len(table.sides)):
        if secrets:
            t.hand[seat].secret = secrets.pop(0)
            table.sides[seat].secret = True
            t.tell(ev.SecretDealt(seat, t.hand[seat].secret), to=seat, cite="TI3 3.2.2")
    t.box.unused = [*t.box.unused, *secrets]
    _objective_deck(t)
    if table.settings.distant_suns:
        stock, t.box.stock = t.box.stock, {}
        domains.place_counters(t, stock)
    table.phase = Phase.STRATEGY


def secret_objectives() -> list[str]:
    return [o for o in registry.among("objective", OBJECTIVES) if OBJECTIVES[o].stage == 0]


def _objective_deck(t: Table) -> None:
    """Stack the objective deck with Imperium Rex among its lower part (TI3 3.2.3, 3.2.4, 26.1.2,
    27.1.1)."""
    table: Public = t.table
    n_one, n_two = (LONG_ONE, LONG_TWO) if table.settings.long_war else (STAGE_ONE, STAGE_TWO)
    public = registry.among("objective", OBJECTIVES)
    one = t.shuffle("stage one", sorted(o for o in public if OBJECTIVES[o].stage == 1))
    two = t.shuffle(
        "stage two", sorted(o for o in public if OBJECTIVES[o].stage == 2 and o != IMPERIUM_REX)
    )
    t.box.unused = [*t.box.unused, *one[n_one:], *two[n_two:]]
    below = two[:n_two] if table.settings.long_war_no_rex else [*two[:n_two], IMPERIUM_REX]
    deck = [*one[:n_one], *t.shuffle("stage two and Imperium Rex", below)]
    if table.settings.age_of_empire:
        row = deck[: deck.index(IMPERIUM_REX) + 1]
        t.box.unused = [*t.box.unused, *deck[len(row) :]]
        table.revealed = row
        deck = []
        for card in row:
            t.tell(ev.ObjectiveRevealed(card), cite="TI3 27.1.1")
    t.box.objectives = deck
    table.objectives_left = len(deck)
