"""Action cards of the strategy phase (TI3 34.2)."""

from rules.kernel.table import Play
from rules.ti3 import cards, economy, trade
from rules.ti3 import events as ev
from rules.ti3.components import timing
from rules.ti3.components import windows as w
from rules.ti3.components.base import ActionCard, Targets
from rules.ti3.components.choices import Choose, all_players, titled
from rules.ti3.components.modifiers import influence
from rules.ti3.components.registry import register
from rules.ti3.facts import ABILITIES, MECATOL, RACES, STRATEGY_CARDS, TILES
from rules.ti3.galaxy import home_of
from rules.ti3.phases.strategy import DISGRACE, convert, may_take, on_offer
from rules.ti3.state import Public, Table, Until, View
from rules.ti3.units import fleets
from rules.toolbox.targets import Composite, Target, Way, as_target, player, seat_of

ANY_NUMBER = 99


class CounterIn(Composite):
    """A system, and the player whose counter is placed there."""

    between = ">"

    tile: str
    owner: str


@register
class CommandSummit(ActionCard):
    """Two counters into the Command Pool."""

    id = "command_summit"
    windows = (w.STRATEGY_PHASE,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.gain_counters(t, seat, {"command": 2}, self.rule)


@register
class CulturalCrisis(ActionCard):
    """A player's race abilities are off for the round; `presence` knows the effect."""

    id = "cultural_crisis"
    windows = (w.STRATEGY_PHASE,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return all_players(v)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.ROUND, on)


@register
class Multiculturalism(ActionCard):
    """One race ability of an opponent works for the owner in this round."""

    id = "multiculturalism"
    windows = (w.STRATEGY_PHASE,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        table = v.table
        crisis = {e.on for e in table.effects if e.id == "cultural_crisis"}
        return {
            ability.id: f"{v.names[s]}: {ability.name}"
            for s, side in enumerate(table.sides)
            if s != seat and not side.out and player(s) not in crisis
            for ability in RACES[side.race].abilities
            if ability.window != "setup"
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        assert on in ABILITIES
        timing.lasting(t, self.id, seat, Until.ROUND, on)


@register
class GrandArmada(ActionCard):
    """The fleet at home ignores Fleet Supply until the round ends."""

    id = "grand_armada"
    windows = (w.STRATEGY_PHASE,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.ROUND)

    def fleet_limit(self, table: Public, seat: int, tile: str) -> int:
        mine = self.effect(table, seat) is not None and tile == home_of(table, seat)
        return ANY_NUMBER if mine else 0


@register
class ProductivitySpike(ActionCard):
    """A dock builds as many more units as its planet has influence."""

    id = "productivity_spike"
    windows = (w.STRATEGY_PHASE,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled(fleets.docks(v.table, seat))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.ROUND, on)

    def production_limit(self, table: Public, seat: int, planet: str) -> int:
        effect = self.effect(table, seat)
        return influence(table, planet) if effect is not None and effect.on == planet else 0


@register
class ScientistAssassination(ActionCard):
    """A player neither buys nor gains technologies in this round."""

    id = "scientist_assassination"
    windows = (w.STRATEGY_PHASE,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return all_players(v)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat_of(on), Until.ROUND)

    def denies_tech(self, table: Public, seat: int, tech: str, bought: bool) -> bool:
        return self.effect(table, seat) is not None


@register
class SignalJamming(ActionCard):
    """A counter of another player from his reinforcements activates a system (TI3 E123)."""

    id = "signal_jamming"
    windows = (w.STRATEGY_PHASE,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        table = v.table
        return {
            CounterIn(tile, player(s)).target: f"{TILES[tile].name}, {v.names[s]}"
            for s, side in enumerate(table.sides)
            if s != seat and not side.out and economy.counter_reserve(table, s) > 0
            for tile in sorted(table.places)
            if not TILES[tile].is_home
            and TILES[tile].may_be_activated
            and not economy.has_counter(table, tile, s)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        chosen = CounterIn.read(on)
        owner = seat_of(chosen.owner)
        economy.place_counter(t, owner, chosen.tile)
        t.tell(ev.CounterPlaced(owner, chosen.tile), cite=self.rule)


@register
class Synchronicity(ActionCard):
    """Any one card of the action deck; then the deck is shuffled."""

    id = "synchronicity"
    windows = (w.STRATEGY_PHASE,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.deck_left > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        t.hand[seat].shown = sorted(set(t.box.action))
        card = yield from t.ask(Choose(seat, self.kind, self.id, ""))
        t.hand[seat].shown = []
        t.box.action.remove(card)
        t.box.action = t.shuffle("action deck", sorted(t.box.action))
        t.table.deck_left = len(t.box.action)
        t.hand[seat].cards.append(card)
        t.table.sides[seat].hand += 1
        t.tell(ev.CardsDrawn(seat, [card]), to=seat, public=ev.CardsTaken(seat, 1), cite=self.rule)
        yield from cards.keep_hand_limit(t, seat)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return titled(v.mine.shown)


@register
class TradeStop(ActionCard):
    """All trade agreements end."""

    id = "trade_stop"
    windows = (w.STRATEGY_PHASE,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        trade.end_all(t, self.rule)


@register
class UsurperAction(ActionCard):
    """Mecatol Rex gives twice its influence as votes, exhausted or not, while it is held."""

    id = "usurper_action"
    windows = (w.STRATEGY_PHASE,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.control.get(MECATOL) == seat

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        t.table.discard.remove(self.id)
        t.table.kept[self.id] = MECATOL
        timing.lasting(t, self.id, seat, Until.KEPT, as_target(MECATOL))

    def planet_votes(self, table: Public, seat: int, planet: str) -> int | None:
        if planet != MECATOL or self.effect(table, seat) is None:
            return None
        return 2 * influence(table, planet)


@register
class PublicDisgrace(ActionCard):
    """A strategy card just picked is put back, and another must be taken."""

    id = "public_disgrace"
    windows = (w.ON_PICK,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        picker = table.to_pick[0] if table.to_pick else -1
        others = [c for c in may_take(table, picker) if c != about] if picker >= 0 else []
        return bool(others) and not timing.in_effect(table, DISGRACE)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.PICK)


@register
class StrategicFlexibility(ActionCard):
    """The own strategy card for one that nobody chose."""

    id = "strategic_flexibility"
    windows = (w.AFTER_PICKS,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        mine = v.table.sides[seat].cards
        return {
            Way(one, two).target: f"{ev.title(one)} > {ev.title(two)}"
            for one in mine
            for two in may_take(v.table, seat)
        }

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(table.sides[seat].cards) and bool(on_offer(table))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        way = Way.read(on)
        old, new = way.origin, way.to
        bonus = t.table.bonus.pop(new)
        side = t.table.sides[seat]
        side.cards[side.cards.index(old)] = new
        t.table.bonus[old] = 0
        t.tell(ev.StrategyPicked(seat, new, bonus), cite=self.rule)
        if new == "initiative":
            t.table.speaker = seat
            t.tell(ev.SpeakerIs(seat), cite="TI3 5.1.4")
        if bonus:
            yield from convert(t, seat, bonus)


@register
class StrategicShift(ActionCard):
    """Nobody may take one strategy card in this round (TI3 E118)."""

    id = "strategic_shift"
    windows = (w.BEFORE_PICKS,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled([c for c in STRATEGY_CARDS if c not in v.table.barred_cards])

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        t.table.barred_cards.append(on)
