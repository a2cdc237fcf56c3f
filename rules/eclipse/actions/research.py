"""Research (ECL 7.3): which technologies."""

import re
from collections.abc import Sequence
from random import Random

from rules.eclipse import nouns, reading
from rules.eclipse.actions.turn import Turn, TurnOrder
from rules.eclipse.facts import CATEGORIES, TECHNOLOGIES, TECHNOLOGY_SPACES, research_cost
from rules.eclipse.names import TECHNOLOGY_NAMES
from rules.eclipse.player.civilization import has_room_for, me, owned_in, price, species, trade_room
from rules.eclipse.player.technologies import gain_technology
from rules.eclipse.player.trade import read_trade, trade, trade_forms, trade_problems, write_trade
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Public, Table, View
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Option, Problem, Reading
from rules.kernel.forms import Form, Group, Pick, Total
from rules.kernel.table import Play
from rules.lexicon import BadCount, OrderLine

EXAMPLE = "RESEARCH plasma cannon OR fusion drive"
OFFERS_SECOND = 2
"""The version from which the second technology is offered even if the first brought nothing."""
_OR = re.compile(r",?\s*\b(?:or|else|otherwise|lub|albo|vagy)\b,?", re.IGNORECASE)
_SAYS_NOTHING = re.compile(
    r"\b(?:the|az?|technology|tech|too|also|as well|next|"
    r"technologi[aęi]|też|także|technológiát?|is)\b",
    re.IGNORECASE,
)


class Research(TurnOrder):
    verb = "research"

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        """Say why these technologies cannot be bought, one after the other (ECL 21.2.4)."""
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
        """Read the technologies; of several with OR between them the first that can be had now."""
        wishes = [self._wish(text) for text in _OR.split(_SAYS_NOTHING.sub(" ", rest))]
        legal = (wish for wish in wishes if not self.problems(v, seat, wish[0], False))
        return next(legal, wishes[0])

    def _wish(self, text: str) -> tuple[Turn, tuple[str, ...]]:
        found = TECHNOLOGY_NAMES.find_all(text)
        notes = reading.notes(*(f.read_as for f in found))
        return Turn("research", technologies=tuple(f.id for f in found)), notes

    def write(self, v: View, seat: int, turn: Turn) -> str:
        return f"RESEARCH {nouns.join(TECHNOLOGIES[t].name for t in turn.technologies)}"

    def form(self, v: View, seat: int, reacting: bool) -> Form | None:
        player, open_ = me(v, seat), affordable(v.table, seat)
        if not open_:
            return None
        prices = {t: price(player, t) for t in open_}
        options = tuple(
            (TECHNOLOGIES[t].name, f"{TECHNOLOGIES[t].name} ({nouns.amount(n, 'science')})")
            for t, n in prices.items()
        )
        none = ("", _("nothing"))
        fields = tuple(
            Pick("techs", _("Technology"), (none, *options) if i else options, row=i)
            for i in range(species(player).research)
        )
        uses = {
            f"{f.key}={TECHNOLOGIES[t].name}": float(n) for f in fields for t, n in prices.items()
        }
        total = Total(nouns.noun("science"), uses, most=player.storage[1])
        groups = (Group("", fields),)
        return Form("research", _("Research"), ("RESEARCH {techs}",), groups, "", (total,))

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
    """Return the technologies on display the seat can pay for and place."""
    player = table.players[seat]
    return [
        t
        for t in sorted(table.supply)
        if table.supply[t] and has_room_for(player, t) and price(player, t) <= player.storage[1]
    ]


class Exchange(Fixed):
    """Lots of one resource traded for another before the second technology."""

    give: str
    get: str
    lots: int


class ResearchAgain(Decision[str | Exchange]):
    """Whether Hydran researches a second technology, and trades before it (ECL 13.3.1, 20.2.8; ECL
    5.6.1). The answer is the technology, or empty; or a trade, after which the question comes
    again."""

    Answer = str | Exchange
    verbs = ("research", "trade", "done", "refuse", "hold")
    part_of_turn = True
    rule = "ECL 13.3.1"

    def problems(self, v: View, answer: str | Exchange) -> list[Problem]:
        if isinstance(answer, Exchange):
            return trade_problems(me(v, self.seat), answer.give, answer.get, answer.lots)
        if not answer:
            return []
        return Research().problems(v, self.seat, Turn("research", technologies=(answer,)), False)

    def default(self, v: View) -> str | Exchange:
        return ""

    def sample(self, v: View, rng: Random) -> str | Exchange:
        return rng.choice(["", *affordable(v.table, self.seat)])

    def options(self, v: View) -> list[Option[str | Exchange]]:
        found: list[Option[str | Exchange]] = [Option(_("No second technology"), "", "DONE")]
        for technology in affordable(v.table, self.seat):
            name = TECHNOLOGIES[technology].name
            found.append(Option(name, technology, f"RESEARCH {name}"))
        return found

    def prompt(self, v: View) -> str:
        stored = nouns.amount(me(v, self.seat).storage[1], "science")
        return _(
            "You may research a second technology, and trade before it; you have {stored}.",
            stored=stored,
        )

    def forms(self, v: View) -> list[Form]:
        return trade_forms(me(v, self.seat))

    def write(self, v: View, answer: str | Exchange) -> str:
        if isinstance(answer, Exchange):
            return write_trade(me(v, self.seat), answer.give, answer.get, answer.lots)
        return f"RESEARCH {TECHNOLOGIES[answer].name}" if answer else "DONE"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str | Exchange]:
        """Read the first line that can be carried out; else return the first one's problem."""
        trouble: tuple[Problem, ...] = ()
        for i, line in enumerate(lines):
            answer, notes = self._meant(v, line)
            wrong = self.problems(v, answer)
            if not wrong:
                return Reading(answer, (i,), notes)
            trouble = trouble or tuple(wrong)
        return Reading(used=(0,), problems=trouble)

    def _meant(self, v: View, line: OrderLine) -> tuple[str | Exchange, tuple[str, ...]]:
        if line.verb == "trade":
            give, get, lots, notes = read_trade(me(v, self.seat), line.rest, usual="science")
            return Exchange(give, get, lots), notes
        if line.verb != "research":
            reading.stands_alone(line, line.verb)
            return "", ()
        turn, notes = Research().read(v, self.seat, line.rest)
        if len(turn.technologies) != 1:
            raise BadCount(_("One technology is left to research."))
        return turn.technologies[0], notes


def within_trade(table: Public, seat: int) -> bool:
    """Return whether trading all else away could pay for a technology on display."""
    player = table.players[seat]
    science = player.storage[1] + sum(trade_room(player, r) for r in ("money", "materials"))
    return any(
        table.supply[t] and has_room_for(player, t) and price(player, t) <= science
        for t in table.supply
    )


def research(t: Table, seat: int, turn: Turn) -> Play[None]:
    """Research one technology after the other; whoever may have a second one is asked for it,
    having got what the first one brought (ECL 7.3; ECL 20.2.8)."""
    stored = list(t.table.players[seat].storage)
    for technology in turn.technologies:
        stored[1] -= price(t.table.players[seat], technology)
        yield from buy(t, seat, technology)
    left = species(t.table.players[seat]).research - len(turn.technologies)
    while left and may_go_on(t, seat, stored):
        answer = yield from t.ask(ResearchAgain(seat))
        if isinstance(answer, Exchange):
            trade(t, seat, answer.give, answer.get, answer.lots)
            continue
        if answer:
            yield from buy(t, seat, answer)
        return


def may_go_on(t: Table, seat: int, stored: list[int]) -> bool:
    """Return whether a second technology is in reach: for the science there is or, where the first
    one brought anything, for what else could be traded. `stored`: the storage without that."""
    now = t.table.players[seat].storage
    if t.rules < OFFERS_SECOND and now[1] <= stored[1]:
        return False
    return bool(affordable(t.table, seat)) or (now != stored and within_trade(t.table, seat))


def buy(t: Table, seat: int, technology: str) -> Play[None]:
    """Buy a technology at the price it has now (ECL 7.3.3)."""
    yield from gain_technology(t, seat, technology, price(t.table.players[seat], technology))
