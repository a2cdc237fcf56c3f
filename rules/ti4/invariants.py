"""The promises that hold at every pause, whatever happens."""

from collections import Counter
from collections.abc import Iterator

from rules.ti4 import economy
from rules.ti4.components import modifiers
from rules.ti4.components.registry import built
from rules.ti4.facts import (
    COMMAND_TOKENS,
    COMMON_NOTES,
    FACTIONS,
    LIMITS,
    OBJECTIVES,
    PLANETS,
    STRATEGY_CARDS,
    UNLIMITED,
)
from rules.ti4.setup import deck
from rules.ti4.state import SET_UP, NoteId, Phase, Public, TI4State
from rules.ti4.units import fleets


def broken(state: TI4State) -> list[str]:
    """Return each broken promise in words."""
    if state.table.phase in SET_UP:
        return []
    return [
        *_units(state.table),
        *_tokens(state.table),
        *_cards(state),
        *_planets(state.table),
        *_wormholes(state.table),
        *_goods(state.table),
        *_fleets(state.table),
        *_counts(state),
    ]


def _units(table: Public) -> Iterator[str]:
    """Yield a complaint for units on the board that exceed the box."""
    total: dict[tuple[str, str], int] = {}
    groups: dict[tuple[str, str], int] = {}
    for where in (table.space, table.ground):
        for owners in where.values():
            for seat, counts in owners.items():
                for unit, n in counts.items():
                    total[seat, unit] = total.get((seat, unit), 0) + n
                    groups[seat, unit] = groups.get((seat, unit), 0) + 1
    for (seat, unit), n in total.items():
        if unit not in UNLIMITED and n > LIMITS[unit]:
            yield f"seat {seat} has {n} {unit} of {LIMITS[unit]}"
        if table.sides[int(seat)].out:
            yield f"seat {seat} is out and has {n} {unit}"
    if table.active is None and not table.settling:
        for (seat, unit), n in groups.items():
            if unit in UNLIMITED and n > LIMITS[unit]:
                yield f"seat {seat} has {unit} tokens without a plastic piece"
    for where in (table.space, table.ground, table.damaged):
        for place, owners in where.items():
            for seat, counts in owners.items():
                if not counts or any(n < 1 for n in counts.values()):
                    yield f"{place} holds {counts} of seat {seat}"
    for place, owners in table.damaged.items():
        for seat, counts in owners.items():
            for unit, n in counts.items():
                if n > fleets.at(table, place, int(seat)).get(unit, 0):
                    yield f"{place} has {n} damaged {unit} of seat {seat}, more than there are"


def _tokens(table: Public) -> Iterator[str]:
    """Yield a complaint for command tokens that are not sixteen: sheet, board and reserve."""
    for seat, side in enumerate(table.sides):
        if min(side.tactic, side.fleet, side.strategy) < 0:
            yield f"seat {seat} has pools {side.tactic}/{side.fleet}/{side.strategy}"
        if not side.out and not 0 <= economy.token_reserve(table, seat) <= COMMAND_TOKENS:
            yield f"seat {seat} has {economy.token_reserve(table, seat)} tokens in reserve"
    for tile, seats in table.tokens.items():
        if len(set(seats)) != len(seats) or not seats:
            yield f"tile {tile} holds tokens of {seats}"


def _cards(state: TI4State) -> Iterator[str]:
    """Yield a complaint for cards that are not in exactly one place."""
    table = state.table
    held = Counter(state.box.action) + Counter(table.discard)
    secrets = Counter(state.box.secret)
    secrets += Counter(o for o in table.revealed if OBJECTIVES[o].stage == 0)
    for hand, side in zip(state.hand, table.sides, strict=True):
        held += Counter(hand.cards)
        secrets += Counter(hand.secrets)
        secrets += Counter(
            o for o in side.scored if OBJECTIVES[o].stage == 0 and o not in table.revealed
        )
    if held != Counter(deck("action card")):
        yield f"action cards differ: {held - Counter(deck('action card'))}"
    agendas = Counter(state.box.agenda) + Counter(table.agenda_discard) + Counter(list(table.laws))
    for hand in state.hand:
        agendas += Counter(hand.seen)
    current = table.agenda
    if current is not None and agendas[current.id] == 0:
        agendas[current.id] = 1
    if agendas != Counter(deck("agenda")):
        yield f"agendas differ: {agendas}"
    mine = [o for o in built("objective") if OBJECTIVES[o].stage == 0]
    lost_with_the_eliminated = any(side.out for side in table.sides)
    if secrets != Counter(mine) and not lost_with_the_eliminated:
        yield f"secret objectives differ: {secrets}"
    cards = [*table.card_goods, *(c for side in table.sides for c in side.cards)]
    if sorted(cards) != sorted(STRATEGY_CARDS):
        yield f"strategy cards are {sorted(cards)}"
    yield from _notes(state)


def _notes(state: TI4State) -> Iterator[str]:
    """Yield a complaint for notes that are not in one hand or play area, or belong to the
    eliminated."""
    found = Counter(note for hand in state.hand for note in hand.notes)
    found += Counter(note for side in state.table.sides for note in side.in_play)
    wanted: Counter[str] = Counter()
    for seat, side in enumerate(state.table.sides):
        if not side.out:
            ids = [*COMMON_NOTES, FACTIONS[side.faction].note]
            wanted.update(str(NoteId(seat, note)) for note in ids if note in built("note"))
    if found != wanted:
        yield f"notes differ: more {found - wanted}, fewer {wanted - found}"


def _planets(table: Public) -> Iterator[str]:
    """Yield a complaint for planets not controlled once, by players in the game, or not on the
    board."""
    for planet, seat in table.control.items():
        tile = PLANETS[planet].tile
        if tile not in table.places and tile not in table.detached:
            yield f"{planet} is controlled and not on the board"
        if table.sides[seat].out:
            yield f"{planet} is controlled by seat {seat}, who is out"
    for planet in table.spent:
        if planet not in table.control:
            yield f"{planet} is exhausted and nobody's"


def _wormholes(table: Public) -> Iterator[str]:
    """Yield a complaint for a wormhole token of a kind that lies on the map twice."""
    tokens = Counter(kind for kinds in table.wormholes.values() for kind in kinds)
    for kind, n in tokens.items():
        if n > 1:
            yield f"{n} {kind} wormhole tokens are on the board"


def _goods(table: Public) -> Iterator[str]:
    """Yield a complaint for trade goods and commodities that do not come from the supply alone."""
    held = sum(side.goods + side.commodities for side in table.sides)
    held += sum(table.card_goods.values())
    if held != table.supply:
        yield f"{held} trade good tokens are out, {table.supply} were taken"
    for seat, side in enumerate(table.sides):
        printed = FACTIONS[side.faction].commodities
        if side.goods < 0 or not 0 <= side.commodities <= printed:
            yield f"seat {seat} has {side.goods} goods, {side.commodities} commodities"


def _fleets(table: Public) -> Iterator[str]:
    """Yield a complaint for fleets over pool and capacity, except where something is being
    settled."""
    if table.settling or table.active is not None or table.phase != Phase.TURN:
        return
    for tile, owners in table.space.items():
        for seat in owners:
            if fleets.plainly_within(table, tile, int(seat), owners[seat]):
                continue
            load = fleets.load(table, tile, int(seat))
            if load.fleet_over or load.capacity_over:
                yield f"seat {seat} is over the limits in tile {tile}: {owners[seat]}"


def _counts(state: TI4State) -> Iterator[str]:
    """Yield a complaint for public counts that differ from the things held in private."""
    for seat, (hand, side) in enumerate(zip(state.hand, state.table.sides, strict=True)):
        counted = (side.hand, side.secrets, side.notes)
        if counted != (len(hand.cards), len(hand.secrets), len(hand.notes)):
            yield f"seat {seat} counts {counted}"
        if side.points < 0 or side.points > state.table.target:
            yield f"seat {seat} has {side.points} points"
        limit = modifiers.hand_limit(state.table, seat)
        if side.hand > limit + 3:
            yield f"seat {seat} holds {side.hand} cards of {limit}"
