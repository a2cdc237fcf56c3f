"""Hints that a task gives for many rows are given once, at its end."""

import pytest

from notifications import worker_hints
from pbem.services.gathering import gathered, put_off


@pytest.fixture
def given(monkeypatch):
    found = []
    monkeypatch.setattr(worker_hints, "_hint", lambda task, row: found.append(row))
    return found


def test_one_hint_is_enough_for_the_mails_of_one_connection(given):
    with gathered():
        for row in range(1, 46):
            worker_hints.deliver(row)
        assert given == []
    assert given == [1, 21, 41]


def test_outside_of_such_a_task_a_hint_is_given_at_once(given):
    worker_hints.deliver(7)
    assert given == [7]
    assert put_off(given.append, 1) is False


def test_hints_are_given_even_if_the_task_fails(given):
    def fail_after_a_hint():
        with gathered():
            worker_hints.deliver(3)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_after_a_hint()
    assert given == [3]


def test_an_answer_to_a_mail_does_not_wait(given):
    with gathered():
        worker_hints.answer(5)
        assert given == [[5]]


def test_answers_that_one_transaction_wrote_share_a_hint(given):
    with worker_hints.answers_together():
        for row in range(25):
            worker_hints.answer(row)
    assert given == [list(range(20)), list(range(20, 25))]
