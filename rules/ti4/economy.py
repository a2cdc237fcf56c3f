"""Paying, trade goods, commodities, command tokens (TI4 14, 41, 68, 78, 82, 86; D-1)."""

from collections.abc import Iterable, Mapping, Sequence

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem
from rules.kernel.table import Play
from rules.lexicon import read_counted
from rules.ti4 import events as ev
from rules.ti4 import modifiers, nouns, timing
from rules.ti4 import windows as w
from rules.ti4.facts import COMMAND_TOKENS, FACTIONS, PLANETS
from rules.ti4.fleets import ready_planets
from rules.ti4.names import GOODS, PLANET_NAMES
from rules.ti4.speech import _
from rules.ti4.state import Public, Table
from rules.toolbox.choices import NOTHING_WORDS

POOLS = ("tactic", "fleet", "strategy")


class Pay(Fixed):
    """Planets to exhaust and trade goods to spend (TI4 D-1)."""

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


def worth(table: Public, seat: int, pay: Pay, what: str) -> int:
    planets = sum(value(table, planet, what) for planet in pay.planets)
    return planets + pay.goods * modifiers.goods_worth(table, seat)


def wealth(table: Public, seat: int, what: str) -> int:
    """All a seat could spend as resources or influence now."""
    planets = sum(value(table, planet, what) for planet in ready_planets(table, seat))
    return planets + table.sides[seat].goods * modifiers.goods_worth(table, seat)


def pay_problems(
    table: Public, seat: int, pay: Pay, amount: int, what: str, taken: Iterable[str] = ()
) -> list[Problem]:
    """Why this does not pay `amount`; planets in `taken` serve another purpose (TI4 79.3)."""
    ready = ready_planets(table, seat)
    problems = []
    for planet in pay.planets:
        name = PLANETS[planet].name if planet in PLANETS else planet
        if table.control.get(planet) != seat:
            problems.append(
                Problem("not-yours", _("You do not control {planet}.", planet=name), "TI4 43.7")
            )
        elif planet not in ready or planet in taken:
            words = _("{planet} is exhausted or used twice.", planet=name)
            problems.append(Problem("exhausted", words, "TI4 79.4"))
    if len(set(pay.planets)) != len(pay.planets):
        problems.append(Problem("exhausted", _("A planet is named twice."), "TI4 79.4"))
    if not 0 <= pay.goods <= table.sides[seat].goods:
        words = _("You have {n} trade good(s).", n=table.sides[seat].goods)
        problems.append(Problem("no-goods", words, "TI4 14.3"))
    if not problems and worth(table, seat, pay, what) < amount:
        words = _(
            "That is worth {n} {what}; {amount} are needed. Add planets or trade goods after PAY.",
            n=worth(table, seat, pay, what),
            what=nouns.word(what),
            amount=amount,
        )
        problems.append(Problem("cannot-pay", words, "TI4 83.9"))
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
    """TI4 J.5: least excess, then least loss of the other value, then fewest planets.

    With `goods`, trade goods fill what planets cannot."""
    if amount <= 0:
        return FREE
    other = "influence" if what == "resources" else "resources"
    planets = [p for p in ready_planets(table, seat) if p not in avoid]
    best: dict[int, tuple[int, int, tuple[str, ...]]] = {0: (0, 0, ())}
    for planet in planets:
        worth_, loss = value(table, planet, what), value(table, planet, other)
        if not worth_:
            continue
        for total, (lost, count, chosen) in sorted(best.items(), reverse=True):
            if total >= amount:
                continue
            option = (lost + loss, count + 1, (*chosen, planet))
            new = total + worth_
            if new not in best or option < best[new]:
                best[new] = option
    enough = [total for total in best if total >= amount]
    if enough:
        return paying(best[min(enough)][2])
    most = max(best)
    needed = -(-(amount - most) // modifiers.goods_worth(table, seat))
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
        if not part or part.lower() in NOTHING_WORDS:
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
        if word.lower().strip(":,") in ("pay", "paying", "placac", "fizet"):
            return " ".join(words[:i]), read_pay(" ".join(words[i + 1 :]))
    return rest, None


def spend(t: Table, seat: int, pay: Pay) -> None:
    """Planets exhausted, goods to the supply (TI4 78.2, 82.2)."""
    t.table.spent = sorted({*t.table.spent, *pay.planets})
    t.table.sides[seat].goods -= pay.goods
    t.table.supply -= pay.goods
    if pay.planets or pay.goods:
        t.tell(ev.Paid(seat, pay.planets, pay.goods), cite="TI4 83.9")


def exhaust(t: Table, seat: int, planets: Iterable[str]) -> None:
    now = sorted(p for p in planets if p not in t.table.spent)
    if now:
        t.table.spent = sorted({*t.table.spent, *now})
        t.tell(ev.Exhausted(seat, now), cite="TI4 79.1")


def ready(t: Table, seat: int, planets: Iterable[str]) -> None:
    now = sorted(p for p in planets if p in t.table.spent)
    if now:
        t.table.spent = [p for p in t.table.spent if p not in now]
        t.tell(ev.Readied(seat, now), cite="TI4 51.0")


# -- trade goods and commodities -----------------------------------------------------------------


def gain_goods(t: Table, seat: int, n: int) -> Play[None]:
    """TI4 14.2; W-41 follows."""
    if n <= 0:
        return
    t.table.sides[seat].goods += n
    t.table.supply += n
    t.tell(ev.GoodsGained(seat, n), cite="TI4 14.2")
    yield from timing.moment(t.sub(f"goods@{seat}"), w.AFTER_NEIGHBOR_TRADE, f"@{seat}")


def replenish(t: Table, seat: int) -> Play[None]:
    """TI4 23.3, 68.3"""
    p = t.sub(f"replenish@{seat}")
    side = p.table.sides[seat]
    value_ = FACTIONS[side.faction].commodities
    p.table.supply += max(0, value_ - side.commodities)
    side.commodities = max(side.commodities, value_)
    p.tell(ev.Replenished(seat, side.commodities), cite="TI4 68.3")
    yield from timing.moment(p, w.WHEN_COMMODITIES_REPLENISHED, f"@{seat}")
    yield from timing.moment(p, w.AFTER_COMMODITIES_REPLENISHED, f"@{seat}")


# -- command tokens ------------------------------------------------------------------------------


def on_sheet(table: Public, seat: int) -> int:
    side = table.sides[seat]
    return side.tactic + side.fleet + side.strategy


def token_reserve(table: Public, seat: int) -> int:
    """Command tokens in reinforcements (TI4 86.3)."""
    board = sum(seat in seats for seats in table.tokens.values())
    return COMMAND_TOKENS - on_sheet(table, seat) - board


def has_token(table: Public, tile: str, seat: int) -> bool:
    return seat in table.tokens.get(tile, ())


def pool_room(table: Public, seat: int) -> int:
    """How many more tokens the fleet pool takes."""
    return max(0, modifiers.fleet_pool(table, seat) - table.sides[seat].fleet)


def pool_problems(table: Public, seat: int, added: int) -> list[Problem]:
    """Why so many more tokens cannot go to the fleet pool."""
    room = pool_room(table, seat)
    if added <= room:
        return []
    words = _("Your fleet pool takes {n} more token(s).", n=room)
    return [Problem("fleet-pool-full", words, "TI4 GR-3")]


def gain_tokens(t: Table, seat: int, pools: Mapping[str, int]) -> None:
    """TI4 86.2; never more than the reserve holds (86.3a)."""
    left = token_reserve(t.table, seat)
    gained = {}
    room = pool_room(t.table, seat)
    for pool in POOLS:
        n = min(left, pools.get(pool, 0))
        if pool == "fleet":
            n = min(n, room)
        if n > 0:
            setattr(t.table.sides[seat], pool, getattr(t.table.sides[seat], pool) + n)
            gained[pool] = n
            left -= n
    if gained:
        t.tell(ev.TokensGained(seat, gained), cite="TI4 86.2")


def spend_token(t: Table, seat: int, pool: str = "strategy") -> None:
    """From a pool to reinforcements."""
    side = t.table.sides[seat]
    setattr(side, pool, getattr(side, pool) - 1)


def largest_pool(table: Public, seat: int) -> str:
    """TI4 J.3: where a forced token comes from by default."""
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
    t.table.tokens[tile] = sorted([*t.table.tokens.get(tile, []), seat])
    t.tell(ev.TokenPlaced(seat, tile), cite="TI4 86.0")


def lift_token(t: Table, seat: int, tile: str) -> None:
    """Off the board into reinforcements."""
    left = [s for s in t.table.tokens[tile] if s != seat]
    if left:
        t.table.tokens[tile] = left
    else:
        del t.table.tokens[tile]
