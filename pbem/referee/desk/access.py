"""Who may sit at the desk, which disputes they see, and when they may look at hidden things."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse

from pbem.models import Dispute, Game, Look

View = Callable[..., HttpResponseBase]


class RefereeRequest(HttpRequest):
    """The request for a page of the desk: `for_referees` has seen to it that `user` is one."""

    user: User


def for_referees(view: View) -> View:
    """Let staff and referees open a page; others sign in first, or are told there is nothing."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if not user.is_authenticated:
            here = request.get_full_path() if request.method == "GET" else reverse("desk:queue")
            return redirect_to_login(here, reverse("desk:sign-in"))
        if not may_sit(user):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


def may_sit(user: User) -> bool:
    return bool(user.is_active and (user.is_staff or user.refereeing.exists()))


def visible(user: User) -> "QuerySet[Dispute]":
    """Return the disputes a user may see: staff all, a referee those of their games.

    Nobody sees disputes of a table they sit at.
    """
    rows = Dispute.objects.exclude(game__seats__player__user=user)
    rows = rows.select_related("game", "opened_by", "assignee", "decided_by")
    return rows if user.is_staff else rows.filter(game__referees__user=user)


def dispute_for(user: User, pk: int) -> Dispute:
    found = visible(user).filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def may_look(user: User, dispute: Dispute) -> bool:
    """Return whether a user may see hidden things: as the one who works on an open dispute.

    After the end of the game everybody at the desk may.
    """
    if dispute.game.status == Game.Status.OVER:
        return True
    return dispute.state == Dispute.State.OPEN and dispute.assignee_id == user.pk


def log_look(user: User, dispute: Dispute, seq: int, what: str) -> None:
    Look.objects.create(user=user, dispute=dispute, ruling_seq=seq, what=what)
