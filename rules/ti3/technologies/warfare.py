"""Technologies of fire and combat (TI3 21)."""

from rules.kernel.table import Play
from rules.ti3.combat.dice import battle_of, foe_of, shoot
from rules.ti3.combat.hits import take_hits
from rules.ti3.components import windows as w
from rules.ti3.components.base import Technology
from rules.ti3.components.registry import register
from rules.ti3.state import Battle, Public, Table
from rules.ti3.units import fleets
from rules.toolbox.targets import Target


@register
class HylarVAssaultLaser(Technology):
    """Cruisers and destroyers +1 on every combat roll."""

    id = "hylar_v_assault_laser"

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return int(unit in ("cruiser", "destroyer"))


@register
class Cybernetics(Technology):
    """Fighters +1 on every combat roll (TI3 21.3.5)."""

    id = "cybernetics"

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return int(unit == "fighter")


@register
class DeepSpaceCannon(Technology):
    """PDS reach adjacent systems (TI3 21.3.14)."""

    id = "deep_space_cannon"

    def cannon_range(self, table: Public, seat: int) -> int:
        return 1


@register
class GravitonLaserSystem(Technology):
    """Missed dice of PDS are rolled once more, always (TI3 41.6)."""

    id = "graviton_laser_system"

    def rerolls_misses(self, table: Public, seat: int, fire: str) -> bool:
        return fire in ("cannon", "landing")


@register
class MagenDefenseGrid(Technology):
    """PDS +1; ground forces that defend a planet with an own PDS +1."""

    id = "magen_defense_grid"

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        if unit == "pds":
            return 1
        defends = battle is not None and bool(battle.planet) and battle.defender == seat
        if unit != "ground_force" or fire != "invasion" or not defends or battle is None:
            return 0
        return int(bool(fleets.at(table, battle.planet, seat).get("pds")))


@register
class GravitonNegator(Technology):
    """Dreadnoughts bombard past PDS; fighters may join an invasion (TI3 E129)."""

    id = "graviton_negator"

    def ignores_shields(self, table: Public, seat: int) -> bool:
        return True

    def fighters_invade(self, table: Public, seat: int) -> bool:
        return True


@register
class WarSun(Technology):
    """War suns may be built (TI3 16.12.1)."""

    id = "war_sun_tech"

    def permits(self, table: Public, seat: int, unit: str) -> bool:
        return unit == "war_sun"


@register
class AssaultCannon(Technology):
    """Each dreadnought fires before the battle; casualties do not fire back."""

    id = "assault_cannon"
    windows = (w.PRE_COMBAT,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return about in table.space and bool(fleets.at(table, about, seat).get("dreadnought"))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        battle = battle_of(t.table)
        foe = foe_of(battle, seat)
        dice = {"dreadnought": fleets.at(t.table, battle.tile, seat).get("dreadnought", 0)}
        scored = yield from shoot(t, seat, foe, "pre-combat", battle.tile, dice)
        yield from take_hits(t, battle.tile, "pre-combat", foe, scored, seat)
