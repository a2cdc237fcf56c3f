"""The strategic action: primary, then secondaries (TI4 2, 30, C.5)."""

from typing import Any

from rules.kernel.patterns import in_order, running
from rules.kernel.table import Play
from rules.ti4 import economy
from rules.ti4 import events as ev
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.state import Public, Table, Until
from rules.ti4.strategy import (
    construction,
    diplomacy,
    imperial,
    leadership,
    politics,
    technology,
    trade,
    warfare,
)
from rules.ti4.strategy.base import Secondary, payable, token_due
from rules.ti4.units.limits import enforce
from rules.toolbox.targets import as_target

CHAPTERS: dict[str, Any] = {
    "leadership": leadership,
    "diplomacy": diplomacy,
    "politics": politics,
    "construction": construction,
    "trade": trade,
    "warfare": warfare,
    "technology": technology,
    "imperial": imperial,
}
"""Each has `primary(t, seat)`, `question(table, seat)` and `secondary(t, seat, answer)`."""


def strategic_action(t: Table, seat: int, card: str) -> Play[None]:
    """Resolve a strategy card: its primary ability, then the secondary ones (TI4 2.0 to 2.3)."""
    t.tell(ev.StrategyUsed(seat, card), cite="TI4 2.0")
    yield from running(CHAPTERS[card].primary(t, seat))
    yield from timing.moment(t, w.AFTER_STRATEGY_ABILITY_RESOLVED, as_target(card), (seat,))
    yield from secondaries(t, seat, card)
    if not t.table.sides[seat].out:
        t.table.sides[seat].used.append(card)
    timing.expire(t.table, Until.STRATEGIC_ACTION)
    yield from enforce(t, range(len(t.table.sides)))


def secondaries_to_come(table: Public, seat: int) -> list[Secondary[Any]]:
    """Return the questions whether a seat follows each card that others still have to use, as the
    table stands; none for a card that the seat could not pay for now."""
    cards = [
        card
        for other in timing.clockwise(table, seat)[1:]
        for card in table.sides[other].cards
        if card not in table.sides[other].used and payable(table, seat, card)
    ]
    asked = (CHAPTERS[card].question(table, seat) for card in cards)
    return [question for question in asked if question is not None]


def secondaries(t: Table, seat: int, card: str) -> Play[None]:
    """Ask all secondaries at once and resolve them clockwise; a player who was overtaken is asked
    again (TI4 2.1)."""
    chapter = CHAPTERS[card]
    s = t.sub("secondary")
    questions = [
        chapter.question(s.table, other)
        for other in timing.clockwise(s.table, seat)[1:]
        if payable(s.table, other, card)
    ]
    asked: list[Secondary[Any]] = [q for q in questions if q is not None]

    if card == "warfare":
        for question in asked:
            yield from warfare.abilities(s, question.seat)

    def resolve(s: Table, decision: Secondary[Any], answer: Any) -> Play[None]:
        if decision.skips(answer):
            if card == "warfare":
                warfare.not_followed(s, decision.seat)
            return
        s.tell(ev.SecondaryUsed(decision.seat, card), cite="TI4 2.1")
        if card != "construction" and token_due(s.table, decision.seat, card):
            economy.spend_token(s, decision.seat)
        yield from running(chapter.secondary(s, decision.seat, answer))
        yield from timing.moment(
            s, w.AFTER_STRATEGY_ABILITY_RESOLVED, as_target(card), (decision.seat,)
        )

    yield from in_order(s, asked, resolve, lambda other: s.table.sides[other].out)
