"""Green, red and yellow technologies that change numbers, and those used by choice."""

from collections.abc import Mapping

from rules.ti4 import events as ev
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Technology
from rules.ti4.components.registry import register
from rules.ti4.state import Public, Table, Until
from rules.ti4.units import fleets
from rules.toolbox.targets import Target


@register
class NeuralMotivator(Technology):
    """Two action cards in the status phase."""

    id = "neural_motivator"

    def cards_drawn(self, table: Public, seat: int) -> int:
        return 1


@register
class HyperMetabolism(Technology):
    """Three command tokens in the status phase."""

    id = "hyper_metabolism"

    def tokens_gained(self, table: Public, seat: int) -> int:
        return 1


@register
class DacxiveAnimators(Technology):
    """An infantry on the planet of a ground combat won."""

    id = "dacxive_animators"
    windows = (w.AFTER_GROUND_COMBAT_WON,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        planet = t.table.battle_now.planet
        fleets.add(t.table, planet, seat, "infantry")
        t.tell(ev.Placed(seat, planet, {"infantry": 1}), cite="TI4 66.1")


@register
class PlasmaScoring(Technology):
    """One more die for Bombardment or Space Cannon."""

    id = "plasma_scoring"

    def ability_dice(self, table: Public, seat: int, ability: str) -> int:
        return 1 if ability in ("cannon", "bombardment") else 0


@register
class SarweenTools(Technology):
    """A use of Production costs one less."""

    id = "sarween_tools"

    def discount(self, table: Public, seat: int, tile: str, units: Mapping[str, int]) -> int:
        return 1


@register
class GravitonLaserSystem(Technology):
    """Exhaust: Space Cannon hits go to non-fighter ships."""

    id = "graviton_laser_system"
    windows = (w.BEFORE_SPACE_CANNON_ROLL,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.CANNON)
