"""The same words sent twice: asked back where they would count twice, carried out where meant."""

from datetime import timedelta

import pytest
from django.utils import timezone

from notifications.inbound import outcomes, pipeline, storing
from notifications.models import Inbound
from pbem.models import Address, Press, Prompt, Submission
from pbem.orders import submissions
from pbem.play import advancing


@pytest.fixture
def turn(post, ada):
    """The mail that everything here answers."""
    return post.newest(ada)


@pytest.fixture
def send(post, ada, turn):
    """A mail of Ada's with an id of its own; by default it answers the same mail each time."""

    def write(text, answering=turn.message_id, sender="ada@example.org"):
        to = turn.headers["Reply-To"]
        return post.read(post.raw(to, text, sender, In_Reply_To=answering))

    return write


@pytest.fixture
def others(post, game, ada):
    """The others have chosen: what Ada writes is ruled on at once."""
    for number in (1, 2):
        post.say(game.seats.select_related("player", "game").get(number=number), "1")


def given(ada):
    return Submission.objects.filter(seat=ada).count()


def test_what_was_carried_out_is_asked_back_and_says_where(others, send, post, ada):
    first = send("1")
    assert isinstance(send("1"), outcomes.Repeated)
    assert given(ada) == 1
    body = post.newest(ada).body
    assert first.submission.receipt in body
    assert "AGAIN" in body


def test_wrapped_otherwise_it_is_still_the_same(others, send, ada):
    send("1\n")
    assert isinstance(send("\n\n  1  \n# from my phone\n"), outcomes.Repeated)


def test_again_alone_or_with_the_words_means_it(others, send, ada):
    send("1")
    send("1")
    assert isinstance(send("AGAIN"), outcomes.OrdersTaken)
    assert [row.text.strip() for row in Submission.objects.filter(seat=ada)] == ["1", "1"]
    assert isinstance(send("Again\n1"), outcomes.OrdersTaken)
    assert given(ada) == 3


def test_again_waits_for_a_day_and_only_where_something_was_asked_back(others, send, ada, clock):
    send("1")
    assert isinstance(send("AGAIN"), outcomes.Informed)
    send("1")
    clock.shift(timedelta(days=1, minutes=1))
    assert isinstance(send("AGAIN"), outcomes.Informed)
    assert given(ada) == 1


def test_a_message_of_several_lines_goes_out_again_whole(send, ada):
    words = "PRESS TO all:\nPeace?\nUntil round 2."
    send(words)
    assert isinstance(send(words), outcomes.Repeated)
    assert isinstance(send("AGAIN"), outcomes.Informed)
    assert [row.text for row in Press.objects.all()] == ["Peace?\nUntil round 2."] * 2


def test_whoever_answers_another_mail_means_another_question(others, send, post, ada):
    send("1")
    assert isinstance(send("1", answering=post.newest(ada).message_id), outcomes.OrdersTaken)


def test_later_it_is_meant(others, send, ada, clock):
    send("1")
    clock.shift(timedelta(minutes=11))
    assert isinstance(send("1"), outcomes.OrdersTaken)


@pytest.mark.parametrize("between", ["UNDO", "KEEP feared", "PRESS TO all: Hm."])
def test_after_other_words_it_is_meant(others, send, ada, between):
    send("1")
    send(between)
    assert isinstance(send("1"), outcomes.OrdersTaken)


def test_after_orders_on_the_page_it_is_meant(others, send, game, ada):
    send("1")
    submissions.submit(game, ada, "BID 0", "web", "page-1")
    advancing.advance(game.pk)
    assert isinstance(send("1"), outcomes.OrdersTaken)


def test_what_was_refused_or_only_waits_can_be_sent_again(send, ada):
    for words in ("FROBNICATE 7", "1"):
        send(words)
        assert isinstance(send(words), outcomes.OrdersTaken), words
    assert Prompt.objects.filter(seat=ada, state="open").exists()


@pytest.mark.parametrize("question", ["STATUS", "TABLE", "SETTINGS", "HELP\nMAP"])
def test_questions_can_be_asked_as_often_as_one_likes(send, question):
    for _ in range(3):
        assert isinstance(send(question), outcomes.Informed)


def test_two_copies_that_are_read_before_the_game_moves_count_once(post, game, ada, turn):
    to, answering = turn.headers["Reply-To"], turn.message_id
    rows = [
        storing.store(post.raw(to, "1", "ada@example.org", In_Reply_To=answering), door="test")[0]
        for _ in range(2)
    ]
    for row in rows:
        pipeline.read_without_playing(row.pk)
    advancing.advance(game.pk)
    codes = list(Inbound.objects.order_by("pk").values_list("outcome", flat=True))
    assert codes == ["orders", "repeated"]
    assert given(ada) == 1


def test_from_another_address_of_the_same_person_it_is_still_the_same(others, send, ada):
    Address.objects.create(player=ada.player, email="ada@two.example", verified=timezone.now())
    send("1")
    assert isinstance(send("1", sender="ada@two.example"), outcomes.Repeated)
