"""Laws a player owns: ministers, crowns, committees (TI4 31.4)."""

from collections.abc import Mapping

from rules.imperium import counters
from rules.kernel.table import Effect as Outcome
from rules.kernel.table import Play
from rules.ti4 import cards, economy
from rules.ti4 import events as ev
from rules.ti4.agendas.effects import pass_on
from rules.ti4.combat import rerolls
from rules.ti4.combat.hits import destroy
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Agenda
from rules.ti4.components.registry import register
from rules.ti4.facts import AGENDAS, FACTIONS
from rules.ti4.galaxy import tile_of
from rules.ti4.phases.agenda import outcomes, repeal
from rules.ti4.points import gain_points
from rules.ti4.state import Battle, Mark, Public, Table, Until, View
from rules.ti4.swaps import card_swaps, swap_cards
from rules.ti4.tactical.production import production
from rules.ti4.tactical.tactical_action import end_turn_now
from rules.ti4.units import fleets
from rules.toolbox.components import Targets
from rules.toolbox.targets import Composite, Target, seat_of


class Office(Agenda):
    """Being owned is all there is to its outcome."""

    def outcome(self, t: Table, result: str) -> Outcome:
        """Do nothing more when somebody is elected."""


class Staked(Composite):
    """A unit that rolled again, by its type and its place among those of the type."""

    unit: str
    at: str


@register
class MinisterOfExploration(Office):
    """A trade good for each planet gained."""

    id = "minister_of_exploration"
    triggers = (w.WHEN_PLANET_GAINED,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        yield from economy.gain_goods(t, seat, 1)


@register
class MinisterOfPolicy(Office):
    """An action card at the end of the status phase."""

    id = "minister_of_policy"
    triggers = (w.STATUS_PHASE_END,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        yield from cards.draw_action_cards(t, seat, 1)


@register
class MinisterOfSciences(Office):
    """Research through the strategy card Technology costs no resources."""

    id = "minister_of_sciences"

    def free_research(self, table: Public, seat: int) -> bool:
        return True


@register
class MinisterOfIndustry(Office):
    """A space dock just placed: all own units of its system may use Production."""

    id = "minister_of_industry"
    windows = (w.WHEN_STRUCTURE_PLACED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return timing.in_effect(table, "space_dock", seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from production(t, seat, tile_of(about))


@register
class MinisterOfPeace(Office):
    """Discarded: ends the turn of a player who activated a system with others' units."""

    id = "minister_of_peace"
    windows = (w.AFTER_ANY_ACTIVATION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        active = table.active
        return active is not None and any(
            fleets.has_units_in(table, about, other)
            for other in range(len(table.sides))
            if other != active.seat
        )

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        repeal(t, self.id)
        end_turn_now(t)


@register
class MinisterOfWar(Office):
    """Discarded after an action: an own token comes off the board, and one more action."""

    id = "minister_of_war"
    windows = (w.AFTER_ACTION_PERFORMED,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        tiles = counters.of_seat(v.table.tokens, seat)
        return {tile: ev.title(tile) for tile in sorted(tiles, key=int)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        repeal(t, self.id)
        economy.lift_token(t, seat, on)
        t.tell(ev.TokenLifted(seat, on), cite="TI4 86.3")
        t.table.actions_left += 1


@register
class CommitteeFormation(Office):
    """Discarded before a vote that elects a player: the owner names the elected."""

    id = "committee_formation"
    windows = (w.BEFORE_VOTING,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return AGENDAS[table.agenda_now.id].elect == "player" and not table.agenda_now.settled

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return outcomes(v.table, v.names)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        repeal(t, self.id)
        t.table.agenda_now.outcome, t.table.agenda_now.settled = on, True


@register
class ImperialArbiter(Office):
    """Discarded at the end of the strategy phase: a strategy card for another player's."""

    id = "imperial_arbiter"
    windows = (w.STRATEGY_PHASE_END,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return card_swaps(v, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        repeal(t, self.id)
        swap_cards(t, seat, on)


@register
class ProphecyOfIxth(Office):
    """+1 for own fighters; lost by a use of Production with fewer than two fighters."""

    id = "prophecy_of_ixth"

    def combat(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        return 1 if unit == "fighter" else 0

    def produced(self, t: Table, seat: int, units: Mapping[str, int]) -> None:
        if units.get("fighter", 0) < 2:
            repeal(t, self.id)


# -- with a victory point -----------------------------------------------------------------------


class WithPoint(Agenda):
    """The elected player gains a point with the card."""

    def outcome(self, t: Table, result: str) -> None:
        gain_points(t, seat_of(result), 1, "TI4 31.4")


@register
class ShardOfTheThrone(WithPoint):
    """A card taken over by the player who beats its owner in a combat."""

    id = "shard_of_the_throne"
    triggers = (w.AFTER_COMBAT_WON,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        battle = t.table.battle_now
        if seat in (battle.attacker, battle.defender) and battle.winner != seat:
            pass_on(t, self.id, seat, battle.winner)


@register
class TheCrownOfEmphidia(WithPoint):
    """A card taken over by the player who gains a planet of its owner's home system."""

    id = "the_crown_of_emphidia"
    triggers = (w.AFTER_PLANET_GAINED,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        home = FACTIONS[t.table.sides[seat].faction].home_planets
        taker = t.table.control.get(about, seat)
        if about in home and taker != seat:
            pass_on(t, self.id, seat, taker)


@register
class TheCrownOfThalnos(Office):
    """Combat dice are rolled again; units whose new dice leave them without a hit are lost."""

    id = "the_crown_of_thalnos"
    windows = (w.AFTER_COMBAT_DIE_ROLL, w.AFTER_GROUND_COMBAT_ROLLS)

    def _unit(self, table: Public, about: Target) -> str:
        """Return a unit in space, where the dice of one type lie at a time; "" on the ground, where
        all of them lie."""
        return "" if table.battle_now.planet else about

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(rerolls.dice_of(table, seat, self._unit(table, about)))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return rerolls.ways()

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return rerolls.offered(v.table, seat, "" if step == "dice" else step)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        unit = self._unit(t.table, about)
        chosen = yield from rerolls.roll_again(t, self, seat, on, unit)
        for die in chosen:
            each = modifiers.combat_dice(t.table, seat, die.unit, t.table.battle_now)
            mark = Staked(die.unit, str(die.at // max(1, each))).target
            if not any(e.id == Mark.STAKED and e.on == mark for e in t.table.effects):
                timing.lasting(t, Mark.STAKED, seat, Until.COMBAT_ROUND, mark)

    def after_rolls(self, t: Table, seat: int) -> Play[None]:
        battle = t.table.battle_now
        lost: dict[str, int] = {}
        for effect in [e for e in t.table.effects if e.id == Mark.STAKED and e.seat == seat]:
            staked = Staked.read(effect.on)
            unit, at = staked.unit, staked.at
            each = max(1, modifiers.combat_dice(t.table, seat, unit, battle))
            mine = battle.rolls[str(seat)][unit][int(at) * each : (int(at) + 1) * each]
            if not any(rerolls.hits(t.table, seat, unit, value) for value in mine):
                lost[unit] = lost.get(unit, 0) + 1
        place = battle.planet or battle.tile
        yield from destroy(t, place, seat, lost, cause=self.id)
