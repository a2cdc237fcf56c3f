"""Whole games through rows: by order text, with bots; and what is refused."""

import pytest

from pbem import signals
from pbem.models import Game, Prompt, Snapshot, Submission
from pbem.orders import submissions
from pbem.referee import records
from pbem.table import lobby
from tests.pbem.tables import (
    advance,
    new_table,
    play_to_the_end,
    sampling,
    seat_of,
    send,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("mode", ["trust", "ask", "planned"])
def test_a_game_by_order_text(mode):
    game = new_table(3, rounds=2, seed="by text", mode=mode)
    play_to_the_end(game, sampling(1))
    assert game.status == Game.Status.OVER
    assert not game.prompts.filter(state=Prompt.State.OPEN).exists()
    assert not game.submissions.exclude(state=Submission.State.DONE).exists()
    assert records.verify(records.export(game)).ok
    kept = sorted(Snapshot.objects.filter(game=game).values_list("seq", flat=True))
    assert kept[0] == 1, "the first snapshot stays"
    assert len(kept) <= 4 + game.head_seq // 20 + 1


def test_bots_fill_empty_chairs_and_always_give_the_same_answer():
    ends = []
    for _ in range(2):
        game = new_table(3, bots=2, rounds=1, seed="bots")
        play_to_the_end(game, sampling(3))
        rulings = [row.kernel() for row in game.rulings.all()]
        ends.append([(r.step, r.events, r.state_hash) for r in rulings])
    assert game.status == Game.Status.OVER
    assert ends[0] == ends[1]


def test_advancing_again_changes_nothing(heard):
    game = new_table(2)
    send(game, 0, "1")
    before = rows(game)
    heard.clear()
    assert advance(game).rulings == ()
    assert rows(game) == before
    assert heard == []


def rows(game):
    return [
        list(getattr(game, name).order_by("pk").values())
        for name in ("rulings", "snapshots", "prompts", "submissions", "seats")
    ]


def test_the_same_mail_twice_is_one_submission():
    game = new_table(2)
    first = send(game, 0, "1", key="message-1")
    again = send(game, 0, "2", key="message-1")
    assert (again.pk, again.text) == (first.pk, "1")
    assert game.submissions.count() == 1


def test_a_very_long_key_is_still_one_key():
    game = new_table(2)
    assert send(game, 0, "1", key="x" * 500).pk == send(game, 0, "1", key="x" * 500).pk


def bidding(**more):
    game = new_table(2, **more)
    send(game, 0, "1")
    send(game, 1, "1")
    return game


def test_an_answer_can_be_changed_until_all_are_in():
    game = bidding()
    send(game, 0, "BID 1")
    send(game, 0, "BID 3")
    send(game, 1, "BID 0")
    head = game.rulings.last().kernel()
    assert [g.answer for g in head.inputs[0].given] == [3, 0]


def test_an_open_question_keeps_its_prompt():
    """Upkeep goes on seat by seat; who has not answered is asked once, not again each time."""
    game = bidding()
    for number in (0, 1):
        send(game, number, "BID 0")
    for number in (0, 1):
        send(game, number, "PASS")
    asked = game.prompts.get(state=Prompt.State.OPEN, seat__number=1)
    send(game, 0, "BUY 0")
    still = game.prompts.get(state=Prompt.State.OPEN, seat__number=1)
    assert (still.pk, still.due) == (asked.pk, asked.due)
    assert still.ask_address != asked.ask_address


def test_what_is_announced(heard):
    game = new_table(2)
    names = [name for name, _ in heard]
    assert names.count("game_started") == 1
    assert names[-1] == "advanced"
    heard.clear()
    send(game, 0, "1")
    assert [name for name, _ in heard] == ["submission_answered"]
    heard.clear()
    send(game, 1, "1")
    assert [name for name, _ in heard] == ["submission_answered", "advanced"]
    said = heard[-1][1]
    assert [r.n for r in said["rulings"]] == [2]
    assert len(said["opened"]) == 2
    assert said["match"].n == 2


def test_the_end_is_announced(heard):
    game = new_table(2, bots=1, seed="end")
    play_to_the_end(game, sampling(4))
    assert [name for name, _ in heard].count("game_over") == 1
    assert heard[-1][0] == "game_over"


def test_a_game_of_bots_lets_go_of_the_lock(monkeypatch):
    monkeypatch.setattr("pbem.play.session.MAX_RULINGS", 5)
    game = new_table(2, bots=1, seed="cap")
    lobby.leave(seat_of(game, 0))
    assert advance(game).more
    for _ in range(200):
        if not advance(game).more:
            break
    game.refresh_from_db()
    assert game.status == Game.Status.OVER


def test_advancing_costs_few_queries(django_assert_max_num_queries):
    game = bidding()
    send(game, 0, "BID 1")
    submissions.submit(game, seat_of(game, 1), "BID 2", "test", "k")
    with django_assert_max_num_queries(22):
        advance(game)


def test_what_fails_half_way_leaves_nothing_behind():
    game = bidding()
    send(game, 0, "BID 1")
    submissions.submit(game, seat_of(game, 1), "BID 2", "test", "k")
    before = rows(game)

    def fail(**_):
        raise ConnectionError("the outbox is full")

    signals.advanced.connect(fail)
    with pytest.raises(ConnectionError):
        advance(game)
    assert rows(game) == before
    signals.advanced.disconnect(fail)
    assert len(advance(game).rulings) == 1
