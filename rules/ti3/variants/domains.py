"""Option: Distant Suns, the domain counters (TI3 28)."""

from collections.abc import Sequence
from random import Random

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Form, Group, Pick, fixed
from rules.kernel.table import Play
from rules.lexicon import OrderLine, Slots, read_slots
from rules.ti3 import cards, economy, galaxy, nouns, points
from rules.ti3 import events as ev
from rules.ti3 import technology as advances
from rules.ti3.components import timing
from rules.ti3.facts import DOMAINS, MECATOL, PLANETS, TILES
from rules.ti3.names import NOTHING_WORDS, PLANET_NAMES, TECHS, UNITS
from rules.ti3.speech import _
from rules.ti3.state import Counts, Landing, Mark, Public, Table, Until, View
from rules.ti3.tactical.production import add_dock
from rules.ti3.units import control, fleets
from rules.ti3.units.cargo import load_back
from rules.ti3.units.losses import destroy
from rules.ti3.variants import leaders

BUILT = True
"""Whether the option can be played (TI3 42.1)."""
RAZERS = ("dreadnought", "war_sun")
RAZED_CARDS = 3
SETTLERS_STAY = 6


def place_counters(t: Table, stock: dict[str, int]) -> None:
    """Put a counter on every neutral planet but Mecatol Rex, unseen (TI3 28.1.1)."""
    table: Public = t.table
    every = [face for face in DOMAINS for _copy in range(stock.get(face, 0))]
    faces = t.shuffle("domain counters", every)
    neutral = sorted(
        p.id
        for p in PLANETS.values()
        if p.tile in table.places and p.id not in table.control and p.id != MECATOL
    )
    table.unknown = neutral
    t.box.domains = dict(zip(neutral, faces, strict=False))
    t.tell(ev.DomainsPlaced(len(neutral)), cite="TI3 28.1.1")


def hidden_in(table: Public, tile: str) -> list[str]:
    """Return the planets of a system with a counter face down."""
    return [p for p in TILES[tile].planets if p in table.unknown]


# -- probing (TI3 28.2) --------------------------------------------------------------------------


class Probe(Choice[bool]):
    """Whether a fleet looks at the domain counters instead of landing (TI3 28.2.1)."""

    Answer = bool
    verbs = ("probe", "skip")
    part_of_turn = True
    clock = "turn"
    rule = "TI3 28.2.1"

    def options(self, v: View) -> list[Option[bool]]:
        return [
            Option(_("Do not probe"), False, "SKIP"),
            Option(_("Probe: look, and land there another time"), True, "PROBE"),
        ]

    def prompt(self, v: View) -> str:
        assert v.table.active is not None
        names = ", ".join(map(ev.title, hidden_in(v.table, v.table.active.tile)))
        return _("Probe {planets} with your Fighters?", planets=names)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        last = len(lines) - 1
        return Reading(lines[last].verb == "probe", (last,))


def probe(t: Table, seat: int) -> Play[None]:
    """Ask after movement whether to probe, where the active player has a fighter (TI3 28.2)."""
    active = t.table.active
    assert active is not None
    planets = hidden_in(t.table, active.tile)
    if not planets or not fleets.at(t.table, active.tile, seat).get("fighter"):
        return
    if not (yield from t.ask(Probe(seat))):
        return
    t.tell(ev.ProbedTold(seat, planets), cite="TI3 28.2.2")
    active.probed += planets
    for planet in planets:
        face = t.box.domains[planet]
        if DOMAINS[face].kind == "lazax_survivors":
            yield from _lazax_probed(t, seat, planet)
            continue
        t.hand[seat].probed[planet] = face
        t.tell(ev.Probed(seat, planet, face), to=seat, cite="TI3 28.2.2")


def _lazax_probed(t: Table, seat: int, planet: str) -> Play[None]:
    """Reward the player whose probe finds Lazax Survivors (TI3 28.2.4)."""
    t.tell(ev.DomainRevealed(planet, "lazax_survivors"), cite="TI3 28.2.4")
    _remove_hidden(t, planet)
    yield from cards.draw_action_cards(t, seat, 3, "TI3 28.2.4")
    points.gain_points(t, seat, 1, "TI3 28.2.4")


def _remove_hidden(t: Table, planet: str) -> str:
    """Take a face-down counter off its planet; return which it was."""
    t.table.unknown.remove(planet)
    for hand in t.hand:
        hand.probed.pop(planet, None)
    return str(t.box.domains.pop(planet))


# -- razing (TI3 28.3) ---------------------------------------------------------------------------


class Raze(Fixed):
    planet: str
    ship: str


class RazeCounters(Decision[list[Raze]]):
    """Which domain counters the big ships raze, each one at most (TI3 28.3.1, 28.3.2)."""

    Answer = list[Raze]
    verbs = ("raze", "skip")
    part_of_turn = True
    clock = "turn"
    rule = "TI3 28.3.1"

    def _ships(self, v: View) -> Counts:
        assert v.table.active is not None
        here = fleets.at(v.table, v.table.active.tile, self.seat)
        return {u: here[u] for u in RAZERS if here.get(u)}

    def _planets(self, v: View) -> list[str]:
        assert v.table.active is not None
        return hidden_in(v.table, v.table.active.tile)

    def problems(self, v: View, answer: list[Raze]) -> list[Problem]:
        left = self._ships(v)
        named = [raze.planet for raze in answer]
        if any(p not in self._planets(v) for p in named) or len(set(named)) < len(named):
            names = ", ".join(map(ev.title, self._planets(v)))
            words = _("Counters lie face down on: {planets}.", planets=names)
            return [Problem("bad-target", words, "TI3 28.3.2")]
        for raze in answer:
            left[raze.ship] = left.get(raze.ship, 0) - 1
            if left[raze.ship] < 0:
                words = _("Each Dreadnought or War Sun razes one counter.")
                return [Problem("not-enough-units", words, "TI3 28.3.2")]
        return []

    def default(self, v: View) -> list[Raze]:
        return []

    def sample(self, v: View, rng: Random) -> list[Raze]:
        if rng.random() < 0.6:
            return []
        return [Raze(rng.choice(self._planets(v)), next(iter(self._ships(v))))]

    def prompt(self, v: View) -> str:
        names = ", ".join(map(ev.title, self._planets(v)))
        return _("Raze domain counters on {planets}?", planets=names)

    def template(self, v: View) -> Sequence[str]:
        ship = next(iter(self._ships(v)))
        return [*(self.write(v, [Raze(p, ship)]) for p in self._planets(v)), "SKIP"]

    def forms(self, v: View) -> list[Form]:
        ships = tuple((UNITS.name(u), nouns.unit(u)) for u in self._ships(v))
        planets = self._planets(v)
        fields = tuple(Pick(p, ev.title(p), (("", _("none")), *ships)) for p in planets)
        lines = tuple(f"RAZE {fixed(ev.title(p))} WITH {{{p}}}" for p in planets)
        return [Form("raze", _("Raze"), lines, (Group("", fields),), nothing="SKIP")]

    def write(self, v: View, answer: list[Raze]) -> str:
        lines = [f"RAZE {ev.title(r.planet)} WITH {UNITS.name(r.ship)}" for r in answer]
        return "\n".join(lines) or "SKIP"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[Raze]]:
        found = []
        for line in lines:
            if line.verb == "skip" or line.rest.strip().lower() in NOTHING_WORDS:
                continue
            parts = read_slots(line.rest, Slots(("",), ("with",), "RAZE Lodor WITH dreadnought"))
            first = next(iter(self._ships(v)), "dreadnought")
            ship = UNITS.find(parts["with"]).id if "with" in parts else first
            found.append(Raze(PLANET_NAMES.find(parts[""]).id, ship))
        return Reading(found, tuple(range(len(lines))))


def raze(t: Table, seat: int) -> Play[None]:
    """Ask which domain counters the big ships destroy from space (TI3 28.3, X18)."""
    active = t.table.active
    assert active is not None
    here = fleets.at(t.table, active.tile, seat)
    if not hidden_in(t.table, active.tile) or not any(here.get(u) for u in RAZERS):
        return
    answer = yield from t.ask(RazeCounters(seat))
    for order in answer:
        active.razed[order.ship] = active.razed.get(order.ship, 0) + 1
        face = _remove_hidden(t, order.planet)
        if DOMAINS[face].kind == "lazax_survivors":
            _lazax_razed(t, seat, order.planet)
            continue
        die = t.roll(f"raze@{order.planet}", 1)[0]
        t.tell(ev.Razed(seat, order.planet, die), cite="TI3 28.3.4")
        if die >= 8:
            cards.discard_random(t.sub(order.planet), seat, RAZED_CARDS, "TI3 28.3.4")
        if die == 10:
            economy.exhaust(t, seat, fleets.ready_planets(t.table, seat))


def _lazax_razed(t: Table, seat: int, planet: str) -> None:
    """Punish the player who razed Lazax Survivors (TI3 28.3.5)."""
    t.tell(ev.DomainRevealed(planet, "lazax_survivors"), cite="TI3 28.3.5")
    cards.discard(t, seat, list(t.hand[seat].cards), "TI3 28.3.5")
    economy.exhaust(t, seat, fleets.ready_planets(t.table, seat))
    economy.lose_goods(t, seat, t.table.sides[seat].goods, "TI3 28.3.5")
    timing.lasting(t, Mark.NO_VOTE, seat, Until.VOTE)


# -- landing (TI3 28.1.2, 28.4) ------------------------------------------------------------------


class KeepLazax(Choice[bool]):
    """Whether the Lazax Survivors stay, for three votes (TI3 28.4.4)."""

    Answer = bool
    verbs = ("keep", "skip")
    clock = "turn"
    rule = "TI3 28.4.4"

    def options(self, v: View) -> list[Option[bool]]:
        return [
            Option(_("Keep the counter: 3 votes more"), True, "KEEP"),
            Option(_("Remove it"), False, "SKIP"),
        ]

    def prompt(self, v: View) -> str:
        return _("Keep the Lazax Survivors?")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        last = len(lines) - 1
        return Reading(lines[last].verb == "keep", (last,))


class FreeDock(Choice[bool]):
    """Whether a Space Dock is placed on the planet without payment (TI3 28.4.7)."""

    planet: str

    Answer = bool
    verbs = ("build", "skip")
    clock = "turn"
    rule = "TI3 28.4.7"

    def options(self, v: View) -> list[Option[bool]]:
        return [
            Option(_("Place a Space Dock"), True, f"BUILD dock ON {ev.title(self.planet)}"),
            Option(_("No dock"), False, "SKIP"),
        ]

    def prompt(self, v: View) -> str:
        return _("Place a free Space Dock on {planet}?", planet=ev.title(self.planet))

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        """Read an option; a line that names another planet is none."""
        last = len(lines) - 1
        parts = read_slots(lines[last].rest, Slots((), ("", "on"), "BUILD dock ON Lodor"))
        if "on" in parts and PLANET_NAMES.find(parts["on"]).id != self.planet:
            return super().read_orders(v, lines)
        return Reading(lines[last].verb == "build", (last,))


class TeachTechnology(Choice[str]):
    """Which technology the left neighbour picks for the one who landed (TI3 28.4.8)."""

    learner: int

    Answer = str
    verbs = ("research",)
    clock = "turn"
    rule = "TI3 28.4.8"

    def options(self, v: View) -> list[Option[str]]:
        legal = sorted(advances.obtainable(v.table, self.learner))
        return [Option(ev.title(x), x, f"RESEARCH {ev.title(x)}") for x in legal]

    def prompt(self, v: View) -> str:
        return _("Which technology does {who} gain?", who=v.names[self.learner])

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        last = len(lines) - 1
        found = TECHS.find(lines[last].rest)
        return Reading(found.id, (last,), (found.read_as,) if found.read_as else ())


def landing_of(table: Public, planet: str) -> Landing:
    assert table.active is not None
    return next(x for x in table.active.landings if x.planet == planet)


def landed(t: Table, seat: int, planet: str) -> Play[None]:
    """Let the counter take effect, once all ground forces for this planet are down (TI3 28.1.2)."""
    if planet in t.table.unknown:
        face = _remove_hidden(t, planet)
        t.tell(ev.DomainRevealed(planet, face), cite="TI3 28.1.2")
    else:
        face = t.table.domains.pop(planet)
        t.tell(ev.DomainRevealed(planet, face), cite="TI3 28.1.4")
    facts = DOMAINS[face]
    landing = landing_of(t.table, planet)
    match facts.kind:
        case "radiation":
            yield from _kill_landed(t, seat, landing, landing.units.get("ground_force", 0))
        case "biohazard":
            yield from _biohazard(t, seat, landing)
        case "hostile_locals":
            t.table.domains[planet] = face
            t.table.local_forces[planet] = facts.number
        case "lazax_survivors":
            yield from _take(t, seat, landing)
            if (yield from t.ask(KeepLazax(seat))):
                t.table.sides[seat].lazax += 1
        case "settlers":
            yield from _settlers(t, seat, landing)
        case "industrial_society":
            yield from control.gain_planet(t, seat, planet, invaded=True, exhausted=False)
            free = fleets.reinforcements(t.table, seat, "space_dock") > 0
            if free and (yield from t.ask(FreeDock(seat, planet))):
                add_dock(t, seat, planet)
        case "technological_society":
            yield from _take(t, seat, landing)
            if advances.obtainable(t.table, seat):
                left = galaxy.left_of(t.table, seat)
                tech = yield from t.ask(TeachTechnology(left, seat))
                advances.gain(t, seat, tech, "TI3 28.4.8")
        case "natural_wealth":
            yield from _take(t, seat, landing)
            economy.gain_goods(t, seat, facts.number, "TI3 28.4.10")
        case "wormhole_discovery_alpha" | "wormhole_discovery_beta":
            letter = facts.kind.rpartition("_")[2]
            tile = PLANETS[planet].tile
            holes = t.table.wormholes.get(tile, [])
            t.table.wormholes[tile] = sorted({*holes, letter})
            yield from _take(t, seat, landing)
        case _:
            yield from _take(t, seat, landing)


def _take(t: Table, seat: int, landing: Landing) -> Play[None]:
    """Go on with the landing as if nothing had been there."""
    if fleets.ground_forces(t.table, landing.planet, seat):
        yield from control.gain_planet(t, seat, landing.planet, invaded=True)


def _kill_landed(t: Table, seat: int, landing: Landing, n: int) -> Play[None]:
    """Destroy the ground forces that landed; PDS and leaders that came with them are lost, too (TI3
    E130, 29.1.4)."""
    n = min(n, fleets.ground_forces(t.table, landing.planet, seat))
    yield from destroy(t, landing.planet, seat, {"ground_force": n}, cite="TI3 28.4.1")
    if not fleets.ground_forces(t.table, landing.planet, seat):
        pds = {"pds": fleets.at(t.table, landing.planet, seat).get("pds", 0)}
        yield from destroy(t, landing.planet, seat, pds, cite="TI3 E130")
        if landing.leaders:
            yield from leaders.invasion_failed(t, seat, landing.leaders, -1)


def _biohazard(t: Table, seat: int, landing: Landing) -> Play[None]:
    """Destroy one of each landing; whoever takes the planet removes the counter (TI3 28.4.2,
    X20)."""
    yield from _kill_landed(t, seat, landing, 1)
    if fleets.ground_forces(t.table, landing.planet, seat):
        yield from control.gain_planet(t, seat, landing.planet, invaded=True)
        t.tell(ev.DomainRemoved(landing.planet), cite="TI3 28.4.2")
    else:
        t.table.domains[landing.planet] = "biohazard"


def _settlers(t: Table, seat: int, landing: Landing) -> Play[None]:
    """Send the landing back to its ships and roll whether the settlers stay (TI3 28.4.5, E76,
    E127)."""
    table: Public = t.table
    planet = landing.planet
    back = {u: min(n, fleets.at(table, planet, seat).get(u, 0)) for u, n in landing.units.items()}
    for unit, n in fleets.ordered(back):
        fleets.remove_ground(table, planet, seat, unit, n)
    load_back(table, seat, PLANETS[planet].tile, fleets.tidy(back), landing.leaders)
    assert table.active is not None
    table.active.landings.remove(landing)
    die = t.roll(f"settlers@{planet}", 1)
    t.tell(ev.DieRolled(seat, "settlers", die), cite="TI3 28.4.5")
    owner = seat
    if die[0] < SETTLERS_STAY:
        others = [s for s in galaxy.clockwise(table, seat) if s != seat]
        owner = t.shuffle("settlers", others)[0]
    fleets.add(table, planet, owner, "ground_force", 2)
    t.tell(ev.Placed(owner, planet, {"ground_force": 2}), cite="TI3 28.4.5")
    yield from control.gain_planet(t, owner, planet)
