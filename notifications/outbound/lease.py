"""Keeps a worker's claim on mails alive while it sends them.

A claim is short, so that what a killed worker had in hand is soon sent by another; and it is
renewed as long as its owner lives, so that a slow mail server makes nobody send a mail twice.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.utils import timezone

from notifications.models import Outbox

log = logging.getLogger(__name__)

BEATS = 4
"""How often a claim is renewed before it would lapse."""


@contextmanager
def kept(claim: str) -> Iterator[None]:
    """Renew the claim of this name from a thread until the block ends."""
    over = threading.Event()
    beating = threading.Thread(target=_renew_until, args=(claim, over), daemon=True)
    beating.start()
    try:
        yield
    finally:
        over.set()
        beating.join()


def renew(claim: str) -> None:
    """Let the claim on what is not sent yet begin anew."""
    mine = Outbox.objects.filter(claim=claim, state=Outbox.State.CLAIMED)
    mine.update(claimed_at=timezone.now())


def _renew_until(claim: str, over: threading.Event) -> None:
    """Renew until told to stop. One beat that fails is no harm: the next one is seconds away."""
    beat = settings.PARSEC_CLAIM_SECONDS / BEATS
    while not over.wait(beat):
        try:
            renew(claim)
        except (DatabaseError, InterfaceError) as error:
            log.warning("claim not renewed: %s", type(error).__name__)
        finally:
            connection.close()
