"""Replacing reply addresses that have leaked: every address given out before is made worthless."""

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from pbem import signals
from pbem.errors import TableError
from pbem.models import Game, Player, Seat
from pbem.play import loading


class NobodyThere(TableError):
    """Raised for a seat without a reply address, because no person holds it."""

    code = "lobby"


@transaction.atomic
def renew(game: Game, seat: Seat | None, by: Player | None) -> None:
    """Replace the reply address of a seat; `seat` None: the organiser's, for running the table.

    Whoever has the old address can no longer speak for its holder, who gets a mail with the new
    one. `by`: who asked for it, None for staff.
    """
    game = loading.locked(game.pk)
    if seat is not None:
        held = game.seats.filter(pk=seat.pk, kind=Seat.Kind.PERSON)
        if not held.update(key_version=F("key_version") + 1):
            raise NobodyThere(_("Nobody holds this seat."))
        seat = held.select_related("player").get()
        seat.game = game
    signals.reply_key_renewed.send(Game, game=game, seat=seat, by=by)
