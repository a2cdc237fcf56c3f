"""Blue technologies."""

from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Technology
from rules.ti4.components.registry import register
from rules.ti4.state import Public, Table, Until
from rules.toolbox.targets import Target


@register
class AntimassDeflectors(Technology):
    """Ships enter and cross asteroid fields; Space Cannon against the owner has -1."""

    id = "antimass_deflectors"

    def enters(self, table: Public, seat: int, anomaly: str) -> bool:
        return anomaly == "asteroid_field"

    def crosses(self, table: Public, seat: int, anomaly: str) -> bool:
        return anomaly == "asteroid_field"

    def cannon_against(self, table: Public, seat: int, shooter: int) -> int:
        return -1


@register
class GravityDrive(Technology):
    """One ship of each tactical action moves one system farther."""

    id = "gravity_drive"

    def spare_moves(self, table: Public, seat: int) -> int:
        return 1


@register
class FleetLogistics(Technology):
    """Two actions in a turn."""

    id = "fleet_logistics"
    triggers = (w.AFTER_ACTION_PERFORMED,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        if not any(e.id == self.id and e.seat == seat for e in t.table.effects):
            timing.lasting(t, self.id, seat, Until.TURN)
            t.table.actions_left += 1


@register
class LightWaveDeflector(Technology):
    """Other players' ships do not block the way."""

    id = "light_wave_deflector"

    def passes_fleets(self, table: Public, seat: int, unit: str, origin: str) -> bool:
        return True
