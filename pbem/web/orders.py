"""Orders given on a page: stored once, whatever is clicked twice or sent again."""

import logging
from typing import NamedTuple

from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from pbem import ports, tasks
from pbem.models import Game, Seat, Submission
from pbem.orders import submissions
from pbem.play import advancing, loading, past
from pbem.web.once import checked
from pbem.web.table import asked

log = logging.getLogger(__name__)

LONGEST = 20_000


class OutdatedPage(Exception):
    """Raised for a page that was made for another question than the one that is open now."""


class SentOrders(NamedTuple):
    """Orders that were sent. `again`: these very orders had been received before."""

    submission: Submission
    again: bool


def send(game: Game, seat: Seat, text: str, key: str, made_for: str = "") -> SentOrders:
    """Store the orders and rule on them. `made_for`: what was asked when the page was made.

    The orders are stored before anything is ruled, so that a connection or a process lost on the
    way loses nothing; sending the same form again finds them.
    """
    key = f"web-{seat.pk}-{checked(key)}"
    with transaction.atomic():
        game = loading.locked(game.pk)
        known = Submission.objects.filter(game=game, key=key).first()
        if known is None and made_for and _is_stale(game, seat, made_for):
            raise OutdatedPage
        submission = known or _submit(game, seat, text[:LONGEST], key)
    if advancing.advance(game.pk).more:
        _hint(game.pk)
    submission.refresh_from_db()
    return SentOrders(submission, known is not None)


def _submit(game: Game, seat: Seat, text: str, key: str) -> Submission:
    """Carry out the commands of mails that stand among the orders, and store the orders."""
    said, left = ports.mail_commands().carry_out(seat, text)
    return submissions.submit(game, seat, left, Submission.WEB, key, said=said, typed=text)


def _is_stale(game: Game, seat: Seat, made_for: str) -> bool:
    """Return whether something else is asked now than when the page was made.

    A game that stands still or cannot be woken takes orders all the same: they are kept.
    """
    if game.status != Game.Status.RUNNING:
        return False
    try:
        return asked(past.head(game), seat.number) != made_for
    except past.Unreadable:
        return False


def _hint(game_id: int) -> None:
    """Let a worker go on with a long stretch; without one, the sweep finds the game."""
    try:
        tasks.advance_game.delay(game_id)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("game=%s not queued: %s", game_id, type(error).__name__)
