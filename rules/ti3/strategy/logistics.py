"""Logistics: command counters (TI3 24.4)."""

from collections.abc import Sequence
from random import Random

from rules.imperium import clicks
from rules.imperium.payment import FREE, Pay
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem, Reading
from rules.kernel.forms import Form, Group, Total
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti3 import economy
from rules.ti3.components import modifiers
from rules.ti3.components.choices import (
    PlaceCounters,
    area_fields,
    area_problems,
    read_areas,
    usual_areas,
    write_areas,
)
from rules.ti3.facts import AREAS, STRATEGY_CARDS
from rules.ti3.names import NOTHING_WORDS
from rules.ti3.speech import _
from rules.ti3.state import Counts, Public, Table, View
from rules.ti3.strategy.base import Secondary

TOGETHER = True
CARD = "logistics"
GAINED = 4


class Operations(PlaceCounters):
    """Where the counters of the primary ability of Logistics go; the default is that of 41.6 (TI3
    24.4.1)."""

    part_of_turn = True
    rule = "TI3 24.4.1"

    def default(self, v: View) -> Counts:
        due = self.due(v)
        wanted = ["command", "command", "strategy", "fleet"][:due]
        areas: Counts = {area: wanted.count(area) for area in AREAS if area in wanted}
        return usual_areas(due) if area_problems(v, self.seat, areas.get("fleet", 0)) else areas


def primary(t: Table, seat: int) -> Play[None]:
    if economy.counter_reserve(t.table, seat) > 0:
        areas = yield from t.ask(Operations(seat, GAINED))
        economy.gain_counters(t, seat, areas, "TI3 24.4.1")


class Mandate(Fixed):
    """Counters bought, where they go, and the influence paid."""

    areas: Counts = {}
    pay: Pay = FREE


class BuyCounters(Secondary[Mandate]):
    """How many command counters are bought with influence, and for which areas (TI3 24.4.2)."""

    Answer = Mandate
    verbs = ("buy", "skip")
    rule = "TI3 24.4.2"

    def strategy_card(self) -> str:
        return STRATEGY_CARDS["logistics"].name

    def skips(self, answer: Mandate) -> bool:
        return not answer.areas

    def _most(self, v: View) -> int:
        price = modifiers.influence_per_counter(v.table, self.seat)
        rich = economy.wealth(v.table, self.seat, "influence") // price
        return min(rich, max(0, economy.counter_reserve(v.table, self.seat)))

    def problems(self, v: View, answer: Mandate) -> list[Problem]:
        if self.skips(answer):
            return []
        if any(n < 1 or area not in AREAS for area, n in answer.areas.items()):
            words = _("Areas: Strategy Allocation, Command Pool, Fleet Supply.")
            return [Problem("no-such-area", words, self.rule)]
        n = sum(answer.areas.values())
        if n > economy.counter_reserve(v.table, self.seat):
            words = _("Your reinforcements hold fewer command counters.")
            return [Problem("no-counter", words, "TI3 E64")]
        problems = area_problems(v, self.seat, answer.areas.get("fleet", 0))
        price = n * modifiers.influence_per_counter(v.table, self.seat)
        return problems or economy.pay_problems(v.table, self.seat, answer.pay, price, "influence")

    def default(self, v: View) -> Mandate:
        return Mandate()

    def _bought(self, v: View, areas: Counts) -> Mandate:
        price = sum(areas.values()) * modifiers.influence_per_counter(v.table, self.seat)
        pay = economy.best_pay(v.table, self.seat, price, "influence", goods=True)
        return Mandate(areas, pay if pay is not None else FREE)

    def sample(self, v: View, rng: Random) -> Mandate:
        most = self._most(v)
        if not most or rng.random() < 0.3:
            return Mandate()
        answer = self._bought(v, usual_areas(rng.randint(1, most)))
        return Mandate() if self.problems(v, answer) else answer

    def prompt(self, v: View) -> str:
        price = modifiers.influence_per_counter(v.table, self.seat)
        return _(
            "Buy command counters for {price} influence each (up to {n})?",
            price=price,
            n=self._most(v),
        )

    def template(self, v: View) -> Sequence[str]:
        most = self._most(v)
        lines = [self.write(v, self._bought(v, usual_areas(most)))] if most else []
        return [*lines, "SKIP"]

    def forms(self, v: View) -> list[Form]:
        most, price = self._most(v), modifiers.influence_per_counter(v.table, self.seat)
        if not most:
            return []
        areas = area_fields("areas", most, {})
        pay = economy.PAYMENT.group(v.table, self.seat, "influence")
        room = economy.PAYMENT.room(v.table, self.seat, "influence")
        totals = (Total(_("price of what is paid"), clicks.keys(areas, price), room),)
        counters = Group(_("Command counters"), areas)
        groups = (counters, pay) if pay else (counters,)
        lines = ("BUY {areas}[ PAY {pay}]",)
        return [Form("buy", _("Buy command counters"), lines, groups, "", totals, "SKIP")]

    def write(self, v: View, answer: Mandate) -> str:
        if not answer.areas:
            return "SKIP"
        return f"BUY {write_areas(answer.areas)} PAY {economy.pay_text(answer.pay)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Mandate]:
        last = len(lines) - 1
        rest, pay = economy.split_pay(lines[last].rest)
        if lines[last].verb == "skip" or rest.strip().lower() in NOTHING_WORDS:
            return Reading(Mandate(), (last,))
        areas = read_areas(rest)
        return Reading(self._bought(v, areas) if pay is None else Mandate(areas, pay), (last,))


def question(table: Public, seat: int) -> BuyCounters | None:
    return BuyCounters(seat) if economy.counter_reserve(table, seat) > 0 else None


def secondary(t: Table, seat: int, answer: Mandate) -> None:
    economy.spend(t, seat, answer.pay)
    economy.gain_counters(t, seat, answer.areas, "TI3 24.4.2")
