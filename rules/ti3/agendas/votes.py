"""Political cards that change votes and victory points (TI3 20)."""

from rules.ti3 import points
from rules.ti3.components import timing
from rules.ti3.components.base import Agenda
from rules.ti3.components.registry import register
from rules.ti3.state import Table


@register
class ImperialMandate(Agenda):
    """For: everybody gains 2 points, in order of play (TI3 E116). Against: everybody loses 1."""

    id = "imperial_mandate"

    def outcome(self, t: Table, result: str) -> None:
        for seat in timing.order_of_play(t.table):
            points.gain_points(t, seat, 2 if result == "for" else -1, "TI3 20.1.3")
