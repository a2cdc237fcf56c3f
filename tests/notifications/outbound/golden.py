"""Mails as files to compare with: every header that matters, every word, every attachment.

After a deliberate change of words run with GOLDEN=write and read the difference.
"""

import os
import re
from email.header import decode_header, make_header
from pathlib import Path

from notifications.models import Outbox
from notifications.outbound import deliver

OUT = Path(__file__).parent / "golden"
HEADERS = (
    "From",
    "To",
    "Reply-To",
    "Subject",
    "In-Reply-To",
    "References",
    "Auto-Submitted",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
)
_SAME = (
    (re.compile(r"(?i)(receipt )[0-9A-Z]{6}"), r"\1XXXXXX"),
    (re.compile(r"(Arcturus) #\d+"), r"\1 #12"),
    (re.compile(r"(seat|host|join|mine)\+\d+-[a-z2-7]{16}@"), r"\1+KEY@"),
    (re.compile(r"/(mail|do|look)/[^/\s]+/"), r"/\1/TOKEN/"),
    (re.compile(r"/answer/\d+\.\w{32}\.\d+\.(\d+)\.\w+/"), r"/answer/MAIL.\1.KEY/"),
    (re.compile(r"/answer/\d+\.(accept|decline)\.(\d+)\.\w+/"), r"/answer/\1.\2.KEY/"),
    (re.compile(r"/in/\?key=[\w%:-]+"), "/in/?key=KEY"),
    (re.compile(r"(position|record)-\d+"), r"\1-12"),
    (re.compile(r"deadline-\d+-"), "deadline-12-"),
    (re.compile(r"(?<=\.)\d+(?=@parsec\.localhost>)"), "12"),
)


def same(name: str, row: Outbox) -> None:
    """The row's mail is word for word the file's."""
    equal(f"{name}.txt", written(row))


def equal(name: str, text: str) -> None:
    path = OUT / name
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def written(row: Outbox) -> str:
    """The mail as its receiver gets it, with ids and keys that differ from run to run left out."""
    made = deliver.message(row)
    source = made.message()
    lines = [f"{name}: {_plain(source[name])}" for name in HEADERS if source[name]]
    lines += ["", made.body]
    for part in source.walk():
        if part.get_content_maintype() != "multipart" and part.get_filename():
            lines.append(f"[{part.get_filename()}: {part.get_content_type()}]")
            if part.get_content_type() in ("text/plain", "text/calendar"):
                text = part.get_payload(decode=True).decode()
                lines += [text.replace("\r\n ", "").replace("\r\n", "\n").rstrip(), ""]
    if any(part.get_content_type() == "text/html" for part in source.walk()):
        lines.append("[HTML part with the same words]")
    return settled("\n".join(lines) + "\n")


def _plain(header: str) -> str:
    return str(make_header(decode_header(header)))


def settled(text: str) -> str:
    for pattern, instead in _SAME:
        text = pattern.sub(instead, text)
    names: dict[str, str] = {}
    return re.sub(
        r"<[0-9a-f]{32}\.12@parsec\.localhost>",
        lambda found: names.setdefault(found[0], f"<mail-{len(names) + 1}@parsec.localhost>"),
        text,
    )
