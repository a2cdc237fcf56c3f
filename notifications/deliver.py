"""Sending: claim the row, hand the mail over, mark it. Every step commits.

A kill between the receiver's "yes" and our mark cannot be told from a "no": the mail is sent
again under the same Message-ID, and the receiver sees one mail.
"""

import logging
import smtplib
from datetime import timedelta

from anymail.exceptions import (
    AnymailConfigurationError,
    AnymailError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
    AnymailRequestsAPIError,
    AnymailUnsupportedFeature,
)
from django.conf import settings
from django.core.mail import BadHeaderError, EmailMessage
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from notifications.models import Outbox

log = logging.getLogger(__name__)

FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=6)
MOST_TRIES = 14


class Failure(Exception):
    """A mail that was not taken; the text is for staff and names no address."""


class Temporary(Failure):
    """Later may be better: the server is away, busy or full."""


class Permanent(Failure):
    """Trying again cannot help: there is no such address, or the mail itself is refused."""


def due() -> QuerySet[Outbox]:
    """Rows that should be sent now, with those that a dead process left claimed."""
    now = timezone.now()
    waiting = Q(state=Outbox.State.QUEUED, next_try__lte=now)
    dead = now - timedelta(seconds=settings.PARSEC_CLAIM_SECONDS)
    stale = Q(state=Outbox.State.CLAIMED, claimed_at__lt=dead)
    return Outbox.objects.filter(waiting | stale)


def deliver(outbox_id: int) -> bool:
    """Send one mail if it is due and nobody else is at it. True when it was sent now."""
    if not _claim(outbox_id):
        return False
    row = Outbox.objects.get(pk=outbox_id)
    try:
        send(row)
    except Permanent as failure:
        _settle(row, state=Outbox.State.FAILED, last_error=str(failure))
        log.warning("mail out %s given up: %s", row.pk, failure)
        return False
    except Temporary as failure:
        _retry(row, str(failure))
        return False
    _settle(row, state=Outbox.State.SENT, sent_at=timezone.now(), last_error="")
    return True


def message(row: Outbox) -> EmailMessage:
    """The mail of a row; made anew for every try, always with the same Message-ID."""
    headers = {"Message-ID": row.message_id, **row.headers}
    reply_to = headers.pop("Reply-To", "")
    return EmailMessage(
        subject=row.subject,
        body=row.body,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[row.address],
        reply_to=[reply_to] if reply_to else None,
        headers=headers,
    )


def send(row: Outbox) -> None:
    """Hand the mail to Django's mail layer; Temporary or Permanent when it is not taken."""
    try:
        message(row).send()
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        raise _of_code(error, min(codes, default=0)) from None
    except smtplib.SMTPResponseException as error:
        raise _of_code(error, error.smtp_code) from None
    except AnymailRequestsAPIError as error:
        code = error.status_code or 0
        passing = code in (0, 408, 425, 429) or code >= 500
        raise (Temporary if passing else Permanent)(_name(error, code)) from None
    except (
        AnymailConfigurationError,
        AnymailInvalidAddress,
        AnymailRecipientsRefused,
        AnymailUnsupportedFeature,
        BadHeaderError,
        UnicodeError,
        ValueError,
    ) as error:
        raise Permanent(_name(error)) from None
    except (OSError, smtplib.SMTPException, AnymailError) as error:
        raise Temporary(_name(error)) from None


def _of_code(error: Exception, code: int) -> Failure:
    """SMTP says 5xx for never, 4xx for later; a refused login (535) is ours to mend, so later."""
    never = 500 <= code < 600 and not isinstance(error, smtplib.SMTPAuthenticationError)
    return (Permanent if never else Temporary)(_name(error, code))


def _name(error: Exception, code: int = 0) -> str:
    return f"{type(error).__name__} {code}" if code else type(error).__name__


def _claim(outbox_id: int) -> bool:
    taken = due().filter(pk=outbox_id)
    now = timezone.now()
    return bool(taken.update(state=Outbox.State.CLAIMED, claimed_at=now, tries=F("tries") + 1))


def _retry(row: Outbox, why: str) -> None:
    if row.tries >= MOST_TRIES:
        _settle(row, state=Outbox.State.FAILED, last_error=why)
        log.warning("mail out %s given up after %s tries: %s", row.pk, row.tries, why)
        return
    wait = min(FIRST_WAIT * 2 ** min(row.tries - 1, 20), LONGEST_WAIT)
    _settle(row, state=Outbox.State.QUEUED, next_try=timezone.now() + wait, last_error=why)


def _settle(row: Outbox, **changes: object) -> None:
    """Only while the claim is still ours: a claim that went stale belongs to somebody else."""
    Outbox.objects.filter(pk=row.pk, state=Outbox.State.CLAIMED, claimed_at=row.claimed_at).update(
        **changes
    )
