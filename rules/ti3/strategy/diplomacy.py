"""Diplomacy: two players leave each other's systems alone; planets refresh (TI3 24.2)."""

from collections.abc import Sequence
from random import Random

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Option, Problem, Reading
from rules.kernel.forms import Form, Group, Pick, some_of
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti3 import economy, galaxy
from rules.ti3 import events as ev
from rules.ti3.components import modifiers, timing
from rules.ti3.facts import PLANETS, STRATEGY_CARDS
from rules.ti3.names import NOTHING_WORDS, PLANET_NAMES, seats
from rules.ti3.speech import _
from rules.ti3.state import Mark, Public, Table, Until, View
from rules.ti3.strategy.base import Secondary, counter_words
from rules.ti3.units import fleets
from rules.toolbox.targets import player, seat_of

TOGETHER = True
CARD = "diplomacy"
"""An effect: neither its seat nor the player in `on` may activate systems of the other."""
MOST = 2


class NameOpponent(Choice[int]):
    """Which opponent the active player may not attack, and the reverse (TI3 24.2.1)."""

    Answer = int
    part_of_turn = True
    verbs = ("envoy",)
    clock = "turn"
    rule = "TI3 24.2.1"

    def options(self, v: View) -> list[Option[int]]:
        """List the opponent with most ships near the own Home System first (TI3 41.6)."""
        others = [s for s in galaxy.clockwise(v.table, self.seat) if s != self.seat]
        ranked = sorted(others, key=lambda s: -near_ships(v.table, self.seat, s))
        return [Option(v.names[s], s, f"ENVOY {v.names[s]}") for s in ranked]

    def prompt(self, v: View) -> str:
        return _("With whom do you make peace for the rest of the phase?")


def near_ships(table: Public, seat: int, other: int) -> int:
    """Count the ships of `other` within two systems of the seat's home."""
    links = galaxy.for_effects(table)
    home = galaxy.home_of(table, seat)
    near = {home, *links.get(home, ())}
    near |= {far for tile in list(near) for far in links.get(tile, ())}
    return sum(sum(fleets.at(table, tile, other).values()) for tile in sorted(near))


def primary(t: Table, seat: int) -> Play[None]:
    other = yield from t.ask(NameOpponent(seat))
    make_peace(t, seat, other)


def make_peace(t: Table, seat: int, other: int) -> None:
    t.tell(ev.PeaceMade(seat, other), cite="TI3 24.2.1")
    timing.lasting(t, Mark.ENVOY, seat, Until.PHASE, player(other))


def forbids(table: Public, seat: int, tile: str) -> bool:
    """Return whether Diplomacy keeps a seat out of a system: one with any unit of the other player
    (TI3 24.2.1, E12)."""
    for e in table.effects:
        if e.id == Mark.ENVOY:
            other = seat_of(e.on)
            pair = {e.seat, other}
            if seat in pair and (pair - {seat}) & fleets.owners_in(table, tile):
                return True
    return False


class Stimulus(Fixed):
    """Planets to refresh; or, for who may, an opponent to make peace with instead."""

    planets: list[str] = []
    envoy: int = -1


class RefreshPlanets(Secondary[Stimulus]):
    """Which planets the secondary ability of Diplomacy refreshes (TI3 24.2.2, X27)."""

    Answer = Stimulus
    verbs = ("refresh", "envoy", "skip")
    rule = "TI3 24.2.2"

    def strategy_card(self) -> str:
        return STRATEGY_CARDS["diplomacy"].name

    def skips(self, answer: Stimulus) -> bool:
        return not answer.planets and answer.envoy < 0

    def _legal(self, v: View) -> list[str]:
        return refreshable(v.table, self.seat)

    def problems(self, v: View, answer: Stimulus) -> list[Problem]:
        if self.skips(answer):
            return []
        if problems := self.unpaid(v, CARD):
            return problems
        if answer.envoy >= 0:
            sides = v.table.sides
            fine = modifiers.primary_instead(v.table, self.seat, CARD)
            if not fine or not 0 <= answer.envoy < len(sides) or answer.envoy == self.seat:
                words = _("You cannot use the primary of Diplomacy here.")
                return [Problem("not-yours", words, "TI3 X35")]
            return []
        legal = self._legal(v)
        if any(p not in legal for p in answer.planets) or len(set(answer.planets)) > MOST:
            names = ", ".join(map(ev.title, legal)) or _("nothing")
            words = _("Refresh up to two of: {planets}.", planets=names)
            return [Problem("bad-target", words, self.rule)]
        if len(set(answer.planets)) != len(answer.planets):
            return [Problem("bad-target", _("A planet is named twice."), self.rule)]
        return []

    def default(self, v: View) -> Stimulus:
        return Stimulus()

    def sample(self, v: View, rng: Random) -> Stimulus:
        legal = self._legal(v)
        if not legal or self.unpaid(v, CARD) or rng.random() < 0.4:
            return Stimulus()
        return Stimulus(sorted(rng.sample(legal, min(MOST, len(legal)))))

    def prompt(self, v: View) -> str:
        names = ", ".join(map(ev.title, self._legal(v))) or _("nothing")
        asked = _("Refresh up to two of your planets ({planets})?", planets=names)
        return f"{asked} {counter_words(v.table, self.seat, CARD)}"

    def template(self, v: View) -> Sequence[str]:
        best = sorted(self._legal(v), key=lambda p: -modifiers.resources(v.table, p))[:MOST]
        lines = [self.write(v, Stimulus(sorted(best)))] if best else []
        return [*lines, "SKIP"]

    def forms(self, v: View) -> list[Form]:
        there = [(ev.title(p), ev.title(p)) for p in self._legal(v)]
        title = _("Refresh up to two planets")
        found = [some_of("refresh", title, "REFRESH", there, "SKIP")] if there else []
        if modifiers.primary_instead(v.table, self.seat, CARD):
            others = tuple((x, x) for s, x in enumerate(v.names) if s != self.seat)
            groups = (Group("", (Pick("envoy", _("Player"), others),)),)
            found.append(Form("envoy", _("Primary instead"), ("ENVOY {envoy}",), groups))
        return found

    def write(self, v: View, answer: Stimulus) -> str:
        if answer.envoy >= 0:
            return f"ENVOY {v.names[answer.envoy]}"
        if not answer.planets:
            return "SKIP"
        return f"REFRESH {', '.join(map(ev.title, answer.planets))}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Stimulus]:
        last = len(lines) - 1
        line = lines[last]
        if line.verb == "skip" or line.rest.strip().lower() in NOTHING_WORDS:
            return Reading(Stimulus(), (last,))
        if line.verb == "envoy":
            found = seats(v).find(line.rest)
            return Reading(Stimulus(envoy=int(found.id)), (last,))
        planets = PLANET_NAMES.find_all(line.rest)
        notes = tuple(f.read_as for f in planets if f.read_as)
        return Reading(Stimulus([f.id for f in planets]), (last,), notes)


def refreshable(table: Public, seat: int) -> list[str]:
    """Return the own exhausted planets that lie in no Home System."""
    return [
        p for p in fleets.controlled(table, seat) if p in table.spent and not PLANETS[p].home_of
    ]


def question(table: Public, seat: int) -> RefreshPlanets | None:
    instead = modifiers.primary_instead(table, seat, CARD)
    return RefreshPlanets(seat) if instead or refreshable(table, seat) else None


def secondary(t: Table, seat: int, answer: Stimulus) -> None:
    if answer.envoy >= 0:
        make_peace(t, seat, answer.envoy)
    else:
        economy.refresh(t, seat, answer.planets)
