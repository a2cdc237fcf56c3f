"""What a table has agreed on besides its rules: calendar, grace, vacations, extensions, press."""

from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from typing import Any
from zoneinfo import available_timezones

import msgspec
from rapidfuzz import fuzz, process

from pbem.calendars import ALWAYS, DAYS, EVERY_DAY, Calendar, Quiet, read_quiet, zone_named
from pbem.errors import TableError
from pbem.models import Game, Player

MOST: Mapping[str, float] = {
    "grace_hours": 48,
    "repent_minutes": 120,
    "vacation_days": 60,
    "extension_hours": 168,
    "reminder_share": 0.9,
}
PRESS = ("off", "signed", "anonymous")


class BadTerms(TableError):
    """A setting of the table that makes no sense; the words say which, and what to write."""

    code = "bad-terms"


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Defaults are a table without days off or quiet hours.

    `time_zone` is for what concerns all alike, such as reaction windows; "" is the organiser's.
    `reminder_share`: a reminder goes out when this share of the time is left; 0 for none.
    `extension_hours`: the most that one vote can add; 0 for no votes. `press`: "anonymous" allows
    signed and anonymous messages.
    """

    weekdays: tuple[str, ...] = DAYS
    quiet: str = ""
    time_zone: str = ""
    grace_hours: float = 0
    repent_minutes: float = 0
    vacation_days: int = 14
    extension_hours: int = 72
    reminder_share: float = 0.25
    press: str = "signed"

    @property
    def grace(self) -> timedelta:
        return timedelta(hours=self.grace_hours)

    @property
    def repent(self) -> timedelta:
        return timedelta(minutes=self.repent_minutes)

    @property
    def days(self) -> frozenset[int]:
        if self.weekdays == DAYS:
            return EVERY_DAY
        return frozenset(DAYS.index(day) for day in self.weekdays)

    @property
    def quiet_hours(self) -> Quiet | None:
        return read_quiet(self.quiet) if self.quiet else None


def terms_of(game: Game) -> Terms:
    """Stored terms were checked when they were set."""
    return msgspec.convert(game.terms, Terms) if game.terms else Terms()


def calendar_of(game: Game, player: Player | None = None) -> Calendar:
    """When something may fall due for this player, or, None, for the table as a whole."""
    terms = terms_of(game)
    if terms.days == EVERY_DAY and not terms.quiet:
        return ALWAYS
    if player is not None:
        zone = zone_named(player.time_zone)
    else:
        zone = zone_named(terms.time_zone or game.organiser.time_zone)
    return Calendar(zone, terms.days, terms.quiet_hours)


def read_terms(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Settings as somebody chose them, checked; what is stored. BadTerms with words."""
    known = Terms.__struct_fields__
    for name in raw:
        if name not in known:
            near = process.extractOne(str(name), known, score_cutoff=60)
            hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(known)}."
            raise BadTerms(f"There is no setting called {name!r}. {hint}")
    terms = dict(raw)
    if "weekdays" in terms:
        terms["weekdays"] = _weekdays(terms["weekdays"])
    if terms.get("quiet"):
        terms["quiet"] = _quiet(terms["quiet"])
    if terms.get("time_zone"):
        terms["time_zone"] = read_zone(terms["time_zone"])
    for name, most in MOST.items():
        if name in terms:
            _check_number(name, terms[name], most)
    if "press" in terms and terms["press"] not in PRESS:
        raise BadTerms(f"Press can be {', '.join(PRESS[:-1])} or {PRESS[-1]}.")
    try:
        checked = msgspec.convert(terms, Terms)
    except msgspec.ValidationError as error:
        raise BadTerms(f"The table's settings are wrong: {error}.") from None
    stored: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(checked))
    return {name: value for name, value in stored.items() if name in terms}


def _weekdays(raw: Any) -> list[str]:
    words = "Name the days on which something may fall due, such as mon, tue, wed, thu, fri."
    if isinstance(raw, str):
        raw = raw.replace(",", " ").split()
    if not isinstance(raw, list | tuple) or not raw:
        raise BadTerms(words)
    chosen = {str(day).strip().lower()[:3] for day in raw}
    if chosen - set(DAYS):
        raise BadTerms(f"{min(chosen - set(DAYS))!r} is no weekday. {words}")
    return [day for day in DAYS if day in chosen]


def _quiet(raw: Any) -> str:
    try:
        quiet = read_quiet(str(raw))
    except ValueError as error:
        raise BadTerms(str(error)) from None
    return f"{quiet.start:%H:%M}-{quiet.end:%H:%M}"


@cache
def _zones() -> dict[str, str]:
    return {name.lower(): name for name in available_timezones()}


def read_zone(raw: Any) -> str:
    """A time zone by its name, in any case; BadTerms with the nearest one."""
    name = str(raw).strip().replace(" ", "_")
    found = _zones().get(name.lower())
    if found is None:
        near = process.extractOne(name.lower(), list(_zones()), scorer=fuzz.ratio, score_cutoff=60)
        hint = f"Did you mean {_zones()[near[0]]}?" if near else "Write one like Europe/Warsaw."
        raise BadTerms(f"There is no time zone called {str(raw)[:60]!r}. {hint}")
    return found


def _check_number(name: str, value: Any, most: float) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    whole = name in ("vacation_days", "extension_hours")
    if not number or not 0 <= value <= most or (whole and value != int(value)):
        kind = "a whole number" if whole else "a number"
        words = name.replace("_", " ")
        raise BadTerms(f"The {words} must be {kind} from 0 to {most:g}.")
