"""Action cards that are component actions (TI4 28.6a)."""

from rules.imperium import counters
from rules.imperium.payment import Pay
from rules.kernel.decisions import Problem
from rules.kernel.table import Play
from rules.ti4 import economy, galaxy, nouns
from rules.ti4 import events as ev
from rules.ti4.action_cards.pieces import PlacesUnit, ship_systems
from rules.ti4.combat.hits import destroy
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import ActionCard
from rules.ti4.components.choices import other_players
from rules.ti4.components.registry import register
from rules.ti4.facts import AGENDAS, PLANETS, TILES
from rules.ti4.phases.agenda import repeal
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, View
from rules.ti4.strategy.technology import research_one
from rules.ti4.swaps import take_card
from rules.ti4.technology import researchable
from rules.ti4.units import fleets
from rules.ti4.units.limits import enforce, enforce_in
from rules.ti4.units.recall import obtainable
from rules.toolbox.components import Targets
from rules.toolbox.targets import Composite, Target, player, seat_of


def of_trait(table: Public, seat: int, trait: str) -> list[str]:
    return [p for p in fleets.controlled(table, seat) if PLANETS[p].trait == trait]


@register
class GhostShip(PlacesUnit):
    """A destroyer in a non-home wormhole system without other players' ships."""

    id = "ghost_ship"
    windows = (w.ACTION,)
    unit = "destroyer"

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        if not obtainable(v.table, seat, self.unit):
            return {}
        tiles = sorted({tile for tile, _ in galaxy.wormholes(v.table)}, key=int)
        return {
            tile: ev.title(tile)
            for tile in tiles
            if not galaxy.is_home(tile) and not fleets.enemies_in(v.table, tile, seat)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from self.put(t, seat, on)
        yield from enforce_in(t, on, seat)


@register
class MiningInitiative(ActionCard):
    """Trade goods for the resources of one own planet."""

    id = "mining_initiative"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {p: PLANETS[p].name for p in fleets.controlled(v.table, seat)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from economy.gain_goods(t, seat, modifiers.resources(t.table, on))


@register
class IndustrialInitiative(ActionCard):
    """A trade good for each own industrial planet."""

    id = "industrial_initiative"
    windows = (w.ACTION,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        mine = fleets.controlled(t.table, seat)
        count = sum(PLANETS[planet].trait == "industrial" for planet in mine)
        yield from economy.gain_goods(t, seat, count)


@register
class Plague(ActionCard):
    """A die for each infantry on another player's planet; 6 or more destroys one."""

    id = "plague"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {
            planet: PLANETS[planet].name
            for planet, owner in sorted(v.table.control.items())
            if owner != seat
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        owner = t.table.control[on]
        infantry = fleets.at(t.table, on, owner).get("infantry", 0)
        values = t.roll(f"plague@{on}", infantry)
        hits = sum(value >= 6 for value in values)
        yield from destroy(t, on, owner, {"infantry": hits}, seat, self.id)


# -- planets ------------------------------------------------------------------------------------


@register
class EconomicInitiative(ActionCard):
    """Own cultural planets are readied."""

    id = "economic_initiative"
    windows = (w.ACTION,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.ready(t, seat, of_trait(t.table, seat, "cultural"))


@register
class FrontlineDeployment(ActionCard):
    """Three infantry on one own planet."""

    id = "frontline_deployment"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {p: PLANETS[p].name for p in fleets.open_planets(v.table, seat)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        fleets.add(t.table, on, seat, "infantry", 3)
        t.tell(ev.Placed(seat, on, {"infantry": 3}), cite="TI4 28.7")


@register
class RiseOfAMessiah(ActionCard):
    """An infantry on every own planet."""

    id = "rise_of_a_messiah"
    windows = (w.ACTION,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        for planet in fleets.open_planets(t.table, seat):
            fleets.add(t.table, planet, seat, "infantry")
            t.tell(ev.Placed(seat, planet, {"infantry": 1}), cite="TI4 28.7")


@register
class CrippleDefenses(ActionCard):
    """All PDS on one planet are destroyed; there need not be any."""

    id = "cripple_defenses"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        tiles = galaxy.tiles(v.table)
        return {p: PLANETS[p].name for tile in tiles for p in TILES[tile].planets}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        for owner in sorted(map(int, t.table.ground.get(on, {}))):
            pds = fleets.at(t.table, on, owner).get("pds", 0)
            yield from destroy(t, on, owner, {"pds": pds}, seat, self.id)


@register
class UnstablePlanet(ActionCard):
    """A hazardous planet is exhausted and loses up to three infantry."""

    id = "unstable_planet"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {
            planet: PLANETS[planet].name
            for planet in sorted(v.table.control)
            if PLANETS[planet].trait == "hazardous"
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        economy.exhaust(t, t.table.control[on], [on])
        left = 3
        for owner in fleets.ground_owners(t.table, on):
            lost = min(left, fleets.at(t.table, on, owner).get("infantry", 0))
            left -= lost
            yield from destroy(t, on, owner, {"infantry": lost}, seat, self.id)


@register
class Uprising(ActionCard):
    """A readied planet of another player is exhausted; its resources become trade goods."""

    id = "uprising"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {
            planet: PLANETS[planet].name
            for planet, owner in sorted(v.table.control.items())
            if owner != seat and planet not in v.table.spent and not PLANETS[planet].home_of
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        economy.exhaust(t, t.table.control[on], [on])
        yield from economy.gain_goods(t, seat, modifiers.resources(t.table, on))


@register
class TacticalBombardment(ActionCard):
    """Other players' planets in a system with an own bombarding unit are exhausted."""

    id = "tactical_bombardment"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        sheet = modifiers.sheet(v.table, seat)
        places = [
            place
            for place, counts in fleets.places_of(v.table, seat)
            if any(sheet[unit].bombardment for unit in counts if unit in sheet)
        ]
        return {tile: ev.title(tile) for tile in sorted({galaxy.tile_of(p) for p in places})}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        for other in timing.clockwise(t.table, seat)[1:]:
            economy.exhaust(t, other, fleets.controlled_in(t.table, on, other))


class ShipOf(Composite):
    """A ship in a system, by its type and its owner."""

    tile: str
    unit: str
    owner: str


class PlaceOf(Composite):
    """A place, and a player who has something there or gets something."""

    place: str
    player: str


# -- units --------------------------------------------------------------------------------------


@register
class LuckyShot(ActionCard):
    """Another player's dreadnought, cruiser or destroyer over an own planet is destroyed."""

    id = "lucky_shot"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        tiles = sorted({PLANETS[p].tile for p in fleets.controlled(v.table, seat)}, key=int)
        return {
            ShipOf(tile, unit, player(owner)).target: f"{tile} {nouns.unit(unit)} {v.names[owner]}"
            for tile in tiles
            for owner in fleets.enemies_in(v.table, tile, seat)
            for unit in ("dreadnought", "cruiser", "destroyer")
            if fleets.at(v.table, tile, owner).get(unit)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        ship = ShipOf.read(on)
        owner = seat_of(ship.owner)
        yield from destroy(t, ship.tile, owner, {ship.unit: 1}, seat, self.id)
        yield from enforce_in(t, ship.tile, owner)


@register
class ReactorMeltdown(ActionCard):
    """Another player's space dock outside home systems is destroyed."""

    id = "reactor_meltdown"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {
            PlaceOf(place, player(other)).target: f"{fleets.name(place)} {v.names[other]}"
            for other in timing.clockwise(v.table, seat)[1:]
            for place, counts in fleets.places_of(v.table, other)
            if counts.get("space_dock") and not galaxy.is_home(galaxy.tile_of(place))
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        dock = PlaceOf.read(on)
        owner = seat_of(dock.player)
        yield from destroy(t, dock.place, owner, {"space_dock": 1}, seat, self.id)
        yield from enforce_in(t, galaxy.tile_of(dock.place), owner)


@register
class WarEffort(PlacesUnit):
    """A cruiser into a system with an own ship."""

    id = "war_effort"
    windows = (w.ACTION,)
    unit = "cruiser"

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return ship_systems(v.table, seat) if obtainable(v.table, seat, self.unit) else {}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from self.put(t, seat, on)
        yield from enforce_in(t, on, seat)


# -- tokens, cards, laws ------------------------------------------------------------------------


@register
class Insubordination(ActionCard):
    """Another player loses a token of the tactic pool."""

    id = "insubordination"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        others = other_players(v, seat)
        return {p: name for p, name in others.items() if v.table.sides[seat_of(p)].tactic > 0}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend_token(t, seat_of(on), "tactic")
        side = t.table.sides[seat_of(on)]
        pools = ev.Pools(seat_of(on), side.tactic, side.fleet, side.strategy)
        t.tell(pools, cite="TI4 86.3")


@register
class SignalJamming(ActionCard):
    """An opponent's token, out of reinforcements, into a system near an own ship."""

    id = "signal_jamming"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        links = galaxy.adjacency(v.table, seat)
        near: set[str] = set()
        for tile in fleets.tiles_with_ships(v.table, seat):
            near |= {tile, *links.get(tile, ())}
        others = [
            other
            for other in timing.clockwise(v.table, seat)[1:]
            if economy.token_reserve(v.table, other) > 0
        ]
        return {
            PlaceOf(tile, player(other)).target: f"{tile} {v.names[other]}"
            for tile in sorted(near, key=int)
            for other in others
            if not galaxy.is_home(tile) and not economy.has_token(v.table, tile, other)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        token = PlaceOf.read(on)
        economy.place_token(t, seat_of(token.player), token.place)


@register
class UnexpectedAction(ActionCard):
    """An own command token comes off the board."""

    id = "unexpected_action"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        tiles = counters.of_seat(v.table.tokens, seat)
        return {tile: ev.title(tile) for tile in sorted(tiles, key=int)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.lift_token(t, seat, on)
        t.tell(ev.TokenLifted(seat, on), cite="TI4 86.3")


@register
class Spy(ActionCard):
    """A random action card of another player."""

    id = "spy"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        others = other_players(v, seat)
        return {p: name for p, name in others.items() if v.table.sides[seat_of(p)].hand > 0}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        victim = seat_of(on)
        if not t.hand[victim].cards:
            return
        card = t.shuffle(f"spy@{victim}", sorted(t.hand[victim].cards))[0]
        yield from take_card(t, seat, victim, card)


@register
class RepealLaw(ActionCard):
    """A law in play is discarded."""

    id = "repeal_law"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {law: AGENDAS[law].name for law in sorted(v.table.laws)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        repeal(t, on)
        yield from enforce(t, range(len(t.table.sides)))


@register
class FocusedResearch(ActionCard):
    """Four trade goods for a technology, which is named once nobody can cancel."""

    id = "focused_research"
    windows = (w.ACTION,)
    price = 4

    def problems(self, v: View, seat: int, on: Target, window: str, about: Target) -> list[Problem]:
        if v.table.sides[seat].goods < self.price:
            return [Problem("cannot-pay", _("It costs {n} trade goods.", n=self.price), "TI4 83.9")]
        if not researchable(v.table, seat):
            return [Problem("prerequisites", _("There is nothing you can research."), "TI4 1.3")]
        return []

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        economy.spend(t, seat, Pay(goods=self.price))
        yield from research_one(t, seat)
