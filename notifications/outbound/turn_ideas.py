"""Puts ideas into turn mails that were worded without them, when the mails go out.

A worker that rules on a heap of tables leaves them out: nobody waits for them as long as the mail
has not gone, and the tables behind it do. What the idea is hangs on the position alone, so it is
the same whenever and however often it is thought of.
"""

import logging

from django.db import DatabaseError
from django.utils import translation

from notifications import answer_links
from notifications.compose import answering
from notifications.compose.answering import Answering, IdeasLater
from notifications.models import Outbox
from notifications.outbound.positions import Positions
from rules.kernel.codec import decode, encode
from rules.lexicon.speech import speaking

log = logging.getLogger(__name__)


def kept(later: IdeasLater | None) -> bytes:
    """Return how a row keeps what it takes to put ideas into its mail."""
    return encode(later) if later is not None else b""


def how_answered(row: Outbox, made: Answering) -> None:
    """Write into a row how its mail is answered."""
    row.template = made.lines
    row.listed = made.listed.data if made.listed else {}


def put_in(row: Outbox, positions: Positions) -> dict[str, object]:
    """Put ideas into the mail of a row that has none yet; return the fields that have changed.

    A mail whose position cannot be woken, or whose game fails to think, goes as it is.
    """
    if not row.ideas_later or row.game is None or row.seat is None:
        return {}
    seat, later = row.seat, decode(bytes(row.ideas_later), IdeasLater)
    row.ideas_later = b""
    try:
        match = positions.after(row.game, later.seq)
        with translation.override(row.language), speaking(row.language):
            row.body, made = answering.finished(
                row.body,
                later,
                row.game,
                match,
                lambda: answer_links.to_list(seat, row.message_id),
            )
    except DatabaseError:
        raise
    except Exception as error:
        log.error("game=%s no idea for a turn: %s", row.game_id, type(error).__name__)
        return {"ideas_later": b""}
    how_answered(row, made)
    return {name: getattr(row, name) for name in ("body", "template", "listed", "ideas_later")}
