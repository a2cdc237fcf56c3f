"""Paying, trade goods, command counters (TI3 17, 18)."""

from collections.abc import Iterable, Mapping, Sequence

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem
from rules.lexicon import read_counted
from rules.ti3 import events as ev
from rules.ti3 import modifiers, nouns
from rules.ti3.facts import AREAS, COUNTERS, PLANETS
from rules.ti3.fleets import ready_planets
from rules.ti3.names import GOODS, NOTHING_WORDS, PLANET_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Counts, Public, Table

PAY_WORDS = ("pay", "paying", "placac", "płacąc", "zapłać", "zaplac", "fizet", "fizetve")


class Pay(Fixed):
    """Planets to exhaust and trade goods to spend (TI3 18)."""

    planets: list[str] = []
    goods: int = 0


FREE = Pay()
"""Nothing is paid: the one default of everything that may cost something."""


def paying(planets: Sequence[str], goods: int = 0) -> Pay:
    return Pay(list(planets), goods) if planets or goods else FREE


def value(table: Public, planet: str, what: str) -> int:
    """`what`: resources or influence."""
    if what == "resources":
        return modifiers.resources(table, planet)
    return modifiers.influence(table, planet)


def worth(table: Public, pay: Pay, what: str) -> int:
    return sum(value(table, planet, what) for planet in pay.planets) + pay.goods


def wealth(table: Public, seat: int, what: str) -> int:
    """All a seat could spend as resources or influence now."""
    planets = sum(value(table, planet, what) for planet in ready_planets(table, seat))
    return planets + table.sides[seat].goods


def pay_problems(
    table: Public, seat: int, pay: Pay, amount: int, what: str, taken: Iterable[str] = ()
) -> list[Problem]:
    """Why this does not pay `amount`; planets in `taken` serve another purpose."""
    ready = ready_planets(table, seat)
    problems = []
    for planet in pay.planets:
        name = PLANETS[planet].name if planet in PLANETS else planet
        if table.control.get(planet) != seat:
            words = _("You do not control {planet}.", planet=name)
            problems.append(Problem("not-yours", words, "TI3 18.1.1"))
        elif planet not in ready or planet in taken:
            words = _("{planet} is exhausted or used twice.", planet=name)
            problems.append(Problem("exhausted", words, "TI3 18.1.1"))
    if len(set(pay.planets)) != len(pay.planets):
        problems.append(Problem("exhausted", _("A planet is named twice."), "TI3 18.1.1"))
    if not 0 <= pay.goods <= table.sides[seat].goods:
        words = _("You have {n} trade good(s).", n=table.sides[seat].goods)
        problems.append(Problem("no-goods", words, "TI3 18.3.1"))
    if not problems and worth(table, pay, what) < amount:
        words = _(
            "That is worth {n} {what}; {amount} are needed. Add planets or trade goods after PAY.",
            n=worth(table, pay, what),
            what=nouns.word(what),
            amount=amount,
        )
        problems.append(Problem("cannot-pay", words, "TI3 18.2.1"))
    return problems


def best_pay(
    table: Public,
    seat: int,
    amount: int,
    what: str,
    *,
    goods: bool = False,
    avoid: Sequence[str] = (),
) -> Pay | None:
    """Least excess, then least loss of the other value, then fewest planets.

    With `goods`, trade goods fill what planets cannot."""
    if amount <= 0:
        return FREE
    other = "influence" if what == "resources" else "resources"
    best: dict[int, tuple[int, int, tuple[str, ...]]] = {0: (0, 0, ())}
    for planet in ready_planets(table, seat):
        worth_, loss = value(table, planet, what), value(table, planet, other)
        if not worth_ or planet in avoid:
            continue
        for total, (lost, count, picked) in sorted(best.items(), reverse=True):
            if total >= amount:
                continue
            option = (lost + loss, count + 1, (*picked, planet))
            new = total + worth_
            if new not in best or option < best[new]:
                best[new] = option
    enough = [total for total in best if total >= amount]
    if enough:
        return paying(best[min(enough)][2])
    most = max(best)
    needed = amount - most
    if goods and needed <= table.sides[seat].goods:
        return paying(best[most][2], needed)
    return None


def pay_text(pay: Pay) -> str:
    """The words after PAY."""
    parts = [PLANETS[planet].name for planet in pay.planets]
    if pay.goods:
        parts.append(f"{pay.goods} trade goods")
    return ", ".join(parts) or "nothing"


def read_pay(text: str) -> Pay:
    """ "Jord, Lodor, 2 trade goods" """
    planets: list[str] = []
    goods = 0
    for part in text.replace(" and ", ",").split(","):
        part = part.strip()
        if part.lower() in NOTHING_WORDS:
            continue
        if part[0].isdigit() or "good" in part.lower():
            goods += read_counted(part, GOODS).counts.get("goods", 0)
        else:
            planets.append(PLANET_NAMES.find(part).id)
    return paying(planets, goods)


def split_pay(rest: str) -> tuple[str, Pay | None]:
    """An order's text and its PAY clause, if it has one."""
    words = rest.split()
    for i, word in enumerate(words):
        if word.lower().strip(":,") in PAY_WORDS:
            return " ".join(words[:i]), read_pay(" ".join(words[i + 1 :]))
    return rest, None


def spend(t: Table, seat: int, pay: Pay) -> None:
    """Planets exhausted, goods to the supply (TI3 18.1.1, 18.3.1)."""
    table: Public = t.table
    table.spent = sorted({*table.spent, *pay.planets})
    table.sides[seat].goods -= pay.goods
    table.goods += pay.goods
    if pay.planets or pay.goods:
        t.tell(ev.Paid(seat, pay.planets, pay.goods), cite="TI3 18.2.1")


def exhaust(t: Table, seat: int, planets: Iterable[str]) -> None:
    now = sorted(p for p in planets if p not in t.table.spent)
    if now:
        t.table.spent = sorted({*t.table.spent, *now})
        t.tell(ev.Exhausted(seat, now), cite="TI3 18.1.1")


def refresh(t: Table, seat: int, planets: Iterable[str]) -> None:
    now = sorted(p for p in planets if p in t.table.spent)
    if now:
        t.table.spent = [p for p in t.table.spent if p not in now]
        t.tell(ev.Refreshed(seat, now), cite="TI3 18.1.1")


# -- trade goods ---------------------------------------------------------------------------------


def gain_goods(t: Table, seat: int, n: int, cite: str = "TI3 18.3.1") -> int:
    """From the supply as far as it lasts (TI3 18.3.2, E95); how many came."""
    table: Public = t.table
    seat = modifiers.goods_to(table, seat)
    got = min(n, table.goods)
    if got > 0:
        table.goods -= got
        table.sides[seat].goods += got
        t.tell(ev.GoodsGained(seat, got), cite=cite)
    return max(0, got)


def lose_goods(t: Table, seat: int, n: int, cite: str = "TI3 18.3.1") -> int:
    """Back to the supply, as far as there are any."""
    table: Public = t.table
    lost = min(n, table.sides[seat].goods)
    if lost > 0:
        table.sides[seat].goods -= lost
        table.goods += lost
        t.tell(ev.GoodsLost(seat, lost), cite=cite)
    return max(0, lost)


def give_goods(t: Table, seat: int, to: int, n: int, cite: str = "TI3 1.5.1") -> None:
    """From player to player, as far as there are any."""
    n = min(n, t.table.sides[seat].goods)
    if n > 0 and seat != to:
        t.table.sides[seat].goods -= n
        t.table.sides[to].goods += n
        t.tell(ev.GoodsGiven(seat, to, n), cite=cite)


# -- command counters ----------------------------------------------------------------------------


def on_sheet(table: Public, seat: int) -> int:
    side = table.sides[seat]
    return side.strategy + side.command + side.fleet


def counter_reserve(table: Public, seat: int) -> int:
    """Command counters in reinforcements (TI3 3.4.1)."""
    board = sum(seat in seats for seats in table.counters.values())
    return COUNTERS - on_sheet(table, seat) - board


def has_counter(table: Public, tile: str, seat: int) -> bool:
    """TI3 8.2.4: the system is activated for the seat."""
    return seat in table.counters.get(tile, ())


def fleet_room(table: Public, seat: int) -> int:
    """How many more counters Fleet Supply takes."""
    return max(0, modifiers.fleet_cap(table, seat) - table.sides[seat].fleet)


def gain_counters(t: Table, seat: int, areas: Mapping[str, int], cite: str = "TI3 17.2.1") -> None:
    """Never more than reinforcements hold (TI3 E64)."""
    left = counter_reserve(t.table, seat)
    side = t.table.sides[seat]
    gained: Counts = {}
    for area in AREAS:
        n = min(left, areas.get(area, 0))
        if area == "fleet":
            n = min(n, fleet_room(t.table, seat))
        if n > 0:
            setattr(side, area, getattr(side, area) + n)
            gained[area] = n
            left -= n
    if gained:
        t.tell(ev.CountersGained(seat, gained), cite=cite)


def spend_counter(
    t: Table, seat: int, area: str = "strategy", n: int = 1, tell: bool = True
) -> None:
    """From an area to reinforcements (TI3 17.2.3)."""
    side = t.table.sides[seat]
    setattr(side, area, getattr(side, area) - n)
    if tell:
        t.tell(ev.CountersSpent(seat, area, n), cite="TI3 17.2.3")


def place_counter(t: Table, seat: int, tile: str, area: str = "") -> None:
    """Put a counter in a system, from an area or else from reinforcements, which must hold one."""
    if area:
        spend_counter(t, seat, area, tell=False)
    if not has_counter(t.table, tile, seat):
        t.table.counters[tile] = sorted([*t.table.counters.get(tile, []), seat])


def lift_counter(t: Table, seat: int, tile: str) -> None:
    """Off the board into reinforcements."""
    left = [s for s in t.table.counters[tile] if s != seat]
    if left:
        t.table.counters[tile] = left
    else:
        del t.table.counters[tile]
    t.tell(ev.CounterLifted(seat, tile), cite="TI3 8.2.6")
