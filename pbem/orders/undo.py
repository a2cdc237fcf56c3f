"""Taking orders back, until somebody else has acted on them or their sender was shown something
hidden."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pbem.models import Game, Seat
from pbem.models import Ruling as Row
from pbem.orders import reports
from pbem.play import branches, loading
from pbem.play.session import Session
from pbem.storage.prepared import Prepared
from pbem.storage.report_field import ReportLine, Status
from rules.kernel.decisions import Problem
from rules.kernel.records.history import NO_UNDO, undo_barrier, undo_entry, undo_reach
from rules.kernel.records.record import Answers, Interject, Ruling, Undo
from rules.kernel.ruleset import Ruleset
from rules.lexicon import OrderLine

FARTHEST = 100
NEAR = 20
Barrier: TypeAlias = Literal["", "acted", "shown"]
"""What keeps a seat from taking its orders back."""
HELD = gettext_lazy("Taken back. The order is held: send it again if you want it.")


def command(session: Session, seat: Seat, line: OrderLine, e: ReportLine) -> None:
    """Carry out `UNDO`, all that the seat's newest orders caused, or `UNDO 143`, from ruling 143
    on.

    Where no ruling can be taken back, a sealed answer of the seat is: nobody has seen it.
    """
    session.save_rulings()
    back = list(_back(session))
    reach = undo_reach(back, seat.number, session.match.ruleset.event_kinds)
    steps = [r for r in back if not _is_undo(r)][: len(reach)]
    target = _target(steps, seat.number, line.rest.strip().lstrip("#"))
    if target is None and not steps and (taken_out := _take_out(session, seat)):
        reports.set_status(e, Status.COMMAND, _taken_out_words(taken_out))
        return
    if target is None:
        nothing = _nothing(_barrier(session.match.ruleset, back, seat.number))
        reports.refuse(e, [_out_of_reach(steps) if steps else nothing])
        return
    reports.follow(session)
    kept = next(r for r in back if r.n == target)
    entry = undo_entry(back[0], kept, seat.number, session.game.secret)
    gone = [r for r in steps if r.n > target]
    branches.take_back(session, entry, gone, HELD)
    first, last = gone[-1].n, gone[0].n
    words = (
        _("Ruling %(first)d is taken back. The orders are held: send again what you still want.")
        if first == last
        else _(
            "Rulings %(first)d to %(last)d are taken back. The orders are held: send again what "
            "you still want."
        )
    )
    reports.set_status(e, Status.COMMAND, words % {"first": first, "last": last})
    e.ruling = entry.n


def withdraw(session: Session, seat: Seat, e: ReportLine) -> None:
    """Carry out `WITHDRAW`: take the seat's answers out of the open ask, while it is not complete;
    where there are none, drop what the seat has written ahead."""
    taken_out = _take_out(session, seat)
    if taken_out:
        reports.set_status(e, Status.COMMAND, _taken_out_words(taken_out))
    elif _drop_ahead(session, seat):
        reports.set_status(e, Status.COMMAND, _("What you had written ahead is withdrawn."))
    else:
        words = _(
            "You have no sealed answer and no turn waiting. To take back an offer, write its "
            "number; to take back what was done, write UNDO."
        )
        reports.refuse(e, [Problem("nothing-sealed", words)])


def _take_out(session: Session, seat: Seat) -> int:
    """Take the seat's sealed answers out of the open ask; return how many there were."""
    survey = session.survey()
    count = 0
    for given in (survey.given if survey else {}).values():
        if given.seat != seat.number or given.source.by != "script":
            continue
        count += 1
        receipt, positions = given.source.lines
        submission = session.submission(receipt)
        if submission is not None:
            for position in positions:
                reports.set_status(reports.at(submission, position), Status.UNUSED, _("Withdrawn."))
    session.orders_changed()
    return count


def _drop_ahead(session: Session, seat: Seat) -> bool:
    """Drop the orders of the seat that wait for a turn; return whether there were any."""
    found = False
    for submission in session.live:
        if submission.seat_id != seat.pk:
            continue
        lines = reports.lines_of(submission)
        for e in reports.orders(submission):
            if e.status == Status.WAITING and lines[e.position].when in ("turn", "next-turn"):
                reports.set_status(e, Status.UNUSED, _("Withdrawn."))
                found = True
    session.orders_changed()
    return found


def _taken_out_words(count: int) -> str:
    words = ngettext(
        "%(n)d sealed answer withdrawn; you are asked again.",
        "%(n)d sealed answers withdrawn; you are asked again.",
        count,
    )
    return words % {"n": count}


_NEWEST = Prepared(lambda game: Row.objects.filter(game=game, live=True).order_by("-seq")[:NEAR])


def barrier(game: Game, seat: Seat, newest: Ruling | None = None) -> Barrier:
    """Return what keeps this seat from taking back the newest ruling, which is looked up if need
    be; "" if nothing does."""
    ruleset = loading.ruleset_of(game)
    if newest is not None and newest.seats:
        return undo_barrier(newest, seat.number, ruleset.event_kinds)
    return _barrier(ruleset, [row.kernel() for row in _NEWEST(game.pk)], seat.number)


def _barrier(ruleset: Ruleset[Any], back: Iterable[Ruling], seat: int) -> Barrier:
    """Return what stands before the seat's newest own ruling, or in it."""
    for ruling in back:
        if _is_undo(ruling):
            continue
        found = undo_barrier(ruling, seat, ruleset.event_kinds)
        if found or seat in ruling.seats:
            return found
    return "acted"


def _back(session: Session) -> Iterator[Ruling]:
    """Yield the live rulings from the newest backwards, as far as an undo may look."""
    rows = session.game.rulings.order_by("-seq")[:FARTHEST]
    by_seq = {row.seq: row for row in rows}
    at = session.game.head_seq
    while at in by_seq:
        ruling = by_seq[at].kernel()
        yield ruling
        at = ruling.parent


def _is_undo(ruling: Ruling) -> bool:
    return any(isinstance(given, Undo) for given in ruling.inputs)


def _target(steps: list[Ruling], seat: int, number: str) -> int | None:
    """Return the ruling to go back to: before the one with this number, or before all that the
    seat's newest orders caused."""
    if number:
        return next((r.parent for r in steps if str(r.n) == number), None)
    own = [r for r in steps if seat in r.seats]
    newest = next((ref for r in own if (ref := _receipt(r))), None)
    if newest is None:
        return own[0].parent if own else None
    return next(r.parent for r in reversed(own) if _receipt(r) == newest)


def _receipt(ruling: Ruling) -> str:
    """Return the receipt of the submission that caused a ruling, "" if the ruling followed by
    itself."""
    for given in ruling.inputs:
        sources = [g.source for g in given.given] if isinstance(given, Answers) else []
        if isinstance(given, Interject):
            sources = [given.source]
        for source in sources:
            if source.by in ("player", "script"):
                return source.lines.receipt
    return ""


def _out_of_reach(steps: list[Ruling]) -> Problem:
    words = _("You can take back at most to ruling %(n)d: write UNDO %(n)d.")
    return Problem("no-undo", words % {"n": steps[-1].n})


def _nothing(why: Barrier) -> Problem:
    words = (
        _("Your last order showed you something hidden, so it cannot be taken back.")
        if why == "shown"
        else _("Since your last order somebody else has acted, so it cannot be taken back.")
    )
    advice = _("Ask the referee with DISPUTE if it matters.")
    return Problem(NO_UNDO.code, f"{words} {advice}")
