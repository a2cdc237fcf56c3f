"""Makes the files of turn mails that are left for when the mails go out: pictures, and the whole
position in words, as their readers saw it then."""

import logging
from collections.abc import Sequence

from django.utils import translation

from notifications.compose import attachments, letter
from notifications.compose.attachments import (
    DRAWN_LATER,
    TOLD_LATER,
    DrawnLater,
    Enclosure,
    ToldLater,
)
from notifications.outbound.positions import Positions
from pbem.models import Game
from rules.kernel.codec import decode
from rules.kernel.match import Match
from rules.lexicon.speech import speaking

log = logging.getLogger(__name__)


def drawn(
    game: Game | None, files: Sequence[Enclosure], language: str, positions: Positions
) -> list[Enclosure]:
    """Return the files of a mail, with those made that were left for later.

    One that cannot be made, by a fault of the game's or because the rules do not understand the
    record any more, is left out: it must not keep the mail back.
    """
    found = []
    for file in files:
        if file.kind not in (DRAWN_LATER, TOLD_LATER):
            found.append(file)
            continue
        try:
            with translation.override(language), speaking(language):
                found.append(_made(game, file, positions))
        except Exception as error:
            kind = type(error).__name__
            log.error("game=%s %s not made: %s", game and game.pk, file.name, kind)
    return found


def _made(game: Game | None, file: Enclosure, positions: Positions) -> Enclosure:
    assert game is not None, "a position is of a game"
    if file.kind == DRAWN_LATER:
        picture = decode(file.data, DrawnLater)
        svg = _drawn(positions.after(game, picture.seq), picture)
        return Enclosure(file.name, attachments.PICTURE, svg.encode())
    told = decode(file.data, ToldLater)
    match = positions.after(game, told.seq)
    return letter.position(game, match, match.ruleset.sheet(match.view(told.seat)))


def _drawn(match: Match, later: DrawnLater) -> str:
    pictures = match.ruleset.pictures(match.view(later.seat))
    return next(one for one in pictures if one.name == later.picture).svg
