"""Putting a unit on the board for a card, and where it comes from (TI4 41.4a, 12.4a, H-64)."""

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4.components.base import ActionCard
from rules.ti4.components.choices import Choose
from rules.ti4.state import Public, Table, View
from rules.ti4.units import fleets
from rules.ti4.units.recall import spare, take_off
from rules.toolbox.components import Targets

TAKE = "take from"


class PlacesUnit(ActionCard):
    """Puts one `unit` on the board; with none in reinforcements, one is taken off the board."""

    unit = ""

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return {place: fleets.name(place) for place in spare(v.table, seat, self.unit)}

    def fetch(self, t: Table, seat: int) -> Play[bool]:
        """Make sure a unit is in reinforcements; return False if there is none to be had."""
        if fleets.reinforcements(t.table, seat, self.unit) > 0:
            return True
        places = spare(t.table, seat, self.unit)
        if not places:
            return False
        place = places[0]
        if len(places) > 1:
            place = yield from t.ask(Choose(seat, self.kind, self.id, TAKE))
        take_off(t, seat, {place: {self.unit: 1}})
        return True

    def put(self, t: Table, seat: int, place: str) -> Play[bool]:
        """Fetch a unit and put it there."""
        if not (yield from self.fetch(t, seat)):
            return False
        fleets.add(t.table, place, seat, self.unit)
        t.tell(ev.Placed(seat, place, {self.unit: 1}), cite="TI4 28.7")
        return True


def ship_systems(table: Public, seat: int) -> dict[str, str]:
    """Return the systems with a ship of the seat, as targets."""
    return {tile: ev.title(tile) for tile in fleets.tiles_with_ships(table, seat)}
