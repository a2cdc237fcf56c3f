"""Tasks are hints: they name games, and may run twice, late or never."""

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from pbem import signals
from pbem.clocks import extensions, reminders
from pbem.clocks.sweep import games_to_advance, note_sweep, still_to_advance
from pbem.clocks.sweep import pulse as note_pulse
from pbem.models import Game
from pbem.operations import queue_depth
from pbem.play import advancing, thinking
from pbem.services import lanes
from pbem.services.gathering import gathered
from pbem.storage import durability

log = logging.getLogger(__name__)

TOGETHER = 5
"""How many of them are ruled on in one transaction: to begin and to end one takes two of the ten
journeys to the database that a ruling takes, and people wait for its locks."""
AT_ONCE = 40
"""How many games one task looks after: with thousands due, a task each costs as much as the ruling,
and a worker has nothing to do until it is given the next one."""


@shared_task
def advance_game(game_id: int) -> None:
    """Advance a game for somebody who has sent orders on a page and waits."""
    _advance(game_id)


@shared_task
def advance_due(game_ids: list[int]) -> None:
    """Advance the games that the sweep has found, if another task has not done it meanwhile."""
    now = timezone.now()

    def advance(game_id: int) -> None:
        if advancing.advance(game_id, now, mail_is_read=True).more:
            advance_bots.delay(game_id)

    with gathered(), durability.can_be_repeated():
        due = sorted(still_to_advance(game_ids, now))
        signals.hand_in_late_mail.send(Game, game_ids=due)
        alone: list[int] = []
        for start in range(0, len(due), TOGETHER):
            some = due[start : start + TOGETHER]
            alone += [] if _advanced_together(some, now) else some
        _each(alone, advance)


def _advanced_together(game_ids: list[int], now: datetime) -> bool:
    """Advance several games in one transaction. If one fails nothing has happened to any, and False
    is returned."""
    if len(game_ids) == 1:
        return False
    try:
        with transaction.atomic():
            advanced = advancing.advance_several(dict.fromkeys(game_ids), now)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        log.warning("%s games are advanced one by one: %s", len(game_ids), type(error).__name__)
        return False
    for one in advanced:
        if one.more:
            advance_bots.delay(one.game_id)
    return True


def _each(game_ids: Iterable[int], do: Callable[[int], object]) -> None:
    """Do it for every game: one that fails keeps no other waiting, and its error is raised in the
    end."""
    failed: Exception | None = None
    for game_id in game_ids:
        try:
            do(game_id)
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            failed = failed or error
    if failed is not None:
        raise failed


@shared_task
def advance_bots(game_id: int) -> None:
    """Advance a table that plays on by itself and stopped to let go of its lock."""
    _advance(game_id)


@shared_task
def think(game_id: int) -> None:
    """Let the bots of a table think, and play what they have thought of."""
    with durability.can_be_repeated():
        more = thinking.think(game_id)
    if more:
        think.delay(game_id)


@receiver(signals.bots_asked)
def think_soon(game: Game, **said: object) -> None:
    transaction.on_commit(partial(_hint_at_thinking, game.pk), robust=True)


def _hint_at_thinking(game_id: int) -> None:
    """Have bots think soon; where no hint can be given, the sweep finds the table."""
    try:
        think.delay(game_id)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("bots of game %d not hinted at: %s", game_id, type(error).__name__)


def _advance(game_id: int) -> None:
    with durability.can_be_repeated():
        more = advancing.advance(game_id).more
    if more:
        advance_bots.delay(game_id)


@shared_task
def remind_games(game_ids: list[int]) -> None:
    """Send the reminders that are due at these tables."""
    with gathered():
        _each(game_ids, reminders.remind)


@shared_task
def lapse_vote(game_id: int) -> None:
    extensions.lapse(game_id)


@shared_task
def pulse() -> None:
    """Note that workers serve people."""
    note_pulse()


@shared_task
def sweep(found_before: int = 0) -> None:
    """Find what is due and whatever a lost task left behind.

    Where much is due, another sweep stands behind it in the queue, so that nobody waits for the
    next beat; but not if it finds as many again, which then no worker can do anything about. As
    long as much of what was found still waits, nothing is looked for.
    """
    if not queue_depth.calm(lanes.CLOCKWORK):
        note_sweep()
        return
    due = games_to_advance()
    for some in _shares(due):
        advance_due.delay(some)
    if len(due) > AT_ONCE and len(due) != found_before:
        sweep.delay(len(due))
    for some in _shares(reminders.games_to_remind()):
        remind_games.delay(some)
    for game_id in extensions.to_lapse():
        lapse_vote.delay(game_id)


def _shares(game_ids: list[int]) -> Iterator[list[int]]:
    """Yield the games in shares of as many as one task looks after."""
    for start in range(0, len(game_ids), AT_ONCE):
        yield game_ids[start : start + AT_ONCE]
