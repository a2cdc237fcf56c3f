"""The strategic action: primary, then secondaries clockwise (TI3 7)."""

from typing import Any

from rules.kernel.patterns import running
from rules.kernel.table import Play
from rules.ti3 import cards, economy, galaxy
from rules.ti3 import events as ev
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.state import Public, Table, Until
from rules.ti3.strategy import (
    diplomacy,
    imperial,
    logistics,
    political,
    technology,
    trade,
    warfare,
)
from rules.ti3.strategy.base import Secondary, may_follow
from rules.ti3.units.limits import check_elimination, enforce
from rules.toolbox.targets import as_target

CHAPTERS: dict[str, Any] = {
    "diplomacy": diplomacy,
    "political": political,
    "logistics": logistics,
    "trade": trade,
    "warfare": warfare,
    "technology": technology,
    "imperial": imperial,
}
"""Each has `primary(t, seat)`, `question(table, seat)`, `secondary(t, seat, answer)` and
`TOGETHER`: whether the answers are collected at once, because none depends on another."""


def strategic_action(t: Table, seat: int, card: str) -> Play[None]:
    """Resolve a strategy card: its primary ability, then the secondary ones clockwise (TI3 7.1.1 to
    7.1.6)."""
    t.table.strategy = card
    t.tell(ev.StrategyUsed(seat, card), cite="TI3 7.1.1")
    yield from running(CHAPTERS[card].primary(t, seat))
    if card in t.table.sides[seat].cards:
        t.table.sides[seat].used.append(card)
    yield from timing.moment(t, w.AFTER_PRIMARY, as_target(card))
    yield from secondaries(t, seat, card)
    for other in galaxy.clockwise(t.table, seat):
        followed = card in t.table.sides[other].followed
        if other != seat and not followed and modifiers.draws_instead(t.table, other, card):
            yield from cards.draw_action_cards(t, other, 1, "TI3 20.1.4")
    timing.expire(t.table, Until.ACTION, Until.PURCHASE)
    for agreement in t.table.agreements:
        agreement.new = False
    t.table.strategy = ""
    yield from enforce(t, range(len(t.table.sides)))
    check_elimination(t)


def secondaries_to_come(table: Public, seat: int) -> list[Secondary[Any]]:
    """Return the questions whether a seat follows each card that others still have to use, as the
    table stands; none for a card that the seat could not follow now."""
    cards_left = [
        card
        for other in galaxy.clockwise(table, seat)
        if other != seat
        for card in table.sides[other].cards
        if card not in table.sides[other].used and may_follow(table, seat, card)
    ]
    asked = (CHAPTERS[card].question(table, seat) for card in cards_left if card in CHAPTERS)
    return [question for question in asked if question is not None]


def secondaries(t: Table, seat: int, card: str) -> Play[None]:
    """Offer the secondary ability clockwise from the left of the active player (TI3 7.1.2,
    41.2)."""
    chapter = CHAPTERS[card]
    s = t.sub("secondary")
    followers = [
        other
        for other in galaxy.clockwise(s.table, seat)
        if other != seat and may_follow(s.table, other, card)
    ]
    if card == "technology":
        yield from timing.moment(s, w.BUYING, as_target(card), followers)
    if chapter.TOGETHER:
        asked: list[Secondary[Any]] = [
            q for other in followers if (q := chapter.question(s.table, other)) is not None
        ]
        answers = yield from s.ask_all(asked)
        for decision, answer in zip(asked, answers, strict=True):
            if not may_follow(s.table, decision.seat, card):
                continue
            if s.check(decision, answer):
                answer = yield from s.ask(decision)
            yield from follow(s, decision, answer, card)
        return
    for other in followers:
        if not may_follow(s.table, other, card):
            continue
        decision = chapter.question(s.table, other)
        if decision is not None:
            answer = yield from s.ask(decision)
            yield from follow(s, decision, answer, card)


def follow(s: Table, decision: Secondary[Any], answer: Any, card: str) -> Play[None]:
    """Carry out one player's secondary: the counter first, then what it does."""
    seat = decision.seat
    if decision.skips(answer):
        return
    table: Public = s.table
    s.tell(ev.SecondaryUsed(seat, card), cite="TI3 7.1.2")
    if not modifiers.free_secondary(table, seat, card):
        economy.spend_counter(s, seat, "strategy")
    table.sides[seat].followed.append(card)
    yield from running(CHAPTERS[card].secondary(s, seat, answer))
