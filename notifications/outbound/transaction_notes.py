"""What the current transaction is to tell and has written so far."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from django.db import transaction


class OnCommit(Protocol):
    """An entry: called when the transaction commits, `done` afterwards."""

    done: bool

    def __call__(self) -> None: ...


Entry = TypeVar("Entry", bound=OnCommit)


class TransactionNotes:
    """The entries of one transaction, kept in Django's own list of on-commit calls.

    A rollback, also that of a savepoint, forgets there what was added since, together with the
    rows that were written since.
    """

    def add(self, entry: OnCommit) -> None:
        """Keep an entry until the transaction ends, and call it when it commits."""
        transaction.on_commit(entry)

    def pending(self, kind: type[Entry]) -> list[Entry]:
        """Return the entries of this kind that were neither rolled back nor called yet."""
        return [call for call in self._calls() if isinstance(call, kind) and not call.done]

    def _calls(self) -> list[Callable[[], object]]:
        """Django's on-commit calls of this transaction, whoever added them.

        `run_on_commit` is no documented interface: entries are (savepoints, call, robust).
        """
        return [entry[1] for entry in transaction.get_connection().run_on_commit]
