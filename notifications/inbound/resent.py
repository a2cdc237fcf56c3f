"""Asks back where the same words come a second time as a new mail.

A program that was not sure, or a person who got no answer, sends a mail again with a new id. Its
words would be carried out twice: the next question may take the same order. So a mail is asked back
if it answers the same mail of ours with the same words as the mail just before it, and those have
had their effect. `AGAIN` says that it was meant. Questions can be repeated freely, and so can
orders that were taken back or refused.
"""

from datetime import timedelta
from typing import Any

from notifications.commands.again import Again
from notifications.commands.base import Said
from notifications.commands.preview import has_orders
from notifications.commands.reading import Split
from notifications.inbound.mime import Mail
from notifications.inbound.outcomes import Informed, OrdersTaken, Repeated
from notifications.models import Inbound
from pbem.models import Submission
from pbem.storage.prepared import Prepared, Question
from pbem.storage.report_field import Status
from rules.lexicon.text import storable

WITHIN = timedelta(minutes=10)
AGAIN_WITHIN = timedelta(days=1)
"""How long a mail that was asked back waits for an AGAIN."""
_AGAIN = Again().id
_READ = (OrdersTaken.code, Informed.code, Repeated.code)
_MOST = 20
"""The most mails of one person that are compared; in so short a time nobody writes more."""


def without_repeats(inbound: Inbound, mail: Mail, found: Split) -> Split:
    """Return the commands and orders to carry out. Raises Repeated if they are in doubt.

    AGAIN goes with the words it is about, or stands alone for those that were asked back.
    """
    meant = [said for said in found.commands if said.what != _AGAIN]
    if len(meant) < len(found.commands):
        if meant or has_orders(found.orders):
            return Split(meant, found.orders)
        before, asked_back = _before(inbound, AGAIN_WITHIN)
        return _content(before) if before is not None and asked_back else found
    before, _asked_back = _before(inbound, WITHIN)
    if before is None or not _same(before, found) or not _answers_same(before, mail):
        return found
    if _had_effect(before) and _is_newest(inbound, before):
        raise Repeated(before.submission)
    return found


_LATELY = Prepared(
    lambda seat, since: Inbound.objects.filter(
        seat=seat, outcome__in=_READ, received__gt=since
    ).values_list("pk")[:1]
)
"""Whether the seat wrote lately at all; hardly anybody writes twice in so short a time."""


def about(inbound: Inbound) -> Question[Any]:
    """Return the question that is asked first about a mail to a seat."""
    assert inbound.named_seat is not None
    return _LATELY.of(inbound.named_seat, inbound.received - WITHIN)


def _before(inbound: Inbound, within: timedelta) -> tuple[Inbound | None, bool]:
    """Return the last mail of this seat or organiser that did anything, and whether it was asked
    back since."""
    if inbound.seat_id and not _LATELY(inbound.seat_id, inbound.received - within):
        return None, False
    whose = (
        {"seat": inbound.seat} if inbound.seat else {"seat": None, "named_game": inbound.named_game}
    )
    lately = Inbound.objects.filter(
        **whose, outcome__in=_READ, received__gt=inbound.received - within
    ).exclude(pk=inbound.pk)
    rows = lately.select_related("submission").defer("raw").order_by("-received", "-pk")[:_MOST]
    asked_back = False
    for row in rows:
        if row.outcome == Repeated.code:
            asked_back = True
        elif row.submission is not None or _had_effect(row):
            return row, asked_back
    return None, False


def _content(row: Inbound) -> Split:
    """Return the commands and orders of a mail, to be carried out anew."""
    said = [Said(*one)._replace(words=None, done=True) for one in row.said]
    return Split(said, row.submission.text if row.submission else "")


def _same(row: Inbound, found: Split) -> bool:
    said, orders = _content(row)
    if [(one.what, one.rest) for one in said] != [(one.what, one.rest) for one in found.commands]:
        return False
    return _lines(orders) == _lines(storable(found.orders))


def _lines(orders: str) -> list[str]:
    return [line.strip() for line in orders.split("\n") if has_orders(line)]


def _answers_same(row: Inbound, mail: Mail) -> bool:
    """Return whether both mails answer the same mail of ours; if not, their author saw another
    question.

    Asked last, because it reads the raw text of the row.
    """
    named = Mail(bytes(row.raw), headers_only=True).header("In-Reply-To")
    return named.strip() == mail.header("In-Reply-To").strip()


def _had_effect(row: Inbound) -> bool:
    """Return whether the mail had an effect, or will have one when the game comes to it."""
    if row.submission is None:
        said = (Said(*one) for one in row.said)
        return any(one.done and one.words is not None for one in said)
    if row.submission.state == Submission.State.NEW:
        return True
    statuses = {line.status for line in row.submission.report}
    return Status.HELD not in statuses and not statuses.isdisjoint((Status.DONE, Status.COMMAND))


def _is_newest(inbound: Inbound, before: Inbound) -> bool:
    """Return whether the seat has given no other orders since, on the page for example."""
    if before.submission is None or inbound.seat is None:
        return True
    return not inbound.seat.submissions.filter(pk__gt=before.submission.pk).exists()
