"""How good a position looks for a seat, in victory points, for players that think.

Nothing here is a rule: the weights are judgements, tried out in the arena (docs/arena.md).
"""

from typing import Final

from rules.eclipse.facts import ROUNDS, SECTORS
from rules.eclipse.phases.scoring import public_points
from rules.eclipse.player.blueprints import stats
from rules.eclipse.player.civilization import balance, income, open_squares
from rules.eclipse.speech import N_
from rules.eclipse.state import Player, Public, View

POINTS: Final = N_("victory points")
REPUTATION: Final = N_("reputation")
INCOME: Final = N_("income")
STORED: Final = N_("resources")
LEARNING: Final = N_("technology")
SHIPS: Final = N_("fleet")
DEBT: Final = N_("money for upkeep")

SPECIES: Final = N_("the species")

AVERAGE_TILE: Final = 1.9
NATURE: Final = {
    "descendants_of_draco": 16.0,
    "hydran_progress": 9.0,
    "planta": 4.0,
    "eridani_empire": -6.0,
    "mechanema": -2.0,
    "orion_hegemony": -4.0,
}
"""What a species still makes of a whole game, in points above what its first sectors show: means of
games by keen players against random ones."""


def prospects(v: View, seat: int) -> dict[str, float]:
    """Return what the position promises to a seat, by parts."""
    table = v.table
    player = table.players[seat]
    if player.score is not None:
        return {POINTS: float(player.score)}
    left = max(0, ROUNDS - table.round + (table.phase in ("species", "action", "prepare")))
    share = left / ROUNDS
    known = v.mine.reputation if v.seat == seat else None
    if not player.species:
        return {}
    return {
        POINTS: float(sum(public_points(table, seat).values())),
        REPUTATION: AVERAGE_TILE * player.reputation if known is None else float(sum(known)),
        INCOME: _income(player, share) + _room_to_grow(table, seat, share),
        STORED: _stored(player, share),
        LEARNING: _learning(player, share),
        SHIPS: _ships(table, seat, share),
        DEBT: min(0.0, 0.9 * balance(player)) if left else 0.0,
        SPECIES: share * NATURE.get(player.species, 0.0),
    }


def _income(player: Player, share: float) -> float:
    money, science, materials = (income(player, r) for r in ("money", "science", "materials"))
    discs = 0.35 * min(player.discs, 6)
    return share * (0.85 * money + 0.9 * science + 0.8 * materials + discs)


def _room_to_grow(table: Public, seat: int, share: float) -> float:
    player = table.players[seat]
    ships = player.colony + 0.5 * player.colony_used
    return share * 0.5 * min(len(open_squares(table, seat)), ships)


def _stored(player: Player, share: float) -> float:
    money, science, materials = player.storage
    spendable = 0.06 * min(money, 14) + 0.1 * min(science, 16) + 0.1 * min(materials, 16)
    return spendable * (0.25 + 0.75 * share)


def _learning(player: Player, share: float) -> float:
    return 0.3 * len(player.technologies) * (0.3 + share)


def _ships(table: Public, seat: int, share: float) -> float:
    """Return what the fleet is worth: it wins reputation, takes sectors and keeps them."""
    strength = 0.0
    for number, sector in table.hexes.items():
        for ship, n in sector.ships.get(str(seat), {}).items():
            strength += n * ship_worth(table.players[seat], ship)
        if sector.owner == seat:
            enemies = sum(
                n * ship_worth(table.players[int(side)], ship)
                for side, fleet in sector.ships.items()
                if side != str(seat)
                for ship, n in fleet.items()
            )
            if enemies:
                strength -= 0.4 * SECTORS[number].points
    return 0.22 * strength**0.85 * (0.35 + 0.65 * share) if strength > 0 else strength


def ship_worth(player: Player, ship: str) -> float:
    """Return a ship's strength: what it can take, times what it can do, roughly."""
    total = stats(player, ship)
    hits = 1.0 + 0.6 * total.computer
    guns = sum(damage * dice for damage, dice in (*total.cannons, *total.missiles))
    return float(((total.hull + 1) * (1 + 0.3 * total.shield) * (0.6 + guns * hits)) ** 0.5)
