"""manage.py smtpdoor: the process that takes mail in."""

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from notifications.inbound import smtp_door
from pbem.services.environment import Address


class Command(BaseCommand):
    help = "Take mail by SMTP at PARSEC_SMTP_DOOR, and by LMTP at PARSEC_LMTP_DOOR if it is set."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            asyncio.run(self._stand_open())
        except OSError as problem:
            words = f"The SMTP door cannot open at {settings.PARSEC_SMTP_DOOR}"
            if settings.PARSEC_LMTP_DOOR:
                words += f" or {settings.PARSEC_LMTP_DOOR}"
            raise CommandError(f"{words}: {problem.strerror}.") from None

    async def _stand_open(self) -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        handler = smtp_door.Handler()
        doors = [self._serve(settings.PARSEC_SMTP_DOOR, False, stop, handler)]
        if settings.PARSEC_LMTP_DOOR:
            doors.append(self._serve(settings.PARSEC_LMTP_DOOR, True, stop, handler))
        await asyncio.gather(*doors)
        self.stdout.write("The SMTP door is closed.")

    async def _serve(
        self, address: Address, lmtp: bool, stop: asyncio.Event, handler: smtp_door.Handler
    ) -> None:
        def ready(port: int) -> None:
            self.stdout.write(f"The {'LMTP' if lmtp else 'SMTP'} door is open at {address}.")
            self.stdout.flush()

        await smtp_door.serve(address.host, address.port, stop, ready, handler, lmtp)
