"""The Naalu Collective (TI3 X35)."""

from rules.kernel.table import Play
from rules.ti3.combat.retreat import havens, move_fleet
from rules.ti3.components import windows as w
from rules.ti3.components.base import Ability, Targets
from rules.ti3.components.choices import titled
from rules.ti3.components.registry import register
from rules.ti3.state import Battle, Public, Table, View
from rules.ti3.units import fleets
from rules.toolbox.targets import Target


@register
class Telepathic(Ability):
    """Initiative value 0."""

    id = "telepathic"

    def initiative(self, table: Public, seat: int) -> int | None:
        return 0


@register
class Foresight(Ability):
    """An attacked fleet may leave before the battle; no Admiral and no law stops it."""

    id = "foresight"
    windows = (w.BEFORE_BATTLE,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        active = table.active
        attacked = active is not None and active.seat != seat and active.tile == about
        there = attacked and bool(fleets.at(table, about, seat))
        return there and bool(havens(table, seat, about))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled(havens(v.table, seat, about))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from move_fleet(t, seat, about, on)


@register
class CrystalFighters(Ability):
    """Fighters +1 in space battles."""

    id = "crystal_fighters"

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return int(unit == "fighter" and fire == "space")
