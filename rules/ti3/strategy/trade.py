"""Trade: goods, and new agreements or the end of all (TI3 22, 24.5)."""

import re
from collections.abc import Sequence
from random import Random

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Form, Group, Pick, Tick
from rules.kernel.table import Play
from rules.lexicon import Names, OrderLine, Slots, read_slots
from rules.ti3 import economy, galaxy
from rules.ti3 import events as ev
from rules.ti3 import trade as agreements
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.facts import CONTRACTS
from rules.ti3.names import NOTHING_WORDS, seats
from rules.ti3.speech import N_, _
from rules.ti3.state import Public, Table, View
from rules.ti3.strategy.base import YesNo
from rules.toolbox.targets import player

TOGETHER = True
CARD = "trade"
GOODS = 3


class GuildPower(Choice[str]):
    """Whether to receive goods and open negotiations or to end all agreements (TI3 24.5.1,
    24.5.2)."""

    Answer = str
    part_of_turn = True
    verbs = ("trade",)
    clock = "turn"
    rule = "TI3 24.5.1"

    def options(self, v: View) -> list[Option[str]]:
        return [
            Option(_("Receive trade goods and open negotiations"), "a", "TRADE goods"),
            Option(_("End all trade agreements"), "b", "TRADE break all"),
        ]

    def prompt(self, v: View) -> str:
        return _("Trade goods and negotiations, or the end of all agreements?")


class TradeOffer(Fixed):
    """An agreement wished for: a partner, and the own trade card he would get."""

    partner: int
    card: str


def _card_names(number: int) -> tuple[str, ...]:
    """Return a trade card of a race by its number, in three languages."""
    words = ("card", "karta", "kartę", "kontrakt", "kártya", "szerződéskártya")
    return (*(f"{word} {number}" for word in words), str(number), f"{number} kártya")


class OfferTrade(Decision[list[TradeOffer]]):
    """Which agreements a player wishes for, sealed; a pair that wishes for each other may be opened
    (TI3 22.2, 41.2)."""

    Answer = list[TradeOffer]
    verbs = ("agree", "skip")
    clock = "secondary"
    rule = "TI3 22.2.1"

    def _partners(self, v: View) -> list[int]:
        others = galaxy.clockwise(v.table, self.seat)
        return [s for s in others if s != self.seat and agreements.may_open(v.table, self.seat, s)]

    def _room(self, v: View) -> int:
        return agreements.MOST - len(agreements.agreements_of(v.table, self.seat))

    def problems(self, v: View, answer: list[TradeOffer]) -> list[Problem]:
        partners, own = self._partners(v), agreements.own_cards(v.table, self.seat)
        named = [offer.partner for offer in answer]
        if any(s not in partners for s in named) or len(set(named)) != len(named):
            names = ", ".join(v.names[s] for s in partners) or _("nobody")
            words = _("An agreement is possible with: {names}.", names=names)
            return [Problem("bad-target", words, "TI3 22.1.3")]
        if any(offer.card not in own for offer in answer):
            cards = ", ".join(map(ev.title, own))
            words = _("You may give: {cards}.", cards=cards)
            return [Problem("not-your-card", words, "TI3 22.1.2")]
        return []

    def default(self, v: View) -> list[TradeOffer]:
        return []

    def sample(self, v: View, rng: Random) -> list[TradeOffer]:
        own = agreements.own_cards(v.table, self.seat)
        return [TradeOffer(s, rng.choice(own)) for s in self._partners(v) if rng.random() < 0.8]

    def prompt(self, v: View) -> str:
        names = ", ".join(v.names[s] for s in self._partners(v))
        return _("With whom do you want a trade agreement ({names})?", names=names)

    def template(self, v: View) -> Sequence[str]:
        own = agreements.own_cards(v.table, self.seat)
        offers = [TradeOffer(s, own[0]) for s in self._partners(v)]
        return [*(self.write(v, [offer]) for offer in offers), "SKIP"]

    def forms(self, v: View) -> list[Form]:
        own, partners = agreements.own_cards(v.table, self.seat), self._partners(v)
        cards = tuple(
            (f"card {CONTRACTS[c].number}", f"{ev.title(c)} ({CONTRACTS[c].value})") for c in own
        )
        fields = tuple(
            Pick(str(s), v.names[s], (("", _("no agreement")), *cards)) for s in partners
        )
        lines = tuple(f"AGREE {v.names[s]} FOR {{{s}}}" for s in partners)
        about = _("You give one of your trade cards for one of theirs.")
        groups = (Group(_("Your card for"), fields),)
        title = _("Trade agreements")
        return [Form("agree", title, lines, groups, about, nothing="SKIP")] if own else []

    def write(self, v: View, answer: list[TradeOffer]) -> str:
        lines = [f"AGREE {v.names[o.partner]} FOR card {CONTRACTS[o.card].number}" for o in answer]
        return "\n".join(lines) or "SKIP"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[TradeOffer]]:
        """Read several partners on one line or on several; without FOR, the first own card is
        offered."""
        own = agreements.own_cards(v.table, self.seat)
        names = Names({c: _card_names(CONTRACTS[c].number) for c in own})
        offers: list[TradeOffer] = []
        for line in lines:
            if line.verb == "skip" or line.rest.strip().lower() in NOTHING_WORDS:
                continue
            parts = read_slots(line.rest, Slots(("",), ("for",), "AGREE Hacan FOR card 1"))
            card = names.find(parts["for"]).id if "for" in parts else (own[0] if own else "")
            for part in parts[""].split(","):
                offers.append(TradeOffer(int(seats(v).find(part).id), card))
        return Reading(offers, tuple(range(len(lines))))


class Pair(Fixed):
    one: int
    two: int


_BETWEEN_TWO = re.compile(r"\s*[-–&/+]\s*|\s+(?:and|i|és|es)\s+", re.IGNORECASE)
_WITHIN_A_NAME = "\N{NON-BREAKING HYPHEN}"


class ApproveTrade(Decision[list[Pair]]):
    """Which agreements the holder of Trade lets come about (TI3 22.2.2)."""

    pairs: list[Pair]

    Answer = list[Pair]
    verbs = ("approve", "skip")
    clock = "turn"
    rule = "TI3 22.2.2"

    def problems(self, v: View, answer: list[Pair]) -> list[Problem]:
        if all(pair in self.pairs for pair in answer) and len(set(map(str, answer))) == len(answer):
            return []
        names = ", ".join(f"{v.names[p.one]} - {v.names[p.two]}" for p in self.pairs)
        words = _("These pairs want to trade: {pairs}.", pairs=names)
        return [Problem("bad-target", words, self.rule)]

    def default(self, v: View) -> list[Pair]:
        """Approve nothing (TI3 41.6)."""
        return []

    def sample(self, v: View, rng: Random) -> list[Pair]:
        return [pair for pair in self.pairs if rng.random() < 0.8]

    def prompt(self, v: View) -> str:
        names = ", ".join(f"{v.names[p.one]} - {v.names[p.two]}" for p in self.pairs)
        return _("Which agreements do you approve ({pairs})?", pairs=names)

    def template(self, v: View) -> Sequence[str]:
        return [*(self.write(v, [pair]) for pair in self.pairs), "SKIP"]

    def forms(self, v: View) -> list[Form]:
        pairs = [f"{v.names[p.one]} WITH {v.names[p.two]}" for p in self.pairs]
        ticks = tuple(
            Tick(str(i), words, f"{v.names[p.one]} – {v.names[p.two]}")
            for i, (p, words) in enumerate(zip(self.pairs, pairs, strict=True))
        )
        lines = tuple(f"APPROVE {{{i}}}" for i in range(len(pairs)))
        return [Form("approve", _("Approve"), lines, (Group("", ticks),), nothing="SKIP")]

    def write(self, v: View, answer: list[Pair]) -> str:
        lines = [f"APPROVE {v.names[p.one]} WITH {v.names[p.two]}" for p in answer]
        return "\n".join(lines) or "SKIP"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[Pair]]:
        found: list[Pair] = []
        for line in lines:
            if line.verb == "skip" or line.rest.strip().lower() in NOTHING_WORDS:
                continue
            rest = _parted(v, line.rest)
            parts = read_slots(rest, Slots(("",), ("with",), "APPROVE Sol WITH Hacan"))
            one = int(seats(v).find(parts[""]).id)
            if "with" not in parts:
                found += [p for p in self.pairs if one in (p.one, p.two) and p not in found]
                continue
            two = int(seats(v).find(parts["with"]).id)
            known = [p for p in self.pairs if {p.one, p.two} == {one, two}]
            found.append(known[0] if known else Pair(one, two))
        return Reading(found, tuple(range(len(lines))))


def _parted(v: View, text: str) -> str:
    """Return a pair as people write it, "Sol - Hacan" or "Sol and Hacan", with WITH between the
    two; the hyphen of Jol-Nar parts nobody."""
    for name in v.names:
        whole = name.replace("-", _WITHIN_A_NAME)
        text = re.sub(re.escape(name), whole, text, flags=re.IGNORECASE)
    return _BETWEEN_TWO.sub(" WITH ", text)


def primary(t: Table, seat: int) -> Play[None]:
    power = yield from t.ask(GuildPower(seat))
    if power == "b":
        agreements.end_all(t, "TI3 22.4.5")
        return
    economy.gain_goods(t, seat, GOODS, "TI3 22.3.1")
    agreements.collect(t, seat, primary=True)
    yield from timing.moment(t, w.COLLECTED, player(seat))
    yield from negotiate(t, seat)


def negotiate(t: Table, seat: int) -> Play[None]:
    """Collect the wishes of all, then ask the active player for approval (TI3 22.2, 24.5.1)."""
    n = t.sub("negotiation")
    asked = [
        OfferTrade(s)
        for s in galaxy.clockwise(n.table, seat)
        if any(agreements.may_open(n.table, s, o) for o in range(len(n.table.sides)) if o != s)
    ]
    answers = yield from n.ask_all(asked)
    wishes = {
        (decision.seat, offer.partner): offer.card
        for decision, offers in zip(asked, answers, strict=True)
        for offer in offers
    }
    order = [decision.seat for decision in asked]
    pairs = [
        Pair(one, two)
        for i, one in enumerate(order)
        for two in order[i + 1 :]
        if (one, two) in wishes and (two, one) in wishes
    ]
    to_approve = [
        p
        for p in pairs
        if seat not in (p.one, p.two) and modifiers.needs_approval(n.table, p.one, p.two)
    ]
    approved: list[Pair] = []
    if to_approve:
        approved = yield from n.ask(ApproveTrade(seat, to_approve))
    for pair in pairs:
        if pair in to_approve and pair not in approved:
            continue
        cards = wishes[pair.one, pair.two], wishes[pair.two, pair.one]
        if agreements.may_open(n.table, pair.one, pair.two):
            own = [agreements.own_cards(n.table, s) for s in (pair.one, pair.two)]
            given = tuple(
                card if card in mine else mine[0] for card, mine in zip(cards, own, strict=True)
            )
            agreements.open_agreement(n, pair.one, pair.two, (given[0], given[1]))


class Commerce(YesNo):
    """Whether to collect trade goods by the secondary ability of Trade (TI3 24.5.3)."""

    card = CARD
    order = "COLLECT"
    does = N_("Collect trade goods from your agreements")
    verbs = ("collect", "skip")
    rule = "TI3 24.5.3"


def question(table: Public, seat: int) -> Commerce | None:
    return Commerce(seat) if agreements.agreements_of(table, seat) else None


def secondary(t: Table, seat: int, answer: bool) -> Play[None]:
    """Collect the goods of a player's trade agreements (TI3 22.3.2)."""
    agreements.collect(t, seat, primary=False)
    yield from timing.moment(t.sub(f"collect@{seat}"), w.COLLECTED, player(seat))
