"""`JOIN`: takes the seat somebody is invited to; said at a table, it can only be refused."""

from django.utils.translation import gettext as _

from notifications.commands.base import Asked, ToServer, Usage, Words
from pbem.errors import TableError
from pbem.models import Seat


class Join(ToServer):
    name = "join"
    words = Words(("join",), ("dołączam", "dołącz"), ("csatlakozom", "csatlakozás"))
    usage = (
        Usage(
            ("JOIN word", "YES", "NO"),
            "answers an invitation: takes the seat, the word goes into the dice; or declines",
        ),
    )

    def carry_out(self, asked: Asked) -> str:
        """Say how things stand; a reply to an invitation is read by `inbound.pipeline`."""
        if isinstance(asked.speaker, Seat):
            return _("You have a seat in %(game)s already.") % {"game": asked.game.name}
        raise TableError(
            _("To take a seat at your own table, invite yourself: TABLE INVITE %(address)s")
            % {"address": asked.player.email}
        )
