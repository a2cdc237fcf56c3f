"""Technologies that change movement and transport (TI3 21.3)."""

from rules.ti3.components.base import Technology
from rules.ti3.components.registry import register
from rules.ti3.state import Battle, Public
from rules.ti3.tactical.paths import ANY_NUMBER


@register
class AntimassDeflectors(Technology):
    """Ships cross asteroid fields (TI3 21.3.1)."""

    id = "antimass_deflectors"

    def crosses(self, table: Public, seat: int, anomaly: str) -> bool:
        return anomaly == "asteroid_field"


@register
class XRDTransporters(Technology):
    """Carriers move one system farther (TI3 21.3.15)."""

    id = "xrd_transporters"

    def move(self, table: Public, seat: int, unit: str, origin: str) -> int:
        return int(unit == "carrier")


@register
class TypeIVDrive(Technology):
    """Cruisers and dreadnoughts move one system farther (TI3 21.3.12)."""

    id = "type_iv_drive"

    def move(self, table: Public, seat: int, unit: str, origin: str) -> int:
        return int(unit in ("cruiser", "dreadnought"))


@register
class LightWaveDeflector(Technology):
    """Ships cross systems with enemy ships."""

    id = "light_wave_deflector"

    def passes_fleets(self, table: Public, seat: int, origin: str) -> int:
        return ANY_NUMBER


@register
class AdvancedFighters(Technology):
    """Fighters move alone, block passage and fight better (TI3 21.3.13)."""

    id = "advanced_fighters"

    def fighters_alone(self, table: Public, seat: int) -> bool:
        return True

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return int(unit == "fighter")


@register
class StasisCapsules(Technology):
    """Cruisers and dreadnoughts carry a ground force each (TI3 21.3.3)."""

    id = "stasis_capsules"

    def carries(self, table: Public, seat: int, unit: str) -> int:
        return int(unit in ("cruiser", "dreadnought"))


@register
class FleetLogistics(Technology):
    """Two tactical actions in one turn."""

    id = "fleet_logistics"

    def two_tactical(self, table: Public, seat: int) -> bool:
        return True
