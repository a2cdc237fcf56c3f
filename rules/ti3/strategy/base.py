"""What the questions about strategy cards share (TI3 7)."""

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.lexicon import OrderLine
from rules.ti3 import events as ev
from rules.ti3 import modifiers
from rules.ti3.speech import _
from rules.ti3.state import Public, View

A = TypeVar("A")


def payable(table: Public, seat: int, card: str) -> bool:
    """TI3 7.1.2 to 7.1.4"""
    return table.sides[seat].strategy > 0 or modifiers.free_secondary(table, seat, card)


def may_follow(table: Public, seat: int, card: str) -> bool:
    """TI3 7.1.5, 7.1.7"""
    side = table.sides[seat]
    return (
        not side.out
        and card not in side.followed
        and payable(table, seat, card)
        and modifiers.may_follow(table, seat, card)
    )


class Secondary(Decision[A]):
    """The secondary of a strategy card, or SKIP (TI3 7.1.2)."""

    clock = "secondary"

    def declined(self, answer: A) -> bool:
        raise NotImplementedError

    def no_counter(self, v: View, card: str) -> list[Problem]:
        if payable(v.table, self.seat, card):
            return []
        words = _("Your Strategy Allocation is empty, so you can only SKIP.")
        return [Problem("no-counter", words, "TI3 7.1.2")]


class YesNo(Choice[bool], Secondary[bool]):
    """A secondary without anything to choose but whether."""

    Answer = bool
    card: ClassVar[str]
    order: ClassVar[str]
    does: ClassVar[str]
    """What the order does, as an option is told."""

    def declined(self, answer: bool) -> bool:
        return not answer

    def options(self, v: View) -> list[Option[bool]]:
        skip = Option(_("Skip"), False, "SKIP")
        if not payable(v.table, self.seat, self.card):
            return [skip]
        return [skip, Option(_(self.does), True, self.order)]

    def problems(self, v: View, answer: bool) -> list[Problem]:
        return (self.no_counter(v, self.card) if answer else []) or super().problems(v, answer)

    def prompt(self, v: View) -> str:
        return _("Use the secondary of {card}?", card=ev.title(self.card))

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        last = len(lines) - 1
        return Reading(lines[last].verb != "skip", (last,))
