"""Action cards played in reaction to something."""

from rules.kernel.table import Play
from rules.ti4 import nouns
from rules.ti4.combat.hits import destroy
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import ActionCard
from rules.ti4.components.modifiers import stats
from rules.ti4.components.registry import register
from rules.ti4.state import Battle, Public, Table, Until, View
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target


@register
class Sabotage(ActionCard):
    """Cancels an action card of another player, but not another Sabotage."""

    id = "sabotage"
    windows = (w.WHEN_ACTION_CARD_PLAYED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return about != self.id and bool(table.played) and not table.played[-1].cancelled

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        t.table.played[-1].cancelled = True


@register
class FlankSpeed(ActionCard):
    """+1 move for all own ships in this tactical action."""

    id = "flank_speed"
    windows = (w.AFTER_ACTIVATION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return not timing.in_effect(table, self.id, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.TACTICAL)

    def move(self, table: Public, seat: int, unit: str, origin: str) -> int:
        return 1


@register
class MoraleBoost(ActionCard):
    """+1 to own combat rolls for this combat round."""

    id = "morale_boost"
    windows = (w.START_OF_COMBAT_ROUND,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return not timing.in_effect(table, self.id, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.COMBAT_ROUND)

    def combat(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        return 1


@register
class ManeuveringJets(ActionCard):
    """Cancels one Space Cannon hit; one copy for each roll."""

    id = "maneuvering_jets"
    windows = (w.BEFORE_ASSIGN_SPACE_CANNON_HITS,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        if table.hits is None:
            return False
        played = sum(e.id == self.id and e.seat == seat for e in table.effects)
        if played >= table.hits.rolls.get(str(seat), 1):
            return False
        return table.hits_now.pending.get(str(seat), 0) > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        t.table.hits_now.pending[str(seat)] -= 1
        timing.lasting(t, self.id, seat, Until.HITS)
        heavy = t.table.hits_now.heavy
        if heavy.get(str(seat)):
            heavy[str(seat)] = min(heavy[str(seat)], t.table.hits_now.pending[str(seat)])


@register
class DirectHit(ActionCard):
    """Destroys a ship that has just sustained damage against the holder's hit."""

    id = "direct_hit"
    windows = (w.AFTER_SUSTAIN_DAMAGE_USED,)

    def _ships(self, table: Public) -> list[str]:
        fallen = table.fallen
        if fallen is None or fallen.cause != "sustain":
            return []
        return [
            unit
            for unit, n in sorted(fallen.units.items())
            if n
            and stats(table, fallen.seat, unit).is_ship
            and not stats(table, fallen.seat, unit).no_direct_hit
        ]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(self._ships(table))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {unit: nouns.unit(unit) for unit in self._ships(v.table)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        fallen = t.table.fallen_now
        fallen.units[on] -= 1
        yield from destroy(t, fallen.place, fallen.seat, {on: 1}, seat, self.id)
