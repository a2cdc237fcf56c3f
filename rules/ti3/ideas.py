"""Sensible answers to the game's questions, for players that think; nothing here is a rule.

Each idea is a guess that the rules still judge. `ideas` finds those for a question by its class.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Final

from rules.kernel.decisions import Decision
from rules.ti3 import economy, galaxy
from rules.ti3.combat.hits import AssignHits
from rules.ti3.combat.invasion import PlanInvasion
from rules.ti3.combat.retreat import AnnounceLeaving
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.components.choices import PayFor
from rules.ti3.components.timing import React, Use
from rules.ti3.council import CastVote
from rules.ti3.facts import MECATOL, OBJECTIVES, PLANETS, TILES, UNITS
from rules.ti3.phases.status import ClaimObjectives, Claims, Form, StatusForm
from rules.ti3.phases.strategy import PickStrategy, may_take
from rules.ti3.phases.turns import TakeTurn, Turn, ready_cards
from rules.ti3.prospects import strength
from rules.ti3.scoring import NOTHING, Claim, open_publics, open_secret, priced
from rules.ti3.state import Counts, Public, View
from rules.ti3.strategy.imperial import Mobilize
from rules.ti3.strategy.logistics import BuyCounters, Mandate
from rules.ti3.strategy.technology import BuyTechnology, GainTechnology, Research
from rules.ti3.tactical.cannon import FireCannon
from rules.ti3.tactical.landing import Drop, Land, Landings, aboard
from rules.ti3.tactical.movement import MoveShips
from rules.ti3.tactical.moves import Move, free_room, origins
from rules.ti3.tactical.paths import Chart
from rules.ti3.tactical.production import Build, Order, Produce, dock_price, sites
from rules.ti3.units import fleets

TRANSPORT: Final = ("carrier", "ground_force", "ground_force", "ground_force", "fighter")
WARFLEET: Final = ("war_sun", "dreadnought", "cruiser", "carrier", "ground_force", "fighter")
SCOUTS: Final = ("cruiser", "destroyer", "ground_force", "destroyer")
TROOPS: Final = ("ground_force", "ground_force", "fighter")
CARD_RANK: Final = {
    "imperial": 6.0,
    "technology": 3.4,
    "logistics": 3.2,
    "trade": 3.0,
    "warfare": 2.4,
    "initiative": 2.2,
    "political": 2.0,
    "diplomacy": 1.2,
}
"""Strategy cards by how much they are wanted; variants have a number after the name."""
MOST_SYSTEMS: Final = 6
MOST_COMMAND: Final = 6
"""So many counters are put into the Command Pool at most."""
STEPPING_STONE: Final = 3.0
"""What a system is worth at most from which others can be reached."""


def ideas(decision: Decision[Any], v: View, rng: Random) -> Iterable[Any]:
    """Return sensible answers, the best guess first."""
    found = _IDEAS.get(type(decision))
    return found(decision, v, rng) if found else ()


# -- turns -----------------------------------------------------------------------------------------


def turns(decision: TakeTurn, v: View, rng: Random) -> Sequence[Turn]:
    """Ideas for a turn, by how pressing they seem."""
    table, seat = v.table, decision.seat
    ranked: list[tuple[float, int, Turn]] = []

    def add(worth: float, turn: Turn) -> None:
        ranked.append((-worth, len(ranked), turn))

    if table.sides[seat].command:
        for tile, worth in _goals(table, seat):
            add(worth, Turn("tactical", tile))
        for tile, worth in _docks(table, seat):
            add(worth, Turn("tactical", tile))
    if not decision.more:
        for card in ready_cards(table, seat):
            add(_card_worth(table, seat, card), Turn("strategy", card))
        uses = timing.MOMENTS.uses(v, seat, w.ACTION) if v.seat == seat else []
        for use in rng.sample(uses, min(3, len(uses))):
            add(0.9, Turn("use", use.card, use.on))
    add(0.5, Turn("pass"))
    ranked.sort()
    return [turn for _, _, turn in ranked]


def _card_worth(table: Public, seat: int, card: str) -> float:
    """Return how pressing a strategy card is; all must be used before one passes."""
    if card.startswith("imperial"):
        return 9.0
    if card.startswith("logistics"):
        return 5.0 if table.sides[seat].command < 2 else 2.2
    if card.startswith(("technology", "trade")):
        return 3.8
    return 1.6


def _goals(table: Public, seat: int) -> list[tuple[str, float]]:
    """Return systems worth going to that ships can reach, the best first."""
    found: list[tuple[str, float]] = []
    ranked = sorted(_destinations(table, seat).items(), key=lambda one: (-one[1], one[0]))
    for tile, worth in ranked:
        if worth <= 0.3 or len(found) == MOST_SYSTEMS:
            break
        if not economy.has_counter(table, tile, seat) and _bringers(table, seat, tile):
            found.append((tile, worth))
    return found


def _docks(table: Public, seat: int) -> list[tuple[str, float]]:
    """Return systems in which to produce, and how much that would be worth now."""
    money = economy.wealth(table, seat, "resources")
    tiles = {PLANETS[dock].tile for dock in fleets.docks(table, seat) if dock in PLANETS}
    return [
        (tile, money * 0.9 - 1.0)
        for tile in sorted(tiles)
        if not economy.has_counter(table, tile, seat)
    ]


def planet_worth(table: Public, seat: int, planet: str) -> float:
    """Return how much a planet is wanted."""
    printed = PLANETS[planet]
    worth = 1.0 + printed.resources + 0.8 * printed.influence + bool(printed.specialty)
    if planet == MECATOL:
        worth += 4
    if printed.home_of and table.control.get(planet) not in (None, seat):
        worth += 3
    return worth


def wanted(table: Public, seat: int, tile: str) -> list[str]:
    """Return the planets of a system that the seat does not control, the best first."""
    free = [p for p in TILES[tile].planets if table.control.get(p) != seat]
    return sorted(free, key=lambda p: (-planet_worth(table, seat, p), p))


def garrison(table: Public, seat: int, planet: str) -> int:
    """Return how many ground forces of others are on a planet."""
    return sum(
        units.get("ground_force", 0)
        for owner, units in table.ground.get(planet, {}).items()
        if int(owner) != seat
    )


def defenders(table: Public, seat: int, tile: str) -> float:
    """Return the strength of other players' ships in a system."""
    return sum(
        strength(units) for owner, units in table.space.get(tile, {}).items() if int(owner) != seat
    )


def _destinations(table: Public, seat: int) -> dict[str, float]:
    """Return systems worth an activation, and roughly how much."""
    links = galaxy.for_movement(table)
    force: dict[str, float] = {}
    troops: dict[str, int] = {}
    for origin in origins(table, seat, ""):
        near = set(links.get(origin, ())) - {origin}
        far = {there for tile in near for there in links.get(tile, ())} - near - {origin}
        for steps, tiles in ((1, near), (2, far)):
            units = fleets.at(table, origin, seat)
            movers = {
                unit: n
                for unit, n in units.items()
                if modifiers.movement(table, seat, unit, origin) >= steps
            }
            if not movers:
                continue
            room = sum(modifiers.capacity(unit) * n for unit, n in movers.items())
            carried = min(room, sum(_sources(table, seat, origin).values()))
            carried += fleets.cargo(table, origin, seat).get("ground_force", 0)
            for tile in tiles:
                force[tile] = force.get(tile, 0.0) + strength(movers)
                troops[tile] = troops.get(tile, 0) + carried
    found = {tile: _worth_going(table, seat, tile, force[tile], troops[tile]) for tile in force}
    for tile, worth in found.items():
        if troops[tile] and 0 <= worth < STEPPING_STONE:
            later = [
                _worth_going(table, seat, there, force.get(there, 1.0), 2)
                for there in links.get(tile, ())
                if not troops.get(there)
            ]
            beyond = min(STEPPING_STONE, 0.4 * max(later, default=0.0))
            found[tile] = max(worth, beyond)
    return found


def _worth_going(table: Public, seat: int, tile: str, power: float, troops: int) -> float:
    foes = defenders(table, seat, tile)
    if foes > power * 0.9 or TILES[tile].anomaly == "supernova":
        return -1.0
    worth = 0.4 if foes else 0.0
    for planet in wanted(table, seat, tile) if troops else ():
        there = garrison(table, seat, planet)
        if there < troops:
            worth += planet_worth(table, seat, planet) * (0.75 if there else 1.0)
    return worth


# -- fleets ----------------------------------------------------------------------------------------


def _sources(table: Public, seat: int, origin: str) -> Counts:
    """Return the ground forces there are to take aboard, by planet; home keeps one on each."""
    found: Counts = {}
    for planet in TILES[origin].planets:
        n = fleets.at(table, planet, seat).get("ground_force", 0)
        keep = 1 if PLANETS[planet].home_of or planet == MECATOL else 0
        if n > keep:
            found[planet] = n - keep
    return found


def _bringers(table: Public, seat: int, goal: str) -> list[tuple[str, str, int]]:
    """Return origin, type and number of the ships that can come to a system."""
    chart = Chart(table, seat, goal)
    found = []
    for origin in origins(table, seat, goal):
        over = modifiers.passes_fleets(table, seat, origin)
        for unit, n in fleets.ordered(fleets.at(table, origin, seat)):
            reach = chart.reach(unit, origin)
            if reach and chart.way(origin, reach, (), over) is not None:
                found.append((origin, unit, n))
    return found


def _fleet_to(
    table: Public, seat: int, goal: str, ships: Sequence[tuple[str, str, int]], most: int
) -> list[Move]:
    """Return moves of at most `most` ships to a system, transports first, still empty."""
    left = min(most, modifiers.fleet_limit(table, seat, goal) - _big(table, seat, goal))
    picked: dict[str, Counts] = {}
    for origin, unit, n in sorted(ships, key=lambda s: (-modifiers.capacity(s[1]), s[0], s[1])):
        if unit == "fighter":
            continue
        more = min(left, n)
        if more > 0:
            picked.setdefault(origin, {})[unit] = more
            left -= more
    return [Move(origin, units) for origin, units in picked.items()]


def _big(table: Public, seat: int, tile: str) -> int:
    return sum(n for u, n in fleets.ships(fleets.at(table, tile, seat)).items() if u != "fighter")


def _loaded(table: Public, seat: int, move: Move) -> Iterator[Move]:
    """Yield the move with its holds filled: as many ground forces as can come, then with more and
    more fighters in their stead, for those that could not stay behind alone."""
    slots, _troops = free_room(table, seat, move)
    for escort in range(min(slots, fleets.at(table, move.origin, seat).get("fighter", 0)) + 1):
        yield _filled_holds(table, seat, move, escort)


def _filled_holds(table: Public, seat: int, move: Move, escort: int) -> Move:
    """Return the move with at least `escort` fighters, and what ground forces fit besides."""
    slots, troops = free_room(table, seat, move)
    slots -= escort
    load: dict[str, Counts] = {}
    for planet, n in _sources(table, seat, move.origin).items():
        taken = min(n, slots + troops)
        if taken:
            load[planet] = {"ground_force": taken}
            slots, troops = slots - max(0, taken - troops), max(0, troops - taken)
    fighters = min(slots + escort, fleets.at(table, move.origin, seat).get("fighter", 0))
    if fighters:
        load[move.origin] = {"fighter": fighters}
    return Move(move.origin, move.ships, load)


def moves(decision: MoveShips, v: View, rng: Random) -> Iterator[list[Move]]:
    """Ideas: everything that can come, or a few ships; nothing."""
    table, seat = v.table, decision.seat
    assert table.active is not None
    goal = table.active.tile
    ships = _bringers(table, seat, goal)
    if goal in {PLANETS[d].tile for d in fleets.docks(table, seat) if d in PLANETS}:
        yield []
    foes = defenders(table, seat, goal)
    held = any(table.control.get(p) not in (None, seat) for p in TILES[goal].planets)
    for most in (99, 3, 2, 1) if foes or held else (2, 1, 3, 99):
        good: list[Move] = []
        for move in _fleet_to(table, seat, goal, ships, most):
            loads = _loaded(table, seat, move)
            legal = (one for one in loads if not decision.problems(v, [*good, one]))
            good += islice(legal, 1)
        if good:
            yield good
    yield []


def landings(decision: Land, v: View, rng: Random) -> Sequence[Landings]:
    """Ideas: one for each free planet, enough where somebody is, the rest to the best."""
    table, seat = v.table, decision.seat
    left = aboard(table, seat, decision.tiles(v)).get("ground_force", 0)
    planets = decision.planets(v)
    new = [p for tile in decision.tiles(v) for p in wanted(table, seat, tile) if p in planets]
    plan: Counts = {}
    for planet in new:
        need = garrison(table, seat, planet) + 1
        if need <= left:
            plan[planet] = need
            left -= need
    bold = dict(plan)
    if plan and left:
        best = max(plan, key=lambda p: (planet_worth(table, seat, p), p))
        bold[best] += left
    found = [[Drop(p, {"ground_force": n}) for p, n in drops.items()] for drops in (bold, plan)]
    return [*(Landings(drops) for drops in found), decision.sample(v, rng), Landings()]


# -- building --------------------------------------------------------------------------------------


def productions(decision: Produce, v: View, rng: Random) -> Iterator[Order]:
    """Ideas: a dock where none is, transports and troops, warships, small ships, nothing."""
    table, seat = v.table, decision.seat
    limits = decision.limits(v)
    money = economy.wealth(table, seat, "resources")
    free = sites(table, seat, decision.tiles())
    if free and fleets.on_board(table, seat, "space_dock") < 3:
        site = max(free, key=lambda p: (modifiers.resources(table, p), p))
        if dock_price(table, seat, site) <= money:
            yield _paid(decision, v, Order(docks=[site]))
    if limits:
        room = sum(
            modifiers.capacity(unit) * n
            for tile in fleets.tiles_with_ships(table, seat)
            for unit, n in fleets.at(table, tile, seat).items()
        )
        lists = (TRANSPORT, WARFLEET) if room < 10 else (WARFLEET, TRANSPORT)
        for wants in (*lists, SCOUTS, TROOPS):
            yield _filled(decision, v, limits, wants)
    yield Order()


def _filled(decision: Produce, v: View, limits: dict[str, int], wants: Sequence[str]) -> Order:
    """Return a production of these units, in turns, as far as money, limits and room go."""
    dock = max(limits, key=lambda p: (limits[p], p))
    order, units = Order(), Counts()
    refused: set[str] = set()
    for _lap in range(3):
        for unit in wants:
            n = min(UNITS[unit].per_cost, limits[dock] - sum(units.values()))
            if unit in refused or n < 1:
                continue
            grown = _paid(decision, v, Order([Build(dock, fleets.plus(units, {unit: n}))]))
            if grown.builds:
                order, units = grown, dict(grown.builds[0].units)
            else:
                refused.add(unit)
    return order


def _paid(decision: Produce, v: View, order: Order) -> Order:
    """Return the order with its best payment; an empty one if it is not legal."""
    pay = decision.best_pay(v, order, goods=True)
    paid = Order() if pay is None else decision.paid(order, pay)
    return Order() if decision.problems(v, paid) else paid


def mobilized(decision: Mobilize, v: View, rng: Random) -> Iterator[Order]:
    """Ideas for a production besides one's turns."""
    docks = [d for d in fleets.docks(v.table, decision.seat) if d in PLANETS]
    for tile in sorted({PLANETS[d].tile for d in docks}):
        inner = Produce(decision.seat, tile)
        for order in productions(inner, v, rng):
            if not order.docks:
                yield order


# -- cards, technologies, counters, votes ----------------------------------------------------------


def strategy_cards(decision: PickStrategy, v: View, rng: Random) -> Sequence[str]:
    table = v.table

    def worth(card: str) -> float:
        kind = card.rstrip("0123456789").rstrip("_")
        return CARD_RANK.get(kind, 1.5) + 0.5 * table.bonus.get(card, 0)

    return sorted(may_take(table, decision.seat), key=lambda card: (-worth(card), card))


def gained(decision: GainTechnology, v: View, rng: Random) -> Sequence[str]:
    options = [option.answer for option in decision.options(v)]
    return rng.sample(options, len(options))


def research(decision: BuyTechnology, v: View, rng: Random) -> Sequence[Research]:
    """Ideas: technologies that can be paid, the cheapest first, then none."""
    table, seat = v.table, decision.seat
    legal = sorted(decision.legal(v), key=lambda x: (decision.price(v, x), x))
    found = []
    for tech in legal[:5]:
        pay = economy.best_pay(table, seat, decision.price(v, tech), "resources", goods=True)
        if pay is not None:
            found.append(Research(tech, pay))
    return [*found, Research()] if table.sides[seat].strategy > 1 else [Research(), *found]


def counters(decision: BuyCounters, v: View, rng: Random) -> Sequence[Mandate]:
    """Ideas: as many counters as a sample buys, none."""
    some = [decision.sample(v, rng) for _ in range(3)]
    return [*sorted(some, key=lambda m: -sum(m.areas.values())), Mandate()]


def forms(decision: StatusForm, v: View, rng: Random) -> Sequence[Form]:
    """Ideas: as many for the fleet as the largest one needs and one more, two for strategy, the
    rest to command, and what is too much there to strategy; what is usual."""
    table, seat = v.table, decision.seat
    largest = max(
        (_big(table, seat, tile) for tile in fleets.tiles_with_ships(table, seat)), default=0
    )
    total = decision.total(v)
    fleet = min(max(3, largest + 1), 6, total)
    command = min(MOST_COMMAND, total - fleet - min(2, max(0, total - fleet - 3)))
    areas = {"strategy": total - fleet - command, "command": command, "fleet": fleet}
    return [Form(areas), decision.default(v), *(decision.sample(v, rng) for _ in range(3))]


def claims(decision: ClaimObjectives, v: View, rng: Random) -> Sequence[Claims]:
    """Return the best of both kinds; where both cannot be paid, one of them."""
    table, seat = v.table, decision.seat
    publics = [c for card in open_publics(table, seat) if (c := priced(table, seat, card))]
    publics.sort(key=lambda c: (-_points(c), len(c.pay.planets) + c.pay.goods, c.card))
    card = open_secret(v, seat)
    secret = (priced(table, seat, card) if card else None) or NOTHING
    return [
        *(Claims(public, secret) for public in (*publics[:4], NOTHING)),
        *(Claims(public) for public in publics[:2]),
    ]


def _points(claim: Claim) -> float:
    printed = OBJECTIVES[claim.card]
    return 99.0 if printed.wins else float(printed.points)


def votes(decision: CastVote, v: View, rng: Random) -> Sequence[Any]:
    return [decision.sample(v, rng) for _ in range(3)]


def reactions(decision: React, v: View, rng: Random) -> Sequence[Use]:
    """Doing nothing first; every use is worth a thought."""
    if v.seat != decision.seat or not decision.can(v):
        return [Use()]
    return [Use(), *timing.MOMENTS.uses(v, decision.seat, decision.window, decision.about)[:5]]


def as_by_default(decision: Decision[Any], v: View, rng: Random) -> Sequence[Any]:
    """Return the default, which is what most players would do."""
    return [decision.default(v)]


_IDEAS: Final[dict[type[Decision[Any]], Callable[[Any, View, Random], Iterable[Any]]]] = {
    TakeTurn: turns,
    MoveShips: moves,
    Land: landings,
    Produce: productions,
    Mobilize: mobilized,
    PickStrategy: strategy_cards,
    GainTechnology: gained,
    BuyTechnology: research,
    BuyCounters: counters,
    StatusForm: forms,
    ClaimObjectives: claims,
    CastVote: votes,
    React: reactions,
    AssignHits: as_by_default,
    AnnounceLeaving: as_by_default,
    FireCannon: as_by_default,
    PayFor: as_by_default,
    PlanInvasion: as_by_default,
}
