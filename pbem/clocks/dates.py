"""Dates and lengths of time in English, Polish and Hungarian, as people write and read them."""

import re
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from django.utils import dateformat
from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from rules.lexicon import fold

HOW = gettext_lazy(
    "Write dates like 2027-01-24 or 24 Jan: VACATION UNTIL 24 Jan, VACATION 20 Jan TO 2 Feb."
)
_MONTHS = {
    start: number
    for number, starts in enumerate(
        (
            "jan sty",
            "feb lut",
            "mar",
            "apr kwi ap",
            "may maj",
            "jun cze",
            "jul lip",
            "aug sie",
            "sep wrz szep",
            "oct paz okt",
            "nov lis",
            "dec gru",
        ),
        start=1,
    )
    for start in starts.split()
}
_ISO = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})\.?")
_DOTTED = re.compile(r"(\d{1,2})\.\s*(\d{1,2})(?:\.\s*(\d{4})?)?")
_DAY_FIRST = re.compile(r"(\d{1,2})\.?\s+([a-z]{2,})\.?(?:,?\s+(\d{4}))?")
_MONTH_FIRST = re.compile(r"(?:(\d{4})\.?\s+)?([a-z]{2,})\.?\s+(\d{1,2})\.?(?:,?\s+(\d{4}))?")
_BETWEEN = re.compile(r"\s+(?:to|until|till|do|-)\s+|(?<=[a-z\d.])\s*\.\.\.?\s*(?=[a-z\d])")
_FROM = re.compile(r"^(?:from|since|od)\s+")
_UNTIL = re.compile(r"^(?:until|till|to|through|do)\s+")
_FROM_ENDING = re.compile(r"(?<=\d)\.?-?t[oe]l\b")
_UNTIL_ENDING = re.compile(r"(?<=\d)\.?-?ig\b")
_LENGTH = re.compile(r"(?:for\s+)?(\d{1,4})\s*(?:days?|d|dni|dzien|nap|napra|napig)")
_HOURS = re.compile(r"(\d{1,6})\s*(h|hours?|godzin[aye]?|ora(?:t|val)?|days?|d|dni|dzien|nap)?")
_DAY_WORDS = ("d", "day", "days", "dni", "dzien", "nap")


class BadDate(Exception):
    """Raised for a text that is no date or length of time; the words say how to write one."""


class Days(NamedTuple):
    """A span of days from `first` to `last`, both included."""

    first: date
    last: date


def read_days(text: str, today: date) -> Days:
    """Read a span such as `UNTIL 24 Jan`, `20 Jan TO 2 Feb`, `2027-01-20 2027-02-02` or `5 days`.

    A span without a beginning starts today.
    """
    words = _UNTIL_ENDING.sub("", _FROM_ENDING.sub(" to ", fold(text))).strip(" .")
    length = _LENGTH.fullmatch(words)
    if length is not None:
        if length[1].strip("0") == "":
            raise BadDate(_("A vacation has at least one day.") + f" {HOW}")
        return Days(today, today + timedelta(days=int(length[1]) - 1))
    parts = [_FROM.sub("", part.strip()) for part in _parts(words)]
    if len(parts) == 1:
        return Days(today, read_date(_UNTIL.sub("", parts[0]), today))
    if len(parts) != 2:
        raise BadDate(str(HOW))
    first = read_date(parts[0], today)
    last = read_date(parts[1], today)
    if last < first and not _ISO.fullmatch(parts[1]) and first >= today:
        last = read_date(parts[1], first)
    return Days(first, last)


def _parts(words: str) -> list[str]:
    """Split a text into the two ends of a span; two whole ISO dates need nothing between them."""
    pair = re.fullmatch(rf"({_ISO.pattern})[\s,–-]+({_ISO.pattern})", words)
    if pair is not None:
        return [pair[1], pair[5]]
    return _BETWEEN.split(_UNTIL.sub("", words) if words.startswith(("until", "till")) else words)


def read_date(text: str, today: date) -> date:
    """Read a day. A day without a year is the next such day, or the last one if that was only
    just."""
    text = text.strip().strip(",")
    year, month, day = _numbers(text)
    if year is not None:
        return _date(year, month, day, text)
    this = _date(today.year, month, day, text, leap=True)
    if this < today - timedelta(days=60):
        return _date(today.year + 1, month, day, text)
    return this


def _numbers(text: str) -> tuple[int | None, int, int]:
    if found := _ISO.fullmatch(text):
        return int(found[1]), int(found[2]), int(found[3])
    if found := _DOTTED.fullmatch(text):
        return int(found[3]) if found[3] else None, int(found[2]), int(found[1])
    if found := _DAY_FIRST.fullmatch(text):
        return int(found[3]) if found[3] else None, _month(found[2], text), int(found[1])
    if found := _MONTH_FIRST.fullmatch(text):
        year = found[1] or found[4]
        return int(year) if year else None, _month(found[2], text), int(found[3])
    raise _no_date(text)


def _no_date(text: str) -> BadDate:
    said = _("“%(text)s” is not a date.") % {"text": text[:40]} if text else ""
    return BadDate(f"{said} {HOW}".strip())


def _month(word: str, text: str) -> int:
    number = _MONTHS.get(word[:3]) or _MONTHS.get(word[:4]) or _MONTHS.get(word[:2])
    if number is None:
        raise _no_date(text)
    return number


def _date(year: int, month: int, day: int, text: str, leap: bool = False) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        if leap and (month, day) == (2, 29):
            return _date(year + 1, month, day, text, leap=year % 4 != 3)
        words = _("There is no day “%(text)s”.") % {"text": text[:40]}
        raise BadDate(f"{words} {HOW}") from None


def day_words(at: date, year: bool = False) -> str:
    """Write a day as the active language does: `Tue 24 Nov`."""
    form = pgettext("a day", "D j M Y") if year else pgettext("a day", "D j M")
    words = dateformat.format(at, form)
    return words if get_language() == "en" else words.lower()


def moment_words(at: datetime) -> str:
    """Write a moment in the time zone it carries: `Tue 24 Nov 20:00 CET`."""
    return _moment_words(at, str(at.tzinfo), get_language())


@lru_cache(maxsize=1000)
def _moment_words(at: datetime, zone: str, language: str | None) -> str:
    """Write a moment, once for all who read of it: moments that are equal in two zones differ in
    words, so the zone is told apart."""
    return f"{day_words(at)} {dateformat.format(at, 'H:i T')}"


def read_hours(text: str) -> int:
    """Read a length of time, `24`, `24 h` or `2 days`, as hours; raises BadDate."""
    found = _HOURS.fullmatch(fold(text).strip(" ."))
    if found is None:
        raise BadDate(_("Say how many hours: EXTEND 24, or EXTEND 2 days."))
    return int(found[1]) * (24 if found[2] in _DAY_WORDS else 1)
