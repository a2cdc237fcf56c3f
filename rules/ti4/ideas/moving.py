"""Ideas about the ways of ships, and about the steps after their arrival."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from rules.ti4 import economy
from rules.ti4.components import modifiers
from rules.ti4.facts import CENTRE, MECATOL, PLANETS, TILES
from rules.ti4.ideas.aims import Aims
from rules.ti4.ideas.deals import supporters
from rules.ti4.prospects import strength
from rules.ti4.state import Public, View
from rules.ti4.tactical.invasion import (
    Bombard,
    Bombing,
    Land,
    Landing,
    Removal,
    RemoveCustodians,
    bombardable,
    bombers,
    landers,
    landing_places,
)
from rules.ti4.tactical.movement import MoveShips, origins
from rules.ti4.tactical.moves import Move
from rules.ti4.tactical.paths import Chart
from rules.ti4.units import fleets
from rules.toolbox.stock import Counts

STEPPING_STONE = 3.0
"""What a system is worth at most from which others can be reached."""
SUPPORT_LOST = 14.0
"""What it costs to activate a system of somebody whose support is a point."""
BOLD = 0.9
"""How strong the ships in a system may be, compared with those that can come."""
HOME_LOST = 15.0
"""What an own home planet is worth that somebody else holds: without it nothing public can be
scored."""
SHOT_AT = 3.0
"""What a hit costs that space cannons score before the landing."""
ATTACKED = 0.75
"""What a planet is worth on which somebody stands, compared with a free one."""
STAGED = 6
"""How many ground forces go along to a system from which others can be reached."""
WARSHIPS = ("war_sun", "flagship", "dreadnought", "cruiser", "destroyer", "carrier")


def planet_worth(aims: Aims, planet: str) -> float:
    """Return how much a planet is wanted."""
    table, seat = aims.table, aims.seat
    printed = PLANETS[planet]
    worth = 1.0 + printed.resources + 0.8 * printed.influence + bool(printed.specialty)
    if planet == MECATOL:
        worth += 6
    if printed.home_of == table.sides[seat].faction:
        worth += HOME_LOST
    return worth + aims.planet(planet)


def defenders(table: Public, seat: int, tile: str) -> float:
    """Return the strength of other players' ships in a system."""
    return sum(
        strength(table, int(owner), units)
        for owner, units in table.space.get(tile, {}).items()
        if int(owner) != seat
    )


def garrison(table: Public, seat: int, planet: str) -> int:
    """Return how many ground forces of others are on a planet, PDS and docks apart."""
    return sum(
        units.get("infantry", 0)
        for owner, units in table.ground.get(planet, {}).items()
        if int(owner) != seat
    )


def wanted(aims: Aims, tile: str) -> list[str]:
    """Return the planets of a system that the seat does not control, the best first."""
    free = [p for p in TILES[tile].planets if aims.table.control.get(p) != aims.seat]
    return sorted(free, key=lambda p: (-planet_worth(aims, p), p))


class Muster:
    """The ships that can come to a system, with their possible cargo."""

    def __init__(self, aims: Aims, goal: str) -> None:
        table, seat = aims.table, aims.seat
        self.table = table
        self.seat = seat
        self.goal = goal
        self.sheet = modifiers.sheet(table, seat)
        self.here = fleets.at(table, goal, seat)
        self.guards = aims.guards
        chart = Chart(table, seat, goal)
        self.ships: list[tuple[str, str, int]] = []
        """Origin, type and number of what can come without a risk."""
        for origin in origins(table, seat, goal):
            stays = aims.guard(origin)
            for unit, n in fleets.ordered(fleets.at(table, origin, seat)):
                way = chart.way(unit, origin) if self.sheet[unit].move else None
                if way is None or way.short or way.rifts:
                    continue
                if n > (unit == stays):
                    self.ships.append((origin, unit, n - (unit == stays)))

    def room_in_pool(self) -> int:
        return int(modifiers.fleet_limit(self.table, self.seat, self.goal)) - fleets.big_ships(
            self.here
        )

    def carriers(self) -> bool:
        """Return whether any of the ships can bring ground forces."""
        return any(
            self.sheet[unit].capacity and self._troops(origin) for origin, unit, _ in self.ships
        )

    def moves(self, most: int, troops: int, escorts: bool) -> list[Move]:
        """Return moves of at most `most` ships that bring at least `troops` ground forces if they
        can; with `escorts` warships come along, else only transports."""
        left = min(most, self.room_in_pool())
        picked: dict[str, Counts] = {}
        carried = 0
        for origin, unit, n in sorted(self.ships, key=self._as_carrier):
            if carried >= troops or left <= 0 or not self.sheet[unit].capacity:
                break
            for _ in range(n):
                can = min(
                    self.sheet[unit].capacity, self._troops(origin) - self._room(picked, origin)
                )
                if can <= 0 or carried >= troops or left <= 0:
                    break
                here = picked.setdefault(origin, {})
                here[unit] = here.get(unit, 0) + 1
                carried += can
                left -= 1
        if escorts:
            for origin, unit, n in sorted(self.ships, key=self._as_warship):
                if unit == "fighter":
                    continue
                here = picked.setdefault(origin, {})
                more = min(left, n - here.get(unit, 0))
                if more > 0:
                    here[unit] = here.get(unit, 0) + more
                    left -= more
        found = []
        for origin, ships in picked.items():
            if not ships:
                continue
            room = self._room(picked, origin)
            taken = min(room, max(1, troops)) if self._others_lift(origin, ships) else room
            troops -= taken
            found.append(self._loaded(origin, ships, taken))
        return found

    def _others_lift(self, origin: str, picked: Counts) -> bool:
        """Return whether ships that stay behind could carry ground forces elsewhere."""
        return any(
            self.sheet[unit].capacity > 1 and n > picked.get(unit, 0)
            for place, unit, n in self.ships
            if place == origin
        )

    def _as_carrier(self, one: tuple[str, str, int]) -> tuple[float, int, str]:
        origin, unit, _ = one
        can = min(self.sheet[unit].capacity, self._troops(origin))
        return (-can, self.sheet[unit].cost or 8, origin)

    def _as_warship(self, one: tuple[str, str, int]) -> tuple[int, str]:
        return (WARSHIPS.index(one[1]) if one[1] in WARSHIPS else 9, one[0])

    def _room(self, picked: dict[str, Counts], origin: str) -> int:
        ships = picked.get(origin, {})
        return sum(self.sheet[unit].capacity * n for unit, n in ships.items())

    def _troops(self, origin: str) -> int:
        return sum(self._sources(origin).values())

    def _sources(self, origin: str) -> Counts:
        """Return the infantry there is to take, by place; home keeps one on each planet."""
        found: Counts = {}
        afloat = fleets.at(self.table, origin, self.seat).get("infantry", 0)
        if afloat:
            found[origin] = afloat
        for planet in TILES[origin].planets:
            n = fleets.at(self.table, planet, self.seat).get("infantry", 0)
            keep = self.guards if PLANETS[planet].home_of else int(planet == MECATOL)
            if n > keep and not modifiers.closed(self.table, planet):
                found[planet] = n - keep
        return found

    def _loaded(self, origin: str, ships: Counts, troops: int) -> Move:
        room = sum(self.sheet[unit].capacity * n for unit, n in ships.items())
        load: dict[str, Counts] = {}
        for place, n in self._sources(origin).items():
            taken = min(n, room, troops)
            if taken:
                load.setdefault(place, {})["infantry"] = taken
                room -= taken
                troops -= taken
        fighters = fleets.at(self.table, origin, self.seat).get("fighter", 0)
        taken = min(fighters, room)
        if taken and not self.sheet["fighter"].move:
            load.setdefault(origin, {})["fighter"] = taken
        elif taken:
            ships = {**ships, "fighter": taken}
        return Move(origin, ships, load)


def moves(decision: MoveShips, v: View, rng: Random) -> Iterator[list[Move]]:
    """Yield ideas: enough ships for the goal, everything, a single transport, nothing."""
    table, seat = v.table, decision.seat
    goal = table.active_now.tile
    aims = Aims(v, seat)
    muster = Muster(aims, goal)
    if not muster.ships:
        yield []
        return
    foes = defenders(table, seat, goal)
    planets = wanted(aims, goal)
    troops = sum(max(1, garrison(table, seat, p) + 1) for p in planets)
    everything = (99, max(troops, 6), True)
    small = (2, troops, False)
    outpost = (1, 0, True)
    fought = foes or any(table.control.get(p) not in (None, seat) for p in planets)
    if _produces(table, seat, goal) and not planets:
        yield []
    if fought:
        order = [everything, small, (3, troops, True), outpost]
    elif planets:
        order = [small, everything, (3, troops, True), outpost]
    elif aims.ships(goal):
        order = [outpost, (2, STAGED, False), everything]
    else:
        order = [(2, STAGED, False), outpost, everything]
    for most, brought, escorts in order:
        found = _trimmed(decision, v, muster.moves(most, brought, escorts))
        if found:
            yield found
    yield []


def _produces(table: Public, seat: int, tile: str) -> bool:
    return any(
        fleets.at(table, place, seat).get("space_dock") for place in (tile, *TILES[tile].planets)
    )


def _trimmed(decision: MoveShips, v: View, plan: list[Move]) -> list[Move]:
    """Return the moves that are possible together; the others are left out."""
    good: list[Move] = []
    for move in plan:
        if not decision.problems(v, [*good, move]):
            good.append(move)
    return good


def landings(decision: Land, v: View, rng: Random) -> Sequence[list[Landing]]:
    """Return ideas: one for each free planet, enough where somebody is, the rest to the best."""
    table, seat = v.table, decision.seat
    n = landers(table, seat, decision.tile)
    places = landing_places(table, decision.tile)
    if not n or not places:
        return [[Landing(decision.must, 1)]] if decision.must else [[]]
    aims = Aims(v, seat)
    new = [p for p in wanted(aims, decision.tile) if p in places]
    plan: Counts = {decision.must: 1} if decision.must else {}
    left = n - len(plan)
    for planet in new:
        foes = garrison(table, seat, planet)
        need = 1 if not foes else foes + 1
        already = plan.get(planet, 0)
        if foes and left + already < foes:
            continue
        more = min(left, max(0, need - already))
        if more:
            plan[planet] = already + more
            left -= more
    best = max(plan or places, key=lambda p: (planet_worth(aims, p), p))
    bold = dict(plan)
    if left and bold:
        bold[best] = bold.get(best, 0) + left
    fortified = {best: n}
    first = [Landing(p, k) for p, k in bold.items() if k]
    second = [Landing(p, k) for p, k in plan.items() if k]
    return [first, second, [Landing(p, k) for p, k in fortified.items()], []]


def bombardments(decision: Bombard, v: View, rng: Random) -> Sequence[list[Bombing]]:
    table, seat = v.table, decision.seat
    guns = bombers(table, seat, decision.tile)
    targets = [p for p in bombardable(table, seat, decision.tile) if table.control.get(p) != seat]
    targets.sort(key=lambda p: (-garrison(table, seat, p), p))
    return [*([Bombing(p, guns)] for p in targets), []]


def removal(decision: RemoveCustodians, v: View, rng: Random) -> Sequence[Removal]:
    return [decision.sample(v, rng)]


class _Reach:
    """The ships that could come to each system, roughly: without looking at ways closely."""

    def __init__(self, aims: Aims) -> None:
        self.force: dict[str, float] = {}
        self.troops: dict[str, int] = {}
        self._aims = aims
        table, seat = aims.table, aims.seat
        links = aims.links
        for origin in fleets.tiles_with_ships(table, seat):
            if economy.has_token(table, origin, seat):
                continue
            near = set(links.get(origin, ())) - {origin}
            far = {there for tile in near for there in links.get(tile, ())} - near - {origin}
            self._add(origin, near, 1)
            self._add(origin, far, 2)

    def _add(self, origin: str, tiles: set[str], steps: int) -> None:
        """Add the force that the ships of a system could bring so many steps far."""
        table, seat = self._aims.table, self._aims.seat
        sheet = modifiers.sheet(table, seat)
        units = fleets.at(table, origin, seat)
        movers = {u: n for u, n in units.items() if sheet[u].move >= steps}
        if not tiles or not movers:
            return
        room = sum(sheet[unit].capacity * n for unit, n in movers.items())
        ashore = sum(
            fleets.at(table, planet, seat).get("infantry", 0) for planet in TILES[origin].planets
        )
        carried = min(room, units.get("infantry", 0) + ashore)
        power = strength(table, seat, {**movers, "fighter": min(room, units.get("fighter", 0))})
        for tile in tiles:
            self.force[tile] = self.force.get(tile, 0.0) + power
            self.troops[tile] = self.troops.get(tile, 0) + carried


def destinations(aims: Aims) -> dict[str, float]:
    """Return systems worth an activation, and roughly how much."""
    table, seat = aims.table, aims.seat
    reach = _Reach(aims)
    found: dict[str, float] = {}
    for tile, power in reach.force.items():
        if economy.has_token(table, tile, seat) or "supernova" in TILES[tile].anomalies:
            continue
        found[tile] = _worth_going(aims, tile, power, reach.troops[tile])
    links = aims.links
    for tile, worth in found.items():
        if reach.troops[tile] and 0 <= worth < STEPPING_STONE:
            found[tile] = max(worth, _beyond(aims, reach, links.get(tile, ())))
    return found


def _beyond(aims: Aims, reach: _Reach, tiles: Iterable[str]) -> float:
    """Return the promise for later of the best of these systems, which no troops reach yet."""
    later = [
        _worth_going(aims, tile, reach.force.get(tile, 1.0), 2)
        for tile in tiles
        if not reach.troops.get(tile) and "supernova" not in TILES[tile].anomalies
    ]
    return min(STEPPING_STONE, 0.4 * max(later, default=0.0))


def _worth_going(aims: Aims, tile: str, power: float, troops: int) -> float:
    table, seat = aims.table, aims.seat
    foes = defenders(table, seat, tile)
    if foes > power * BOLD:
        return -1.0
    worth = 0.4 + aims.feat(tile) if foes else 0.0
    worth -= SUPPORT_LOST * sum(
        fleets.has_units_in(table, tile, owner) for owner in supporters(table, seat)
    )
    if troops:
        worth += _worth_landing(aims, tile, troops) - SHOT_AT * fire(table, seat, tile)
    return worth + aims.ships(tile)


def _worth_landing(aims: Aims, tile: str, troops: int) -> float:
    """Return the worth of the planets of a system that so many ground forces can take."""
    table, seat = aims.table, aims.seat
    worth = 0.0
    for planet in wanted(aims, tile):
        there = garrison(table, seat, planet)
        if there >= troops:
            continue
        troops -= there + 1
        worth += planet_worth(aims, planet) * (ATTACKED if there else 1.0)
    if tile == CENTRE and table.custodians:
        price = modifiers.custodians_cost(table, seat)
        worth += 6 if economy.wealth(table, seat, "influence") >= price else -4
    return worth


def fire(table: Public, seat: int, tile: str) -> float:
    """Return the hits that the space cannons of others on the planets of a system will score."""
    hits = 0.0
    for planet in TILES[tile].planets:
        for owner, units in table.ground.get(planet, {}).items():
            if int(owner) == seat or not units.get("pds"):
                continue
            cannon = modifiers.sheet(table, int(owner))["pds"].cannon
            if cannon is not None:
                hits += units["pds"] * cannon.dice * (11 - cannon.hits_on) / 10
    return hits
