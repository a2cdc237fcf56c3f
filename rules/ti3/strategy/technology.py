"""Technology: one free, one for eight resources (TI3 24.7)."""

from collections.abc import Sequence
from random import Random

from rules.imperium.payment import FREE, Pay
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Option, Problem, Reading
from rules.kernel.forms import Form, Group, Pick, Total
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti3 import economy, texts
from rules.ti3 import events as ev
from rules.ti3 import technology as advances
from rules.ti3.components import modifiers, timing
from rules.ti3.facts import STRATEGY_CARDS, TECHNOLOGIES
from rules.ti3.names import NOTHING_WORDS, TECHS
from rules.ti3.speech import _
from rules.ti3.state import Public, Table, View
from rules.ti3.strategy.base import Secondary, counter_words

TOGETHER = True
CARD = "technology"


class GainTechnology(Choice[str]):
    """Which technology is gained, of those whose prerequisites are owned; also for effects that
    give one (TI3 24.7.1)."""

    cite: str = "TI3 24.7.1"

    Answer = str
    verbs = ("research",)
    clock = "turn"
    rule = "TI3 24.7.1"

    def options(self, v: View) -> list[Option[str]]:
        return [
            Option(ev.title(tech), tech, f"RESEARCH {ev.title(tech)}", texts.effect(tech))
            for tech in advances.obtainable(v.table, self.seat)
        ]

    def problems(self, v: View, answer: str) -> list[Problem]:
        problems = super().problems(v, answer)
        if problems and answer in TECHNOLOGIES:
            return [_unobtainable(v.table, self.seat, answer, bought=False)]
        return problems

    def prompt(self, v: View) -> str:
        return _("Which technology do you gain?")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """Read a list of wishes: the first that can be had."""
        last = len(lines) - 1
        found = [TECHS.find(part) for part in lines[last].rest.replace(">", ",").split(",")]
        notes = tuple(f.read_as for f in found if f.read_as)
        free = [f.id for f in found if f.id in advances.obtainable(v.table, self.seat)]
        return Reading((free or [found[0].id])[0], (last,), notes)


def _unobtainable(table: Public, seat: int, tech: str, bought: bool) -> Problem:
    facts = TECHNOLOGIES[tech]
    if tech in table.sides[seat].techs:
        return Problem("owned", _("You own {tech}.", tech=facts.name), "TI3 24.7.1")
    if not modifiers.may_gain_tech(table, seat, tech, bought):
        words = _("An effect keeps you from {tech}.", tech=facts.name)
        return Problem("forbidden", words, "TI3 1.2.1")
    needs = ", ".join(map(ev.title, facts.needs))
    if facts.mode == "any":
        words = _("{tech} needs one of: {needs}.", tech=facts.name, needs=needs)
    else:
        words = _("{tech} needs: {needs}.", tech=facts.name, needs=needs)
    return Problem("prerequisites", words, "TI3 21.1.3")


def primary(t: Table, seat: int) -> Play[None]:
    yield from gain_one(t, seat)


def gain_one(t: Table, seat: int, cite: str = "TI3 24.7.1") -> Play[None]:
    """Let a player gain one technology for nothing, if there is any."""
    if advances.obtainable(t.table, seat):
        tech = yield from t.ask(GainTechnology(seat, cite))
        advances.gain(t, seat, tech, cite)


class Research(Fixed):
    """A technology bought, and what is paid; `free`: the one gained besides, where allowed."""

    tech: str = ""
    pay: Pay = FREE


class BuyTechnology(Secondary[Research]):
    """Which technology is bought by the secondary ability of Technology (TI3 24.7.2, 21.2, E94)."""

    Answer = Research
    verbs = ("research", "skip")
    rule = "TI3 24.7.2"

    def strategy_card(self) -> str:
        return STRATEGY_CARDS["technology"].name

    def skips(self, answer: Research) -> bool:
        return not answer.tech

    def _bridged(self, v: View) -> bool:
        return timing.in_effect(v.table, advances.BRIDGED, self.seat)

    def legal(self, v: View) -> list[str]:
        return advances.obtainable(v.table, self.seat, True, self._bridged(v))

    def price(self, v: View, tech: str) -> int:
        return advances.price(v.table, self.seat, tech)

    def _taken(self, v: View, tech: str) -> list[str]:
        """Return the planets that cannot pay, because their discount is used and the table wants it
        so (TI3 E94)."""
        if v.table.settings.specialty_also_pays:
            return []
        return list(advances.specialties(v.table, self.seat, tech))

    def problems(self, v: View, answer: Research) -> list[Problem]:
        if self.skips(answer):
            return []
        if problems := self.unpaid(v, CARD):
            return problems
        if answer.tech not in self.legal(v):
            return [_unobtainable(v.table, self.seat, answer.tech, bought=True)]
        return economy.pay_problems(
            v.table,
            self.seat,
            answer.pay,
            self.price(v, answer.tech),
            "resources",
            self._taken(v, answer.tech),
        )

    def default(self, v: View) -> Research:
        return Research()

    def _paid(self, v: View, tech: str, goods: bool) -> Research | None:
        pay = economy.best_pay(
            v.table,
            self.seat,
            self.price(v, tech),
            "resources",
            goods=goods,
            avoid=self._taken(v, tech),
        )
        return None if pay is None else Research(tech, pay)

    def sample(self, v: View, rng: Random) -> Research:
        if self.unpaid(v, CARD) or rng.random() < 0.3:
            return Research()
        ideas = [r for tech in self.legal(v) if (r := self._paid(v, tech, True)) is not None]
        return rng.choice(ideas) if ideas else Research()

    def prompt(self, v: View) -> str:
        asked = _("Buy a technology for {price} resources, less your specialties?", price=8)
        return f"{asked} {counter_words(v.table, self.seat, CARD)}"

    def background(self, v: View) -> Sequence[str]:
        return [
            _("{tech} ({price}): {effect}", tech=ev.title(tech), price=self.price(v, tech),
              effect=texts.effect(tech))
            for tech in self.legal(v)
        ]  # fmt: skip

    def template(self, v: View) -> Sequence[str]:
        ideas = [r for tech in self.legal(v) if (r := self._paid(v, tech, True)) is not None]
        return [*(self.write(v, idea) for idea in ideas[:3]), "SKIP"]

    def forms(self, v: View) -> list[Form]:
        prices = {tech: self.price(v, tech) for tech in self.legal(v)}
        if not prices:
            return []
        options = tuple((ev.title(x), f"{ev.title(x)} ({n})") for x, n in prices.items())
        pick = Pick("tech", _("Technology"), (("", _("nothing")), *options))
        pay = economy.PAYMENT.group(v.table, self.seat, "resources")
        room = economy.PAYMENT.room(v.table, self.seat, "resources")
        uses = {f"tech={ev.title(x)}": float(n) for x, n in prices.items()}
        totals = (Total(_("price of what is paid"), uses, room),)
        groups = (Group("", (pick,)), pay) if pay else (Group("", (pick,)),)
        lines = ("RESEARCH {tech}[ PAY {pay}]",)
        return [Form("research", _("Research"), lines, groups, "", totals, "SKIP")]

    def write(self, v: View, answer: Research) -> str:
        if not answer.tech:
            return "SKIP"
        return f"RESEARCH {ev.title(answer.tech)} PAY {economy.pay_text(answer.pay)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Research]:
        """Read a list of wishes: the first that can be had; without PAY it is paid for at the least
        cost."""
        last = len(lines) - 1
        rest, pay = economy.split_pay(lines[last].rest)
        if lines[last].verb == "skip" or rest.strip().lower() in NOTHING_WORDS:
            return Reading(Research(), (last,))
        found = [TECHS.find(part) for part in rest.replace(">", ",").split(",")]
        notes = tuple(f.read_as for f in found if f.read_as)
        free = [f.id for f in found if f.id in self.legal(v)]
        tech = (free or [found[0].id])[0]
        if pay is None:
            answer = self._paid(v, tech, False) if tech in self.legal(v) else None
            return Reading(answer or Research(tech), (last,), notes)
        return Reading(Research(tech, pay), (last,), notes)


def question(table: Public, seat: int) -> BuyTechnology:
    return BuyTechnology(seat)


def secondary(t: Table, seat: int, answer: Research) -> Play[None]:
    buy(t, seat, answer)
    if modifiers.primary_besides(t.table, seat, CARD):
        yield from gain_one(t.sub(f"besides@{seat}"), seat, "TI3 X35")


def buy(t: Table, seat: int, answer: Research) -> None:
    """Pay for a technology, then gain it (TI3 18.2.1)."""
    economy.spend(t, seat, answer.pay)
    advances.gain(t, seat, answer.tech, "TI3 24.7.2")
