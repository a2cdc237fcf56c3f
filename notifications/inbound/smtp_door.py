"""The SMTP and LMTP door: takes mail for our keys, keeps it, and only then says yes."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from typing import Any, AnyStr

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import close_old_connections

from notifications import keys
from notifications.inbound import identify, storing

log = logging.getLogger(__name__)

MOST_RECIPIENTS = 20
MOST_REFUSALS = 10
"""The number of wrong recipients after which a conversation is ended: nobody may try out addresses.
"""
MOST_CONNECTIONS = 100
MOST_CONNECTIONS_OF_ONE = 30
MOST_MAILS_A_MINUTE = 60
"""The most mails of one sender in a minute; a person who writes more is a machine.

Counted by sender, not by peer, because a relay carries many senders.
"""
MOST_SENDERS_REMEMBERED = 10_000
IDLE_SECONDS = 60
LONGEST_LINE = 2**17
"""The longest line that is read: some programs write a whole HTML mail in one."""
MOST_UNANSWERED = 10 * storing.MOST_BYTES
"""The most bytes that are read without our answer.

aiosmtpd reads a mail that is too large to its end, to say so, and keeps a line until it ends.
"""
PATIENCE = 10.0
"""The seconds for which a closing door waits for mails that are coming in."""
TRY_LATER = "451 4.3.0 The mail cannot be kept at the moment; please try again"

Runner = Callable[..., Awaitable[Any]]


async def in_thread(work: Callable[..., Any], *args: Any, **more: Any) -> Any:
    """Run database work in a thread, because it would block the event loop."""

    def run() -> Any:
        close_old_connections()
        try:
            return work(*args, **more)
        finally:
            close_old_connections()

    return await asyncio.to_thread(run)


class Limits:
    """Counts how much one peer and one sender ask of the door."""

    def __init__(self) -> None:
        self.connections: Counter[str] = Counter()
        self._mails: dict[str, deque[float]] = {}

    def full_for(self, peer: str) -> bool:
        everybody = self.connections.total() >= MOST_CONNECTIONS
        return everybody or self.connections[peer] >= MOST_CONNECTIONS_OF_ONE

    def too_many_from(self, sender: str) -> bool:
        """Return whether this mail is one too many from its sender; if not, it is counted."""
        now = time.monotonic()
        if len(self._mails) > MOST_SENDERS_REMEMBERED:
            self._mails.clear()
        lately = self._mails.setdefault(sender.lower(), deque())
        while lately and now - lately[0] > 60:
            lately.popleft()
        if len(lately) >= MOST_MAILS_A_MINUTE:
            return True
        lately.append(now)
        return False


class Handler:
    """Answers aiosmtpd at each step of a delivery."""

    def __init__(self, run: Runner = in_thread) -> None:
        self._run = run
        self.busy = 0
        self.limits = Limits()

    async def handle_RCPT(  # noqa: N802 (the name is aiosmtpd's)
        self, server: Any, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take the recipient, or refuse it with words, which the sender's own server then tells
        them."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients in one mail"
        refusals = getattr(session, "refusals", 0)
        if refusals >= MOST_REFUSALS:
            return "421 4.7.0 Too many wrong recipients; come back later"
        try:
            refused: str = await self._run(identify.refusal, address)
        except Exception as error:
            return await self.handle_exception(error)
        if refused:
            session.refusals = refusals + 1  # type: ignore[attr-defined]
            return refused
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802
        self, server: Any, session: Session, envelope: Envelope
    ) -> str:
        """Store the mail; a yes means that it is in the database."""
        if envelope.mail_from and self.limits.too_many_from(envelope.mail_from):
            return "450 4.7.1 Too many mails from this sender within a minute; try again later"
        raw = envelope.content
        self.busy += 1
        try:
            row, created = await self._run(
                storing.store,
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
        """Answer that the mail cannot be kept now: the sender's server keeps it and tries again."""
        log.error("smtp door: %s", type(error).__name__)
        return TRY_LATER


class _Limited(SMTP):
    """An SMTP conversation that is refused where too many are under way."""

    line_length_limit = LONGEST_LINE
    unanswered = 0

    async def push(self, status: AnyStr) -> None:
        """Send an answer; after 421, which ends the conversation, the connection is closed."""
        self.unanswered = 0
        await super().push(status)
        if status[:3] in ("421", b"421") and self.transport is not None:
            self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        limits: Limits = self.event_handler.limits
        self.counted_as = str((transport.get_extra_info("peername") or ("unix",))[0])
        self.turned_away = limits.full_for(self.counted_as)
        if self.turned_away:
            assert isinstance(transport, asyncio.Transport)
            transport.write(b"421 4.7.0 Too many connections; come back later\r\n")
            transport.close()
            return
        limits.connections[self.counted_as] += 1
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self.turned_away:
            return
        limits: Limits = self.event_handler.limits
        limits.connections[self.counted_as] -= 1
        limits.connections += Counter()  # forgets who has none
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self.unanswered += len(data)
        if self.unanswered > MOST_UNANSWERED and self.transport is not None:
            assert isinstance(self.transport, asyncio.WriteTransport)
            self.transport.abort()
        elif not self.turned_away:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        return False if self.turned_away else super().eof_received()


class _LimitedLMTP(_Limited, LMTP):
    """An LMTP conversation, for a mail server on this machine.

    Its answer to a mail is given once for every recipient, also if the mail is not even looked at.
    """

    answers = 1

    async def push(self, status: AnyStr) -> None:
        line = status.decode() if isinstance(status, bytes) else status
        times, self.answers = self.answers, 1
        if line.startswith("354") and self.envelope is not None:
            self.answers = len(self.envelope.rcpt_tos)
        await super().push("\r\n".join([line] * times))


def protocol(handler: Handler, lmtp: bool = False) -> SMTP:
    kind = _LimitedLMTP if lmtp else _Limited
    return kind(
        handler,
        data_size_limit=storing.MOST_BYTES,
        enable_SMTPUTF8=True,
        hostname=keys.domain(),
        ident="Parsec Post",
        timeout=IDLE_SECONDS,
    )


async def serve(
    host: str,
    port: int,
    stop: asyncio.Event,
    ready: Callable[[int], None],
    handler: Handler | None = None,
    lmtp: bool = False,
) -> None:
    """Take mail until `stop` is set; then take no more and finish what is under way."""
    handler = handler or Handler()
    # aiosmtpd writes every line of a conversation to this log, and with it reply keys.
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: protocol(handler, lmtp), host, port)
    ready(server.sockets[0].getsockname()[1])
    try:
        await stop.wait()
    finally:
        server.close()
        until = loop.time() + PATIENCE
        while handler.busy and loop.time() < until:
            await asyncio.sleep(0.05)
