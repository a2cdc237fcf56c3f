"""What a transaction is to tell: kept while it lasts, forgotten with what is rolled back."""

from dataclasses import dataclass

from django.db import transaction

from notifications.outbound.transaction_notes import TransactionNotes


@dataclass(eq=False)
class Entry:
    name: str
    done: bool = False

    def __call__(self):
        self.done = True


class Other(Entry):
    pass


def names(kind=Entry):
    return [entry.name for entry in TransactionNotes().pending(kind)]


def test_entries_wait_for_the_commit_and_are_called_then(transactional_db):
    first, second = Entry("first"), Other("second")
    with transaction.atomic():
        TransactionNotes().add(first)
        transaction.on_commit(lambda: None)
        with transaction.atomic():
            TransactionNotes().add(second)
        assert names() == ["first", "second"]
        assert names(Other) == ["second"]
        assert not first.done
    assert first.done
    assert second.done
    assert names() == []


def test_a_savepoint_that_is_rolled_back_takes_its_entries_along(transactional_db):
    kept, gone = Entry("kept"), Entry("gone")
    with transaction.atomic():
        TransactionNotes().add(kept)
        with transaction.atomic():
            TransactionNotes().add(gone)
            transaction.set_rollback(True)
        assert names() == ["kept"]
    assert kept.done
    assert not gone.done


def test_while_the_transaction_commits_nothing_is_pending(transactional_db):
    """What a call then tells is told in a transaction of its own."""
    seen = []
    with transaction.atomic():
        TransactionNotes().add(Entry("before"))
        transaction.on_commit(lambda: seen.append(names()))
        TransactionNotes().add(Entry("after"))
    assert seen == [[]]
