"""Action cards played on systems and ships as an action (TI3 19.3.1)."""

from rules.kernel.table import Play
from rules.ti3 import events as ev
from rules.ti3 import galaxy
from rules.ti3.components import timing
from rules.ti3.components import windows as w
from rules.ti3.components.base import ActionCard, Targets
from rules.ti3.components.choices import titled
from rules.ti3.components.registry import register
from rules.ti3.facts import TILES
from rules.ti3.state import Public, Table, Until, View
from rules.ti3.strategy.warfare import OrderPatrols, patrol_ideas, send_patrols
from rules.ti3.units import fleets
from rules.ti3.units.limits import check_elimination, enforce_in
from rules.ti3.units.losses import destroy
from rules.toolbox.targets import Composite, Target, as_target, player, seat_of


@register
class DiplomaticImmunity(ActionCard):
    """Nobody else may activate a system with an own ship in this round."""

    id = "diplomatic_immunity"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled(fleets.tiles_with_ships(v.table, seat))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.ROUND, on)

    def denies_activation(self, table: Public, seat: int, other: int, tile: str) -> bool:
        return other != seat and timing.in_effect(table, self.id, seat, as_target(tile))


@register
class GhostShip(ActionCard):
    """A destroyer appears in a wormhole system without enemy ships."""

    id = "ghost_ship"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        table = v.table
        if not fleets.reinforcements(table, seat, "destroyer"):
            return {}
        gates = sorted({tile for tile, _letter in galaxy.wormholes(table)})
        return titled([x for x in gates if not fleets.enemies_in(table, x, seat)])

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from place_ship(t, seat, on, "destroyer", self.rule)


def place_ship(t: Table, seat: int, tile: str, unit: str, rule: str) -> Play[None]:
    """Place a ship for nothing, and check Fleet Supply at once (TI3 17.3.2)."""
    fleets.add(t.table, tile, seat, unit)
    t.tell(ev.Placed(seat, tile, {unit: 1}), cite=rule)
    yield from enforce_in(t, seat, tile)


class ShipOf(Composite):
    """A ship in a system, by its owner and its type."""

    between = ">"

    tile: str
    owner: str
    unit: str


@register
class LuckyShot(ActionCard):
    """A dreadnought, cruiser or destroyer in a system with an own planet is destroyed."""

    id = "lucky_shot"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        table = v.table
        return {
            ShipOf(
                tile, player(s), unit
            ).target: f"{TILES[tile].name}, {v.names[s]}, {ev.title(unit)}"
            for tile in sorted(table.space)
            if fleets.controlled_in(table, tile, seat)
            for s in fleets.enemies_in(table, tile, seat)
            for unit in ("dreadnought", "cruiser", "destroyer")
            if fleets.at(table, tile, s).get(unit)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        ship = ShipOf.read(on)
        owner = seat_of(ship.owner)
        yield from destroy(t, ship.tile, owner, {ship.unit: 1}, cite=self.rule)
        yield from enforce_in(t, owner, ship.tile)
        check_elimination(t)


@register
class PatrolCard(ActionCard):
    """Up to two cruisers or destroyers leave an activated system for adjacent empty ones."""

    id = "patrol"
    windows = (w.ACTION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(patrol_ideas(table, seat, activated=True))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        moves = yield from t.ask(OrderPatrols(seat))
        yield from send_patrols(t, seat, moves)


@register
class RallyOfThePeople(ActionCard):
    """A dreadnought in the own Home System, unless that is blockaded."""

    id = "rally_of_the_people"
    windows = (w.ACTION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        home = galaxy.home_of(table, seat)
        free = not fleets.enemies_in(table, home, seat)
        return free and fleets.reinforcements(table, seat, "dreadnought") > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        home = galaxy.home_of(t.table, seat)
        yield from place_ship(t, seat, home, "dreadnought", self.rule)


@register
class WarFooting(ActionCard):
    """Two more ships than Fleet Supply says in one system, until the round ends."""

    id = "war_footing"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        places = sorted(x for x in v.table.places if TILES[x].may_be_activated)
        return titled(places)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.ROUND, on)

    def fleet_limit(self, table: Public, seat: int, tile: str) -> int:
        return 2 if timing.in_effect(table, self.id, seat, as_target(tile)) else 0
