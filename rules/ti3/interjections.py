"""What may be done outside the decisions: gifts, and cards of any time (TI3 1.5.1, 36.1 W1)."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Self

from rules.kernel.decisions import Interjection, Problem
from rules.kernel.forms import Count, Form, Group, Pick
from rules.kernel.table import Play
from rules.lexicon import LexiconError, MissingPart, OrderLine, Slots, read_counted, read_slots
from rules.ti3 import economy, nouns
from rules.ti3 import events as ev
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.names import ACTION_NAMES, GOODS, seats
from rules.ti3.races.hacan import CardMarket
from rules.ti3.speech import _
from rules.ti3.state import Table, Until, View
from rules.toolbox.targets import NO_TARGET, as_target

STATUS_PHASES = ("status", "score", "refresh", "form", "return")
_MARKET = CardMarket()
_SWAP = Slots(("", "with"), ("for",), "SWAP Plague FOR Veto WITH Hacan")
_GIVE = Slots(("", "to"), (), "GIVE 2 trade goods TO Hacan")


class GiveGoods(Interjection):
    """Hand trade goods to another player at any time (TI3 1.5.1)."""

    to: int
    goods: int

    verbs = ("give",)

    def problems(self, v: View) -> list[Problem]:
        if not 0 <= self.to < len(v.names) or self.to == self.seat or v.table.sides[self.to].out:
            return [Problem("bad-target", _("Give to another player."), "TI3 1.5.1")]
        if not 0 < self.goods <= v.table.sides[self.seat].goods:
            words = _("You have {n} trade good(s).", n=v.table.sides[self.seat].goods)
            return [Problem("no-goods", words, "TI3 1.5.1")]
        return []

    def run(self, t: Table) -> None:
        economy.give_goods(t, self.seat, self.to, self.goods)

    def words(self, v: View) -> str:
        goods = nouns.some("goods", self.goods)
        who, to = v.names[self.seat], v.names[self.to]
        return _("{who} gives {goods} to {to}.", who=who, goods=goods, to=to)

    @classmethod
    def read_order(cls, v: View, line: OrderLine) -> Self:
        parts = read_slots(line.rest, _GIVE)
        n = read_counted(parts[""], GOODS).counts.get("goods", 0)
        assert v.seat is not None
        return cls(v.seat, int(seats(v).find(parts["to"]).id), n)

    @classmethod
    def propose(cls, v: View, rng: Random) -> Self | None:
        assert v.seat is not None
        others = [s for s, side in enumerate(v.table.sides) if s != v.seat and not side.out]
        if not v.table.sides[v.seat].goods or not others or rng.random() < 0.9:
            return None
        return cls(v.seat, rng.choice(others), 1)

    @classmethod
    def template(cls, v: View) -> Sequence[str]:
        """Return the smallest gift, for whoever has one."""
        assert v.seat is not None
        others = _others(v) if v.table.sides[v.seat].goods else []
        return [f"GIVE 1 trade good TO {v.names[other]}" for other in others[:1]]

    @classmethod
    def forms(cls, v: View) -> Sequence[Form]:
        assert v.seat is not None
        goods = v.table.sides[v.seat].goods
        others = tuple((v.names[s], v.names[s]) for s in _others(v))
        if not goods or not others:
            return []
        fields = (
            Count("goods", "trade good", _("trade goods"), goods, many="trade goods"),
            Pick("to", _("Player"), others),
        )
        lines, groups = ("GIVE {goods} TO {to}",), (Group("", fields),)
        return [Form("give", _("Give trade goods"), lines, groups)]


def _others(v: View) -> list[int]:
    return [s for s, side in enumerate(v.table.sides) if s != v.seat and not side.out]


class SwapCards(Interjection):
    """Swap action cards with the Hacan in the status phase, if both agree (TI3 X35)."""

    to: int
    gives: list[str]
    takes: list[str] = []

    verbs = ("swap",)
    passing = frozenset({"wrong-phase"})

    def parties(self) -> tuple[int, ...]:
        return self.seat, self.to

    def problems(self, v: View) -> list[Problem]:
        if not 0 <= self.to < len(v.names) or self.to == self.seat or v.table.sides[self.to].out:
            return [Problem("bad-target", _("Swap with another player."), "TI3 X35")]
        market = any(_MARKET.may_have(v.table, seat) for seat in self.parties())
        words = _("Only the Hacan swap action cards, in the status phase.")
        if not market:
            return [Problem("wrong-timing", words, "TI3 X35")]
        if v.table.phase not in STATUS_PHASES:
            return [Problem("wrong-phase", words, "TI3 X35")]
        mine = self.gives if v.seat == self.seat else self.takes
        if Counter(mine) - Counter(v.mine.cards):
            return [Problem("not-your-card", _("You do not hold these cards."), "TI3 X35")]
        for seat, out, into in (
            (self.seat, self.gives, self.takes),
            (self.to, self.takes, self.gives),
        ):
            after = v.table.sides[seat].hand - len(out) + len(into)
            if after > modifiers.hand_limit(v.table, seat):
                words = _("{who} would hold too many cards.", who=v.names[seat])
                return [Problem("hand-limit", words, "TI3 19.1.2")]
        return []

    def run(self, t: Table) -> None:
        for seat, out, into in (
            (self.seat, self.gives, self.takes),
            (self.to, self.takes, self.gives),
        ):
            hand = t.hand[seat]
            for card in out:
                hand.cards.remove(card)
            hand.cards += into
            t.table.sides[seat].hand += len(into) - len(out)
        told = ev.CardsSwapped(self.seat, self.to, self.gives, self.takes)
        public = ev.CardsChanged(self.seat, self.to)
        t.tell(told, to=self.parties(), public=public, cite="TI3 X35")

    def words(self, v: View) -> str:
        return ev.CardsSwapped(self.seat, self.to, self.gives, self.takes).words(v.names)

    @classmethod
    def template(cls, v: View) -> Sequence[str]:
        """Return a gift of the first card to whoever may swap with the reader, in the status
        phase."""
        assert v.seat is not None
        gifts = [cls(v.seat, to, [card]) for to in _others(v) for card in v.mine.cards[:1]]
        return [
            f"SWAP {ev.title(gift.gives[0])} WITH {v.names[gift.to]}"
            for gift in gifts
            if not gift.problems(v)
        ]

    @classmethod
    def read_order(cls, v: View, line: OrderLine) -> Self:
        parts = read_slots(line.rest, _SWAP, ACTION_NAMES)
        assert v.seat is not None
        gives = [ACTION_NAMES.find(name).id for name in parts[""].split(",")]
        takes = [ACTION_NAMES.find(x).id for x in parts.get("for", "").split(",") if x.strip()]
        return cls(v.seat, int(seats(v).find(parts["with"]).id), gives, takes)


class PlayNow(Interjection):
    """Play a card or ability of any time, outside every window (TI3 36.1 W1)."""

    card: str
    on: str = ""

    verbs = ("play", "use")

    def problems(self, v: View) -> list[Problem]:
        use = timing.Use(self.card, as_target(self.on))
        return timing.MOMENTS.problems(v, self.seat, use, w.ANY_TIME, NO_TARGET)

    def run(self, t: Table) -> Play[None]:
        use = timing.Use(self.card, as_target(self.on))
        yield from timing.MOMENTS.use(t, self.seat, use, w.ANY_TIME)
        timing.expire(t.table, Until.MOMENT)

    def words(self, v: View) -> str:
        who, card = v.names[self.seat], ev.title(self.card)
        return _("{who} plays {card}.", who=who, card=card)

    @classmethod
    def read_order(cls, v: View, line: OrderLine) -> Self:
        assert v.seat is not None
        got = timing.MOMENTS.read(v, v.seat, line, w.ANY_TIME, NO_TARGET)
        if got is None:
            raise MissingPart(_("That card cannot be played at any time."))
        return cls(v.seat, got[0].card, got[0].on)

    @classmethod
    def forms(cls, v: View) -> Sequence[Form]:
        assert v.seat is not None
        uses = timing.MOMENTS.uses(v, v.seat, w.ANY_TIME)
        lines = [timing.MOMENTS.write(v, v.seat, use, w.ANY_TIME, NO_TARGET) for use in uses]
        pick = Pick("order", _("Card or ability"), tuple((line, line) for line in lines))
        title = _("Play now")
        return [Form("now", title, ("{order}",), (Group("", (pick,)),))] if lines else []

    @classmethod
    def propose(cls, v: View, rng: Random) -> Self | None:
        assert v.seat is not None
        try:
            uses = timing.MOMENTS.uses(v, v.seat, w.ANY_TIME)
        except LexiconError:
            return None
        if not uses or rng.random() < 0.8:
            return None
        use = rng.choice(uses)
        return cls(v.seat, use.card, use.on)
