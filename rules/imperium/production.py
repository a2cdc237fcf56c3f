"""Producing units: the list that a player writes, its price and its payment.

An edition subclasses `ProduceUnits`: it says what produces how much, what a list may hold, and what
it costs. Order lines with PAY clauses are read and written in the same way in both editions.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from rules.imperium.payment import FREE, Pay, Payment, paying, without_price
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.views import SomeView
from rules.lexicon import OrderLine
from rules.toolbox.choices import NOTHING_WORDS

A = TypeVar("A")


def price(
    units: Mapping[str, int], cost: Callable[[str], int], per_cost: Callable[[str], int]
) -> int:
    """Return the price of units, where some come several for the price of one."""
    return sum(cost(unit) * -(-n // per_cost(unit)) for unit, n in units.items())


def best_producer(limits: Mapping[str, int], otherwise: str) -> str:
    """Return the place that produces most, or `otherwise` if none produces."""
    return max(limits, key=lambda place: (limits[place], place), default=otherwise)


class ProduceUnits(Decision[A]):
    """Which units are produced in a system, and how they are paid for."""

    tile: str

    part_of_turn = True
    payment: ClassVar[Payment[Any]]

    # -- what an edition says ---------------------------------------------------------------------

    def limits(self, v: SomeView) -> dict[str, int]:
        """Return how many units each place can produce."""
        raise NotImplementedError

    def is_empty(self, answer: A) -> bool:
        """Is nothing asked for?"""
        raise NotImplementedError

    def list_problems(self, v: SomeView, answer: A) -> list[Problem]:
        """Return what is wrong with the list, its payment apart."""
        raise NotImplementedError

    def price_of(self, v: SomeView, answer: A) -> int:
        """Return the price of the list."""
        raise NotImplementedError

    def has_price(self, v: SomeView, answer: A) -> bool:
        """Is there a price for everything on the list?"""
        raise NotImplementedError

    def pay_of(self, answer: A) -> Pay:
        """Return what is paid for the list."""
        raise NotImplementedError

    def paid(self, answer: A, pay: Pay) -> A:
        """Return the same list with another payment."""
        raise NotImplementedError

    def lines(self, answer: A) -> list[str]:
        """Return an order line for each part of the list, without the payment."""
        raise NotImplementedError

    def read_line(
        self, v: SomeView, line: OrderLine, rest: str, answer: A, notes: list[str]
    ) -> None:
        """Add one order line to the list; `rest` is its text without the payment."""
        raise NotImplementedError

    def is_list(self, line: OrderLine) -> bool:
        """Does an order line belong to the list?"""
        return line.verb in ("produce", "build")

    def first_affordable(self, v: SomeView, lists: Sequence[str], place: str) -> list[str]:
        """Return an order for the first of these lists of units that can be produced in a place,
        and paid for; empty if none can."""
        return self.only_legal(v, (f"PRODUCE {units} AT {place}" for units in lists))[:1]

    # -- the question -----------------------------------------------------------------------------

    def problems(self, v: SomeView, answer: A) -> list[Problem]:
        if self.is_empty(answer):
            return []
        problems = self.list_problems(v, answer)
        if problems:
            return problems
        cost = self.price_of(v, answer)
        return self.payment.problems(v.table, self.seat, self.pay_of(answer), cost, "resources")

    def best_pay(self, v: SomeView, answer: A, *, goods: bool) -> Pay | None:
        """Return the best payment for the list; None if the seat cannot pay."""
        cost = self.price_of(v, answer)
        return self.payment.best(v.table, self.seat, cost, "resources", goods=goods)

    def write(self, v: SomeView, answer: A) -> str:
        lines = self.lines(answer)
        if not lines:
            return "PRODUCE nothing"
        lines[0] += f" PAY {self.payment.text(self.pay_of(answer))}"
        return "\n".join(lines)

    def write_ahead(self, v: SomeView, answer: A) -> str:
        """Leave the price open, as planets may be exhausted by then."""
        return without_price(super().write_ahead(v, answer))

    def read_list(
        self, v: SomeView, lines: Sequence[OrderLine], answer: A, notes: list[str]
    ) -> Reading[A]:
        """Read the lines of the list into an answer that is still empty.

        Payments of several lines add up; where none is written, the best one is taken."""
        mine = [i for i, line in enumerate(lines) if self.is_list(line)]
        pay: Pay | None = None
        for i in mine:
            rest, paid = self.payment.split(lines[i].rest)
            if paid is not None:
                before = pay or FREE
                pay = paying([*before.planets, *paid.planets], before.goods + paid.goods)
            if rest.strip().lower() not in ("", *NOTHING_WORDS):
                self.read_line(v, lines[i], rest, answer, notes)
        if pay is None and self.has_price(v, answer):
            pay = self.best_pay(v, answer, goods=False)
        return Reading(self.paid(answer, pay or FREE), tuple(mine), tuple(notes))
