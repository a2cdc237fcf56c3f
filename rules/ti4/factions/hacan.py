"""The Emirates of Hacan."""

from rules.imperium.payment import paying
from rules.kernel.table import Play
from rules.ti4 import economy
from rules.ti4 import events as ev
from rules.ti4.combat import dice
from rules.ti4.combat.strikes import foe_of
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.choices import other_players
from rules.ti4.components.modifiers import stats
from rules.ti4.components.registry import register
from rules.ti4.state import Public, Table, View
from rules.ti4.swaps import CardSwap, card_swaps, swap_cards
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target, player, seat_of


@register
class MastersOfTrade(Ability):
    """The secondary of Trade costs no token."""

    id = "masters_of_trade"

    def free_secondary(self, table: Public, seat: int, card: str) -> bool:
        return card == "trade"


@register
class GuildShips(Ability):
    """Transactions with players who are no neighbours."""

    id = "guild_ships"

    def trades_afar(self, table: Public, seat: int) -> bool:
        return True


@register
class Arbiters(Ability):
    """Action cards may be part of transactions."""

    id = "arbiters"

    def trades_cards(self, table: Public, seat: int) -> bool:
        return True


@register
class WrathOfKenara(Flagship):
    """In its system a trade good raises one of the owner's combat dice by one."""

    id = "wrath_of_kenara"
    windows = (w.AFTER_COMBAT_DIE_ROLL,)
    once_a_window = False

    def _die(self, table: Public, seat: int, unit: str) -> int:
        """Return the die, by place, that one more makes a hit; -1 if there is none."""
        printed = stats(table, seat, unit).combat
        values = table.battle_now.rolls.get(str(seat), {}).get(unit, [])
        if printed is None:
            return -1
        wanted = printed.hits_on - dice.bonus(table, seat, unit) - 1
        return values.index(wanted) if wanted in values else -1

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        if foe_of(table, seat) < 0 or self.where(table, seat) != table.battle_now.tile:
            return False
        return table.sides[seat].goods > 0 and self._die(table, seat, about) >= 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend(t, seat, paying([], 1))
        values = t.table.battle_now.rolls[str(seat)][about]
        values[self._die(t.table, seat, about)] += 1


@register
class ProductionBiomes(Technology):
    """Exhaust, and a strategy token: four trade goods, two for somebody else."""

    id = "production_biomes"
    windows = (w.ACTION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(table.sides[seat].strategy)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return other_players(v, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        economy.spend_token(t, seat)
        yield from economy.gain_goods(t, seat, 4)
        yield from economy.gain_goods(t, seat_of(on), 2)


@register
class QuantumDatahubNode(Technology):
    """A strategy token and three trade goods to another player: strategy cards are exchanged."""

    id = "quantum_datahub_node"
    windows = (w.STRATEGY_PHASE_END,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        side = table.sides[seat]
        return bool(side.strategy) and side.goods >= 3

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return card_swaps(v, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        other = seat_of(CardSwap.read(on).partner)
        economy.spend_token(t, seat)
        t.table.sides[seat].goods -= 3
        t.table.sides[other].goods += 3
        t.tell(ev.GoodsTaken(other, seat, 3), cite="TI4 83.9")
        swap_cards(t, seat, on)
        yield from timing.moment(t, w.AFTER_NEIGHBOR_TRADE, player(other))


@register
class TradeConvoys(Note):
    """Laid open: the holder trades with everybody."""

    id = "trade_convoys"
    windows = (w.ACTION,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        """Do nothing: the note lies in the play area."""

    def trades_afar(self, table: Public, seat: int) -> bool:
        return True
