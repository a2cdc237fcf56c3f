"""Ideas about units to produce and structures to build."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

from rules.imperium.payment import FREE
from rules.kernel.decisions import Decision
from rules.ti4 import economy, galaxy
from rules.ti4.components import modifiers
from rules.ti4.facts import TILES
from rules.ti4.ideas.aims import Aims
from rules.ti4.state import Public, View
from rules.ti4.strategy.construction import (
    BuildStructures,
    ConstructionSecondary,
    Site,
    Structure,
    Works,
    sites,
)
from rules.ti4.strategy.warfare import WarfareSecondary
from rules.ti4.tactical.production import Build, Produce, Production, build_problems
from rules.ti4.units import fleets

UnitList: TypeAlias = tuple[str, ...]

TRANSPORT: UnitList = ("carrier", "infantry", "infantry", "carrier", "infantry", "fighter")
LIFT: UnitList = ("carrier", "cruiser", "destroyer")
WARFLEET: UnitList = (
    "war_sun",
    "dreadnought",
    "cruiser",
    "carrier",
    "infantry",
    "fighter",
    "fighter",
)
SCOUTS: UnitList = ("cruiser", "destroyer", "infantry", "infantry", "destroyer")
TROOPS: UnitList = ("infantry", "infantry", "infantry", "infantry", "fighter", "fighter")
DREADNOUGHTS: UnitList = ("dreadnought", "dreadnought", "infantry", "fighter", "fighter")
FLAGSHIP: UnitList = ("flagship", "infantry", "infantry")
FLAGSHIP_PRICE = 8


def productions(decision: Produce, v: View, rng: Random) -> Iterator[Production]:
    """Yield ideas: transports and troops, warships, small ships, troops alone, nothing."""
    table, seat = v.table, decision.seat
    limits = decision.limits(v)
    if limits:
        aims = Aims(v, seat)
        room, waiting = _transport(table, seat, decision.tile)
        lists = _lists(aims, room, waiting)
        for wants in lists:
            yield _filled(decision, aims, v, limits, wants)
        if aims.kept != FREE:
            yield _filled(decision, None, v, limits, lists[0])
    yield Production()


def _lists(aims: Aims, room: int, waiting: int) -> list[UnitList]:
    """Return lists of units, by what the objectives want and by how many ground forces wait for
    how much room."""
    if waiting > room:
        lists = [LIFT, WARFLEET, TRANSPORT]
    elif waiting + 2 > room:
        lists = [TRANSPORT, WARFLEET]
    else:
        lists = [TROOPS, WARFLEET, TRANSPORT]
    flagless = not fleets.on_board(aims.table, aims.seat, "flagship")
    if flagless:
        lists.append(FLAGSHIP)
    lists += [SCOUTS, TROOPS]
    if flagless and aims.wants("flagship") and aims.for_ships >= FLAGSHIP_PRICE:
        lists.insert(0, FLAGSHIP)
    if aims.wants_ships:
        lists.insert(0, ("destroyer", *lists[0]))
    if aims.wants("dreadnought"):
        lists.insert(0, DREADNOUGHTS)
    return lists


def second_productions(decision: WarfareSecondary, v: View, rng: Random) -> Iterator[Production]:
    """Yield ideas for a second production, where the last strategy token is kept for a technology
    or a secret objective."""
    if v.table.sides[decision.seat].strategy < 2:
        yield Production()
    yield from productions(decision, v, rng)


def _transport(table: Public, seat: int, tile: str) -> tuple[int, int]:
    """Return how many ground forces the ships in a system carry, and how many wait there."""
    sheet = modifiers.sheet(table, seat)
    afloat = fleets.at(table, tile, seat)
    room = sum(sheet[unit].capacity * n for unit, n in afloat.items())
    ashore = [
        max(0, fleets.at(table, planet, seat).get("infantry", 0) - 1)
        for planet in TILES[tile].planets
    ]
    return room, sum(ashore) + afloat.get("infantry", 0)


def _filled(
    decision: Produce, aims: Aims | None, v: View, limits: dict[str, int], wants: Sequence[str]
) -> Production:
    """Return a production of these units, in turns, as far as money, limits and room go.

    `aims`: what they keep back is not spent; None: everything may be.
    """
    table, seat = v.table, decision.seat
    sheet = modifiers.sheet(table, seat)
    budget = aims.for_ships if aims else economy.wealth(table, seat, "resources")
    place = max(limits, key=lambda p: (limits[p], p))
    units: dict[str, int] = {}
    refused: set[str] = set()
    for _lap in range(3):
        for unit in wants:
            if unit in refused or unit not in sheet or sheet[unit].cost is None:
                continue
            n = sheet[unit].per_cost
            if sum(units.values()) + n > limits[place]:
                n = limits[place] - sum(units.values())
            grown = {**units, unit: units.get(unit, 0) + n}
            builds = [Build(place, grown)]
            if (
                n < 1
                or decision.cost(v, builds) > budget
                or build_problems(table, seat, decision.tile, builds, limits, {}, {})
            ):
                refused.add(unit)
                continue
            units = grown
    if not units:
        return Production()
    builds = [Build(place, units)]
    cost = decision.cost(v, builds)
    if aims:
        pay = aims.pay(cost, "resources")
    else:
        pay = economy.best_pay(table, seat, cost, "resources", goods=True)
    return Production() if pay is None else Production(builds, pay)


def structures(decision: BuildStructures, v: View, rng: Random) -> Sequence[Works]:
    """Return ideas: a dock far out with a PDS, or two PDS at home."""
    table, seat = v.table, decision.seat
    docks = _dock_sites(table, seat)
    guns = _gun_sites(table, seat)
    found = []
    if len(guns) > 1 and Aims(v, seat).wants("pds"):
        found.append(Works([Structure("pds", p) for p in guns[:2]]))
    for dock in docks[:2]:
        gun = next((p for p in guns if p != dock), "")
        more = [Structure("pds", gun)] if gun else []
        found.append(Works([Structure("space_dock", dock), *more]))
        found.append(Works([Structure("space_dock", dock)]))
    found += [Works([Structure("pds", p) for p in guns[:2]])] if len(guns) > 1 else []
    found += [Works([Structure("pds", guns[0])])] if guns else []
    return [*found, Works([])]


def _dock_sites(table: Public, seat: int) -> list[str]:
    if fleets.reinforcements(table, seat, "space_dock") < 1:
        return []
    taken = {
        galaxy.tile_of(place)
        for place, units in fleets.places_of(table, seat)
        if units.get("space_dock")
    }
    free = [p for p in sites(table, seat, "space_dock") if galaxy.tile_of(p) not in taken]
    return sorted(free, key=lambda p: (-_resources(table, p), p))


def _gun_sites(table: Public, seat: int) -> list[str]:
    if fleets.reinforcements(table, seat, "pds") < 1:
        return []
    home = galaxy.home_of(table, seat)
    return sorted(sites(table, seat, "pds"), key=lambda p: (galaxy.tile_of(p) != home, p))


def _resources(table: Public, place: str) -> int:
    return modifiers.resources(table, place) if place in table.control else 0


def site(decision: ConstructionSecondary, v: View, rng: Random) -> Sequence[Site]:
    """Return ideas: a dock where none is, a PDS at home, nothing; it costs a token of each kind."""
    table, seat = v.table, decision.seat
    skip = Site()
    if table.sides[seat].strategy < 1:
        return [skip]
    found = [
        Site(galaxy.tile_of(p), unit, p)
        for unit, places in (
            ("space_dock", _dock_sites(table, seat)),
            ("pds", _gun_sites(table, seat)),
        )
        for p in places[:1]
    ]
    side = table.sides[seat]
    held_up = [s for s in found if side.tactic and fleets.ships(fleets.at(table, s.tile, seat))]
    free = [s for s in found if s not in held_up]
    aims = Aims(v, seat)
    wished = [s for s in found if aims.wants(s.unit)]
    if wished:
        return [*wished, skip, *found]
    return [*free, skip, *held_up] if side.strategy > 1 else [skip, *found]


def as_by_default(decision: Decision[Any], v: View, rng: Random) -> Sequence[Any]:
    """Return the default, which is the answer most players would give."""
    return [decision.default(v)]
