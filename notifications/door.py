"""The SMTP door: takes mail for our keys, keeps it, and only then says yes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import close_old_connections

from notifications import identify, intake, keys

log = logging.getLogger(__name__)

MOST_BYTES = 5 * 2**20
MOST_RECIPIENTS = 20
PATIENCE = 10.0
"""Seconds that mails on their way in are waited for when the door closes."""
TRY_LATER = "451 4.3.0 The mail cannot be kept at the moment; please try again"

Runner = Callable[..., Awaitable[Any]]


async def in_thread(work: Callable[..., Any], *args: Any, **more: Any) -> Any:
    """Database work does not belong into the event loop."""

    def run() -> Any:
        close_old_connections()
        try:
            return work(*args, **more)
        finally:
            close_old_connections()

    return await asyncio.to_thread(run)


class Handler:
    """What aiosmtpd asks at each step of a delivery."""

    def __init__(self, run: Runner = in_thread) -> None:
        self._run = run
        self.busy = 0

    async def handle_RCPT(  # noqa: N802 (the name is aiosmtpd's)
        self, server: Any, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Refuse here, with words: the sender's own server then tells them."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients in one mail"
        try:
            refused: str = await self._run(identify.refusal, address)
        except Exception as error:
            return await self.handle_exception(error)
        if refused:
            return refused
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802
        self, server: Any, session: Session, envelope: Envelope
    ) -> str:
        """Yes means: it is in the database."""
        raw = envelope.content
        self.busy += 1
        try:
            row, created = await self._run(
                intake.store,
                raw if isinstance(raw, bytes) else str(raw or "").encode("utf-8", "replace"),
                door="smtp",
                sender=envelope.mail_from or "",
                recipients=list(envelope.rcpt_tos),
            )
        except Exception as error:
            return await self.handle_exception(error)
        finally:
            self.busy -= 1
        log.info("mail in %s stored%s", row.pk, "" if created else " before")
        return "250 2.0.0 Stored"

    async def handle_exception(self, error: Exception) -> str:
        """Whatever went wrong here, the sender's server keeps the mail and comes again."""
        log.error("smtp door: %s", type(error).__name__)
        return TRY_LATER


def protocol(handler: Handler) -> SMTP:
    return SMTP(
        handler,
        data_size_limit=MOST_BYTES,
        enable_SMTPUTF8=True,
        hostname=keys.domain(),
        ident="Parsec Post",
    )


async def serve(
    host: str,
    port: int,
    stop: asyncio.Event,
    ready: Callable[[int], None],
    handler: Handler | None = None,
) -> None:
    """Stand open until `stop`; then take no more and finish what is under way."""
    handler = handler or Handler()
    # aiosmtpd writes every line of a conversation to this log, and with it reply keys.
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: protocol(handler), host, port)
    ready(server.sockets[0].getsockname()[1])
    try:
        await stop.wait()
    finally:
        server.close()
        until = loop.time() + PATIENCE
        while handler.busy and loop.time() < until:
            await asyncio.sleep(0.05)
