"""Another branch becomes the game: after an undo, or after a referee's correction.

What was ordered, asked and agreed on the branch that is left no longer counts, unless the new
branch carried it out, too. Nothing is deleted: reports, offers and questions say what became of
them.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from pbem.models import Game, Offer, Submission
from pbem.orders import offers, reports
from pbem.play.session import Session
from pbem.storage.report_field import Role, Status
from pbem.words import Words
from rules.kernel.records.history import Fork
from rules.kernel.records.record import CitedOffer, Ruling


def adopt(game: Game, fork: Fork, left: Sequence[Ruling], held: Words, now: datetime) -> Session:
    """Make a fork the game, instead of the rulings it has `left`; nothing is ruled yet.

    Everybody who is asked again gets all the time there is. `held`: why orders are held, in words
    for their senders.
    """
    session = Session(game, now, branch=fork)
    session.prompts.close_all()
    waiting = {s.receipt for s in session.live if s.step}
    _hold_orders(session, left, fork.rulings, waiting, held)
    _void_deals(session, left, fork.rulings)
    _close_deals(session, fork.rulings)
    return session


def take_back(session: Session, entry: Ruling, left: Sequence[Ruling], held: Words) -> None:
    """Let an undo `entry` end the branch: `left` are the rulings it takes back."""
    _void_answers(session)
    _hold_orders(session, left, (), (), held)
    session.append(entry)


def _void_answers(session: Session) -> None:
    """Void the answers that wait in the open ask: the question is taken back with the rulings that
    led to it."""
    survey = session.survey()
    for given in survey.given.values() if survey is not None else ():
        if given.source.by == "script":
            receipt, positions = given.source.lines
            submission = session.submission(receipt)
            if submission is None:
                continue
            with reports.in_words_of(submission.seat):
                words = _("The question was taken back before everybody had answered.")
                for position in positions:
                    reports.set_status(reports.at(submission, position), Status.UNUSED, words)
    session.orders_changed()


def _hold_orders(
    session: Session,
    left: Sequence[Ruling],
    kept: Sequence[Ruling],
    waiting: Collection[str],
    held: Words,
) -> None:
    """Hold orders carried out only on the branch left, or the same would happen again at once.

    Those that the rulings in `kept` carried out as well are done there. `waiting`: receipts of
    orders that belong to a question of the branch left.
    """
    dead = {r.n for r in left}
    now = {place: r.n for r in kept for place in _lines(r)}
    receipts = {receipt for r in left for receipt, _line in _lines(r)}
    rows = session.game.submissions.filter(receipt__in=receipts | set(waiting))
    for submission in [session.submission(s.receipt) or s for s in rows.select_related("seat")]:
        session.track(submission)
        for e in submission.report:
            again = now.get((submission.receipt, e.line)) if e.line is not None else None
            if again is not None:
                e.ruling = again
            elif e.ruling in dead or (e.role == Role.ORDER and e.status == Status.WAITING):
                with reports.in_words_of(submission.seat):
                    reports.hold(e, held)
        submission.state = Submission.State.DONE
    session.orders_changed()


def _void_deals(session: Session, left: Sequence[Ruling], kept: Sequence[Ruling]) -> None:
    """Void deals struck only on the branch left: their offers are no longer accepted."""
    gone = {number for r in left for number in _deals(r)}
    gone -= {number for r in kept for number in _deals(r)}
    for offer in session.game.offers.filter(number__in=gone, state=Offer.State.ACCEPTED):
        offers.end(session, offer, Offer.State.VOID)


def _close_deals(session: Session, kept: Sequence[Ruling]) -> None:
    """Mark offers as accepted where the referee has accepted them for a seat."""
    numbers = {number for r in kept for number in _deals(r)}
    known = session.game.offers.filter(number__in=numbers)
    for offer in known.exclude(state=Offer.State.ACCEPTED):
        offer.accepted_by = offer.parties
        offers.end(session, offer, Offer.State.ACCEPTED)


def _lines(ruling: Ruling) -> Iterator[tuple[str, int]]:
    """Return the lines of submissions that a ruling carried out, each with its receipt."""
    for source in ruling.sources():
        receipt, positions = source.lines
        yield from ((receipt, position) for position in positions)


def _deals(ruling: Ruling) -> Iterator[int]:
    """Yield the numbers of the offers that a ruling carried out."""
    for source in ruling.sources():
        if isinstance(source.cites, CitedOffer):
            yield source.cites.number
