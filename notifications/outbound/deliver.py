"""Sends mails: claims rows, hands the mails over, marks each. Every step commits.

If a worker is killed between the receiver's "yes" and our mark, nobody can tell whether the mail
was taken: it is sent again under the same Message-ID, and the receiver sees one mail. So the claim
waits for the disk, and with it all that the mail tells; the mark does not. A living worker renews
its claim (`lease`), and a dead one's lapses within seconds.
"""

import logging
import re
import smtplib
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage

from anymail.exceptions import (
    AnymailError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
    AnymailRequestsAPIError,
    AnymailUnsupportedFeature,
)
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import BadHeaderError, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from notifications import answer_links
from notifications.compose import attachments, html, picture
from notifications.models import Outbox
from notifications.outbound import failing_addresses, lease, turn_ideas, turn_pictures
from notifications.outbound.positions import Positions
from notifications.worker_hints import BATCH
from pbem.models import Game
from pbem.orders.numbers import Listed
from pbem.play import loading
from pbem.play.glossary import MailLinks
from pbem.storage import durability, prepared

log = logging.getLogger(__name__)

FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=6)
MOST_TRIES = 14
LONGEST_BATCH = timedelta(seconds=30)
"""After this long a worker puts back what it has not begun: a task may run for a minute."""
MAP_ID = "map@parsec.post"
_LOGIN = (530, 534, 535, 538)
"""SMTP codes that ask for a login, or for another one."""
_TOO_LARGE = 552
_POLICY = re.compile(rb"5\.7\.")
"""Status codes (RFC 3463) of refusals for what we are or may do, not because nobody has the
address."""
_PASSING = frozenset({401, 402, 403, 404, 407, 408, 425, 429})
"""HTTP codes that may pass: wrong key, unpaid, unknown account, slow down.

Other 4xx codes are about the mail. Any code outside 4xx is no answer, or one that makes no sense.
"""


class NotDelivered(Exception):
    """A mail that was not taken; the text is for staff and names no address."""


class Temporary(NotDelivered):
    """Trying again later may help: the server is away, busy or full, or it refuses us, which the
    operator can mend."""


class NotNow(Temporary):
    """The address takes no mail at the moment: a full mailbox, for example."""


class Permanent(NotDelivered):
    """Trying again cannot help: the mail itself is refused."""


class NoSuchAddress(Permanent):
    """Nobody can be reached there."""


def due_rows() -> QuerySet[Outbox]:
    """Return the rows that should be sent now, including those that a dead process left claimed."""
    now = timezone.now()
    waiting = Q(state=Outbox.State.QUEUED, next_try__lte=now)
    dead = now - timedelta(seconds=settings.PARSEC_CLAIM_SECONDS)
    stale = Q(state=Outbox.State.CLAIMED, claimed_at__lt=dead)
    return Outbox.objects.filter(waiting | stale)


def deliver(outbox_id: int) -> bool:
    """Send one mail, if it is due and no other worker has claimed it. True if it was sent."""
    return bool(_deliver([outbox_id]))


def deliver_these(outbox_ids: Sequence[int]) -> int:
    """Send these mails over one connection, as far as they are due; the number sent."""
    return _deliver(outbox_ids)


def deliver_due(first: int | None = None, most: int = BATCH) -> int:
    """Send this mail and others that are due over one connection; the number sent.

    Where another worker was quicker for all of them, the next ones are looked for: two workers
    that wake at the same moment want the same mails.
    """
    wanted = _due(most) if first is None else [first, *_due(most - 1, but=first)]
    while wanted:
        if claimed := claim(wanted):
            return _send_claimed(claimed)
        wanted = _due(most)
    return 0


def _due(most: int, but: int | None = None) -> list[int]:
    waiting = due_rows().exclude(pk=but or 0).order_by("next_try", "pk")
    return list(waiting.values_list("pk", flat=True)[:most])


def _deliver(wanted: Sequence[int]) -> int:
    claimed = claim(wanted)
    return _send_claimed(claimed) if claimed else 0


def _send_claimed(claimed: Sequence[Outbox]) -> int:
    """Send mails over one connection for as long as a batch may take; the number sent."""
    sent, enough, positions = 0, timezone.now() + LONGEST_BATCH, Positions()
    with lease.kept(claimed[0].claim), _connection() as connection, durability.can_be_repeated():
        for row in claimed:
            if timezone.now() > enough:
                _change(row, state=Outbox.State.QUEUED, tries=row.tries - 1)
            elif connection is None:
                _retry(row, Temporary("NoConnection"))
            else:
                sent += _deliver_one(row, connection, positions)
    return sent


@contextmanager
def _connection() -> Iterator[BaseEmailBackend | None]:
    """Yield a connection that the first mail opens and that is closed at the end, whatever happens.

    None if the settings do not allow one.
    """
    try:
        connection = get_connection()
    except (ImproperlyConfigured, ImportError) as error:
        log.error("no mail can be sent: %s; the doctor says what to correct", _name(error))
        yield None
        return
    try:
        yield connection
    finally:
        _close(connection)


def _close(connection: BaseEmailBackend) -> None:
    try:
        connection.close()
    except (OSError, smtplib.SMTPException) as error:
        log.warning("mail connection not closed: %s", type(error).__name__)


def _deliver_one(row: Outbox, connection: BaseEmailBackend, positions: Positions) -> bool:
    if changed := turn_ideas.put_in(row, positions):
        _change(row, **changed)
    try:
        given = send(row, connection, positions)
    except NoSuchAddress as failure:
        _close(connection)
        if not _to_another_address(row):
            _give_up(row, failure)
        return False
    except Permanent as failure:
        _close(connection)
        _give_up(row, failure)
        return False
    except Temporary as failure:
        _close(connection)
        _retry(row, failure)
        return False
    _change(
        row,
        state=Outbox.State.SENT,
        sent_at=timezone.now(),
        last_error="",
        provider_id=given[:255],
    )
    return True


def _to_another_address(row: Outbox) -> bool:
    """Send the mail to another address of the person, if there is one; the organiser is told that
    this one fails."""
    other = failing_addresses.refused(row)
    if not other:
        return False
    _change(row, state=Outbox.State.QUEUED, address=other, next_try=timezone.now(), tries=0)
    return True


def _give_up(row: Outbox, failure: NotDelivered) -> None:
    _change(row, state=Outbox.State.FAILED, last_error=str(failure))
    log.warning("mail out %s given up after %s tries: %s", row.pk, row.tries, failure)


def message(row: Outbox, positions: Positions | None = None) -> EmailMultiAlternatives:
    """Return the mail of a row, made anew for every try, always with the same Message-ID.

    `positions`: what other mails that go out together have woken.
    """
    headers = {"Message-ID": row.message_id, **row.headers}
    reply_to = headers.pop("Reply-To", "")
    made = EmailMultiAlternatives(
        subject=row.subject,
        body=row.body,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[row.address],
        reply_to=[reply_to] if reply_to else None,
        headers=headers,
    )
    made.metadata = {"outbox": row.pk}  # type: ignore[attr-defined]
    files = attachments.unpacked(row.enclosures)
    files = turn_pictures.drawn(row.game, files, row.language, positions or Positions())
    main = next((file for file in files if file.kind == attachments.PICTURE), None)
    painted = _painted(main.data.decode()) if main and row.html else b""
    if row.html:
        made.attach_alternative(page(row, f"cid:{MAP_ID}" if painted else ""), "text/html")
    if main and painted:
        made.attach(_inline(painted, _file_name(main)))
    for file in files:
        if file.kind != attachments.PICTURE:
            made.attach(file.name, file.data, file.kind)
        elif file is not main and row.html and (beside := _painted(file.data.decode())):
            made.attach(_file_name(file), beside, "image/png")
    return made


def page(row: Outbox, map_address: str = "") -> str:
    """Return the HTML part of a row's mail; `map_address` is where its picture is found."""
    return html.page(
        row.body,
        subject=row.subject,
        language=row.language,
        template=row.template,
        picture=map_address,
        taps=_taps(row),
        names=names_of(row.game),
    )


def names_of(game: Game | None) -> MailLinks | None:
    """Return what links the names in a mail to their texts; None where the mail is about no game,
    or about one that is not on offer any more."""
    if game is None or game.ruleset not in loading.rulesets().by_name:
        return None
    return MailLinks(game.ruleset, str(settings.PARSEC_HOST))


def _taps(row: Outbox) -> list[str]:
    """Return the addresses behind the answers that a mail numbers."""
    listed = Listed.stored(row.listed)
    if listed is None or row.seat is None:
        return []
    numbers = range(1, len(listed.orders) + 1)
    return [answer_links.to_option(row.seat, row.message_id, n) for n in numbers]


def _painted(svg: str) -> bytes:
    """Return the picture as PNG; one that cannot be painted must not keep the mail back."""
    try:
        return picture.png(svg)
    except ValueError as error:
        log.error("picture not painted: %s", type(error).__name__)
        return b""


def _file_name(picture: attachments.Enclosure) -> str:
    """Return a picture, which is kept as SVG, as the PNG that is sent."""
    return f"{picture.name.removesuffix('.svg')}.png"


def _inline(png: bytes, name: str) -> MIMEBase:
    image = MIMEImage(png, "png")
    image.add_header("Content-ID", f"<{MAP_ID}>")
    image.add_header("Content-Disposition", "inline", filename=name)
    return image


def send(
    row: Outbox,
    connection: BaseEmailBackend | None = None,
    positions: Positions | None = None,
) -> str:
    """Hand the mail to Django's mail layer; returns the provider's name for it, if it gives one.

    Raises Temporary or Permanent if the mail is not taken.
    """
    try:
        made = message(row, positions)
        if connection is not None:
            connection.open()
            made.connection = connection
        made.send()
    except smtplib.SMTPException as error:
        raise _of_smtp(error) from None
    except AnymailRequestsAPIError as error:
        code = error.status_code or 0
        passing = code in _PASSING or not 400 <= code < 500
        raise (Temporary if passing else Permanent)(_name(error, code)) from None
    except (AnymailInvalidAddress, AnymailRecipientsRefused) as error:
        raise NoSuchAddress(_name(error)) from None
    except (AnymailUnsupportedFeature, BadHeaderError, UnicodeError, ValueError) as error:
        raise Permanent(_name(error)) from None
    except (OSError, AnymailError, ImproperlyConfigured) as error:
        raise Temporary(_name(error)) from None
    except Exception as error:
        log.error("mail out %s could not be sent: %s", row.pk, _name(error))
        raise Temporary(_name(error)) from None
    status = getattr(made, "anymail_status", None)
    return str(getattr(status, "message_id", "") or "")


def _of_smtp(error: smtplib.SMTPException) -> NotDelivered:
    """Return the failure that an SMTP error means: 5xx for never, 4xx for later.

    But a refusal of us (greeting, login, sender, no right to relay) and not of the mail or its
    reader is ours to mend, so later.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()), (0, b""))
        if code in _LOGIN or _POLICY.match(said):
            return Temporary(_name(error, code))
        return (NoSuchAddress if code >= 500 else NotNow)(_name(error, code))
    code = getattr(error, "smtp_code", 0)
    about_mail = isinstance(error, smtplib.SMTPDataError) or code == _TOO_LARGE
    never = about_mail and code >= 500 and code not in _LOGIN
    return (Permanent if never else Temporary)(_name(error, code))


def _name(error: Exception, code: int = 0) -> str:
    return f"{type(error).__name__} {code}" if code else type(error).__name__


def claim(wanted: Sequence[int]) -> list[Outbox]:
    """Claim those of the rows that are due and not claimed by another worker."""
    name = uuid.uuid4().hex
    taken = due_rows().filter(pk__in=wanted)
    now = timezone.now()
    if not taken.update(
        state=Outbox.State.CLAIMED, claimed_at=now, claim=name, tries=F("tries") + 1
    ):
        return []
    rows = Outbox.objects.filter(pk__in=wanted, claim=name)
    return list(rows.select_related("game", "seat__player").order_by("pk"))


def _retry(row: Outbox, failure: Temporary) -> None:
    """Try again later; after many tries, an address that is still not taken counts as failing."""
    if row.tries >= MOST_TRIES:
        if not (isinstance(failure, NotNow) and _to_another_address(row)):
            _give_up(row, failure)
        return
    wait = min(FIRST_WAIT * 2 ** min(row.tries - 1, 20), LONGEST_WAIT)
    later = timezone.now() + wait
    _change(row, state=Outbox.State.QUEUED, next_try=later, last_error=str(failure))


def _change(row: Outbox, **changes: object) -> None:
    """Change the row, if our claim still holds: a stale claim belongs to another worker."""
    mine = {"id": row.pk, "state": Outbox.State.CLAIMED, "claim": row.claim}
    prepared.change(Outbox, mine, changes)
