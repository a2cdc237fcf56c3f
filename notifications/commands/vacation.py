"""`VACATION`: announces one, ends it, or says how many days are left."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import Asked, ToServer, Usage, Who, Words
from pbem.clocks import calendars, vacations
from pbem.clocks.dates import HOW, BadDate, read_days
from pbem.clocks.vacations import VacationRefused
from pbem.models import Seat
from rules.lexicon.text import fold

_ENDS_IT = ("off", "end", "back", "cancel", "over", "koniec", "wrocilem", "vege", "visszajottem")


class Vacation(ToServer):
    name = "vacation"
    words = Words(("vacation", "holiday"), ("urlop", "wakacje"), ("szabadság",))
    who = Who.SEAT_HOLDER
    help = gettext_lazy("VACATION UNTIL 24 Jan, VACATION OFF – your clocks stand still")
    usage = (Usage(("VACATION UNTIL 24 Jan",), "clocks stand still; `VACATION OFF`"),)

    def carry_out(self, asked: Asked) -> str:
        return carry_out(asked.seat, asked.rest)


def carry_out(seat: Seat, text: str, now: datetime | None = None) -> str:
    """Do what `text` says, as it stands behind VACATION; the answer in words.

    Without text the answer says which vacations there are and how many days are left.
    """
    now = now or timezone.now()
    player = vacations.holder(seat)
    if not text.strip():
        mine = [v for v in vacations.current(seat.game, now) if v.seat_id == seat.pk]
        said = map(vacations.describe, mine)
        return " ".join([*said, vacations.days_left_words(seat), str(HOW)])
    if fold(text).strip(" .!") in _ENDS_IT:
        ended = vacations.end(seat, now)
        return " ".join([_("Welcome back."), vacations.days_left_words(ended.seat)])
    try:
        days = read_days(text, now.astimezone(calendars.zone_named(player.time_zone)).date())
    except BadDate as error:
        raise VacationRefused(str(error)) from None
    vacation = vacations.take(seat, days.first, days.last, now)
    return f"{vacations.describe(vacation)} {vacations.days_left_words(seat)}"
