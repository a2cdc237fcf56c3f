"""Pictures of turn mails are drawn when the mails go out: as the position was, not as it is."""

import pytest

from notifications.compose import attachments, letter
from notifications.outbound import deliver, turn_pictures
from notifications.outbound.positions import Positions
from pbem.models import Game, Ruling, Seat, Snapshot
from pbem.play import loading, past
from rules.lexicon.speech import speaking
from tests.notifications.conftest import Post


@pytest.fixture
def chidi(game: Game) -> Seat:
    return game.seats.select_related("player", "game").get(number=2)


def pictures(row, language="en"):
    files = attachments.unpacked(row.enclosures)
    drawn = turn_pictures.drawn(row.game, files, language, Positions())
    return [file.data.decode() for file in drawn if file.kind == attachments.PICTURE]


def shown_now(game: Game, seat: Seat, language="en") -> str:
    match = loading.load(Game.objects.get(pk=game.pk)).match
    with speaking(language):
        return letter.pictured(match.ruleset.pictures(match.view(seat.number))[0]).data.decode()


def keep_and_bid(post: Post, *seats: Seat) -> None:
    for seat in seats:
        post.say(seat, "1")
    for seat in seats:
        post.say(seat, "BID 0")


def test_a_mail_shows_the_position_it_tells_of(game, post, ada, bruno, chidi):
    keep_and_bid(post, bruno, chidi, ada)
    asked, then = post.newest(ada), shown_now(game, ada)
    assert pictures(asked) == [then]
    post.say(ada, "RAISE 1 fighter")
    assert shown_now(game, ada) != then
    assert pictures(asked) == [then]


def test_a_mail_shows_a_position_that_was_taken_back_since(game, post, ada, bruno, chidi):
    keep_and_bid(post, bruno, chidi, ada)
    before = shown_now(game, ada)
    post.say(ada, "RAISE 1 fighter")
    told, then = post.newest(ada), shown_now(game, ada)
    assert then != before
    post.say(ada, "UNDO")
    assert shown_now(game, ada) == before
    undone = past.match_after(Game.objects.get(pk=game.pk), told.told_seq)
    assert undone.ruleset.main_picture(undone.view(ada.number)).svg == then


def test_a_picture_speaks_its_readers_language(game, post, ada):
    assert pictures(post.newest(ada), "hu") == [shown_now(game, ada, "hu")]


def test_a_mail_goes_out_without_a_picture_that_cannot_be_drawn(game, post, ada):
    Snapshot.objects.filter(game=game).delete()
    Ruling.objects.filter(game=game).delete()
    row = post.newest(ada)
    assert pictures(row) == []
    assert "<img" not in str(deliver.message(row).alternatives[0])
    assert len(post.deliver()) == 3
