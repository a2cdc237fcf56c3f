"""The base of all questions about strategy cards."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, TypeVar

from rules.imperium import secondaries
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Count, Form, Group, Total
from rules.lexicon import OrderLine, write_counted
from rules.ti4 import economy, nouns
from rules.ti4 import events as ev
from rules.ti4.components import modifiers, timing
from rules.ti4.facts import STRATEGY_CARDS
from rules.ti4.reading import read_pools
from rules.ti4.speech import _
from rules.ti4.state import Mark, Public, Table, View
from rules.toolbox.stock import Counts

A = TypeVar("A")


def token_due(table: Public, seat: int, card: str) -> bool:
    """Return whether the secondary costs a token (TI4 86.5, 86.5a, 23.4)."""
    if card == "leadership" or modifiers.free_secondary(table, seat, card):
        return False
    return not (card == "trade" and timing.in_effect(table, Mark.FREE_TRADE, seat))


def payable(table: Public, seat: int, card: str) -> bool:
    return table.sides[seat].strategy > 0 or not token_due(table, seat, card)


def token_words(table: Public, seat: int, card: str) -> str:
    """Return the cost of a card's secondary in command tokens, as a sentence."""
    if not token_due(table, seat, card):
        return _("It costs you no command token.")
    return _("It costs 1 strategy token (you have {n}).", n=table.sides[seat].strategy)


class Secondary(secondaries.Secondary[A]):
    """The secondary of a strategy card, or SKIP (TI4 2.1a)."""

    def read(self, v: View, lines: Sequence[OrderLine]) -> Reading[A]:
        """Read an answer; SKIP stands alone, and FOLLOW asks back for the details."""
        for i, line in enumerate(lines):
            if line.verb in ("skip", "follow") and line.rest.strip(" ,.!"):
                words = _("Write {order} and nothing after it.", order=line.verb.upper())
                return Reading(used=(i,), problems=(Problem("left-over", words, self.rule),))
            if line.verb == "follow":
                return self.followed(v, i)
        return super().read(v, lines)

    def followed(self, v: View, at: int) -> Reading[A]:
        """Return the meaning of FOLLOW alone: here it does not say enough."""
        examples = [line for line in self.template(v) if line != "SKIP"][:2]
        words = _("Say what you want, for example: {orders}", orders="; ".join(examples))
        return Reading(used=(at,), problems=(Problem("missing-part", words, self.rule),))

    def unpaid(self, v: View, card: str) -> list[Problem]:
        if payable(v.table, self.seat, card):
            return []
        words = _("Your strategy pool is empty, so you can only SKIP.")
        return [Problem("no-token", words, "TI4 86.5")]


class YesNo(secondaries.YesNo, Secondary[bool]):
    """A secondary without anything to choose but whether to use it."""

    fillers: ClassVar[tuple[str, ...]] = ()
    """Words after the order that say nothing more, such as DRAW 2 action cards."""

    def card_words(self) -> str:
        return ev.title(self.card)

    def strategy_card(self) -> str:
        return STRATEGY_CARDS[self.card].name

    def does_words(self) -> str:
        return _(self.does)

    def gives_words(self, v: View) -> str:
        """Return the gain of the secondary, as a sentence."""
        raise NotImplementedError

    def prompt(self, v: View) -> str:
        """Return the question, its price, and the thing it is paid for."""
        price = token_words(v.table, self.seat, self.card)
        return f"{super().prompt(v)} {price} {self.gives_words(v)}"

    def followed(self, v: View, at: int) -> Reading[bool]:
        return Reading(True, (at,))

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        last = len(lines) - 1
        line = lines[last]
        if any(word.lower().strip(",.") not in self.fillers for word in line.rest.split()):
            return Reading(used=(last,), problems=(self._not_among(self.options(v)),))
        return Reading(line.verb != "skip", (last,))


# -- command tokens in pools ---------------------------------------------------------------------


def write_pools(pools: Mapping[str, int]) -> str:
    return write_counted({pool: pools.get(pool, 0) for pool in economy.POOLS}, str)


def sheet_of(table: Public, seat: int) -> Counts:
    side = table.sides[seat]
    return {pool: int(getattr(side, pool)) for pool in economy.POOLS}


class Pools(Fixed):
    """A whole command sheet; an empty one changes nothing."""

    tactic: int = 0
    fleet: int = 0
    strategy: int = 0


def pool_fields(most: int, start: Mapping[str, int], zero: bool = False) -> tuple[Count, ...]:
    """Return a number for each pool, in the slot "pools"; with `zero` a 0 is written too."""
    return tuple(
        Count("pools", pool, nouns.word(pool), most, start=start.get(pool, 0), zero=zero)
        for pool in economy.POOLS
    )


def pools_total(most: int) -> Total:
    """Return the sum of tokens that goes along with those numbers."""
    return Total(_("command tokens"), {f"pools/{pool}": 1.0 for pool in economy.POOLS}, most=most)


def pools_form(verb: str, tokens: int, start: Mapping[str, int], zero: bool = False) -> Form:
    """Return the form that puts so many tokens into pools, as they lie at first."""
    groups = (Group("", pool_fields(tokens, start, zero)),)
    lines, totals = (f"{verb.upper()} {{pools}}",), (pools_total(tokens),)
    return Form(verb, _("Command tokens"), lines, groups, "", totals)


class Redistribute(Decision[Pools]):
    """The choice of how the tokens on the sheet are to lie (TI4 21.5, 76.2, D-51)."""

    gained: int = 0

    Answer = Pools
    ahead = True
    verbs = ("pools",)
    clock = "status"
    rule = "TI4 21.5"

    def _total(self, v: View) -> int:
        more = min(self.gained, economy.token_reserve(v.table, self.seat))
        return economy.on_sheet(v.table, self.seat) + max(0, more)

    def problems(self, v: View, answer: Pools) -> list[Problem]:
        parts = (answer.tactic, answer.fleet, answer.strategy)
        if min(parts) < 0 or sum(parts) != self._total(v):
            words = _("You have {n} tokens to distribute.", n=self._total(v))
            return [Problem("wrong-number", words, "TI4 21.5")]
        added = answer.fleet - v.table.sides[self.seat].fleet
        return economy.pool_problems(v.table, self.seat, added)

    def default(self, v: View) -> Pools:
        """Put new tokens into the tactic pool (TI4 J.3)."""
        now = sheet_of(v.table, self.seat)
        more = self._total(v) - sum(now.values())
        return Pools(now["tactic"] + more, now["fleet"], now["strategy"])

    def _added(self, v: View, more: Counts) -> Pools:
        """Return the sheet with so many tokens more in each pool; new ones left over go to
        tactic."""
        now = sheet_of(v.table, self.seat)
        added = {pool: now[pool] + more.get(pool, 0) for pool in economy.POOLS}
        left = self._total(v) - sum(added.values())
        return Pools(added["tactic"] + max(0, left), added["fleet"], added["strategy"])

    def write_ahead(self, v: View, answer: Pools) -> str:
        """Return the tokens added to the pools, as the pools may have changed by then."""
        now = sheet_of(v.table, self.seat)
        more = {pool: getattr(answer, pool) - now[pool] for pool in economy.POOLS}
        if min(more.values()) < 0 or not any(more.values()):
            return self.write(v, answer)
        return "POOLS " + ", ".join(f"+{n} {pool}" for pool, n in more.items() if n)

    def sample(self, v: View, rng: Random) -> Pools:
        start = self.default(v)
        if rng.random() < 0.3:
            return start
        total = self._total(v)
        most = modifiers.fleet_pool(v.table, self.seat)
        fleet = min(total, most, max(2, min(start.fleet, 4), rng.randint(2, 4)))
        strategy = rng.randint(0, min(2, total - fleet))
        return Pools(total - fleet - strategy, fleet, strategy)

    def prompt(self, v: View) -> str:
        return _("Distribute your {n} command tokens.", n=self._total(v))

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        start = self.default(v)
        lying = {"tactic": start.tactic, "fleet": start.fleet, "strategy": start.strategy}
        return [pools_form("pools", self._total(v), lying, zero=True)]

    def write(self, v: View, answer: Pools) -> str:
        return f"POOLS {answer.tactic} tactic, {answer.fleet} fleet, {answer.strategy} strategy"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Pools]:
        last = len(lines) - 1
        if lines[last].rest.lstrip().startswith("+"):
            return Reading(self._added(v, read_pools(lines[last].rest.replace("+", ""))), (last,))
        got = read_pools(lines[last].rest)
        pools = Pools(got.get("tactic", 0), got.get("fleet", 0), got.get("strategy", 0))
        return Reading(pools, (last,))


def set_pools(t: Table, seat: int, pools: Pools) -> None:
    side = t.table.sides[seat]
    side.tactic, side.fleet, side.strategy = pools.tactic, pools.fleet, pools.strategy
    t.tell(ev.Pools(seat, pools.tactic, pools.fleet, pools.strategy), cite="TI4 21.5")
