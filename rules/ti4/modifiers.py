"""What standing changes make of a printed value: small questions over the components present.

A component is present on a seat through its faction, technologies, notes in play, laws, and cards
in effect. Every function reads the public table only.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from rules.ti4 import registry
from rules.ti4.components import Component
from rules.ti4.facts import COMMAND_TOKENS, FACTIONS, PLANETS, TECHNOLOGIES, UNITS, Roll, Unit
from rules.ti4.state import Battle, Public

SILENCED = "silenced"
"""An effect: the faction abilities and faction technologies of its seat are off."""
SWAPPED = "values exchanged"
"""An effect: resources and influence of the planet it lies on are exchanged."""

_KINDS_OF_EFFECTS: tuple[registry.Kind, ...] = (
    "action card",
    "note",
    "technology",
    "ability",
    "flagship",
    "agenda",
)


@lru_cache(maxsize=8192)
def _hooked(
    hook: str,
    faction: str,
    techs: tuple[str, ...],
    notes: tuple[str, ...],
    laws: tuple[str, ...],
    effects: tuple[str, ...],
) -> tuple[Component, ...]:
    registry.load()
    found: list[Component | None] = []
    if faction:
        sheet = FACTIONS[faction]
        found += [registry.find("ability", a.id) for a in sheet.abilities]
        found.append(registry.find("flagship", sheet.flagship))
    found += [registry.find("technology", tech) for tech in techs]
    found += [registry.find("note", note.split(":")[1]) for note in notes]
    found += [registry.find("agenda", law) for law in laws]
    for effect in effects:
        found += [registry.find(kind, effect) for kind in _KINDS_OF_EFFECTS]
    neutral = getattr(Component, hook)
    return tuple(c for c in found if c is not None and getattr(type(c), hook) is not neutral)


class _Bearers(NamedTuple):
    """What can bring an answer to a hook: most questions concern few of them."""

    factions: frozenset[str]
    techs: frozenset[str]
    notes: frozenset[str]
    laws: frozenset[str]
    effects: frozenset[str]


@cache
def _bearers(hook: str) -> _Bearers:
    neutral = getattr(Component, hook)

    def answering(*kinds: registry.Kind) -> frozenset[str]:
        return frozenset(
            id
            for kind in kinds
            for id, handler in registry.built(kind).items()
            if getattr(type(handler), hook) is not neutral
        )

    abilities, flagships = answering("ability"), answering("flagship")
    factions = frozenset(
        faction.id
        for faction in FACTIONS.values()
        if faction.flagship in flagships or any(a.id in abilities for a in faction.abilities)
    )
    return _Bearers(
        factions,
        answering("technology"),
        answering("note"),
        answering("agenda"),
        answering(*_KINDS_OF_EFFECTS),
    )


def present(table: Public, seat: int, hook: str) -> tuple[Component, ...]:
    """The components of a seat that have something to say to this question."""
    side = table.sides[seat]
    if side.out:
        return ()
    factions, techs, notes, laws, effects = _bearers(hook)
    lasting: tuple[str, ...] = ()
    if table.effects:
        lasting = tuple(
            e.id
            for e in table.effects
            if e.seat == seat and e.id in effects and e.until != "moment"
        )
    some = lasting or (notes and side.in_play) or (laws and table.laws)
    if not some and side.faction not in factions and techs.isdisjoint(side.techs):
        return ()
    law: tuple[str, ...] = ()
    if laws and table.laws:
        law = tuple(
            sorted(id for id, at in table.laws.items() if id in laws and at.owner in (-1, seat))
        )
    faction = side.faction if side.faction in factions else ""
    own = () if techs.isdisjoint(side.techs) else tuple(side.techs)
    held = tuple(side.in_play) if notes else ()
    found = _hooked(hook, faction, own, held, law, lasting)
    if table.effects and _silenced(table, seat):
        return tuple(c for c in found if not of_faction(c))
    return found


def _silenced(table: Public, seat: int) -> bool:
    return any(e.id == SILENCED and e.seat == seat for e in table.effects)


def of_faction(component: Component) -> bool:
    """A faction ability or a faction technology."""
    if component.kind == "technology":
        return bool(TECHNOLOGIES[component.id].faction)
    return component.kind == "ability"


def silenced(table: Public, seat: int, component: Component) -> bool:
    return of_faction(component) and _silenced(table, seat)


def everywhere(table: Public, hook: str) -> list[tuple[int, Component]]:
    """(seat, component) for all seats."""
    factions, techs, notes, laws, effects = _bearers(hook)
    some = (laws and table.laws) or (effects and any(e.id in effects for e in table.effects))
    found = []
    for seat, side in enumerate(table.sides):
        mine = some or (notes and side.in_play) or side.faction in factions
        if mine or not techs.isdisjoint(side.techs):
            found += [(seat, component) for component in present(table, seat, hook)]
    return found


@lru_cache(maxsize=4096)
def _sheet(faction: str, techs: tuple[str, ...]) -> dict[str, Unit]:
    """TI4 72.4: the units of a faction with these upgrades."""
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
    """The statistics of a seat's units by type; no war sun without the technology."""
    side = table.sides[seat]
    return _sheet(side.faction, tuple(side.techs))


def stats(table: Public, seat: int, unit: str) -> Unit:
    return sheet(table, seat)[unit]


# -- movement ------------------------------------------------------------------------------------


def move_bonus(table: Public, seat: int, unit: str, origin: str) -> int:
    return sum(c.move(table, seat, unit, origin) for c in present(table, seat, "move"))


def spare_moves(table: Public, seat: int) -> int:
    return sum(c.spare_moves(table, seat) for c in present(table, seat, "spare_moves"))


def enters(table: Public, seat: int, anomaly: str) -> bool:
    return any(c.enters(table, seat, anomaly) for c in present(table, seat, "enters"))


def crosses(table: Public, seat: int, anomaly: str) -> bool:
    return any(c.crosses(table, seat, anomaly) for c in present(table, seat, "crosses"))


def passes_fleets(table: Public, seat: int, unit: str, origin: str) -> bool:
    return any(
        c.passes_fleets(table, seat, unit, origin) for c in present(table, seat, "passes_fleets")
    )


def may_activate(table: Public, seat: int, tile: str) -> bool:
    return not any(
        owner != seat and c.denies_activation(table, owner, seat, tile)
        for owner, c in everywhere(table, "denies_activation")
    )


def may_move_in(table: Public, seat: int, tile: str) -> bool:
    return not any(
        c.denies_move_in(table, seat, tile) for c in present(table, seat, "denies_move_in")
    )


# -- combat --------------------------------------------------------------------------------------


def combat_bonus(table: Public, seat: int, unit: str, battle: Battle) -> int:
    """All that is added to a combat roll of `unit` (TI4 38)."""
    foe = battle.foe(seat)
    mine = sum(c.combat(table, seat, unit, battle) for c in present(table, seat, "combat"))
    theirs = sum(
        c.combat_against(table, foe, unit, battle) for c in present(table, foe, "combat_against")
    )
    return mine + theirs


def combat_dice(table: Public, seat: int, unit: str, battle: Battle) -> int:
    """Dice for each unit of the type (TI4 74.2)."""
    printed = stats(table, seat, unit).combat
    if printed is None:
        return 0
    more = sum(c.dice(table, seat, unit, battle) for c in present(table, seat, "dice"))
    return max(0, printed.dice + more)


def extra_hits(table: Public, seat: int, unit: str, battle: Battle, die: int) -> int:
    return sum(
        c.extra_hits(table, seat, unit, battle, die) for c in present(table, seat, "extra_hits")
    )


def aims_high(table: Public, seat: int, unit: str, battle: Battle) -> bool:
    return any(c.aims_high(table, seat, unit, battle) for c in present(table, seat, "aims_high"))


def ability_dice(table: Public, seat: int, ability: str) -> int:
    return sum(c.ability_dice(table, seat, ability) for c in present(table, seat, "ability_dice"))


def cannon_bonus(table: Public, shooter: int, target: int) -> int:
    return sum(
        c.cannon_against(table, target, shooter) for c in present(table, target, "cannon_against")
    )


def bombard_bonus(table: Public, owner: int, planet: str) -> int:
    return sum(
        c.bombard_against(table, owner, planet) for c in present(table, owner, "bombard_against")
    )


def may_fire_at_landing(table: Public, invader: int) -> bool:
    return not any(
        c.no_landing_fire(table, invader) for c in present(table, invader, "no_landing_fire")
    )


def sustain_cancels(table: Public, seat: int) -> int:
    return 1 + sum(c.sustain_cancels(table, seat) for c in present(table, seat, "sustain_cancels"))


def mends_itself(table: Public, seat: int, unit: str) -> bool:
    return any(c.mends_itself(table, seat, unit) for c in present(table, seat, "mends_itself"))


def mends(table: Public, seat: int) -> int:
    return sum(c.mends(table, seat) for c in present(table, seat, "mends"))


def may_bombard(table: Public, seat: int, planet: str) -> bool:
    return not any(
        c.denies_bombardment(table, seat, planet)
        for c in present(table, seat, "denies_bombardment")
    )


def extra_guns(table: Public, seat: int, tile: str) -> list[tuple[str, str, Roll]]:
    return [gun for c in present(table, seat, "guns") for gun in c.guns(table, seat, tile)]


def sustains(table: Public, seat: int, unit: str) -> bool:
    """TI4 80.0: has the unit Sustain Damage, as things stand?"""
    return stats(table, seat, unit).sustain and not any(
        c.hurts_fully(table, seat, unit) for c in present(table, seat, "hurts_fully")
    )


def may_sustain(table: Public, seat: int, tile: str) -> bool:
    return not any(
        owner != seat and c.denies_sustain(table, owner, tile)
        for owner, c in everywhere(table, "denies_sustain")
    )


# -- production and economy ----------------------------------------------------------------------


def goods_worth(table: Public, seat: int) -> int:
    """What one trade good is worth as resources or influence (TI4 14.4)."""
    return 1 + sum(c.goods_worth(table, seat) for c in present(table, seat, "goods_worth"))


def discount(table: Public, seat: int, tile: str, units: Mapping[str, int]) -> int:
    return sum(c.discount(table, seat, tile, units) for c in present(table, seat, "discount"))


def unit_cost(table: Public, seat: int, unit: str) -> int | None:
    printed = stats(table, seat, unit).cost
    if printed is None:
        return None
    return max(
        0,
        printed + sum(c.unit_cost(table, seat, unit) for c in present(table, seat, "unit_cost")),
    )


def per_cost(table: Public, seat: int, unit: str) -> int:
    """TI4 48.2: how many units one payment of the cost brings."""
    if any(c.one_per_cost(table, seat, unit) for c in present(table, seat, "one_per_cost")):
        return 1
    return stats(table, seat, unit).per_cost


def production_extra(table: Public, seat: int, place: str) -> int:
    return sum(
        c.production_limit(table, seat, place) for c in present(table, seat, "production_limit")
    )


def may_produce(table: Public, seat: int, tile: str, unit: str) -> bool:
    return not any(
        c.denies_production(table, seat, tile, unit)
        for c in present(table, seat, "denies_production")
    ) and not any(
        owner != seat and c.denies_production_of(table, owner, seat, tile)
        for owner, c in everywhere(table, "denies_production_of")
    )


def production_cap(table: Public, seat: int, place: str, unit: str) -> int | None:
    caps = [
        c.production_cap(table, seat, place, unit) for c in present(table, seat, "production_cap")
    ]
    known = [cap for cap in caps if cap is not None]
    return min(known) if known else None


def lands(table: Public, seat: int, tile: str) -> tuple[str, ...]:
    return tuple(u for c in present(table, seat, "lands") for u in c.lands(table, seat, tile))


def moves_apart(table: Public, seat: int) -> bool:
    return any(c.moves_apart(table, seat) for c in present(table, seat, "moves_apart"))


def hits_in_return(table: Public, seat: int, battle: Battle, hits: int) -> int:
    return sum(
        c.hits_in_return(table, seat, battle, hits) for c in present(table, seat, "hits_in_return")
    )


def capacity_extra(table: Public, seat: int, tile: str) -> int:
    return sum(c.capacity(table, seat, tile) for c in present(table, seat, "capacity"))


def fleet_limit(table: Public, seat: int, tile: str) -> int:
    """TI4 54.1, with what changes it."""
    more = sum(c.fleet_limit(table, seat, tile) for c in present(table, seat, "fleet_limit"))
    return max(0, table.sides[seat].fleet + more)


def fleet_pool(table: Public, seat: int) -> int:
    """The most tokens the fleet pool may hold."""
    caps = [c.fleet_pool(table, seat) for c in present(table, seat, "fleet_pool")]
    return min((cap for cap in caps if cap is not None), default=COMMAND_TOKENS)


def structure_limit(table: Public, seat: int, unit: str) -> int:
    """TI4 13.4, 13.5"""
    printed = 2 if unit == "pds" else 1
    return printed + sum(
        c.structure_limit(table, seat, unit) for c in present(table, seat, "structure_limit")
    )


def hand_limit(table: Public, seat: int) -> int:
    """TI4 28.4"""
    return max(0, 7 + sum(c.hand_limit(table, seat) for c in present(table, seat, "hand_limit")))


def tokens_gained(table: Public, seat: int) -> int:
    """TI4 21.5"""
    return 2 + sum(c.tokens_gained(table, seat) for c in present(table, seat, "tokens_gained"))


def cards_drawn(table: Public, seat: int) -> int:
    """TI4 21.3"""
    return 1 + sum(c.cards_drawn(table, seat) for c in present(table, seat, "cards_drawn"))


def may_play_cards(table: Public, seat: int) -> bool:
    return not any(
        owner != seat and c.denies_cards(table, owner, seat)
        for owner, c in everywhere(table, "denies_cards")
    )


def may_use_abilities(table: Public, seat: int) -> bool:
    return not any(
        owner != seat and c.denies_abilities(table, owner, seat)
        for owner, c in everywhere(table, "denies_abilities")
    )


def ignored_needs(table: Public, seat: int, tech: str) -> int:
    return sum(c.ignored_needs(table, seat, tech) for c in present(table, seat, "ignored_needs"))


def free_research(table: Public, seat: int) -> bool:
    return any(c.free_research(table, seat) for c in present(table, seat, "free_research"))


def trades_afar(table: Public, seat: int) -> bool:
    return any(c.trades_afar(table, seat) for c in present(table, seat, "trades_afar"))


def trades_cards(table: Public, seat: int) -> bool:
    return any(c.trades_cards(table, seat) for c in present(table, seat, "trades_cards"))


def scores_without_home(table: Public, seat: int) -> bool:
    return any(
        c.scores_without_home(table, seat) for c in present(table, seat, "scores_without_home")
    )


def free_secondary(table: Public, seat: int, card: str) -> bool:
    return any(c.free_secondary(table, seat, card) for c in present(table, seat, "free_secondary"))


def primary_as_secondary(table: Public, seat: int, card: str) -> bool:
    return any(
        c.primary_as_secondary(table, seat, card)
        for c in present(table, seat, "primary_as_secondary")
    )


def waiver(table: Public, seat: int) -> tuple[str, int] | None:
    """A technology that makes one research need nothing, and what that costs."""
    for component in present(table, seat, "waives_needs"):
        price = component.waives_needs(table, seat)
        if price is not None:
            return component.id, price
    return None


def custodians_cost(table: Public, seat: int) -> int:
    """TI4 85.2"""
    off = sum(
        c.custodians_discount(table, seat) for c in present(table, seat, "custodians_discount")
    )
    return max(0, 6 - off)


def initiatives(table: Public) -> dict[int, int]:
    """The initiative values of all seats still in the game (TI4 32.1 to 32.3); H-78: without a card
    the last value stays."""
    values = {seat: side.initiative for seat, side in enumerate(table.sides) if not side.out}
    for seat, component in reversed(everywhere(table, "initiative")):
        value = component.initiative(table, seat)
        if value is not None:
            values[seat] = value
    return values


# -- the council ---------------------------------------------------------------------------------


def may_vote(table: Public, seat: int) -> bool:
    """TI4 20.16"""
    if table.sides[seat].out or (table.agenda is not None and seat in table.agenda.barred):
        return False
    return not any(c.denies_vote(table, seat) for c in present(table, seat, "denies_vote"))


def single_vote(table: Public, seat: int) -> bool:
    return any(c.single_vote(table, seat) for c in present(table, seat, "single_vote"))


def votes_extra(table: Public, seat: int) -> int:
    return sum(c.votes(table, seat) for c in present(table, seat, "votes"))


def planet_votes(table: Public, seat: int, planet: str) -> int:
    """TI4 20.6"""
    return influence(table, planet) + sum(
        c.planet_votes(table, seat, planet) for c in present(table, seat, "planet_votes")
    )


# -- planets and the map -------------------------------------------------------------------------


def _attached(table: Public, planet: str) -> Iterable[Component]:
    for card in table.attached.get(planet, ()):
        yield registry.get("agenda", card)


def _swapped(table: Public, planet: str) -> bool:
    return any(e.id == SWAPPED and e.on == planet for e in table.effects)


def resources(table: Public, planet: str) -> int:
    """TI4 43.1, 15.0"""
    if table.effects and _swapped(table, planet):
        return _influence(table, planet)
    return _resources(table, planet)


def influence(table: Public, planet: str) -> int:
    """TI4 43.2, 15.0"""
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
    """TI4 43.4"""
    here = [PLANETS[planet].specialty]
    if planet in table.attached:
        here += [c.planet_specialty(table, planet) for c in _attached(table, planet)]
    return [colour for colour in here if colour]


def closed(table: Public, planet: str) -> bool:
    """May no unit be landed, produced or placed there?"""
    return planet in table.attached and any(
        c.closes_planet(table, planet) for c in _attached(table, planet)
    )


def idle(table: Public, planet: str) -> bool:
    """May units there not use Production?"""
    return planet in table.attached and any(
        c.idles_planet(table, planet) for c in _attached(table, planet)
    )


def extra_wormholes(table: Public) -> list[tuple[str, str]]:
    return [
        hole
        for seat, component in everywhere(table, "wormholes")
        for hole in component.wormholes(table, seat)
    ]


def wormholes_merged(table: Public, seat: int | None) -> bool:
    """A common law merges them for everybody, an ability for its seat only."""
    alive = [s for s, side in enumerate(table.sides) if not side.out]
    seats = alive if seat is None else [seat]
    merging = [
        [c.merges_wormholes(table, s) for c in present(table, s, "merges_wormholes")] for s in seats
    ]
    return all(any(answers) for answers in merging)


def usable_wormholes(
    table: Public, seat: int, holes: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    """Wormholes ships of the seat may move through."""
    shut = present(table, seat, "shuts_wormhole")
    if not shut or any(
        c.keeps_wormholes(table, seat) for c in present(table, seat, "keeps_wormholes")
    ):
        return holes
    return tuple(
        (tile, kind)
        for tile, kind in holes
        if not any(c.shuts_wormhole(table, seat, kind) for c in shut)
    )


def extra_links(table: Public, seat: int) -> list[tuple[str, str]]:
    return [pair for c in present(table, seat, "links") for pair in c.links(table, seat)]
