"""manage.py smtpdoor: the process that takes mail in."""

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from notifications import door


class Command(BaseCommand):
    help = "Take mail by SMTP at PARSEC_SMTP_DOOR until stopped."

    def handle(self, *args: Any, **options: Any) -> None:
        address = settings.PARSEC_SMTP_DOOR
        try:
            asyncio.run(self._stand_open(address.host, address.port))
        except OSError as problem:
            words = f"The SMTP door cannot open at {address}: {problem.strerror}."
            raise CommandError(words) from None

    async def _stand_open(self, host: str, port: int) -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        await door.serve(host, port, stop, self._ready)
        self.stdout.write("The SMTP door is closed.")

    def _ready(self, port: int) -> None:
        self.stdout.write(f"The SMTP door is open at {settings.PARSEC_SMTP_DOOR}.")
        self.stdout.flush()
