"""What the questions about strategy cards share (TI3 7)."""

from collections.abc import Sequence
from typing import TypeVar

from rules.imperium import secondaries
from rules.kernel.decisions import Problem, Reading
from rules.lexicon import OrderLine
from rules.ti3 import events as ev
from rules.ti3.components import modifiers
from rules.ti3.facts import STRATEGY_CARDS
from rules.ti3.speech import _
from rules.ti3.state import Public, View

A = TypeVar("A")


def payable(table: Public, seat: int, card: str) -> bool:
    """Return whether a player can pay for a secondary ability, or need not (TI3 7.1.2 to 7.1.4)."""
    return table.sides[seat].strategy > 0 or modifiers.free_secondary(table, seat, card)


def counter_words(table: Public, seat: int, card: str) -> str:
    """Return what the secondary of a card costs in command counters, as a sentence."""
    if modifiers.free_secondary(table, seat, card):
        return _("It costs you no command counter.")
    return _(
        "It costs 1 counter of your Strategy Allocation (you have {n}).",
        n=table.sides[seat].strategy,
    )


def may_follow(table: Public, seat: int, card: str) -> bool:
    """Return whether a player may still use the secondary ability of a card (TI3 7.1.5, 7.1.7)."""
    side = table.sides[seat]
    return (
        not side.out
        and card not in side.followed
        and payable(table, seat, card)
        and modifiers.may_follow(table, seat, card)
    )


class Secondary(secondaries.Secondary[A]):
    """The secondary of a strategy card, or SKIP (TI3 7.1.2)."""

    def unpaid(self, v: View, card: str) -> list[Problem]:
        if payable(v.table, self.seat, card):
            return []
        words = _("Your Strategy Allocation is empty, so you can only SKIP.")
        return [Problem("no-counter", words, "TI3 7.1.2")]


class YesNo(secondaries.YesNo, Secondary[bool]):
    """A secondary without anything to choose but whether to use it."""

    def card_words(self) -> str:
        return ev.title(self.card)

    def strategy_card(self) -> str:
        return STRATEGY_CARDS[self.card].name

    def does_words(self) -> str:
        return _(self.does)

    def prompt(self, v: View) -> str:
        price = counter_words(v.table, self.seat, self.card)
        return f"{super().prompt(v)} {price} {self.does_words()}."

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        last = len(lines) - 1
        return Reading(lines[last].verb != "skip", (last,))
