"""Wall clocks: deadlines off quiet hours and days off, in every zone, whatever the clocks do."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.clocks.calendars import (
    DAYS,
    Calendar,
    Quiet,
    Span,
    brought_back,
    elapse,
    first_allowed,
    midnight,
    postponed,
    read_quiet,
    zone_named,
)

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
ZONES = (
    "UTC",
    "Europe/Warsaw",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",  # half an hour of daylight saving
    "Africa/Cairo",  # clocks jump at midnight
    "America/Santiago",
    "Pacific/Apia",  # left out a whole day in 2011
)
WARSAW = ZoneInfo("Europe/Warsaw")

moments = st.datetimes(datetime(2011, 1, 1), datetime(2030, 1, 1)).map(
    lambda at: at.replace(tzinfo=UTC)
)
minutes = st.integers(0, 24 * 60 - 1)


@st.composite
def quiets(draw) -> Quiet:
    start, length = draw(minutes), draw(st.integers(1, 12 * 60))
    ends = (start + length) % (24 * 60)
    return Quiet(time(start // 60, start % 60), time(ends // 60, ends % 60))


calendars = st.builds(
    Calendar,
    st.sampled_from(ZONES).map(ZoneInfo),
    st.frozensets(st.integers(0, 6), min_size=1),
    st.none() | quiets(),
)


@st.composite
def spans(draw) -> Span:
    start = draw(moments)
    return Span(start, start + timedelta(minutes=draw(st.integers(1, 60 * 24 * 20))))


@settings(deadline=None)
@given(moments, calendars)
def test_the_next_allowed_moment_is_allowed_and_the_first(at, calendar):
    found = calendar.next_allowed(at)
    assert calendar.allows(found)
    assert found >= at
    assert calendar.next_allowed(found) == found
    if found > at:
        assert not calendar.allows(at)
        assert not calendar.allows(found - timedelta(microseconds=1))
        step = max((found - at) / 50, timedelta(seconds=1))
        assert not any(calendar.allows(at + step * i) for i in range(50) if at + step * i < found)


@settings(deadline=None)
@given(moments, calendars, st.timedeltas(timedelta(0), 3 * DAY))
def test_a_later_moment_is_never_settled_earlier(at, calendar, more):
    assert calendar.next_allowed(at) <= calendar.next_allowed(at + more)


@settings(deadline=None)
@given(moments, st.timedeltas(timedelta(0), 30 * DAY), st.lists(spans(), max_size=4))
def test_time_away_does_not_count(start, length, away):
    end = elapse(start, length, away)
    assert end >= start + length
    assert end - start - _covered(Span(start, end), away) == length
    assert elapse(start, length, reversed(away)) == end


def _covered(within: Span, spans: list[Span]) -> timedelta:
    covered, at = timedelta(0), within.start
    for span in sorted(spans):
        start, end = max(span.start, at), min(span.end, within.end)
        if end > start:
            covered, at = covered + (end - start), end
    return covered


@settings(deadline=None)
@given(moments, calendars, st.lists(spans(), max_size=3))
def test_what_is_settled_is_allowed_and_nobody_is_away_then(at, calendar, away):
    found = first_allowed(at, calendar, away)
    assert found >= at
    assert calendar.allows(found)
    assert not any(span.start < found < span.end for span in away)


@settings(deadline=None)
@given(moments, moments, spans())
def test_a_vacation_keeps_what_was_left_and_calling_it_off_gives_it_back(due, now, away):
    later = postponed(due, now, away)
    begins = max(away.start, now)
    if due <= begins or begins >= away.end:
        assert later == due
    else:
        assert later - away.end == due - begins
        assert brought_back(later, now, away) == due


def test_a_weekend_off():
    working = Calendar(WARSAW, frozenset(range(5)), Quiet(time(23), time(7)))
    friday = datetime(2026, 11, 20, 21, tzinfo=UTC)  # 22:00 in Warsaw
    assert working.next_allowed(friday) == friday
    monday = datetime(2026, 11, 23, 6, tzinfo=UTC)
    assert working.next_allowed(friday + HOUR) == monday
    assert working.next_allowed(friday + 20 * HOUR) == monday


def test_quiet_hours_follow_the_clock_on_the_wall():
    night = Calendar(WARSAW, quiet=Quiet(time(23), time(7)))
    summer = datetime(2026, 7, 1, 2, tzinfo=UTC)
    winter = datetime(2026, 12, 1, 2, tzinfo=UTC)
    assert night.next_allowed(summer).hour == 5
    assert night.next_allowed(winter).hour == 6


def test_an_hour_that_the_clocks_skip_ends_when_they_jump():
    """In Warsaw 2:00 becomes 3:00 on 29 March 2026, so quiet until 2:30 ends at 3:00."""
    night = Calendar(WARSAW, quiet=Quiet(time(23), time(2, 30)))
    jump = datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert night.next_allowed(jump - 30 * MINUTE) == jump


def test_a_midnight_that_the_clocks_skip():
    cairo = ZoneInfo("Africa/Cairo")
    assert midnight(date(2026, 4, 24), cairo).astimezone(cairo).time() == time(1)
    assert midnight(date(2026, 4, 25), cairo).astimezone(cairo).time() == time(0)


@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        ("23:00-07:00", Quiet(time(23), time(7))),
        (" 22:30 to 6:15 ", Quiet(time(22, 30), time(6, 15))),
        ("12:00–24:00", Quiet(time(12), time(0))),
    ],
)
def test_quiet_hours_as_written(text, quiet):
    assert read_quiet(text) == quiet


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("23-7", "as 23:00-07:00"),
        ("25:00-07:00", "as 23:00-07:00"),
        ("07:00-23:00", "up to 12 hours"),
        ("07:00-07:00", "up to 12 hours"),
        ("22:00-24:30", "no time after 24:00"),
    ],
)
def test_quiet_hours_that_are_none(text, words):
    with pytest.raises(ValueError, match=words):
        read_quiet(text)


def test_a_calendar_that_allows_nothing_says_so():
    with pytest.raises(ValueError, match="allows no moment"):
        Calendar(weekdays=frozenset()).next_allowed(datetime(2026, 1, 1, tzinfo=UTC))


def test_an_unknown_zone_stops_nothing():
    assert zone_named("Mars/Olympus") is UTC
    assert zone_named("../etc/passwd") is UTC
    assert zone_named("Europe/Warsaw") == WARSAW


def test_days_are_named_as_python_counts_them():
    assert DAYS[datetime(2026, 11, 16).weekday()] == "mon"
