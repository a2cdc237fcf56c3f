"""Sardakk N'orr."""

from itertools import combinations_with_replacement

from rules.kernel.table import Play
from rules.ti4 import nouns
from rules.ti4.combat.hits import destroy
from rules.ti4.combat.strikes import foe_of, ships_of
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.registry import register
from rules.ti4.speech import _
from rules.ti4.state import Battle, Public, Table, Until, View
from rules.ti4.units import fleets
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target, ids_of, listed


@register
class Unrelenting(Ability):
    """+1 to combat rolls."""

    id = "unrelenting"

    def combat(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        return 1


@register
class CmorranNorr(Flagship):
    """+1 for the owner's other ships in its system."""

    id = "cmorran_norr"

    def combat(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        here = not battle.planet and self.where(table, seat) == battle.tile
        return 1 if here and unit != "flagship" else 0


@register
class ValkyrieParticleWeave(Technology):
    """One hit in return if the opponent scored any in a round of ground combat."""

    id = "valkyrie_particle_weave"

    def hits_in_return(self, table: Public, seat: int, battle: Battle, hits: int) -> int:
        return 1 if hits else 0


@register
class ExotriremeII(Technology):
    """After a round a dreadnought may be given up to destroy up to two ships."""

    id = "exotrireme_ii"
    windows = (w.END_OF_SPACE_COMBAT_ROUND,)
    once_a_window = False

    def _ships(self, table: Public, seat: int) -> dict[str, int]:
        foe = foe_of(table, seat)
        return {} if foe < 0 else ships_of(table, table.battle_now.tile, foe)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        here = fleets.at(table, about, seat)
        return bool(here.get("dreadnought")) and bool(self._ships(table, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        ships = self._ships(v.table, seat)
        pairs = [p for p in combinations_with_replacement(ships, 2) if _there(p, ships)]
        singles = [(unit,) for unit in ships]
        return {
            listed(units): _(" and ").join(nouns.unit(unit) for unit in units)
            for units in (*pairs, *singles)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        foe = foe_of(t.table, seat)
        yield from destroy(t, about, seat, {"dreadnought": 1}, seat, self.id)
        units = ids_of(on)
        lost = {unit: units.count(unit) for unit in units}
        yield from destroy(t, about, foe, lost, seat, self.id)


def _there(pair: tuple[str, ...], ships: dict[str, int]) -> bool:
    return all(ships[unit] >= pair.count(unit) for unit in pair)


@register
class TekklarLegion(Note):
    """+1 in this ground combat; -1 for N'orr if they are the opponent."""

    id = "tekklar_legion"
    windows = (w.START_OF_GROUND_COMBAT,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return foe_of(table, seat) >= 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.COMBAT)

    def combat(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        return 1

    def combat_against(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        foe = battle.foe(seat)
        return -1 if foe == self.owner(table) else 0
