"""How each line of a submission was understood and what became of it.

An entry: `line` (its place among the orders, None for what was not read), `no` (in the mail),
`text`, `read_as`, `role` (order, command, standing, interjection, error), `status`, `code`,
`words`, `rule`, `ruling`, `until` (an ISO time: so long a turn can still be changed), `remark`
(why it is carried out only in part). An order whose status is refused, unused, held or aside is
spent: it answers nothing any more, whatever changes later, because its sender was told so. An
order set aside is carried out after GO.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pbem.clocks.calendars import zone_named
from pbem.clocks.dates import moment_words
from pbem.models import Seat, Submission
from pbem.words import Words
from pbem.words.order_errors import told
from rules.kernel.codec import plain, typed
from rules.kernel.decisions import Problem
from rules.kernel.match import step_of
from rules.kernel.orders import AnswerInOrders, Bundle, Stopped, cited
from rules.lexicon import LineError, OrderLine, Page

if TYPE_CHECKING:
    from pbem.play.session import Session

Entry = dict[str, Any]

SPENT = frozenset({"refused", "unused", "held", "aside"})
_NOTHING = OrderLine(0, "")


def in_words_of(seat: Seat) -> translation.override:
    """A report is for one reader: what is said in this block is in their language."""
    return translation.override(seat.player.language if seat.player else "en")


def entry(text: str, role: str, status: str, **more: Any) -> Entry:
    blank = dict.fromkeys(("read_as", "code", "words", "rule", "until", "remark"), "")
    known: Entry = {"line": None, "no": 0, "ruling": None, **blank}
    return {**known, "text": text, "role": role, "status": status, **more}


def read_as(notes: Iterable[str]) -> str:
    """How a decision understood a line, without the words that whoever tells it adds."""
    return "; ".join(note.removeprefix("read as: ") for note in notes)


def store_page(submission: Submission, page: Page) -> None:
    submission.lines = [plain(line) for line in page.lines]
    submission.errors = [plain(error) for error in page.errors]


def lines_of(submission: Submission) -> list[OrderLine]:
    return [typed(line, OrderLine) for line in submission.lines]


def errors_of(submission: Submission) -> list[LineError]:
    return [typed(error, LineError) for error in submission.errors]


def begin(submission: Submission, roles: Iterable[str]) -> None:
    """A first report: every line with its role, and what the order language refused."""
    entries = [
        entry(line.text, role, "waiting", line=i, no=line.no, read_as=line.read_as)
        for i, (line, role) in enumerate(zip(lines_of(submission), roles, strict=True))
    ]
    with in_words_of(submission.seat):
        entries += [
            entry(e.text, "error", "refused", no=e.no, code=e.code, words=told(e))
            for e in errors_of(submission)
        ]
    submission.report = sorted(entries, key=lambda e: e["no"])


def orders(submission: Submission) -> list[Entry]:
    return [e for e in submission.report if e["role"] == "order"]


def at(submission: Submission, position: int) -> Entry:
    return next(e for e in submission.report if e["line"] == position)


def settle(e: Entry, status: str, words: Words = "", **more: Any) -> None:
    e.update(status=status, words=str(words), **{"code": "", "rule": "", "until": "", **more})


def refuse(e: Entry, problems: Iterable[Problem]) -> None:
    problems = list(problems)
    settle(
        e,
        "refused",
        " ".join(map(told, problems)),
        code=problems[0].code,
        rule=", ".join(dict.fromkeys(p.rule for p in problems if p.rule)),
    )


def remark(submission: Submission, found: AnswerInOrders) -> None:
    """Lines of a script that were passed over are spent; of the others a part may be undone."""
    with in_words_of(submission.seat):
        for position, problem in found.remarks.items():
            e = at(submission, position)
            if position in found.skipped:
                refuse(e, [problem])
            else:
                rule = f" [{problem.rule}]" if problem.rule else ""
                e["remark"] = f"{told(problem)}{rule}"


def stop(submission: Submission, stopped: Stopped) -> None:
    """Refuse the lines at fault, each for its own reason, and set aside what hangs on them."""
    for fault in stopped.faults:
        if fault.position >= 0:
            refuse(at(submission, fault.position), fault.problems)
    if not stopped.aside:
        return
    guilty = at(submission, stopped.faults[0].position)["text"]
    words = _("Not carried out, because of: %(line)s") % {"line": guilty}
    for position in stopped.aside:
        settle(at(submission, position), "aside" if stopped.whole else "unused", words)
    live = any(e["status"] not in SPENT and e["status"] != "done" for e in orders(submission))
    if stopped.whole and not live:
        submission.state = Submission.State.ASIDE


def bundle(submission: Submission) -> Bundle:
    """The orders still in force; spent ones keep their place, so that citations stay right."""
    lines = lines_of(submission)
    live = {e["line"] for e in orders(submission) if e["status"] not in SPENT}
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


def follow(session: "Session") -> None:
    """Bring every report up to date with what was ruled, and let go of finished submissions."""
    survey = session.survey()
    sealed = {
        (receipt, position): session.repents_until(given)
        for given in (survey.given.values() if survey else ())
        if given.source.by == "script"
        for receipt, positions in (cited(given.source.ref),)
        for position in positions
    }
    ask = session.match.ask
    now = step_of(ask.address) if ask else ""
    for submission in session.live:
        if submission.state == Submission.State.LIVE:
            with in_words_of(submission.seat):
                _follow(session, submission, sealed, now)


def _follow(
    session: "Session",
    submission: Submission,
    sealed: Mapping[tuple[str, int], datetime | None],
    now: str,
) -> None:
    lines = lines_of(submission)
    bundled = bundle(submission)
    clerk = session.finder.clerk
    bound = {submission.step}
    for e in orders(submission):
        if e["status"] in SPENT:
            continue
        place = (submission.receipt, e["line"])
        line = lines[e["line"]]
        wait = clerk.waits_for(bundled, e["line"])
        bound.add(wait.anchor)
        if place in session.done:
            settle(e, "done", ruling=session.done[place])
        elif place in sealed:
            settle(e, "waiting", **_still_open(submission.seat, sealed[place]))
        elif wait.kept_for_round and wait.anchor != now:
            settle(e, "waiting", _("Kept for later in this round."))
        elif wait.anchor and wait.anchor != now:
            settle(e, "unused", _("No question it fits came up."))
        elif line.numbers and not (wait.anchor and len(submission.open) == 1):
            refuse(e, [_number_problem(submission)])
        elif wait.anchor:
            settle(e, "waiting", _("Kept for a later question of this turn."))
        elif session.match.over:
            settle(e, "unused", _("The game is over."))
        elif wait.block.turn and wait.begins_turn:
            settle(e, "waiting", _queued(line.when, wait.block.turn))
        else:
            refuse(e, [not_open(line.verb in clerk.root_verbs)])
    waiting = any(e["status"] == "waiting" for e in orders(submission))
    if not waiting and not (now and now in bound):
        submission.state = Submission.State.DONE


def _queued(when: str, turn: int) -> str:
    if turn > 1:
        return _("Queued for the turn after that.")
    return _("Queued for your turn.") if when == "turn" else _("Queued for your next turn.")


def _still_open(seat: Seat, until: datetime | None) -> dict[str, str]:
    """Why an order that was read is not carried out yet, and how long it can be changed."""
    if until is None:
        return {"words": _("Sealed until all answers are in; you can still change it.")}
    zone = zone_named(seat.player.time_zone if seat.player else "UTC")
    words = _(
        "Carried out at %(when)s. Until then, send your orders again to change them, or write "
        "WITHDRAW."
    ) % {"when": moment_words(until.astimezone(zone))}
    return {"words": words, "until": until.isoformat()}


NOT_OPEN = gettext_lazy(
    "No question this answers is open to you now, and it does not begin a turn, so it cannot "
    "be kept for later. Send it when you are asked."
)


PASS_LATER = gettext_lazy(
    "No question this answers is open to you now. If it is meant for your next turn, write NEXT "
    "TURN: before it."
)


def not_open(begins_turn: bool) -> Problem:
    """Why a line that fits nothing open is not kept."""
    return Problem("not-open-now", str(PASS_LATER if begins_turn else NOT_OPEN))


def _number_problem(submission: Submission) -> Problem:
    words = (
        _("Several questions are open to you, so a bare number is not clear; write it in words.")
        if len(submission.open) > 1
        else _("A bare number answers only a question that is open to you; none was.")
    )
    return Problem("unclear-number", words)
