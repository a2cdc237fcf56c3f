"""Research (ECL 7.3): which technologies."""

import re
from collections.abc import Sequence
from random import Random

from rules.eclipse import nouns, reading
from rules.eclipse.actions.turn import Turn, TurnOrder
from rules.eclipse.civilization import has_room_for, me, owned_in, price, species
from rules.eclipse.facts import CATEGORIES, TECHNOLOGIES, TECHNOLOGY_SPACES, research_cost
from rules.eclipse.names import TECHNOLOGY_NAMES
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Public, Table, View
from rules.eclipse.technologies import gain_technology
from rules.kernel.decisions import Choice, Option, Problem, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine

EXAMPLE = "RESEARCH plasma cannon OR fusion drive"
_OR = re.compile(r",?\s*\b(?:or|else|otherwise|lub|albo|vagy)\b,?", re.IGNORECASE)
_SAYS_NOTHING = re.compile(
    r"\b(?:the|technology|tech|technologi[aęi]|technológiát?)\b", re.IGNORECASE
)


class Research(TurnOrder):
    verb = "research"

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        """ECL 21.2.4"""
        table = v.table
        player = me(v, seat)
        limit = species(player).research
        if not turn.technologies:
            words = _("Name a technology, for example: {example}.", example=EXAMPLE)
            return no("wrong-number", words, "7.3.1")
        if len(turn.technologies) > limit:
            words = _(
                "One action brings you {n} technology(ies); write fallbacks as in: {example}.",
                n=limit,
                example=EXAMPLE,
            )
            return no("wrong-number", words, "7.3.1")
        counts = {category: owned_in(player, category) for category in CATEGORIES}
        science = player.storage[1]
        bought: list[str] = []
        for id in turn.technologies:
            tile = TECHNOLOGIES.get(id)
            if tile is None:
                words = _("There is no technology {name}.", name=id)
                return no("unknown-technology", words, "7.3.1")
            if id in player.technologies or id in bought:
                words = _("You have {technology} already.", technology=tile.name)
                return no("already-known", words, "7.3.4")
            if not table.supply.get(id):
                words = _("No {technology} lies on the supply board.", technology=tile.name)
                return no("not-on-display", words, "7.3.1")
            if counts[tile.category] >= TECHNOLOGY_SPACES:
                words = _("Your {category} track is full.", category=nouns.noun(tile.category))
                return no("track-full", words, "25.3.15")
            science -= research_cost(id, counts[tile.category])
            if science < 0:
                cost = research_cost(id, counts[tile.category])
                words = _(
                    "{technology} costs {cost}; you have {had}.",
                    technology=tile.name,
                    cost=nouns.amount(cost, "science"),
                    had=science + cost,
                )
                return no("not-enough-science", words, "7.3.2")
            counts[tile.category] += 1
            bought.append(id)
        return []

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        """Of several with OR between them the first that can be had now."""
        wishes = [self._wish(text) for text in _OR.split(_SAYS_NOTHING.sub(" ", rest))]
        legal = (wish for wish in wishes if not self.problems(v, seat, wish[0], False))
        return next(legal, wishes[0])

    def _wish(self, text: str) -> tuple[Turn, tuple[str, ...]]:
        found = TECHNOLOGY_NAMES.find_all(text)
        notes = reading.notes(*(f.read_as for f in found))
        return Turn("research", technologies=tuple(f.id for f in found)), notes

    def write(self, v: View, seat: int, turn: Turn) -> str:
        return f"RESEARCH {nouns.join(TECHNOLOGIES[t].name for t in turn.technologies)}"

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        open_ = affordable(v.table, seat)
        if not open_:
            return None
        first = rng.choice(open_)
        turn = Turn("research", technologies=(first,))
        if species(me(v, seat)).research > 1 and len(open_) > 1:
            second = rng.choice([t for t in open_ if t != first])
            both = Turn("research", technologies=(first, second))
            if not self.problems(v, seat, both, reacting):
                return both
        return turn

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        return [f"RESEARCH {TECHNOLOGIES[t].name}" for t in affordable(v.table, seat)[:3]]


def affordable(table: Public, seat: int) -> list[str]:
    """Technologies on display the seat can pay for and place."""
    player = table.players[seat]
    return [
        t
        for t in sorted(table.supply)
        if table.supply[t] and has_room_for(player, t) and price(player, t) <= player.storage[1]
    ]


class ResearchAgain(Choice[str]):
    """ECL 13.3.1, 20.2.8: after an instant technology brought science, Hydran may buy a second
    one with it; the answer is the technology, or empty."""

    Answer = str
    verbs = ("research", "done")
    rule = "ECL 13.3.1"

    def options(self, v: View) -> list[Option[str]]:
        names = ((t, TECHNOLOGIES[t].name) for t in affordable(v.table, self.seat))
        return [
            Option(_("No second technology"), "", "DONE"),
            *(Option(name, t, f"RESEARCH {name}") for t, name in names),
        ]

    def prompt(self, v: View) -> str:
        stored = nouns.amount(me(v, self.seat).storage[1], "science")
        return _("You may research a second technology; you have {stored}.", stored=stored)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """The first line that can be carried out; else the first one's trouble."""
        trouble: tuple[Problem, ...] = ()
        for i, line in enumerate(lines):
            if line.verb == "done":
                return Reading("", (i,))
            turn, notes = Research().read(v, self.seat, line.rest)
            wrong = Research().problems(v, self.seat, turn, False)
            if len(turn.technologies) > 1:
                wrong = no("wrong-number", _("One technology is left to research."), "13.3.1")
            if not wrong:
                return Reading(turn.technologies[0], (i,), notes)
            trouble = trouble or tuple(wrong)
        return Reading(used=(0,), problems=trouble)


def research(t: Table, seat: int, turn: Turn) -> Play[None]:
    """ECL 7.3: one after the other. Science that an instant technology brought may pay for one
    more where there is one left (ECL 20.2.8)."""
    science = t.table.players[seat].storage[1]
    for technology in turn.technologies:
        science -= price(t.table.players[seat], technology)
        yield from buy(t, seat, technology)
    player = t.table.players[seat]
    left = species(player).research - len(turn.technologies)
    if left and player.storage[1] > science and affordable(t.table, seat):
        second = yield from t.ask(ResearchAgain(seat))
        if second:
            yield from buy(t, seat, second)


def buy(t: Table, seat: int, technology: str) -> Play[None]:
    """At the price it has now (ECL 7.3.3)."""
    yield from gain_technology(t, seat, technology, price(t.table.players[seat], technology))
