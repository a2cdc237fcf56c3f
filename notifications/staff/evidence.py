"""The mails as evidence for the referee, and as numbers for the operator.

Whoever looks at a mail here must not be able to speak for its sender: reply keys and links are
taken out.
"""

import re
from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count, Min

from notifications.inbound import authentication
from notifications.inbound.mime import Mail, Tangled, TooLong, Unreadable
from notifications.keys import Kind
from notifications.models import Inbound, Outbox
from pbem.models import Game, Submission
from pbem.operations import metrics
from pbem.ports import Metric, ReceivedMail, SentMail

_KEY = re.compile(rf"\b((?:{'|'.join(Kind)})\+[A-Za-z0-9]*-)[A-Za-z0-9]+(?=@)")
_LINK = re.compile(r"https?://[^\s<>\"']+")
LONGEST = 100_000


def unkeyed(text: str) -> str:
    """`text` without anything that lets its reader act for somebody else."""
    return _LINK.sub("<link>", _KEY.sub(r"\1…", text))


def _readable(mail: Mail) -> str:
    """Return the headers as they came, and the decoded text: a key could hide in base64."""
    headers = "\n".join(f"{name}: {value}" for name, value in mail.message.raw_items())
    try:
        text = mail.text
    except (Unreadable, TooLong, Tangled) as trouble:
        text = f"({type(trouble).__name__})"
    return f"{headers}\n\n{text}"[:LONGEST]


class Mails:
    """The mails of a game as evidence for the referee: see `ports.MailEvidence`."""

    def received(self, submission: Submission) -> ReceivedMail | None:
        row = Inbound.objects.filter(submission=submission).first()
        if row is None:
            return None
        mail = Mail(bytes(row.raw))
        return ReceivedMail(
            raw=unkeyed(_readable(mail)),
            sender=mail.sender,
            received=row.received,
            verdict=authentication.verdict(mail, mail.sender).words,
            outcome=row.outcome,
        )

    def telling_of(self, game: Game, seq: int) -> Iterator[SentMail]:
        """For each seat, the first mail that told rulings as far as `seq`."""
        rows = Outbox.objects.filter(game=game, seat__isnull=False, told_seq__gte=seq)
        first = rows.order_by("seat").values("seat").annotate(first=Min("pk")).values("first")
        for row in Outbox.objects.filter(pk__in=first).select_related("seat"):
            assert row.seat is not None
            yield SentMail(
                seat=row.seat.number,
                to=row.address,
                subject=row.subject,
                body=unkeyed(row.body),
                state=row.get_state_display(),
                sent=row.sent_at,
            )


def metrics_of_mails(now: datetime) -> Iterator[Metric]:
    """Metrics: mails by what became of them, and how long the oldest one waits."""
    out = Outbox.objects.values_list("state").annotate(n=Count("pk")).order_by("state")
    yield metrics.by("mails_out", "Mails out, by state.", "state", out)
    read = Inbound.objects.exclude(outcome="").values_list("outcome").annotate(n=Count("pk"))
    words = "Mails read, by what became of them."
    yield metrics.by("mails_in_total", words, "outcome", read.order_by("outcome"), "counter")
    unread = Inbound.objects.filter(state=Inbound.State.NEW)
    yield metrics.gauge("mails_unread", "Mails stored and not read.", unread.count())
    oldest = unread.aggregate(at=Min("received"))["at"]
    words = "Age of the oldest unread mail."
    yield metrics.gauge("mail_in_age_seconds", words, metrics.age(now, oldest))
    shunted = Inbound.objects.filter(state=Inbound.State.SHUNTED).count()
    yield metrics.gauge("mails_shunted", "Mails that need a person.", shunted)
    waiting = Outbox.objects.filter(state=Outbox.State.QUEUED, next_try__lte=now)
    oldest = waiting.aggregate(at=Min("next_try"))["at"]
    words = "How long the oldest mail has been due to go out."
    yield metrics.gauge("mail_out_age_seconds", words, metrics.age(now, oldest))
