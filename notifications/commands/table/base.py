"""What the parts of TABLE share: who may say them, and seats as people name them."""

from typing import ClassVar

from notifications import matches
from notifications.commands.base import Asked, Command, Who
from pbem.models import Game, Seat
from pbem.table import press
from pbem.table.lobby import LobbyError
from pbem.words.order_errors import in_words
from rules.lexicon import LexiconError

ON = ("on", "yes", "pause", "tak", "igen")
OFF = ("off", "no", "nie", "nem", "ki")


class OfOrganiser(Command):
    """A part of TABLE for the organiser: the same as a button of the organiser's page."""

    who = Who.ORGANISER
    example: ClassVar[str]
    """How it is written behind TABLE, for HELP."""

    def carry_out(self, asked: Asked) -> str | None:
        words = self.change(asked.game, asked.rest)
        asked.game.refresh_from_db()
        return words

    def change(self, game: Game, rest: str) -> str:
        """Do it; the answer in words. Raises TableError if it cannot be done."""
        raise NotImplementedError


def seat_called(game: Game, name: str) -> Seat:
    """Return the seat that somebody names by its name in the game, its player, or its number."""
    try:
        return press.seat_called(game, name, matches.seat_names(game))
    except LexiconError as error:
        raise LobbyError(in_words(error)) from None
