"""Follow-up questions any component may ask: one of several, some of several, pools for tokens.

`yield from t.ask(Choose(seat, self.kind, self.id, step))`; the component's `choices` says what is
offered. What a card is used on belongs in its PLAY line instead (`targets`). The mechanism is
`rules.toolbox.choices`.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import field

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Count, Form, Group
from rules.kernel.table import Play
from rules.lexicon import (
    OrderLine,
    Slots,
    read_counted,
    read_slots,
)
from rules.ti4 import economy, nouns
from rules.ti4 import events as ev
from rules.ti4.components import registry
from rules.ti4.names import GROUND_NAMES, PLACE_NAMES
from rules.ti4.reading import read_pools
from rules.ti4.speech import N_, _
from rules.ti4.state import Table, View
from rules.ti4.strategy.base import pools_form, write_pools
from rules.ti4.units import fleets
from rules.toolbox import choices
from rules.toolbox.choices import NOTHING_WORDS
from rules.toolbox.stock import Counts
from rules.toolbox.targets import Way, player

_STEPS = (
    N_("hit"),
    N_("dice"),
    N_("exhaust"),
    N_("settler"),
    N_("settle"),
    N_("pool"),
    N_("repair"),
    N_("lose"),
    N_("home"),
    N_("take from"),
    N_("system"),
    N_("where"),
    N_("ready"),
    N_("take"),
    N_("token"),
    N_("technology"),
)


def step_words(step: str) -> str:
    """Return the subject of a follow-up question: a word, a unit, a system, or a unit for a
    planet."""
    unit, for_, place = step.partition(" for ")
    if for_:
        where = fleets.name(place)
        return _("{unit} for {where}", unit=nouns.unit(unit), where=where)
    if step in _STEPS:
        return _(step)
    return nouns.unit(step) if step in nouns.UNITS else step


class Choose(choices.Choose):
    """The choice of one thing that a component offers; `may`: or nothing."""

    rule = "TI4 83.5"
    registry = registry.REGISTRY

    @classmethod
    def step_words(cls, step: str) -> str:
        return step_words(step)


class ChooseSome(choices.ChooseSome):
    """The choice of some things, between `least` and `most`, that a component offers."""

    rule = "TI4 83.5"
    registry = registry.REGISTRY

    @classmethod
    def step_words(cls, step: str) -> str:
        return step_words(step)


class Shift(Fixed):
    """Infantry from one place to a planet."""

    origin: str
    to: str
    n: int


class Relocate(Decision[list[Shift]]):
    """The choice of the infantry that a component puts elsewhere: `TRANSFER 2 infantry FROM Jord TO
    Lodor`. The component's `choices` names the legal ways as targets of the type `Way`."""

    component_kind: registry.Kind = field(name="of")
    card: str
    most: int = 99

    Answer = list[Shift]
    verbs = ("transfer",)
    clock = "turn"
    rule = "TI4 83.5"

    def _ways(self, v: View) -> list[Way]:
        offered = registry.get(self.component_kind, self.card).choices(v, self.seat, "")
        return [Way.read(way) for way in offered]

    def _one(self, way: Way) -> Shift:
        return Shift(way.origin, way.to, 1)

    def problems(self, v: View, answer: list[Shift]) -> list[Problem]:
        ways = self._ways(v)
        left: Counts = {}
        for shift in answer:
            if Way(shift.origin, shift.to) not in ways or shift.n < 1:
                words = _(
                    "Not from {where} to {to}.",
                    where=fleets.name(shift.origin),
                    to=fleets.name(shift.to),
                )
                return [Problem("bad-target", words, "TI4 83.5")]
            here = fleets.at(v.table, shift.origin, self.seat).get("infantry", 0)
            left[shift.origin] = left.get(shift.origin, here) - shift.n
            if left[shift.origin] < 0:
                words = _(
                    "At {where} you have {n} infantry.", where=fleets.name(shift.origin), n=here
                )
                return [Problem("not-enough-units", words, "TI4 83.5")]
        if sum(shift.n for shift in answer) > self.most:
            return [Problem("wrong-number", _("{n} infantry at most.", n=self.most), "TI4 83.5")]
        return []

    def default(self, v: View) -> list[Shift]:
        return []

    def sample(self, v: View, rng: Random) -> list[Shift]:
        ways = self._ways(v)
        return [self._one(rng.choice(ways))] if ways else []

    def prompt(self, v: View) -> str:
        return _("{card}: which infantry go where?", card=ev.title(self.card))

    def template(self, v: View) -> Sequence[str]:
        lines = [self.write(v, [self._one(way)]) for way in self._ways(v)[:3]]
        return [*lines, "TRANSFER nothing"]

    def forms(self, v: View) -> list[Form]:
        ways = self._ways(v)
        fields = tuple(
            Count(
                str(i),
                "infantry",
                f"{fleets.name(way.origin)} → {fleets.name(way.to)}",
                fleets.at(v.table, way.origin, self.seat).get("infantry", 0),
            )
            for i, way in enumerate(ways)
        )
        lines = tuple(
            f"TRANSFER {{{i}}} FROM {fleets.name(way.origin)} TO {fleets.name(way.to)}"
            for i, way in enumerate(ways)
        )
        title = ev.title(self.card)
        groups = (Group(nouns.unit("infantry"), fields),)
        return [Form("transfer", title, lines, groups, nothing="TRANSFER nothing")]

    def write(self, v: View, answer: list[Shift]) -> str:
        lines = [
            f"TRANSFER {s.n} infantry FROM {fleets.name(s.origin)} TO {fleets.name(s.to)}"
            for s in answer
        ]
        return "\n".join(lines) or "TRANSFER nothing"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[Shift]]:
        shifts = []
        slots = Slots(("", "from", "to"), (), "TRANSFER 2 infantry FROM Jord TO Lodor")
        for line in lines:
            if line.rest.strip().lower() in ("", *NOTHING_WORDS):
                continue
            parts = read_slots(line.rest, slots)
            n = read_counted(parts[""], GROUND_NAMES).counts.get("infantry", 0)
            origin, to = PLACE_NAMES.find(parts["from"]).id, PLACE_NAMES.find(parts["to"]).id
            shifts.append(Shift(origin, to, n))
        return Reading(shifts, tuple(range(len(lines))))


def relocate(t: Table, decision: Relocate) -> Play[None]:
    """Ask where the infantry goes and move all of it at once (TI4 83.5)."""
    shifts = yield from t.ask(decision)
    for shift in shifts:
        fleets.remove(t.table, shift.origin, decision.seat, "infantry", shift.n)
    for shift in shifts:
        fleets.add(t.table, shift.to, decision.seat, "infantry", shift.n)
        moved = {"infantry": shift.n}
        t.tell(ev.Moved(decision.seat, shift.origin, shift.to, moved), cite="TI4 83.5")


class FillPools(Decision[Counts]):
    """The choice of the pools that an effect's command tokens go to (TI4 86.2)."""

    tokens: int

    Answer = Counts
    ahead = True
    verbs = ("tokens",)
    clock = "turn"
    rule = "TI4 86.2"

    def _due(self, v: View) -> int:
        return min(self.tokens, max(0, economy.token_reserve(v.table, self.seat)))

    def problems(self, v: View, answer: Counts) -> list[Problem]:
        if any(n < 1 or pool not in economy.POOLS for pool, n in answer.items()):
            return [Problem("no-such-pool", _("Pools: tactic, fleet, strategy."), "TI4 86.2")]
        if sum(answer.values()) != self._due(v):
            return [Problem("wrong-number", _("{n} token(s).", n=self._due(v)), "TI4 86.2")]
        return economy.pool_problems(v.table, self.seat, answer.get("fleet", 0))

    def default(self, v: View) -> Counts:
        return {"tactic": self._due(v)} if self._due(v) else {}

    def sample(self, v: View, rng: Random) -> Counts:
        answer = {rng.choice(economy.POOLS): self._due(v)}
        return self.default(v) if self.problems(v, answer) else answer

    def prompt(self, v: View) -> str:
        return _("Put {n} command token(s) into your pools.", n=self._due(v))

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        return [pools_form("tokens", self._due(v), {})]

    def write(self, v: View, answer: Counts) -> str:
        return f"TOKENS {write_pools(answer)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Counts]:
        last = len(lines) - 1
        pools = read_pools(lines[last].rest)
        return Reading({p: pools[p] for p in economy.POOLS if pools.get(p)}, (last,))


def gain_tokens(t: Table, seat: int, n: int) -> Play[None]:
    """Ask for the pools of `n` command tokens that an effect brings, and put them there."""
    if n > 0 and economy.token_reserve(t.table, seat) > 0:
        pools = yield from t.ask(FillPools(seat, n))
        economy.gain_tokens(t, seat, pools)


def other_players(v: View, seat: int) -> dict[str, str]:
    """Return all other players still in the game, as targets."""
    sides: Sequence[Any] = v.table.sides
    return {player(s): v.names[s] for s in range(len(sides)) if s != seat and not sides[s].out}
