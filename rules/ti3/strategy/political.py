"""Political: the galactic council (TI3 24.3)."""

from collections.abc import Sequence
from random import Random

from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti3 import cards, council, texts
from rules.ti3 import events as ev
from rules.ti3.components.choices import receive_counters
from rules.ti3.names import AGENDA_NAMES
from rules.ti3.speech import N_, _
from rules.ti3.state import Public, Table, View
from rules.ti3.strategy.base import YesNo

TOGETHER = True
CARD = "political"
LOOK = 3


def primary(t: Table, seat: int) -> Play[None]:
    """Draw cards, gain a counter, hold the council and arrange the deck (TI3 24.3.1, X2)."""
    yield from cards.draw_action_cards(t, seat, 3, "TI3 24.3.1")
    yield from receive_counters(t, seat, 1, "TI3 24.3.1")
    yield from council.assemble(t.sub("council"), seat)
    yield from look_ahead(t, seat)


class ArrangeAgendas(Decision[list[str]]):
    """Which card goes on top; the others go to the bottom in the order named (TI3 X2)."""

    Answer = list[str]
    part_of_turn = True
    verbs = ("agendas",)
    clock = "turn"
    rule = "TI3 24.3.1"

    def problems(self, v: View, answer: list[str]) -> list[Problem]:
        if sorted(answer) == sorted(v.mine.seen):
            return []
        names = ", ".join(map(ev.title, v.mine.seen))
        words = _("Name all of these, the next one first: {cards}.", cards=names)
        return [Problem("not-all", words, self.rule)]

    def default(self, v: View) -> list[str]:
        return list(v.mine.seen)

    def sample(self, v: View, rng: Random) -> list[str]:
        return rng.sample(v.mine.seen, len(v.mine.seen))

    def prompt(self, v: View) -> str:
        return _("Which political card is drawn next? The others go to the bottom of the deck.")

    def background(self, v: View) -> Sequence[str]:
        return [texts.named(card) for card in v.mine.seen]

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        cards = tuple((ev.title(x), ev.title(x)) for x in v.mine.seen)
        places = range(len(cards))
        labels = [_("Drawn next"), *(_("{n}. at the bottom", n=i) for i in places if i)]
        fields = tuple(Pick(str(i), labels[i], cards, cards[i][0]) for i in places)
        shape = ", ".join(f"{{{i}}}" for i in places)
        return [Form("agendas", _("Order"), (f"AGENDAS {shape}",), (Group("", fields),))]

    def write(self, v: View, answer: list[str]) -> str:
        return f"AGENDAS {', '.join(map(ev.title, answer))}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[str]]:
        """Read the order of the cards; one name is enough, and the others keep their order."""
        last = len(lines) - 1
        found = [AGENDA_NAMES.find(part) for part in lines[last].rest.split(",")]
        named = [f.id for f in found]
        rest = [card for card in v.mine.seen if card not in named]
        notes = tuple(f.read_as for f in found if f.read_as)
        return Reading([*named, *rest], (last,), notes)


def look_ahead(t: Table, seat: int) -> Play[None]:
    seen = t.box.agenda[:LOOK]
    if not seen or t.table.sides[seat].out:
        return
    t.hand[seat].seen = seen
    t.tell(ev.AgendasSeen(seat, seen), to=seat, public=ev.AgendasLookedAt(seat), cite="TI3 24.3.1")
    order = yield from t.ask(ArrangeAgendas(seat))
    rest = t.box.agenda[len(seen) :]
    t.box.agenda = [order[0], *rest, *order[1:]]
    t.hand[seat].seen = []
    for hand in t.hand:
        hand.placed = []
    t.hand[seat].placed = [order[0]]


class SeekDestiny(YesNo):
    """Whether to draw an action card by the secondary ability of Political (TI3 24.3.2)."""

    card = CARD
    order = "DRAW"
    does = N_("Draw an action card")
    verbs = ("draw", "skip")
    rule = "TI3 24.3.2"


def question(table: Public, seat: int) -> SeekDestiny:
    return SeekDestiny(seat)


def secondary(t: Table, seat: int, answer: bool) -> Play[None]:
    yield from cards.draw_action_cards(t, seat, 1, "TI3 24.3.2")
