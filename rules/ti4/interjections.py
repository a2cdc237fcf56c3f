"""Transactions and other deals between players (TI4 69, 59, 68, 73, 75, D-43, D-44)."""

import re
from collections.abc import Container, Sequence
from random import Random
from typing import Self

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Interjection, Problem
from rules.kernel.forms import Count, Field, Form, Group, Pick, Tick
from rules.kernel.table import Play
from rules.lexicon import LeftOver, MissingPart, Names, OrderLine, Slots, read_counted, read_slots
from rules.ti4 import events as ev
from rules.ti4 import galaxy, nouns
from rules.ti4.cards import keep_hand_limit
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import NOTES
from rules.ti4.names import ACTION_NAMES, GOODS, seats
from rules.ti4.speech import _
from rules.ti4.state import NoteId, Phase, Public, Side, Table, Until, View
from rules.ti4.units import fleets
from rules.ti4.versions import HAND_LIMIT_AFTER_DEALS
from rules.toolbox.choices import NOTHING_WORDS
from rules.toolbox.targets import as_target, player

_SAYING = re.compile(r"\b(?:saying|mówiąc|mondva)\b[:\s]*", re.IGNORECASE)
_QUOTES = "\"'“”„«» "
_SLOTS = Slots(("", "for"), ("to", "with"), "OFFER 2 commodities FOR 2 trade goods TO Hacan")


class Bundle(Fixed):
    """One side of a transaction (TI4 69.2)."""

    goods: int = 0
    commodities: int = 0
    note: str = ""
    """ "owner:note" """
    cards: list[str] = []


# -- who may trade with whom ---------------------------------------------------------------------


def neighbours(table: Public, a: int, b: int) -> bool:
    """Return whether two players have units or planets in the same or in adjacent systems (TI4
    59)."""
    mine, theirs = presence(table, a), presence(table, b)
    for seat, here, there in ((a, mine, theirs), (b, theirs, mine)):
        links = galaxy.adjacency(table, seat)
        if any(tile in there or not there.isdisjoint(links.get(tile, ())) for tile in here):
            return True
    return False


def presence(table: Public, seat: int) -> set[str]:
    tiles = {galaxy.tile_of(place) for place, _ in fleets.places_of(table, seat)}
    return tiles | {galaxy.tile_of(planet) for planet in fleets.controlled(table, seat)}


def somebody_else(table: Public, seat: int, partner: int) -> list[Problem]:
    """Refuse a partner who is not another player in the game (TI4 73.0)."""
    sides = table.sides
    if not 0 <= partner < len(sides) or partner == seat or sides[partner].out:
        return [Problem("no-partner", _("Name another player."), "TI4 73.0")]
    return []


def partner_problems(table: Public, seat: int, partner: int) -> list[Problem]:
    """Return why these two may not trade now (TI4 69.1, 69.6, H-50, H-51)."""
    problems = somebody_else(table, seat, partner)
    if problems:
        return problems
    sides = table.sides
    if partner in sides[seat].traded:
        return [Problem("traded-already", _("You two have traded already."), "TI4 69.1")]
    if table.phase == Phase.AGENDA and table.agenda is not None:
        return []
    if table.phase != Phase.TURN or table.turn not in (seat, partner):
        words = _("Only the active player trades, in the own turn, or anybody while voting.")
        return [Problem("not-your-turn", words, "TI4 69.1")]
    afar = any(modifiers.trades_afar(table, s) for s in (seat, partner))
    if not afar and not neighbours(table, seat, partner):
        return [Problem("not-neighbours", _("You are not neighbours."), "TI4 59.1")]
    return []


class Transaction(Interjection):
    """A deal: it becomes an offer, and happens once the partner accepts (TI4 69, 73).

    What changes hands at once is carried out; what the two say besides binds nobody (73.4, H-52).
    Words alone are a deal too, at any time and with anybody (73.1)."""

    partner: int
    give: Bundle = Bundle()
    get: Bundle = Bundle()
    saying: str = ""

    verbs = ("offer",)
    passing = frozenset({"not-your-turn", "traded-already"})

    def parties(self) -> tuple[int, ...]:
        return (self.seat, self.partner)

    def problems(self, v: View) -> list[Problem]:
        """Return why the deal cannot be made, asked of each party on its own view (TI4 69.2, 69.3,
        75.5)."""
        if not self.exchanges() and self.saying:
            return somebody_else(v.table, self.seat, self.partner)
        problems = partner_problems(v.table, self.seat, self.partner)
        if problems:
            return problems
        mine = self.give if v.seat == self.seat else self.get
        assert v.seat is not None
        side = v.table.sides[v.seat]
        if mine.goods < 0 or mine.commodities < 0:
            return [Problem("bad-count", _("Nobody gives less than nothing."), "TI4 69.2")]
        if mine.goods > side.goods or mine.commodities > side.commodities:
            words = _(
                "You have {goods} trade goods, {commodities} commodities.",
                goods=side.goods,
                commodities=side.commodities,
            )
            return [Problem("cannot-pay", words, "TI4 69.2")]
        if mine.note and mine.note not in v.mine.notes:
            return [Problem("not-your-card", _("You do not hold that note."), "TI4 75.5")]
        if not self.exchanges():
            return [Problem("nothing-offered", _("Say what changes hands."), "TI4 69.2")]
        return self._card_problems(v, mine)

    def _card_problems(self, v: View, mine: Bundle) -> list[Problem]:
        if not mine.cards:
            return []
        if not any(modifiers.trades_cards(v.table, s) for s in self.parties()):
            return [Problem("no-cards", _("Action cards cannot be traded."), "TI4 69.3")]
        left = list(v.mine.cards)
        for card in mine.cards:
            if card not in left:
                return [Problem("not-your-card", _("You do not hold that card."), "TI4 69.3")]
            left.remove(card)
        return []

    def exchanges(self) -> bool:
        """Return whether anything changes hands."""
        return self.give != Bundle() or self.get != Bundle()

    def run(self, t: Table) -> Play[None]:
        """Carry out at once every part that can be; the words are kept for the two players
        (TI4 73.3)."""
        if self.saying:
            words = ev.Agreed(self.seat, self.partner, self.saying)
            t.tell(words, to=self.parties(), cite="TI4 73.4")
        if self.exchanges():
            yield from self._exchange(t)

    def _exchange(self, t: Table) -> Play[None]:
        """Let everything change hands at once (TI4 68.5, 69.4a)."""
        hand_over(t, self.seat, self.partner, self.give)
        hand_over(t, self.partner, self.seat, self.get)
        t.table.sides[self.seat].traded.append(self.partner)
        t.table.sides[self.partner].traded.append(self.seat)
        t.tell(
            ev.Traded(self.seat, self.partner, shown(self.give), shown(self.get)),
            cite="TI4 69.2",
        )
        for receiver, bundle in ((self.partner, self.give), (self.seat, self.get)):
            if bundle.note:
                yield from note_received(t, receiver, bundle.note)
        for party in self.parties():
            yield from timing.moment(t.sub(f"after@{party}"), w.AFTER_NEIGHBOR_TRADE, player(party))
        if t.rules >= HAND_LIMIT_AFTER_DEALS:
            for party in self.parties():
                yield from keep_hand_limit(t, party)

    def words(self, v: View) -> str:
        a, b = v.name(self.seat), v.name(self.partner)
        deal = _(
            "{who} gives {give}; {whom} gives {get}",
            who=a,
            give=written(v, self.give),
            whom=b,
            get=written(v, self.get),
        )
        return (
            _("{deal}; in words, binding nobody: “{saying}”", deal=deal, saying=self.saying)
            if self.saying
            else deal
        )

    @classmethod
    def read_order(cls, v: View, line: OrderLine) -> Self:
        assert v.seat is not None
        terms, *saying = _SAYING.split(line.rest, maxsplit=1)
        parts = read_slots(terms, _SLOTS, note_names(v, range(len(v.names))).merged(ACTION_NAMES))
        if "to" not in parts and "with" not in parts:
            parts = _with_partner_first(v, parts)
        if "to" not in parts and "with" not in parts:
            raise MissingPart(_("Say to whom: {example}", example=_SLOTS.example))
        partner = int(seats(v).find(parts.get("to") or parts["with"]).id)
        give = read_bundle(v, parts[""], v.seat)
        get = read_bundle(v, parts["for"], partner)
        return cls(v.seat, partner, give, get, " ".join(saying).strip(_QUOTES))

    @classmethod
    def propose(cls, v: View, rng: Random) -> Self | None:
        assert v.seat is not None
        others = [
            s
            for s in range(len(v.names))
            if s != v.seat and not partner_problems(v.table, v.seat, s)
        ]
        if not others:
            return None
        partner = rng.choice(others)
        side, other = v.table.sides[v.seat], v.table.sides[partner]
        give = Bundle(rng.randint(0, min(1, side.goods)), rng.randint(0, side.commodities))
        if rng.random() < 0.3 and v.mine.notes:
            give = Bundle(give.goods, give.commodities, rng.choice(sorted(v.mine.notes)))
        get = Bundle(rng.randint(0, min(1, other.goods)), rng.randint(0, other.commodities))
        saying = "peace" if rng.random() < 0.1 else ""
        return None if give == get == Bundle() else cls(v.seat, partner, give, get, saying)

    @classmethod
    def forms(cls, v: View) -> Sequence[Form]:
        assert v.seat is not None
        partners = [s for s in range(len(v.names)) if not partner_problems(v.table, v.seat, s)]
        return [_deal_form(v, v.seat, partner) for partner in partners]

    @classmethod
    def template(cls, v: View) -> Sequence[str]:
        """Return the smallest deal with somebody who may trade now, and by which somebody gains: a
        commodity becomes a trade good, but a trade good for another changes nothing."""
        assert v.seat is not None
        mine = _smallest(v.table.sides[v.seat])
        for partner, name in enumerate(v.names):
            theirs = _smallest(v.table.sides[partner])
            gains = "1 commodity" in (mine, theirs)
            if mine and theirs and gains and not partner_problems(v.table, v.seat, partner):
                return [f"OFFER {mine} FOR {theirs} TO {name}"]
        return []


def _deal_form(v: View, seat: int, partner: int) -> Form:
    """Return the form of a deal: my side on the left, the other player's side on the right."""
    mine = Group(_("You give"), _things(v, seat, partner, "give"))
    theirs = Group(_("{who} gives", who=v.names[partner]), _things(v, partner, seat, "get"))
    line = f"OFFER [{{give}}|nothing] FOR [{{get}}|nothing] TO {v.names[partner]}"
    title = _("A deal with {who}", who=v.names[partner])
    return Form(f"offer-{partner}", title, (line,), (mine, theirs), beside=True)


def _things(v: View, giver: int, taker: int, slot: str) -> tuple[Field, ...]:
    """Return the things that one side of a deal may hold. Of another player's notes, only those of
    that player's own colour are offered: the rest of a hand is secret."""
    side = v.table.sides[giver]
    fields: list[Field] = []
    if side.goods:
        label = _("trade goods")
        fields.append(Count(slot, "trade good", label, side.goods, many="trade goods"))
    if side.commodities:
        label = _("commodities")
        fields.append(Count(slot, "commodity", label, side.commodities, many="commodities"))
    names = note_names(v)
    held = sorted(v.mine.notes) if giver == v.seat else _own_notes(v, giver)
    notes = [("", _("none"))]
    for note in held:
        owner, id = NoteId.read(note)
        told = _("{note} of {who}", note=NOTES[id].name, who=v.names[owner])
        notes.append((names.name(note), told))
    if held:
        fields.append(Pick(slot, _("Promissory note"), tuple(notes)))
    if giver == v.seat and any(modifiers.trades_cards(v.table, s) for s in (giver, taker)):
        held = [ev.title(card) for card in sorted(v.mine.cards)]
        fields += [Tick(slot, x, x, copy=held[:i].count(x)) for i, x in enumerate(held)]
    return tuple(fields)


def _own_notes(v: View, seat: int) -> list[str]:
    """Return a player's own notes that do not lie open before somebody and are not held by the
    viewer."""
    faction = v.table.sides[seat].faction
    every = [str(NoteId(seat, n.id)) for n in NOTES.values() if n.faction in ("", faction)]
    away = {note for side in v.table.sides for note in side.in_play} | set(v.mine.notes)
    return [note for note in every if note not in away]


def _smallest(side: Side) -> str:
    if side.commodities:
        return "1 commodity"
    return "1 trade good" if side.goods else ""


def shown(bundle: Bundle) -> dict[str, int]:
    """Return a bundle as everybody sees it: which note or card it is stays with the parties."""
    parts = {
        "trade_goods": bundle.goods,
        "commodities": bundle.commodities,
        "promissory_note": int(bool(bundle.note)),
        "action_cards": len(bundle.cards),
    }
    return {name: n for name, n in parts.items() if n}


def hand_over(t: Table, giver: int, taker: int, bundle: Bundle) -> None:
    """Move a bundle; commodities arrive as trade goods (TI4 14.6, 68.5)."""
    give, take = t.table.sides[giver], t.table.sides[taker]
    give.goods -= bundle.goods
    give.commodities -= bundle.commodities
    take.goods += bundle.goods + bundle.commodities
    for card in bundle.cards:
        t.hand[giver].cards.remove(card)
        t.hand[taker].cards.append(card)
        give.hand -= 1
        take.hand += 1
    if bundle.note:
        t.hand[giver].notes.remove(bundle.note)
        t.hand[taker].notes.append(bundle.note)
        give.notes -= 1
        take.notes += 1
        take.received_notes = True


def note_received(t: Table, seat: int, note: str) -> Play[None]:
    """Tell that a note was received; some notes are laid open at once (W-42; TI4 83.19a)."""
    t.tell(ev.NoteReceived(seat, note), to=seat, cite="TI4 75.5")
    owner, id = NoteId.read(note)
    if owner != seat and w.WHEN_RECEIVED in NOTES[id].windows:
        use = timing.Use(id)
        if timing.MOMENTS.find(w.WHEN_RECEIVED, id) is not None:
            yield from timing.MOMENTS.use(t, seat, use, w.WHEN_RECEIVED, as_target(note))
            timing.expire(t.table, Until.MOMENT)


# -- words ---------------------------------------------------------------------------------------


def note_names(v: View, bare: Container[int] = ()) -> Names:
    """Return notes as "Ceasefire of Sol"; those of the seats in `bare` also by their bare name."""
    entries: dict[str, tuple[str, ...]] = {}
    for seat, name in enumerate(v.names):
        for note in NOTES.values():
            if note.faction and v.table.sides[seat].faction != note.faction:
                continue
            told = _("{note} of {who}", note=note.name, who=name)
            alone = (note.name,) if seat in bare else ()
            entries[str(NoteId(seat, note.id))] = (f"{note.name} of {name}", told, *alone)
    return Names(entries, kind="promissory note")


def written(v: View, bundle: Bundle) -> str:
    parts = []
    if bundle.goods:
        parts.append(nouns.some("trade_goods", bundle.goods))
    if bundle.commodities:
        parts.append(nouns.some("commodities", bundle.commodities))
    if bundle.note:
        owner, id = NoteId.read(bundle.note)
        parts.append(_("{note} of {who}", note=NOTES[id].name, who=v.names[owner]))
    parts += [ev.title(card) for card in bundle.cards]
    return ", ".join(parts) or _("nothing")


def _with_partner_first(v: View, parts: dict[str, str]) -> dict[str, str]:
    """Return the parts of an offer whose partner stands before what is given: "Hacan 2 goods"."""
    words = parts[""].split()
    partner = seats(v).span_at(words, 0)
    if not 0 < partner < len(words):
        return parts
    return {**parts, "to": " ".join(words[:partner]), "": " ".join(words[partner:])}


def read_bundle(v: View, text: str, giver: int) -> Bundle:
    """Read "2 trade goods, 1 commodity, Ceasefire of Sol": a bare note is the giver's own."""
    goods = commodities = 0
    note = ""
    cards: list[str] = []
    for part in re.split(r"[,+&]|\s(?:and|i|oraz|és|meg)\s", text):
        part = part.strip().removeprefix("my ").removeprefix("your ")
        if not part or part.lower() in NOTHING_WORDS:
            continue
        if part[0].isdigit():
            counts = read_counted(part, GOODS).counts
            goods += counts.get("goods", 0)
            commodities += counts.get("commodities", 0)
            continue
        found = note_names(v, (giver,)).merged(ACTION_NAMES).find(part)
        if ":" in found.id:
            if note:
                raise LeftOver(
                    _(
                        "A deal holds one promissory note of each side; {note} is one more.",
                        note=part,
                    )
                )
            note = found.id
        else:
            cards.append(found.id)
    return Bundle(goods, commodities, note, cards)
