"""A rules fix under running games: found, named, and given to a referee."""

from io import StringIO

import pytest
from django.core.management import call_command

from pbem.models import Dispute, Game
from tests.pbem.referee.test_corrections import after_three_turns, at_turns, turn
from tests.skirmish import steps
from tests.skirmish.ruleset import SKIRMISH

pytestmark = pytest.mark.django_db


def run(*games: int | str) -> str:
    out = StringIO()
    call_command("audit_games", *games, stdout=out)
    return out.getvalue()


@pytest.fixture
def dearer(monkeypatch):
    """A fix without a gate: fighters cost more."""
    cost = {"fighter": 2, "cruiser": 3}
    return lambda: monkeypatch.setattr("tests.skirmish.steps.COST", cost)


def test_games_that_replay_alike_are_left_alone():
    after_three_turns()
    assert "1 games, 0 differ." in run()
    assert not Dispute.objects.exists()


def test_a_game_that_would_differ_becomes_a_case_once(dearer, heard):
    changed, untouched = after_three_turns(), at_turns()
    seq, _ = turn(changed)
    dearer()
    heard.clear()
    said = run()
    assert f"DIFFERS {changed}: ruling {seq}" in said
    assert f"OK {untouched}" in said
    dispute = Dispute.objects.get()
    assert (dispute.game, dispute.ruling_seq) == (changed, seq)
    assert dispute.origin == Dispute.Origin.AUDIT
    assert [name for name, _ in heard] == ["dispute_opened"]
    run()
    assert Dispute.objects.count() == 1


def test_the_case_tells_what_differs_but_nothing_hidden(monkeypatch):
    game = at_turns(seed=f"{9:064x}")

    def deal(t):
        raise KeyError("spy in hand of Red")

    monkeypatch.setattr("tests.skirmish.steps.deal", deal)
    run(game.pk)
    text = Dispute.objects.get().text
    assert "the rules crash (KeyError" in text
    assert "spy" not in text


def test_other_games_are_not_looked_at(dearer):
    game = after_three_turns()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    dearer()
    assert "0 games" in run()


@pytest.fixture
def gated(monkeypatch):
    """A fix behind a version: whoever raises units by the next version pays a coin more."""
    raise_units, version = steps.raise_units, SKIRMISH.version

    def dearer(t, seat, turn):
        raise_units(t, seat, turn)
        if t.rules > version:
            t.table.sides[seat].gold -= 1
            t.table.bank += 1

    def fix():
        monkeypatch.setitem(steps.ACTIONS, "raise", dearer)
        monkeypatch.setattr(type(SKIRMISH), "version", version + 1)

    return fix


def test_what_a_gated_change_would_have_done_is_shown_and_opens_nothing(gated):
    changed, untouched = after_three_turns(), at_turns()
    seq, _ = turn(changed)
    gated()
    assert "2 games, 0 differ." in run()
    said = run("--newest")
    assert f"DIFFERS {changed}: ruling {seq}" in said
    assert f"OK {untouched}" in said
    assert "2 games, 1 differ." in said
    assert not Dispute.objects.exists()
