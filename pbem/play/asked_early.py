"""Questions that are asked before their moment comes, so that people wait for each other once.

What follows an open question whatever is answered there (`Ruleset.comes_next`) is asked at once of
whoever has not written it yet. The answer waits as all orders do that are written ahead, and is
judged when its moment comes; the time for it runs from when it was asked. Since when a seat knows
of which question is kept with the seat.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pbem.clocks import deadlines
from pbem.clocks.deadlines import Away
from pbem.models import Game, Seat
from rules.kernel.decisions import Decision
from rules.kernel.match import Match
from rules.kernel.orders.clerk import Clerk


class Early(NamedTuple):
    """A question to come that its seat knows of: since when, and until when it has time."""

    decision: Decision[Any]
    since: datetime
    due: datetime


def to_come(match: Match) -> Sequence[Decision[Any]]:
    """Return the questions that follow what is asked now."""
    if match.ask is None:
        return ()
    return match.ruleset.comes_next(match.view(None), match.ask.decisions)


def known_since(seat: Seat, kind: str) -> datetime | None:
    """Return since when a seat knows of a question of this kind that it was asked early."""
    known = seat.asked_early.get(kind)
    return datetime.fromisoformat(known["since"]) if known else None


def of_seat(match: Match, seat: Seat) -> list[Early]:
    """Return what a seat was asked early and whose moment has not come yet."""
    found = []
    for decision in to_come(match) if seat.asked_early else ():
        known = seat.asked_early.get(decision.kind())
        if decision.seat == seat.number and known:
            times = (datetime.fromisoformat(known[name]) for name in ("since", "due"))
            found.append(Early(decision, *times))
    return found


def forget(match: Match, seats: Iterable[Seat]) -> list[Seat]:
    """Let go of questions that are neither to come any more nor open; return the seats that were
    asked them."""
    changed = []
    for seat in [seat for seat in seats if seat.asked_early]:
        asked = [*to_come(match), *(match.ask.decisions if match.ask else ())]
        still = {decision.kind() for decision in asked if decision.seat == seat.number}
        kept = {kind: known for kind, known in seat.asked_early.items() if kind in still}
        if kept != seat.asked_early:
            seat.asked_early = kept
            changed.append(seat)
    return changed


def can_be_asked(match: Match, seats: Sequence[Seat], clerk: Clerk) -> list[Decision[Any]]:
    """Return what is to come of people who have a choice, have not written it, and have not been
    asked it early."""
    return [
        decision
        for decision in to_come(match)
        if seats[decision.seat].kind == Seat.Kind.PERSON
        and decision.kind() not in seats[decision.seat].asked_early
        and not clerk.has_turn_waiting(decision.seat, decision.verbs)
        and decision.forced(match.view(None)) is None
    ]


def note(game: Game, seat: Seat, decision: Decision[Any], now: datetime, away: Away) -> None:
    """Remember that a seat is asked something now whose moment has not come."""
    due = deadlines.due_at(game, seat, decision.clock_kind(), now, away.get(seat.pk, ()))
    known = {"since": now.isoformat(), "due": due.isoformat()}
    seat.asked_early = {**seat.asked_early, decision.kind(): known}
