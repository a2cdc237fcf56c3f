"""Numbers by seat that tell how a game went: things everybody can see, round by round."""

from rules.ti4.components import modifiers
from rules.ti4.economy import value
from rules.ti4.state import Public
from rules.ti4.units.fleets import controlled

FLEET = "Fleet strength (cost of all ships)"


def measures(table: Public) -> dict[str, list[int]]:
    seats = range(len(table.sides))
    planets = [controlled(table, seat) for seat in seats]
    return {
        FLEET: [fleet_strength(table, seat) for seat in seats],
        "Planets": [len(mine) for mine in planets],
        "Resources of all planets": [_worth(table, mine, "resources") for mine in planets],
        "Influence of all planets": [_worth(table, mine, "influence") for mine in planets],
        "Technologies": [len(side.techs) for side in table.sides],
    }


def fleet_strength(table: Public, seat: int) -> int:
    """Return the cost of producing the ships on the board again (TI4 34); halves are dropped."""
    cost = 0.0
    for owners in table.space.values():
        for unit, n in owners.get(str(seat), {}).items():
            stats = modifiers.stats(table, seat, unit)
            if stats.is_ship and stats.cost:
                cost += n * stats.cost / stats.per_cost
    return int(cost)


def _worth(table: Public, planets: list[str], what: str) -> int:
    return sum(value(table, planet, what) for planet in planets)
