"""The action phase (ECL 6): turns, passing, reactions."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Self

from rules.eclipse import events as ev
from rules.eclipse.civilization import colonizable, colony_uses, kind_index, species
from rules.eclipse.decisions.turn import GIVE_UP, EndTurn, TakeReaction, TakeTurn
from rules.eclipse.facts import ACTIONS, ADVANCED_NEEDS, DIPLOMACY_FROM
from rules.eclipse.galaxy import foes, joined, owned
from rules.eclipse.phases import actions
from rules.eclipse.phases.diplomacy import propose
from rules.eclipse.phases.leaving import give_up, next_seat
from rules.eclipse.phases.pieces import colonize, turn_up
from rules.eclipse.state import NOBODY, Public
from rules.eclipse.turns.base import Turn
from rules.eclipse.turns.free import possible_partners
from rules.kernel.patterns import running
from rules.kernel.table import Play, Table

EFFECTS: Final[dict[str, Callable[[Table, int, Turn], Any]]] = {
    "explore": actions.explore,
    "influence": actions.influence,
    "research": actions.research,
    "upgrade": actions.upgrade,
    "build": actions.build,
    "move": actions.move,
}


def opens(table: Public, seat: int, turn: Turn) -> bool:
    """Whether colony ships or relations may become possible by this action."""
    if turn.do in ("explore", "influence"):
        return True
    if turn.do == "move":
        return any(leaves_others(table, seat, voyage.path[0]) for voyage in turn.voyages)
    return any(tech in ADVANCED_NEEDS.values() for tech in turn.technologies) or any(
        item.kind == "orbital" for item in turn.items
    )


def leaves_others(table: Public, seat: int, number: str) -> bool:
    """Whether a ship that goes from here may end what stands between two players (ECL 25.5.3)."""
    sector = table.hexes[number]
    return len(sector.ships) > 1 or sector.owner not in (seat, NOBODY)


def take_turn(t: Table, seat: int) -> Play[None]:
    """ECL 20.2: free things first, then one action, a reaction, or a pass."""
    t.table.asked = []
    reacting = t.table.players[seat].passed
    question = TakeReaction(seat) if reacting else TakeTurn(seat)
    turn = yield from t.ask(question)
    while turn.do in FREE:
        yield from running(FREE[turn.do](t, seat, turn))
        turn = yield from t.ask(question)
    if turn.do in ACTIONS:
        yield from act(t, seat, turn, reacting)
    elif turn == GIVE_UP:
        yield from give_up(t, seat)
    else:
        stand_down(t, seat, reacting)
    hand_on(t)


def act(t: Table, seat: int, turn: Turn, reacting: bool) -> Play[None]:
    """ECL 6.1.2, 7.9.2: the disc is paid, the action done; then what it made possible."""
    player = t.table.players[seat]
    player.discs -= 1
    field = f"react-{turn.do}" if reacting else turn.do
    player.spent[field] = player.spent.get(field, 0) + 1
    cite = "ECL 7.9.2" if reacting else "ECL 6.1.2"
    t.tell(ev.Acted(seat, turn.do, reacting), cite=cite)
    before = Openings.at(t, seat) if opens(t.table, seat, turn) else None
    result = EFFECTS[turn.do](t.sub(turn.do), seat, turn)
    if result is not None:
        placed = yield from result
        if placed is False:
            return
    if before is not None:
        yield from end_turn(t, seat, before)
    turn_up(t, seat)


class Openings(NamedTuple):
    """What a player can do besides the action, and what decides whom he may win as a partner:
    squares to settle, ships for it, his sectors, players at war with him."""

    squares: frozenset[tuple[str, int]]
    ships: int
    sectors: frozenset[str]
    foes: frozenset[int]

    @classmethod
    def at(cls, t: Table, seat: int) -> Self:
        return cls(
            frozenset(colonizable(t.table, seat)),
            colony_uses(t.table, seat),
            frozenset(owned(t.table, seat)),
            frozenset(foes(t.table, seat)),
        )


def end_turn(t: Table, seat: int, before: Openings) -> Play[None]:
    """ECL 6.1.8: asked if the action opened squares, readied ships or brought a new partner."""
    now = Openings.at(t, seat)
    settles = now.squares - before.squares or (now.squares and now.ships > before.ships)
    if not settles and not meets(t, seat, before, now):
        return
    finish = yield from t.ask(EndTurn(seat))
    yield from actions.do_besides(t, seat, finish)


def meets(t: Table, seat: int, before: Openings, now: Openings) -> bool:
    """Whether relations became possible: by a new sector next to somebody, or by peace."""
    fresh, peace = now.sectors - before.sectors, before.foes - now.foes
    if len(t.table.players) < DIPLOMACY_FROM or not (fresh or peace):
        return False
    known = joined(t.table, seat, now.sectors & before.sectors) - peace
    met = set(possible_partners(t.table, seat)) - known
    return bool(met - set(t.table.asked))


def stand_down(t: Table, seat: int, reacting: bool) -> None:
    """ECL 6.1.5, 6.1.6, 7.9.1"""
    if reacting:
        t.tell(ev.Held(seat), cite="ECL 7.9.1")
        return
    first = t.table.next_start == NOBODY
    if first:
        t.table.next_start = seat
    t.table.players[seat].passed = True
    t.tell(ev.Passed(seat, first), cite="ECL 6.1.5" if first else "ECL 6.1.6")


def hand_on(t: Table) -> None:
    """ECL 6.1.7, 20.2.5: to the next player in the game, or on to combat at once."""
    players = t.table.players
    if all(p.passed or p.status == "left" for p in players):
        t.tell(ev.ActionPhaseEnded(), cite="ECL 6.1.7")
        t.table.phase = "combat"
        return
    t.table.at = next_seat(t, t.table.at)


def _colonize(t: Table, seat: int, turn: Turn) -> None:
    colonize(t, seat, turn.colonies)


def _trade(t: Table, seat: int, turn: Turn) -> None:
    trade(t, seat, turn.give, turn.get, turn.lots)


def _propose(t: Table, seat: int, turn: Turn) -> Play[None]:
    assert turn.offer is not None
    yield from propose(t, seat, turn.offer)


def trade(t: Table, seat: int, give: str, get: str, lots: int) -> None:
    """ECL 5.6.1"""
    player = t.table.players[seat]
    given = lots * species(player).trade
    player.storage[kind_index(give)] -= given
    player.storage[kind_index(get)] += lots
    t.tell(ev.Traded(seat, give, given, get, lots), cite="ECL 5.6.1")


FREE: Final[dict[str, Callable[[Table, int, Turn], Any]]] = {
    "colonize": _colonize,
    "trade": _trade,
    "propose": _propose,
}
