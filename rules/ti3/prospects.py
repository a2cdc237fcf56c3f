"""How good a position looks for a seat, in victory points, for players that think.

Nothing here is a rule: the weights are judgements, tried out in the arena (docs/arena.md).
"""

from collections.abc import Mapping
from typing import Final

from rules.ti3 import galaxy
from rules.ti3.components import modifiers, registry
from rules.ti3.facts import IMPERIUM_REX, MECATOL, OBJECTIVES, PLANETS, TILES, UNITS
from rules.ti3.scoring import holds_home
from rules.ti3.speech import N_
from rules.ti3.state import Public, View
from rules.ti3.units import fleets

POINTS: Final = N_("victory points")
OBJECTIVE: Final = N_("objectives within reach")
SECRET: Final = N_("secret objective")
PLANET: Final = N_("planets")
MEANS: Final = N_("counters and goods")
CARDS: Final = N_("strategy cards")
TECHNOLOGY: Final = N_("technology")
FLEET: Final = N_("fleet")
SAFETY: Final = N_("safety at home")

READY: Final = 0.9
"""What an objective whose requirement is met is worth before it is scored."""
ON_THE_WAY: Final = 0.5
PAID_LATER: Final = 0.25
"""What an objective is worth that can be paid in the next round, but no longer in this one."""
UNUSED: Final = {"imperial": 1.7, "technology": 0.4, "logistics": 0.45, "trade": 0.3}
"""What strategy cards are worth that are still to be used; others: 0.2."""
LATER: Final = (1.0, 0.7, 0.5, 0.35, 0.25, 0.2)
"""One public objective is scored in a round: the second best waits, the third waits longer."""


def prospects(v: View, seat: int) -> dict[str, float]:
    """Return what the position promises to a seat, by parts."""
    table = v.table
    side = table.sides[seat]
    if side.out or not side.race:
        return {POINTS: float(side.points)}
    planets = fleets.controlled(table, seat)
    home = holds_home(table, seat)
    return {
        POINTS: float(side.points),
        OBJECTIVE: _publics(table, seat, planets) * (1.0 if home else 0.3),
        SECRET: _secret(v, seat, planets),
        PLANET: _planets(table, planets),
        MEANS: _means(table, seat),
        CARDS: sum(UNUSED.get(card, 0.2) for card in side.cards if card not in side.used),
        TECHNOLOGY: 0.16 * len(side.techs),
        FLEET: _fleet(table, seat),
        SAFETY: _safety(table, seat, home),
    }


def _publics(table: Public, seat: int, planets: list[str]) -> float:
    scored = table.sides[seat].scored
    found = [
        OBJECTIVES[card].points * progress(table, seat, card, planets)
        for card in table.revealed
        if card not in scored and card != IMPERIUM_REX
    ]
    found.sort(reverse=True)
    return sum(worth * LATER[min(i, 5)] for i, worth in enumerate(found))


def _secret(v: View, seat: int, planets: list[str]) -> float:
    if v.seat != seat or not v.mine.secret:
        return 0.4 * v.table.sides[seat].secret
    card = v.mine.secret
    return OBJECTIVES[card].points * progress(v.table, seat, card, planets)


def progress(table: Public, seat: int, card: str, planets: list[str]) -> float:
    """Return how near the objective is: 1 would be scored."""
    handler = registry.objective(card)
    what, amount = handler.price
    if not what:
        have, want = handler.count(table, seat)
        if have >= want:
            return READY if handler.met(table, seat) else 0.1
        return float(ON_THE_WAY * (max(0, have) / want) ** 1.5)
    side = table.sides[seat]
    if what == "goods":
        have = later = side.goods
    else:
        worth = modifiers.resources if what == "resources" else modifiers.influence
        values = {planet: worth(table, planet) for planet in planets}
        have = side.goods + sum(n for planet, n in values.items() if planet not in table.spent)
        later = side.goods + sum(values.values())
    if have >= amount:
        return READY
    near = ON_THE_WAY * (min(have, amount) / amount) ** 1.5
    return float(max(near, PAID_LATER * (min(later, amount) / amount) ** 2))


def _planets(table: Public, planets: list[str]) -> float:
    worth = 0.0
    for planet in planets:
        resources = modifiers.resources(table, planet)
        influence = modifiers.influence(table, planet)
        worth += 0.09 + 0.06 * resources + 0.045 * influence
        if planet not in table.spent:
            worth += 0.02 * max(resources, influence)
        if PLANETS[planet].specialty:
            worth += 0.04
    return worth + 0.5 * (MECATOL in planets)


def _means(table: Public, seat: int) -> float:
    side = table.sides[seat]
    goods = min(side.goods, 6) * 0.05 + max(0, side.goods - 6) * 0.02
    counters = 0.1 * min(side.command, 3) + 0.015 * max(0, side.command - 3)
    counters += 0.1 * min(side.strategy, 3)
    pool = 0.12 * min(side.fleet, 5) + 0.02 * max(0, side.fleet - 5)
    return goods + counters + pool + 0.06 * min(side.hand, 7)


def _fleet(table: Public, seat: int) -> float:
    cost = docks = guns = troops = 0.0
    for where in (table.space, table.ground):
        for owners in where.values():
            for unit, n in owners.get(str(seat), {}).items():
                if unit == "ground_force":
                    troops += n
                elif unit == "space_dock":
                    docks += n
                elif unit == "pds":
                    guns += n
                else:
                    cost += n * UNITS[unit].cost / UNITS[unit].per_cost
    for tile in fleets.tiles_with_ships(table, seat):
        troops += fleets.cargo(table, tile, seat).get("ground_force", 0)
    cost = min(cost, 40.0)
    return (
        0.055 * cost
        - 0.0004 * cost * cost
        + 0.03 * min(troops, 14)
        + 0.3 * min(docks, 3)
        + 0.07 * guns
    )


def _safety(table: Public, seat: int, home: bool) -> float:
    """Return what a home without its planets costs, and one that others could take."""
    if not home:
        return -1.5
    tile = galaxy.home_of(table, seat)
    if tile not in table.places:
        return 0.0
    guard = strength(fleets.at(table, tile, seat)) + sum(
        0.5 * n for planet in TILES[tile].planets for n in fleets.at(table, planet, seat).values()
    )
    threat = 0.0
    for place in galaxy.for_movement(table).get(tile, ()):
        for owner, units in table.space.get(place, {}).items():
            if int(owner) != seat and fleets.cargo(table, place, int(owner)):
                threat = max(threat, strength(units))
    return -0.12 * max(0.0, threat - guard)


def strength(units: Mapping[str, int]) -> float:
    """Return the expected hits of these ships in a round, and half of what they can sustain."""
    total = 0.0
    for unit, n in units.items():
        printed = UNITS[unit]
        if printed.ship and printed.battle:
            total += n * printed.dice * (11 - printed.battle) / 10
            total += 0.5 * n * (printed.hits - 1)
    return total
