"""The Embers of Muaat."""

from rules.kernel.table import Play
from rules.ti4 import economy, galaxy, nouns
from rules.ti4 import events as ev
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.registry import register
from rules.ti4.galaxy import has_anomaly
from rules.ti4.state import Mark, Public, Table, Until, View
from rules.ti4.technology import gain_technology
from rules.ti4.units import fleets
from rules.ti4.units.limits import enforce
from rules.toolbox.components import Targets
from rules.toolbox.targets import Composite, Target

FORGED = {"fighter": 2, "destroyer": 1}


class Forge(Composite):
    """The units a star forge makes, and their system."""

    unit: str
    tile: str


@register
class StarForge(Ability):
    """Action: a strategy token for two fighters or a destroyer beside a war sun."""

    id = "star_forge"
    windows = (w.ACTION,)

    def _suns(self, table: Public, seat: int) -> list[str]:
        return [
            tile
            for tile in fleets.tiles_with_ships(table, seat)
            if fleets.at(table, tile, seat).get("war_sun")
        ]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.sides[seat].strategy > 0 and bool(self._suns(table, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {
            Forge(unit, tile).target: f"{nouns.unit(unit)} {tile}"
            for tile in self._suns(v.table, seat)
            for unit, n in FORGED.items()
            if fleets.reinforcements(v.table, seat, unit) >= n
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        forge = Forge.read(on)
        unit, tile = forge.unit, forge.tile
        economy.spend_token(t, seat)
        fleets.add(t.table, tile, seat, unit, FORGED[unit])
        t.tell(ev.Placed(seat, tile, {unit: FORGED[unit]}), cite="TI4 83.21")
        yield from enforce(t, (seat,), (tile,))


@register
class GashlaiPhysiology(Ability):
    """Ships pass through supernovas."""

    id = "gashlai_physiology"

    def crosses(self, table: Public, seat: int, anomaly: str) -> bool:
        return anomaly == "supernova"


@register
class TheInferno(Flagship):
    """Action: a strategy token for a cruiser beside it."""

    id = "the_inferno"
    windows = (w.ACTION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        spare = fleets.reinforcements(table, seat, "cruiser")
        return table.sides[seat].strategy > 0 and spare > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        tile = self.where(t.table, seat)
        economy.spend_token(t, seat)
        fleets.add(t.table, tile, seat, "cruiser")
        t.tell(ev.Placed(seat, tile, {"cruiser": 1}), cite="TI4 83.21")
        yield from enforce(t, (seat,), (tile,))


@register
class MagmusReactor(Technology):
    """Ships end moves in supernovas; production beside one, or by a war sun, brings a good."""

    id = "magmus_reactor"
    triggers = (w.WHEN_PRODUCTION_USED, w.AFTER_PRODUCTION_USED)

    def enters(self, table: Public, seat: int, anomaly: str) -> bool:
        return anomaly == "supernova"

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        """Note the good before a production and pay it after; a war sun just produced does not
        count."""
        burning = any(e.id == Mark.FIRE and e.seat == seat for e in t.table.effects)
        t.table.effects = [e for e in t.table.effects if (e.id, e.seat) != (Mark.FIRE, seat)]
        if window == w.AFTER_PRODUCTION_USED:
            if burning:
                yield from economy.gain_goods(t, seat, 1)
            return
        near = galaxy.adjacent(t.table, about, seat)
        sun = fleets.at(t.table, about, seat).get("war_sun")
        if sun or any(has_anomaly(tile, "supernova") for tile in near):
            timing.lasting(t, Mark.FIRE, seat, Until.TURN, about)


@register
class FiresOfTheGashlai(Note):
    """Action: a fleet token of Muaat; the holder gains the war sun."""

    id = "fires_of_the_gashlai"
    windows = (w.ACTION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        owner = self.owner(table)
        has = "war_sun" in table.sides[seat].techs
        return not has and owner >= 0 and table.sides[owner].fleet > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        owner = self.owner(t.table)
        economy.spend_token(t, owner, "fleet")
        gain_technology(t, seat, "war_sun")
        yield from enforce(t, (owner,))
