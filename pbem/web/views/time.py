"""Time at a table: asking for more, voting on it, days away. The rules are those of the mails."""

from datetime import date, datetime
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pbem.clocks import extensions, vacations
from pbem.errors import TableError
from pbem.models import Seat
from pbem.table.people.access import At
from pbem.web.requests import TableRequest


class Time(NamedTuple):
    """What a seat's holder may see and do about time: the open request for more, own days away."""

    request: str
    may_vote: bool
    away: tuple[str, ...]
    days_left: str


def shown(at: At, now: datetime) -> Time | None:
    """Return the time section of a table page; None for a seat that no person holds."""
    seat = at.seat
    if seat is None or seat.kind != Seat.Kind.PERSON or seat.player is None:
        return None
    open_ = extensions.open_in(at.game, now)
    away = [v for v in vacations.current(at.game, now) if v.seat_id == seat.pk]
    return Time(
        extensions.describe(open_) if open_ else "",
        open_ is not None and open_.seat_id != seat.pk,
        tuple(map(vacations.describe, away)),
        vacations.days_left_words(seat),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: TableRequest, game_id: int) -> HttpResponse:
    """Show what can be done about time; ask for more, vote on it, go away and come back. The
    answer stands on the table's page."""
    at, seat = request.at, request.at.seat
    assert seat is not None
    if request.method != "POST":
        part = request.headers.get("HX-Request")
        context = {"at": at, "game": at.game, "time": shown(at, timezone.now())}
        return render(request, "web/parts/time.html" if part else "web/time.html", context)
    try:
        messages.success(request, _changed(seat, request.POST.get("do", ""), request))
    except TableError as refused:
        messages.error(request, refused.words)
    return redirect("table", game_id)


def _changed(seat: Seat, do: str, request: TableRequest) -> str:
    if do == "more":
        hours = request.POST.get("hours", "")
        if not hours.isdecimal():
            raise TableError(_("Say how many hours more you need, as a number."))
        return extensions.describe(extensions.ask(seat, int(hours[:4])))
    if do in ("yes", "no"):
        return extensions.describe(extensions.vote(seat, do == "yes"))
    if do == "back":
        return vacations.days_left_words(vacations.end(seat).seat)
    first, last = _day(request.POST.get("first", "")), _day(request.POST.get("last", ""))
    if do != "away" or last is None:
        raise TableError(_("Say until which day you are away."))
    return vacations.describe(vacations.take(seat, first, last, timezone.now()))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
