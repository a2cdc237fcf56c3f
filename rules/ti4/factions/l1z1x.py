"""The L1Z1X Mindnet."""

from rules.kernel.table import Play
from rules.ti4 import economy
from rules.ti4 import events as ev
from rules.ti4.components import modifiers
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.registry import register
from rules.ti4.facts import STRUCTURES
from rules.ti4.state import Battle, Public, Table
from rules.ti4.tactical.invasion import bombard_planet, bombers, shielded
from rules.ti4.units import fleets
from rules.toolbox.targets import Target


@register
class Assimilate(Ability):
    """Structures of others on a planet gained become own ones."""

    id = "assimilate"
    triggers = (w.WHEN_PLANET_GAINED,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        for owner in [s for s in range(len(t.table.sides)) if s != seat]:
            theirs = dict(fleets.at(t.table, about, owner))
            for unit in STRUCTURES:
                left = fleets.reinforcements(t.table, seat, unit)
                n = min(theirs.get(unit, 0), left)
                if n:
                    fleets.remove(t.table, about, owner, unit, n)
                    fleets.add(t.table, about, seat, unit, n)
                    t.tell(ev.Replaced(seat, owner, about, {unit: n}), cite="TI4 83.21")


@register
class Harrow(Ability):
    """Ships bombard at the end of each round of ground combat."""

    id = "harrow"
    windows = (w.END_OF_GROUND_COMBAT_ROUND,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        battle = table.battle
        if battle is None or battle.attacker != seat or shielded(table, seat, about):
            return False
        others = [s for s in fleets.ground_owners(table, about) if s != seat]
        return bool(others) and bool(bombers(table, seat, battle.tile))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        units = bombers(t.table, seat, t.table.battle_now.tile)
        extra = modifiers.ability_dice(t.table, seat, "bombardment")
        yield from bombard_planet(t, seat, about, units, extra)


@register
class Flagship001(Flagship):
    """Its hits and those of dreadnoughts beside it go to non-fighter ships."""

    id = "flagship_001"

    def must_hit_non_fighters(self, table: Public, seat: int, unit: str, battle: Battle) -> bool:
        here = not battle.planet and self.where(table, seat) == battle.tile
        return here and unit in ("flagship", "dreadnought")


@register
class InheritanceSystems(Technology):
    """Exhaust and two resources: a technology without prerequisites (`RESEARCH … USING`)."""

    id = "inheritance_systems"

    def waives_needs(self, table: Public, seat: int) -> int | None:
        return None if self.id in table.sides[seat].exhausted else 2


@register
class CyberneticEnhancements(Note):
    """A strategy token of L1Z1X goes, the holder gets one."""

    id = "cybernetic_enhancements"
    windows = (w.TURN_START,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        owner = self.owner(table)
        return owner >= 0 and table.sides[owner].strategy > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend_token(t, self.owner(t.table))
        economy.gain_tokens(t, seat, {"strategy": 1})
