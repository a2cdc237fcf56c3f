"""What must hold at every pause, whatever happens (TI3 33.5)."""

from collections import Counter
from collections.abc import Iterator

from rules.ti3 import economy
from rules.ti3.components import modifiers
from rules.ti3.facts import (
    AGENDAS,
    COUNTERS,
    GOODS,
    LAYOUTS,
    LEADERS,
    OBJECTIVES,
    PLANETS,
    STRATEGY_CARDS,
    TILES,
    UNITS,
)
from rules.ti3.setup import action_deck
from rules.ti3.state import SET_UP, Phase, Public, TI3State
from rules.ti3.units import fleets


def broken(state: TI3State) -> list[str]:
    """Return each broken promise in words."""
    if state.table.phase in SET_UP:
        return []
    return [
        *_units(state.table),
        *_holds(state.table),
        *_counters(state.table),
        *_cards(state),
        *_planets(state.table),
        *_goods(state.table),
        *_trade(state.table),
        *_fleets(state.table),
        *_points(state.table),
        *_leaders(state.table),
    ]


def _units(table: Public) -> Iterator[str]:
    """Units on the board never exceed the box; groups never exceed figures (E50)."""
    for seat, side in enumerate(table.sides):
        for unit, facts in UNITS.items():
            n = fleets.on_board(table, seat, unit)
            if not facts.unlimited and n > facts.limit:
                yield f"seat {seat} has {n} {unit} of {facts.limit}"
            if side.out and n:
                yield f"seat {seat} is out and has {n} {unit}"
    for where in (table.space, table.ground, table.damaged):
        for place, owners in where.items():
            for owner, counts in owners.items():
                if not counts or any(n < 1 for n in counts.values()):
                    yield f"{place} holds {counts} of seat {owner}"
    for place, owners in table.damaged.items():
        for owner, counts in owners.items():
            for unit, n in counts.items():
                if n > fleets.at(table, place, int(owner)).get(unit, 0):
                    yield f"{place}: {n} damaged {unit} of seat {owner}, more than there are"


def _holds(table: Public) -> Iterator[str]:
    """Cargo belongs to a ship that is there and has room (E22)."""
    for tile, owners in table.holds.items():
        for owner, holds in owners.items():
            seat = int(owner)
            here = fleets.at(table, tile, seat)
            for ship, n in Counter(hold.ship for hold in holds).items():
                if n > here.get(ship, 0):
                    yield f"{tile}: {n} loaded {ship} of seat {seat}, {here.get(ship, 0)} there"
                hurt = sum(h.damaged for h in holds if h.ship == ship)
                if hurt > fleets.damaged(table, tile, seat).get(ship, 0):
                    yield f"{tile}: {hurt} loaded {ship} of seat {seat} damaged, too many"
            for hold in holds:
                if not hold.units and not hold.leaders:
                    yield f"{tile}: an empty hold of seat {seat}"
                if any(n < 1 for n in hold.units.values()):
                    yield f"{tile}: hold {hold.units} of seat {seat}"
                if min(fleets.room(table, seat, hold).values()) < 0 and hold.units:
                    slots = modifiers.capacity(hold.ship)
                    if slots or hold.units.get("pds"):
                        yield f"{tile}: overloaded {hold.ship} {hold.units} of seat {seat}"
            if not holds:
                yield f"{tile}: no holds of seat {seat}"


def _counters(table: Public) -> Iterator[str]:
    """Sheet, board and reinforcements make sixteen."""
    for seat, side in enumerate(table.sides):
        if min(side.strategy, side.command, side.fleet) < 0:
            yield f"seat {seat} has {side.strategy}/{side.command}/{side.fleet}"
        if not 0 <= economy.counter_reserve(table, seat) <= COUNTERS:
            yield f"seat {seat} has {economy.counter_reserve(table, seat)} counters in reserve"
    for tile, seats in table.counters.items():
        if len(set(seats)) != len(seats) or not seats or tile not in table.places:
            yield f"{tile} holds counters {seats}"


def _cards(state: TI3State) -> Iterator[str]:
    """Each card is in exactly one place, and counts tell the truth."""
    table = state.table
    open_cards = [*state.box.action, *table.discard, *table.laid, *table.kept]
    action = Counter(open_cards)
    for seat, hand in enumerate(state.hand):
        action += Counter(hand.cards)
        if table.sides[seat].hand != len(hand.cards):
            yield f"seat {seat} holds {len(hand.cards)} cards, told {table.sides[seat].hand}"
        if table.sides[seat].secret != bool(hand.secret):
            yield f"seat {seat}: the secret objective is told wrongly"
    if action != Counter(action_deck(tuple(table.deck))):
        yield "the action cards are not what they were"
    agendas = Counter(state.box.agenda) + Counter(table.agenda_discard)
    agendas += Counter(law.id for law in table.laws)
    if table.council is not None and table.council.id and not table.council.again:
        agendas |= Counter([table.council.id])
    double = [card for card, n in agendas.items() if n > 1 or card not in AGENDAS]
    if double:
        yield f"political cards in two places: {double}"
    lost = Counter(table.agendas) - agendas
    if lost.total() > _under_vote(table) and table.phase not in SET_UP:
        yield f"political cards are nowhere: {sorted(lost)}"
    objectives = Counter(table.revealed) + Counter(state.box.objectives)
    objectives += Counter(o for o in state.box.unused if o in OBJECTIVES)
    objectives += Counter(hand.secret for hand in state.hand if hand.secret)
    if any(n > 1 for n in objectives.values()):
        yield "an objective is in two places"
    held = Counter(card for side in table.sides for card in side.cards) + Counter(
        table.bonus.keys()
    )
    if held != Counter(list(STRATEGY_CARDS)) and table.phase not in ("return",):
        yield f"strategy cards: {sorted(held.elements())}"


def _under_vote(table: Public) -> int:
    """Political cards that lie with the council: one that has a law voted on again does, too."""
    return 0 if table.council is None else int(table.council.again)


def _planets(table: Public) -> Iterator[str]:
    """One controller each; docks and PDS on planets their owner controls."""
    fighting = table.active is not None
    for planet, owner in table.control.items():
        if planet not in PLANETS or PLANETS[planet].tile not in table.places:
            yield f"{planet} is controlled but not in play"
        if table.sides[owner].out:
            yield f"{planet} is controlled by seat {owner}, who is out"
    for planet, owners in table.ground.items():
        for holder, counts in owners.items():
            if counts.get("space_dock", 0) > 1:
                yield f"{planet} has {counts['space_dock']} docks"
            if counts.get("pds", 0) > fleets.PDS_PER_PLANET:
                yield f"{planet} has {counts['pds']} PDS"
            if table.control.get(planet) != int(holder) and not fighting:
                yield f"seat {holder} has {counts} on {planet}, which it does not control"
    if len(table.places) != len(set(map(tuple, table.places.values()))):
        yield "two systems lie on one place"
    if len(table.places) != len(LAYOUTS[len(table.sides)].spaces) + len(table.sides) + 1:
        yield f"{len(table.places)} systems on the board"
    for planet in table.spent:
        if planet not in table.control:
            yield f"{planet} is exhausted but nobody's"


def _goods(table: Public) -> Iterator[str]:
    total = table.goods + sum(side.goods for side in table.sides)
    if total != GOODS or min(table.goods, *(side.goods for side in table.sides)) < 0:
        yield f"{total} trade goods instead of {GOODS}"


def _trade(table: Public) -> Iterator[str]:
    """Agreements pair up: one a pair, two a player, each card once (22.1.3)."""
    pairs = [tuple(sorted(a.seats)) for a in table.agreements]
    if len(set(pairs)) != len(pairs):
        yield "two agreements of one pair"
    cards = [card for a in table.agreements for card in a.cards]
    if len(set(cards)) != len(cards):
        yield "a trade card is in two agreements"
    for seat, n in Counter(seat for pair in pairs for seat in pair).items():
        if n > 2 or table.sides[seat].out:
            yield f"seat {seat} has {n} agreements"


def _fleets(table: Public) -> Iterator[str]:
    """Fleet Supply, fighters' support, one fleet to a system, while nothing is under way."""
    if table.active is not None or table.battle is not None or table.council is not None:
        return
    if table.phase in (Phase.FORM, Phase.RETURN) or table.strategy or table.played:
        return
    for tile, owners in table.space.items():
        if tile not in TILES or tile not in table.places:
            yield f"ships in {tile}"
        if len(owners) > 1:
            yield f"{tile} holds ships of seats {sorted(owners)}"
        for owner in owners:
            load = fleets.load(table, tile, int(owner))
            if load.fleet_over:
                yield f"{tile}: seat {owner} is {load.fleet_over} over Fleet Supply"
            if load.fighters_over:
                yield f"{tile}: seat {owner} has {load.fighters_over} fighters without support"


def _leaders(table: Public) -> Iterator[str]:
    """Each leader is where it is said to be; never on a planet of somebody else."""
    aboard = [
        (leader, tile)
        for tile, owners in table.holds.items()
        for holds in owners.values()
        for hold in holds
        for leader in hold.leaders
    ]
    if len({leader for leader, _tile in aboard}) != len(aboard):
        yield "a leader is aboard two ships"
    for leader, tile in aboard:
        if table.leaders.get(leader) != tile:
            yield f"{leader} is aboard in {tile}, told {table.leaders.get(leader)}"
    for leader, where in table.leaders.items():
        if where in TILES and (leader, where) not in aboard:
            yield f"{leader} is alone in {where}"
        if where in PLANETS and table.active is None:
            owner = table.control.get(where, -1)
            if owner < 0 or table.sides[owner].race != LEADERS[leader].race:
                yield f"{leader} is on {where}, a planet of others"


def _points(table: Public) -> Iterator[str]:
    for seat, side in enumerate(table.sides):
        if side.points < 0 or len(set(side.scored)) != len(side.scored):
            yield f"seat {seat}: {side.points} points for {side.scored}"
