"""Draws the pictures of turn mails when they go out, as their readers saw the position then."""

import logging
from collections.abc import Sequence
from functools import cache

from notifications.compose import attachments
from notifications.compose.attachments import DRAWN_LATER, DrawnLater, Enclosure
from pbem.models import Game
from pbem.play import past
from rules.kernel.codec import decode
from rules.kernel.match import Match
from rules.lexicon.speech import speaking

log = logging.getLogger(__name__)


def drawn(game_id: int | None, files: Sequence[Enclosure], language: str) -> list[Enclosure]:
    """Return the files of a mail, with its pictures drawn.

    A picture that cannot be drawn, by a fault of the game's or because the rules do not understand
    the record any more, is left out: it must not keep the mail back.
    """

    @cache
    def match_after(seq: int) -> Match:
        return past.match_after(Game.objects.get(pk=game_id or 0), seq)

    found = []
    for file in files:
        if file.kind != DRAWN_LATER:
            found.append(file)
            continue
        later = decode(file.data, DrawnLater)
        try:
            svg = _drawn(match_after(later.seq), later, language)
        except Exception as error:
            kind = type(error).__name__
            log.error("game=%s picture of ruling %s not drawn: %s", game_id, later.seq, kind)
        else:
            found.append(Enclosure(file.name, attachments.PICTURE, svg.encode()))
    return found


def _drawn(match: Match, later: DrawnLater, language: str) -> str:
    with speaking(language):
        pictures = match.ruleset.pictures(match.view(later.seat))
        return next(one for one in pictures if one.name == later.picture).svg
