"""Action cards of movement, fire and space battles (TI3 36.1)."""

from rules.kernel.table import Play
from rules.ti3 import economy, galaxy
from rules.ti3 import events as ev
from rules.ti3.combat.dice import battle_of, die_words, open_dice, reroll, shoot
from rules.ti3.combat.hits import take_hits
from rules.ti3.combat.retreat import move_fleet
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.components.base import ActionCard, Targets
from rules.ti3.components.choices import titled
from rules.ti3.components.registry import register
from rules.ti3.facts import BIG_SHIPS, TILES
from rules.ti3.state import Battle, Public, Table, Until, View
from rules.ti3.units import fleets
from rules.ti3.units.losses import destroy
from rules.toolbox.targets import Target, as_target

ROUNDS = ("space", "invasion")


def fights(table: Public, seat: int) -> bool:
    """Return whether the seat takes part in the battle under way."""
    battle = table.battle
    return battle is not None and seat in (battle.attacker, battle.defender)


@register
class FlankSpeed(ActionCard):
    """Every ship that moves into the system just activated has movement +1."""

    id = "flank_speed"
    windows = (w.AFTER_ACTIVATION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.active is not None and table.active.seat == seat and not table.active.other

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.ACTIVATION)

    def move(self, table: Public, seat: int, unit: str, origin: str) -> int:
        return int(self.effect(table, seat) is not None)


@register
class InTheSilenceOfSpace(ActionCard):
    """A fleet crosses one system with enemy ships, if it does not end where enemies are."""

    id = "in_the_silence_of_space"
    windows = (w.AFTER_ACTIVATION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        active = table.active
        if active is None or active.seat != seat or active.other:
            return False
        return not fleets.enemies_in(table, active.tile, seat)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        tiles = fleets.tiles_with_ships(v.table, seat)
        return titled(
            [
                x
                for x in tiles
                if x != about
                and not economy.has_counter(v.table, x, seat)
                and any(modifiers.movement(v.table, seat, u, x) > 1 for u in BIG_SHIPS)
            ]
        )

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.ACTIVATION, on)

    def passes_fleets(self, table: Public, seat: int, origin: str) -> int:
        return int(timing.in_effect(table, self.id, seat, as_target(origin)))


@register
class ExperimentalBattlestation(ActionCard):
    """An own space dock fires three times at the active player's fleet as if it were PDS."""

    id = "experimental_battlestation"
    windows = (w.MOVED,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled(self._docks(v.table, seat, about))

    def _docks(self, table: Public, seat: int, tile: str) -> list[str]:
        tiles = [tile]
        if modifiers.cannon_range(table, seat):
            tiles += galaxy.for_effects(table).get(tile, ())
        return fleets.docks(table, seat, tiles)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        active = table.active
        if active is None or active.seat == seat or about not in TILES:
            return False
        return bool(fleets.at(table, about, active.seat)) and bool(self._docks(table, seat, about))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        assert t.table.active is not None
        target = t.table.active.seat
        scored = yield from shoot(t, seat, target, "cannon", on, {"pds": 3})
        yield from take_hits(t, about, "cannon", target, scored, seat)


@register
class Minelayers(ActionCard):
    """Each own cruiser scores a hit that is taken in the first casualty step of the battle."""

    id = "minelayers"
    windows = (w.MOVED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        active = table.active
        if active is None or active.seat == seat or not active.moved:
            return False
        return bool(fleets.at(table, about, seat).get("cruiser"))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.ACTIVATION, about)

    def automatic_hits(self, table: Public, seat: int, tile: str) -> int:
        laid = timing.in_effect(table, self.id, seat, as_target(tile))
        return fleets.at(table, tile, seat).get("cruiser", 0) if laid else 0


@register
class FighterPrototype(ActionCard):
    """Own fighters +2 in the first round."""

    id = "fighter_prototype"
    windows = (w.PRE_COMBAT,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return fights(table, seat) and bool(fleets.at(table, about, seat).get("fighter"))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.COMBAT_ROUND)

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        active = self.effect(table, seat) is not None
        return 2 * int(active and unit == "fighter" and fire == "space")


@register
class IntoTheBreach(ActionCard):
    """All own ships +1 in the battle; the first two hits fall on a dreadnought."""

    id = "into_the_breach"
    windows = (w.PRE_COMBAT,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return fights(table, seat) and bool(fleets.at(table, about, seat).get("dreadnought"))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        battle_of(t.table).breach[str(seat)] = 2
        timing.lasting(t, self.id, seat, Until.BATTLE)

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return int(self.effect(table, seat) is not None and fire == "space")


@register
class MoraleBoost(ActionCard):
    """All own units in the combat +1 in this round."""

    id = "morale_boost"
    windows = (w.ROUND_START,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return fights(table, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.COMBAT_ROUND)

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return int(self.effect(table, seat) is not None and fire in ROUNDS)


@register
class Recheck(ActionCard):
    """One combat die, own or enemy, is rolled again."""

    id = "recheck"
    windows = (w.AFTER_ROLL,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return fights(table, seat) and bool(open_dice(table))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {
            id: f"{v.names[owner] if owner >= 0 else 'Locals'}: {die_words(id, die)}"
            for id, (owner, _unit, die) in open_dice(v.table).items()
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        reroll(t, on)


@register
class ShieldsHolding(ActionCard):
    """Up to two hits of this round are cancelled."""

    id = "shields_holding"
    windows = (w.CASUALTIES,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.hits is not None and table.hits.seat == seat and table.hits.n > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        assert t.table.hits is not None
        t.table.hits.n = max(0, t.table.hits.n - 2)


@register
class DirectHit(ActionCard):
    """A ship that was just damaged in a battle of the owner is destroyed."""

    id = "direct_hit"
    windows = (w.DAMAGED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        fallen = table.fallen
        return fallen is not None and fallen.by == seat and any(fallen.units.values())

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        fallen = v.table.fallen
        assert fallen is not None
        return titled([unit for unit, n in fleets.ordered(fallen.units) if n])

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        fallen = t.table.fallen
        assert fallen is not None
        fallen.units[on] -= 1
        yield from destroy(t, fallen.place, fallen.seat, {on: 1}, seat, self.rule)


@register
class SkilledRetreat(ActionCard):
    """The fleet leaves for an adjacent system, which gets a counter (TI3 E124)."""

    id = "skilled_retreat"
    windows = (w.SPACE_ROUND,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        battle = table.battle
        if battle is None or battle.over or not fights(table, seat) or battle.planet:
            return False
        return economy.counter_reserve(table, seat) > 0 and bool(fleets.at(table, about, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        table = v.table
        return titled(
            [
                x
                for x in galaxy.for_movement(table).get(about, ())
                if not economy.has_counter(table, x, seat)
                and TILES[x].may_be_activated
                and (fleets.is_empty(table, x) or fleets.is_friendly(table, x, seat))
            ]
        )

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        economy.place_counter(t, seat, on)
        t.tell(ev.CounterPlaced(seat, on), cite=self.rule)
        battle_of(t.table).over = True
        yield from move_fleet(t, seat, about, on)
