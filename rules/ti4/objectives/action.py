"""Secret objectives scored in the action phase, when their moment comes (TI4 29.5b, 29.7)."""

from rules.ti4 import scoring
from rules.ti4.components import windows as w
from rules.ti4.components.base import Objective
from rules.ti4.components.registry import register
from rules.ti4.facts import TILES
from rules.ti4.state import Public, Table
from rules.ti4.units import fleets
from rules.toolbox.targets import Target


class InCombat(Objective):
    """Scored as it happens; one objective a combat (TI4 29.7)."""

    windows = (w.ACTION_PHASE_SCORE,)
    rule = "TI4 29.7"

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return not table.scored_in_this_combat(seat) and self.happened(table, seat)

    def happened(self, table: Public, seat: int) -> bool:
        raise NotImplementedError(self.id)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        mark = t.table.combat_mark(seat)
        if mark and t.table.active is not None:
            t.table.active_now.scored_in.append(mark)
        scoring.score(t, seat, scoring.Score(self.id))


@register
class SparkARebellion(InCombat):
    """Win a combat against a player with the most points."""

    id = "spark_a_rebellion"

    def happened(self, table: Public, seat: int) -> bool:
        battle = table.battle
        if battle is None or not battle.over or battle.winner != seat:
            return False
        foe = battle.foe(seat)
        return table.sides[foe].points == max(side.points for side in table.sides)


@register
class UnveilFlagship(InCombat):
    """Win a space combat with the flagship still there."""

    id = "unveil_flagship"

    def happened(self, table: Public, seat: int) -> bool:
        battle = table.battle
        if battle is None or battle.planet or not battle.over or battle.winner != seat:
            return False
        lost = battle.lost.get(str(seat), {})
        return bool(fleets.at(table, battle.tile, seat).get("flagship")) and not lost.get(
            "flagship"
        )


@register
class DestroyTheirGreatestShip(InCombat):
    """Destroy a war sun or flagship."""

    id = "destroy_their_greatest_ship"

    def happened(self, table: Public, seat: int) -> bool:
        fallen = table.fallen
        if fallen is None or fallen.by != seat or fallen.cause == "sustain":
            return False
        return any(fallen.units.get(unit) for unit in ("war_sun", "flagship"))


@register
class MakeAnExample(InCombat):
    """Destroy the last ground force on a planet by Bombardment."""

    id = "make_an_example_of_their_world"

    def happened(self, table: Public, seat: int) -> bool:
        fallen = table.fallen
        if fallen is None or fallen.by != seat or fallen.cause != "bombardment":
            return False
        left = fleets.at(table, fallen.place, fallen.seat)
        return fallen.place not in TILES and not fleets.ground_forces(left)


@register
class TurnTheirFleetsToDust(InCombat):
    """Destroy the last ship in a system by Space Cannon."""

    id = "turn_their_fleets_to_dust"

    def happened(self, table: Public, seat: int) -> bool:
        fallen = table.fallen
        if fallen is None or fallen.by != seat or fallen.cause != "cannon":
            return False
        return not fleets.ships(fleets.at(table, fallen.place, fallen.seat))
