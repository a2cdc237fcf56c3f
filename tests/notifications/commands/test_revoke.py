"""A leaked reply address: replaced by its player, the organiser or the referee."""

import pytest

from notifications import keys
from notifications.inbound import identify, outcomes
from notifications.models import Outbox
from pbem.models import Game, Player, Seat
from pbem.table.people import reply_keys


def fresh(seat):
    return Seat.objects.select_related("player", "game").get(pk=seat.pk)


def test_a_player_gets_a_new_address_with_the_answer(post, ada):
    before, count = keys.seat_address(ada), Outbox.objects.filter(seat=ada).count()
    assert isinstance(post.say(ada, "REVOKE"), outcomes.Informed)
    mail = post.newest(ada)
    assert Outbox.objects.filter(seat=ada).count() == count + 1
    assert mail.headers["Reply-To"] == keys.seat_address(fresh(ada)) != before
    assert "REVOKE … Your old reply address is worthless now." in mail.body
    assert keys.open_key(before) is None
    assert isinstance(post.say(ada, "1"), outcomes.OrdersTaken)


def test_mail_to_the_old_address_is_answered_with_what_to_do(post, ada, bruno):
    before = keys.seat_address(ada)
    post.say(ada, "REVOKE")
    assert identify.refusal(before).startswith("550 5.1.1 This reply address is not valid")
    assert isinstance(post.read(post.raw(before, "1", "ada@example.org")), outcomes.ExpiredKey)
    answer = Outbox.objects.latest("pk")
    assert answer.address == "ada@example.org"
    assert "Reply to the newest mail of the game" in " ".join(answer.body.split())
    known = Outbox.objects.count()
    assert isinstance(post.read(post.raw(before, "1", "bruno@example.org")), outcomes.UnknownKey)
    assert isinstance(post.read(post.raw(before, "1", "eve@example.org")), outcomes.UnknownKey)
    assert Outbox.objects.count() == known


def test_orders_of_the_same_mail_count(post, ada):
    assert isinstance(post.say(ada, "REVOKE\n1"), outcomes.OrdersTaken)
    assert post.newest(ada).headers["Reply-To"] == keys.seat_address(fresh(ada))


def test_the_organiser_replaces_a_players_address(post, game, ada, bruno):
    before = keys.seat_address(bruno)
    post.say(ada, "TABLE REVOKE Bruno Stern")
    assert "TABLE REVOKE Bruno Stern … Seat 2 has a new reply address" in post.newest(ada).body
    told = post.newest(bruno)
    assert "The organiser has replaced your reply address." in told.body
    assert told.headers["Reply-To"] == keys.seat_address(fresh(bruno)) != before
    assert keys.open_key(before) is None


def test_nobody_else_does(post, bruno, ada):
    before = keys.seat_address(ada)
    post.say(bruno, "TABLE REVOKE 1")
    assert "Only the organiser" in post.newest(bruno).body
    assert keys.open_key(before) == ada


def test_the_referee_does(post, game, bruno):
    reply_keys.renew(game, bruno, None)
    assert "The referee has replaced your reply address." in post.newest(bruno).body
    assert post.newest(bruno).headers["Reply-To"] == keys.seat_address(fresh(bruno))


@pytest.mark.parametrize("by_mail", [True, False])
def test_an_organiser_without_a_seat(post, game, by_mail):
    boss = Player.objects.create(name="Boss Gray", email="boss@example.org")
    Game.objects.filter(pk=game.pk).update(organiser=boss)
    game.refresh_from_db()
    before = keys.organiser_address(keys.organiser_of(game))
    if by_mail:
        assert isinstance(post.read(post.raw(before, "REVOKE", boss.email)), outcomes.Informed)
    else:
        reply_keys.renew(game, None, None)
    now = keys.organiser_of(game)
    newest = Outbox.to(now).latest("pk")
    assert newest.headers["Reply-To"] == keys.organiser_address(now) != before
    assert keys.open_key(before) is None
    gone = post.read(post.raw(before, "TABLE PAUSE", boss.email))
    assert isinstance(gone, outcomes.ExpiredKey)
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING
