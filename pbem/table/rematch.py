"""The same people again, after a game is over."""

from django.db import transaction
from django.utils.translation import gettext as _

from pbem.models import Game, Player, Seat
from pbem.table import lobby
from pbem.table.lobby import LobbyError


@transaction.atomic
def rematch(game: Game, player: Player) -> Game:
    """Make a table like one that is over, with a seat for whoever asks, and invite the others."""
    if game.status != Game.Status.OVER:
        raise LobbyError(_("%(game)s is not over yet.") % {"game": game.name})
    others = [
        seat.player
        for seat in game.seats.select_related("player")
        if seat.player is not None and seat.player != player
    ]
    again = lobby.create_game(
        player,
        _again(game.name),
        game.ruleset,
        game.options,
        game.mode,
        game.hours,
        game.terms,
    )
    lobby.sit_down(again, player)
    for other in others:
        lobby.invite(again, other.email, other.name)
    for seat in again.seats.filter(kind=Seat.Kind.EMPTY).order_by("-number")[
        : game.seats.filter(kind=Seat.Kind.BOT).count()
    ]:
        lobby.give_to_bot(seat)
    return again


def _again(name: str) -> str:
    """Return the name of the next game of the same people: "Arcturus 2", "Arcturus 3"."""
    first, _space, last = name.rpartition(" ")
    longest = (Game._meta.get_field("name").max_length or 0) - 4
    if first and last.isdecimal():
        return f"{first[:longest]} {int(last) + 1}"
    return f"{name[:longest]} 2"
