"""When a commit has to be on the disk.

SQLite waits for the disk at every commit, which costs more than ruling on a mail. A worker's
rulings need not be waited for: they can be made again from the stored mail, and come out the same.
They only must be on the disk before anybody is told of them; and they are, because every commit
outside of these blocks, such as the claim before a mail is sent, brings along all commits before
it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def can_be_repeated() -> Iterator[None]:
    """Let commits in this block be lost if the power fails before the next one outside of it."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    _wait_for_disk("NORMAL")
    try:
        yield
    finally:
        _wait_for_disk("FULL")


def _wait_for_disk(how: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA synchronous = {how}")
