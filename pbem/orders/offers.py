"""Deals between seats: proposed, accepted, declined, withdrawn, expired.

A deal is an interjection with more than one party. A problem is told only to the party whose view
shows it; the others are told that the deal cannot be kept now. A deal that all have accepted and
that only the moment forbids, because it is nobody's turn of them, waits: it is carried out as soon
as it is legal, unless it expires or somebody withdraws it before.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Max
from django.utils.translation import gettext as _

from pbem import signals
from pbem.clocks import deadlines
from pbem.models import Game, Offer, Seat
from pbem.orders import reports
from pbem.play import bots
from pbem.storage.report_field import ReportLine, Status
from rules.kernel.codec import plain, typed
from rules.kernel.decisions import Interjection, Problem
from rules.kernel.records.record import CitedLines, CitedOffer, Interject, Source
from rules.lexicon import OrderLine, fold

if TYPE_CHECKING:
    from pbem.play.session import Session

NOW = frozenset({"now", "at once", "teraz", "od razu", "most", "azonnal"})
"""What GO and ACCEPT may be told besides, in every language."""


def interject(session: "Session", what: Interjection, receipt: str, e: ReportLine) -> None:
    """Do an interjection at once when it concerns one seat alone, else offer it to the others."""
    others = [p for p in dict.fromkeys(what.parties()) if p != what.seat]
    if others:
        _propose(session, what, others, receipt, e)
    else:
        _do(session, what, receipt, e)


def _do(session: "Session", what: Interjection, receipt: str, e: ReportLine) -> None:
    cites = CitedLines(receipt, (e.position,))
    ruling = session.rule(_input(session, what, Source.citing("player", cites)))
    reports.carried_out(e, ruling.n)


def from_bot(session: "Session", what: Interjection) -> None:
    """Carry out a deal that a bot thought of where only bots are concerned, else offer it.

    A bot offers the same deal once, and nothing to people while one of its offers is open, so that
    nobody's letters fill with its offers.
    """
    if session.match.ask is None or session.match.refusals(_input(session, what, Source("bot"))):
        return
    others = [p for p in dict.fromkeys(what.parties()) if p != what.seat]
    played = [p for p in others if session.seats[p].kind != Seat.Kind.PERSON]
    if not all(bots.accepts(session.game, session.match, session.seats[p], what) for p in played):
        return
    if len(played) == len(others):
        session.rule(_input(session, what, Source("bot")))
        return
    made = session.game.offers.filter(seat=session.seats[what.seat])
    again = made.filter(what=what.name(), data=plain(what)).exists()
    if not again and not made.filter(state=Offer.State.OPEN).exists():
        _announce(session, _opened(session, what, others, played), "opened")


def reply(session: "Session", seat: Seat, line: OrderLine, e: ReportLine) -> None:
    """Carry out `ACCEPT 7`, `DECLINE 7` or `WITHDRAW 7`; the number may be left out if only one
    fits. `ACCEPT 7 NOW` is for now alone: that deal does not wait."""
    mine = [o for o in session.offers if _concerns(o, seat, line.verb)]
    number, _space, when = line.rest.strip().lstrip("#").partition(" ")
    fitting = [o for o in mine if not number or str(o.number) == number]
    if len(fitting) != 1:
        reports.refuse(e, [_no_such_offer(line, [o.number for o in mine])])
    elif line.verb == "accept":
        _accept(session, fitting[0], seat, e, may_wait=fold(when).strip(" .!") not in NOW)
    else:
        offer = fitting[0]
        declined = line.verb == "decline"
        end(session, offer, Offer.State.DECLINED if declined else Offer.State.WITHDRAWN)
        words = _("Offer %(n)d is declined.") if declined else _("Offer %(n)d is withdrawn.")
        reports.set_status(e, Status.COMMAND, words % {"n": offer.number})


def carry_out_agreed(session: "Session") -> bool:
    """Carry out the first deal that waits and is legal now; return whether there was one."""
    if session.match.ask is None:
        return False
    for offer in session.offers:
        if not offer.agreed:
            continue
        given = _input(session, _what(session, offer), _cited(offer))
        if not session.match.refusals(given):
            session.rule(given)
            end(session, offer, Offer.State.ACCEPTED)
            return True
    return False


def expire(session: "Session", before: datetime) -> None:
    """End the offers whose time ran out before this moment."""
    for offer in [o for o in session.offers if o.expires < before]:
        end(session, offer, Offer.State.EXPIRED)


def words_of(session: "Session", offer: Offer, seat: int) -> str:
    """Write the deal in a sentence, for one of its parties."""
    return _what(session, offer).words(session.match.view(seat))


def _concerns(offer: Offer, seat: Seat, verb: str) -> bool:
    if verb == "withdraw":
        return offer.seat_id == seat.pk or (offer.agreed and seat.number in offer.parties)
    return seat.number in offer.parties and seat.number not in offer.accepted_by


def _no_such_offer(line: OrderLine, numbers: list[int]) -> Problem:
    verb = line.verb.upper()
    if not numbers:
        words = _("%(verb)s: no open offer is there for you.") % {"verb": verb}
        return Problem("no-such-offer", words)
    which = ", ".join(f"{verb} {n}" for n in numbers)
    return Problem("no-such-offer", _("Say which offer: %(which)s.") % {"which": which})


def _propose(
    session: "Session", what: Interjection, others: list[int], receipt: str, e: ReportLine
) -> None:
    names = session.match.view(None).names
    played = [p for p in others if session.seats[p].kind != Seat.Kind.PERSON]
    for bot in played:
        if not bots.accepts(session.game, session.match, session.seats[bot], what):
            words = _("%(who)s is played by a bot, which does not want this deal.")
            reports.refuse(e, [Problem("no-deals", words % {"who": names[bot]})])
            return
    legal = not session.match.refusals(_input(session, what, Source("player")))
    if len(played) == len(others) and legal:
        _do(session, what, receipt, e)
        return
    offer = _opened(session, what, others, played)
    if offer.agreed:
        _wait(session, offer, e)
        return
    _announce(session, offer, "opened")
    words = _("Offer %(n)d waits for: %(who)s.")
    who = ", ".join(names[p] for p in others)
    reports.set_status(e, Status.WAITING, words % {"n": offer.number, "who": who})


def _opened(session: "Session", what: Interjection, others: list[int], willing: list[int]) -> Offer:
    """Write a new offer to the others, of whom the willing have accepted it."""
    last = session.game.offers.aggregate(last=Max("number"))["last"] or 0
    offer = Offer.objects.create(
        game=session.game,
        number=last + 1,
        seat=session.seats[what.seat],
        what=what.name(),
        data=plain(what),
        parties=[what.seat, *others],
        accepted_by=[what.seat, *willing],
        created=session.now,
        expires=deadlines.offer_expires(session.game, session.now),
    )
    session.offers.append(offer)
    return offer


def _accept(session: "Session", offer: Offer, seat: Seat, e: ReportLine, *, may_wait: bool) -> None:
    what = _what(session, offer)
    problems = what.problems(session.match.view(seat.number))
    lasting = what.lasting(problems)
    if lasting or (problems and not may_wait):
        reports.refuse(e, lasting or problems)
        return
    accepted = [*offer.accepted_by, seat.number]
    if set(accepted) < set(offer.parties):
        offer.accepted_by = accepted
        offer.save(update_fields=["accepted_by"])
        words = _("Offer %(n)d waits for the others.") % {"n": offer.number}
        reports.set_status(e, Status.WAITING, words)
        return
    given = _input(session, what, _cited(offer))
    refused = [refusal.problem for refusal in session.match.refusals(given)]
    if what.lasting(refused) or (refused and not may_wait):
        words = _("Another party cannot keep this deal now; the offer stays open.")
        reports.refuse(e, [Problem("not-now", words)])
        return
    offer.accepted_by = accepted
    if refused:
        _wait(session, offer, e)
        return
    ruling = session.rule(given)
    end(session, offer, Offer.State.ACCEPTED)
    reports.carried_out(e, ruling.n)


def _wait(session: "Session", offer: Offer, e: ReportLine) -> None:
    """Keep a deal on which all agree until its moment comes, with its full time again."""
    offer.expires = deadlines.offer_expires(session.game, session.now)
    offer.save(update_fields=["accepted_by", "expires"])
    words = _(
        "Offer %(n)d is agreed on. It is carried out as soon as it is legal; "
        "WITHDRAW %(n)d ends it."
    )
    reports.set_status(e, Status.COMMAND, words % {"n": offer.number})
    _announce(session, offer, "agreed")


def _cited(offer: Offer) -> Source:
    return Source.citing("player", CitedOffer(offer.number))


def _what(session: "Session", offer: Offer) -> Interjection:
    kind = session.match.ruleset.interjection_kinds[offer.what]
    return typed(offer.data, kind)  # type: ignore[no-any-return]


def _input(session: "Session", what: Interjection, source: Source) -> Interject:
    assert session.match.ask is not None
    return Interject(session.match.ask.address, what.name(), what.seat, plain(what), source)


def end(session: "Session", offer: Offer, state: Offer.State) -> None:
    """Write what became of an offer, open or not, and announce it."""
    session.offers[:] = [o for o in session.offers if o.pk != offer.pk]
    lapsed = offer.agreed and state == Offer.State.EXPIRED
    offer.state = state
    offer.save(update_fields=["state", "accepted_by"])
    _announce(session, offer, "lapsed" if lapsed else str(state.value))


def _announce(session: "Session", offer: Offer, change: str) -> None:
    signals.offer_changed.send(
        Game, game=session.game, offer=offer, change=change, match=session.match
    )
