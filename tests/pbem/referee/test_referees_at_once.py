"""Two referees at once, and one who clicks twice, on a database with real locks."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from pbem.models import Correction, Dispute, Game
from pbem.referee import corrections, disputes
from pbem.referee.corrections import Proposal
from pbem.referee.disputes import Stale
from tests.pbem.referee.test_corrections import (
    after_three_turns,
    dispute_over,
    turn,
    verified,
)

pytestmark = pytest.mark.postgres


def together(*calls: Any) -> list[Any]:
    """Run all at the same moment; what each returns, or the DisputeError it raises."""
    barrier = Barrier(len(calls))

    def run(call: Any) -> Any:
        try:
            barrier.wait(timeout=20)
            return call()
        except disputes.DisputeError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.fixture
def case() -> Dispute:
    game = after_three_turns()
    seq, _ = turn(game)
    return dispute_over(game, seq, User.objects.create_user("rhea", is_staff=True))


def amending(case: Dispute, nonce: str) -> Any:
    _, address = turn(case.game)
    proposal = Proposal("answer", case.ruling_seq, address, "RAISE 2 fighters")
    form = {"version": case.version, "head": case.game.head_seq, "nonce": nonce}
    return lambda: corrections.apply(case.pk, case.assignee, "Misread.", proposal, **form)


def test_one_upholds_while_the_other_amends(case):
    upholding = lambda: disputes.uphold(case.pk, case.assignee, "Fine.", case.version, "a")  # noqa: E731
    found = together(upholding, amending(case, "b"))
    assert sum(isinstance(x, Stale) for x in found) == 1
    case.refresh_from_db()
    amended = case.outcome == Dispute.Outcome.AMENDED
    assert Correction.objects.count() == amended
    verified(case.game)


def test_a_double_click_in_two_processes(case):
    head = case.game.head_seq
    one, two = together(amending(case, "same"), amending(case, "same"))
    assert one == two == Correction.objects.get()
    assert Game.objects.get(pk=case.game_id).head_seq == head + 3
    verified(case.game)
