"""Times in the words and the zone of their reader, and how long that is from now."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pbem.clocks.dates import moment_words
from pbem.models import Player

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def zone(player: Player | None) -> ZoneInfo:
    """Return the player's time zone; UTC, if the server does not know its name."""
    try:
        return ZoneInfo(player.time_zone if player else "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def moment(at: datetime, player: Player | None) -> str:
    """Return a time as `Wed 18 Nov 20:00 CET`, in the active language."""
    return moment_words(at.astimezone(zone(player)))


def left(at: datetime, now: datetime) -> str:
    """Return the time left as `in 23 h`, only as precise as is useful."""
    gap = at - now
    if gap <= timedelta(0):
        return _("now")
    if gap < HOUR:
        minutes = max(1, int(gap.total_seconds() // 60))
        return _("in %(n)d min") % {"n": minutes}
    if gap < 3 * DAY:
        return _("in %(n)d h") % {"n": round(gap / HOUR)}
    days = round(gap / DAY)
    return ngettext("in %(n)d day", "in %(n)d days", days) % {"n": days}
