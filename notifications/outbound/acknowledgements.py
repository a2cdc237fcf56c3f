"""The acknowledgement of orders, and what else belongs into the same mail."""

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext as _

from notifications import matches
from notifications.commands.base import Said
from notifications.compose import notes
from notifications.compose.layout import block
from notifications.compose.notes import Note, Pace
from notifications.models import Inbound
from notifications.outbound import outbox, replies
from pbem import signals
from pbem.models import Seat, Submission
from pbem.orders import reports, undo
from pbem.play import preview
from pbem.storage.prepared import Prepared, Question
from pbem.storage.report_field import Status
from rules.kernel.codec import encode
from rules.kernel.match import Match
from rules.kernel.records.record import Ruling

_ASKED_TOO = Prepared(lambda pk: Inbound.objects.filter(submission=pk).exclude(said=[]))


def asked_along(game_id: int, because_of: Submission | None) -> list[Question[Any]]:
    """Return the question that is asked when orders are answered; see `pbem.ports`."""
    return [] if because_of is None else [_ASKED_TOO.of(because_of.pk)]


@receiver(signals.submission_answered)
def on_submission_answered(
    submission: Submission,
    match: Match | None = None,
    newest: Ruling | None = None,
    **_more: object,
) -> None:
    """Tell the author of orders what became of them: the answers to commands of the same mail,
    what waiting orders will lead to, and the acknowledgement itself."""
    if submission.door == Submission.WEB or replies.is_noise(submission):
        return
    tell = partial(
        outbox.tell if match is None else outbox.note, submission.game, submission.seat_id
    )
    inbound = _ASKED_TOO.first(submission.pk)
    if inbound is not None:
        said = [Said(*one) for one in inbound.said]
        tell(
            lambda seat, match: replies.answers_note(inbound, seat, said, match, alone=False),
            submission.pk,
        )
    waiting = [e.text for e in reports.orders(submission) if e.status == Status.WAITING]
    if waiting and match is not None and match.ask is not None and match.ask.mode == "one":
        tell(lambda seat, match: _foreseen(submission, seat, waiting), submission.pk)
    tell(lambda seat, match: _acknowledgement(submission, seat, newest), submission.pk)


def _acknowledgement(submission: Submission, seat: Seat, newest: Ruling | None) -> Note:
    """Return the acknowledgement; its key changes with the report, so it is told again only if
    something in the report is new."""
    digest = sha256(encode(submission.report)).hexdigest()[:12]
    done = any(line.status == Status.DONE for line in submission.report)
    barrier = undo.barrier(seat.game, seat, newest) if done else ""
    return notes.acknowledgement(submission, f"ack/{submission.receipt}/{digest}", barrier)


def _foreseen(submission: Submission, seat: Seat, waiting: Sequence[str]) -> Note | None:
    """Return what waiting orders will lead to, where they wait though nobody else is asked."""
    match = matches.awake(seat.game)
    if match is None or not match.open_for(seat.number):
        return None
    foreseen = preview.check(match, seat.number, "\n".join(waiting)).foreseen
    if not foreseen:
        return None
    text = block(_("What can be foreseen"), foreseen)
    return Note(f"foreseen/{submission.receipt}", 61, _("Your orders"), text, pace=Pace.ANSWER)
