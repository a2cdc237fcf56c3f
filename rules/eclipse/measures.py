"""Eclipse: numbers by seat that tell how a game went: what everybody can see, round by round."""

from rules.eclipse.facts import RESOURCES
from rules.eclipse.galaxy import owned
from rules.eclipse.player.blueprints import stats
from rules.eclipse.player.civilization import income
from rules.eclipse.state import Public

FLEET = "Fleet strength (hull and damage of all ships)"


def measures(table: Public) -> dict[str, list[int]]:
    seats = [s for s, _ in enumerate(table.players)]
    return {
        FLEET: [fleet_strength(table, seat) for seat in seats],
        "Sectors": [len(owned(table, seat)) for seat in seats],
        "Economy (all production)": [production(table, seat) for seat in seats],
        "Technologies": [len(player.technologies) for player in table.players],
    }


def fleet_strength(table: Public, seat: int) -> int:
    """Return what a seat's ships can take, and what all their weapons do if every die hits."""
    player = table.players[seat]
    strength = 0
    for sector in table.hexes.values():
        for ship, n in sector.ships.get(str(seat), {}).items():
            total = stats(player, ship)
            weapons = (*total.cannons, *total.missiles)
            strength += n * (total.hull + 1 + sum(damage * dice for damage, dice in weapons))
    return strength


def production(table: Public, seat: int) -> int:
    """Money, science and materials of a round, before influence is paid (ECL 5.2.1)."""
    player = table.players[seat]
    if not player.species or player.status == "left":
        return 0
    return sum(income(player, resource) for resource in RESOURCES)
