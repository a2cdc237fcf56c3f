"""Who may open what: one row for every address of the site.

`Doorkeeper` asks before a view runs, and refuses an address without a row. `OWN` rows are for
parts of the site that ask for themselves; their rule is named beside them. Whoever may not see
a table is told that it does not exist.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from pbem.models import Game, Invitation, Player, Seat
from pbem.table import addresses
from pbem.web.models import Openness

LOCAL_MAIL = "notifications.staff.local_backend.LocalMailboxBackend"


class Rule(StrEnum):
    ANYBODY = "anybody"
    SIGNED_IN = "whoever is signed in"
    TABLE = "who sits at the table, runs it or is staff; anybody if it may be watched or joined"
    SEAT = "who holds a seat at the table"
    ORGANISER = "the table's organiser, and staff"
    DEMO = "anybody, while mails stay on this machine"
    LINK = "whoever holds the signed link"
    OWN = "the page asks for itself"


RULES: Mapping[str, Rule] = {
    "alive": Rule.ANYBODY,
    "start": Rule.ANYBODY,
    "sign-in": Rule.ANYBODY,
    "sign-out": Rule.ANYBODY,
    "me": Rule.SIGNED_IN,
    "lobby": Rule.ANYBODY,
    "new-table": Rule.SIGNED_IN,
    "new-table-of": Rule.SIGNED_IN,
    "table": Rule.TABLE,
    "table-news": Rule.TABLE,
    "join": Rule.SIGNED_IN,
    "leave": Rule.SEAT,
    "orders": Rule.SEAT,
    "check": Rule.SEAT,
    "place": Rule.SEAT,
    "odds": Rule.SEAT,
    "press": Rule.SEAT,
    "dispute": Rule.SEAT,
    "history": Rule.TABLE,
    "report": Rule.TABLE,
    "organise": Rule.ORGANISER,
    "action": Rule.LINK,
    "confirm-mail": Rule.LINK,
    "mail-settings": Rule.LINK,
    "mail-unsubscribe": Rule.LINK,
    "mailboxes": Rule.DEMO,
    "mailbox": Rule.DEMO,
    "mail": Rule.DEMO,
    "mail-source": Rule.DEMO,
    "mail-html": Rule.DEMO,
    "mail-file": Rule.DEMO,
    "mail-reply": Rule.DEMO,
}
"""By the name of the address."""

NAMESPACES: Mapping[str, Rule] = {
    "admin": Rule.OWN,  # staff, and Django's permission for each kind of row
    "desk": Rule.OWN,  # referees for their games, staff for all: pbem.desk
    "operations": Rule.OWN,  # health for anybody, metrics by token: pbem.operations
    "anymail": Rule.OWN,  # the provider's webhook secret
}


class At(NamedTuple):
    """A reader and a table: which seat is theirs, and whether they run it."""

    game: Game
    player: Player | None
    seat: Seat | None
    organiser: bool
    openness: Openness

    @property
    def spectator(self) -> bool:
        """Sees public facts, and those as late as the table wants."""
        return self.seat is None and not self.organiser


def rule_of(name: str) -> Rule | None:
    """The rule for an address, by its full name (`admin:index`); None if nobody stated one."""
    space, _, _ = name.partition(":")
    if ":" in name:
        return NAMESPACES.get(space)
    return RULES.get(name)


class Doorkeeper:
    """Middleware: gives views `request.at` for a table, and turns away who may not come in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        match = request.resolver_match
        rule = rule_of(match.view_name) if match else None
        if rule in (Rule.ANYBODY, Rule.LINK, Rule.OWN):
            return None
        if rule is None:
            raise Http404("no rule is stated for this address")
        if rule is Rule.DEMO:
            if settings.EMAIL_BACKEND != LOCAL_MAIL:
                raise Http404
            return None
        player = request.player
        if rule is not Rule.TABLE and player is None and not _is_staff(request):
            return _to_sign_in(request)
        if "game_id" in kwargs:
            request.at = at = look(request, kwargs["game_id"])
            if not _may(rule, at, request):
                if player is None and not _is_staff(request):
                    return _to_sign_in(request)
                raise Http404
        elif player is None:
            return _to_sign_in(request)
        return None


def look(request: HttpRequest, game_id: int) -> At:
    """Who this reader is at this table."""
    game = Game.objects.select_related("organiser", "openness").filter(pk=game_id).first()
    player = request.player
    if game is None:
        if player is None:
            return At(Game(pk=game_id), None, None, False, Openness())
        raise Http404
    return place_at(game, player, staff=_is_staff(request))


def place_at(game: Game, player: Player | None, staff: bool = False) -> At:
    """The same for whoever asks without a page. `staff`: they run every table."""
    seats = list(game.seats.select_related("player"))
    game.seated = seats
    seat = None
    if player is not None:
        mine = [s for s in seats if s.kind == Seat.Kind.PERSON and s.player_id == player.pk]
        seat = mine[0] if mine else None
    organiser = staff or (player is not None and game.organiser_id == player.pk)
    openness = getattr(game, "openness", None) or Openness(game=game)
    return At(game, player, seat, organiser, openness)


def _may(rule: Rule, at: At, request: HttpRequest) -> bool:
    if rule is Rule.SEAT:
        return at.seat is not None
    if rule is Rule.ORGANISER:
        return at.organiser
    return rule is Rule.SIGNED_IN or may_look(at)


def may_look(at: At) -> bool:
    """Rule.TABLE: whether this reader may look at the table at all."""
    if at.seat is not None or at.organiser:
        return True
    if at.game.status == Game.Status.LOBBY:
        return at.player is not None and (at.openness.joinable or is_invited(at))
    return at.openness.watchable or (at.player is not None and is_invited(at))


def is_invited(at: At) -> bool:
    if at.player is None:
        return False
    asked = at.game.invitations.filter(state=Invitation.State.OPEN)
    return bool(asked.filter(email__in=addresses.of(at.player)).exists())


def _is_staff(request: HttpRequest) -> bool:
    """Staff sign in at the desk, with a password; a link in a mail never makes one staff."""
    return "_auth_user_id" in request.session and bool(request.user.is_staff)


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    path = request.get_full_path() if request.method == "GET" else _page_of(request)
    return redirect(f"{reverse('sign-in')}?{urlencode({'next': path})}")


def _page_of(request: HttpRequest) -> str:
    """Where a form was posted from: its table, or the lobby."""
    game_id = request.resolver_match.kwargs.get("game_id")
    return reverse("table", args=[game_id]) if game_id else reverse("lobby")
