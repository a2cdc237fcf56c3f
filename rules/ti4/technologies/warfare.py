"""Red technologies that speak in combat."""

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4 import nouns
from rules.ti4.combat.hits import destroy
from rules.ti4.combat.strikes import foe_of, ships_of
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Technology
from rules.ti4.components.choices import Choose
from rules.ti4.components.registry import register
from rules.ti4.state import Mark, Public, Table, Until, View
from rules.ti4.tactical.invasion import shielded
from rules.ti4.units import fleets
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target


@register
class MagenDefenseGrid(Technology):
    """Exhaust where a planetary shield of the owner holds: the opponent does not roll."""

    id = "magen_defense_grid"
    windows = (w.START_OF_GROUND_COMBAT_ROUND,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        foe = foe_of(table, seat)
        if foe < 0 or not table.battle_now.planet:
            return False
        sheet = modifiers.sheet(table, seat)
        here = fleets.at(table, table.battle_now.planet, seat)
        return any(sheet[u].shield for u in here) and shielded(table, foe, table.battle_now.planet)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, Mark.NO_COMBAT_ROLLS, foe_of(t.table, seat), Until.COMBAT_ROUND)


@register
class DuraniumArmor(Technology):
    """After hits are assigned one damaged unit that did not just sustain is repaired."""

    id = "duranium_armor"
    triggers = (w.AFTER_ASSIGN_HITS,)

    def _damaged(self, table: Public, seat: int) -> list[str]:
        battle = table.battle
        if battle is None or foe_of(table, seat) < 0:
            return []
        fresh = battle.sustained.get(str(seat), {})
        hurt = fleets.damaged(table, battle.planet or battle.tile, seat)
        return [u for u, n in fleets.ordered(hurt) if n > fresh.get(u, 0)]

    def repairs_each_round(self, table: Public, seat: int) -> int:
        return 1

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return {unit: nouns.unit(unit) for unit in self._damaged(v.table, seat)}

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        units = self._damaged(t.table, seat)
        if not units:
            return
        unit = units[0]
        if len(units) > 1:
            unit = yield from t.ask(Choose(seat, self.kind, self.id, "repair"))
        place = t.table.battle_now.planet or t.table.battle_now.tile
        hurt = fleets.damaged(t.table, place, seat)[unit]
        fleets.set_damaged(t.table, place, seat, unit, hurt - 1)
        t.tell(ev.Repaired(seat, place), cite="TI4 80.3")


@register
class AssaultCannon(Technology):
    """Three non-fighter ships at the start of a space combat cost the opponent one."""

    id = "assault_cannon"
    choices_lie_open = True
    triggers = (w.START_OF_SPACE_COMBAT,)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        ships = ships_of(v.table, v.table.battle_now.tile, seat)
        return {unit: nouns.unit(unit) for unit in ships if unit != "fighter"}

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        foe, tile = foe_of(table, seat), table.battle_now.tile
        if foe < 0 or fleets.big_ships(fleets.at(table, tile, seat)) < 3:
            return False
        return fleets.big_ships(fleets.at(table, tile, foe)) > 0

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        if not self.fits(t.table, seat, window, about):
            return
        foe, tile = foe_of(t.table, seat), t.table.battle_now.tile
        unit = yield from t.ask(Choose(foe, self.kind, self.id, "lose"))
        yield from destroy(t, tile, foe, {unit: 1}, seat, self.id)
