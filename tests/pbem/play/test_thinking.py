"""Bots that think: outside of the lock, in their own lane, and they say what they are."""

import pytest

from pbem import tasks
from pbem.clocks.sweep import games_to_advance
from pbem.models import Game, Prompt, Seat
from pbem.play import advancing, thinking
from pbem.table import lobby
from rules.kernel.codec import encode
from tests.pbem.tables import match_of, new_table, send

pytestmark = pytest.mark.django_db


def table_with(level, *, people=1, seats=2, **more):
    """Return a table in which all seats but the first ones are played by bots of a level."""
    game = new_table(seats, bots=seats - people, **more)
    Seat.objects.filter(game=game, kind=Seat.Kind.BOT).update(level=level)
    game.refresh_from_db()
    return game


def test_a_question_to_a_thinking_bot_waits_until_it_has_thought():
    game = table_with("steady")
    head = game.head_seq
    send(game, 0, "1")
    game.refresh_from_db()
    assert game.thinking
    assert game.head_seq == head
    assert thinking.think(game.pk) is False
    game.refresh_from_db()
    assert not game.thinking
    assert game.head_seq > head
    asked = game.prompts.filter(state=Prompt.State.OPEN, waiting=True)
    assert {prompt.seat.number for prompt in asked} == {0}


def test_the_sweep_finds_a_table_whose_bots_were_forgotten():
    game = table_with("steady")
    send(game, 0, "1")
    assert game.pk in games_to_advance()
    thinking.think(game.pk)
    assert game.pk not in games_to_advance()


def test_bots_are_asked_to_think_after_the_transaction(
    monkeypatch, django_capture_on_commit_callbacks
):
    queued = []
    monkeypatch.setattr(tasks.think, "delay", queued.append)
    game = table_with("keen")
    with django_capture_on_commit_callbacks(execute=True):
        send(game, 0, "1")
        assert queued == []
    assert queued == [game.pk]


def test_a_random_bot_answers_at_once():
    game = table_with("random")
    head = game.head_seq
    send(game, 0, "1")
    game.refresh_from_db()
    assert game.head_seq > head
    assert not game.thinking


def test_an_answer_to_another_question_is_not_played():
    game = table_with("steady")
    send(game, 0, "1")
    before = encode(match_of(game).state)
    advancing.advance(game.pk, thoughts={"elsewhere": 1})
    assert encode(match_of(game).state) == before
    game.refresh_from_db()
    assert game.thinking


def test_a_table_of_thinking_bots_plays_to_the_end():
    game = table_with("steady", seats=3)
    lobby.give_to_bot(game.seats.get(number=0), level="steady")
    for _ in range(40):
        if not thinking.think(game.pk):
            break
    game.refresh_from_db()
    assert game.status == Game.Status.OVER


def test_a_bot_says_what_it_is():
    game = new_table(3, bots=0)
    seat = game.seats.get(number=2)
    lobby.give_to_bot(seat, level="keen")
    seat.refresh_from_db()
    assert seat.holder == "Keen bot"


def test_a_thinking_bot_is_asked_and_refuses_a_robbery():
    game = table_with("steady")
    send(game, 0, "1")
    thinking.think(game.pk)
    send(game, 0, "BID 0")
    thinking.think(game.pk)
    robbed = send(game, 0, "OFFER 0 gold FOR 1 gold TO Blue").report[0]
    assert (robbed.status, robbed.code) == ("refused", "no-deals")
