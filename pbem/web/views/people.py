"""Players across games: their record, as a page and as a file."""

import csv

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from pbem.clocks import attendance
from pbem.models import Player
from pbem.table.people import profiles
from pbem.table.people.access import may_look, place_at
from pbem.table.people.profiles import Played, Profile
from pbem.web.requests import PlayerRequest

COLUMNS = ("game", "name", "ended", "side", "place", "players", "points", "opponents")


@require_safe
def person(request: PlayerRequest, player_id: int) -> HttpResponse:
    """Show what a player has done in all games; games of closed tables are only counted."""
    player = get_object_or_404(Player, pk=player_id)
    profile = profiles.of_player(player)
    shown = [one for one in profile.played if may_look(place_at(one.game, request.player))]
    wanted = request.GET.get("as", "")
    if wanted == "json":
        return JsonResponse(_plain(profile, shown))
    if wanted == "csv":
        return _csv(player, shown)
    context = {
        "person": player,
        "profile": profile,
        "shown": shown,
        "kept": attendance.of_player(player),
        "mine": player == request.player,
    }
    return render(request, "web/person.html", context)


def _row(one: Played) -> dict[str, object]:
    return {
        "game": one.title,
        "name": one.game.name,
        "ended": one.game.ended.isoformat() if one.game.ended else "",
        "side": one.side,
        "place": one.place,
        "players": one.players,
        "points": one.points,
        "opponents": ", ".join(one.opponents),
    }


def _plain(profile: Profile, shown: list[Played]) -> dict[str, object]:
    return {
        "player": profile.player.name,
        "games": [_row(one) for one in shown],
        "by_game": [line._asdict() for line in profile.by_game],
        "by_side": [line._asdict() for line in profile.by_side],
        "by_opponent": [line._asdict() for line in profile.by_opponent],
        "ratings": [rating._asdict() for rating in profile.ratings],
    }


def _csv(player: Player, shown: list[Played]) -> HttpResponse:
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="games-{player.pk}.csv"'
    rows = csv.DictWriter(answer, COLUMNS)
    rows.writeheader()
    rows.writerows({k: _harmless(v) for k, v in _row(one).items()} for one in shown)
    return answer


def _harmless(value: object) -> object:
    """Keep a name from being read as a formula by a spreadsheet."""
    text = isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r")
    return f"'{value}" if text else value
