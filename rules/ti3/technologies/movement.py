"""Technologies that change movement (TI3 21.3)."""

from rules.ti3.components import Technology
from rules.ti3.registry import register
from rules.ti3.state import Public


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
