"""The Yin Brotherhood."""

from rules.kernel.table import Play
from rules.ti4 import economy, nouns
from rules.ti4 import events as ev
from rules.ti4.combat.hits import destroy, take_hits
from rules.ti4.combat.strikes import Aim, aims, foe_of, ships_of, strike, sustain_or_lose
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.choices import Choose
from rules.ti4.components.registry import register
from rules.ti4.facts import PLANETS
from rules.ti4.speech import _
from rules.ti4.state import Mark, Public, Table, Until, View
from rules.ti4.technology import Settle
from rules.ti4.units import fleets
from rules.toolbox.components import Targets
from rules.toolbox.targets import Composite, Target

PRICE = 2
SACRIFICED = ("destroyer", "cruiser")


def ships_to_sacrifice(table: Public, seat: int) -> list[str]:
    """Return the own cruisers and destroyers in the combat."""
    here = fleets.at(table, table.battle_now.tile, seat)
    return [unit for unit in SACRIFICED if here.get(unit)]


class Sacrifice(Composite):
    """An own ship given up, and the ship that is hit for it."""

    own: str
    aim: str


@register
class Indoctrination(Ability):
    """Two influence: an infantry of the opponent becomes an own one."""

    id = "indoctrination"
    windows = (w.START_OF_GROUND_COMBAT,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        foe = foe_of(table, seat)
        if foe < 0 or not fleets.at(table, about, foe).get("infantry"):
            return False
        return economy.wealth(table, seat, "influence") >= PRICE

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        paid = yield from t.ask(Settle(seat, PRICE, "influence", self.id))
        economy.spend(t, seat, paid)
        foe = foe_of(t.table, seat)
        fleets.remove(t.table, about, foe, "infantry")
        fleets.add(t.table, about, seat, "infantry")
        t.tell(ev.Replaced(seat, foe, about, {"infantry": 1}), cite="TI4 83.21")


@register
class Devotion(Ability):
    """After a round a cruiser or destroyer is given up for a hit on a ship of choice."""

    id = "devotion"
    windows = (w.END_OF_SPACE_COMBAT_ROUND,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        foe = foe_of(table, seat)
        return foe >= 0 and bool(ships_to_sacrifice(table, seat)) and bool(aims(table, about, foe))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        foe = foe_of(v.table, seat)
        return {
            Sacrifice(own, aim).target: _("{aim} with {unit}", aim=words, unit=nouns.unit(own))
            for own in ships_to_sacrifice(v.table, seat)
            for aim, words in aims(v.table, about, foe).items()
        }

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return sustain_or_lose(v, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        chosen = Sacrifice.read(on)
        foe = foe_of(t.table, seat)
        yield from destroy(t, about, seat, {chosen.own: 1}, seat, self.id)
        yield from strike(t, self.kind, self.id, foe, Aim.read(chosen.aim), seat)


@register
class VanHauge(Flagship):
    """Destroyed, it takes every ship of its system along."""

    id = "van_hauge"
    triggers = (w.WHEN_UNIT_DESTROYED,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        fallen = t.table.fallen
        if fallen is None or fallen.seat != seat or not fallen.units.get("flagship"):
            return
        tile = fallen.place
        for owner in fleets.ship_owners(t.table, tile):
            ships = ships_of(t.table, tile, owner)
            if owner == seat:
                ships.pop("flagship", None)
            yield from destroy(t, tile, owner, ships, seat, self.id)


@register
class ImpulseCore(Technology):
    """A cruiser or destroyer given up when a space combat begins: a hit on a big ship."""

    id = "impulse_core"
    windows = (w.START_OF_SPACE_COMBAT,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return foe_of(table, seat) >= 0 and bool(ships_to_sacrifice(table, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {unit: nouns.unit(unit) for unit in ships_to_sacrifice(v.table, seat)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        foe = foe_of(t.table, seat)
        yield from destroy(t, about, seat, {on: 1}, seat, self.id)
        yield from take_hits(t, about, self.id, {foe: 1}, {foe: seat}, {foe: 1})


@register
class YinSpinner(Technology):
    """An infantry on an own planet of the system after a production."""

    id = "yin_spinner"
    triggers = (w.AFTER_PRODUCTION_USED,)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return {p: PLANETS[p].name for p in self._planets(v.table, seat, step)}

    def _planets(self, table: Public, seat: int, tile: str) -> list[str]:
        return [p for p in fleets.open_planets(table, seat) if PLANETS[p].tile == tile]

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        planets = self._planets(t.table, seat, about)
        if not planets:
            return
        planet = planets[0]
        if len(planets) > 1:
            planet = yield from t.ask(Choose(seat, self.kind, self.id, about))
        fleets.add(t.table, planet, seat, "infantry")
        t.tell(ev.Placed(seat, planet, {"infantry": 1}), cite="TI4 66.1")


@register
class GreyfireMutagen(Note):
    """Faction abilities and faction technologies of the Yin are off in this tactical action."""

    id = "greyfire_mutagen"
    windows = (w.AFTER_ANY_ACTIVATION,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, Mark.SILENCED, self.owner(t.table), Until.TACTICAL)
