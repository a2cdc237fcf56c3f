"""Who may open what: one row for every address of the site.

`Doorkeeper` asks before a view runs, and refuses an address without a row. `OWN` rows are for parts
of the site that ask for themselves; their rule is named beside them. Whoever may not see a table is
told that it does not exist.
"""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from pbem import ports
from pbem.models import Game
from pbem.ports import Rule
from pbem.table.openness import Openness
from pbem.table.people import sign_in
from pbem.table.people.access import At, may_look, place_at
from pbem.web.requests import PageRequest, TableRequest

RULES: Mapping[str, Rule] = {
    "alive": Rule.ANYBODY,
    "start": Rule.ANYBODY,
    "sign-in": Rule.ANYBODY,
    "sign-out": Rule.ANYBODY,
    "look": Rule.LINK,
    "staff-sign-in": Rule.ANYBODY,
    "me": Rule.SIGNED_IN,
    "person": Rule.SIGNED_IN,
    "lobby": Rule.ANYBODY,
    "rules": Rule.ANYBODY,
    "order-guide": Rule.ANYBODY,
    "new-table": Rule.SIGNED_IN,
    "new-table-of": Rule.SIGNED_IN,
    "table": Rule.TABLE,
    "table-news": Rule.TABLE,
    "picture": Rule.TABLE,
    "player": Rule.TABLE,
    "log": Rule.TABLE,
    "join": Rule.SIGNED_IN,
    "leave": Rule.SEAT,
    "rematch": Rule.SEAT,
    "new-address": Rule.SEAT,
    "orders": Rule.SEAT,
    "check": Rule.SEAT,
    "click": Rule.SEAT,
    "suggest": Rule.SEAT,
    "place": Rule.TABLE,
    "layer": Rule.TABLE,
    "odds": Rule.SEAT,
    "press": Rule.SEAT,
    "time": Rule.SEAT,
    "dispute": Rule.SEAT,
    "history": Rule.TABLE,
    "report": Rule.TABLE,
    "shared-report": Rule.LINK,
    "record": Rule.TABLE,
    "verify": Rule.TABLE,
    "organise": Rule.ORGANISER,
    "edit-table": Rule.ORGANISER,
    "action": Rule.LINK,
    "admin:": Rule.OWN,  # staff, and Django's permission for each kind of row
    "desk:": Rule.OWN,  # referees for their games, staff for all: pbem.referee.desk
    "operations:": Rule.OWN,  # health for anybody, metrics by token: pbem.operations
}
"""Rules by the name of the address; a name that ends in ":" stands for a whole namespace."""


def rules() -> Mapping[str, Rule]:
    """Return the rule for every page, those that other parts of the site have registered
    included."""
    return {**RULES, **ports.pages()}


def rule_of(name: str) -> Rule | None:
    """Return the rule for an address, by its full name (`admin:index`); None if nobody stated
    one."""
    space, colon, _ = name.partition(":")
    return rules().get(f"{space}:" if colon else name)


class Doorkeeper:
    """Middleware that gives views `request.at` for a table, and turns away who may not come in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: TableRequest, view: Any, args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        match = request.resolver_match
        rule = rule_of(match.view_name) if match else None
        if rule in (Rule.ANYBODY, Rule.LINK, Rule.OWN):
            return None
        if rule is None:
            raise Http404("no rule is stated for this address")
        if rule is Rule.DEMO:
            if not ports.is_demo():
                raise Http404
            return None
        player = request.player
        if rule is not Rule.TABLE and player is None and not _is_staff(request):
            return _to_sign_in(request)
        if "game_id" in kwargs:
            request.at = at = look(request, kwargs["game_id"])
            request.looking = None
            if rule is Rule.TABLE and player is None and at.game.status != Game.Status.LOBBY:
                request.looking = sign_in.looking(request, at.game.pk)
            if not request.looking and not _may(rule, at, request):
                if player is None and not _is_staff(request):
                    return _to_sign_in(request)
                raise Http404
        elif player is None:
            return _to_sign_in(request)
        return None


def look(request: PageRequest, game_id: int) -> At:
    """Return who this reader is at this table."""
    game = Game.objects.select_related("organiser", "openness").filter(pk=game_id).first()
    player = request.player
    if game is None:
        if player is None:
            return At(Game(pk=game_id), None, None, False, Openness())
        raise Http404
    return place_at(game, player, staff=_is_staff(request))


def _may(rule: Rule, at: At, request: HttpRequest) -> bool:
    if rule is Rule.SEAT:
        return at.seat is not None
    if rule is Rule.ORGANISER:
        return at.organiser
    return rule is Rule.SIGNED_IN or may_look(at)


def _is_staff(request: HttpRequest) -> bool:
    """Return whether staff is signed in, with a password; a link in a mail never makes one
    staff."""
    return "_auth_user_id" in request.session and bool(request.user.is_staff)


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    path = request.get_full_path() if request.method == "GET" else _page_of(request)
    return redirect(f"{reverse('sign-in')}?{urlencode({'next': path})}")


def _page_of(request: HttpRequest) -> str:
    """Return the page a form was posted from: its table, or the lobby."""
    match = request.resolver_match
    game_id = match.kwargs.get("game_id") if match else None
    return reverse("table", args=[game_id]) if game_id else reverse("lobby")
