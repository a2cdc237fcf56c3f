"""Positions that mails tell of, woken when the mails go out."""

from pbem.models import Game
from pbem.play import past
from rules.kernel.match import Match


class Positions:
    """Matches as they were after a ruling, each woken once for all mails that go out together."""

    def __init__(self) -> None:
        self._woken: dict[tuple[int, int], Match] = {}

    def after(self, game: Game, seq: int) -> Match:
        """Return the match as it was after ruling `seq`, whether that counts or was taken back."""
        known = self._woken.get((game.pk, seq))
        if known is None:
            known = self._woken[game.pk, seq] = past.match_after(game, seq)
        return known
