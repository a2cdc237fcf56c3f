"""Days off, quiet hours and vacations: arithmetic on times, nothing is stored.

Clocks on a wall jump with daylight saving time. A moment is judged by what the clock on the wall
shows at that moment, so a quiet hour that is skipped or repeated is skipped or repeated here, too.
"""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils.translation import gettext

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
EVERY_DAY = frozenset(range(7))
LONGEST_QUIET = timedelta(hours=12)
_QUIET = re.compile(r"([01]?\d|2[0-4]):([0-5]\d)\s*(?:-|–|to)\s*([01]?\d|2[0-4]):([0-5]\d)")
_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_FARTHEST = 60
"""How many jumps `next_allowed` makes at most; a week with one short allowed hour needs a few."""


class Span(NamedTuple):
    """From `start` up to, not including, `end`."""

    start: datetime
    end: datetime


class Quiet(NamedTuple):
    """Hours of the day in which nothing falls due; `end` before `start` reaches past midnight."""

    start: time
    end: time

    def holds(self, at: time) -> bool:
        if self.start < self.end:
            return self.start <= at < self.end
        return at >= self.start or at < self.end


class Calendar(NamedTuple):
    """The days and hours at which something may fall due, for a clock on a wall in `zone`."""

    zone: tzinfo = UTC
    weekdays: frozenset[int] = EVERY_DAY
    quiet: Quiet | None = None

    def allows(self, at: datetime) -> bool:
        local = at.astimezone(self.zone)
        quiet = self.quiet is not None and self.quiet.holds(local.time())
        return local.weekday() in self.weekdays and not quiet

    def next_allowed(self, at: datetime) -> datetime:
        """Return the first moment from `at` on that is neither on a day off nor in quiet hours."""
        for _ in range(_FARTHEST):
            if self.allows(at):
                return at
            at = self._next_change(at)
        raise ValueError("this calendar allows no moment")

    def _next_change(self, at: datetime) -> datetime:
        local = at.astimezone(self.zone)
        tomorrow = local.date() + _DAY
        if self.quiet is None or local.weekday() not in self.weekdays:
            return first_moment(tomorrow, time(), self.zone, at)
        day = local.date() if local.time() < self.quiet.end else tomorrow
        return first_moment(day, self.quiet.end, self.zone, at)


ALWAYS = Calendar()


def first_moment(day: date, wall: time, zone: tzinfo, after: datetime) -> datetime:
    """Return, in UTC, when the wall clock first shows this time after `after`, or jumps past it."""
    moments = [
        datetime.combine(day, wall.replace(fold=fold), zone).astimezone(UTC) for fold in (0, 1)
    ]
    if moments[0] > moments[1]:
        return _jump(moments[1], moments[0], zone)
    return moments[0] if moments[0] > after else moments[1]


def _jump(before: datetime, after: datetime, zone: tzinfo) -> datetime:
    """Return when, between two moments, the clocks of the zone are put forward."""
    offset = before.astimezone(zone).utcoffset()
    while after - before > _SECOND:
        middle = before + (after - before) // 2
        middle -= timedelta(microseconds=middle.microsecond)
        if middle.astimezone(zone).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after


def midnight(day: date, zone: tzinfo) -> datetime:
    """Return the first moment of a day; where midnight is skipped, the moment the clocks jump."""
    return first_moment(day, time(), zone, datetime.combine(day, time(), UTC) - 2 * _DAY)


def elapse(start: datetime, length: timedelta, away: Iterable[Span]) -> datetime:
    """Return the moment `length` after `start`, where time away does not count."""
    at, left = start, length
    for span in sorted(away):
        if span.end <= at:
            continue
        before = max(span.start - at, timedelta(0))
        if before >= left:
            break
        left -= before
        at = span.end
    return at + left


def first_allowed(at: datetime, calendar: Calendar, away: Iterable[Span] = ()) -> datetime:
    """Return the first moment from `at` on that the calendar allows and nobody concerned is away
    at."""
    spans = sorted(away)
    while True:
        at = calendar.next_allowed(at)
        inside = next((s for s in spans if s.start < at < s.end), None)
        if inside is None:
            return at
        at = inside.end


def postponed(due: datetime, now: datetime, away: Span) -> datetime:
    """Return a deadline moved by a vacation: what was left of its time counts after the return."""
    begins = max(away.start, now)
    return due if due <= begins or begins >= away.end else away.end + (due - begins)


def brought_back(due: datetime, now: datetime, away: Span) -> datetime:
    """Undo `postponed`, because the rest of the vacation `away` is called off `now`."""
    begins = max(away.start, now)
    return due if due <= away.end or begins >= away.end else begins + (due - away.end)


def read_quiet(text: str) -> Quiet:
    """Read hours such as `23:00-07:00`; raises ValueError with words that say what to write."""
    match = _QUIET.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(gettext("Write quiet hours as 23:00-07:00."))
    start, end = _time(match[1], match[2]), _time(match[3], match[4])
    length = (datetime.combine(date.min, end) - datetime.combine(date.min, start)) % _DAY
    if not timedelta(0) < length <= LONGEST_QUIET:
        hours = LONGEST_QUIET // timedelta(hours=1)
        words = gettext("Quiet hours may last up to %(hours)d hours; write them as 23:00-07:00.")
        raise ValueError(words % {"hours": hours})
    return Quiet(start, end)


def _time(hour: str, minute: str) -> time:
    if hour == "24" and minute != "00":
        raise ValueError(gettext("There is no time after 24:00; write quiet hours as 23:00-07:00."))
    return time(int(hour) % 24, int(minute))


def zone_named(name: str, fallback: tzinfo = UTC) -> tzinfo:
    """Return the zone of this name, UTC for a name the server does not know: it must not stop a
    game."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return fallback
