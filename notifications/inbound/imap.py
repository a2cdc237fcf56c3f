"""Mail in from a plain mailbox: find it, store it, and only then put it away.

If the connection breaks between the last two, the mail is found again; storing it again changes
nothing.
"""

import imaplib
import logging
import ssl
from collections.abc import Callable

from django.db import DatabaseError, InterfaceError, OperationalError
from imap_tools import AND, BaseMailBox, MailBox, MailBoxUnencrypted, MailMessageFlags
from imap_tools.errors import (
    ImapToolsError,
    MailboxCopyError,
    MailboxFolderSelectError,
    MailboxLoginError,
    MailboxMoveError,
)

from notifications.inbound import storing
from pbem.services.environment import Imap

log = logging.getLogger(__name__)

TIMEOUT = 30
AT_ONCE = 50
"""The most new mails that one look at the mailbox takes in."""


TROUBLE = (ImapToolsError, imaplib.IMAP4.error, OSError)
"""What goes wrong with a mailbox or the way to it."""


def opened(imap: Imap, timeout: float = TIMEOUT) -> BaseMailBox:
    """Connect, log in and choose the folder. Raises what is in TROUBLE.

    With TLS the server must prove its name before it hears the password: the library's own default
    takes any certificate.
    """
    box: BaseMailBox
    if imap.tls:
        proof = ssl.create_default_context(cafile=imap.ca or None)
        box = MailBox(imap.host, imap.port, timeout=timeout, ssl_context=proof)
    else:
        box = MailBoxUnencrypted(imap.host, imap.port, timeout=timeout)
    box.login(imap.user, imap.password, initial_folder=imap.folder)
    return box


def explained(problem: Exception, imap: Imap) -> str:
    """Say what is wrong and what to do about it.

    Never in the server's own words, which could repeat the login.
    """
    if isinstance(problem, DatabaseError):
        return f"the database is not there ({type(problem).__name__}): start it, or wait"
    if isinstance(problem, MailboxLoginError):
        return "the login is refused: correct user and password in IMAP_URL"
    if isinstance(problem, MailboxFolderSelectError):
        return f"there is no folder {imap.folder!r}: correct the path of IMAP_URL"
    if isinstance(problem, MailboxCopyError | MailboxMoveError):
        return f"mails cannot be moved to {imap.done!r}: create that folder, or correct done="
    if isinstance(problem, ssl.SSLCertVerificationError):
        return (
            f"{imap.host} does not prove that it is {imap.host} ({problem.verify_message}): "
            "correct the name in IMAP_URL, or name the authority of its certificate with ca="
        )
    where = f"{imap.host}:{imap.port}"
    why = getattr(problem, "strerror", None) or type(problem).__name__
    return f"{where} does not answer as it should ({why}): correct IMAP_URL, or wait"


def collect(box: BaseMailBox, done: str = "", stop: Callable[[], bool] = lambda: False) -> int:
    """Store unseen mails and mark them seen or move them to `done`; the number of new ones.

    A mail that cannot be stored or put away stays unseen and does not keep the others out.
    """
    count = 0
    stuck: ImapToolsError | None = None
    for uid in box.uids(AND(seen=False)):
        raw = _raw(box, uid)
        new = None if raw is None else _stored(raw, uid)
        if new is None:
            continue
        try:
            if done:
                box.move([uid], done)
            else:
                box.flag([uid], [MailMessageFlags.SEEN], True)
        except ImapToolsError as problem:
            stuck = problem
        count += new
        if count == AT_ONCE or stop():
            break
    if count:
        log.info("imap: %s mail(s) stored", count)
    if stuck is not None:
        raise stuck
    return count


def _stored(raw: bytes, uid: str) -> bool | None:
    """Store a mail; True if it is new, None if it cannot be stored.

    Raises if the database is away; trouble with one mail is logged.
    """
    try:
        return storing.store(raw, door="imap")[1]
    except (OperationalError, InterfaceError):
        raise
    except Exception as surprise:
        log.error("imap: mail %s cannot be stored: %s", uid, type(surprise).__name__)
        return None


def _raw(box: BaseMailBox, uid: str) -> bytes | None:
    """Return the bytes of a mail; of one that is too large, enough to know that. None: it was taken
    away.

    Only the standard library's connection gives the bytes as they are.
    """
    _, parts = box.client.uid("FETCH", uid, f"(BODY.PEEK[]<0.{storing.MOST_BYTES + 1}>)")
    return next((bytes(part[1]) for part in parts if isinstance(part, tuple)), None)
