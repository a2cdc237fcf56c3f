"""Option: leaders (TI3 29)."""

from collections.abc import Sequence
from typing import Any

from rules.kernel.table import Play
from rules.ti3.facts import LEADERS, RACES
from rules.ti3.fleets import holds
from rules.ti3.registry import NotBuilt
from rules.ti3.state import Battle, Public, Table

BUILT = False
"""Whether the option can be played; set-up refuses it until then (TI3 42.1)."""


def not_built() -> Play[Any]:
    if not BUILT:
        raise NotBuilt("Leaders are not built yet.")
    yield from ()


def of_seat(table: Public, seat: int) -> list[str]:
    """A seat's leaders still in the game."""
    race = table.sides[seat].race
    mine = RACES[race].leaders if race else ()
    return [x for x in mine if table.leaders.get(x, "dead") != "dead"]


def on_planet(table: Public, planet: str, seat: int, type: str = "") -> list[str]:
    """Leaders of a seat on a planet, of one type or of any."""
    if not table.leaders:
        return []
    return [
        x
        for x in of_seat(table, seat)
        if table.leaders[x] == planet and (not type or LEADERS[x].type == type)
    ]


def in_fleet(table: Public, tile: str, seat: int, type: str = "") -> list[str]:
    """Leaders of a seat aboard ships in a system."""
    if not table.leaders:
        return []
    found = [x for hold in holds(table, tile, seat) for x in hold.leaders]
    return [x for x in found if not type or LEADERS[x].type == type]


def combat_bonus(
    table: Public, seat: int, foe: int, unit: str, fire: str, place: str, battle: Battle | None
) -> int:
    """TI3 29.5.3, 29.7.2, 29.7.3: what scientists and generals add to a combat roll."""
    raise NotBuilt("Leaders are not built yet.")


def extra_dice(table: Public, tile: str, seat: int) -> dict[str, int]:
    """TI3 29.8.1: by type of ship, one die for each ship that carries an admiral."""
    raise NotBuilt("Leaders are not built yet.")


def take_over(t: Table, seat: int, planet: str, former: int) -> Play[tuple[str, ...]]:
    """TI3 29.9.2: enemy PDS and dock become the agent's owner's own; which types stay."""
    yield from not_built()
    return ()


def delays(t: Table, seat: int, planet: str) -> Play[bool]:
    """TI3 29.6.1, E111: may the diplomat of the planet's owner stop the invasion? Asks him."""
    yield from not_built()
    return False


def ship_lost(t: Table, seat: int, leaders: Sequence[str], captor: int) -> Play[None]:
    """TI3 29.2: the ship they were on is destroyed; `captor` the opponent in a space battle (-1:
    lost otherwise, so they are killed)."""
    yield from not_built()


def planet_lost(t: Table, seat: int, planet: str, captor: int) -> Play[None]:
    """TI3 29.3: their planet was successfully invaded by `captor` (-1: lost otherwise)."""
    yield from not_built()


def invasion_failed(t: Table, seat: int, leaders: Sequence[str], defender: int) -> Play[None]:
    """TI3 29.1.4: captured by the defender, or killed where the planet was neutral (-1)."""
    yield from not_built()


def invasion_won(t: Table, seat: int, planet: str, loser: int) -> Play[None]:
    """TI3 29.4.2, 29.4.3: rescue."""
    yield from not_built()
