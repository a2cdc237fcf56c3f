"""Action cards played on planets as an action (TI3 19.3.1)."""

from rules.kernel.table import Play
from rules.ti3 import economy, galaxy
from rules.ti3 import events as ev
from rules.ti3.components import timing
from rules.ti3.components import windows as w
from rules.ti3.components.base import ActionCard, Targets
from rules.ti3.components.choices import other_players, titled
from rules.ti3.components.registry import register
from rules.ti3.facts import PLANETS, TILES, UNITS
from rules.ti3.state import Public, Table, Until, View
from rules.ti3.technologies.economy import shift_forces
from rules.ti3.units import control, fleets
from rules.ti3.units.losses import destroy
from rules.toolbox.targets import Composite, Target, Way, as_target, player

ANNEXED = 3


def figures_left(table: Public, seat: int) -> int:
    """Return how many new groups of ground forces the figures allow (TI3 E50)."""
    return UNITS["ground_force"].limit - fleets.groups(table, seat, "ground_force")


def linked(table: Public, seat: int, one: str, two: str) -> bool:
    """Return whether a way leads from one planet to the other without enemy ships on it."""
    links = galaxy.for_movement(table)
    start, goal = PLANETS[one].tile, PLANETS[two].tile
    free = {tile for tile in table.places if not fleets.enemies_in(table, tile, seat)}
    if start not in free or goal not in free:
        return False
    seen, layer = {start}, [start]
    while layer:
        layer = [x for tile in layer for x in links.get(tile, ()) if x in free and x not in seen]
        seen |= set(layer)
    return goal in seen


class Truce(Composite):
    """A player who cannot invade, and the planet that is safe."""

    between = ">"

    who: str
    planet: str


@register
class Armistice(ActionCard):
    """A named opponent cannot invade a named own planet in this round."""

    id = "armistice"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {
            Truce(who, planet).target: f"{name}, {PLANETS[planet].name}"
            for who, name in other_players(v, seat).items()
            for planet in fleets.controlled(v.table, seat)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.ROUND, on)

    def denies_invasion(self, table: Public, seat: int, other: int, planet: str) -> bool:
        mark = Truce(player(other), planet).target
        return any(e.id == self.id and e.seat == seat and e.on == mark for e in table.effects)


@register
class CivilDefense(ActionCard):
    """Two PDS on an own planet without any."""

    id = "civil_defense"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        if not fleets.reinforcements(v.table, seat, "pds"):
            return {}
        mine = fleets.controlled(v.table, seat)
        return titled([p for p in mine if not fleets.at(v.table, p, seat).get("pds")])

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        n = min(2, fleets.reinforcements(t.table, seat, "pds"))
        fleets.add(t.table, on, seat, "pds", n)
        t.tell(ev.Placed(seat, on, {"pds": n}), cite=self.rule)


@register
class LocalUnrest(ActionCard):
    """A planet is exhausted and loses a ground force; without any it turns neutral."""

    id = "local_unrest"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled([p for p in sorted(v.table.control) if not PLANETS[p].home_of])

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        owner = t.table.control[on]
        economy.exhaust(t, owner, [on])
        lost = min(1, fleets.ground_forces(t.table, on, owner))
        yield from destroy(t, on, owner, {"ground_force": lost}, cite=self.rule)
        gone = not fleets.ground_forces(t.table, on, owner)
        if gone and t.table.control.get(on) == owner:
            yield from control.lose_planet(t, on, self.rule)


@register
class Plague(ActionCard):
    """A die for each ground force on an enemy planet: even results destroy it."""

    id = "plague"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled([p for p in sorted(v.table.ground) if self._owner(v.table, seat, p) >= 0])

    def _owner(self, table: Public, seat: int, planet: str) -> int:
        others = [s for s in fleets.ground_owners(table, planet) if s != seat]
        return others[0] if others else -1

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        owner = self._owner(t.table, seat, on)
        dice = t.roll("plague", fleets.ground_forces(t.table, on, owner))
        t.tell(ev.DieRolled(seat, self.id, dice), cite=self.rule)
        dead = sum(die % 2 == 0 for die in dice)
        yield from destroy(t, on, owner, {"ground_force": dead}, cite=self.rule)


@register
class RiseOfAMessiah(ActionCard):
    """A ground force on every own planet, as far as figures last."""

    id = "rise_of_a_messiah"
    windows = (w.ACTION,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        for planet in fleets.controlled(t.table, seat):
            new = not fleets.ground_forces(t.table, planet, seat)
            if new and figures_left(t.table, seat) < 1:
                continue
            fleets.add(t.table, planet, seat, "ground_force")
            t.tell(ev.Placed(seat, planet, {"ground_force": 1}), cite=self.rule)


@register
class Uprising(ActionCard):
    """All planets of a system outside Home Systems are exhausted."""

    id = "uprising"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        tiles = {PLANETS[p].tile for p in v.table.control if not PLANETS[p].home_of}
        return titled(sorted(tiles))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        exhaust_system(t, on)


def exhaust_system(t: Table, tile: str, spared: int = -1) -> None:
    """Exhaust every controlled planet of a system, but those of one seat."""
    for planet in TILES[tile].planets:
        owner = t.table.control.get(planet, -1)
        if owner not in (-1, spared):
            economy.exhaust(t, owner, [planet])


@register
class VoluntaryAnnexation(ActionCard):
    """Three ground forces take a neutral planet next to a system with an own planet."""

    id = "voluntary_annexation"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        table = v.table
        if figures_left(table, seat) < 1:
            return {}
        links = galaxy.for_effects(table)
        mine = {PLANETS[p].tile for p in fleets.controlled(table, seat)}
        near = sorted({x for tile in mine for x in links.get(tile, ())})
        return titled([p for x in near for p in TILES[x].planets if p not in table.control])

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        fleets.add(t.table, on, seat, "ground_force", ANNEXED)
        t.tell(ev.Placed(seat, on, {"ground_force": ANNEXED}), cite=self.rule)
        yield from control.gain_planet(t, seat, on)


@register
class Transport(ActionCard):
    """Up to three ground forces between two own planets."""

    id = "transport"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        mine = fleets.controlled(v.table, seat)
        return {
            Way(one, two).target: f"{PLANETS[one].name} > {PLANETS[two].name}"
            for one in mine
            if fleets.ground_forces(v.table, one, seat)
            for two in mine
            if two != one and linked(v.table, seat, one, two)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from shift_forces(t, seat, self.id, on, 3, self.rule)


@register
class MassiveTransport(ActionCard):
    """An own space dock moves to another own planet."""

    id = "massive_transport"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        mine = fleets.controlled(v.table, seat)
        return {
            Way(one, two).target: f"{PLANETS[one].name} > {PLANETS[two].name}"
            for one in fleets.docks(v.table, seat)
            for two in mine
            if not fleets.at(v.table, two, seat).get("space_dock")
            and linked(v.table, seat, one, two)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        way = Way.read(on)
        origin, to = way.origin, way.to
        fleets.remove_ground(t.table, origin, seat, "space_dock")
        fleets.add(t.table, to, seat, "space_dock")
        if origin in t.table.new_docks:
            t.table.new_docks = sorted({to, *t.table.new_docks} - {origin})
        t.tell(ev.Moved(seat, origin, to, {"space_dock": 1}), cite=self.rule)


@register
class StrategicBombardment(ActionCard):
    """Planets of opponents in a system with an own War Sun are exhausted; it may come back."""

    id = "strategic_bombardment"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        tiles = fleets.tiles_with_ships(v.table, seat)
        return titled([x for x in tiles if fleets.at(v.table, x, seat).get("war_sun")])

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        exhaust_system(t, on, seat)
        die = t.roll("strategic_bombardment", 1)
        t.tell(ev.DieRolled(seat, self.id, die), cite=self.rule)
        if die[0] >= 6 and self.id in t.table.discard:
            t.table.discard.remove(self.id)
            t.hand[seat].cards.append(self.id)
            t.table.sides[seat].hand += 1


@register
class SpacedockAccident(ActionCard):
    """Nothing is built at a space dock outside Home Systems in this round."""

    id = "spacedock_accident"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled(docks_abroad(v.table))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, -1, Until.ROUND, on)

    def denies_production(self, table: Public, seat: int, planet: str, unit: str) -> bool:
        return unit != "space_dock" and timing.in_effect(table, self.id, on=as_target(planet))


def docks_abroad(table: Public) -> list[str]:
    """Return the planets outside Home Systems with anybody's space dock."""
    return [
        planet
        for planet in sorted(table.ground)
        if not PLANETS[planet].home_of
        and any(counts.get("space_dock") for counts in table.ground[planet].values())
    ]


@register
class SecretIndustrialAgent(ActionCard):
    """A space dock outside Home Systems is destroyed."""

    id = "secret_industrial_agent"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled(docks_abroad(v.table))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        for owner in sorted(t.table.ground[on]):
            yield from destroy(t, on, int(owner), {"space_dock": 1}, cite=self.rule)
