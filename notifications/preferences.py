"""How a person wants to be written to: read from rows, changed by page, link or mail command."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.utils import timezone
from rapidfuzz import process

from notifications.compose import clock
from notifications.models import Preferences
from pbem.models import Player

LANGUAGES = dict(settings.LANGUAGES)
HOURS = range(24)


class BadPreference(ValueError):
    """A wish that cannot be granted; the words say what can."""


def of(player: Player) -> Preferences:
    """The person's wishes; the defaults, unsaved, for who never said anything."""
    try:
        return player.mail
    except Preferences.DoesNotExist:
        return Preferences(player=player)


def ensure(players: Iterable[Player], now: datetime) -> None:
    """A row for everybody who plays, so that the sweep can find whose digest is due."""
    rows = [Preferences(player=p, next_digest=_at(p, 7, now)) for p in players]
    Preferences.objects.bulk_create(rows, ignore_conflicts=True)


def quiet_until(wishes: Preferences, now: datetime) -> datetime | None:
    """When the person's quiet hours end, if it is quiet now."""
    begin, end = wishes.quiet_from, wishes.quiet_until
    if begin is None or end is None or begin == end:
        return None
    hour = now.astimezone(clock.zone(wishes.player)).hour
    quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    return _at(wishes.player, end, now) if quiet else None


def next_digest(wishes: Preferences, now: datetime) -> datetime:
    return _at(wishes.player, wishes.digest_hour, now)


def _at(player: Player, hour: int, now: datetime) -> datetime:
    """The next time a clock in the person's zone strikes `hour`."""
    local = now.astimezone(clock.zone(player))
    strikes = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    if strikes <= local:
        strikes += timedelta(days=1)
    return strikes.astimezone(ZoneInfo("UTC"))


# -- changing them: each function saves, and raises BadPreference with words -------------------


def set_mode(player: Player, mode: str) -> Preferences:
    """`all`, `digest` or `needs`."""
    if mode not in Preferences.Mode.values:
        there = ", ".join(Preferences.Mode.values)
        raise BadPreference(f"There is no mail setting {mode!r}. Choose one of: {there}.")
    wishes = _stored(player)
    wishes.mode = mode
    return _saved(wishes)


def set_digest_hour(player: Player, hour: int) -> Preferences:
    """The daily digest at this hour of the person's day; choosing one also asks for it."""
    wishes = _stored(player)
    wishes.digest_hour = _hour(hour)
    wishes.mode = Preferences.Mode.DIGEST
    return _saved(wishes)


def set_quiet_hours(player: Player, begin: int | None, end: int | None) -> Preferences:
    """No mail but answers between these hours; None for both ends the quiet."""
    wishes = _stored(player)
    if (begin is None) != (end is None):
        raise BadPreference("Give both hours, such as 22 and 7, or none.")
    wishes.quiet_from = None if begin is None else _hour(begin)
    wishes.quiet_until = None if end is None else _hour(end)
    return _saved(wishes)


def set_text_only(player: Player, text_only: bool) -> Preferences:
    wishes = _stored(player)
    wishes.text_only = text_only
    return _saved(wishes)


def set_language(player: Player, language: str) -> None:
    """By code or by name, in any of the languages there are."""
    wanted = language.strip().casefold()
    for code, name in LANGUAGES.items():
        if wanted in (code, name.casefold(), *_NAMES[code]):
            player.language = code
            player.save(update_fields=["language"])
            return
    there = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
    raise BadPreference(f"There is no language {language!r} here. Choose one of: {there}.")


_NAMES = {
    "en": ("english", "angielski", "angol"),
    "pl": ("polish", "polski", "lengyel"),
    "hu": ("hungarian", "węgierski", "wegierski", "magyar"),
}


def set_time_zone(player: Player, name: str) -> None:
    """`Europe/Warsaw`; case does not matter, and a near miss is suggested."""
    zones = {zone.casefold(): zone for zone in available_timezones()}
    wanted = name.strip().replace(" ", "_").casefold()
    found = zones.get(wanted)
    if found is None:
        near = process.extractOne(wanted, list(zones), score_cutoff=60)
        hint = f"Did you mean {zones[near[0]]}?" if near else "Write one like Europe/Warsaw."
        raise BadPreference(f"There is no time zone {name!r}. {hint}")
    player.time_zone = found
    player.save(update_fields=["time_zone"])
    wishes = _stored(player)
    _saved(wishes)


def _stored(player: Player) -> Preferences:
    return Preferences.objects.get_or_create(player=player)[0]


def _saved(wishes: Preferences) -> Preferences:
    wishes.next_digest = next_digest(wishes, timezone.now())
    wishes.save()
    wishes.player.mail = wishes
    return wishes


def _hour(hour: int) -> int:
    if hour not in HOURS:
        raise BadPreference(f"{hour} is not an hour of the day: write a number from 0 to 23.")
    return hour
