"""Standing orders: what answers a seat's routine questions until it says otherwise."""

from pbem import reports
from pbem.models import Seat, StandingOrder
from pbem.reports import Entry
from pbem.session import Session
from rules.kernel.codec import plain
from rules.kernel.decisions import Problem
from rules.kernel.orders import ASK, holds, windows_named
from rules.lexicon import BadGuard, LexiconError, OrderLine


def add(session: Session, seat: Seat, line: OrderLine, e: Entry) -> None:
    """`STANDING: …`; the same order again takes the place of the old one."""
    problem = _problem(session, seat, line)
    if problem is not None:
        reports.refuse(e, [problem])
        return
    same = [o for o in _mine(session, seat) if o.text == line.text]
    StandingOrder.objects.filter(pk__in=[o.pk for o in same]).update(active=False)
    StandingOrder.objects.create(seat=seat, text=line.text, line=plain(line), created=session.now)
    session.orders_changed(standing=True)
    reports.settle(e, "command", "In force until you clear it; STANDING LIST shows all.")


def command(session: Session, seat: Seat, line: OrderLine, e: Entry) -> None:
    """`STANDING LIST`, `STANDING CLEAR`, `STANDING CLEAR 2`."""
    what, _, number = line.rest.lower().partition(" ")
    mine = _mine(session, seat)
    if what in ("", "list"):
        listed = "; ".join(f"{i}. {o.text}" for i, o in enumerate(mine, start=1))
        reports.settle(e, "command", listed or "You have no standing orders.")
    elif what == "clear" and not number:
        _clear(session, mine)
        reports.settle(e, "command", f"{len(mine)} standing order(s) cleared.")
    elif what == "clear" and number.isdigit() and 0 < int(number) <= len(mine):
        gone = mine[int(number) - 1]
        _clear(session, [gone])
        reports.settle(e, "command", f"Cleared: {gone.text}")
    else:
        words = (
            f"Write STANDING LIST, STANDING CLEAR, or STANDING CLEAR and a number from 1 to "
            f"{len(mine)}; a new standing order needs a colon: STANDING: PASS"
        )
        reports.refuse(e, [Problem("unknown-command", words)])


def _mine(session: Session, seat: Seat) -> list[StandingOrder]:
    return [o for o in session.standing_orders if o.seat_id == seat.pk]


def _clear(session: Session, gone: list[StandingOrder]) -> None:
    StandingOrder.objects.filter(pk__in=[o.pk for o in gone]).update(active=False)
    session.orders_changed(standing=True)


def _problem(session: Session, seat: Seat, line: OrderLine) -> Problem | None:
    ruleset = session.match.ruleset
    verbs = {verb for kind in ruleset.decisions for verb in kind.verbs}
    if line.numbers or (line.verb != ASK and line.verb not in verbs):
        words = "Only an order that answers a question can stand; write it in words."
        return Problem("cannot-stand", words)
    if line.verb == ASK and line.rest and not windows_named(line, session.desk.clerk.windows):
        try:
            session.desk.clerk.windows.find(line.rest)
        except LexiconError as error:
            return Problem.of(error)
    facts = {**ruleset.facts(session.match.view(seat.number)), "window": ""}
    try:
        holds(line, facts)
    except BadGuard as error:
        return Problem.of(error)
    return None
