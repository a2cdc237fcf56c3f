"""The arithmetic of battles (ECL 9), without dice or questions.

A side is a seat as text, or "npc" for Ancients and the GCDS.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from rules.eclipse.facts import BY_SIZE, NPC_STATS, SHIPS, SPECIES, Stats
from rules.eclipse.galaxy import damage_of
from rules.eclipse.player.blueprints import stats
from rules.eclipse.state import Public, Sector, Table

NPC: Final = "npc"
COLOURS: Final = {1: "yellow", 2: "orange", 4: "red"}
Die: TypeAlias = tuple[int, int]
"""What it does when it hits, and what it shows."""


class Target(NamedTuple):
    """A ship that can be shot at: its type and the damage it has."""

    ship: str
    damage: int


def ships_there(sector: Sector, side: str) -> dict[str, int]:
    """Return the ships of a side by type."""
    if side == NPC:
        npcs = {"ancient": sector.ancients, "gcds": int(sector.gcds)}
        return {ship: n for ship, n in npcs.items() if n}
    return sector.ships.get(side, {})


def side_stats(table: Public, side: str, ship: str) -> Stats:
    return NPC_STATS[ship] if side == NPC else stats(table.players[int(side)], ship)


def targets(sector: Sector, side: str) -> list[Target]:
    """Return every ship of a side, largest type first, most damaged first (ECL 25.6.12)."""
    ships = ships_there(sector, side)
    damaged = damage_of(sector, side)
    found: list[Target] = []
    for ship in BY_SIZE:
        hurt = damaged.get(ship, [])
        found += [Target(ship, d) for d in hurt]
        found += [Target(ship, 0)] * (ships.get(ship, 0) - len(hurt))
    return found


def hits(value: int, computer: int, shield: int) -> bool:
    """Return whether a die hits: 6 always does, 1 never (ECL 9.4.3, 9.4.4, 18.8.5)."""
    return value == 6 or (value != 1 and value + computer - shield >= 6)


def least_to_hit(computer: int, shield: int) -> int:
    """Return the lowest number with which a die hits."""
    return next(value for value in range(1, 7) if hits(value, computer, shield))


def firing_order(
    table: Public, sector: Sector, defender: str, attacker: str, wishes: Mapping[str, Sequence[str]]
) -> list[tuple[str, str]]:
    """Return (side, type) by initiative; ties go to the defender, then as owners wish (ECL 9.3.3,
    25.6.4)."""
    found = []
    for rank, side in enumerate((defender, attacker)):
        wish = [*wishes.get(side, ()), *SHIPS, *NPC_STATS]
        for ship in ships_there(sector, side):
            initiative = side_stats(table, side, ship).initiative
            found.append((-initiative, rank, wish.index(ship), side, ship))
    return [(side, ship) for *_, side, ship in sorted(found)]


def tied_types(table: Public, sector: Sector, side: str) -> bool:
    """Return whether two types of one side share an initiative (ECL 9.3.4)."""
    if side == NPC:
        return False
    values = [side_stats(table, side, ship).initiative for ship in ships_there(sector, side)]
    return len(set(values)) < len(values)


class Armour(NamedTuple):
    """What matters of a ship type under fire."""

    shield: int
    hull: int


def armour(table: Public, side: str, ships: Iterable[str]) -> dict[str, Armour]:
    found = {}
    for ship in ships:
        total = side_stats(table, side, ship)
        found[ship] = Armour(total.shield, total.hull)
    return found


def assign(
    dice: Sequence[Die],
    computer: int,
    ships: Sequence[Target],
    armours: Mapping[str, Armour],
    priority: Sequence[str] = BY_SIZE,
) -> list[int]:
    """Return the target of each die, by its place in `ships` (ECL 9.10.2, 25.6.12, 27.7.3). Ships
    by priority, more damaged first: destroy each that the free dice can destroy, with as little as
    possible; what is left goes on the first ship it hits."""
    order = sorted(
        range(len(ships)), key=lambda i: (_rank(ships[i].ship, priority), -ships[i].damage)
    )
    reach = {
        shield: [d for d, (_, value) in enumerate(dice) if hits(value, computer, shield)]
        for shield in {armours[ship.ship].shield for ship in ships}
    }
    aimed = [-1] * len(dice)
    alive: list[int] = []
    for i in order:
        shield, hull = armours[ships[i].ship]
        free = [d for d in reach[shield] if aimed[d] < 0]
        chosen = cheapest(dice, free, hull + 1 - ships[i].damage) if free else []
        for d in chosen:
            aimed[d] = i
        if not chosen:
            alive.append(i)
    for d, target in enumerate(aimed):
        if target < 0:
            within = (i for i in alive if d in reach[armours[ships[i].ship].shield])
            aimed[d] = next(within, order[0])
    return aimed


def _rank(ship: str, priority: Sequence[str]) -> int:
    return priority.index(ship) if ship in priority else len(priority) + BY_SIZE.index(ship)


def cheapest(dice: Sequence[Die], free: Sequence[int], need: int) -> list[int]:
    """Return the dice that do `need` damage with least waste, then fewest, then those that show
    least; none if they cannot."""
    by_damage: dict[int, list[int]] = {size: [] for size in COLOURS}
    for d in sorted(free, key=lambda d: dice[d][1]):
        by_damage[dice[d][0]].append(d)
    taken = least_dice(need, *map(len, by_damage.values()))
    if taken is None:
        return []
    ready = zip(taken, by_damage.values(), strict=True)
    return sorted(d for n, dice_ in ready for d in dice_[:n])


@lru_cache(maxsize=4096)
def least_dice(need: int, ones: int, twos: int, fours: int) -> tuple[int, int, int] | None:
    """Return how many dice of 1, 2 and 4 damage do at least `need` with least waste, then
    fewest."""
    best: tuple[int, int, int, int, int] | None = None
    for four in range(fours + 1):
        for two in range(twos + 1):
            one = min(max(0, need - 4 * four - 2 * two), ones)
            total = one + 2 * two + 4 * four
            if total >= need:
                rank = (total, one + two + four, four, two, one)
                best = rank if best is None else min(best, rank)
    return None if best is None else (best[4], best[3], best[2])


def damage_done(
    dice: Sequence[Die],
    aimed: Sequence[int],
    computer: int,
    ships: Sequence[Target],
    armours: Mapping[str, Armour],
) -> list[int]:
    """Return the damage of every ship afterwards."""
    after = [ship.damage for ship in ships]
    for (damage, value), i in zip(dice, aimed, strict=True):
        if hits(value, computer, armours[ships[i].ship].shield):
            after[i] += damage
    return after


def enemy_of(table: Public, seat: int) -> str:
    """Return the other side of the battle being fought."""
    battle = table.battle
    assert battle is not None
    return battle.attacker if battle.defender == str(seat) else battle.defender


def who(t: Table, side: str) -> str:
    """Return a side as dice labels name it."""
    return side if side == NPC else SPECIES[t.table.players[int(side)].species].short.lower()


def both_stand(t: Table, number: str, defender: str, attacker: str) -> bool:
    sector = t.table.hexes[number]
    return bool(ships_there(sector, defender)) and bool(ships_there(sector, attacker))
