"""Eclipse: the map (ECL 4) and what its state allows: presence, pinning, ways, zones.

Pure questions about the public table; decisions and steps ask the same ones.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import TypeAlias

from rules.eclipse.facts import DRACO, SECTORS, STOCK
from rules.eclipse.state import NOBODY, Public, Sector
from rules.hexes import DIRECTIONS

Place: TypeAlias = tuple[int, int]
Grid: TypeAlias = Mapping[Place, str]

_EDGES = tuple((e, d.q, d.r) for e, d in enumerate(DIRECTIONS))
_TURNED = {
    (number, turn): tuple(face.wormholes[(e - turn) % 6] == "1" for e in range(6))
    for number, face in SECTORS.items()
    for turn in range(6)
}


def grid(table: Public) -> dict[Place, str]:
    """Return the sector at each occupied place."""
    return {(s.q, s.r): number for number, s in table.hexes.items()}


def ring(place: Place) -> int:
    """Return how far a place lies from the center (ECL 4.1.1)."""
    q, r = place
    return max(abs(q), abs(r), abs(q + r))


def stack_of(place: Place) -> str:
    """Return the stack a zone is explored from (ECL 4.1.3)."""
    return ("I", "II", "III")[min(ring(place), 3) - 1]


def edges_of(number: str, turn: int) -> tuple[bool, ...]:
    """Return which edges of a sector, turned so, have a wormhole (ECL 4.3.1)."""
    return _TURNED[number, turn]


def neighbours(place: Place, on: Grid) -> Iterator[tuple[int, str]]:
    """Yield the sectors round a place, each with the edge it lies behind."""
    q, r = place
    for edge, dq, dr in _EDGES:
        number = on.get((q + dq, r + dr))
        if number is not None:
            yield edge, number


def wormholes_between(table: Public, a: str, edge: int, b: str) -> int:
    """Return the number of wormholes on the edge between neighbours: 0, 1 or 2 (ECL 4.3.1)."""
    first, second = table.hexes[a], table.hexes[b]
    return _TURNED[a, first.turn][edge] + _TURNED[b, second.turn][(edge + 3) % 6]


def edge_to(table: Public, a: str, b: str) -> int | None:
    """Return the edge of `a` behind which `b` lies, or None if they do not touch."""
    first, second = table.hexes[a], table.hexes[b]
    step = (second.q - first.q, second.r - first.r)
    for edge, dq, dr in _EDGES:
        if (dq, dr) == step:
            return edge
    return None


def distance(table: Public, a: str, b: str) -> int:
    """Return how many steps two sectors lie apart, wormholes or not."""
    first, second = table.hexes[a], table.hexes[b]
    return ring((second.q - first.q, second.r - first.r))


def has_generator(table: Public, seat: int) -> bool:
    return "wormhole_generator" in table.players[seat].technologies


def passable(table: Public, seat: int, a: str, b: str) -> bool:
    """Return whether there is a full wormhole, or half of one with the Wormhole Generator (ECL
    20.7.1; ECL 4.3.3)."""
    edge = edge_to(table, a, b)
    if edge is None:
        return False
    return wormholes_between(table, a, edge, b) >= (1 if has_generator(table, seat) else 2)


def ways(table: Public, seat: int, number: str, on: Grid) -> list[str]:
    """Return the sectors `seat` can reach from this one in a step."""
    sector = table.hexes[number]
    least = 1 if has_generator(table, seat) else 2
    return [
        other
        for edge, other in neighbours((sector.q, sector.r), on)
        if wormholes_between(table, number, edge, other) >= least
    ]


# -- who is where ------------------------------------------------------------------------------


def fleet(sector: Sector, seat: int) -> dict[str, int]:
    return sector.ships.get(str(seat), {})


def ships_of(sector: Sector, seat: int) -> int:
    return sum(fleet(sector, seat).values())


def present(sector: Sector, seat: int) -> bool:
    """Return whether a seat has its disc or a ship in a sector (ECL 1.3.2)."""
    return sector.owner == seat or str(seat) in sector.ships


def ignores_ancients(table: Public, seat: int) -> bool:
    """Return whether a seat plays Draco, who lives beside Ancients (ECL 13.5.2)."""
    return table.players[seat].species == DRACO


def enemies(table: Public, seat: int, number: str) -> int:
    """Count the ships of all others there, Ancients unless they are let be, the GCDS (ECL
    20.7.2)."""
    sector = table.hexes[number]
    count = int(sector.gcds)
    if sector.ancients and not ignores_ancients(table, seat):
        count += sector.ancients
    mine = str(seat)
    for side, ships in sector.ships.items():
        if side != mine:
            count += sum(ships.values())
    return count


def unpinned(table: Public, seat: int, number: str) -> bool:
    """Return whether at least one ship there is free to act (ECL 20.7.3)."""
    sector = table.hexes[number]
    if sector.gcds:
        return False
    return ships_of(sector, seat) > enemies(table, seat, number)


def may_leave(table: Public, seat: int, number: str) -> bool:
    """Return whether those who stay match the enemies, so that a ship may leave (ECL 7.7.2,
    7.7.3)."""
    sector = table.hexes[number]
    if sector.gcds:
        return False
    return ships_of(sector, seat) - 1 >= enemies(table, seat, number)


def guarded(sector: Sector) -> bool:
    """Return whether Ancients or the GCDS stand over the sector (ECL 7.1.13)."""
    return sector.gcds or sector.ancients > 0


def bars_disc(table: Public, seat: int, number: str) -> bool:
    """Return whether guards keep a seat from placing a disc in a sector (ECL 7.1.13, 13.5.2)."""
    sector = table.hexes[number]
    return sector.gcds or (sector.ancients > 0 and not ignores_ancients(table, seat))


def owned(table: Public, seat: int) -> list[str]:
    """Return the sectors `seat` controls, by number."""
    return sorted((n for n, s in table.hexes.items() if s.owner == seat), key=int)


def in_stock(table: Public, seat: int, ship: str) -> int:
    """Return how many ships of a type are not on the map (ECL 7.5.4)."""
    side = str(seat)
    return STOCK[ship] - sum(
        s.ships[side].get(ship, 0) for s in table.hexes.values() if side in s.ships
    )


def off_map(table: Public, seat: int) -> bool:
    """Return whether a seat has no disc and no ship on the map (ECL 12.4.1)."""
    return not any(present(s, seat) for s in table.hexes.values())


# -- exploring ---------------------------------------------------------------------------------


def zones(table: Public, seat: int) -> dict[Place, list[str]]:
    """Return every zone open to exploration, with the sectors it can be explored from (ECL
    20.7.4)."""
    found = _in_reach(table, seat)
    return {place: origins for place, origins in found.items() if can_draw(table, place)}


def _in_reach(table: Public, seat: int) -> dict[Place, list[str]]:
    """Return the zones a seat can reach, whether or not the stack has a sector left: the last one
    may just have been drawn."""
    on = grid(table)
    generator = has_generator(table, seat)
    found: dict[Place, list[str]] = {}
    for number in sorted(table.hexes, key=int):
        sector = table.hexes[number]
        if not present(sector, seat) or not (sector.owner == seat or unpinned(table, seat, number)):
            continue
        holes = _TURNED[number, sector.turn]
        for edge, dq, dr in _EDGES:
            place = (sector.q + dq, sector.r + dr)
            if place not in on and (generator or holes[edge]):
                found.setdefault(place, []).append(number)
    return found


def can_draw(table: Public, place: Place) -> bool:
    """Return whether the stack for a place, or its discards, has a sector left (ECL 7.1.15)."""
    stack = stack_of(place)
    return bool(table.stacks.get(stack) or table.discards.get(stack))


def rotations(table: Public, seat: int, place: Place, number: str) -> list[int]:
    """Return every way the drawn sector may be turned in this zone (ECL 20.7.5)."""
    on = grid(table)
    around = [
        (edge, _TURNED[other, table.hexes[other].turn][(edge + 3) % 6], other)
        for edge, other in neighbours(place, on)
        if present(table.hexes[other], seat)
    ]
    halves = _in_reach(table, seat).get(place, []) if has_generator(table, seat) else []
    legal = []
    for turn in range(6):
        holes = _TURNED[number, turn]
        for edge, theirs, other in around:
            if (holes[edge] and theirs) or (other in halves and (holes[edge] or theirs)):
                legal.append(turn)
                break
    return legal


def full_wormholes(table: Public, place: Place, number: str, turn: int, seat: int = NOBODY) -> int:
    """Count the full wormholes a sector laid so would have; with `seat`, only to where that seat
    is."""
    holes = _TURNED[number, turn]
    return sum(
        holes[edge] and _TURNED[other, table.hexes[other].turn][(edge + 3) % 6]
        for edge, other in neighbours(place, grid(table))
        if seat == NOBODY or present(table.hexes[other], seat)
    )


# -- influencing and moving --------------------------------------------------------------------


def influence_targets(table: Public, seat: int) -> list[str]:
    """List the sectors where a seat may place a disc (ECL 20.7.6)."""
    on = grid(table)
    return [
        number for number in sorted(table.hexes, key=int) if may_influence(table, seat, number, on)
    ]


def may_influence(table: Public, seat: int, number: str, on: Grid) -> bool:
    sector = table.hexes[number]
    if sector.owner != NOBODY or enemies(table, seat, number):
        return False
    return near_own(table, seat, number, on)


def near_own(table: Public, seat: int, number: str, on: Grid) -> bool:
    """Return whether a sector is joined to a neighbour with an own disc or ship; by table option an
    own ship in the sector itself does (ECL 7.2.2, 25.3.18)."""
    if table.house.influence_by_ship and ships_of(table.hexes[number], seat):
        return True
    return any(present(table.hexes[other], seat) for other in ways(table, seat, number, on))


def reach(
    table: Public, seat: int, start: str, steps: int, avoid: Container[str] = ()
) -> dict[str, list[str]]:
    """Return where one ship can go in a move, each with a shortest path that includes the start.
    Entered sectors with enemies end the way where no comrade stays behind to match them. No way
    leads through a sector of `avoid`."""
    if not may_leave(table, seat, start):
        return {}
    on = grid(table)
    paths = {start: [start]}
    edge = [start]
    for _ in range(steps):
        beyond: list[str] = []
        for here in edge:
            if here != start and not may_pass(table, seat, here):
                continue
            for other in ways(table, seat, here, on):
                if other not in paths and other not in avoid:
                    paths[other] = [*paths[here], other]
                    beyond.append(other)
        edge = beyond
    del paths[start]
    return paths


def may_pass(table: Public, seat: int, number: str) -> bool:
    """Return whether a ship that just entered may go on: the others match the enemies (ECL
    7.7.2)."""
    sector = table.hexes[number]
    return not sector.gcds and ships_of(sector, seat) >= enemies(table, seat, number)


def retreats(table: Public, seat: int, number: str) -> list[str]:
    """Return the joined sectors with the own disc and no enemy ship (ECL 9.8.3)."""
    return sorted(
        (
            other
            for other in ways(table, seat, number, grid(table))
            if table.hexes[other].owner == seat and not enemies(table, seat, other)
        ),
        key=int,
    )


def contested(table: Public) -> list[str]:
    """Return the sectors where a battle is due, highest number first (ECL 9.1.1, 9.1.3)."""
    due = [n for n in table.hexes if battle_due(table, n)]
    return sorted(due, key=int, reverse=True)


def battle_due(table: Public, number: str) -> bool:
    sector = table.hexes[number]
    if len(sector.ships) > 1:
        return True
    if not sector.ships:
        return False
    if sector.gcds:
        return True
    seat = int(next(iter(sector.ships)))
    return sector.ancients > 0 and not ignores_ancients(table, seat)


def joined(table: Public, seat: int, among: Iterable[str] | None = None) -> set[int]:
    """Return the players with a sector joined to one of this seat by a full wormhole, or by table
    option by half of one where either has the Generator; with `among`, to one of these (ECL 8.1.2,
    25.5.2)."""
    on = grid(table)
    if table.house.generator_diplomacy:
        return _joined_by_generator(table, seat, among, on)
    found: set[int] = set()
    for number in table.hexes if among is None else among:
        sector = table.hexes[number]
        if sector.owner != seat:
            continue
        holes = _TURNED[number, sector.turn]
        for edge, dq, dr in _EDGES:
            other = on.get((sector.q + dq, sector.r + dr)) if holes[edge] else None
            if other is None:
                continue
            owner, turn = table.hexes[other].owner, table.hexes[other].turn
            if owner not in (seat, NOBODY) and _TURNED[other, turn][(edge + 3) % 6]:
                found.add(owner)
    return found


def _joined_by_generator(
    table: Public, seat: int, among: Iterable[str] | None, on: Grid
) -> set[int]:
    found: set[int] = set()
    for number in table.hexes if among is None else among:
        sector = table.hexes[number]
        if sector.owner != seat:
            continue
        for _edge, other in neighbours((sector.q, sector.r), on):
            owner = table.hexes[other].owner
            if owner in (seat, NOBODY):
                continue
            if passable(table, seat, number, other) or passable(table, owner, number, other):
                found.add(owner)
    return found


def foes(table: Public, seat: int) -> set[int]:
    """Return the players whose ships stand with a disc or ships of this seat, or the reverse (ECL
    25.5.3)."""
    mine = str(seat)
    found: set[int] = set()
    for sector in table.hexes.values():
        if not sector.ships or not present(sector, seat):
            continue
        found.update(int(side) for side in sector.ships)
        if mine in sector.ships:
            found.add(sector.owner)
    return found - {seat, NOBODY}


# -- putting ships on and off the map ----------------------------------------------------------


def entry_order(sector: Sector) -> tuple[int, ...]:
    """Return the players with ships here, in the order their presence began (ECL 25.6.3)."""
    return sector.entered or tuple(int(side) for side in sector.ships)


def damage_of(sector: Sector, side: str) -> dict[str, list[int]]:
    """Return the damage of ships of a side here, by type."""
    return sector.damage.get(side, {}) if sector.damage else {}


def add_ships(sector: Sector, seat: int, ship: str, count: int = 1) -> None:
    """Put ships into a sector; a presence that begins is entered last (ECL 25.6.3)."""
    side = str(seat)
    if side not in sector.ships:
        if sector.ships:
            sector.entered = (*entry_order(sector), seat)
        sector.ships[side] = {}
    ships = sector.ships[side]
    ships[ship] = ships.get(ship, 0) + count


def take_ships(sector: Sector, seat: int, ship: str, count: int = 1) -> None:
    """Take ships out of a sector; without any left the presence ends."""
    side = str(seat)
    ships = sector.ships[side]
    ships[ship] -= count
    if not ships[ship]:
        del ships[ship]
    if not ships:
        del sector.ships[side]
        left = tuple(s for s in sector.entered if s != seat)
        sector.entered = left if len(left) > 1 else ()
