"""Taking cargo out of ships, putting it back, handing it over (TI3 8.6.8, 16.7.6)."""

from collections.abc import Sequence

from rules.ti3.components import modifiers
from rules.ti3.state import Counts, Hold, Public
from rules.ti3.units import fleets


def unload(table: Public, seat: int, tile: str, units: Counts, riders: Sequence[str]) -> None:
    """Take cargo out of the holds, out of the least loaded ship first."""
    for unit, n in fleets.ordered(units):
        left = n
        for hold in sorted(fleets.holds(table, tile, seat), key=fleets.aboard):
            take = min(left, hold.units.get(unit, 0))
            if take:
                hold.units[unit] -= take
                left -= take
    for hold in fleets.holds(table, tile, seat):
        hold.leaders = [x for x in hold.leaders if x not in riders]
    fleets.tidy_holds(table, tile, seat)


def load_back(table: Public, seat: int, tile: str, units: Counts, riders: Sequence[str]) -> None:
    """Put units and leaders back aboard, into whatever has room (TI3 28.4.5, 29.6.1)."""
    holds = list(fleets.holds(table, tile, seat))
    here = fleets.at(table, tile, seat)
    for ship in ("carrier", "war_sun", "cruiser", "dreadnought"):
        used = sum(hold.ship == ship for hold in holds)
        hurt = fleets.damaged(table, tile, seat).get(ship, 0)
        hurt -= sum(h.damaged for h in holds if h.ship == ship)
        for k in range(here.get(ship, 0) - used):
            holds.append(Hold(ship, damaged=k < hurt))
    for unit, n in fleets.ordered(units):
        for hold in holds:
            fits = min(n, fleets.room(table, seat, hold)[unit])
            if fits > 0:
                hold.units[unit] = hold.units.get(unit, 0) + fits
                n -= fits
    if riders and holds:
        holds[0].leaders += riders
        for leader in riders:
            table.leaders[leader] = tile
    known = fleets.holds(table, tile, seat)
    for hold in holds:
        if not any(hold is old for old in known):
            fleets.put_hold(table, tile, seat, hold)


def restow(table: Public, seat: int, tile: str, stow: Sequence[Counts]) -> None:
    """Share the cargo aboard anew among the carriers and war suns, as the player wants it (TI3
    8.6.8)."""
    if not stow:
        return
    riders: list[str] = []
    for hold in list(fleets.holds(table, tile, seat)):
        if modifiers.capacity(hold.ship):
            riders += hold.leaders
            fleets.drop_hold(table, tile, seat, hold)
    here = fleets.at(table, tile, seat)
    hurt = fleets.damaged(table, tile, seat).get("war_sun", 0)
    ships = [Hold("war_sun", damaged=k < hurt) for k in range(here.get("war_sun", 0))]
    ships += [Hold("carrier") for _ in range(here.get("carrier", 0))]
    for hold, units in zip(ships, stow, strict=False):
        hold.units = dict(units)
    if riders:
        ships[0].leaders = riders
    for hold in ships:
        fleets.put_hold(table, tile, seat, hold)
