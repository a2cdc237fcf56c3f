"""Warfare: a counter back, and patrols (TI3 24.6)."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from rules.imperium import counters
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.table import Play
from rules.lexicon import OrderLine, Slots, read_slots
from rules.ti3 import economy, galaxy, nouns
from rules.ti3 import events as ev
from rules.ti3.facts import STRATEGY_CARDS, TILES
from rules.ti3.names import NOTHING_WORDS, TILE_NAMES, UNITS
from rules.ti3.speech import _
from rules.ti3.state import Public, Table, View
from rules.ti3.strategy.base import Secondary, counter_words
from rules.ti3.units import fleets
from rules.ti3.units.limits import enforce

TOGETHER = False
CARD = "warfare"
PATROLS = ("destroyer", "cruiser")
MOST = 2


class LiftCounter(Choice[str]):
    """Which own command counter is taken off the board (TI3 24.6.1)."""

    Answer = str
    part_of_turn = True
    verbs = ("lift",)
    clock = "turn"
    rule = "TI3 24.6.1"

    def options(self, v: View) -> list[Option[str]]:
        """List the system with most of the own ships first (TI3 41.6)."""
        tiles = sorted(counters.of_seat(v.table.counters, self.seat))
        ranked = sorted(tiles, key=lambda t: -sum(fleets.at(v.table, t, self.seat).values()))
        return [Option(ev.title(t), t, f"LIFT {TILE_NAMES.name(t)}") for t in ranked]

    def prompt(self, v: View) -> str:
        return _("From which system do you take your command counter back?")


def primary(t: Table, seat: int) -> Play[None]:
    """Put a counter from the board back into the Command Pool; without one nothing happens (TI3
    24.6.1, X2, E6)."""
    if not counters.of_seat(t.table.counters, seat):
        return
    tile = yield from t.ask(LiftCounter(seat))
    economy.lift_counter(t, seat, tile)
    economy.gain_counters(t, seat, {"command": 1}, "TI3 24.6.1")


class Patrol(Fixed):
    ship: str
    origin: str
    to: str


def destinations(table: Public, seat: int, origin: str) -> list[str]:
    """Return the systems a patrol may go to: adjacent, empty, no Home System, and a counter to be
    had (TI3 24.6.2, X28, E90)."""
    links = galaxy.for_movement(table).get(origin, ())
    return [
        tile
        for tile in links
        if fleets.is_empty(table, tile) and not TILES[tile].is_home and TILES[tile].may_be_activated
    ]


class OrderPatrols(Decision[list[Patrol]]):
    """Which destroyers or cruisers, two at most, leave activated systems by an action card."""

    Answer = list[Patrol]
    verbs = ("patrol", "skip")
    clock = "turn"
    rule = "TI3 24.6.2"
    activated: ClassVar[bool] = True

    def problems(self, v: View, answer: list[Patrol]) -> list[Problem]:
        return patrol_problems(v.table, self.seat, answer, self.activated)

    def default(self, v: View) -> list[Patrol]:
        return []

    def sample(self, v: View, rng: Random) -> list[Patrol]:
        ideas = patrol_ideas(v.table, self.seat, self.activated)
        if not ideas or rng.random() < 0.5:
            return []
        answer = [rng.choice(ideas)]
        return [] if self.problems(v, answer) else answer

    def prompt(self, v: View) -> str:
        return _("Move up to two Destroyers or Cruisers to adjacent empty systems?")

    def template(self, v: View) -> Sequence[str]:
        ideas = patrol_ideas(v.table, self.seat, self.activated)[:2]
        return [*(self.write(v, [idea]) for idea in ideas), "SKIP"]

    def forms(self, v: View) -> list[Form]:
        ideas = patrol_ideas(v.table, self.seat, self.activated)
        options = tuple((write_patrol(p).partition(" ")[2], _patrol_words(p)) for p in ideas)
        fields = tuple(
            Pick(str(i), _("Ship {n}", n=i + 1), (("", _("none")), *options)) for i in range(MOST)
        )
        lines = tuple(f"PATROL {{{i}}}" for i in range(MOST))
        title = _("Send ships")
        form = Form("patrol", title, lines, (Group("", fields),), nothing="SKIP")
        return [form] if options else []

    def write(self, v: View, answer: list[Patrol]) -> str:
        return "\n".join(map(write_patrol, answer)) or "SKIP"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[Patrol]]:
        return Reading(read_patrols(lines), tuple(range(len(lines))))


class SendPatrols(OrderPatrols, Secondary[list[Patrol]]):
    """Which ships move by the secondary ability of Warfare (TI3 24.6.2, 24.6.3)."""

    clock = "secondary"
    activated = False

    def strategy_card(self) -> str:
        return STRATEGY_CARDS["warfare"].name

    def skips(self, answer: list[Patrol]) -> bool:
        return not answer

    def problems(self, v: View, answer: list[Patrol]) -> list[Problem]:
        if not answer:
            return []
        return self.unpaid(v, CARD) or super().problems(v, answer)

    def prompt(self, v: View) -> str:
        return f"{super().prompt(v)} {counter_words(v.table, self.seat, CARD)}"


def patrol_ideas(table: Public, seat: int, activated: bool = False) -> list[Patrol]:
    """Return every single move; `activated`: only those out of systems with an own counter."""
    return [
        Patrol(ship, tile, to)
        for tile in fleets.tiles_with_ships(table, seat)
        if not activated or economy.has_counter(table, tile, seat)
        for ship in PATROLS
        if fleets.at(table, tile, seat).get(ship)
        for to in destinations(table, seat, tile)
    ]


def patrol_problems(
    table: Public, seat: int, answer: Sequence[Patrol], activated: bool
) -> list[Problem]:
    """Return why these patrols cannot be sent; the counter paid for the secondary is back in
    reinforcements (TI3 24.6.2, E101, E90)."""
    rule = "TI3 24.6.2"
    if len(answer) > MOST:
        return [Problem("too-many", _("Two ships at most."), rule)]
    gone: dict[tuple[str, str], int] = {}
    for patrol in answer:
        key = patrol.origin, patrol.ship
        gone[key] = gone.get(key, 0) + 1
        there = fleets.at(table, patrol.origin, seat) if patrol.origin in TILES else {}
        if patrol.ship not in PATROLS or gone[key] > there.get(patrol.ship, 0):
            words = _("You have no such Destroyer or Cruiser there.")
            return [Problem("not-enough-units", words, rule)]
        legal = destinations(table, seat, patrol.origin)
        if patrol.to not in legal:
            names = ", ".join(map(ev.title, legal)) or _("nothing")
            words = _("From there a ship may go to: {systems}.", systems=names)
            return [Problem("bad-target", words, rule)]
    new = {p.to for p in answer if not economy.has_counter(table, p.to, seat)}
    pinned = [p for p in answer if activated and not economy.has_counter(table, p.origin, seat)]
    if pinned:
        words = _("Ships leave systems with your command counter.")
        return [Problem("not-activated", words, rule)]
    spare = 0 if activated else 1
    if len(new) > economy.counter_reserve(table, seat) + spare:
        words = _("Your reinforcements hold too few command counters.")
        return [Problem("no-counter", words, "TI3 E90")]
    return []


def _patrol_words(patrol: Patrol) -> str:
    where = f"{ev.title(patrol.origin)} → {ev.title(patrol.to)}"
    return f"{nouns.unit(patrol.ship)}: {where}"


def write_patrol(patrol: Patrol) -> str:
    origin, to = TILE_NAMES.name(patrol.origin), TILE_NAMES.name(patrol.to)
    return f"PATROL {UNITS.name(patrol.ship)} FROM {origin} TO {to}"


def read_patrols(lines: Sequence[OrderLine]) -> list[Patrol]:
    found = []
    for line in lines:
        if line.verb == "skip" or line.rest.strip().lower() in NOTHING_WORDS:
            continue
        slots = Slots(("", "from", "to"), (), "PATROL cruiser FROM Lodor TO Saudor")
        parts = read_slots(line.rest, slots, TILE_NAMES)
        ship = UNITS.find(parts[""].removeprefix("1 ")).id
        origin, to = TILE_NAMES.find(parts["from"]).id, TILE_NAMES.find(parts["to"]).id
        found.append(Patrol(ship, origin, to))
    return found


def question(table: Public, seat: int) -> SendPatrols | None:
    return SendPatrols(seat) if patrol_ideas(table, seat) else None


def secondary(t: Table, seat: int, answer: list[Patrol]) -> Play[None]:
    yield from send_patrols(t, seat, answer)


def send_patrols(t: Table, seat: int, answer: Sequence[Patrol]) -> Play[None]:
    """Move all together, then activate each destination (TI3 24.6.3)."""
    for patrol in answer:
        ship = fleets.chosen(t.table, patrol.origin, seat, patrol.ship, 1)
        fleets.move(t.table, patrol.origin, patrol.to, seat, patrol.ship, ship)
        moved = ev.Moved(seat, patrol.origin, patrol.to, {patrol.ship: 1})
        t.tell(moved, cite="TI3 24.6.2")
    for tile in sorted({patrol.to for patrol in answer}):
        new = not economy.has_counter(t.table, tile, seat)
        if new and economy.counter_reserve(t.table, seat) > 0:
            economy.place_counter(t, seat, tile)
            t.tell(ev.CounterPlaced(seat, tile), cite="TI3 24.6.3")
    touched = {tile for patrol in answer for tile in (patrol.origin, patrol.to)}
    yield from enforce(t, (seat,), sorted(touched))
