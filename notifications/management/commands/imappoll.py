"""manage.py imappoll: the process that looks into a mailbox for replies."""

import logging
import signal
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, close_old_connections

from notifications.inbound import imap

log = logging.getLogger(__name__)

LONGEST_WAIT = 600


class Command(BaseCommand):
    help = "Look into the mailbox IMAP_URL every PARSEC_IMAP_SECONDS, until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="look once, then end")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.IMAP_URL is None:
            raise CommandError("IMAP_URL is not set: imaps://user:password@host/INBOX?done=Archive")
        if options["once"]:
            try:
                self.stdout.write(f"{self._look()} mail(s) stored.")
            except (*imap.TROUBLE, DatabaseError) as problem:
                why = imap.explained(problem, settings.IMAP_URL)
                raise CommandError(f"The mailbox cannot be read: {why}.") from None
            return
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        wait = float(settings.PARSEC_IMAP_SECONDS)
        while not stop.is_set():
            more = False
            try:
                more = self._look(stop) == imap.AT_ONCE
                wait = float(settings.PARSEC_IMAP_SECONDS)
            except (*imap.TROUBLE, DatabaseError) as problem:
                why = imap.explained(problem, settings.IMAP_URL)
                log.warning("imap: %s; trying again in %d s", why, wait)
                wait = min(2 * wait, LONGEST_WAIT)
            close_old_connections()
            if not more:
                stop.wait(wait)

    def _look(self, stop: threading.Event | None = None) -> int:
        mailbox = settings.IMAP_URL
        assert mailbox is not None
        with imap.opened(mailbox) as box:
            return imap.collect(box, mailbox.done, stop.is_set if stop else bool)
