"""Action cards of space and ground combats (TI4 9, 10)."""

from rules.kernel.table import Play
from rules.ti4 import economy, galaxy, nouns
from rules.ti4 import events as ev
from rules.ti4.combat import rerolls
from rules.ti4.combat.retreat import move_fleet
from rules.ti4.combat.space import marines_return
from rules.ti4.combat.strikes import foe_of
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import ActionCard
from rules.ti4.components.registry import register
from rules.ti4.facts import SHIPS, TILES
from rules.ti4.state import Battle, Public, Table, Until, View
from rules.ti4.units import fleets
from rules.ti4.units.limits import enforce_in
from rules.ti4.units.losses import lose
from rules.ti4.units.tokens import must_place_token
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target


@register
class FighterPrototype(ActionCard):
    """+2 for own fighters in the first round of a space combat."""

    id = "fighter_prototype"
    windows = (w.START_OF_SPACE_COMBAT_ROUND,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.battle_now.round == 1

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.COMBAT_ROUND)

    def combat(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        return 2 if unit == "fighter" else 0


@register
class EmergencyRepairs(ActionCard):
    """Own damaged units in the active system are repaired."""

    id = "emergency_repairs"
    windows = (w.START_OF_COMBAT_ROUND, w.END_OF_COMBAT_ROUND)

    def _places(self, table: Public, seat: int) -> list[str]:
        tile = table.battle_now.tile
        here = (tile, *TILES[tile].planets)
        return [place for place in here if fleets.damaged(table, place, seat)]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(self._places(table, seat))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        for place in self._places(t.table, seat):
            for unit in list(fleets.damaged(t.table, place, seat)):
                fleets.set_damaged(t.table, place, seat, unit, 0)
            t.tell(ev.Repaired(seat, place), cite="TI4 80.3")


@register
class SkilledRetreat(ActionCard):
    """All own ships leave a space combat, which nobody wins."""

    id = "skilled_retreat"
    windows = (w.START_OF_COMBAT_ROUND,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        battle = table.battle_now
        if battle.planet or battle.over:
            return False
        return bool(fleets.ships(fleets.at(table, battle.tile, seat)))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        tiles = galaxy.adjacent(v.table, v.table.battle_now.tile, seat)
        return {
            tile: ev.title(tile)
            for tile in tiles
            if not fleets.enemies_in(v.table, tile, seat) and self._enterable(v.table, seat, tile)
        }

    def _enterable(self, table: Public, seat: int, tile: str) -> bool:
        return all(
            kind == "gravity_rift" or (kind != "nebula" and modifiers.enters(table, seat, kind))
            for kind in TILES[tile].anomalies
        )

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        origin = t.table.battle_now.tile
        t.table.battle_now.over = t.table.battle_now.drawn = True
        marines_return(t.table, seat)
        yield from move_fleet(t, seat, origin, on)
        t.tell(ev.Retreated(seat, origin, on), cite="TI4 28.7")
        yield from must_place_token(t, seat, on)
        yield from enforce_in(t, on, seat)


@register
class Intercept(ActionCard):
    """The opponent's announced retreat does not take place."""

    id = "intercept"
    windows = (w.AFTER_RETREAT_DECLARED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.battle_now.retreating == foe_of(table, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        t.table.battle_now.retreating, t.table.battle_now.retreat_to = -1, ""


@register
class ShieldsHolding(ActionCard):
    """Up to two hits on own ships in a space combat are cancelled."""

    id = "shields_holding"
    windows = (w.BEFORE_ASSIGN_COMBAT_HITS,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        if table.hits is None or table.hits.place not in TILES:
            return False
        if timing.in_effect(table, self.id, seat):
            return False
        return table.hits_now.pending.get(str(seat), 0) > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        hits, mine = t.table.hits_now, str(seat)
        hits.pending[mine] = max(0, hits.pending[mine] - 2)
        if hits.heavy.get(mine):
            hits.heavy[mine] = min(hits.heavy[mine], hits.pending[mine])
        timing.lasting(t, self.id, seat, Until.HITS)


@register
class CourageousToTheEnd(ActionCard):
    """Two dice for a ship lost in a space combat; each success costs the opponent a ship."""

    id = "courageous_to_the_end"
    windows = (w.AFTER_UNIT_DESTROYED,)

    def _lost(self, table: Public, seat: int) -> list[str]:
        battle, fallen = table.battle, table.fallen
        if battle is None or battle.planet or battle.over or fallen is None:
            return []
        if fallen.seat != seat or fallen.place != battle.tile:
            return []
        return [unit for unit, n in fleets.ordered(fallen.units) if unit in SHIPS and n]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(self._lost(table, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {unit: nouns.unit(unit) for unit in self._lost(v.table, seat)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        printed = modifiers.stats(t.table, seat, on).combat
        values = t.roll("courage", 2)
        t.tell(ev.DiceRolled(seat, self.id, values), cite="TI4 28.7")
        due = sum(printed is not None and value >= printed.hits_on for value in values)
        foe = foe_of(t.table, seat)
        yield from lose(t, foe, self.id, due, SHIPS, [t.table.battle_now.tile], seat)


@register
class Salvage(ActionCard):
    """The loser of a space combat hands over all commodities."""

    id = "salvage"
    windows = (w.AFTER_SPACE_COMBAT_WON,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(table.sides[foe_of(table, seat)].commodities)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        loser = t.table.sides[foe_of(t.table, seat)]
        taken, loser.commodities = loser.commodities, 0
        t.table.supply -= taken
        yield from economy.gain_goods(t, seat, taken)


@register
class FireTeam(ActionCard):
    """Dice of the holder's ground forces are rolled again."""

    id = "fire_team"
    windows = (w.AFTER_GROUND_COMBAT_ROLLS,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(rerolls.dice_of(table, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return rerolls.ways()

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return rerolls.offered(v.table, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from rerolls.roll_again(t, self, seat, on)
