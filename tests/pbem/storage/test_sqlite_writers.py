"""SQLite has one writer: who waits for a turn gets it soon, and gives up after a while."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError, transaction
from django.db.utils import ConnectionHandler

PATIENCE = 0.4


@pytest.fixture
def database(sqlite_url: str, django_db_blocker: Any) -> Iterator[Any]:
    """A connection as the server makes them, to a file that others write to."""
    path = sqlite_url.removeprefix("sqlite:///")
    handler = ConnectionHandler(
        {
            "default": {
                "ENGINE": "pbem.storage.sqlite",
                "NAME": path,
                "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": PATIENCE},
            }
        }
    )
    connection = handler["default"]
    with django_db_blocker.unblock():
        yield connection
        connection.close()


def write(connection: Any) -> None:
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    try:
        connection.cursor().execute("DELETE FROM pbem_heartbeat")
        connection.commit()
    finally:
        connection.set_autocommit(True)


class Writer(threading.Thread):
    """Somebody who writes again and again, with gaps of a few milliseconds."""

    def __init__(self, path: str, held: float, gap: float) -> None:
        super().__init__(daemon=True)
        self.path, self.held, self.gap = path, held, gap
        self.begun, self.enough = threading.Event(), threading.Event()

    def run(self) -> None:
        other = sqlite3.connect(self.path, isolation_level=None, timeout=20)
        while not self.enough.is_set():
            other.execute("BEGIN IMMEDIATE")
            self.begun.set()
            time.sleep(self.held)
            other.execute("COMMIT")
            time.sleep(self.gap)
        other.close()


def test_a_gap_between_the_turns_of_another_is_found(database: Any) -> None:
    writer = Writer(database.settings_dict["NAME"], held=0.02, gap=0.004)
    writer.start()
    writer.begun.wait()
    try:
        for _ in range(5):
            write(database)
    finally:
        writer.enough.set()
        writer.join()


def test_who_waits_too_long_is_told(database: Any) -> None:
    writer = Writer(database.settings_dict["NAME"], held=PATIENCE * 2, gap=0.0)
    writer.start()
    writer.begun.wait()
    began = time.monotonic()
    try:
        with pytest.raises(OperationalError, match="locked"):
            write(database)
        assert time.monotonic() - began >= PATIENCE
    finally:
        writer.enough.set()
        writer.join()
    write(database)


@pytest.mark.django_db(transaction=True)
def test_the_servers_own_database_takes_turns() -> None:
    connection = transaction.get_connection()
    assert type(connection).__module__ == "pbem.storage.sqlite.base"
    with transaction.atomic(), connection.cursor() as cursor:
        patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
    assert patience == connection.settings_dict["OPTIONS"]["timeout"] * 1000
