"""How a person wants to be written to: read from rows, changed by page, link or mail command."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.compose import times
from notifications.models import Preferences
from pbem.clocks.terms import read_zone
from pbem.errors import TableError
from pbem.models import Player
from rules.lexicon.text import fold, storable

LANGUAGES = dict(settings.LANGUAGES)
HOURS = range(24)
MODES = {
    Preferences.Mode.ALL: gettext_lazy("Every ruling, as it happens"),
    Preferences.Mode.DIGEST: gettext_lazy("What needs me at once, the rest in a daily digest"),
    Preferences.Mode.NEEDS: gettext_lazy("Only what needs me; the rest with the next such mail"),
}


class BadPreference(TableError):
    """A preference that cannot be set; the words say what can."""

    code = "bad-preference"


def of(player: Player) -> Preferences:
    """Return the person's preferences; unsaved defaults for somebody who never set any."""
    try:
        return player.mail
    except Preferences.DoesNotExist:
        return Preferences(player=player)


def in_language_of(player: Player | None) -> translation.override:
    """Return a `with` block with this person's language active."""
    return translation.override(player.language if player else "en")


def ensure(players: Iterable[Player], now: datetime) -> None:
    """Make a row for everybody who plays, so that the sweep finds whose digest is due."""
    rows = [Preferences(player=p, next_digest=_at(p, 7, now)) for p in players]
    Preferences.objects.bulk_create(rows, ignore_conflicts=True)


def quiet_until(wishes: Preferences, now: datetime) -> datetime | None:
    """Return the end of the person's quiet hours; None if it is not quiet now."""
    begin, end = wishes.quiet_from, wishes.quiet_until
    if begin is None or end is None or begin == end:
        return None
    hour = now.astimezone(times.zone(wishes.player)).hour
    quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    return _at(wishes.player, end, now) if quiet else None


def next_digest(wishes: Preferences, now: datetime) -> datetime:
    return _at(wishes.player, wishes.digest_hour, now)


def _at(player: Player, hour: int, now: datetime) -> datetime:
    """Return the next time at which it is `hour` o'clock in the person's zone."""
    local = now.astimezone(times.zone(player))
    strikes = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    if strikes <= local:
        strikes += timedelta(days=1)
    return strikes.astimezone(ZoneInfo("UTC"))


# -- changing them: each function saves, and raises TableError with words ----------------------


def set_mode(player: Player, mode: str) -> Preferences:
    """Set which mails come: `all`, `digest` or `needs`."""
    if mode not in Preferences.Mode.values:
        raise BadPreference(
            _("There is no mail setting “%(mode)s”. Choose one of: %(there)s.")
            % {"mode": mode, "there": ", ".join(Preferences.Mode.values)}
        )
    wishes = _stored(player)
    wishes.mode = mode
    return _saved(wishes)


def set_digest_hour(player: Player, hour: int) -> Preferences:
    """Set the hour of the daily digest in the person's zone; this also chooses the digest."""
    wishes = _stored(player)
    wishes.digest_hour = _hour(hour)
    wishes.mode = Preferences.Mode.DIGEST
    return _saved(wishes)


def set_quiet_hours(player: Player, begin: int | None, end: int | None) -> Preferences:
    """Set the hours between which only answers come; None for both ends the quiet hours."""
    wishes = _stored(player)
    if (begin is None) != (end is None):
        raise BadPreference(_("Give both hours, such as 22 and 7, or none."))
    wishes.quiet_from = None if begin is None else _hour(begin)
    wishes.quiet_until = None if end is None else _hour(end)
    return _saved(wishes)


def set_text_only(player: Player, text_only: bool) -> Preferences:
    wishes = _stored(player)
    wishes.text_only = text_only
    return _saved(wishes)


def set_language(player: Player, language: str) -> None:
    """Set the language, given by its code or by its name in any of our languages."""
    wanted = fold(language).strip(" .")
    code = next((code for code, names in _NAMES.items() if wanted in (code, *names)), None)
    if code is None:
        known = ", ".join(f"{name} ({code})" for code, name in LANGUAGES.items())
        raise BadPreference(_("Mails can be in %(known)s: LANGUAGE pl") % {"known": known})
    player.language = code
    player.save(update_fields=["language"])


_NAMES = {
    "en": ("english", "angielski", "angol"),
    "pl": ("polish", "polski", "lengyel"),
    "hu": ("hungarian", "wegierski", "magyar"),
}


def set_time_zone(player: Player, name: str) -> None:
    """Set the time zone, given as `Europe/Warsaw` or `Warsaw`; a near miss is suggested."""
    player.time_zone = read_zone(name)
    player.save(update_fields=["time_zone"])
    _saved(_stored(player))


def set_name(player: Player, name: str) -> None:
    """Set the name by which the others at the table know the person."""
    name = " ".join(storable(name).split())
    longest = Player._meta.get_field("name").max_length or 0
    if not name or len(name) > longest:
        raise BadPreference(_("A name has 1 to %(longest)d characters.") % {"longest": longest})
    player.name = name
    player.save(update_fields=["name"])


def _stored(player: Player) -> Preferences:
    return Preferences.objects.get_or_create(player=player)[0]


def _saved(wishes: Preferences) -> Preferences:
    wishes.next_digest = next_digest(wishes, timezone.now())
    wishes.save()
    wishes.player.mail = wishes
    return wishes


def _hour(hour: int) -> int:
    if hour not in HOURS:
        raise BadPreference(
            _("%(hour)s is not an hour of the day: write a number from 0 to 23.") % {"hour": hour}
        )
    return hour
