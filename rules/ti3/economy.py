"""Paying, trade goods, command counters (TI3 17, 18)."""

from collections.abc import Iterable, Mapping

from rules.imperium import counters, payment
from rules.imperium.payment import Pay
from rules.ti3 import events as ev
from rules.ti3.components import modifiers
from rules.ti3.facts import AREAS, ATLAS, COUNTERS
from rules.ti3.names import GOODS, PLANET_NAMES
from rules.ti3.state import Public, Table


class TI3Payment(payment.Payment[Public]):
    """Paying in this edition (TI3 18)."""

    rule_control = "TI3 18.1.1"
    rule_exhausted = "TI3 18.1.1"
    rule_goods = "TI3 18.3.1"
    rule_enough = "TI3 18.2.1"

    def resources(self, table: Public, planet: str) -> int:
        return modifiers.resources(table, planet)

    def influence(self, table: Public, planet: str) -> int:
        return modifiers.influence(table, planet)


PAYMENT = TI3Payment(ATLAS, PLANET_NAMES, GOODS)
value, wealth, pay_problems, best_pay = (
    PAYMENT.value,
    PAYMENT.wealth,
    PAYMENT.problems,
    PAYMENT.best,
)
pay_text, read_pay, split_pay = PAYMENT.text, PAYMENT.read, PAYMENT.split


def spend(t: Table, seat: int, pay: Pay) -> None:
    """Exhaust planets, and put goods back into the supply (TI3 18.1.1, 18.3.1)."""
    table: Public = t.table
    table.spent = sorted({*table.spent, *pay.planets})
    table.sides[seat].goods -= pay.goods
    table.goods += pay.goods
    if pay.planets or pay.goods:
        t.tell(ev.Paid(seat, pay.planets, pay.goods), cite="TI3 18.2.1")


def exhaust(t: Table, seat: int, planets: Iterable[str]) -> None:
    if now := payment.exhaust(t.table, planets):
        t.tell(ev.Exhausted(seat, now), cite="TI3 18.1.1")


def refresh(t: Table, seat: int, planets: Iterable[str]) -> None:
    if now := payment.ready(t.table, planets):
        t.tell(ev.Refreshed(seat, now), cite="TI3 18.1.1")


# -- trade goods ---------------------------------------------------------------------------------


def gain_goods(t: Table, seat: int, n: int, cite: str = "TI3 18.3.1") -> int:
    """Give a player goods from the supply, as far as it lasts; return how many came (TI3 18.3.2,
    E95)."""
    table: Public = t.table
    seat = modifiers.goods_to(table, seat)
    got = min(n, table.goods)
    if got > 0:
        table.goods -= got
        table.sides[seat].goods += got
        t.tell(ev.GoodsGained(seat, got), cite=cite)
    return max(0, got)


def lose_goods(t: Table, seat: int, n: int, cite: str = "TI3 18.3.1") -> int:
    """Put goods of a player back into the supply, as far as there are any; return how many."""
    table: Public = t.table
    lost = min(n, table.sides[seat].goods)
    if lost > 0:
        table.sides[seat].goods -= lost
        table.goods += lost
        t.tell(ev.GoodsLost(seat, lost), cite=cite)
    return max(0, lost)


def give_goods(t: Table, seat: int, to: int, n: int, cite: str = "TI3 1.5.1") -> None:
    """Move goods from player to player, as far as there are any."""
    n = min(n, t.table.sides[seat].goods)
    if n > 0 and seat != to:
        t.table.sides[seat].goods -= n
        t.table.sides[to].goods += n
        t.tell(ev.GoodsGiven(seat, to, n), cite=cite)


# -- command counters ----------------------------------------------------------------------------


def on_sheet(table: Public, seat: int) -> int:
    return counters.on_sheet(table.sides[seat], AREAS)


def counter_reserve(table: Public, seat: int) -> int:
    """Count the command counters in reinforcements (TI3 3.4.1)."""
    return COUNTERS - on_sheet(table, seat) - len(counters.of_seat(table.counters, seat))


def has_counter(table: Public, tile: str, seat: int) -> bool:
    """Return whether the system is activated for the seat (TI3 8.2.4)."""
    return seat in table.counters.get(tile, ())


def fleet_room(table: Public, seat: int) -> int:
    """Return how many more counters Fleet Supply takes."""
    return max(0, modifiers.fleet_cap(table, seat) - table.sides[seat].fleet)


def gain_counters(t: Table, seat: int, areas: Mapping[str, int], cite: str = "TI3 17.2.1") -> None:
    """Add counters to the areas, never more than reinforcements hold (TI3 E64)."""
    reserve, room = counter_reserve(t.table, seat), fleet_room(t.table, seat)
    if gained := counters.fitting(AREAS, areas, reserve, room):
        counters.add(t.table.sides[seat], gained)
        t.tell(ev.CountersGained(seat, gained), cite=cite)


def spend_counter(
    t: Table, seat: int, area: str = "strategy", n: int = 1, tell: bool = True
) -> None:
    """Put a counter from an area into reinforcements (TI3 17.2.3)."""
    counters.spend(t.table.sides[seat], area, n)
    if tell:
        t.tell(ev.CountersSpent(seat, area, n), cite="TI3 17.2.3")


def place_counter(t: Table, seat: int, tile: str, area: str = "") -> None:
    """Put a counter in a system, from an area or else from reinforcements, which must hold one."""
    if area:
        spend_counter(t, seat, area, tell=False)
    if not has_counter(t.table, tile, seat):
        counters.put(t.table.counters, tile, seat)


def lift_counter(t: Table, seat: int, tile: str) -> None:
    """Take a counter off the board into reinforcements."""
    counters.take(t.table.counters, tile, seat)
    t.tell(ev.CounterLifted(seat, tile), cite="TI3 8.2.6")
