"""Vacations: announced to the table, bounded in days, and never a way out of an overdue question.

Vacations are whole days in the player's zone. Time away does not count: a question that is open
when a vacation begins keeps what was left of its time for the return, and the clock of a question
asked meanwhile starts at the return. Open reaction windows keep the hour that everybody was told;
later windows wait for people away who want to be asked in them.
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pbem import signals
from pbem.clocks import calendars, deadlines
from pbem.clocks.calendars import Span
from pbem.clocks.dates import HOW, day_words
from pbem.clocks.terms import terms_of
from pbem.errors import TableError
from pbem.models import Game, Player, Prompt, Seat, Vacation
from pbem.play import loading

FARTHEST_AHEAD = timedelta(days=180)
_DAY = timedelta(days=1)


class VacationRefused(TableError):
    """Raised for a vacation that cannot be; the words say which could."""

    code = "vacation-refused"


@transaction.atomic
def take(seat: Seat, first: date | None, last: date, now: datetime | None = None) -> Vacation:
    """Announce a vacation from `first` (None: today) up to and including `last`."""
    now = now or timezone.now()
    game = loading.locked(seat.game_id)
    seat = Seat.objects.select_related("player").get(pk=seat.pk)
    player = holder(seat)
    if game.status in (Game.Status.OVER, Game.Status.CANCELLED):
        raise VacationRefused(_("%(game)s is over; no vacation is needed.") % {"game": game.name})
    zone = calendars.zone_named(player.time_zone)
    today = now.astimezone(zone).date()
    first = first or today
    _check(game, seat, player, first, last, today)
    begins = max(calendars.midnight(first, zone), now)
    span = Span(begins, calendars.midnight(last + _DAY, zone))
    _check_free(seat, player, span)
    vacation = Vacation.objects.create(
        seat=seat,
        player=player,
        starts=span.start,
        ends=span.end,
        days=(last - first).days + 1,
        announced=now,
    )
    moved = _move(game, seat, now, partial(calendars.postponed, now=now, away=span))
    _announce(game, vacation, "announced", moved)
    return vacation


@transaction.atomic
def end(seat: Seat, now: datetime | None = None) -> Vacation:
    """Call off the vacation under way, or else the next one; days not begun are given back."""
    now = now or timezone.now()
    game = loading.locked(seat.game_id)
    seat = Seat.objects.select_related("player").get(pk=seat.pk)
    player = holder(seat)
    vacation = _mine(seat, player).filter(ends__gt=now).first()
    if vacation is None:
        words = _("You have no vacation to end. VACATION UNTIL 24 Jan begins one.")
        raise VacationRefused(words)
    span = Span(vacation.starts, vacation.ends)
    zone = calendars.zone_named(player.time_zone)
    first = span.start.astimezone(zone).date()
    vacation.days = max(0, (now.astimezone(zone).date() - first).days + 1)
    vacation.ends = max(now, span.start)
    vacation.save(update_fields=["days", "ends"])
    moved = _move(game, seat, now, partial(_back, now=now, away=span))
    _announce(game, vacation, "ended", moved)
    return vacation


def _back(due: datetime, now: datetime, away: Span) -> datetime:
    """Return when a vacation that is called off ends: people get at least an hour after their
    return."""
    back = calendars.brought_back(due, now, away)
    return due if back == due else max(back, now + timedelta(hours=1))


def current(game: Game, now: datetime | None = None) -> list[Vacation]:
    """Return the vacations that are or will be; everybody at the table may know of them."""
    now = now or timezone.now()
    rows = Vacation.objects.filter(seat__game=game, ends__gt=now).select_related("seat", "player")
    return [v for v in rows if v.player_id == v.seat.player_id and v.ends > v.starts]


def days_left(game: Game, seat: Seat, player: Player) -> int:
    """Return how many vacation days the table still allows this person."""
    taken = _mine(seat, player).aggregate(days=Sum("days"))["days"] or 0
    return max(0, terms_of(game).vacation_days - taken)


def describe(vacation: Vacation) -> str:
    zone = calendars.zone_named(vacation.player.time_zone)
    first = vacation.starts.astimezone(zone)
    last = vacation.ends.astimezone(zone) - timedelta(microseconds=1)
    words = _("Vacation from %(first)s to %(last)s, both days included.")
    return words % {"first": day_words(first, year=True), "last": day_words(last, year=True)}


def holder(seat: Seat) -> Player:
    """Return the person in the seat; raises VacationRefused if there is none."""
    if seat.kind != Seat.Kind.PERSON or seat.player is None:
        words = _("Nobody holds this seat, so nobody can go on vacation from it.")
        raise VacationRefused(words)
    return seat.player


def _check(game: Game, seat: Seat, player: Player, first: date, last: date, today: date) -> None:
    if last < today or first < today:
        words = _("%(day)s is past; today is %(today)s.")
        said = words % {"day": min(first, last), "today": today}
        raise VacationRefused(f"{said} {HOW}")
    if last < first:
        words = _("The vacation would end (%(last)s) before it begins (%(first)s).")
        raise VacationRefused(f"{words % {'first': first, 'last': last}} {HOW}")
    if first - today > FARTHEST_AHEAD:
        words = _("%(day)s is too far away: announce it at most %(days)d days ahead.")
        raise VacationRefused(words % {"day": first, "days": FARTHEST_AHEAD.days})
    wanted, left = (last - first).days + 1, days_left(game, seat, player)
    allowed = terms_of(game).vacation_days
    if not allowed:
        raise VacationRefused(
            _(
                "This table has no vacations. Ask for an extension (EXTEND 24), or ask the "
                "organiser for a pause or a substitute."
            )
        )
    if wanted > left:
        words = ngettext(
            "That is %(wanted)d day; you have %(left)d of %(allowed)d left in this game. Choose "
            "fewer days, or ask the organiser for a pause or a substitute.",
            "That is %(wanted)d days; you have %(left)d of %(allowed)d left in this game. Choose "
            "fewer days, or ask the organiser for a pause or a substitute.",
            wanted,
        )
        raise VacationRefused(words % {"wanted": wanted, "left": left, "allowed": allowed})


def _check_free(seat: Seat, player: Player, span: Span) -> None:
    other = _mine(seat, player).filter(starts__lt=span.end, ends__gt=span.start).first()
    if other is not None:
        words = _(
            "You already have one then: %(other)s Choose other days, or call that one off with "
            "VACATION OFF."
        )
        raise VacationRefused(words % {"other": describe(other)})


def _mine(seat: Seat, player: Player) -> QuerySet[Vacation]:
    return Vacation.objects.filter(seat=seat, player=player).order_by("starts", "pk")


def _move(
    game: Game, seat: Seat, now: datetime, moved: Callable[[datetime], datetime]
) -> list[Prompt]:
    """Move the deadlines of a seat; one that has passed stays, because a vacation begins before
    it."""
    clock = game.paused or now
    asked = seat.prompts.filter(state=Prompt.State.OPEN, window=False, due__gt=clock)
    return deadlines.move(asked, moved)


def _announce(game: Game, vacation: Vacation, change: str, moved: list[Prompt]) -> None:
    signals.vacation_changed.send(Game, game=game, vacation=vacation, change=change, moved=moved)


def days_left_words(seat: Seat) -> str:
    """Write in a sentence how many vacation days the seat's holder has left."""
    left = days_left(seat.game, seat, holder(seat))
    words = ngettext(
        "You have %(left)d vacation day left in this game.",
        "You have %(left)d vacation days left in this game.",
        left,
    )
    return words % {"left": left}
