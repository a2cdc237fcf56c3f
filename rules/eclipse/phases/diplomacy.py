"""Diplomacy (ECL 8): ambassadors given, relations broken, the traitor."""

from rules.eclipse import events as ev
from rules.eclipse.civilization import kind_index
from rules.eclipse.decisions.diplomacy import AnswerOffer, Council
from rules.eclipse.decisions.population import CubesHome, homes
from rules.eclipse.galaxy import present
from rules.eclipse.state import NOBODY
from rules.eclipse.turns.base import Offer
from rules.eclipse.turns.free import offer_problems, possible_partners
from rules.kernel.table import Play, Table


def propose(t: Table, seat: int, offer: Offer) -> Play[None]:
    """ECL 8.1.2, 25.5.1: the partner answers at once."""
    t.table.asked.append(offer.partner)
    t.tell(ev.OfferMade(seat, offer.partner), cite="ECL 8.1.3")
    terms = yield from t.ask(AnswerOffer(offer.partner, seat))
    if not terms.agree:
        t.tell(ev.OfferRefused(seat, offer.partner), cite="ECL 8.1.2")
        return
    form_relations(t, seat, offer, Offer(seat, terms.cube, terms.back))


def form_relations(t: Table, seat: int, mine: Offer, theirs: Offer) -> None:
    """ECL 8.2"""
    for giver, offer in ((seat, mine), (mine.partner, theirs)):
        player = t.table.players[giver]
        if offer.back:
            t.hand[giver].reputation.remove(offer.back)
            t.box.reputation = sorted([*t.box.reputation, offer.back])
            player.reputation -= 1
            t.tell(ev.TileReturned(giver), cite="ECL 8.2.3")
        player.cubes[kind_index(offer.cube)] -= 1
        player.ambassadors = sorted([*player.ambassadors, offer.partner])
    t.tell(ev.RelationsFormed(seat, mine.partner), cite="ECL 8.2.1")


def break_relations(t: Table, seat: int, number: str) -> Play[None]:
    """ECL 8.3, 25.5.7: entering where a partner has a disc or ships is an attack."""
    sector = t.table.hexes[number]
    partners = [p for p in t.table.players[seat].ambassadors if present(sector, p)]
    for partner in partners:
        t.table.traitor = seat
        cite = ("ECL 8.3.1", "ECL 8.3.3")
        t.tell(ev.RelationsBroken(seat, partner), cite=cite)
        yield from end_relations(t, seat, partner)


def end_relations(t: Table, a: int, b: int) -> Play[None]:
    """ECL 8.3.2: both tiles and cubes go home, each cube to a track its owner names."""
    for seat, other in ((a, b), (b, a)):
        t.table.players[seat].ambassadors.remove(other)
    owners = [s for s in (a, b) if t.table.players[s].status != "left"]
    choices = {s: homes(t.table, s, 1, 0, "track") for s in owners}
    asked = [CubesHome(s, 1) for s in owners if len(choices[s]) > 1]
    for seat in owners:
        t.table.players[seat].loose += 1
    answers = yield from t.ask_all(asked, name=f"cubes@{a}-{b}")
    chosen = dict(zip((d.seat for d in asked), answers, strict=True))
    for seat in owners:
        laid = chosen.get(seat, choices[seat][0])
        player = t.table.players[seat]
        player.loose -= 1
        for i, n in enumerate(laid):
            player.cubes[i] += n
        t.tell(ev.CubesReturned(seat, list(laid)), cite="ECL 8.3.2")


def council(t: Table) -> Play[None]:
    """ECL 9.14.2: offers of all who have somebody in reach, opened together."""
    t.table.asked = []
    seats = [s for s in range(len(t.table.players)) if possible_partners(t.table, s)]
    if not seats:
        return
    offers = yield from t.ask_window("council", [Council(s, "council") for s in seats])
    made = {(s, o.partner): o for s, given in zip(seats, offers, strict=True) for o in given}
    for (seat, partner), mine in sorted(made.items(), key=lambda item: item[0]):
        theirs = made.get((partner, seat))
        if seat > partner or theirs is None:
            continue
        if offer_problems(t.view(seat), seat, mine):
            continue
        if not offer_problems(t.view(partner), partner, theirs):
            form_relations(t, seat, mine, theirs)


def leave_relations(t: Table, seat: int) -> Play[None]:
    """ECL 25.5.9: relations of a player who leaves end, and nobody is a traitor for it."""
    for partner in list(t.table.players[seat].ambassadors):
        t.tell(ev.RelationsEnded(seat, partner), cite="ECL 25.5.9")
        yield from end_relations(t, seat, partner)
    if t.table.traitor == seat:
        t.table.traitor = NOBODY
