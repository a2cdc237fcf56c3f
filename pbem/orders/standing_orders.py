"""Standing orders: orders that answer a seat's routine questions until the seat withdraws them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import structs

from pbem.models import Seat, StandingOrder
from pbem.orders import reports
from pbem.orders.submissions import verbs_of
from pbem.play.session import Session
from pbem.storage.report_field import ReportLine, Status
from rules.kernel.codec import plain, typed
from rules.kernel.decisions import Problem
from rules.kernel.match import Match
from rules.kernel.orders import prospects
from rules.kernel.orders.clerk import ASK, Clerk, Standing, holds
from rules.kernel.orders.named_windows import windows_named
from rules.kernel.records.record import Answers, CitedStanding, Ruling, Source
from rules.lexicon import BadGuard, LexiconError, OrderLine, fold, write_line

MOST = 60
_WORDS = {
    "": "list",
    **dict.fromkeys(("list", "show", "lista", "pokaz", "mutasd"), "list"),
    **dict.fromkeys(("clear", "delete", "remove", "usun", "skasuj", "torol", "torold"), "clear"),
    **dict.fromkeys(("move", "przenies", "mozgasd", "tedd"), "move"),
}
_TO = frozenset({"to", "do", "na", "ide"})


class Listed(NamedTuple):
    """A standing order as its owner sees it, with the number that CLEAR and MOVE take."""

    number: int
    order: StandingOrder

    @property
    def text(self) -> str:
        return self.order.text


class Fired(NamedTuple):
    """A standing order that answered one of its owner's questions."""

    ruling: int
    address: str
    text: str

    @property
    def words(self) -> str:
        if self.text == str(NOT_ASKED):
            return self.text
        return _("Your standing order answered: %(order)s") % {"order": self.text}


def listed(seat: Seat) -> list[Listed]:
    """Return a seat's standing orders in the order in which they are tried; for its holder
    alone."""
    mine = StandingOrder.objects.filter(seat=seat, active=True)
    return [Listed(number, order) for number, order in enumerate(mine, start=1)]


def fired(seat: Seat, rulings: Iterable[Ruling]) -> list[Fired]:
    """Return which of the seat's standing orders answered in these rulings; for its holder alone.

    Where the holder's wish not to be asked in windows answered, the text says so.
    """
    given = [
        (ruling.n, answer)
        for ruling in rulings
        for what in ruling.inputs
        for answer in (what.given if isinstance(what, Answers) else ())
        if answer.seat == seat.number and answer.source.by == "standing"
    ]
    keys = {_key(answer.source) for _, answer in given} - {0}
    named = StandingOrder.objects.filter(seat=seat, pk__in=keys) if keys else ()
    texts = {order.pk: order.text for order in named}
    return [
        Fired(n, answer.address, texts.get(_key(answer.source), str(NOT_ASKED)))
        for n, answer in given
    ]


NOT_ASKED = gettext_lazy("You are not asked in such windows.")


def _key(source: Source) -> int:
    """Return the key of the standing order an answer rests on; 0 if it rests on none."""
    return source.cites.key if isinstance(source.cites, CitedStanding) else 0


def add(session: Session, seat: Seat, line: OrderLine, e: ReportLine, mail: list[int]) -> None:
    """Carry out `STANDING: …`: the new order is tried before all older ones, so the latest word
    counts.

    The same order again takes the old one's place. Orders of one `mail`, a list of their keys, are
    tried in the order in which they stand in the mail: a doctrine reads from top to bottom.
    """
    wrong = problem(session.match, seat.number, line)
    if wrong is not None:
        reports.refuse(e, [wrong])
        return
    mine = _mine(session, seat)
    text = written(line, session.match)
    same = [o for o in mine if o.text == text]
    if len(mine) - len(same) >= MOST:
        words = _("You have %(most)d standing orders, the most there can be. Clear some first.")
        reports.refuse(e, [Problem("too-many", words % {"most": MOST})])
        return
    StandingOrder.objects.filter(pk__in=[o.pk for o in same]).update(active=False)
    above = [o for o in mine if o.pk in mail and o not in same]
    rank = min((o.rank for o in mine if o.pk not in mail), default=0) - 1
    StandingOrder.objects.filter(pk__in=[o.pk for o in above]).update(rank=F("rank") - 1)
    added = StandingOrder.objects.create(
        seat=seat, text=text, line=plain(line), rank=rank, created=session.now
    )
    mail.append(added.pk)
    session.orders_changed(standing=True)
    if never := _never_answers(session, seat, added):
        _clear(session, [added])
        mail.remove(added.pk)
        reports.refuse(e, [never])
        return
    reports.set_status(e, Status.COMMAND, _in_force(session, seat, line, added))


def _never_answers(session: Session, seat: Seat, added: StandingOrder) -> Problem | None:
    clerk = session.finder.clerk
    return prospects.never_answers(clerk, _kernel(clerk, added))


def _kernel(clerk: Clerk, order: StandingOrder) -> Standing:
    """Return a row as the kernel has it."""
    return next(o for o in clerk.standing if o.ref == str(CitedStanding(order.pk)))


def _in_force(session: Session, seat: Seat, line: OrderLine, added: StandingOrder) -> str:
    """Say that an order stands, what it is about, and which older ones it silences."""
    clerk = session.finder.clerk
    said = [_("In force until you clear it; STANDING LIST shows all.")]
    if line.verb in clerk.reaction_verbs and line.verb in clerk.root_verbs:
        said.append(_("It is about reaction windows alone and never takes a turn for you."))
    if line.verb == ASK:
        said += _never_asked(session, windows_named(line, clerk.windows))
    silent = [
        prospects.written(clerk, other)
        for other in prospects.silenced(clerk, _kernel(clerk, added))
    ]
    if silent:
        words = _("These are never used from now on: %(orders)s.")
        said.append(words % {"orders": "; ".join(silent)})
    return " ".join(said)


def _never_asked(session: Session, named: set[str]) -> list[str]:
    """Say in which windows ASK changes nothing, because this table asks nobody there."""
    idle = [window for window in sorted(named) if not session.finder.stops_in(window)]
    if not idle:
        return []
    words = _(
        "This table asks nobody in these windows, so ASK changes nothing there: %(windows)s. A "
        "rule that names a card, such as STANDING: PLAY and its name, is used there."
    )
    return [words % {"windows": ", ".join(idle)}]


def clerk_of(match: Match, orders: Sequence[StandingOrder]) -> Clerk:
    """Return a clerk that knows these standing orders alone."""
    known = [
        Standing(str(CitedStanding(o.pk)), o.seat.number, typed(o.line, OrderLine)) for o in orders
    ]
    return Clerk(match, standing=known)


def outlook_lines(clerk: Clerk, orders: Sequence[StandingOrder]) -> list[str]:
    """Return standing orders of one seat, numbered, each with what it would do now."""
    seats = {order.seat.number for order in orders}
    by_ref = {o.order.ref: o.words for seat in seats for o in prospects.outlooks(clerk, seat)}
    return [
        f"{number}. {order.text} – {by_ref.get(str(CitedStanding(order.pk)), '')}"
        for number, order in enumerate(orders, start=1)
    ]


def written(line: OrderLine, match: Match) -> str:
    """Write the order in plain words with its condition, which may have stood on a line of its
    own."""
    return write_line(structs.replace(line, when="now"), verbs_of(match.ruleset))


def command(session: Session, seat: Seat, line: OrderLine, e: ReportLine) -> None:
    """Carry out `STANDING LIST`, `STANDING CLEAR`, `STANDING CLEAR 2` or `STANDING MOVE 3 TO 1`."""
    word, *rest = fold(line.rest).split() or [""]
    what = _WORDS.get(word, "")
    mine = _mine(session, seat)
    numbers = [int(n) for n in rest if n.isdecimal() and 0 < int(n) <= len(mine)]
    understood = len(numbers) == len([n for n in rest if n not in _TO])
    if what == "list" and not rest:
        all_ = "; ".join(outlook_lines(session.finder.clerk, mine))
        reports.set_status(e, Status.COMMAND, all_ or _("You have no standing orders."))
    elif what == "clear" and not rest:
        _clear(session, mine)
        words = ngettext(
            "%(n)d standing order cleared.", "%(n)d standing orders cleared.", len(mine)
        )
        reports.set_status(e, Status.COMMAND, words % {"n": len(mine)})
    elif what == "clear" and understood and len(numbers) == 1:
        gone = mine[numbers[0] - 1]
        _clear(session, [gone])
        reports.set_status(e, Status.COMMAND, _("Cleared: %(order)s") % {"order": gone.text})
    elif what == "move" and understood and len(numbers) == 2:
        _move(session, mine, *numbers)
        words = _("Moved. STANDING LIST shows the order they are tried in.")
        reports.set_status(e, Status.COMMAND, words)
    else:
        words = _(
            "Write STANDING LIST, STANDING CLEAR, STANDING CLEAR and a number from 1 to %(n)d, or "
            "STANDING MOVE 2 TO 1; a new standing order needs a colon: STANDING: PASS"
        )
        reports.refuse(e, [Problem("unknown-command", words % {"n": len(mine)})])


def _mine(session: Session, seat: Seat) -> list[StandingOrder]:
    return [o for o in session.standing_orders if o.seat_id == seat.pk]


def _clear(session: Session, gone: list[StandingOrder]) -> None:
    StandingOrder.objects.filter(pk__in=[o.pk for o in gone]).update(active=False)
    session.orders_changed(standing=True)


def _move(session: Session, mine: list[StandingOrder], number: int, to: int) -> None:
    moved = [*mine]
    moved.insert(to - 1, moved.pop(number - 1))
    for rank, order in enumerate(moved):
        order.rank = rank
    StandingOrder.objects.bulk_update(moved, ["rank"])
    session.orders_changed(standing=True)


def problem(match: Match, seat: int, line: OrderLine) -> Problem | None:
    """Return why this line cannot be a standing order; None if it can."""
    ruleset = match.ruleset
    verbs = {verb for kind in ruleset.decisions for verb in kind.verbs}
    if line.numbers or (line.verb != ASK and line.verb not in verbs):
        words = _("Only an order that answers a question can stand; write it in words.")
        return Problem("cannot-stand", words)
    windows = Clerk(match).windows
    if line.verb == ASK and line.rest and not windows_named(line, windows):
        try:
            windows.find(line.rest)
        except LexiconError as error:
            return Problem.of(error)
    facts = {**ruleset.facts(match.view(seat)), "window": ""}
    try:
        holds(line, facts)
    except BadGuard as error:
        return Problem.of(error)
    return None
