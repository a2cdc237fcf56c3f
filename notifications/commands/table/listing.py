"""`TABLE` alone: the reader's tables, those with a seat for them, and those to watch."""

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from notifications.compose.layout import block, joined
from pbem.models import Game, Invitation, Player, Prompt, Seat
from pbem.play import loading
from pbem.table import lobby
from pbem.table.people import addresses

MOST_LISTED = 30


def overview(player: Player) -> str:
    """Three lists of tables, a line each, with the command that leads to the table."""
    every = Game.objects.prefetch_related("seats").order_by("-pk")
    mine = every.filter(
        Q(seats__player=player, seats__kind=Seat.Kind.PERSON) | Q(organiser=player)
    ).exclude(status=Game.Status.CANCELLED)
    asked = Prompt.objects.filter(state=Prompt.State.OPEN, waiting=True, seat__player=player)
    needed = set(asked.values_list("game_id", flat=True))
    invited = Q(
        invitations__email__in=addresses.of(player), invitations__state=Invitation.State.OPEN
    )
    free = Q(openness__joinable=True, seats__kind=Seat.Kind.EMPTY, status=Game.Status.LOBBY)
    others = every.filter(invited | free).exclude(seats__player=player)
    begun = every.filter(status__in=(*lobby.AT_THE_TABLE, Game.Status.OVER))
    watch = begun.filter(openness__watchable=True).exclude(pk__in=mine.values("pk"))
    own = [_own_line(game, player, game.pk in needed) for game in mine.distinct()[:MOST_LISTED]]
    open_ = [
        f"{_open_line(game)} … TABLE JOIN {game.pk}" for game in others.distinct()[:MOST_LISTED]
    ]
    watched = [f"{_described(game)} … TABLE SHOW {game.pk}" for game in watch[:MOST_LISTED]]
    return joined(
        [
            block(_("Your games"), own),
            block(_("Tables with a seat for you"), open_),
            block(_("Tables to watch"), watched),
        ]
    ).rstrip()


def _described(game: Game) -> str:
    return f"{game} · {loading.ruleset_of(game).title} · {game.get_status_display()}"


def _own_line(game: Game, player: Player, waits: bool) -> str:
    parts = [_described(game), *([_("waits for you")] if waits else [])]
    plays = any(seat.player_id == player.pk for seat in game.seats.all())
    run = "" if plays else f" … TABLE RUN {game.pk}"
    return " · ".join(parts) + run


def _open_line(game: Game) -> str:
    empty = sum(seat.kind == Seat.Kind.EMPTY for seat in game.seats.all())
    seats = ngettext("%(n)d free seat", "%(n)d free seats", empty) % {"n": empty}
    return f"{_described(game)} · {seats}"
