"""The strategy phase (TI4 22, 30, C.2)."""

from collections.abc import Sequence

from rules.imperium.smallwords import bare_card
from rules.kernel.decisions import Choice, Option, Problem, Reading, wishes
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti4 import economy, texts
from rules.ti4 import events as ev
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.facts import STRATEGY_CARDS, cards_each
from rules.ti4.names import CARDS
from rules.ti4.speech import _
from rules.ti4.state import Phase, Public, Table, Until, View
from rules.toolbox.targets import as_target


def on_offer(table: Public) -> list[str]:
    """Return the cards in the common area, by initiative (TI4 22.1b)."""
    return [card for card in STRATEGY_CARDS if card in table.card_goods]


class PickStrategy(Choice[str]):
    """The choice of a player's strategy card (TI4 22.1, D-6). Several cards are a ranking: the
    first that is free is taken."""

    refused: str = ""

    Answer = str
    verbs = ("pick", "choose")
    root = True
    clock = "strategy"
    rule = "TI4 22.1"

    def options(self, v: View) -> list[Option[str]]:
        found = []
        for card in on_offer(v.table):
            goods = v.table.card_goods[card]
            more = f" (+{goods})" if goods else ""
            name = ev.title(card)
            if card != self.refused:
                does = texts.primary(card)
                found.append(Option(f"{name}{more}", card, f"PICK {name}", does))
        return found

    def problems(self, v: View, answer: str) -> list[Problem]:
        if answer in STRATEGY_CARDS and answer not in v.table.card_goods:
            free = ", ".join(map(ev.title, on_offer(v.table)))
            return [
                Problem(
                    "taken",
                    _("{card} is taken. Free: {free}.", card=ev.title(answer), free=free),
                    "TI4 22.1b",
                )
            ]
        return super().problems(v, answer)

    def default(self, v: View) -> str:
        """Return the first card on offer; of all, where it is asked before they lie there."""
        options = self.options(v)
        return options[0].answer if options else next(iter(STRATEGY_CARDS))

    def write_ahead(self, v: View, answer: str) -> str:
        """Return a ranking: others may take the card first."""
        others = [card for card in STRATEGY_CARDS if card != answer]
        return f"PICK {' > '.join(map(ev.title, (answer, *others[:2])))}"

    def prompt(self, v: View) -> str:
        return _("Pick a strategy card.")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        last = len(lines) - 1
        ranking = [CARDS.find(bare_card(name)) for name in wishes(lines[last].rest) or [""]]
        notes = tuple(f.read_as for f in ranking if f.read_as)
        free = [f.id for f in ranking if f.id in v.table.card_goods and f.id != self.refused]
        return Reading((free or [ranking[0].id])[0], (last,), notes)


def begin(t: Table) -> Play[None]:
    """Carry out effects put off to this moment, then the window W-1; say who picks, in order
    (ST0)."""
    yield from timing.moment(t, w.NEXT_STRATEGY_PHASE_START)
    timing.expire(t.table, Until.STRATEGY)
    yield from timing.moment(t, w.STRATEGY_PHASE_START)
    lap = timing.clockwise(t.table, t.table.speaker)
    picks = lap * cards_each(len(t.table.sides))
    t.table.to_pick = [s for s in picks if not t.table.sides[s].keeps_cards]
    t.table.phase = Phase.PICK
    if not t.table.to_pick:
        t.table.phase = Phase.STRATEGY_END


def pick(t: Table, seat: int) -> Play[None]:
    """Carry out one pick: named, perhaps refused (W-1), taken with its trade goods (TI4 22.1)."""
    card = yield from t.ask(PickStrategy(seat))
    others = [s for s in range(len(t.table.sides)) if s != seat]
    yield from timing.moment(t, w.WHEN_STRATEGY_CARD_CHOSEN, as_target(card), others)
    if timing.in_effect(t.table, "public_disgrace") and len(on_offer(t.table)) > 1:
        timing.expire(t.table, Until.PICK)
        card = yield from t.ask(PickStrategy(seat, refused=card))
    goods = t.table.card_goods.pop(card)
    side = t.table.sides[seat]
    side.cards.append(card)
    side.initiative = min(STRATEGY_CARDS[c].initiative for c in side.cards)
    t.tell(ev.StrategyPicked(seat, card, goods), cite="TI4 22.1")
    t.table.supply -= goods
    yield from economy.gain_goods(t, seat, goods)
    t.table.to_pick.pop(0)
    if not t.table.to_pick:
        t.table.phase = Phase.STRATEGY_END


def finish(t: Table) -> Play[None]:
    """Put goods on cards left over and begin the action phase (TI4 22.2, ST3, ST4)."""
    left = on_offer(t.table)
    for card in left:
        t.table.card_goods[card] += 1
        t.table.supply += 1
    if left:
        t.tell(ev.GoodsOnCards(left), cite="TI4 22.2")
    yield from timing.moment(t, w.STRATEGY_PHASE_END)
    for side in t.table.sides:
        side.passed = side.out
        side.keeps_cards = False
        if side.cards:
            side.initiative = min(STRATEGY_CARDS[c].initiative for c in side.cards)
    order = timing.initiative_order(t.table)
    t.tell(ev.TurnOrder(order), cite="TI4 32")
    t.table.turn = order[0]
    t.table.phase = Phase.TURN
