"""kombu's Redis transport, made to survive a Redis that goes away under a running task.

When kombu 5.7 has torn a lost connection down, putting a task back or acknowledging it through
that connection is an AttributeError that nobody catches, and the worker ends. Here it is the
connection error it should be: the worker connects anew, and the task, which Redis still counts as
taken, comes back after the visibility timeout, as after any other crash.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as RedisConnectionError


class Channel(redis.Channel):
    """The stock channel, but honest about a connection that is gone."""

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise RedisConnectionError("the connection of this channel was lost")
        found: dict[str, Any] = super()._connparams(asynchronous)
        return found


class Transport(redis.Transport):
    """The stock transport with our channel."""

    Channel = Channel


def install() -> None:
    """Use this transport for every Redis URL."""
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), f"{__name__}:Transport"))
