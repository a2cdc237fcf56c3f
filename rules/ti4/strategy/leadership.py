"""Leadership (TI4 52)."""

from collections.abc import Sequence
from random import Random

from rules.imperium.payment import FREE, Pay
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem, Reading
from rules.kernel.forms import Form, Group, Total
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti4 import economy
from rules.ti4.facts import STRATEGY_CARDS
from rules.ti4.reading import read_pools
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, View
from rules.ti4.strategy.base import Secondary, pool_fields, write_pools
from rules.toolbox.stock import Counts

RATE = 3


class Gain(Fixed):
    """Influence paid, and the pools the tokens go to."""

    pools: Counts = {}
    pay: Pay = FREE


class GainTokens(Secondary[Gain]):
    """The choice of the tokens a player gains: `free` ones (3 for the primary ability) and those
    bought with influence (TI4 52.2, 52.3, H-36, D-30)."""

    free: int = 0

    Answer = Gain
    verbs = ("tokens", "skip", "follow")
    rule = "TI4 52"

    def strategy_card(self) -> str:
        return "" if self.free else STRATEGY_CARDS["leadership"].name

    def skips(self, answer: Gain) -> bool:
        return not answer.pools

    def _due(self, v: View, pay: Pay) -> int:
        bought = economy.worth(v.table, self.seat, pay, "influence") // RATE
        return min(self.free + bought, economy.token_reserve(v.table, self.seat))

    def problems(self, v: View, answer: Gain) -> list[Problem]:
        problems = economy.pay_problems(v.table, self.seat, answer.pay, 0, "influence")
        if problems:
            return problems
        due = self._due(v, answer.pay)
        if any(n < 1 or pool not in economy.POOLS for pool, n in answer.pools.items()):
            return [Problem("no-such-pool", _("Pools: tactic, fleet, strategy."), "TI4 86.2")]
        if sum(answer.pools.values()) != due:
            words = _(
                "That gains {n} token(s): one for {rate} influence, {free} free.",
                n=due,
                rate=RATE,
                free=self.free,
            )
            return [Problem("wrong-number", words, "TI4 52.2")]
        return economy.pool_problems(v.table, self.seat, answer.pools.get("fleet", 0))

    def default(self, v: View) -> Gain:
        due = self._due(v, FREE)
        return Gain({"tactic": due} if due else {})

    def sample(self, v: View, rng: Random) -> Gain:
        wanted = rng.randint(0, 2)
        pay = economy.best_pay(v.table, self.seat, wanted * RATE, "influence") or FREE
        due = self._due(v, pay)
        pools: Counts = {}
        for _token in range(due):
            pool = rng.choice(economy.POOLS)
            if pool == "fleet" and pools.get(pool, 0) >= economy.pool_room(v.table, self.seat):
                pool = "tactic"
            pools[pool] = pools.get(pool, 0) + 1
        return Gain({p: pools[p] for p in economy.POOLS if p in pools}, pay)

    def prompt(self, v: View) -> str:
        money = economy.wealth(v.table, self.seat, "influence")
        if not self.free:
            return _("Command tokens for {rate} influence each (you have {n}).", rate=RATE, n=money)
        return _(
            "{free} command tokens free, more for {rate} influence each (you have {n}).",
            free=self.free,
            rate=RATE,
            n=money,
        )

    def template(self, v: View) -> Sequence[str]:
        least, more = self.default(v), []
        pay = economy.best_pay(v.table, self.seat, RATE, "influence", goods=True)
        due = self._due(v, pay) if pay else 0
        if due > self.free:
            pools = {"tactic": due - 1, "fleet": 1} if due > 1 else {"fleet": 1}
            more = [self.write(v, Gain(pools, pay or FREE))]
        return [self.write(v, least), *self.only_legal(v, more)]

    def forms(self, v: View) -> list[Form]:
        reserve = economy.token_reserve(v.table, self.seat)
        start = self.default(v).pools
        pools = Group(_("Command tokens"), pool_fields(reserve, start))
        pay = economy.PAYMENT.group(v.table, self.seat, "influence")
        room = economy.PAYMENT.room(v.table, self.seat, "influence")
        bought = {key: worth / RATE for key, worth in room.items()}
        uses = {field.key: 1.0 for field in pools.fields}
        totals = (Total(_("tokens, of those gained"), uses, bought, 0, self.free),)
        groups = (pools, pay) if pay else (pools,)
        about = _("one token for {rate} influence", rate=RATE)
        lines, nothing = ("TOKENS {pools}[ PAY {pay}]",), "SKIP" if not self.free else ""
        return [Form("tokens", _("Gain command tokens"), lines, groups, about, totals, nothing)]

    def write(self, v: View, answer: Gain) -> str:
        if not answer.pools and answer.pay == FREE:
            return "SKIP"
        return f"TOKENS {write_pools(answer.pools)} PAY {economy.pay_text(answer.pay)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Gain]:
        last = len(lines) - 1
        if lines[last].verb == "skip":
            return Reading(Gain() if not self.free else self.default(v), (last,))
        rest, pay = economy.split_pay(lines[last].rest)
        pools = read_pools(rest)
        if pay is None:
            short = sum(pools.values()) - self.free
            pay = economy.best_pay(v.table, self.seat, short * RATE, "influence") or FREE
        ordered = {p: pools[p] for p in economy.POOLS if pools.get(p)}
        return Reading(Gain(ordered, pay), (last,))


def gain(t: Table, seat: int, answer: Gain) -> None:
    economy.spend(t, seat, answer.pay)
    economy.gain_tokens(t, seat, answer.pools)


def primary(t: Table, seat: int) -> Play[None]:
    """Give the active player three tokens and those bought with influence (TI4 52.2)."""
    answer = yield from t.ask(GainTokens(seat, free=3))
    gain(t, seat, answer)


def question(table: Public, seat: int) -> GainTokens | None:
    enough = economy.wealth(table, seat, "influence") >= RATE
    return GainTokens(seat) if enough and economy.token_reserve(table, seat) else None


def secondary(t: Table, seat: int, answer: Gain) -> None:
    """Give a player the tokens bought with influence (TI4 52.3)."""
    gain(t, seat, answer)
