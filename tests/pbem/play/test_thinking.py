"""Bots that think: outside of the lock, in their own lane, and they say what they are."""

import pytest
from kombu.exceptions import OperationalError

from pbem import tasks
from pbem.clocks.sweep import games_to_advance
from pbem.models import Game, Prompt, Seat
from pbem.play import advancing, bots, thinking
from pbem.table import lobby
from rules.kernel.codec import encode
from rules.kernel.thinking.planner import Planner
from tests.pbem.tables import match_of, new_table, send
from tests.skirmish.interjections import Deal

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


def test_without_redis_bots_wait_for_the_sweep_and_no_fault_is_logged(
    monkeypatch, caplog, django_capture_on_commit_callbacks
):
    def away(game_id):
        raise OperationalError("away")

    monkeypatch.setattr(tasks.think, "delay", away)
    game = table_with("keen")
    with django_capture_on_commit_callbacks(execute=True):
        send(game, 0, "1")
    assert {record.levelname for record in caplog.records} == {"WARNING"}
    assert game.pk in games_to_advance()


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


def gold(game):
    return [side.gold for side in match_of(game).view(None).table.sides]


def test_a_bot_thinks_of_a_deal_once_at_the_beginning_of_its_turn(monkeypatch):
    thought_of = []

    def offer(planner, thought):
        thought_of.append((thought.seat, thought.at))

    monkeypatch.setattr(Planner, "offer", offer)
    game = table_with("steady", seats=3)
    lobby.give_to_bot(game.seats.get(number=0), level="steady")
    for _ in range(40):
        if not thinking.think(game.pk):
            break
    assert {seat for seat, _at in thought_of} == {0, 1, 2}
    assert len(set(thought_of)) == len(thought_of)


def test_bots_carry_out_a_deal_among_themselves(monkeypatch):
    game = table_with("steady", seats=3)
    before = gold(game)
    monkeypatch.setattr(bots, "accepts", lambda *about: False)
    advancing.advance(game.pk, deal=Deal(1, 2, gold=1))
    assert gold(game) == before
    monkeypatch.setattr(bots, "accepts", lambda *about: True)
    advancing.advance(game.pk, deal=Deal(1, 2, gold=99))
    assert gold(game) == before
    advancing.advance(game.pk, deal=Deal(1, 2, gold=1))
    assert gold(game) == [before[0], before[1] - 1, before[2] + 1]
    assert not game.offers.exists()


def test_a_person_is_offered_a_deal_by_a_bot_once():
    game = table_with("steady", seats=2)
    before = gold(game)
    advancing.advance(game.pk, deal=Deal(1, 0, gold=1))
    advancing.advance(game.pk, deal=Deal(1, 0, gold=2))
    (offer,) = game.offers.all()
    assert (offer.seat.number, offer.parties, offer.accepted_by) == (1, [1, 0], [1])
    send(game, 0, f"DECLINE {offer.number}")
    advancing.advance(game.pk, deal=Deal(1, 0, gold=1))
    assert game.offers.count() == 1
    advancing.advance(game.pk, deal=Deal(1, 0, gold=2))
    assert send(game, 0, "ACCEPT 2").report[0].status == "done"
    assert gold(game) == [before[0] + 2, before[1] - 2]
