"""What a worker rules waits for the disk only when somebody is to hear of it."""

import pytest
from django.db import DataError, connection, transaction

from notifications import tasks
from notifications.inbound import pipeline
from notifications.outbound import deliver
from pbem import tasks as game_tasks
from pbem.play import advancing
from pbem.storage import durability

FULL, NORMAL = 2, 1


def how() -> int:
    with connection.cursor() as cursor:
        return int(cursor.execute("PRAGMA synchronous").fetchone()[0])


def how_on_postgresql() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        return str(cursor.fetchone()[0])


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    looked: list[int] = []
    monkeypatch.setattr(pipeline, "read_and_play", lambda pk: looked.append(how()))
    monkeypatch.setattr(pipeline, "read_some_waiting", lambda: None)
    monkeypatch.setattr(deliver, "deliver_due", lambda pk: looked.append(how()))
    monkeypatch.setattr(
        advancing, "advance", lambda pk: looked.append(how()) or advancing.Advanced(pk, "")
    )
    return looked


@pytest.mark.django_db(transaction=True)
def test_reading_and_ruling_need_not_wait_but_sending_does(seen: list[int]) -> None:
    assert how() == FULL
    tasks.read_inbound(1)
    game_tasks.advance_game(1)
    tasks.deliver(1)
    assert seen == [NORMAL, NORMAL, FULL]
    assert how() == FULL


@pytest.mark.django_db(transaction=True)
def test_an_error_leaves_nothing_behind() -> None:
    with pytest.raises(ZeroDivisionError), durability.can_be_repeated():
        raise ZeroDivisionError
    assert how() == FULL


@pytest.mark.django_db(transaction=True)
def test_inside_a_transaction_it_is_the_transactions_matter() -> None:
    with transaction.atomic(), durability.can_be_repeated():
        assert how() == FULL


@pytest.mark.postgres
def test_postgresql_waits_outside_of_the_block_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with connection.cursor() as cursor:  # tests run on a server that never waits
        cursor.execute("ALTER ROLE CURRENT_USER SET synchronous_commit = on")
    connection.close()
    try:
        with durability.can_be_repeated():
            assert how_on_postgresql() == "off"
        assert how_on_postgresql() == "on"
        with pytest.raises(ZeroDivisionError), durability.can_be_repeated():
            raise ZeroDivisionError
        assert how_on_postgresql() == "on"
        with pytest.raises(DataError), durability.can_be_repeated(), connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")
        assert how_on_postgresql() == "on"
        monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
        with durability.can_be_repeated():
            assert how_on_postgresql() == "on"
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER ROLE CURRENT_USER RESET synchronous_commit")
        connection.close()
