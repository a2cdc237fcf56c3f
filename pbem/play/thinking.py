"""Bots that think: outside of any lock, in a lane of their own, so that nobody waits for them.

A session that meets a question to such a bot stops there. Here the bot thinks about the match as it
stands, and its answer is played if the question is still the same by then.
"""

import time
from collections.abc import Collection
from typing import Any, Final

from pbem.clocks.terms import terms_of
from pbem.models import Game, Seat
from pbem.play import advancing, bots, loading
from rules.kernel.codec import plain
from rules.kernel.decisions import Interjection
from rules.kernel.match import Match
from rules.kernel.thinking.planner import Planner

AT_A_TIME: Final = 15.0
"""After so many seconds other tables have their turn."""


def think(game_id: int) -> bool:
    """Think and play for the bots of a table; return whether there is more to think about."""
    began = time.monotonic()
    planners: dict[int, Planner] = {}
    offered: set[str] = set()
    missed = _missed(game_id)
    while time.monotonic() - began < AT_A_TIME:
        game = Game.objects.get(pk=game_id)
        if game.status != Game.Status.RUNNING:
            return False
        seats = list(game.seats.all())
        with loading.rules_at_work():
            match = loading.load(game).match
            deal = _deal(game, seats, match, planners, offered)
            thoughts = {} if deal is not None else _thoughts(game, seats, match, planners, missed)
        missed = advancing.advance(game_id, thoughts=thoughts, deal=deal).thinking
        if not missed:
            return False
    return True


def _missed(game_id: int) -> Collection[str]:
    """Return the questions in which a bot stands in for somebody who has missed a deadline."""
    game = Game.objects.get(pk=game_id)
    return advancing.advance(game_id).thinking if terms_of(game).stand_in else ()


def _deal(
    game: Game,
    seats: list[Seat],
    match: Match,
    planners: dict[int, Planner],
    offered: set[str],
) -> Interjection | None:
    """Return a deal that a bot would offer at the beginning of its turn, None if there is none."""
    if match.ask is None or match.ask.address in offered:
        return None
    offered.add(match.ask.address)
    decision = match.ask.decisions[0]
    seat = seats[decision.seat]
    if not decision.root or not bots.thinks(seat):
        return None
    planner = planners.setdefault(seat.number, bots.planner_of(match, seat))
    return planner.offer(bots.thought_of(game, match, seat))


def _thoughts(
    game: Game,
    seats: list[Seat],
    match: Match,
    planners: dict[int, Planner],
    missed: Collection[str],
) -> dict[str, Any]:
    """Return the answers of all thinking bots that are asked, by address, and those to questions
    that people have `missed`."""
    found: dict[str, Any] = {}
    for address, decision in match.ask.items() if match.ask else ():
        seat = seats[decision.seat]
        if bots.thinks(seat) or address in missed:
            planner = planners.setdefault(seat.number, bots.planner_of(match, seat))
            thought = bots.thought_of(game, match, seat)
            found[address] = plain(planner.answer(thought, address, decision))
    return found
