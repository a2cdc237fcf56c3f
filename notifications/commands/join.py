"""`JOIN`: takes the seat somebody is invited to; said at a table, it can only be refused."""

from django.utils.translation import gettext as _

from notifications.commands.base import Asked, Command, Usage, Words
from pbem.errors import TableError
from pbem.models import Seat
from rules.lexicon.text import fold


class Join(Command):
    name = "join"
    words = Words(("join",), ("dołączam",), ("csatlakozom",))
    usage = (
        Usage(("JOIN word",), "takes the seat you are invited to; the word goes into the dice"),
    )

    def carry_out(self, asked: Asked) -> str:
        """Say how things stand; a reply to an invitation is read by `inbound.pipeline`."""
        if isinstance(asked.speaker, Seat):
            return _("You have a seat in %(game)s already.") % {"game": asked.game.name}
        raise TableError(
            _("To take a seat at your own table, invite yourself: TABLE INVITE %(address)s")
            % {"address": asked.player.email}
        )


def join_word(text: str) -> str | None:
    """The word after JOIN, which may be empty; None if no line says JOIN."""
    for line in text.split("\n"):
        first, _space, rest = line.strip().partition(" ")
        if fold(first).strip(":.,!") in Join.words.folded:
            return rest.strip()
    return None


def says_yes(text: str) -> bool:
    """Whether the first thing written is yes, in any of our languages."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return fold(first).strip(" .!,") in ("yes", "tak", "igen")
