"""A database wrapper that waits its turn to write.

SQLite has one writer at a time, and a process that waits for it looks again ever more seldom, up to
a tenth of a second. A worker that rules on one mail after the other leaves gaps of a millisecond,
so another process would hardly ever find one. Here a process that begins a transaction looks every
half a millisecond.
"""

from time import monotonic, sleep

from django.db import OperationalError
from django.db.backends.sqlite3 import base

LOOK_EVERY = 0.0005


class DatabaseWrapper(base.DatabaseWrapper):
    def _start_transaction_under_autocommit(self) -> None:
        patience = float(self.settings_dict["OPTIONS"].get("timeout", 5))
        give_up = monotonic() + patience
        self._wait_inside(0)
        try:
            while True:
                try:
                    super()._start_transaction_under_autocommit()  # type: ignore[misc]
                    return
                except OperationalError as error:
                    if "locked" not in str(error) or monotonic() > give_up:
                        raise
                sleep(LOOK_EVERY)
        finally:
            self._wait_inside(patience)

    def _wait_inside(self, seconds: float) -> None:
        """Set how long SQLite itself waits, for a statement outside of a transaction."""
        self.connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
