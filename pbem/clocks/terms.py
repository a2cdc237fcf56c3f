"""The terms of a table, besides its rules: calendar, grace, vacations, extensions, press."""

from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from typing import Annotated, Any, Literal
from zoneinfo import available_timezones

import msgspec
from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process

from pbem.clocks.calendars import ALWAYS, DAYS, EVERY_DAY, Calendar, Quiet, read_quiet, zone_named
from pbem.errors import TableError
from pbem.models import Game, Player, Prompt

MOST: Mapping[str, float] = {
    "grace_hours": 48,
    "hours_after_miss": 48,
    "repent_minutes": 60,
    "vacation_days": 60,
    "extension_hours": 168,
    "reminder_share": 0.9,
}
PRESET: Mapping[str, Any] = {"repent_minutes": 10, "hours_after_miss": 1}
"""What a new table has, unless whoever makes it says otherwise; older tables keep what they
agreed on."""
PRESS = ("off", "signed", "anonymous")
NO_WINDOW = "none"


class BadTerms(TableError):
    """Raised for a setting that makes no sense; the words say which, and what to write instead."""

    code = "bad-terms"


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Defaults are a table without days off or quiet hours. Said on the form for a new table:

    `weekdays` (days for deadlines): on the others every clock stands still, for each player in
    their own time zone.
    `quiet` (quiet hours): hours in which nothing falls due, such as 22:00-07:00, in each player's
    own time zone; a deadline that would fall into them moves to their end. Empty: none.
    `time_zone`: for what concerns all alike, such as reaction windows; a city is enough. Empty:
    the organiser's.
    `grace_hours` (hours of grace): a missed deadline counts as missed only after this much more
    time.
    `hours_after_miss` (hours after a missed deadline): whoever has missed a deadline gets only so
    many hours for each question until they write again, so that nobody waits for them all day. 0:
    the full time.
    `stand_in` (a bot plays what is missed): a steady bot answers for whoever misses a deadline, and
    plays their turn to its end. Off: the game makes the move that the question names.
    `windows` (reaction windows that stop the table): those of a planned table in which everybody
    concerned is asked, by name, separated by commas; none: no window does. Empty: those the game
    thinks worth a question.
    `repent_minutes` (minutes to change your mind): a turn is begun only so many minutes after its
    last order, or when its player writes GO NOW. An answer inside a turn never waits. 0: at once.
    `vacation_days` (days off for each player): so many days off each player may announce in the
    whole game.
    `extension_hours` (most hours of one extension): the most that one vote for more time can add; 0
    for no votes.
    `reminder_share` (when to remind): a reminder goes out when this share of the time is left, such
    as 0.25 for a quarter; 0 for none.
    `press` (messages between players): none, signed ones, or anonymous ones, too.
    `lessons` (mails that explain the game): they say how a turn is written, with examples, and in
    the first rounds what to go for: for people who play the game for the first time.
    """

    weekdays: Annotated[tuple[str, ...], msgspec.Meta(extra={"choices": DAYS})] = DAYS
    quiet: str = ""
    time_zone: str = ""
    grace_hours: float = 0
    hours_after_miss: float = 0
    stand_in: bool = False
    windows: str = ""
    repent_minutes: float = 0
    vacation_days: int = 14
    extension_hours: int = 72
    reminder_share: float = 0.25
    press: Literal["off", "signed", "anonymous"] = "signed"
    lessons: bool = False

    @property
    def grace(self) -> timedelta:
        return timedelta(hours=self.grace_hours)

    @property
    def windows_asked(self) -> frozenset[str] | None:
        """The windows that stop a planned table; None: those the game thinks worth a question."""
        if not self.windows:
            return None
        return frozenset(() if self.windows == NO_WINDOW else self.windows.split(","))

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
    """Return the terms of a game; they were checked when they were set."""
    return msgspec.convert(game.terms, Terms) if game.terms else Terms()


def stands_in(game: Game, prompt: Prompt) -> bool:
    """Return whether a bot answers this question if the person it is for lets the time run out;
    in a window silence is an answer."""
    return terms_of(game).stand_in and not prompt.window


def calendar_of(game: Game, player: Player | None = None) -> Calendar:
    """Return when something may fall due for this player; `player` None: for the table as a
    whole."""
    terms = terms_of(game)
    if terms.days == EVERY_DAY and not terms.quiet:
        return ALWAYS
    if player is not None:
        zone = zone_named(player.time_zone)
    else:
        zone = zone_named(terms.time_zone or game.organiser.time_zone)
    return Calendar(zone, terms.days, terms.quiet_hours)


def read_terms(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Check settings that somebody chose, and return what to store; raises BadTerms."""
    known = Terms.__struct_fields__
    for name in raw:
        if name not in known:
            near = process.extractOne(str(name), known, score_cutoff=60)
            hint = (
                _("Did you mean %(name)s?") % {"name": near[0]}
                if near
                else _("There are: %(there)s.") % {"there": ", ".join(known)}
            )
            words = _("There is no setting “%(name)s”.") % {"name": name}
            raise BadTerms(f"{words} {hint}")
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
        raise BadTerms(_("Press can be: %(there)s.") % {"there": ", ".join(PRESS)})
    try:
        checked = msgspec.convert(terms, Terms)
    except msgspec.ValidationError as error:
        words = _("The table's settings are wrong: %(error)s.")
        raise BadTerms(words % {"error": error}) from None
    stored: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(checked))
    return {name: value for name, value in stored.items() if name in terms}


def _weekdays(raw: Any) -> list[str]:
    words = _("Name the days on which something may fall due, such as mon, tue, wed, thu, fri.")
    if isinstance(raw, str):
        raw = raw.replace(",", " ").split()
    if not isinstance(raw, list | tuple) or not raw:
        raise BadTerms(words)
    chosen = {str(day).strip().lower()[:3] for day in raw}
    if chosen - set(DAYS):
        unknown = _("“%(day)s” is no weekday.") % {"day": min(chosen - set(DAYS))}
        raise BadTerms(f"{unknown} {words}")
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


@cache
def _cities() -> dict[str, str]:
    """Return the zones by their last word, where only one zone has it: `warsaw` is
    Europe/Warsaw."""
    found: dict[str, set[str]] = {}
    for name in available_timezones():
        area, slash, city = name.rpartition("/")
        if slash and area in _AREAS:
            found.setdefault(city.lower(), set()).add(name)
    return {city: min(names) for city, names in found.items() if len(names) == 1}


_AREAS = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def zones_of_places() -> tuple[str, ...]:
    """Return the zones to choose from: those that have a place, and UTC, without the old names and
    offsets that the database knows besides."""
    return ("UTC", *sorted(z for z in available_timezones() if z.partition("/")[0] in _AREAS))


def read_zone(raw: Any) -> str:
    """Return a time zone by its name or its city, in any case; raises BadTerms with the nearest
    one."""
    name = str(raw).strip().strip(".").replace(" ", "_").lower()
    known = {**_cities(), **_zones()}
    found = known.get(name)
    if found is None:
        near = process.extractOne(name, list(known), scorer=fuzz.ratio, score_cutoff=60)
        hint = (
            _("Did you mean %(name)s?") % {"name": known[near[0]]}
            if near
            else _("Write one like Europe/Warsaw.")
        )
        words = _("There is no time zone called “%(name)s”.") % {"name": str(raw).strip()[:60]}
        raise BadTerms(f"{words} {hint}")
    return found


def _check_number(name: str, value: Any, most: float) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    whole = name in ("vacation_days", "extension_hours")
    if not number or not 0 <= value <= most or (whole and value != int(value)):
        words = (
            _("The %(setting)s must be a whole number from 0 to %(most)s.")
            if whole
            else _("The %(setting)s must be a number from 0 to %(most)s.")
        )
        raise BadTerms(words % {"setting": name.replace("_", " "), "most": f"{most:g}"})
