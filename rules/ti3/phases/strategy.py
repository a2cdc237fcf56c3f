"""The strategy phase (TI3 5, 34.2)."""

from collections.abc import Sequence
from random import Random

from rules.imperium import clicks
from rules.imperium.smallwords import bare_card, bare_pools
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading, wishes
from rules.kernel.forms import Count, Form, Group, Total
from rules.kernel.table import Play
from rules.lexicon import OrderLine, read_counted, write_counted
from rules.ti3 import economy, galaxy, texts
from rules.ti3 import events as ev
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.components.choices import area_fields, area_problems, usual_areas
from rules.ti3.facts import AREAS, MECATOL, STRATEGY_CARDS, cards_each
from rules.ti3.names import BONUS_NAMES, CARDS
from rules.ti3.speech import _
from rules.ti3.state import Counts, Phase, Public, Table, Until, View
from rules.ti3.units.limits import enforce
from rules.toolbox.targets import as_target

DISGRACE = "public_disgrace"


def on_offer(table: Public) -> list[str]:
    """Return the cards nobody holds, by number."""
    return [card for card in STRATEGY_CARDS if card in table.bonus]


def may_take(table: Public, seat: int) -> list[str]:
    """Return the strategy cards a player may take (TI3 5.1.2, 5.1.3, 25.3.4)."""
    side = table.sides[seat]
    free = [
        card
        for card in on_offer(table)
        if card not in table.barred_cards
        and modifiers.pick_price(table, seat, card) <= side.strategy
    ]
    other = [card for card in free if card != "initiative"]
    banned = side.had_initiative and (bool(other) or len(table.sides) != 4)
    return other if banned else free


class PickStrategy(Choice[str]):
    """Which strategy card a player takes; `refused`: cards put back already in this pick (TI3
    5.1)."""

    refused: list[str] = []

    Answer = str
    verbs = ("pick",)
    root = True
    clock = "strategy"
    rule = "TI3 5.1.1"

    def _legal(self, v: View) -> list[str]:
        free = may_take(v.table, self.seat)
        return [card for card in free if card not in self.refused] or free

    def options(self, v: View) -> list[Option[str]]:
        """List the card with most bonus counters first, then by number (TI3 41.6)."""
        cards = sorted(
            self._legal(v), key=lambda c: (-v.table.bonus[c], STRATEGY_CARDS[c].initiative)
        )
        return [
            Option(self._text(v, card), card, f"PICK {ev.title(card)}", texts.effect(card))
            for card in cards
        ]

    def _text(self, v: View, card: str) -> str:
        n = v.table.bonus[card]
        return _("{card} ({n} bonus)", card=ev.title(card), n=n) if n else ev.title(card)

    def problems(self, v: View, answer: str) -> list[Problem]:
        free = ", ".join(map(ev.title, self._legal(v)))
        if answer in STRATEGY_CARDS and answer not in self._legal(v):
            card = ev.title(answer)
            if answer == "initiative" and v.table.sides[self.seat].had_initiative:
                words = _("You had Initiative in the last round. Free: {free}.", free=free)
                return [Problem("initiative-twice", words, "TI3 5.1.3")]
            words = _("{card} cannot be taken. Free: {free}.", card=card, free=free)
            return [Problem("taken", words, "TI3 5.1.2")]
        return super().problems(v, answer)

    def default(self, v: View) -> str:
        """Return the first card that may be taken; of all, where it is asked before they lie
        there."""
        options = self.options(v)
        return options[0].answer if options else next(iter(STRATEGY_CARDS))

    def write_ahead(self, v: View, answer: str) -> str:
        """Return a ranking: others may take the card first."""
        others = [card for card in STRATEGY_CARDS if card != answer]
        return f"PICK {' > '.join(map(ev.title, (answer, *others[:2])))}"

    def prompt(self, v: View) -> str:
        return _("Pick a strategy card.")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """Read a ranking; the first card that is free is taken (TI3 41.2)."""
        last = len(lines) - 1
        ranking = [CARDS.find(bare_card(name)) for name in wishes(lines[last].rest) or [""]]
        notes = tuple(f.read_as for f in ranking if f.read_as)
        free = [f.id for f in ranking if f.id in self._legal(v)]
        return Reading((free or [ranking[0].id])[0], (last,), notes)


class ConvertBonus(Decision[Counts]):
    """What each bonus counter becomes: a trade good or a command counter (TI3 5.2.2, E3)."""

    n: int

    Answer = Counts
    verbs = ("bonus",)
    clock = "strategy"
    rule = "TI3 5.2.2"

    def problems(self, v: View, answer: Counts) -> list[Problem]:
        if any(n < 1 or what not in ("goods", *AREAS) for what, n in answer.items()):
            words = _("Each bonus counter is a trade good or a counter in an area.")
            return [Problem("no-such-area", words, self.rule)]
        counters = sum(n for what, n in answer.items() if what != "goods")
        if sum(answer.values()) > self.n:
            return [Problem("wrong-number", _("{n} bonus counter(s).", n=self.n), self.rule)]
        if counters > max(0, economy.counter_reserve(v.table, self.seat)):
            words = _("Your reinforcements hold fewer command counters.")
            return [Problem("no-counter", words, "TI3 E64")]
        if answer.get("goods", 0) > v.table.goods:
            words = _("The supply holds {n} trade good(s).", n=v.table.goods)
            return [Problem("no-goods", words, "TI3 18.3.2")]
        return area_problems(v, self.seat, answer.get("fleet", 0))

    def default(self, v: View) -> Counts:
        """Take trade goods; if the supply is empty, counters in the Command Pool (TI3 41.6)."""
        goods = min(self.n, v.table.goods)
        left = min(self.n - goods, max(0, economy.counter_reserve(v.table, self.seat)))
        return {k: n for k, n in (("goods", goods), ("command", left)) if n}

    def sample(self, v: View, rng: Random) -> Counts:
        answer = usual_areas(self.n)
        if rng.random() < 0.5 or self.problems(v, answer):
            return self.default(v)
        return answer

    def prompt(self, v: View) -> str:
        return _("Exchange {n} bonus counter(s): trade goods or command counters?", n=self.n)

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v)), self.write(v, {"command": self.n})]

    def forms(self, v: View) -> list[Form]:
        start = self.default(v)
        goods = Count("bonus", "goods", _("trade goods"), self.n, start=start.get("goods", 0))
        fields = (goods, *area_fields("bonus", self.n, start))
        totals = (Total(_("bonus counters"), clicks.keys(fields), most=self.n),)
        groups = (Group("", fields),)
        return [Form("bonus", _("Bonus counters"), ("BONUS {bonus}",), groups, "", totals)]

    def write(self, v: View, answer: Counts) -> str:
        return f"BONUS {write_counted({k: answer.get(k, 0) for k in ('goods', *AREAS)}, str)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Counts]:
        last = len(lines) - 1
        got = read_counted(bare_pools(lines[last].rest, BONUS_NAMES), BONUS_NAMES)
        counts = {k: got.counts[k] for k in ("goods", *AREAS) if got.counts.get(k)}
        return Reading(counts, (last,), got.read_as)


class HandOn(Choice[int]):
    """Which player without a card gets the card picked: a law says so."""

    card: str

    Answer = int
    verbs = ("give",)
    clock = "strategy"
    rule = "TI3 20.1.4"

    def options(self, v: View) -> list[Option[int]]:
        return [
            Option(v.names[s], s, f"GIVE {v.names[s]}") for s in without_cards(v.table, self.seat)
        ]

    def prompt(self, v: View) -> str:
        return _("Who gets {card}?", card=ev.title(self.card))


def without_cards(table: Public, seat: int) -> list[int]:
    others = galaxy.clockwise(table, seat)
    return [s for s in others if s != seat and not table.sides[s].cards]


# -- the steps -----------------------------------------------------------------------------------


def begin(t: Table) -> Play[None]:
    """Begin the strategy phase (T0): cards before the first pick; who picks, in order (TI3 5.1.2,
    25.2.3, E117)."""
    table: Public = t.table
    table.mecatol_since = table.control.get(MECATOL, -1)
    timing.expire(table, Until.NEXT_STRATEGY)
    yield from timing.moment(t, w.BEFORE_PICKS)
    yield from enforce(t, range(len(t.table.sides)))
    lap = galaxy.clockwise(t.table, t.table.speaker)
    passes = cards_each(len(t.table.sides))
    keepers = [s for s in lap if t.table.sides[s].keeps]
    last = [s for s in lap if s not in keepers]
    t.table.to_pick = lap * (passes - 1) + last
    t.table.phase = Phase.PICK if t.table.to_pick else Phase.STRATEGY_END


def pick(t: Table, seat: int) -> Play[None]:
    """Carry out one pick (T1): named, perhaps put back, taken; token and bonus counters last (TI3
    E115)."""
    refused: list[str] = []
    if not may_take(t.table, seat):
        _next_pick(t.table)
        return
    card = yield from t.ask(PickStrategy(seat))
    others = [s for s in range(len(t.table.sides)) if s != seat]
    while True:
        yield from timing.moment(t, w.ON_PICK, as_target(card), others)
        if not timing.in_effect(t.table, DISGRACE):
            break
        timing.expire(t.table, Until.PICK)
        refused.append(card)
        card = yield from t.ask(PickStrategy(seat, refused))
    price = modifiers.pick_price(t.table, seat, card)
    if price:
        economy.spend_counter(t, seat, "strategy", price)
    bonus = t.table.bonus.pop(card)
    t.tell(ev.StrategyPicked(seat, card, bonus), cite="TI3 5.1.2")
    holder = seat
    if modifiers.hands_on(t.table, seat) and without_cards(t.table, seat):
        holder = yield from t.ask(HandOn(seat, card))
        t.tell(ev.CardHandedOn(seat, holder, card), cite="TI3 20.1.4")
    t.table.sides[holder].cards.append(card)
    if card == "initiative" and t.table.speaker != holder:
        t.table.speaker = holder
        t.tell(ev.SpeakerIs(holder), cite="TI3 5.1.4")
    if bonus:
        yield from convert(t, holder, bonus)
    _next_pick(t.table)


def convert(t: Table, seat: int, n: int) -> Play[None]:
    got = yield from t.ask(ConvertBonus(seat, n))
    economy.gain_goods(t, seat, got.get("goods", 0), "TI3 5.2.2")
    economy.gain_counters(t, seat, {a: got.get(a, 0) for a in AREAS}, "TI3 5.2.2")


def _next_pick(table: Public) -> None:
    if table.to_pick:
        table.to_pick.pop(0)
    if not table.to_pick:
        table.phase = Phase.STRATEGY_END


def finish(t: Table) -> Play[None]:
    """Put bonus counters on cards left over and begin the action phase (T1z, T2, A0)."""
    yield from timing.moment(t, w.AFTER_PICKS)
    yield from enforce(t, range(len(t.table.sides)))
    table: Public = t.table
    left = on_offer(table)
    for card in left:
        table.bonus[card] += 1
    if left:
        t.tell(ev.BonusPlaced(left), cite="TI3 5.2.1")
    timing.expire(table, Until.STRATEGY, Until.PICK)
    for side in table.sides:
        side.passed = side.out
        side.skipped = False
        side.had_initiative = "initiative" in side.cards
        side.keeps = ""
    order = timing.order_of_play(table)
    for seat in order:
        table.sides[seat].initiative = modifiers.initiative(table, seat)
    t.tell(ev.OrderOfPlay(order), cite="TI3 5.3.1")
    table.turn = order[0]
    table.phase = Phase.TURN
