"""Ideas for a turn: a strategy card, a system to activate, a card, or a pass."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from rules.ti4 import economy, galaxy
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.facts import MECATOL
from rules.ti4.ideas.aims import Aims
from rules.ti4.ideas.moving import Muster, destinations
from rules.ti4.phases.turns import TakeTurn, Turn, ready_cards
from rules.ti4.state import View
from rules.ti4.units import fleets

PASS = Turn("pass")
PASS_WORTH = 0.5
USE_WORTH = 0.9
MOST_SYSTEMS = 6
LEAST_GOAL = 0.3
NEVER = -1_000.0
TOKEN_KEPT = 4.0
"""What a command token is worth that an objective of this round will take."""

BEFORE_BUILDING = 0.1
"""How much less than a journey it is worth to build where ships wait for it: the command token
would hold them there."""


def turns(decision: TakeTurn, v: View, rng: Random) -> Iterator[Turn]:
    """Yield ideas for a turn, by how pressing they seem; cards to play are looked at where nothing
    presses more.

    Mostly the first idea is all that is wanted, so the ways of ships are looked at one by one.
    """
    table, seat = v.table, decision.seat
    side = table.sides[seat]
    aims = Aims(v, seat)
    dear = TOKEN_KEPT if side.tactic + side.strategy <= aims.kept_tokens else 0.0
    goals = _Goals(aims) if side.tactic else None
    docks = _docks(aims) if side.tactic else []
    used = [(_card_worth(aims, card), Turn("strategy", card)) for card in ready_cards(table, seat)]
    first = _plainly_first(goals, docks, used, dear)
    if first is not None:
        yield first

    ranked: list[tuple[float, int, Turn]] = []

    def add(worth: float, turn: Turn) -> None:
        ranked.append((-worth, len(ranked), turn))

    for goal in goals or ():
        add(goal.worth - dear, Turn("activate", goal.tile))
    for tile, worth in docks:
        if side.tactic > 1 and goals:
            waiting = [g.worth for g in goals if tile in g.origins and g.worth > PASS_WORTH]
            worth = min(worth, max(waiting, default=worth) - BEFORE_BUILDING)
        add(worth - dear, Turn("activate", tile))
    for worth, turn in used:
        add(worth, turn)
    add(PASS_WORTH, PASS)
    ranked.sort()
    pressing = [turn for worth, _, turn in ranked if -worth > USE_WORTH]
    yield from (turn for turn in pressing if turn != first)
    uses = timing.MOMENTS.uses(v, seat, w.ACTION) if v.seat == seat else []
    for use in rng.sample(uses, min(4, len(uses))):
        yield Turn("use", use.card, use.on)
    yield from (turn for _, _, turn in ranked[len(pressing) :])


def _plainly_first(
    goals: "_Goals | None",
    docks: Sequence[tuple[str, float]],
    used: Sequence[tuple[float, Turn]],
    dear: float,
) -> Turn | None:
    """Return the turn that presses most, where that can be said without looking at all ways."""
    building = max((worth for _, worth in docks), default=NEVER) - dear
    worth, card = max(used, key=lambda one: one[0], default=(NEVER, PASS))
    going = goals.most - dear if goals else NEVER
    if worth > max(building, going, USE_WORTH):
        return card
    best = next(iter(goals), None) if goals else None
    if best is None or not goals or best.worth < goals.most:
        return None
    surely = best.worth - dear >= max(building, worth) and best.worth - dear > USE_WORTH
    return Turn("activate", best.tile) if surely else None


class Goal(NamedTuple):
    """A system worth going to, and from where ships would come."""

    tile: str
    worth: float
    origins: frozenset[str]


class _Goals:
    """Systems worth going to that ships can reach, the best first; found one after the other."""

    def __init__(self, aims: Aims) -> None:
        ranked = sorted(destinations(aims).items(), key=lambda one: (-one[1], one[0]))
        self.most = ranked[0][1] if ranked else NEVER
        self._aims = aims
        self._found: list[Goal] = []
        self._more = self._search(ranked)

    def __iter__(self) -> Iterator[Goal]:
        yield from self._found
        for goal in self._more:
            self._found.append(goal)
            yield goal

    def _search(self, ranked: Sequence[tuple[str, float]]) -> Iterator[Goal]:
        aims = self._aims
        found = 0
        for tile, worth in ranked:
            if worth <= LEAST_GOAL or found == MOST_SYSTEMS:
                return
            muster = Muster(aims, tile)
            if muster.ships and muster.room_in_pool() > 0:
                found += 1
                origins = frozenset(origin for origin, _, _ in muster.ships)
                yield Goal(tile, worth if muster.carriers() else aims.ships(tile), origins)


def _docks(aims: Aims) -> list[tuple[str, float]]:
    """Return systems in which to produce, and how much that would be worth now."""
    table, seat = aims.table, aims.seat
    money = aims.for_ships
    found = []
    tiles = {
        galaxy.tile_of(place)
        for place, units in fleets.places_of(table, seat)
        if units.get("space_dock")
    }
    for tile in sorted(tiles):
        if not economy.has_token(table, tile, seat) and not fleets.blockaded(table, tile, seat):
            found.append((tile, money * 0.9 - 1.0))
    return found


def _card_worth(aims: Aims, card: str) -> float:
    """Return how pressing a strategy card is; all must be used before one passes."""
    table, seat = aims.table, aims.seat
    side = table.sides[seat]
    if card == "leadership":
        return 5.0 if side.tactic < 2 else 2.2
    if card == "technology":
        return 4.5 if economy.wealth(table, seat, "resources") >= 6 else 3.5
    if card == "imperial":
        if aims.scores_now:
            return 12.0
        return 7.0 if table.control.get(MECATOL) == seat else 1.0
    if card == "warfare":
        out = sum(seat in seats for seats in table.tokens.values())
        return 3.0 if out and side.tactic < 2 else 0.9
    if card == "construction":
        return 2.5
    if card == "trade":
        return 3.8
    if card == "diplomacy":
        spent = sum(p in table.spent for p in fleets.controlled(table, seat))
        return 2.5 if spent >= 2 else 0.8
    return 1.6
