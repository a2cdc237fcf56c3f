"""Action cards played on planets as an action (TI3 19.3.1)."""

from rules.kernel.table import Play
from rules.ti3 import events as ev
from rules.ti3 import fleets
from rules.ti3 import windows as w
from rules.ti3.choices import titled
from rules.ti3.components import ActionCard, Targets
from rules.ti3.losses import destroy
from rules.ti3.registry import register
from rules.ti3.state import Public, Table, View


@register
class Plague(ActionCard):
    """A die for each ground force on an enemy planet: even results destroy it."""

    id = "plague"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: str) -> Targets:
        return titled([p for p in sorted(v.table.ground) if self._owner(v.table, seat, p) >= 0])

    def _owner(self, table: Public, seat: int, planet: str) -> int:
        others = [s for s in fleets.ground_owners(table, planet) if s != seat]
        return others[0] if others else -1

    def resolve(self, t: Table, seat: int, on: str, about: str) -> Play[None]:
        owner = self._owner(t.table, seat, on)
        dice = t.roll("plague", fleets.ground_forces(t.table, on, owner))
        t.tell(ev.DieRolled(seat, self.id, dice), cite=self.rule)
        dead = sum(die % 2 == 0 for die in dice)
        yield from destroy(t, on, owner, {"ground_force": dead}, cite=self.rule)
