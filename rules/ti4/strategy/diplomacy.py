"""Diplomacy (TI4 16, H-31, H-32)."""

from collections.abc import Sequence
from random import Random

from rules.kernel.decisions import Choice, Option, Problem, Reading
from rules.kernel.forms import Form, some_of
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti4 import economy
from rules.ti4 import events as ev
from rules.ti4.components import modifiers, timing
from rules.ti4.facts import CENTRE, PLANETS, STRATEGY_CARDS
from rules.ti4.galaxy import home_of
from rules.ti4.reading import find_planets, find_tile
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, View
from rules.ti4.strategy.base import Secondary, token_words
from rules.ti4.units import fleets
from rules.ti4.units.tokens import must_place_token


def protectable(table: Public, seat: int) -> list[str]:
    """Return the systems with a controlled planet, the home first, never Mecatol Rex."""
    tiles = {PLANETS[planet].tile for planet in fleets.controlled(table, seat)}
    tiles.discard(CENTRE)
    home = home_of(table, seat)
    return sorted(
        tiles, key=lambda x: (x != home, -len(fleets.controlled_in(table, x, seat)), int(x))
    )


class Protect(Choice[str]):
    """The choice of the system protected by the primary ability of Diplomacy (TI4 16.2, D-31)."""

    Answer = str
    part_of_turn = True
    verbs = ("protect",)
    clock = "turn"
    rule = "TI4 16.2"

    def options(self, v: View) -> list[Option[str]]:
        return [
            Option(_("Tile {tile}", tile=x), x, f"PROTECT {x}")
            for x in protectable(v.table, self.seat)
        ]

    def prompt(self, v: View) -> str:
        return _("Choose a system; every other player puts a command token there.")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """Read a system by its number, a planet of it, or as home."""
        last = len(lines) - 1
        found = find_tile(v, self.seat, lines[last].rest)
        return Reading(found.id, (last,), (found.read_as,) if found.read_as else ())


class ReadyPlanets(Secondary[list[str]]):
    """The choice of up to two planets to ready (TI4 16.3)."""

    Answer = list[str]
    verbs = ("ready", "skip", "follow")
    rule = "TI4 16.3"

    def _exhausted(self, v: View) -> list[str]:
        return [p for p in fleets.controlled(v.table, self.seat) if p in v.table.spent]

    def strategy_card(self) -> str:
        return STRATEGY_CARDS["diplomacy"].name

    def skips(self, answer: list[str]) -> bool:
        return not answer

    def problems(self, v: View, answer: list[str]) -> list[Problem]:
        if not answer:
            return []
        there = self._exhausted(v)
        if len(answer) > 2 or len(set(answer)) != len(answer):
            return [Problem("too-many", _("Ready at most two planets."), "TI4 16.3")]
        if any(planet not in there for planet in answer):
            names = ", ".join(map(ev.title, there)) or _("none")
            return [
                Problem(
                    "not-exhausted",
                    _("Your exhausted planets: {planets}.", planets=names),
                    "TI4 16.3",
                )
            ]
        return self.unpaid(v, "diplomacy")

    def default(self, v: View) -> list[str]:
        return []

    def sample(self, v: View, rng: Random) -> list[str]:
        there = self._exhausted(v)
        if self.unpaid(v, "diplomacy") or rng.random() < 0.4:
            return []
        return sorted(rng.sample(there, min(2, len(there))))

    def prompt(self, v: View) -> str:
        asked = _("Secondary of Diplomacy: ready up to two of your exhausted planets?")
        return f"{asked} {token_words(v.table, self.seat, 'diplomacy')}"

    def template(self, v: View) -> Sequence[str]:
        two = self._exhausted(v)[:2]
        return [f"READY {', '.join(map(ev.title, two))}", "SKIP"] if two else ["SKIP"]

    def forms(self, v: View) -> list[Form]:
        there = [
            (name, f"{name} ({modifiers.resources(v.table, p)}/{modifiers.influence(v.table, p)})")
            for p in self._exhausted(v)
            if (name := ev.title(p))
        ]
        title = _("Ready up to two planets")
        return [some_of("ready", title, "READY", there, "SKIP")] if there else []

    def write(self, v: View, answer: list[str]) -> str:
        return f"READY {', '.join(map(ev.title, answer))}" if answer else "SKIP"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[str]]:
        last = len(lines) - 1
        if lines[last].verb == "skip":
            return Reading([], (last,))
        found = find_planets(v, self.seat, lines[last].rest, self._exhausted(v))
        notes = tuple(f.read_as for f in found if f.read_as)
        return Reading(sorted(f.id for f in found), (last,), notes)


def primary(t: Table, seat: int) -> Play[None]:
    """Protect a system and ready its planets; without an eligible system nothing happens (TI4 16.2,
    H-32)."""
    if not protectable(t.table, seat):
        return
    tile = yield from t.ask(Protect(seat))
    economy.ready(t, seat, fleets.controlled_in(t.table, tile, seat))
    for other in timing.clockwise(t.table, seat)[1:]:
        yield from must_place_token(t, other, tile)


def question(table: Public, seat: int) -> ReadyPlanets | None:
    spent = [p for p in fleets.controlled(table, seat) if p in table.spent]
    return ReadyPlanets(seat) if spent else None


def secondary(t: Table, seat: int, answer: list[str]) -> None:
    """Ready the planets a player chose (TI4 16.3)."""
    economy.ready(t, seat, answer)
