"""Dates and hours as people write them."""

from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.clocks.dates import BadDate, Days, read_date, read_days, read_hours

TODAY = date(2026, 11, 16)
TO_CHRISTMAS = Days(TODAY, date(2026, 12, 24))
NEW_YEAR = Days(date(2026, 12, 20), date(2027, 1, 2))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("UNTIL 24 Dec", TO_CHRISTMAS),
        ("until 2026-12-24", TO_CHRISTMAS),
        ("24 December 2026", TO_CHRISTMAS),
        ("till Dec 24, 2026", TO_CHRISTMAS),
        ("do 24.12.", TO_CHRISTMAS),
        ("do 24 grudnia", TO_CHRISTMAS),
        ("2026. dec. 24-ig", TO_CHRISTMAS),
        ("december 24-ig", TO_CHRISTMAS),
        ("20 Dec TO 2 Jan", NEW_YEAR),
        ("from 20 Dec until 2 Jan", NEW_YEAR),
        ("2026-12-20 2027-01-02", NEW_YEAR),
        ("2026-12-20 - 2027-01-02", NEW_YEAR),
        ("20.12. - 2.1.", NEW_YEAR),
        ("od 20 grudnia do 2 stycznia", NEW_YEAR),
        ("december 20-tól január 2-ig", NEW_YEAR),
        ("5 days", Days(TODAY, date(2026, 11, 20))),
        ("for 1 day", Days(TODAY, TODAY)),
        ("3 dni", Days(TODAY, date(2026, 11, 18))),
        ("1 Nov", Days(TODAY, date(2026, 11, 1))),
        ("2026-12-24 TO 2026-12-20", Days(date(2026, 12, 24), date(2026, 12, 20))),
    ],
)
def test_days_away(text, days):
    assert read_days(text, TODAY) == days


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Write dates like"),
        ("soon", "is not a date"),
        ("24/12", "is not a date"),
        ("31 Feb", "no day “31 feb”"),
        ("2026-13-01", "no day"),
        ("0 days", "at least one day"),
        ("1 Dec to 3 Dec to 5 Dec", "Write dates like"),
        ("99999 days", "is not a date"),
    ],
)
def test_no_days(text, words):
    with pytest.raises(BadDate, match=words):
        read_days(text, TODAY)


@settings(deadline=None)
@given(st.dates(date(2024, 1, 1), date(2035, 12, 31)), st.dates(date(2024, 1, 1)))
def test_a_written_date_is_read_back(today, day):
    assert read_date(day.isoformat(), today) == day
    assert read_date(f"{day.day} {day:%b} {day.year}".lower(), today) == day


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    for read in (lambda: read_days(text, TODAY), lambda: read_hours(text)):
        with suppress(BadDate):
            assert read() is not None


def test_the_day_that_only_leap_years_have():
    assert read_date("29 feb", TODAY) == date(2028, 2, 29)
    assert read_date("29 feb", date(2028, 1, 5)) == date(2028, 2, 29)


@pytest.mark.parametrize(
    ("text", "hours"),
    [("24", 24), ("24 h", 24), ("2 days", 48), ("36 hours.", 36), ("2 dni", 48), ("0", 0)],
)
def test_hours(text, hours):
    assert read_hours(text) == hours


@pytest.mark.parametrize("text", ["", "a day", "-3", "24 parsecs", "1.5"])
def test_no_hours(text):
    with pytest.raises(BadDate, match="how many hours"):
        read_hours(text)
