"""Printed values under standing changes: small questions over the components present.

Most are a hook of `hooks` and the way its answers are put together. Every function reads the public
table only.
"""

from collections.abc import Iterable
from functools import lru_cache

from rules.ti4.components import registry
from rules.ti4.components.base import Component
from rules.ti4.components.presence import everywhere, present
from rules.ti4.facts import COMMAND_TOKENS, PLANETS, UNITS, Unit
from rules.ti4.state import Battle, Mark, Public
from rules.toolbox.hooks import Hooks

_ask: Hooks[Public, Component] = Hooks(present, everywhere)


@lru_cache(maxsize=4096)
def _sheet(faction: str, techs: tuple[str, ...]) -> dict[str, Unit]:
    """Return the units of a faction with these upgrades (TI4 72.4)."""
    mine: dict[str, Unit] = {}
    for unit in UNITS.values():
        printed = unit.faction in ("", faction) and not unit.technology and unit.combat_known
        if printed and (unit.type not in mine or unit.faction):
            mine[unit.type] = unit
    for unit in UNITS.values():
        if unit.technology in techs and unit.technology:
            mine[unit.type] = unit
    return mine


def sheet(table: Public, seat: int) -> dict[str, Unit]:
    """Return the statistics of a seat's units by type; no war sun without the technology."""
    side = table.sides[seat]
    return _sheet(side.faction, tuple(side.techs))


def stats(table: Public, seat: int, unit: str) -> Unit:
    return sheet(table, seat)[unit]


# -- movement ------------------------------------------------------------------------------------

move_bonus = _ask.total(Component.move)
spare_moves = _ask.total(Component.spare_moves)
enters = _ask.anybody(Component.enters)
crosses = _ask.anybody(Component.crosses)
passes_fleets = _ask.anybody(Component.passes_fleets)
moves_apart = _ask.anybody(Component.moves_apart)
may_activate = _ask.nobody_else(Component.denies_activation)
may_move_in = _ask.nobody(Component.denies_move_in)


# -- combat --------------------------------------------------------------------------------------

_combat = _ask.total(Component.combat)
_combat_against = _ask.total(Component.combat_against)
_more_dice = _ask.total(Component.dice)
extra_hits = _ask.total(Component.extra_hits)
must_hit_non_fighters = _ask.anybody(Component.must_hit_non_fighters)
ability_dice = _ask.total(Component.ability_dice)
bombard_bonus = _ask.total(Component.bombard_against)
may_fire_at_landing = _ask.nobody(Component.forbids_landing_fire)
sustain_cancels = _ask.total(Component.sustain_cancels, start=1)
repaired_each_round = _ask.anybody(Component.repaired_each_round)
repairs_each_round = _ask.total(Component.repairs_each_round)
may_bombard = _ask.nobody(Component.denies_bombardment)
extra_guns = _ask.joined(Component.guns)
lands = _ask.joined(Component.lands)
hits_in_return = _ask.total(Component.hits_in_return)
_cannon_against = _ask.total(Component.cannon_against)
_can_sustain = _ask.nobody(Component.cannot_sustain)
may_sustain = _ask.nobody_else(Component.denies_sustain)


def combat_bonus(table: Public, seat: int, unit: str, battle: Battle) -> int:
    """Return all that is added to a combat roll of `unit` (TI4 38)."""
    foe = battle.foe(seat)
    return _combat(table, seat, unit, battle) + _combat_against(table, foe, unit, battle)


def combat_dice(table: Public, seat: int, unit: str, battle: Battle) -> int:
    """Return the dice for each unit of the type (TI4 74.2)."""
    printed = stats(table, seat, unit).combat
    if printed is None:
        return 0
    return max(0, printed.dice + _more_dice(table, seat, unit, battle))


def cannon_bonus(table: Public, shooter: int, target: int) -> int:
    """Return all that is added to Space Cannon rolls of `shooter` against `target`."""
    return _cannon_against(table, target, shooter)


def sustains(table: Public, seat: int, unit: str) -> bool:
    """Return whether the unit has Sustain Damage, as things stand (TI4 80.0)."""
    return stats(table, seat, unit).sustain and _can_sustain(table, seat, unit)


# -- production and limits -----------------------------------------------------------------------

discount = _ask.total(Component.discount)
may_produce = _ask.nobody_else(Component.denies_production_of)
production_cap = _ask.least(Component.production_cap)
goods_worth = _ask.total(Component.goods_worth, start=1)
"""What one trade good is worth as resources or influence (TI4 14.4)."""
_one_per_cost = _ask.anybody(Component.one_per_cost)
_fleet_limit = _ask.total(Component.fleet_limit)
_fleet_pool = _ask.least(Component.fleet_pool)
_structure_limit = _ask.total(Component.structure_limit)
_custodians_discount = _ask.total(Component.custodians_discount)


def per_cost(table: Public, seat: int, unit: str) -> int:
    """Return how many units one payment of the cost brings (TI4 48.2)."""
    return 1 if _one_per_cost(table, seat, unit) else stats(table, seat, unit).per_cost


def fleet_limit(table: Public, seat: int, tile: str) -> int:
    """Return how many ships the fleet pool allows in a system, with everything that changes it
    (TI4 54.1)."""
    return max(0, table.sides[seat].fleet + _fleet_limit(table, seat, tile))


def fleet_pool(table: Public, seat: int) -> int:
    """Return the most tokens the fleet pool may hold."""
    limit = _fleet_pool(table, seat)
    return COMMAND_TOKENS if limit is None else limit


def structure_limit(table: Public, seat: int, unit: str) -> int:
    """Return how many structures of a kind a planet of the seat may hold (TI4 13.4, 13.5)."""
    printed = 2 if unit == "pds" else 1
    return printed + _structure_limit(table, seat, unit)


def custodians_cost(table: Public, seat: int) -> int:
    """Return the influence that removes the custodians token (TI4 85.2)."""
    return max(0, 6 - _custodians_discount(table, seat))


# -- cards, tokens, transactions -----------------------------------------------------------------

may_play_cards = _ask.nobody_else(Component.denies_cards)
may_use_abilities = _ask.nobody_else(Component.denies_abilities)
tokens_gained = _ask.total(Component.tokens_gained, start=2)
"""Command tokens gained in the status phase (TI4 21.5)."""
cards_drawn = _ask.total(Component.cards_drawn, start=1)
"""Action cards drawn in the status phase (TI4 21.3)."""
free_secondary = _ask.anybody(Component.free_secondary)
primary_as_secondary = _ask.anybody(Component.primary_as_secondary)
trades_afar = _ask.anybody(Component.trades_afar)
trades_cards = _ask.anybody(Component.trades_cards)
scores_without_home = _ask.anybody(Component.scores_without_home)
_hand_limit = _ask.total(Component.hand_limit, start=7)


def hand_limit(table: Public, seat: int) -> int:
    """Return how many action cards the player may keep (TI4 28.4)."""
    return max(0, _hand_limit(table, seat))


def initiatives(table: Public) -> dict[int, int]:
    """Return the initiative values of all seats still in the game (TI4 32.1 to 32.3); H-78: without
    a card the last value stays."""
    values = {seat: side.initiative for seat, side in enumerate(table.sides) if not side.out}
    for seat, component in reversed(everywhere(table, "initiative")):
        value = component.initiative(table, seat)
        if value is not None:
            values[seat] = value
    return values


# -- research ------------------------------------------------------------------------------------

ignored_needs = _ask.total(Component.ignored_needs)
free_research = _ask.anybody(Component.free_research)
_waiver = _ask.first(Component.waives_needs)


def waiver(table: Public, seat: int) -> tuple[str, int] | None:
    """Return a technology that makes one research need nothing, and its price."""
    found = _waiver(table, seat)
    return None if found is None else (found[0].id, found[1])


# -- the council ---------------------------------------------------------------------------------

single_vote = _ask.anybody(Component.single_vote)
_votes_allowed = _ask.nobody(Component.denies_vote)


def may_vote(table: Public, seat: int) -> bool:
    """Return whether the player may vote on this agenda (TI4 20.16)."""
    if table.sides[seat].out or (table.agenda is not None and seat in table.agenda.barred):
        return False
    return _votes_allowed(table, seat)


# -- planets and the map -------------------------------------------------------------------------


_merges_wormholes = _ask.anybody(Component.merges_wormholes)
_keeps_wormholes = _ask.anybody(Component.keeps_wormholes)
extra_links = _ask.joined(Component.links)


def _attached(table: Public, planet: str) -> Iterable[Component]:
    for card in table.attached.get(planet, ()):
        yield registry.agenda(card)


def _swapped(table: Public, planet: str) -> bool:
    return any(e.id == Mark.SWAPPED and e.on == planet for e in table.effects)


def resources(table: Public, planet: str) -> int:
    """Return the planet's resources as they are now (TI4 43.1, 15.0)."""
    if table.effects and _swapped(table, planet):
        return _influence(table, planet)
    return _resources(table, planet)


def influence(table: Public, planet: str) -> int:
    """Return the planet's influence as it is now (TI4 43.2, 15.0)."""
    if table.effects and _swapped(table, planet):
        return _resources(table, planet)
    return _influence(table, planet)


def _resources(table: Public, planet: str) -> int:
    value = PLANETS[planet].resources
    if planet in table.attached:
        value += sum(c.planet_values(table, planet)[0] for c in _attached(table, planet))
    return max(0, value)


def _influence(table: Public, planet: str) -> int:
    value = PLANETS[planet].influence
    if planet in table.attached:
        value += sum(c.planet_values(table, planet)[1] for c in _attached(table, planet))
    return max(0, value)


def specialties(table: Public, planet: str) -> list[str]:
    """Return the planet's technology specialties (TI4 43.4)."""
    return [PLANETS[planet].specialty] if PLANETS[planet].specialty else []


def closed(table: Public, planet: str) -> bool:
    """Return whether no unit may be landed, produced or placed there."""
    return planet in table.attached and any(
        c.closes_planet(table, planet) for c in _attached(table, planet)
    )


def production_forbidden(table: Public, planet: str) -> bool:
    """Return whether units there may not use Production."""
    return planet in table.attached and any(
        c.forbids_production(table, planet) for c in _attached(table, planet)
    )


def extra_wormholes(table: Public) -> list[tuple[str, str]]:
    return [
        hole
        for seat, component in everywhere(table, "wormholes")
        for hole in component.wormholes(table, seat)
    ]


def wormholes_merged(table: Public, seat: int | None) -> bool:
    """Return whether wormholes are merged: a common law does it for everybody, an ability for its
    seat only."""
    alive = [s for s, side in enumerate(table.sides) if not side.out]
    seats = alive if seat is None else [seat]
    return all(_merges_wormholes(table, s) for s in seats)


def usable_wormholes(
    table: Public, seat: int, holes: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    """Return the wormholes ships of the seat may move through."""
    shut = present(table, seat, "shuts_wormhole")
    if not shut or _keeps_wormholes(table, seat):
        return holes
    return tuple(
        (tile, kind)
        for tile, kind in holes
        if not any(c.shuts_wormhole(table, seat, kind) for c in shut)
    )
