"""Hints to the workers. A hint that cannot be given is not an error: the sweep finds the row.

`notifications.tasks` registers its tasks here when the site starts, so that whoever writes a row
can hint at it without knowing what the task does.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from celery import Task
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from pbem.services.gathering import put_off

log = logging.getLogger(__name__)

BATCH = 20
"""How many mails one hint is enough for: so many are sent over one connection."""

_tasks: dict[str, Task] = {}
_answers: ContextVar[list[int] | None] = ContextVar("answers", default=None)


def register(**tasks: Task) -> None:
    """Name the tasks behind the hints below."""
    _tasks.update(tasks)


def deliver(outbox_id: int) -> None:
    """Send this mail soon."""
    if not put_off(_deliver_all, outbox_id):
        _hint(_tasks["deliver"], outbox_id)


def _deliver_all(outbox_ids: list[int]) -> None:
    """Send these mails soon: a task that is hinted at one of them sends others that are due."""
    for outbox_id in outbox_ids[::BATCH]:
        _hint(_tasks["deliver"], outbox_id)


def answer(outbox_id: int) -> None:
    """Like `deliver`, for a mail that somebody waits for."""
    waiting = _answers.get()
    if waiting is None:
        _hint(_tasks["answer"], [outbox_id])
    else:
        waiting.append(outbox_id)


@contextmanager
def answers_together() -> Iterator[None]:
    """Give one hint at the answers that one transaction wrote. Unlike other hints (see `gathered`)
    they wait for nothing else."""
    waiting: list[int] = []
    token = _answers.set(waiting)
    try:
        yield
    finally:
        _answers.reset(token)
        for start in range(0, len(waiting), BATCH):
            _hint(_tasks["answer"], waiting[start : start + BATCH])


def read_inbound(inbound_id: int) -> None:
    """Read this stored mail soon."""
    _hint(_tasks["read_inbound"], inbound_id)


def send_held(player_id: int) -> None:
    """Send this player soon what was held back."""
    _hint(_tasks["send_held"], player_id)


def push(prompt_id: int) -> None:
    """Tell the browsers of whoever is asked."""
    _hint(_tasks["push"], prompt_id)


def _hint(task: Task, row: int | list[int]) -> None:
    try:
        task.delay(row)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("%s %s not queued: %s", task.name, row, type(error).__name__)
