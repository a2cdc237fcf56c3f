"""What standing changes make of a printed value: small questions over the components present.

Most are a hook of `components` and the way its answers are put together. Every function reads the
public table only.
"""

from rules.ti3.components.base import Component
from rules.ti3.components.presence import everywhere, present
from rules.ti3.facts import HAND_LIMIT, MOVING_ALONE, PLANETS, STRATEGY_CARDS, UNITS
from rules.ti3.state import Battle, Public, Side
from rules.toolbox.hooks import Hooks

_ask: Hooks[Public, Component] = Hooks(present, everywhere)


# -- movement ------------------------------------------------------------------------------------


def movement(table: Public, seat: int, unit: str, origin: str) -> int:
    """Return the movement of a ship that starts in `origin`, nebulae apart (TI3 8.3.2)."""
    value = UNITS[unit].move
    if unit == "fighter" and fighters_alone(table, seat):
        value = MOVING_ALONE
    if not value:
        return 0
    return value + sum(c.move(table, seat, unit, origin) for c in present(table, seat, "move"))


crosses = _ask.anybody(Component.crosses)


def passes_fleets(table: Public, seat: int, origin: str) -> int:
    return max(
        (c.passes_fleets(table, seat, origin) for c in present(table, seat, "passes_fleets")),
        default=0,
    )


fighters_alone = _ask.anybody(Component.fighters_alone)


def capacity(unit: str) -> int:
    """Return the slots for fighters, ground forces and PDS (TI3 16.7.2)."""
    return UNITS[unit].capacity if UNITS[unit].ship else 0


def extra_troops(table: Public, seat: int, unit: str) -> int:
    """Return how many ground forces a ship without slots may carry (TI3 21.3.3)."""
    return sum(c.carries(table, seat, unit) for c in present(table, seat, "carries"))


def wormholes_shut(table: Public) -> bool:
    return any(c.shuts_wormholes(table, s) for s, c in everywhere(table, "shuts_wormholes"))


def wormholes_merged(table: Public) -> bool:
    return any(c.merges_wormholes(table, s) for s, c in everywhere(table, "merges_wormholes"))


# -- activation and landing ----------------------------------------------------------------------


def may_activate(table: Public, seat: int, tile: str) -> bool:
    return not any(
        c.denies_activation(table, owner, seat, tile)
        for owner, c in everywhere(table, "denies_activation")
    )


def extra_counters(table: Public, seat: int) -> int:
    return max(
        (c.extra_counters(table, seat) for c in present(table, seat, "extra_counters")), default=0
    )


toll = _ask.anybody(Component.toll)


def may_invade(table: Public, seat: int, planet: str) -> bool:
    return not any(
        c.denies_invasion(table, owner, seat, planet)
        for owner, c in everywhere(table, "denies_invasion")
    )


landing_price = _ask.total(Component.landing_price)


# -- combat --------------------------------------------------------------------------------------


def combat_bonus(
    table: Public, seat: int, foe: int, unit: str, fire: str, battle: Battle | None
) -> int:
    """Return all that components add to a combat roll of `unit` (TI3 1.4.3)."""
    mine = sum(c.combat(table, seat, unit, fire, battle) for c in present(table, seat, "combat"))
    if foe < 0:
        return mine
    return mine + sum(
        c.combat_against(table, foe, unit, fire, battle)
        for c in present(table, foe, "combat_against")
    )


def combat_bonus_against(
    table: Public, foe: int, unit: str, fire: str, battle: Battle | None
) -> int:
    """Return what a player's components add to the rolls of the opponent."""
    return sum(
        c.combat_against(table, foe, unit, fire, battle)
        for c in present(table, foe, "combat_against")
    )


rerolls_misses = _ask.anybody(Component.rerolls_misses)


def cannon_range(table: Public, seat: int) -> int:
    return max(
        (c.cannon_range(table, seat) for c in present(table, seat, "cannon_range")), default=0
    )


automatic_hits = _ask.total(Component.automatic_hits)


may_retreat = _ask.nobody(Component.denies_retreat)


ignores_shields = _ask.anybody(Component.ignores_shields)


fighters_invade = _ask.anybody(Component.fighters_invade)


kills_all = _ask.anybody(Component.kills_all)


def may_be_bombarded(table: Public, planet: str) -> bool:
    return not any(
        c.denies_bombardment(table, seat, planet)
        for seat, c in everywhere(table, "denies_bombardment")
    )


# -- production and limits -----------------------------------------------------------------------


def unit_cost(table: Public, seat: int, unit: str) -> int:
    more = sum(c.unit_cost(table, seat, unit) for c in present(table, seat, "unit_cost"))
    return max(0, UNITS[unit].cost + more)


def per_cost(table: Public, seat: int, unit: str) -> int:
    """Return how many units one payment of the price brings (TI3 16.5.6)."""
    if any(c.one_per_cost(table, seat, unit) for c in present(table, seat, "one_per_cost")):
        return 1
    return UNITS[unit].per_cost


dock_resources = _ask.total(Component.dock_resources)


def production_limit(table: Public, seat: int, planet: str) -> int:
    """Return how many units a dock builds: the planet's resources and two, with laws, technologies
    and action cards (TI3 16.5.2, E132)."""
    limit = resources(table, planet) + 2
    for c in present(table, seat, "production_cap"):
        limit = c.production_cap(table, seat, planet, limit)
    more = sum(
        c.production_limit(table, seat, planet) for c in present(table, seat, "production_limit")
    )
    return max(0, limit + more)


def may_produce(table: Public, seat: int, planet: str, unit: str) -> bool:
    if UNITS[unit].needs and not any(
        c.permits(table, seat, unit) for c in present(table, seat, "permits")
    ):
        return False
    return not any(
        c.denies_production(table, seat, planet, unit)
        for c in present(table, seat, "denies_production")
    )


def may_build_dock(table: Public, seat: int, planet: str) -> bool:
    return not any(
        c.denies_production(table, seat, planet, "space_dock")
        for c in present(table, seat, "denies_production")
    )


places_afar = _ask.anybody(Component.places_afar)
one_dock = _ask.anybody(Component.one_dock)


def fleet_limit(table: Public, seat: int, tile: str) -> int:
    """Return the most ships but fighters in one system (TI3 17.3.1)."""
    more = sum(c.fleet_limit(table, seat, tile) for c in present(table, seat, "fleet_limit"))
    return table.sides[seat].fleet + more


def fleet_cap(table: Public, seat: int) -> int:
    return min((c.fleet_cap(table, seat) for c in present(table, seat, "fleet_cap")), default=99)


def hand_limit(table: Public, seat: int) -> int:
    limit = HAND_LIMIT
    for c in present(table, seat, "hand_limit"):
        limit = c.hand_limit(table, seat, limit)
    return limit


# -- status phase, strategy cards ----------------------------------------------------------------


def cards_drawn(table: Public, seat: int) -> int:
    """Count the action cards a player draws in the status phase (TI3 12.1.9)."""
    if any(c.denies_draw(table, seat) for c in present(table, seat, "denies_draw")):
        return 0
    return 1 + sum(c.cards_drawn(table, seat) for c in present(table, seat, "cards_drawn"))


open_draw = _ask.anybody(Component.open_draw)
draws_instead = _ask.anybody(Component.draws_instead)


def counters_gained(table: Public, seat: int) -> int:
    """Count the command counters a player gains in the status phase (TI3 12.1.9)."""
    return 2 + sum(c.counters_gained(table, seat) for c in present(table, seat, "counters_gained"))


may_redistribute = _ask.nobody(Component.denies_redistribution)


def initiative(table: Public, seat: int) -> int:
    """Return the lowest number of the seat's cards, unless its race says otherwise (TI3 5.3.1,
    25.1.1)."""
    for c in present(table, seat, "initiative"):
        value = c.initiative(table, seat)
        if value is not None:
            return value
    return card_initiative(table.sides[seat])


def card_initiative(side: Side) -> int:
    return min((STRATEGY_CARDS[card].initiative for card in side.cards), default=99)


pick_price = _ask.total(Component.pick_price)


hands_on = _ask.anybody(Component.hands_on)


two_tactical = _ask.anybody(Component.two_tactical)


primary_instead = _ask.anybody(Component.primary_instead)


primary_besides = _ask.anybody(Component.primary_besides)


def free_secondary(table: Public, seat: int, card: str) -> bool:
    """Return whether a secondary ability costs no command counter (TI3 7.1.3, 7.1.4)."""
    if not STRATEGY_CARDS[card].counter or "initiative" in table.sides[seat].cards:
        return True
    return any(c.free_secondary(table, seat, card) for c in present(table, seat, "free_secondary"))


may_follow = _ask.nobody(Component.denies_secondary)


def influence_per_counter(table: Public, seat: int) -> int:
    """Return how much influence buys one command counter (TI3 24.4.2)."""
    price = 3
    for c in present(table, seat, "influence_per_counter"):
        price = c.influence_per_counter(table, seat, price)
    return price


# -- technology ----------------------------------------------------------------------------------


tech_price = _ask.total(Component.tech_price)


may_gain_tech = _ask.nobody(Component.denies_tech)


any_specialty = _ask.anybody(Component.any_specialty)


# -- trade ---------------------------------------------------------------------------------------


def needs_approval(table: Public, one: int, two: int) -> bool:
    return not any(
        c.no_approval(table, seat)
        for seat in (one, two)
        for c in present(table, seat, "no_approval")
    )


binds = _ask.anybody(Component.binds)


goods_each = _ask.total(Component.goods_each)


goods_more = _ask.total(Component.goods_more)


def goods_to(table: Public, seat: int) -> int:
    for c in present(table, seat, "goods_to"):
        other = c.goods_to(table, seat)
        if other is not None:
            return other
    return seat


def may_agree(table: Public, one: int, two: int) -> bool:
    return not any(
        c.denies_agreement(table, seat, one, two)
        for seat, c in everywhere(table, "denies_agreement")
    )


# -- council and planets -------------------------------------------------------------------------


def planet_votes(table: Public, seat: int, planet: str) -> int:
    for c in present(table, seat, "planet_votes"):
        value = c.planet_votes(table, seat, planet)
        if value is not None:
            return value
    return 0 if planet in table.spent else influence(table, planet)


may_vote = _ask.nobody(Component.denies_vote)


def _swapped(table: Public) -> bool:
    if not table.laws and not table.effects:
        return False
    return any(c.swaps_values(table, s) for s, c in everywhere(table, "swaps_values"))


def resources(table: Public, planet: str) -> int:
    facts = PLANETS[planet]
    return facts.influence if _swapped(table) else facts.resources


def influence(table: Public, planet: str) -> int:
    facts = PLANETS[planet]
    return facts.resources if _swapped(table) else facts.influence
