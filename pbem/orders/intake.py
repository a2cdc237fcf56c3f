"""Takes in a submission: each of its lines is carried out, queued, set aside or refused."""

from django.utils.translation import gettext as _
from msgspec.structs import replace

from pbem.models import Seat, Submission
from pbem.orders import numbers, offers, reports, standing_orders, undo
from pbem.orders.submissions import COMMANDS, verbs_of
from pbem.play.session import Session
from pbem.storage.report_field import ReportLine, Role, Status
from pbem.words import Words
from rules.kernel.codec import plain
from rules.kernel.decisions import Problem
from rules.kernel.match import Match
from rules.kernel.orders import hearing
from rules.kernel.orders.asked import open_questions
from rules.kernel.orders.bundles import anchor
from rules.kernel.orders.bundles import placed as timed
from rules.kernel.orders.clerk import ASK, holds, read_interjection
from rules.lexicon import BadGuard, OrderLine, Page, adds_nothing, fold


def take(session: Session, submission: Submission) -> None:
    """Take in one submission, whole or not at all.

    If a line could not be read, the orders are set aside until GO or better ones come. Else the
    orders are placed where the first of them stands, so that an UNDO before them is done first. GO
    NOW is about all orders of its mail, wherever it stands.
    """
    submission.state = Submission.State.LIVE
    submission.seen_seq = session.match.n
    submission.round = session.match.round
    number = submission.seat.number
    session.has_written(session.seats[number])
    _read_plain_words(session, submission)
    _write_out_numbers(session, submission)
    lines = reports.lines_of(submission)
    reports.begin(submission, [role_of(session.match, number, line) for line in lines])
    _read_numbers(session, submission, lines)
    if any(map(_is_go_now, lines)):
        session.hurried.add(submission.receipt)
    standing_now: list[int] = []
    with reports.in_words_of(submission.seat):
        roles = {e.role for e in submission.report}
        if Role.ORDER in roles:
            _drop_what_was_aside(session, submission)
        if roles & {Role.ORDER, Role.ERROR}:
            session.prompts.let_go_of_reasons(submission.seat)
        lenient = any(d.lenient for _, d in session.match.open_for(number))
        unread = bool(submission.errors) and not lenient and _set_aside(submission)
        placed = unread
        hurry = [e for e in submission.report if e.line is not None and _is_go_now(lines[e.line])]
        for e in (*(e for e in submission.report if e not in hurry), *hurry):
            if e.role == Role.ORDER:
                if not placed:
                    _place(session, submission)
                placed = True
            elif e.role != Role.ERROR and e.status != Status.ASIDE:
                _obey(session, submission, lines[e.position], e, standing_now)
    session.track(submission)
    session.run()
    session.answered.append(submission)


def _read_plain_words(session: Session, submission: Submission) -> None:
    """Read lines without an order's word by the questions that are open to the sender."""
    page = Page(tuple(reports.lines_of(submission)), tuple(reports.errors_of(submission)))
    with reports.in_words_of(submission.seat):
        read = reread(session.match, submission.seat.number, page)
    if read != page:
        reports.store_page(submission, read)


def _write_out_numbers(session: Session, submission: Submission) -> None:
    """Put the orders that a mail suggested in the place of their numbers."""
    listed = numbers.Listed.stored(submission.listed)
    if listed is None:
        return
    page = Page(tuple(reports.lines_of(submission)), tuple(reports.errors_of(submission)))
    verbs = verbs_of(session.match.ruleset)
    read = numbers.expanded(session.match, submission.seat.number, page, listed, verbs)
    if read != page:
        reports.store_page(submission, read)


def reread(match: Match, seat: int, page: Page) -> Page:
    """Return a page with lines that only the open questions make plain: answers without an order's
    word, and WITHDRAW, which is a retreat where a battle asks for one and else the command."""
    asked = open_questions(match, seat)
    own = match.ruleset.own_words(match.view(seat))
    read = hearing.heard(asked, page, verbs_of(match.ruleset), own, match.ruleset.may_be_kept)
    taken = {verb for decision, _view in asked for verb in decision.verbs}
    lines = [
        replace(line, verb="withdraw", rest=rest)
        if line.verb not in taken and (rest := _withdrawn(line.text)) is not None
        else line
        for line in read.lines
    ]
    errors = []
    for error in read.errors:
        rest = _withdrawn(error.text)
        if rest is None:
            errors.append(error)
        else:
            lines.append(OrderLine(error.no, error.text, "withdraw", rest))
    return Page(tuple(sorted(lines, key=lambda line: line.no)), tuple(errors))


def _withdrawn(text: str) -> str | None:
    """Return what the command WITHDRAW is about, nothing or an offer's number; None for any other
    line."""
    word, _space, rest = fold(text).strip(" .!").partition(" ")
    known = {fold(spelling) for spelling in COMMANDS["withdraw"]}
    return rest if word in known and (not rest or rest.lstrip("#").isdecimal()) else None


def _read_numbers(session: Session, submission: Submission, lines: list[OrderLine]) -> None:
    """Read numbers by the list that their writer had before them; refuse those whose question is
    gone."""
    listed = numbers.Listed.stored(submission.listed)
    if listed is None:
        return
    verbs = verbs_of(session.match.ruleset)
    for e in submission.report:
        if e.role != Role.ORDER or not lines[e.position].numbers:
            continue
        if lines[e.position].when != "now":
            continue
        with reports.in_words_of(submission.seat):
            meant = numbers.meant(
                session.match, submission.seat.number, lines[e.position], listed, verbs
            )
            if isinstance(meant, Problem):
                reports.refuse(e, [meant])
            else:
                lines[e.position] = meant
                e.read_as = meant.read_as
                submission.lines[e.position] = plain(meant)


def _set_aside(submission: Submission) -> bool:
    """Keep all lines from happening that would change the game; return whether there are any."""
    playing = [e for e in submission.report if e.role in (Role.ORDER, Role.INTERJECTION)]
    for e in playing:
        reports.set_status(
            e, Status.ASIDE, _("Not carried out, because a line was not understood.")
        )
    if playing:
        submission.state = Submission.State.ASIDE
    return bool(playing)


def _drop_what_was_aside(session: Session, submission: Submission) -> None:
    """Let go of older orders of the seat that were set aside: these replace them."""
    for older in session.aside:
        if older.seat_id == submission.seat_id:
            older.state = Submission.State.DONE


def refuse_all(submission: Submission, words: Words) -> None:
    """Refuse every line, for a game that takes no orders any more, or not yet."""
    reports.begin(submission, [Role.ORDER] * len(submission.lines))
    with reports.in_words_of(submission.seat):
        for e in reports.orders(submission):
            reports.refuse(e, [Problem("not-running", str(words))])
    submission.state = Submission.State.DONE


def keep_for_later(submission: Submission, words: Words) -> None:
    """Tell the sender that the game stands still; the orders stay unread until it goes on."""
    reports.begin(submission, [Role.ORDER] * len(submission.lines))
    with reports.in_words_of(submission.seat):
        for e in reports.orders(submission):
            reports.set_status(e, Status.WAITING, words)


def role_of(match: Match, seat: int, line: OrderLine) -> Role:
    """Return what a line is, as things stand."""
    if line.when == "standing":
        return Role.STANDING
    if line.verb in COMMANDS and line.verb not in match.ruleset.verbs:
        return Role.COMMAND
    outside = line.when == "now" and any(
        line.verb in kind.verbs for kind in match.ruleset.interjections
    )
    if outside and not any(line.verb in d.verbs for _, d in match.open_for(seat)):
        return Role.INTERJECTION
    return Role.ORDER


def _place(session: Session, submission: Submission) -> None:
    """Place the orders at the step and questions of now, replace what they replace, and rule."""
    number = submission.seat.number
    lines = reports.lines_of(submission)
    places = [e.position for e in reports.orders(submission) if e.status not in reports.SPENT]
    orders = timed(session.match, number, [lines[i] for i in places])
    for i, line in zip(places, orders, strict=True):
        submission.lines[i] = plain(line)
    submission.step, open_ = anchor(session.match, number, orders)
    submission.open = list(open_)
    _replace(session, submission, orders)
    session.track(submission)
    session.orders_changed()
    session.run()


def _replace(session: Session, submission: Submission, orders: list[OrderLine]) -> None:
    """Drop older orders for the same question, or for the same turn: the latest ones count."""
    asked = set()
    for _address, decision in session.match.open_for(submission.seat.number):
        if any(line.when == "now" and _answers(line, decision.verbs) for line in orders):
            asked.update(decision.verbs)
    roots = session.finder.clerk.root_verbs
    begun = {
        line.verb for line in orders if line.verb in roots and line.when in ("turn", "next-turn")
    }
    same_turn = session.finder.clerk.verbs_beside(begun)
    words = _("Replaced by your later orders (%(receipt)s).") % {"receipt": submission.receipt}
    for older in session.live:
        other = older.seat_id != submission.seat_id or older is submission
        if other or older.state != Submission.State.LIVE:
            continue
        lines = reports.lines_of(older)
        bundle = reports.bundle(older)
        for e in reports.orders(older):
            if e.status != Status.WAITING:
                continue
            line = lines[e.position]
            wait = session.finder.clerk.waits_for(bundle, e.position)
            queued = wait.block.turn > 0 and not wait.anchor
            queued = queued and bool(same_turn & session.finder.clerk.block_verbs(bundle, wait))
            again = line.when == "now" and asked and _answers(line, tuple(asked))
            used = (older.receipt, e.position) in session.done
            if (queued or again) and not used:
                reports.set_status(e, Status.UNUSED, words)


def _answers(line: OrderLine, verbs: tuple[str, ...]) -> bool:
    return bool(line.numbers) or line.verb in verbs


def _obey(
    session: Session,
    submission: Submission,
    line: OrderLine,
    e: ReportLine,
    standing_now: list[int],
) -> None:
    seat = submission.seat
    if e.role == Role.STANDING:
        standing_orders.add(session, seat, line, e, standing_now)
    elif e.role == Role.INTERJECTION:
        _interject(session, submission, line, e)
    elif line.guard or line.when != "now":
        words = _("This is done at once, when it is read: write it without a condition or a time.")
        reports.refuse(e, [Problem("only-now", words)])
    elif line.verb == "standing":
        standing_orders.command(session, seat, line, e)
    elif line.verb == "undo":
        undo.command(session, seat, line, e)
    elif _is_go_now(line):
        _go_now(session, seat, e)
    elif line.verb == "go" and not adds_nothing(line.rest):
        words = _(
            "GO stands alone or with NOW: it carries out the orders of yours that were set aside."
        )
        reports.refuse(e, [Problem("unknown-command", words)])
    elif line.verb == "go":
        _go(session, seat, e)
    elif line.verb == "withdraw" and not line.rest.strip():
        undo.withdraw(session, seat, e)
    elif line.verb == ASK:
        words = _("ASK is a standing order: write STANDING: ASK, with a window's name if you like.")
        reports.refuse(e, [Problem("unknown-command", words)])
    else:
        offers.reply(session, seat, line, e)
    session.run()


def _is_go_now(line: OrderLine) -> bool:
    return line.verb == "go" and fold(line.rest).strip(" .!") in offers.NOW


def _go_now(session: Session, seat: Seat, e: ReportLine) -> None:
    """Begin the seat's turn at once, without the time to change one's mind."""
    mine = [s for s in session.live if s.seat_id == seat.pk]
    already = any(place in session.done for place in _places(mine, session.hurried))
    before = session.match.n
    session.hurried.update(s.receipt for s in mine)
    session.run()
    if session.match.n > before or already:
        reports.set_status(e, Status.COMMAND, _("Your turn is carried out at once."))
    else:
        words = _("No turn of yours waits for its time to change your mind.")
        reports.refuse(e, [Problem("nothing-waits", words)])


def _places(submissions: list[Submission], receipts: set[str]) -> list[tuple[str, int]]:
    """Return the orders of those submissions that have one of these receipts."""
    return [
        (s.receipt, e.position)
        for s in submissions
        if s.receipt in receipts
        for e in reports.orders(s)
    ]


def _go(session: Session, seat: Seat, e: ReportLine) -> None:
    """Carry out what was set aside, up to the first line with a fault."""
    mine = [s for s in (*session.aside, *session.live) if s.seat_id == seat.pk and _is_aside(s)]
    if not mine:
        words = _(
            "None of your orders waits for GO. Send your orders, or STATUS to see where you are."
        )
        reports.refuse(e, [Problem("nothing-aside", words)])
        return
    submission = max(mine, key=lambda s: (s.received, s.pk))
    good, faulty = [], False
    for other in submission.report:
        faulty = faulty or other.status == Status.REFUSED
        if other.status == Status.ASIDE:
            if faulty:
                words = _("Not carried out: it stands below the line with the fault.")
                reports.set_status(other, Status.UNUSED, words)
            else:
                good.append(other)
    if not good:
        submission.state = Submission.State.DONE
        words = _("Nothing stands above the line with the fault. Send the orders again, corrected.")
        reports.refuse(e, [Problem("nothing-legal", words)])
        return
    for other in good:
        reports.set_status(other, Status.WAITING)
    submission.state, submission.go = Submission.State.LIVE, True
    session.track(submission)
    if any(g.role == Role.ORDER for g in good):
        _place(session, submission)
    lines = reports.lines_of(submission)
    for other in good:
        if other.role == Role.INTERJECTION:
            _interject(session, submission, lines[other.position], other)
    reports.follow(session, submission)
    _tell_of_go(e, good)


def _tell_of_go(e: ReportLine, good: list[ReportLine]) -> None:
    """Say what GO led to: something was done, or waits, or fits no question after all."""
    became = {g.status for g in good}
    lines = {"lines": "; ".join(g.text for g in good)}
    if Status.DONE in became:
        words = _("Carried out as far as it is legal: %(lines)s.") % lines
        reports.set_status(e, Status.COMMAND, words)
    elif Status.WAITING in became:
        words = _("Kept until its moment comes: %(lines)s.") % lines
        reports.set_status(e, Status.COMMAND, words)
    else:
        why = [f"{g.text}: {g.words}" for g in good]
        reports.refuse(e, [Problem("nothing-legal", " ".join(why))])


def _is_aside(submission: Submission) -> bool:
    return any(e.status == Status.ASIDE for e in submission.report)


def _interject(session: Session, submission: Submission, line: OrderLine, e: ReportLine) -> None:
    seat = submission.seat.number
    if session.match.ask is None:
        reports.refuse(e, [Problem("not-running", _("The game is over."))])
        return
    facts = session.match.ruleset.facts(session.match.view(seat))
    try:
        if not holds(line, facts):
            reports.set_status(e, Status.UNUSED, _("Its condition does not hold now."))
            return
    except BadGuard as error:
        reports.refuse(e, [Problem.of(error)])
        return
    what, problems = read_interjection(session.match, seat, line)
    deal = what is not None and len(set(what.parties())) > 1
    if what is not None and deal:
        problems = what.lasting(problems)
    if what is None or problems:
        reports.refuse(e, problems or [Problem("not-open-now", str(reports.NOT_OPEN))])
    else:
        offers.interject(session, what, submission.receipt, e)
