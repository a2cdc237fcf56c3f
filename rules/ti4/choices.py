"""Follow-up questions any component may ask: one of several, some of several, pools for tokens.

`yield from t.ask(Choose(seat, self.kind, self.id, step))`; the component's `choices` says what is
offered. What a card is used on belongs in its PLAY line instead (`targets`).
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.table import Play, Table
from rules.kernel.views import View
from rules.lexicon import Names, OrderLine, Slots, UnknownName, read_counted, read_slots
from rules.ti4 import economy, fleets, registry
from rules.ti4 import events as ev
from rules.ti4.names import GROUND_NAMES, PLACE_NAMES
from rules.ti4.state import Counts
from rules.ti4.strategy.base import read_pools, write_pools


class Choose(Choice[str]):
    """One of what a component offers; `may`: or nothing."""

    of: str
    card: str
    step: str = ""
    may: bool = False

    Answer = str
    verbs = ("choose",)
    clock = "turn"
    rule = "TI4 83.5"

    def options(self, v: View) -> list[Option[str]]:
        offered = registry.get(self.of, self.card).choices(v, self.seat, self.step)  # type: ignore[arg-type]
        found = [Option(words, id, f"CHOOSE {words}") for id, words in offered.items()]
        nothing = [Option("Nothing", "", "CHOOSE nothing")]
        return [*nothing, *found] if self.may or not found else found

    def prompt(self, v: View) -> str:
        step = f" ({self.step})" if self.step else ""
        return f"{ev.title(self.card)}{step}: choose."


class ChooseSome(Decision[list[str]]):
    """Between `least` and `most` of what a component offers."""

    of: str
    card: str
    step: str = ""
    least: int = 0
    most: int = 99

    Answer = list[str]
    verbs = ("choose",)
    clock = "turn"
    rule = "TI4 83.5"

    def _offered(self, v: View) -> dict[str, str]:
        return dict(registry.get(self.of, self.card).choices(v, self.seat, self.step))  # type: ignore[arg-type]

    def problems(self, v: View, answer: list[str]) -> list[Problem]:
        offered = self._offered(v)
        if any(id not in offered for id in answer) or len(set(answer)) != len(answer):
            return [self._not_among(offered)]
        least = min(self.least, len(offered))
        if not least <= len(answer) <= self.most:
            return [Problem("wrong-number", f"Choose {least} to {self.most}.", "TI4 83.5")]
        return []

    def _not_among(self, offered: dict[str, str]) -> Problem:
        words = f"Possible, each once: {', '.join(offered.values()) or 'nothing'}."
        return Problem("bad-target", words, "TI4 83.5")

    def default(self, v: View) -> list[str]:
        return list(self._offered(v))[: self.least]

    def sample(self, v: View, rng: Random) -> list[str]:
        offered = list(self._offered(v))
        least = min(self.least, len(offered))
        count = rng.randint(least, min(self.most, len(offered)))
        return rng.sample(offered, count)

    def prompt(self, v: View) -> str:
        step = f" ({self.step})" if self.step else ""
        return f"{ev.title(self.card)}{step}: choose {self.least} or more."

    def template(self, v: View) -> Sequence[str]:
        return [f"CHOOSE {', '.join(self._offered(v).values()) or 'nothing'}"]

    def write(self, v: View, answer: list[str]) -> str:
        offered = self._offered(v)
        return f"CHOOSE {', '.join(offered[id] for id in answer) or 'nothing'}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[str]]:
        last = len(lines) - 1
        rest = lines[last].rest.strip()
        if rest.lower() in ("", "nothing", "none"):
            return Reading([], (last,))
        offered = self._offered(v)
        names = Names({id: (words,) for id, words in offered.items()}, "choice")
        try:
            found = [names.find(part) for part in rest.split(",")]
        except UnknownName:
            return Reading(used=(last,), problems=(self._not_among(offered),))
        notes = tuple(f.read_as for f in found if f.read_as)
        return Reading([f.id for f in found], (last,), notes)


class Shift(Fixed):
    """Infantry from one place to a planet."""

    origin: str
    to: str
    n: int


class Relocate(Decision[list[Shift]]):
    """Infantry put elsewhere by a component: `TRANSFER 2 infantry FROM Jord TO Lodor`.

    The component's `choices` names the legal ways as "origin>planet"."""

    of: str
    card: str
    most: int = 99

    Answer = list[Shift]
    verbs = ("transfer",)
    clock = "turn"
    rule = "TI4 83.5"

    def _ways(self, v: View) -> list[tuple[str, str]]:
        offered = registry.get(self.of, self.card).choices(v, self.seat, "")  # type: ignore[arg-type]
        return [(origin, to) for origin, _, to in (way.partition(">") for way in offered)]

    def problems(self, v: View, answer: list[Shift]) -> list[Problem]:
        ways = self._ways(v)
        left: Counts = {}
        for shift in answer:
            if (shift.origin, shift.to) not in ways or shift.n < 1:
                words = f"Not from {fleets.name(shift.origin)} to {fleets.name(shift.to)}."
                return [Problem("bad-target", words, "TI4 83.5")]
            here = fleets.at(v.table, shift.origin, self.seat).get("infantry", 0)
            left[shift.origin] = left.get(shift.origin, here) - shift.n
            if left[shift.origin] < 0:
                words = f"At {fleets.name(shift.origin)} you have {here} infantry."
                return [Problem("not-enough-units", words, "TI4 83.5")]
        if sum(shift.n for shift in answer) > self.most:
            return [Problem("wrong-number", f"{self.most} infantry at most.", "TI4 83.5")]
        return []

    def default(self, v: View) -> list[Shift]:
        return []

    def sample(self, v: View, rng: Random) -> list[Shift]:
        ways = self._ways(v)
        return [Shift(*rng.choice(ways), 1)] if ways else []

    def prompt(self, v: View) -> str:
        return f"{ev.title(self.card)}: which infantry go where?"

    def template(self, v: View) -> Sequence[str]:
        lines = [self.write(v, [Shift(a, b, 1)]) for a, b in self._ways(v)[:3]]
        return [*lines, "TRANSFER nothing"]

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
            if line.rest.strip().lower() in ("nothing", "none", ""):
                continue
            parts = read_slots(line.rest, slots)
            n = read_counted(parts[""], GROUND_NAMES).counts.get("infantry", 0)
            origin, to = PLACE_NAMES.find(parts["from"]).id, PLACE_NAMES.find(parts["to"]).id
            shifts.append(Shift(origin, to, n))
        return Reading(shifts, tuple(range(len(lines))))


def relocate(t: Table, decision: Relocate) -> Play[None]:
    """All at once (TI4 83.5)."""
    shifts = yield from t.ask(decision)
    for shift in shifts:
        fleets.remove(t.table, shift.origin, decision.seat, "infantry", shift.n)
    for shift in shifts:
        fleets.add(t.table, shift.to, decision.seat, "infantry", shift.n)
        moved = {"infantry": shift.n}
        t.tell(ev.Moved(decision.seat, shift.origin, shift.to, moved), cite="TI4 83.5")


class FillPools(Decision[Counts]):
    """Pools for command tokens an effect brings (TI4 86.2)."""

    tokens: int

    Answer = Counts
    verbs = ("tokens",)
    clock = "turn"
    rule = "TI4 86.2"

    def _due(self, v: View) -> int:
        return min(self.tokens, max(0, economy.token_reserve(v.table, self.seat)))

    def problems(self, v: View, answer: Counts) -> list[Problem]:
        if any(n < 1 or pool not in economy.POOLS for pool, n in answer.items()):
            return [Problem("no-such-pool", "Pools: tactic, fleet, strategy.", "TI4 86.2")]
        if sum(answer.values()) != self._due(v):
            return [Problem("wrong-number", f"{self._due(v)} token(s).", "TI4 86.2")]
        return economy.pool_problems(v.table, self.seat, answer.get("fleet", 0))

    def default(self, v: View) -> Counts:
        return {"tactic": self._due(v)} if self._due(v) else {}

    def sample(self, v: View, rng: Random) -> Counts:
        answer = {rng.choice(economy.POOLS): self._due(v)}
        return self.default(v) if self.problems(v, answer) else answer

    def prompt(self, v: View) -> str:
        return f"Put {self._due(v)} command token(s) into your pools."

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def write(self, v: View, answer: Counts) -> str:
        return f"TOKENS {write_pools(answer)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Counts]:
        last = len(lines) - 1
        pools = read_pools(lines[last].rest)
        return Reading({p: pools[p] for p in economy.POOLS if pools.get(p)}, (last,))


def gain_tokens(t: Table, seat: int, n: int) -> Play[None]:
    """An effect brings `n` command tokens; the player says where they go."""
    if n > 0 and economy.token_reserve(t.table, seat) > 0:
        pools = yield from t.ask(FillPools(seat, n))
        economy.gain_tokens(t, seat, pools)


def other_players(v: View, seat: int) -> dict[str, str]:
    """Targets "@seat": all other players still in the game."""
    sides: Sequence[Any] = v.table.sides
    return {f"@{s}": v.names[s] for s in range(len(sides)) if s != seat and not sides[s].out}


def seat_of(on: str) -> int:
    """The seat behind a target "@2"."""
    return int(on.removeprefix("@"))
