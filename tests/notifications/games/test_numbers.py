"""A number answers the mail that it replies to, not whatever is asked by now."""

import pytest

from notifications.models import Outbox
from pbem.models import Game, Player, Seat, Submission
from pbem.table import lobby
from tests.notifications.conftest import PEOPLE, Post


def on_turn(game: Game) -> Seat:
    return game.prompts.filter(waiting=True).get().seat


def number(mail: Outbox, order: str) -> str:
    return str(mail.listed["orders"].index(order) + 1)


def replied(post: Post, seat: Seat, text: str, to: Outbox) -> Submission:
    """What became of a reply to a certain mail."""
    named = {"In-Reply-To": to.message_id, "References": to.message_id}
    post.say(seat, text, quote=False, **named)
    return Submission.objects.filter(seat=seat).latest("pk")


@pytest.fixture
def game(post: Post) -> Game:
    people = [Player.objects.create(email=e, name=n, time_zone=z) for n, e, z in PEOPLE]
    game = lobby.create_game(people[0], "Spica", "eclipse", {"players": 3})
    for i, person in enumerate(people):
        lobby.sit_down(game, person, f"word{i}")
    return lobby.start(game)


@pytest.fixture
def asked_twice(post: Post, game: Game) -> tuple[Seat, Outbox, Outbox]:
    """A seat that got two lists, as the seat before it chose again; the lists."""
    before = on_turn(game)
    one, other = post.newest(before).listed["orders"][:2]
    post.say(before, one)
    seat = on_turn(game)
    first = post.newest(seat)
    post.say(before, "UNDO")
    post.say(before, other)
    assert on_turn(game) == seat
    second = post.newest(seat)
    assert first.listed["question"] == second.listed["question"]
    assert first.listed["orders"] != second.listed["orders"]
    return seat, first, second


def test_an_older_list_is_read_as_it_stood(post: Post, asked_twice) -> None:
    seat, first, second = asked_twice
    kept = [order for order in first.listed["orders"] if order in second.listed["orders"]]
    meant = next(order for order in kept if number(first, order) != number(second, order))
    taken = replied(post, seat, number(first, meant), first)
    assert [line.status for line in taken.report] == ["done"]
    assert meant in post.newest(seat).body


def test_an_option_that_is_gone_is_asked_back(post: Post, asked_twice) -> None:
    seat, first, second = asked_twice
    gone = next(order for order in first.listed["orders"] if order not in second.listed["orders"])
    taken = replied(post, seat, number(first, gone), first)
    assert [line.status for line in taken.report] == ["refused"]
    assert seat.game.prompts.filter(seat=seat, waiting=True).exists()


def test_the_newest_list_is_read_as_ever(post: Post, asked_twice) -> None:
    seat, _first, second = asked_twice
    taken = replied(post, seat, "1", second)
    assert [line.status for line in taken.report] == ["done"]
    assert second.listed["orders"][0] in post.newest(seat).body


def test_a_number_for_a_question_that_is_answered_does_nothing(post: Post, asked_twice) -> None:
    seat, _first, second = asked_twice
    replied(post, seat, "1", second)
    late = replied(post, seat, "2", second)
    assert [line.status for line in late.report] == ["refused"]
    assert "no longer open" in post.newest(seat).body
