"""Numbers by seat worth a chart: fleets, planets, technologies."""

from rules.ti3.facts import TECHNOLOGIES, UNITS
from rules.ti3.state import Public
from rules.ti3.units.fleets import controlled, places_of


def measures(table: Public) -> dict[str, list[int]]:
    seats = range(len(table.sides))
    return {
        "fleet": [_strength(table, seat) for seat in seats],
        "planets": [len(controlled(table, seat)) for seat in seats],
        "technologies": [len(set(side.techs) & set(TECHNOLOGIES)) for side in table.sides],
    }


def _strength(table: Public, seat: int) -> int:
    """Return the price of all units on the board, in resources."""
    total = 0.0
    for _place, counts in places_of(table, seat):
        total += sum(UNITS[u].cost / UNITS[u].per_cost * n for u, n in counts.items())
    return int(total)
