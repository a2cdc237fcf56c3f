"""Rules that crash, or no longer give what was ruled: the game stands still, nothing is lost."""

import logging

import pytest

from pbem.clocks import sweep
from pbem.models import Dispute, Game, Prompt, Submission
from pbem.table import lobby
from tests.pbem.tables import advance, new_table, send, statuses

pytestmark = pytest.mark.django_db


@pytest.fixture
def crash(monkeypatch):
    """The rules crash on the next bid, with a hidden card in the message."""

    def bidding(t):
        if t.table.round:
            raise KeyError("sabotage in hand of seat 1")
        yield

    return lambda: monkeypatch.setattr("tests.skirmish.steps.bidding", bidding)


def test_a_crash_stores_nothing_and_freezes_the_game(crash, heard, caplog):
    game = new_table(2)
    send(game, 0, "1")
    crash()
    heard.clear()
    with caplog.at_level(logging.ERROR):
        sent = send(game, 1, "1")
    game.refresh_from_db()
    assert (game.status, game.head_seq) == (Game.Status.FROZEN, 1)
    assert game.rulings.count() == 1
    assert (sent.state, statuses(sent)) == (Submission.State.NEW, ["waiting"])
    dispute = Dispute.objects.get()
    assert dispute.ruling_seq == 1
    assert "KeyError at" in dispute.text
    assert "bidding" in dispute.text
    for text in (dispute.text, caplog.text):
        assert "sabotage" not in text
        assert game.seed not in text
    assert [name for name, _ in heard] == ["table_changed", "submission_answered"]
    assert heard[0][1]["what"] == "frozen"


def test_a_frozen_game_is_not_tried_again_but_takes_orders(crash):
    game = new_table(2)
    send(game, 0, "1")
    crash()
    send(game, 1, "1")
    assert advance(game).rulings == ()
    assert sweep.games_to_advance() == []
    assert Dispute.objects.count() == 1
    assert send(game, 0, "BID 2").state == Submission.State.NEW


def test_after_the_fix_the_game_goes_on_where_it_stood(crash, monkeypatch):
    game = new_table(2)
    send(game, 0, "1")
    crash()
    send(game, 1, "1")
    send(game, 0, "BID 2")
    monkeypatch.undo()
    lobby.resume(game)
    game.refresh_from_db()
    assert (game.status, game.head_seq) == (Game.Status.RUNNING, 2)
    assert not game.prompts.get(state=Prompt.State.OPEN, seat__number=0).waiting


def test_rules_that_give_something_else_now_name_the_ruling(monkeypatch, heard):
    game = new_table(2)
    for number in (0, 1):
        send(game, number, "1")
    for number in (0, 1):
        send(game, number, "BID 0")
    send(game, 0, "RAID Blue WITH 1 fighter")
    game.refresh_from_db()
    head = game.head_seq

    def nothing(r, who, units):
        return 3

    monkeypatch.setattr("tests.skirmish.steps.count_hits", nothing)
    advance(game)
    game.refresh_from_db()
    assert game.status == Game.Status.FROZEN
    dispute = Dispute.objects.get()
    assert dispute.ruling_seq == head
    assert f"ruling {head} differs" in dispute.text
    assert heard[-1][1]["what"] == "frozen"


def test_a_ruling_missing_from_the_record_freezes():
    game = new_table(2)
    game.snapshots.all().delete()
    advance(game)
    assert Dispute.objects.get().ruling_seq == 1
