"""Files that go with a mail: the map, the whole position, the deadline, the record."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from rules.kernel.codec import Fixed, decode, encode, pack, unpack

MAP = "image/svg+xml"
TEXT = "text/plain"
CALENDAR = "text/calendar"
JSON = "application/json"


class Enclosure(Fixed):
    """One file; a map is kept as SVG and painted when the mail goes out."""

    name: str
    kind: str
    data: bytes


def packed(enclosed: Sequence[Enclosure]) -> bytes:
    return pack(encode(list(enclosed))) if enclosed else b""


def unpacked(raw: bytes) -> list[Enclosure]:
    return decode(unpack(bytes(raw)), list[Enclosure]) if raw else []


def calendar(uid: str, title: str, due: datetime, now: datetime, host: str) -> Enclosure:
    """The deadline for the reader's own calendar; a later mail of the same uid moves it."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Parsec Post//Deadline//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{_escaped(uid)}",
        f"DTSTAMP:{_utc(now)}",
        f"SEQUENCE:{int(now.timestamp()) // 60 % 2**31}",
        f"DTSTART:{_utc(due - timedelta(minutes=15))}",
        f"DTEND:{_utc(due)}",
        f"SUMMARY:{_escaped(title)}",
        f"URL:{host}",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{_escaped(title)}",
        "TRIGGER:-PT2H",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    text = "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))
    return Enclosure("deadline.ics", CALENDAR, text.encode())


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for plain, safe in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, safe)
    return text


def _folded(line: str) -> list[str]:
    """RFC 5545: at most 75 octets a line, never inside a character."""
    if len(line.encode()) <= 74:
        return [line]
    parts, part = [], ""
    for character in line:
        if len((part + character).encode()) > 74:
            parts.append(part)
            part = ""
        part += character
    return [parts[0], *(f" {p}" for p in [*parts[1:], part])]
