"""Hints to the workers. A hint that cannot be given is not an error: the sweep finds the row."""

import logging

from celery import Task
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


def deliver(outbox_id: int) -> None:
    from notifications.tasks import deliver as task

    _hint(task, outbox_id)


def read_inbound(inbound_id: int) -> None:
    from notifications.tasks import read_inbound as task

    _hint(task, inbound_id)


def digest(player_id: int) -> None:
    from notifications.tasks import digest as task

    _hint(task, player_id)


def _hint(task: Task, row: int) -> None:
    try:
        task.delay(row)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("%s %s not queued: %s", task.name, row, type(error).__name__)
