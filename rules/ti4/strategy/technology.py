"""Technology (TI4 67)."""

from collections.abc import Sequence
from random import Random

from rules.imperium.payment import FREE
from rules.kernel.decisions import Problem, Reading
from rules.kernel.forms import Form, Group, Pick, Total
from rules.kernel.table import Play
from rules.lexicon import OrderLine, fold
from rules.ti4 import economy, nouns
from rules.ti4 import events as ev
from rules.ti4 import technology as tech
from rules.ti4.components import modifiers
from rules.ti4.facts import STRATEGY_CARDS, TECHNOLOGIES
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, View
from rules.ti4.strategy.base import Secondary, token_words
from rules.ti4.technology import Research
from rules.toolbox.choices import NOTHING_WORDS

SECOND = 6
SECONDARY = 4


class ResearchTechnology(Secondary[Research]):
    """The choice of a technology for `cost` resources (TI4 67.2, 67.3, D-36, D-37)."""

    cost: int = 0
    token: bool = False

    Answer = Research
    verbs = ("research", "skip", "follow")
    rule = "TI4 67.2"

    def strategy_card(self) -> str:
        return STRATEGY_CARDS["technology"].name if self.token else ""

    def skips(self, answer: Research) -> bool:
        return not answer.tech

    def problems(self, v: View, answer: Research) -> list[Problem]:
        if not answer.tech:
            return []
        problems = tech.research_problems(v.table, self.seat, answer.tech, answer.using)
        if self.token:
            problems += self.unpaid(v, "technology")
        problems = problems or tech.waiver_problems(v.table, self.seat, answer)
        return problems or economy.pay_problems(
            v.table, self.seat, answer.pay, self.cost, "resources", answer.using
        )

    def default(self, v: View) -> Research:
        return Research()

    def _paid(self, v: View, what: Research, goods: bool) -> Research | None:
        pay = economy.best_pay(
            v.table, self.seat, self.cost, "resources", goods=goods, avoid=what.using
        )
        return None if pay is None else Research(what.tech, what.using, pay)

    def sample(self, v: View, rng: Random) -> Research:
        if self.token and (self.unpaid(v, "technology") or rng.random() < 0.4):
            return Research()
        options = tech.researchable(v.table, self.seat)
        chosen = self._paid(v, rng.choice(options), True) if options else None
        return chosen or Research()

    def prompt(self, v: View) -> str:
        asked = _("Research a technology?")
        if self.cost:
            asked = _("Research a technology for {n} resources?", n=self.cost)
        if not self.token:
            return asked
        return f"{asked} {token_words(v.table, self.seat, 'technology')}"

    def template(self, v: View) -> Sequence[str]:
        options = tech.researchable(v.table, self.seat)
        return [*self.only_legal(v, map(tech.write_research, options)), "SKIP"]

    def forms(self, v: View) -> list[Form]:
        found = tech.ways_to_research(v.table, self.seat)
        options = tuple(
            (tech.write_research(what).partition(" ")[2], _tech_words(what)) for what in found
        )
        if not options:
            return []
        groups = [Group("", (Pick("tech", _("Technology"), (("", _("nothing")), *options)),))]
        pay = economy.PAYMENT.group(v.table, self.seat, "resources") if self.cost else None
        totals = []
        if pay is not None:
            groups.append(pay)
            room = economy.PAYMENT.room(v.table, self.seat, "resources")
            totals.append(Total(nouns.word("resources"), {}, room, self.cost))
        lines = ("RESEARCH {tech}[ PAY {pay}]",)
        title, nothing = _("Research"), "SKIP"
        return [Form("research", title, lines, tuple(groups), "", tuple(totals), nothing)]

    def write(self, v: View, answer: Research) -> str:
        if not answer.tech:
            return "SKIP"
        paid = f" PAY {economy.pay_text(answer.pay)}" if self.cost else ""
        return f"{tech.write_research(answer)}{paid}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Research]:
        """Read the first line; the next one is for the next research."""
        line = lines[0]
        if line.verb == "skip" or fold(line.rest) in NOTHING_WORDS:
            return Reading(Research(), (0,))
        rest, pay = economy.split_pay(line.rest)
        what, notes = tech.read_research(v, self.seat, rest)
        if pay is None:
            paid = self._paid(v, what, False)
            pay = FREE if paid is None else paid.pay
        return Reading(Research(what.tech, what.using, pay), (0,), notes)


def _tech_words(what: Research) -> str:
    """Return a technology with its colour, and the planets it would exhaust."""
    colour = TECHNOLOGIES[what.tech].colour
    words = f"{ev.title(what.tech)} ({nouns.word(colour)})" if colour else ev.title(what.tech)
    using = ", ".join(map(ev.title, what.using))
    return _("{tech}, exhausts {planets}", tech=words, planets=using) if using else words


def research(t: Table, seat: int, answer: Research) -> Play[None]:
    if answer.tech:
        economy.spend(t, seat, answer.pay)
        yield from tech.research(t, seat, answer)


def price(table: Public, seat: int, printed: int) -> int:
    return 0 if modifiers.free_research(table, seat) else printed


def research_one(t: Table, seat: int) -> Play[None]:
    """Research one technology through a card, at no cost but its prerequisites."""
    if tech.researchable(t.table, seat):
        answer = yield from t.ask(ResearchTechnology(seat))
        yield from research(t, seat, answer)


def primary(t: Table, seat: int) -> Play[None]:
    """Let the active player research one technology, and buy a second (TI4 67.2)."""
    if not tech.researchable(t.table, seat):
        return
    first = yield from t.ask(ResearchTechnology(seat))
    yield from research(t, seat, first)
    yield from second_technology(t, seat)


def second_technology(t: Table, seat: int) -> Play[None]:
    cost = price(t.table, seat, SECOND)
    if economy.wealth(t.table, seat, "resources") >= cost:
        second = yield from t.ask(ResearchTechnology(seat, cost=cost))
        yield from research(t, seat, second)


def question(table: Public, seat: int) -> ResearchTechnology | None:
    if modifiers.primary_as_secondary(table, seat, "technology"):
        return ResearchTechnology(seat, token=True) if tech.researchable(table, seat) else None
    cost = price(table, seat, SECONDARY)
    if economy.wealth(table, seat, "resources") < cost:
        return None
    return ResearchTechnology(seat, cost=cost, token=True)


def secondary(t: Table, seat: int, answer: Research) -> Play[None]:
    """Let a player research the technology that was paid for (TI4 67.3)."""
    yield from research(t, seat, answer)
    if modifiers.primary_as_secondary(t.table, seat, "technology"):
        yield from second_technology(t, seat)
