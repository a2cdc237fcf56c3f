"""Whether the workers keep up with their queues."""

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from pbem.celery import app
from pbem.services import lanes

FEW = 20
FEW_SHARES = 5
"""How many tasks are few in the lane of the clockwork, where one looks after many games."""


def calm(lane: str) -> bool:
    """Return whether few tasks wait in a lane: what a sweep finds then has really lost its task.

    Under a heap of waiting tasks a sweep would queue the same rows again and again, and the
    heap would grow faster than it is worked off.
    """
    try:
        with app.connection_for_read() as connection:
            waiting = int(connection.default_channel.client.llen(lane))
            return waiting < (FEW_SHARES if lane == lanes.CLOCKWORK else FEW)
    except (OperationalError, RedisError, OSError):
        return False
