"""Imperial: an objective and two points; building without activation (TI3 24.8)."""

from collections.abc import Sequence
from random import Random

from rules.kernel.decisions import Problem, Reading
from rules.kernel.forms import Form
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti3 import events as ev
from rules.ti3 import points
from rules.ti3.components import modifiers
from rules.ti3.facts import IMPERIUM_REX, PLANETS, STRATEGY_CARDS
from rules.ti3.speech import _
from rules.ti3.state import Public, Table, View
from rules.ti3.strategy.base import Secondary, counter_words
from rules.ti3.tactical.production import (
    IDEAS,
    Order,
    Produce,
    carry_out,
    open_docks,
    produce_form,
)

TOGETHER = False
CARD = "imperial"
POINTS = 2


def primary(t: Table, seat: int) -> None:
    """Reveal an objective and give the active player points (TI3 24.8.1, 24.8.2, E105)."""
    reveal_objective(t)
    points.gain_points(t, seat, POINTS, "TI3 24.8.1")


def reveal_objective(t: Table) -> None:
    """Reveal the next public objective; Imperium Rex ends the game (TI3 13.2.1)."""
    if not t.box.objectives:
        return
    card = t.box.objectives.pop(0)
    table: Public = t.table
    table.revealed.append(card)
    table.objectives_left = len(t.box.objectives)
    if not t.box.objectives:
        table.last_revealed = table.round
    t.tell(ev.ObjectiveRevealed(card), cite="TI3 24.8.1")
    if card == IMPERIUM_REX:
        points.end_by_points(t, "TI3 13.2.1")


class Mobilize(Secondary[Order]):
    """What is produced in one system without activating it (TI3 24.8.3, X26)."""

    Answer = Order
    verbs = ("produce", "skip")
    rule = "TI3 24.8.3"

    def strategy_card(self) -> str:
        return STRATEGY_CARDS["imperial"].name

    def skips(self, answer: Order) -> bool:
        return not answer.builds

    def _tiles(self, v: View) -> list[str]:
        return sorted({PLANETS[p].tile for p in open_docks(v.table, self.seat, None)})

    def _tile(self, answer: Order) -> str:
        return PLANETS[answer.builds[0].dock].tile if answer.builds else ""

    def _inner(self, tile: str) -> Produce:
        return Produce(self.seat, tile)

    def problems(self, v: View, answer: Order) -> list[Problem]:
        if self.skips(answer):
            return []
        if problems := self.unpaid(v, CARD):
            return problems
        if answer.docks:
            words = _("Imperial cannot place a Space Dock.")
            return [Problem("no-dock", words, "TI3 X26")]
        if any(build.dock not in PLANETS for build in answer.builds):
            return [Problem("no-producer", _("Name a planet with your Space Dock."), self.rule)]
        return self._inner(self._tile(answer)).problems(v, answer)

    def default(self, v: View) -> Order:
        return Order()

    def sample(self, v: View, rng: Random) -> Order:
        tiles = self._tiles(v)
        if not tiles or self.unpaid(v, CARD) or rng.random() < 0.3:
            return Order()
        answer = self._inner(rng.choice(tiles)).sample(v, rng)
        answer = Order(answer.builds, pay=answer.pay) if not answer.docks else Order()
        return Order() if self.problems(v, answer) else answer

    def prompt(self, v: View) -> str:
        names = ", ".join(map(ev.title, self._tiles(v)))
        asked = _("Build units in one of your systems ({systems})?", systems=names)
        return f"{asked} {counter_words(v.table, self.seat, CARD)}"

    def template(self, v: View) -> Sequence[str]:
        docks = open_docks(v.table, self.seat, None)
        lines = (f"PRODUCE {units} AT {ev.title(dock)}" for dock in docks[:1] for units in IDEAS)
        return [*self.only_legal(v, lines)[-1:], "SKIP"]

    def forms(self, v: View) -> list[Form]:
        docks = open_docks(v.table, self.seat, None)
        limits = {p: modifiers.production_limit(v.table, self.seat, p) for p in docks}
        return produce_form(v, self.seat, limits, (), "SKIP")

    def write(self, v: View, answer: Order) -> str:
        if not answer.builds:
            return "SKIP"
        return self._inner(self._tile(answer)).write(v, answer)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Order]:
        mine = [i for i, line in enumerate(lines) if line.verb == "produce"]
        if not mine:
            return Reading(Order(), tuple(range(len(lines))))
        docks = open_docks(v.table, self.seat, None)
        tile = PLANETS[docks[0]].tile if docks else ""
        return self._inner(tile).read_orders(v, [lines[i] for i in mine])


def question(table: Public, seat: int) -> Mobilize | None:
    return Mobilize(seat) if open_docks(table, seat, None) else None


def secondary(t: Table, seat: int, answer: Order) -> Play[None]:
    tile = PLANETS[answer.builds[0].dock].tile
    yield from carry_out(t, seat, tile, answer)
