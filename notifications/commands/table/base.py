"""What the parts of TABLE share: who may say them, and seats as people name them."""

from abc import abstractmethod
from typing import ClassVar

from notifications import matches
from notifications.commands.base import Asked, ToServer, Who
from pbem.models import Game, Seat
from pbem.table import press
from pbem.table.lobby import LobbyError
from pbem.words.order_errors import in_words
from rules.lexicon import LexiconError

ON = ("on", "yes", "pause", "tak", "igen")
OFF = ("off", "no", "nie", "nem", "ki")


class OfTable(ToServer):
    """A part of TABLE that is about the table itself."""

    example: ClassVar[str]
    """How it is written behind TABLE, for HELP."""


class OfOrganiser(OfTable):
    """A part of TABLE for the organiser: the same as a button of the organiser's page."""

    who = Who.ORGANISER

    def carry_out(self, asked: Asked) -> str | None:
        words = self.change(asked.game, asked.rest)
        asked.game.refresh_from_db()
        return words

    @abstractmethod
    def change(self, game: Game, rest: str) -> str:
        """Do it; the answer in words. Raises TableError if it cannot be done."""


def seat_called(game: Game, name: str) -> Seat:
    """Return the seat that somebody names by its name in the game, its player, or its number."""
    try:
        return press.seat_called(game, name, matches.seat_names(game))
    except LexiconError as error:
        raise LobbyError(in_words(error)) from None
