"""Mail in from a plain mailbox: look, store, and only then put the mail away.

A mail that was stored but not put away, because the connection broke between the two, is found
again, and storing it again changes nothing.
"""

import logging
from collections.abc import Callable
from typing import Any, Protocol

from imap_tools import AND, BaseMailBox, MailBox, MailBoxUnencrypted, MailMessageFlags

from notifications import intake
from pbem.services.environment import Imap

log = logging.getLogger(__name__)

TIMEOUT = 30
AT_ONCE = 50
"""Mails of one look; the next is seconds away."""


class Box(Protocol):
    """What is used of an imap_tools mailbox. `client` is the standard library's connection: it
    alone gives a mail's very bytes."""

    client: Any

    def uids(self, criteria: Any) -> list[str]: ...
    def move(self, uid_list: Any, destination_folder: str) -> Any: ...
    def flag(self, uid_list: Any, flag_set: Any, value: bool) -> Any: ...


def opened(imap: Imap) -> BaseMailBox:
    """A connection; it logs in and chooses the folder. Raises imap_tools' or socket errors."""
    kind = MailBox if imap.tls else MailBoxUnencrypted
    box = kind(imap.host, imap.port, timeout=TIMEOUT)
    box.login(imap.user, imap.password, initial_folder=imap.folder)
    return box


def collect(box: Box, done: str = "", stop: Callable[[], bool] = lambda: False) -> int:
    """Store what nobody has seen, and mark it seen or move it to `done`; how many."""
    count = 0
    for uid in box.uids(AND(seen=False))[:AT_ONCE]:
        raw = _raw(box, uid)
        if raw is None:
            continue
        intake.store(raw, door="imap")
        if done:
            box.move([uid], done)
        else:
            box.flag([uid], [MailMessageFlags.SEEN], True)
        count += 1
        if stop():
            break
    if count:
        log.info("imap: %s mail(s) stored", count)
    return count


def _raw(box: Box, uid: str) -> bytes | None:
    """None: somebody else has taken it away meanwhile."""
    _, parts = box.client.uid("FETCH", uid, "(BODY.PEEK[])")
    return next((bytes(part[1]) for part in parts if isinstance(part, tuple)), None)
