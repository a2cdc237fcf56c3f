"""Paying, trade goods, commodities, command tokens (TI4 14, 41, 68, 78, 82, 86; D-1)."""

from collections.abc import Iterable, Mapping

from rules.imperium import counters, payment
from rules.imperium.payment import Pay
from rules.kernel.decisions import Problem
from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import ATLAS, COMMAND_TOKENS, FACTIONS
from rules.ti4.names import GOODS, PLANET_NAMES
from rules.ti4.speech import _
from rules.ti4.state import Public, Table
from rules.toolbox.targets import player

POOLS = ("tactic", "fleet", "strategy")


class TI4Payment(payment.Payment[Public]):
    """The price in resources and influence in this edition (TI4 D-1, J.5)."""

    rule_control = "TI4 43.7"
    rule_exhausted = "TI4 79.4"
    rule_goods = "TI4 14.3"
    rule_enough = "TI4 83.9"

    def resources(self, table: Public, planet: str) -> int:
        return modifiers.resources(table, planet)

    def influence(self, table: Public, planet: str) -> int:
        return modifiers.influence(table, planet)

    def goods_worth(self, table: Public, seat: int) -> int:
        return modifiers.goods_worth(table, seat)


PAYMENT = TI4Payment(ATLAS, PLANET_NAMES, GOODS)
value, worth, wealth = PAYMENT.value, PAYMENT.worth, PAYMENT.wealth
pay_problems, best_pay = PAYMENT.problems, PAYMENT.best
pay_text, read_pay, split_pay = PAYMENT.text, PAYMENT.read, PAYMENT.split


def spend(t: Table, seat: int, pay: Pay) -> None:
    """Exhaust planets, and return goods to the supply (TI4 78.2, 82.2)."""
    t.table.spent = sorted({*t.table.spent, *pay.planets})
    t.table.sides[seat].goods -= pay.goods
    t.table.supply -= pay.goods
    if pay.planets or pay.goods:
        t.tell(ev.Paid(seat, pay.planets, pay.goods), cite="TI4 83.9")


def exhaust(t: Table, seat: int, planets: Iterable[str]) -> None:
    if now := payment.exhaust(t.table, planets):
        t.tell(ev.Exhausted(seat, now), cite="TI4 79.1")


def ready(t: Table, seat: int, planets: Iterable[str]) -> None:
    if now := payment.ready(t.table, planets):
        t.tell(ev.Readied(seat, now), cite="TI4 51.0")


# -- trade goods and commodities -----------------------------------------------------------------


def gain_goods(t: Table, seat: int, n: int) -> Play[None]:
    """Give a player trade goods, and open the moment after it (TI4 14.2, W-41)."""
    if n <= 0:
        return
    t.table.sides[seat].goods += n
    t.table.supply += n
    t.tell(ev.GoodsGained(seat, n), cite="TI4 14.2")
    yield from timing.moment(t.sub(f"goods@{seat}"), w.AFTER_NEIGHBOR_TRADE, player(seat))


def commodities_lacking(table: Public, seat: int) -> int:
    """Return how many commodities a player gains by replenishing (TI4 68.3)."""
    side = table.sides[seat]
    return max(0, FACTIONS[side.faction].commodities - side.commodities)


def replenish(t: Table, seat: int) -> Play[None]:
    """Fill a player's commodities up to the faction's limit (TI4 23.3, 68.3)."""
    p = t.sub(f"replenish@{seat}")
    side = p.table.sides[seat]
    gained = commodities_lacking(p.table, seat)
    p.table.supply += gained
    side.commodities += gained
    p.tell(ev.Replenished(seat, side.commodities), cite="TI4 68.3")
    yield from timing.moment(p, w.WHEN_COMMODITIES_REPLENISHED, player(seat))
    yield from timing.moment(p, w.AFTER_COMMODITIES_REPLENISHED, player(seat))


# -- command tokens ------------------------------------------------------------------------------


def on_sheet(table: Public, seat: int) -> int:
    return counters.on_sheet(table.sides[seat], POOLS)


def token_reserve(table: Public, seat: int) -> int:
    """Count the command tokens in reinforcements (TI4 86.3)."""
    return COMMAND_TOKENS - on_sheet(table, seat) - len(counters.of_seat(table.tokens, seat))


def has_token(table: Public, tile: str, seat: int) -> bool:
    return seat in table.tokens.get(tile, ())


def pool_room(table: Public, seat: int) -> int:
    """Return how many more tokens the fleet pool takes."""
    return max(0, modifiers.fleet_pool(table, seat) - table.sides[seat].fleet)


def pool_problems(table: Public, seat: int, added: int) -> list[Problem]:
    """Return why so many more tokens cannot go to the fleet pool."""
    room = pool_room(table, seat)
    if added <= room:
        return []
    words = _("Your fleet pool takes {n} more token(s).", n=room)
    return [Problem("fleet-pool-full", words, "TI4 GR-3")]


def gain_tokens(t: Table, seat: int, pools: Mapping[str, int]) -> None:
    """Add tokens to the pools, never more than the reserve holds (TI4 86.2, 86.3a)."""
    reserve, room = token_reserve(t.table, seat), pool_room(t.table, seat)
    if gained := counters.fitting(POOLS, pools, reserve, room):
        counters.add(t.table.sides[seat], gained)
        t.tell(ev.TokensGained(seat, gained), cite="TI4 86.2")


def spend_token(t: Table, seat: int, pool: str = "strategy") -> None:
    """Put a token from a pool back into reinforcements."""
    counters.spend(t.table.sides[seat], pool)


def largest_pool(table: Public, seat: int) -> str:
    """Return the pool a forced token comes from by default (TI4 J.3)."""
    side = table.sides[seat]
    pools = [p for p in ("tactic", "strategy") if getattr(side, p)]
    if pools:
        return max(pools, key=lambda p: (getattr(side, p), p == "tactic"))
    return "fleet" if side.fleet else ""


def place_token(t: Table, seat: int, tile: str, pool: str = "") -> None:
    """Put a token on the board, from `pool` or else from reinforcements (TI4 86), which must hold
    one; what happens if none is left is told in `tokens.py`."""
    if has_token(t.table, tile, seat):
        if pool:
            spend_token(t, seat, pool)
        return
    if pool:
        spend_token(t, seat, pool)
    counters.put(t.table.tokens, tile, seat)
    t.tell(ev.TokenPlaced(seat, tile), cite="TI4 86.0")


def lift_token(t: Table, seat: int, tile: str) -> None:
    """Put a token from the board back into reinforcements."""
    counters.take(t.table.tokens, tile, seat)
