"""How good a position looks for a seat, in victory points, for players that think.

Nothing here is a rule: the weights are judgements, tried out in the arena (docs/arena.md).
"""

from typing import Final

from rules.ti4 import galaxy
from rules.ti4.components import modifiers, registry
from rules.ti4.facts import MECATOL, OBJECTIVES, PLANETS, TILES
from rules.ti4.scoring import holds_home
from rules.ti4.speech import N_
from rules.ti4.state import Public, View
from rules.ti4.units import fleets

POINTS: Final = N_("victory points")
OBJECTIVE: Final = N_("objectives within reach")
SECRET: Final = N_("secret objectives")
PLANET: Final = N_("planets")
MEANS: Final = N_("tokens and goods")
CARDS: Final = N_("strategy cards")
TECHNOLOGY: Final = N_("technology")
FLEET: Final = N_("fleet")
SAFETY: Final = N_("safety at home")

MECATOL_HELD: Final = 0.8
READY: Final = 0.7
"""What an objective whose requirement is met is worth before it is scored."""
ON_THE_WAY: Final = 0.4
PAID_LATER: Final = 0.25
"""What an objective is worth that can be paid in the next round, but no longer in this one."""
UNUSED: Final = {
    "imperial": 0.3,
    "leadership": 0.4,
    "technology": 0.4,
    "trade": 0.35,
    "construction": 0.3,
    "warfare": 0.25,
}
"""What strategy cards are worth that are still to be used; others: 0.15. Imperial is worth more to
whoever can score with it."""
GROWTH: Final = 0.24
"""How much planets, fleet and technology count for each point that the leader is short of. What a
seat has early is points later: over 102 games of steady players planets at the start of rounds 2
and 3 were worth twice these weights at the end, those in rounds 4 and 5 about half."""
LEAST_GROWTH: Final = 0.2
ACTIVE: Final = 0.5
"""How much of the worth of tokens, goods and cards was seen in those games."""
CHANCE: Final = {
    "establish_a_perimeter": 0.9,
    "threaten_enemies": 0.9,
    "fuel_the_war_machine": 0.8,
    "learn_the_secrets_of_the_cosmos": 0.8,
    "form_a_spy_network": 0.65,
    "master_the_laws_of_physics": 0.6,
    "adapt_new_strategies": 0.5,
    "spark_a_rebellion": 0.4,
    "gather_a_mighty_fleet": 0.4,
    "cut_supply_lines": 0.4,
    "become_the_gatekeeper": 0.35,
    "monopolize_production": 0.25,
    "mine_rare_metals": 0.25,
    "forge_an_alliance": 0.25,
    "control_the_region": 0.25,
    "occupy_the_seat_of_the_empire": 0.15,
    "make_an_example_of_their_world": 0.05,
    "turn_their_fleets_to_dust": 0.05,
}
"""How often players scored what they held, in 102 games of steady players (docs/arena.md); the
others: never."""
MET: Final = 0.9
"""The chance of what could be scored now."""
LATER: Final = (1.0, 0.7, 0.5, 0.35, 0.25, 0.2)
"""One public objective is scored in a round: the second best waits, the third waits longer."""


def prospects(v: View, seat: int) -> dict[str, float]:
    """Return the prospects of a seat in the position, by parts."""
    table = v.table
    side = table.sides[seat]
    if side.out:
        return {POINTS: float(side.points)}
    planets = fleets.controlled(table, seat)
    home = holds_home(table, seat)
    left = max(0, table.target - side.points)
    scale = 1.0 if left > 2 else 1.15
    growth = _growth(table)
    parts = {
        POINTS: side.points * scale,
        OBJECTIVE: _publics(table, seat, planets) * (1.0 if home else 0.3),
        PLANET: growth * _planets(table, planets) + MECATOL_HELD * (MECATOL in planets),
        MEANS: ACTIVE * _means(table, seat),
        CARDS: _cards(table, seat, planets, home),
        TECHNOLOGY: growth * 0.22 * len(side.techs),
        FLEET: growth * _fleet(table, seat),
        SAFETY: _safety(table, seat, home),
    }
    parts[SECRET] = _secrets(v, seat) if v.seat == seat else 0.25 * side.secrets
    return parts


def _publics(table: Public, seat: int, planets: list[str]) -> float:
    side = table.sides[seat]
    found = [
        OBJECTIVES[card].points * _progress(table, seat, card, planets)
        for card in table.revealed
        if card not in side.scored and OBJECTIVES[card].stage
    ]
    found.sort(reverse=True)
    return sum(worth * LATER[min(i, 5)] for i, worth in enumerate(found))


def _progress(table: Public, seat: int, card: str, planets: list[str]) -> float:
    """Return how near the objective is: 1 would be scored."""
    handler = registry.objective(card)
    what, amount = handler.price
    if not what:
        have, want = handler.count(table, seat)
        if have >= want:
            return READY
        return float(ON_THE_WAY * (have / want) ** 1.5) if want else 0.1
    side = table.sides[seat]
    if what == "goods":
        have, later = side.goods, side.goods + side.commodities // 2
    elif what == "tokens":
        have, later = side.tactic + side.strategy, side.tactic + side.strategy + 1
    elif what == "cards":
        have, later = side.hand, side.hand + 1
    else:
        worth = modifiers.resources if what == "resources" else modifiers.influence
        values = {planet: worth(table, planet) for planet in planets}
        goods = side.goods * modifiers.goods_worth(table, seat)
        have = goods + sum(n for planet, n in values.items() if planet not in table.spent)
        later = goods + sum(values.values())
    if have >= amount:
        return READY
    near = ON_THE_WAY * (min(have, amount) / amount) ** 1.5
    return float(max(near, PAID_LATER * (min(later, amount) / amount) ** 2))


def _secrets(v: View, seat: int) -> float:
    """Return the points that the secret objectives held will give, as likely as that seems."""
    return sum(chance(v.table, seat, card) for card in v.mine.secrets)


def chance(table: Public, seat: int, card: str) -> float:
    """Return how likely the seat is to score a secret objective that it holds."""
    usual = CHANCE.get(card, 0.0)
    if OBJECTIVES[card].phase != "status":
        return usual
    handler = registry.objective(card)
    if handler.price[0]:
        return usual
    have, want = handler.count(table, seat)
    if have >= want:
        return MET
    return usual + (MET - usual) * (have / want if want else 0.0) ** 2


def _planets(table: Public, planets: list[str]) -> float:
    worth = 0.0
    for planet in planets:
        printed = PLANETS[planet]
        resources = modifiers.resources(table, planet)
        influence = modifiers.influence(table, planet)
        worth += 0.09 + 0.06 * resources + 0.045 * influence
        if planet not in table.spent:
            worth += 0.02 * max(resources, influence)
        if printed.specialty:
            worth += 0.04
    return worth


def _growth(table: Public) -> float:
    """Return how much growth counts now: the more, the longer the game will last."""
    short = table.target - max(side.points for side in table.sides)
    return max(LEAST_GROWTH, GROWTH * short)


def _means(table: Public, seat: int) -> float:
    side = table.sides[seat]
    goods = min(side.goods, 6) * 0.05 + max(0, side.goods - 6) * 0.02
    tokens = 0.1 * min(side.tactic, 3) + 0.015 * max(0, side.tactic - 3)
    tokens += 0.1 * min(side.strategy, 3)
    pool = 0.12 * min(side.fleet, 5) + 0.02 * max(0, side.fleet - 5)
    cards = 0.06 * min(side.hand, 7)
    return goods + 0.025 * side.commodities + tokens + pool + cards


def _cards(table: Public, seat: int, planets: list[str], home: bool) -> float:
    """Return the worth of the strategy cards that the seat has still to use."""
    side = table.sides[seat]
    worth = 0.0
    for card in side.cards:
        if card in side.used:
            continue
        worth += UNUSED.get(card, 0.15)
        if card == "imperial":
            worth += 0.6 * (MECATOL in planets)
            worth += 0.6 * (home and _scores_now(table, seat, planets))
    return worth


def _scores_now(table: Public, seat: int, planets: list[str]) -> bool:
    scored = table.sides[seat].scored
    return any(
        _progress(table, seat, card, planets) >= READY
        for card in table.revealed
        if card not in scored and OBJECTIVES[card].stage
    )


def _fleet(table: Public, seat: int) -> float:
    sheet = modifiers.sheet(table, seat)
    mine = str(seat)
    cost = docks = guns = troops = 0.0
    for owners in table.space.values():
        for unit, n in owners.get(mine, {}).items():
            stats = sheet[unit]
            if unit == "infantry":
                troops += n
            elif unit == "space_dock":
                docks += n
            else:
                cost += n * (stats.cost or 4) / stats.per_cost
    for owners in table.ground.values():
        for unit, n in owners.get(mine, {}).items():
            if unit == "infantry":
                troops += n
            elif unit == "space_dock":
                docks += n
            elif unit == "pds":
                guns += n
    cost = min(cost, 40.0)
    return (
        0.055 * cost
        - 0.0004 * cost * cost
        + 0.03 * min(troops, 12)
        + 0.3 * min(docks, 3)
        + 0.07 * guns
    )


def _safety(table: Public, seat: int, home: bool) -> float:
    """Return the cost of a home without its planets, and of one that others could take."""
    if not home:
        return -1.5
    tile = galaxy.home_of(table, seat)
    if tile not in table.places and tile not in table.detached:
        return 0.0
    guard = _guard(table, seat, tile)
    near = galaxy.adjacency(table).get(tile, ())
    threat = 0.0
    for place in near:
        for owner, units in table.space.get(place, {}).items():
            if int(owner) != seat and units.get("infantry"):
                threat = max(threat, strength(table, int(owner), units))
    return -0.12 * max(0.0, threat - guard)


def _guard(table: Public, seat: int, tile: str) -> float:
    here = strength(table, seat, fleets.at(table, tile, seat))
    return here + sum(
        0.5 * n for planet in TILES[tile].planets for n in fleets.at(table, planet, seat).values()
    )


def strength(table: Public, seat: int, units: dict[str, int]) -> float:
    """Return the expected hits of these ships in a round, and half of the hits they can sustain."""
    sheet = modifiers.sheet(table, seat)
    total = 0.0
    for unit, n in units.items():
        stats = sheet.get(unit)
        if stats is None or not stats.is_ship or stats.combat is None:
            continue
        total += n * stats.combat.dice * (11 - stats.combat.hits_on) / 10
        total += 0.5 * n * stats.sustain
    return total
