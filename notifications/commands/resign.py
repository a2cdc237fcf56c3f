"""`RESIGN 12`: gives up the seat for good."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from notifications.commands.base import (
    Asked,
    HelpLine,
    Reader,
    Section,
    ToServer,
    Usage,
    Who,
    Words,
)
from pbem.errors import TableError
from pbem.models import Game
from pbem.table import lobby


class Resign(ToServer):
    name = "resign"
    words = Words(("resign",), ("rezygnuję",), ("feladom", "kiszállok", "lemondok"))
    who = Who.SEAT_HOLDER
    usage = (Usage(("RESIGN 12",), "gives up the seat; the game's number proves that it is meant"),)

    def help_lines(self, reader: Reader) -> Iterator[HelpLine]:
        if reader.has_seat:
            words = _("RESIGN %(n)d – give up your seat for good") % {"n": reader.game.pk}
            yield HelpLine(Section.TELL, words)

    def carry_out(self, asked: Asked) -> str:
        """Free the seat, or give it to a bot; only if the game's number is there, so that nobody
        resigns by a slip."""
        game = asked.game
        if asked.rest.strip().lstrip("#") != str(game.pk):
            raise TableError(
                _("To give up your seat for good, write RESIGN %(n)d. A bot then plays on.")
                % {"n": game.pk}
            )
        running = game.status != Game.Status.LOBBY
        lobby.leave(asked.seat)
        if running:
            return _("You have left %(game)s; a bot plays on.") % {"game": game.name}
        return _("You have left %(game)s; the seat is free again.") % {"game": game.name}
