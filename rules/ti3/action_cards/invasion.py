"""Action cards of landings and invasions (TI3 36.1)."""

from rules.kernel.table import Play
from rules.ti3 import economy
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.components.base import ActionCard, Targets
from rules.ti3.components.choices import titled
from rules.ti3.components.registry import register
from rules.ti3.facts import PLANETS, TILES
from rules.ti3.state import Public, Table, Until, View
from rules.ti3.units import control, fleets
from rules.ti3.units.losses import destroy
from rules.toolbox.targets import Target, Way, as_target

RADIATION = "radiation"


@register
class ChemicalWarfare(ActionCard):
    """Half of the defending ground forces, rounded up, are destroyed."""

    id = "chemical_warfare"
    windows = (w.BEFORE_INVASION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        battle = table.battle
        if battle is None or battle.attacker != seat or battle.defender < 0:
            return False
        defended = fleets.ground_forces(table, battle.planet, battle.defender)
        return bool(defended and fleets.at(table, battle.tile, seat).get("dreadnought"))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        battle = t.table.battle
        assert battle is not None
        n = fleets.ground_forces(t.table, battle.planet, battle.defender)
        lost = {"ground_force": -(-n // 2)}
        yield from destroy(t, battle.planet, battle.defender, lost, seat, self.rule)


@register
class DugIn(ActionCard):
    """Own ground forces on a planet cannot be hit by bombardment in this round."""

    id = "dug_in"
    windows = (w.BOMBARDMENT,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        battle = table.battle
        return battle is not None and battle.defender == seat

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.ROUND, about)

    def denies_bombardment(self, table: Public, seat: int, planet: str) -> bool:
        return timing.in_effect(table, self.id, seat, as_target(planet))


@register
class StarOfDeath(ActionCard):
    """Everything on a planet is destroyed; it is neutral and radiates (TI3 E146)."""

    id = "star_of_death"
    windows = (w.BEFORE_LANDING,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        active = table.active
        if active is None or active.other or not TILES[active.tile].planets:
            return False
        return bool(fleets.at(table, active.tile, seat).get("war_sun"))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled(list(TILES[about].planets))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        control.forget_domain(t, on, silently=False)
        yield from control.lose_planet(t, on, self.rule)
        t.table.domains[on] = RADIATION


@register
class RareMineral(ActionCard):
    """Three trade goods after a landing on a neutral planet."""

    id = "rare_mineral"
    windows = (w.PLANET_GAINED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        active = table.active
        if active is None or active.seat != seat or table.control.get(about) != seat:
            return False
        return any(x.planet == about and x.origin < 0 for x in active.landings)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.gain_goods(t, seat, 3, self.rule)


@register
class Reparations(ActionCard):
    """A planet of the conqueror is exhausted, an own one of no more resources refreshed."""

    id = "reparations"
    windows = (w.PLANET_LOST,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        table = v.table
        conqueror = table.control.get(about, -1)
        theirs = fleets.controlled(table, conqueror)
        own = fleets.controlled(table, seat)
        return {
            Way(one, two).target: f"{PLANETS[one].name}, {PLANETS[two].name}"
            for one in theirs
            for two in own
            if modifiers.resources(table, two) <= modifiers.resources(table, one)
        }

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.control.get(about, seat) != seat

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        way = Way.read(on)
        theirs, own = way.origin, way.to
        economy.exhaust(t, t.table.control[theirs], [theirs])
        economy.refresh(t, seat, [own])
