"""When a commit has to be on the disk.

A database waits for the disk at every commit, which can take longer than to rule on a mail. A
worker's rulings need not be waited for: they can be made again from the stored mail, and come out
the same. They only must be on the disk before anybody is told of them; and they are, because every
commit outside of these blocks, such as the claim before a mail is sent, brings along all commits
before it, whoever made them.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import Error, connection

_LATER = {"sqlite": "PRAGMA synchronous = NORMAL", "postgresql": "SET synchronous_commit = off"}
_AT_ONCE = {"sqlite": "PRAGMA synchronous = FULL", "postgresql": "RESET synchronous_commit"}


@contextmanager
def can_be_repeated() -> Iterator[None]:
    """Let commits in this block be lost if the power fails before the next one outside of it.

    Behind a pool a connection is everybody's (see `prepared`), and all commits are waited for.
    """
    pooled = connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS")
    if connection.in_atomic_block or pooled:
        yield
        return
    _tell(_LATER[connection.vendor])
    try:
        yield
    except Error:
        with suppress(Error):  # a connection that is broken is not used again
            _tell(_AT_ONCE[connection.vendor])
        raise
    except BaseException:
        _tell(_AT_ONCE[connection.vendor])
        raise
    _tell(_AT_ONCE[connection.vendor])


def _tell(how: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(how)
