"""How each line of a submission was understood and what became of it.

An order whose status is refused, unused, held or aside is spent: it answers nothing any more,
whatever changes later, because its sender was told so. An order set aside is carried out after GO.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pbem.clocks.calendars import zone_named
from pbem.clocks.dates import moment_words
from pbem.models import Seat, Submission
from pbem.storage.report_field import ReportLine, Role, Status
from pbem.words import Words
from pbem.words.order_errors import in_words
from rules.kernel.codec import plain, typed
from rules.kernel.decisions import SAYING_NO, Problem
from rules.kernel.match import Match, step_of
from rules.kernel.orders.bundles import Bundle, blocks_of
from rules.kernel.orders.clerk import AnswerInOrders, Clerk, Stopped
from rules.kernel.orders.readers_words import described
from rules.lexicon import LineError, OrderLine, Page
from rules.lexicon.speech import speaking

if TYPE_CHECKING:
    from pbem.play.session import Session

SPENT = frozenset({Status.REFUSED, Status.UNUSED, Status.HELD, Status.ASIDE})
_NOTHING = OrderLine(0, "")


@contextmanager
def in_words_of(seat: Seat) -> Iterator[None]:
    """In this block the server and the rules speak the language of this seat's holder."""
    language = seat.player.language if seat.player else "en"
    with translation.override(language), speaking(language):
        yield


def read_as(notes: Iterable[str]) -> str:
    """Write how a decision understood a line, without the words "read as:"."""
    return "; ".join(note.removeprefix("read as: ") for note in notes)


def store_page(submission: Submission, page: Page) -> None:
    submission.lines = [plain(line) for line in page.lines]
    submission.errors = [plain(error) for error in page.errors]


def lines_of(submission: Submission) -> list[OrderLine]:
    return [typed(line, OrderLine) for line in submission.lines]


def errors_of(submission: Submission) -> list[LineError]:
    return [typed(error, LineError) for error in submission.errors]


def begin(submission: Submission, roles: Iterable[Role]) -> None:
    """Write a first report: every line with its role, and what the order language refused."""
    entries = [
        ReportLine(line.text, role, Status.WAITING, line=i, no=line.no, read_as=line.read_as)
        for i, (line, role) in enumerate(zip(lines_of(submission), roles, strict=True))
    ]
    with in_words_of(submission.seat):
        entries += [
            ReportLine(e.text, Role.ERROR, Status.REFUSED, no=e.no, code=e.code, words=in_words(e))
            for e in errors_of(submission)
        ]
    submission.report = sorted(entries, key=lambda e: e.no)


def orders(submission: Submission) -> list[ReportLine]:
    """Return the lines that are orders to the game."""
    return [e for e in submission.report if e.role == Role.ORDER]


def kept_lines(submission: Submission) -> frozenset[int]:
    """Return the places of the orders that wait for a later question."""
    return frozenset(e.position for e in orders(submission) if e.status == Status.WAITING)


def dropped(submission: Submission) -> list[ReportLine]:
    """Return the orders that were not carried out and that wait for nothing."""
    gone = (Status.UNUSED, Status.REFUSED, Status.ASIDE)
    return [e for e in orders(submission) if e.status in gone]


def without_moot(
    submission: Submission,
    entries: Iterable[ReportLine],
    root_verbs: Container[str],
    may_be_kept: Callable[[OrderLine], bool],
) -> list[ReportLine]:
    """Return those of the dropped orders whose sender lacks something now: not what stood in for
    each other where one of them was carried out, not what would have done nothing, and not answers
    kept for a question that did not come."""
    lines = lines_of(submission)
    blocks = blocks_of(lines, root_verbs)
    done = {e.position for e in orders(submission) if e.status == Status.DONE}
    served = {choice_of(lines, i) for i in done}
    turns = {blocks[i].turn: blocks[i] for i in done if i in blocks and blocks[i].turn}
    found = []
    for e in entries:
        line, block = lines[e.position], blocks.get(e.position)
        beside = block is not None and turns.get(block.turn, block) != block
        now = line.when == "now"
        idle = now and (may_be_kept(line) or (line.verb in SAYING_NO and not line.rest.strip()))
        stood_in_for = beside or choice_of(lines, e.position) in served
        if e.status != Status.UNUSED or not (idle or stood_in_for):
            found.append(e)
    return found


def choice_of(lines: Sequence[OrderLine], position: int) -> int:
    """Return the first of the lines of which this one is a fallback; the line itself if none."""
    while position and lines[position].fallback == "order":
        position -= 1
    return position


def at(submission: Submission, position: int) -> ReportLine:
    """Return the line at this place among the orders."""
    return next(e for e in submission.report if e.line == position)


def set_status(
    e: ReportLine,
    status: Status,
    words: Words = "",
    *,
    code: str = "",
    rule: str = "",
    until: str = "",
) -> None:
    """Say what became of a line, in place of what was said before."""
    e.status, e.words, e.code, e.rule, e.until = status, str(words), code, rule, until


def carried_out(e: ReportLine, ruling: int) -> None:
    set_status(e, Status.DONE)
    e.ruling = ruling


def hold(e: ReportLine, words: Words) -> None:
    """Keep a line from being carried out again: the ruling that did so no longer counts."""
    set_status(e, Status.HELD, words)
    e.ruling = None


def refuse(e: ReportLine, problems: Iterable[Problem]) -> None:
    problems = list(problems)
    set_status(
        e,
        Status.REFUSED,
        " ".join(map(in_words, problems)),
        code=problems[0].code,
        rule=", ".join(dict.fromkeys(p.rule for p in problems if p.rule)),
    )


def remark(submission: Submission, found: AnswerInOrders) -> None:
    """Spend lines of a script that were passed over, and say of others that a part was not done."""
    with in_words_of(submission.seat):
        for position, problem in found.remarks.items():
            e = at(submission, position)
            if position in found.skipped:
                refuse(e, [problem])
            else:
                rule = f" [{problem.rule}]" if problem.rule else ""
                e.remark = f"{in_words(problem)}{rule}"


def stop(submission: Submission, stopped: Stopped) -> None:
    """Refuse the lines at fault, each for its own reason, and set aside what hangs on them."""
    for fault in stopped.faults:
        if fault.position >= 0:
            refuse(at(submission, fault.position), fault.problems)
    if not stopped.aside:
        return
    guilty = at(submission, stopped.faults[0].position).text
    words = _("Not carried out, because of: %(line)s") % {"line": guilty}
    became = Status.ASIDE if stopped.whole else Status.UNUSED
    for position in stopped.aside:
        set_status(at(submission, position), became, words)
    live = any(e.status not in SPENT and e.status != Status.DONE for e in orders(submission))
    if stopped.whole and not live:
        submission.state = Submission.State.ASIDE


def bundle(submission: Submission) -> Bundle:
    """Return the orders still in force; spent ones keep their place, so that citations stay
    right."""
    lines = lines_of(submission)
    live = {e.line for e in orders(submission) if e.status not in SPENT}
    kept = tuple(line if i in live else _NOTHING for i, line in enumerate(lines))
    return Bundle(
        submission.receipt,
        submission.seat.number,
        kept,
        submission.step,
        tuple(submission.open),
        submission.round,
        submission.go,
    )


def follow(session: "Session", only: Submission | None = None) -> None:
    """Bring reports up to date with what was ruled, and let go of finished submissions."""
    survey = session.survey()
    sealed = {
        (receipt, position): session.repents_until(given)
        for given in (survey.given.values() if survey else ())
        if given.source.by == "script"
        for receipt, positions in (given.source.lines,)
        for position in positions
    }
    ask = session.match.ask
    now = step_of(ask.address) if ask else ""
    for submission in session.live:
        if submission.state == Submission.State.LIVE and only in (None, submission):
            with in_words_of(submission.seat):
                _follow(session, submission, sealed, now)


def _follow(
    session: "Session",
    submission: Submission,
    sealed: Mapping[tuple[str, int], datetime | None],
    now: str,
) -> None:
    bundled = bundle(submission)
    clerk = session.finder.clerk
    bound = {submission.step}
    for e in orders(submission):
        if e.status in SPENT:
            continue
        place = (submission.receipt, e.position)
        bound.add(clerk.waits_for(bundled, e.position).anchor)
        if place in session.done:
            carried_out(e, session.done[place])
        elif place in sealed:
            _still_open(e, submission.seat, sealed[place])
        else:
            _set_unused(e, unused(clerk, bundled, e.position), session, submission)
    waiting = any(e.status == Status.WAITING for e in orders(submission))
    if not waiting and not (now and now in bound):
        submission.state = Submission.State.DONE


def _set_unused(
    e: ReportLine, became: "Unused", session: "Session", submission: Submission
) -> None:
    if became.problem is not None:
        refuse(e, [became.problem])
    elif not became.queued:
        set_status(e, became.status, became.words)
    elif submission in session.answered:
        outlook = session.finder.clerk.outlook(bundle(submission), e.position)
        set_status(e, became.status, _with_outlook(became.words, outlook))
    elif not e.words.startswith(became.words):
        set_status(e, became.status, became.words)


class Unused(NamedTuple):
    """What becomes of an order that nothing has used: it waits (`queued`: for a turn of its own),
    or it is spent; if it is refused, `problem` says why."""

    status: Status
    words: str = ""
    problem: Problem | None = None
    queued: bool = False


def unused(clerk: Clerk, orders: Bundle, position: int) -> Unused:
    """Return what becomes of an order that nothing has used, as things stand now."""
    match, line = clerk.match, orders.lines[position]
    now = step_of(match.ask.address) if match.ask else ""
    wait = clerk.waits_for(orders, position)
    if wait.overtaken:
        return Unused(Status.UNUSED, _("Another plan for this turn was carried out."))
    if wait.kept_for_round and wait.anchor != now:
        return Unused(Status.WAITING, _("Kept for later in this round."))
    if wait.of_a_past_round or (wait.anchor and wait.anchor != now):
        return Unused(Status.UNUSED, _("No question it fits came up."))
    if line.numbers and not (wait.anchor and len(orders.open) == 1):
        return Unused(Status.REFUSED, problem=_number_problem(orders))
    if wait.anchor:
        return Unused(Status.WAITING, _("Kept for a later question of this turn."))
    if match.over:
        return Unused(Status.UNUSED, _("The game is over."))
    if line.about and line.about != clerk.subject_now(line.verb):
        return Unused(Status.UNUSED, _("What it is about is not on the table any more."))
    if wait.block.turn and wait.begins_turn:
        return Unused(Status.WAITING, _queued(line.when, wait.block.turn), queued=True)
    problem = not_open(match, orders.seat, line.verb, line.verb in clerk.root_verbs)
    return Unused(Status.REFUSED, problem=problem)


def _queued(when: str, turn: int) -> str:
    if turn > 1:
        return _("Queued for the turn after that.")
    return _("Queued for your turn.") if when == "turn" else _("Queued for your next turn.")


def _with_outlook(words: str, problems: Iterable[Problem]) -> str:
    """Add to what is said of a queued line why it would be refused if its turn were now."""
    why = " ".join(map(in_words, problems))
    if not why:
        return words
    return f"{words} " + _("As things stand it would be refused: %(why)s") % {"why": why}


def _still_open(e: ReportLine, seat: Seat, until: datetime | None) -> None:
    """Say why an order that was read is not carried out yet, and how long it can be changed."""
    if until is None:
        words = _("Sealed until all answers are in; you can still change it.")
        set_status(e, Status.WAITING, words)
        return
    zone = zone_named(seat.player.time_zone if seat.player else "UTC")
    words = _(
        "Carried out at %(when)s. Until then, send your orders again to change them, or write "
        "WITHDRAW to take them back or GO NOW not to wait."
    ) % {"when": moment_words(until.astimezone(zone))}
    set_status(e, Status.WAITING, words, until=until.isoformat())


NOT_OPEN = gettext_lazy(
    "No question this answers is open to you now, and it does not begin a turn, so it cannot "
    "be kept for later. Send it when you are asked."
)


PASS_LATER = gettext_lazy(
    "No question this answers is open to you now. If it is meant for your next turn, write NEXT "
    "TURN: before it."
)


def not_open(match: Match, seat: int, verb: str, begins_turn: bool) -> Problem:
    """Return why a line that fits nothing open is not kept, and what could be written instead."""
    view = match.view(seat)
    instead = (decision.instead(view, verb) for _address, decision in match.open_for(seat))
    told = [next(filter(None, instead), "") or str(PASS_LATER if begins_turn else NOT_OPEN)]
    for _address, decision in match.open_for(seat)[:1]:
        shown = described(match.ruleset, decision, view)
        orders = [*(option.order for option in decision.options(view)), *shown.template]
        lines = list(dict.fromkeys(x for x in orders if not x.startswith("#")))[:3]
        told.append(_("You are asked: %(question)s") % {"question": shown.prompt})
        if lines:
            told.append(_("You could write: %(lines)s") % {"lines": "; ".join(lines)})
    return Problem("not-open-now", " ".join(told))


def _number_problem(orders: Bundle) -> Problem:
    words = (
        _("Several questions are open to you, so a bare number is not clear; write it in words.")
        if len(orders.open) > 1
        else _("A bare number answers only a question that is open to you; none was.")
    )
    return Problem("unclear-number", words)
