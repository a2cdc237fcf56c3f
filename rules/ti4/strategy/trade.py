"""Trade (TI4 23, H-34)."""

import re
from collections.abc import Sequence
from random import Random

from rules.imperium.smallwords import EVERYTHING
from rules.kernel.decisions import Decision, Option, Problem, Reading
from rules.kernel.forms import Form, some_of
from rules.kernel.table import Play
from rules.lexicon import OrderLine, fold
from rules.ti4 import economy, nouns
from rules.ti4.components import timing
from rules.ti4.names import seats
from rules.ti4.speech import N_, _
from rules.ti4.state import Mark, Public, Table, Until, View
from rules.ti4.strategy.base import YesNo

_ROUND_A_NAME = re.compile(
    r"^(?:let|allow|for|to)\s+|\s+(?:replenish|refresh|follow|trade)?\s*(?:for free|free)?$",
    re.IGNORECASE,
)


class FreeTrade(Decision[list[int]]):
    """The choice of the players who replenish without a token (TI4 23.4)."""

    Answer = list[int]
    part_of_turn = True
    verbs = ("free",)
    clock = "turn"
    rule = "TI4 23.4"

    def _others(self, v: View) -> list[int]:
        return [s for s in range(len(v.names)) if s != self.seat and not v.table.sides[s].out]

    def problems(self, v: View, answer: list[int]) -> list[Problem]:
        if sorted(set(answer)) != answer or any(s not in self._others(v) for s in answer):
            return [Problem("no-such-player", _("Name other players, each once."), "TI4 23.4")]
        return []

    def default(self, v: View) -> list[int]:
        return []

    def sample(self, v: View, rng: Random) -> list[int]:
        return [s for s in self._others(v) if rng.random() < 0.3]

    def prompt(self, v: View) -> str:
        return _("Which other players replenish commodities for free?")

    def template(self, v: View) -> Sequence[str]:
        return ["FREE nobody", f"FREE {', '.join(v.names[s] for s in self._others(v))}"]

    def forms(self, v: View) -> list[Form]:
        others = [(v.names[s], v.names[s]) for s in self._others(v)]
        return [some_of("free", _("Replenish for free"), "FREE", others, "FREE nobody")]

    def write(self, v: View, answer: list[int]) -> str:
        return f"FREE {', '.join(v.names[s] for s in answer) or 'nobody'}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[int]]:
        last = len(lines) - 1
        rest = _ROUND_A_NAME.sub("", lines[last].rest.strip()).strip()
        if rest.lower() in ("", "nobody", "none", "no one", "nikt", "nikomu", "senki", "senkinek"):
            return Reading([], (last,))
        if fold(rest) in EVERYTHING:
            return Reading(self._others(v), (last,))
        found = seats(v).find_all(rest)
        notes = tuple(f.read_as for f in found if f.read_as)
        return Reading(sorted(int(f.id) for f in found), (last,), notes)


class TradeSecondary(YesNo):
    """The choice whether to replenish; a player chosen by the active player must
    (TI4 23.5, 23.4a)."""

    verbs = ("replenish", "skip", "follow")
    card = "trade"
    order = "REPLENISH"
    does = N_("Replenish")
    fillers = ("my", "all", "commodities")
    rule = "TI4 23.5"

    def gives_words(self, v: View) -> str:
        gained = economy.commodities_lacking(v.table, self.seat)
        return _("You gain {goods}.", goods=nouns.some("commodities", gained))

    def options(self, v: View) -> list[Option[bool]]:
        if timing.in_effect(v.table, Mark.FREE_TRADE, self.seat):
            return [Option(_(self.does), True, "REPLENISH")]
        return super().options(v)

    def forced(self, public: View) -> bool | None:
        return True if timing.in_effect(public.table, Mark.FREE_TRADE, self.seat) else None


def primary(t: Table, seat: int) -> Play[None]:
    """Gain goods, replenish, and let chosen players replenish for nothing (TI4 23.2 to 23.4)."""
    yield from economy.gain_goods(t, seat, 3)
    yield from economy.replenish(t, seat)
    chosen = yield from t.ask(FreeTrade(seat))
    for other in chosen:
        timing.lasting(t, Mark.FREE_TRADE, other, Until.STRATEGIC_ACTION)


def question(table: Public, seat: int) -> TradeSecondary | None:
    return TradeSecondary(seat)


def secondary(t: Table, seat: int, answer: bool) -> Play[None]:
    """Replenish a player's commodities (TI4 23.5)."""
    yield from economy.replenish(t, seat)
