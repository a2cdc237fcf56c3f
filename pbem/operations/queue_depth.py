"""Whether the workers keep up with their queues."""

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from pbem.celery import app

FEW = 20


def calm(lane: str) -> bool:
    """Return whether few tasks wait in a lane: what a sweep finds then has really lost its task.

    Under a heap of waiting tasks a sweep would queue the same rows again and again, and the
    heap would grow faster than it is worked off.
    """
    try:
        with app.connection_for_read() as connection:
            return int(connection.default_channel.client.llen(lane)) < FEW
    except (OperationalError, RedisError, OSError):
        return False
