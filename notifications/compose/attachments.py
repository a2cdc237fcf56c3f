"""Files that go with a mail: the map, the whole position, the deadline, the record."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from rules.kernel.codec import Fixed, decode, encode, pack, unpack

PICTURE = "image/svg+xml"
DRAWN_LATER = "application/x-parsec-picture"
"""A picture that is drawn when the mail goes out; its data is a `DrawnLater`."""
TOLD_LATER = "application/x-parsec-position"
"""The whole position in words, made when the mail goes out; its data is a `ToldLater`."""
TEXT = "text/plain"
CALENDAR = "text/calendar; method=PUBLISH"
CANCELLED = "text/calendar; method=CANCEL"
JSON = "application/json"

_BEGINNING = datetime(2020, 1, 1, tzinfo=UTC)


class Enclosure(Fixed):
    """One file; a picture is kept as SVG and painted when the mail goes out."""

    name: str
    kind: str
    data: bytes


class DrawnLater(Fixed):
    """Which picture of a position it is: the one of this name, as this seat saw it after a ruling.

    To draw a map costs as much as all the words of a mail, and to keep it more than they do.
    """

    seq: int
    seat: int
    picture: str

    @property
    def enclosure(self) -> Enclosure:
        return Enclosure(f"{self.picture}.svg", DRAWN_LATER, encode(self))


class ToldLater(Fixed):
    """Which position is told in words: the one that this seat saw after a ruling.

    It is most of what a mail weighs, and a sixth of the work.
    """

    seq: int
    seat: int

    def enclosure(self, game: int) -> Enclosure:
        return Enclosure(f"position-{game}.txt", TOLD_LATER, encode(self))


def packed(enclosed: Sequence[Enclosure]) -> bytes:
    return pack(encode(list(enclosed))) if enclosed else b""


def unpacked(raw: bytes | memoryview) -> list[Enclosure]:
    return decode(unpack(bytes(raw)), list[Enclosure]) if raw else []


class Entry(Fixed):
    """The entry of a table's deadline in somebody's calendar, known there by its `uid`."""

    uid: str
    title: str
    organiser: str
    host: str

    def at(self, due: datetime, now: datetime) -> Enclosure:
        """Return the file that enters the deadline or moves it: of one uid the latest counts."""
        alarm = [
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            f"DESCRIPTION:{_escaped(self.title)}",
            "TRIGGER:-PT2H",
            "END:VALARM",
        ]
        return self._file("PUBLISH", CALENDAR, due, now, alarm)

    def gone(self, due: datetime, now: datetime) -> Enclosure:
        """Return the file that takes the entry away, when nothing is due any more."""
        return self._file("CANCEL", CANCELLED, due, now, ["STATUS:CANCELLED"])

    def _file(
        self, method: str, kind: str, due: datetime, now: datetime, more: Sequence[str]
    ) -> Enclosure:
        lines = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Parsec Post//Deadline//EN",
            f"METHOD:{method}",
            "BEGIN:VEVENT",
            f"UID:{_escaped(self.uid)}",
            f"DTSTAMP:{_utc(now)}",
            f"SEQUENCE:{int((now - _BEGINNING).total_seconds())}",
            f"ORGANIZER:mailto:{self.organiser}",
            f"DTSTART:{_utc(due - timedelta(minutes=15))}",
            f"DTEND:{_utc(due)}",
            f"SUMMARY:{_escaped(self.title)}",
            f"URL:{self.host}",
            "TRANSP:TRANSPARENT",
            *more,
            "END:VEVENT",
            "END:VCALENDAR",
        ]
        text = "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))
        return Enclosure("deadline.ics", kind, text.encode())


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for plain, safe in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, safe)
    return text


def _folded(line: str) -> list[str]:
    """Return the line folded (RFC 5545): at most 75 octets each, never inside a character."""
    if len(line.encode()) <= 74:
        return [line]
    parts, part, octets = [], "", 0
    for character in line:
        size = 1 if character.isascii() else len(character.encode())
        if octets + size > 74:
            parts.append(part)
            part, octets = "", 0
        part += character
        octets += size
    return [parts[0], *(f" {p}" for p in [*parts[1:], part])]
