"""What seats have written ahead: orders that wait for a turn, and how they stand now."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from pbem.models import Submission
from pbem.orders import reports
from pbem.storage.report_field import Status
from pbem.words.order_errors import in_words
from rules.kernel.match import Match
from rules.kernel.orders.clerk import Clerk
from rules.lexicon import OrderLine


class Ahead(NamedTuple):
    """A line that waits: for the `turn`th turn from now, as the `choice`th choice for it, both from
    0. `outlook`: how it stands now, for a line that begins a turn."""

    turn: int
    choice: int
    text: str
    outlook: str


def written(match: Match, submissions: Sequence[Submission]) -> list[Ahead]:
    """Return what one seat has written ahead, the next turn first.

    `submissions`: those of the seat that are in force, oldest first.
    """
    found: list[Ahead] = []
    for submission in submissions:
        bundled = reports.bundle(submission)
        clerk = Clerk(match, [bundled])
        lines = reports.lines_of(submission)
        for e in reports.orders(submission):
            line = lines[e.position]
            if e.status != Status.WAITING or line.when not in ("turn", "next-turn"):
                continue
            block = clerk.waits_for(bundled, e.position).block
            begins = line.verb in clerk.root_verbs
            problems = clerk.outlook(bundled, e.position) if begins else ()
            why = " ".join(map(in_words, problems))
            outlook = _outlook(line, why) if begins else ""
            found.append(Ahead(block.turn - 1, block.choice, line.text, outlook))
    return sorted(found, key=lambda one: (one.turn, one.choice))


def kept_for_round(submissions: Sequence[Submission]) -> list[OrderLine]:
    """Return the lines of one seat that wait for a question later in the round."""
    found: list[OrderLine] = []
    for submission in submissions:
        lines = reports.lines_of(submission)
        found += [
            lines[e.position]
            for e in reports.orders(submission)
            if e.status == Status.WAITING and lines[e.position].when == "now"
        ]
    return found


def _outlook(line: OrderLine, why: str) -> str:
    if why:
        return _("would be refused now: %(why)s") % {"why": why}
    if line.guard:
        return _("its condition is looked at when your turn comes")
    return _("legal as things stand")
