"""Whether the workers keep up with their queue."""

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from pbem.celery import app

FEW = 20


def calm() -> bool:
    """True when few tasks wait: what a sweep finds then has really lost its task.

    Under a heap of waiting tasks a sweep would queue the same rows again and again, and the
    heap would grow faster than it is worked off.
    """
    try:
        with app.connection_for_read() as connection:
            client = connection.default_channel.client
            return int(client.llen(app.conf.task_default_queue)) < FEW
    except (OperationalError, RedisError, OSError):
        return False
