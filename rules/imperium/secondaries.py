"""Secondaries of strategy cards: the question whether a seat follows, and with what."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from rules.imperium.payment import without_price
from rules.imperium.speech import _
from rules.kernel.decisions import Choice, Decision, Option, Problem
from rules.kernel.views import SomeView
from rules.lexicon import OrderLine

A = TypeVar("A")


def ends_turn(asked: Sequence[Decision[Any]]) -> bool:
    """Return whether a turn is over but for secondaries: once these questions are answered, and
    what the answers lead to is resolved, it is the next player's turn."""
    return bool(asked) and all(isinstance(q, Secondary) and q.strategy_card() for q in asked)


class Secondary(Decision[A]):
    """The secondary of a strategy card, or SKIP.

    It may be answered before the card is used, for one card: `REPLENISH IF secondary = Trade`.
    """

    clock = "secondary"
    ahead = True

    @classmethod
    def may_wait(cls, line: OrderLine) -> bool:
        return "secondary" in line.guard

    def strategy_card(self) -> str:
        """Return the name of the card whose secondary this is; "" if it is asked for another
        reason."""
        raise NotImplementedError

    def facts(self) -> Mapping[str, bool | int | str]:
        card = self.strategy_card()
        return {"secondary": card} if card else {}

    def write_ahead(self, v: SomeView, answer: A) -> str:
        """Return the order for this card alone, paid in the way that is cheapest when it is carried
        out."""
        lines = without_price(self.write(v, answer)).splitlines()
        card = self.strategy_card()
        return "\n".join(f"{line} IF secondary = {card}" if card else line for line in lines)

    def skips(self, answer: A) -> bool:
        """Does the answer leave the secondary unused?"""
        raise NotImplementedError

    def unpaid(self, v: SomeView, card: str) -> list[Problem]:
        """Return why the seat cannot pay for the secondary of a card; empty if it can."""
        raise NotImplementedError


class YesNo(Choice[bool], Secondary[bool]):
    """A secondary without anything to choose but whether to use it."""

    Answer = bool
    card: ClassVar[str]
    order: ClassVar[str]
    does: ClassVar[str]
    """What the order does, in the words of the edition, translated by `does_words`."""

    def card_words(self) -> str:
        """Return the name of the card."""
        raise NotImplementedError

    def does_words(self) -> str:
        """Return what the order does, in the reader's language."""
        raise NotImplementedError

    def skips(self, answer: bool) -> bool:
        return not answer

    def options(self, v: SomeView) -> list[Option[bool]]:
        skip = Option(_("Skip"), False, "SKIP")
        if self.unpaid(v, self.card):
            return [skip]
        return [skip, Option(self.does_words(), True, self.order)]

    def problems(self, v: SomeView, answer: bool) -> list[Problem]:
        return (self.unpaid(v, self.card) if answer else []) or super().problems(v, answer)

    def prompt(self, v: SomeView) -> str:
        return _("Use the secondary of {card}?", card=self.card_words())
