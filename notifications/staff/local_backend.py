"""The demo's mail backend: every mail that is sent stays on this machine, as a file to look at."""

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import getaddresses
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage as DjangoMessage
from django.core.mail.backends.base import BaseEmailBackend

from notifications.inbound import mime

BACKEND = "notifications.staff.local_backend.LocalMailboxBackend"


class LocalMailboxBackend(BaseEmailBackend):
    """Keeps mails in var/mailbox. A mail sent twice is still one file, named by its Message-ID."""

    def send_messages(self, email_messages: Sequence[DjangoMessage]) -> int:
        folder().mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            _keep(message.message().as_bytes())
        return len(email_messages)


@dataclass(frozen=True)
class File:
    """A file in a mail; `cid` is how the HTML refers to it."""

    number: int
    name: str
    kind: str
    cid: str
    data: bytes


@dataclass(frozen=True)
class LocalMail:
    """A mail in the local mailbox."""

    id: str
    raw: bytes
    mail: EmailMessage
    kept: float

    @property
    def subject(self) -> str:
        return mime.header(self.mail, "Subject")

    @property
    def sender(self) -> str:
        return mime.header(self.mail, "From")

    @property
    def recipients(self) -> list[str]:
        return [a.lower() for _, a in getaddresses([mime.header(self.mail, "To")]) if a]

    @property
    def reply_to(self) -> str:
        return mime.header(self.mail, "Reply-To")

    @property
    def message_id(self) -> str:
        return mime.header(self.mail, "Message-ID")

    @property
    def date(self) -> datetime:
        return datetime.fromtimestamp(self.kept, UTC)

    @property
    def text(self) -> str:
        return self._body("plain")

    @property
    def html(self) -> str:
        return self._body("html")

    def _body(self, kind: str) -> str:
        part = self.mail.get_body((kind,))
        return str(part.get_content()) if part is not None else ""

    @property
    def files(self) -> list["File"]:
        """Pictures and attachments, in their order in the mail."""
        found: list[File] = []
        for part in self.mail.walk():
            name, data = part.get_filename(), part.get_payload(decode=True)
            if name:
                cid = str(part["Content-ID"] or "").strip("<>")
                raw = data if isinstance(data, bytes) else b""
                found.append(File(len(found), name, part.get_content_type(), cid, raw))
        return found

    @property
    def source(self) -> str:
        return self.raw.decode("utf-8", "replace")


def configured() -> bool:
    """Return whether this is a demo: mails stay here, and only then may anybody read them on a
    page. On a production server never, whatever its mail settings say."""
    return bool(settings.EMAIL_BACKEND == BACKEND) and not settings.PRODUCTION


def folder() -> Path:
    return Path(settings.VAR) / "mailbox"


def mails(address: str = "") -> list[LocalMail]:
    """Return the kept mails, newest last: all of them, or those to one address."""
    found = [_kept(path, path.stat().st_mtime) for path in folder().glob("*.eml")]
    wanted = [kept for kept in found if not address or address.lower() in kept.recipients]
    return sorted(wanted, key=lambda kept: (kept.kept, kept.id))


def mail(id: str) -> LocalMail | None:
    path = folder() / f"{id}.eml"
    return _kept(path, path.stat().st_mtime) if id.isalnum() and path.is_file() else None


@lru_cache(maxsize=500)
def _kept(path: Path, written: float) -> LocalMail:
    """Return a mail by its file, parsed once: an open mailbox looks for news every few seconds."""
    raw = path.read_bytes()
    return LocalMail(path.stem, raw, mime.parse(raw), written)


def _keep(raw: bytes) -> None:
    """Write the mail beside its place and move it there, so that nobody reads half of it."""
    name = sha256(mime.header(mime.parse(raw), "Message-ID").encode()).hexdigest()[:24]
    handle, draft = tempfile.mkstemp(dir=folder())
    with os.fdopen(handle, "wb") as file:
        file.write(raw)
    os.replace(draft, folder() / f"{name}.eml")
