"""An organiser without a seat: a reply address of its own, with the same locks as a seat's."""

from datetime import timedelta

import pytest

from notifications import keys
from notifications.commands.registry import TO_SERVER
from notifications.inbound import dry_run, identify, outcomes, pipeline, storing
from notifications.models import Inbound, Organiser, Outbox
from notifications.outbound import to_organiser
from notifications.staff import evidence
from pbem.clocks import extensions
from pbem.models import Extension, Game, Player, Press, Prompt
from pbem.play import advancing
from pbem.referee import disputes
from pbem.table import lobby
from tests.notifications.conftest import with_new_key


@pytest.fixture
def boss(db):
    return Player.objects.create(name="Boss Gray", email="boss@example.org")


@pytest.fixture
def host(game, boss):
    """The table of three, run by somebody else than its players."""
    Game.objects.filter(pk=game.pk).update(organiser=boss)
    game.refresh_from_db()
    to_organiser.welcome(game)
    return keys.organiser_of(game)


@pytest.fixture
def send(post, host):
    def write(text, sender="boss@example.org", to=None):
        to = to or keys.organiser_address(keys.organiser_of(host.game))
        return post.read(post.raw(to, text, sender))

    return write


def newest():
    return Outbox.objects.filter(address="boss@example.org").latest("pk")


def test_a_key_opens_its_table_in_any_case_and_fits_an_address(host):
    address = keys.organiser_address(host)
    assert len(address.partition("@")[0]) <= 64
    for spelling in (address, address.upper()):
        assert keys.open_key(spelling) == host
        assert identify.refusal(spelling) == ""


def test_tampered_keys_open_nothing(host, ada):
    local, _, domain = keys.organiser_address(host).partition("@")
    head, _, mac = local.partition("-")
    seat_mac = keys.seat_address(ada).partition("@")[0].partition("-")[2]
    for wrong in (
        f"{head}-{seat_mac}@{domain}",
        f"seat+{host.pk}-{mac}@{domain}",
        f"host+{ada.pk}-{seat_mac}@{domain}",
        f"host+999999-{mac}@{domain}",
        f"{head}-{mac}@elsewhere.example",
        f"{head}@{domain}",
    ):
        assert keys.open_key(wrong) is None, wrong
        assert identify.refusal(wrong).startswith("550"), wrong


def test_whoever_looks_into_a_mail_at_the_desk_cannot_use_the_key(host):
    address = keys.organiser_address(host)
    assert evidence.unkeyed(f"To: {address}") == f"To: host+{host.pk}-…@{keys.domain()}"


def test_a_key_that_was_never_given_out_opens_nothing(host):
    address = keys.organiser_address(host)
    Organiser.objects.all().delete()
    assert keys.open_key(address) is None


def test_revoked_or_with_another_organiser_it_opens_nothing(host, ada):
    before = keys.organiser_address(host)
    with_new_key(host)
    assert keys.open_key(before) is None
    now = keys.organiser_address(host)
    assert keys.open_key(now) is not None
    Game.objects.filter(pk=host.pk).update(organiser=ada.player)
    assert keys.open_key(now) is None


@pytest.mark.parametrize("sender", ["eve@example.org", "ada@example.org", "bruno@example.org"])
def test_nobody_else_runs_the_table_with_the_address(send, game, sender):
    assert isinstance(send("TABLE PAUSE", sender=sender), outcomes.WrongSender)
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING
    assert newest().headers["Reply-To"].startswith("host+")


def test_the_organisers_key_gives_no_orders_and_shows_no_hand(send, game, ada):
    assert isinstance(send("1"), outcomes.NoSeat)
    send("HAND\nPREVIEW 1\nSTATUS\nHISTORY 50\nMAP")
    assert Prompt.objects.filter(game=game, state="open").count() == 3
    assert not ada.submissions.exists()
    body = newest().body
    assert "ONLY YOU SEE THIS" not in body
    assert "You drew" not in body
    assert "Red drew 3 cards" in body


def test_every_command_has_an_answer_for_an_organiser(send):
    for id, command in TO_SERVER.items():
        assert isinstance(send(f"{command.words.en[0]} 1"), outcomes.Informed), id


def test_the_same_words_twice_are_asked_back_here_too(send):
    words = "PRESS TO all: Back on Monday."
    send(words)
    assert isinstance(send(words), outcomes.Repeated)
    assert isinstance(send("AGAIN"), outcomes.Informed)
    assert Press.objects.count() == 2
    assert isinstance(send("STATUS"), outcomes.Informed)
    assert isinstance(send("STATUS"), outcomes.Informed)


def test_a_pause_that_came_in_time_is_in_time(post, game, host, clock):
    raw = post.raw(keys.organiser_address(host), "TABLE PAUSE", "boss@example.org")
    row, _ = storing.store(raw, door="test")
    assert (row.named_seat, row.named_game) == (None, game.pk)
    clock.shift(timedelta(hours=60))
    advancing.advance(game.pk)
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    assert Prompt.objects.filter(game=game, state="open").count() == 3


def test_their_word_decides_a_vote(send, game, bruno):
    extensions.ask(bruno, 24)
    assert "EXTEND YES" in newest().body
    send("EXTEND YES")
    assert Extension.objects.get().state == Extension.State.GRANTED


def test_an_organiser_who_takes_a_seat_is_written_to_as_a_player(post, game, host, bruno, boss):
    lobby.join(lobby.substitute(bruno, "boss@example.org").token)
    seat = to_organiser.seat_of(game)
    assert seat.player == boss
    before = Outbox.objects.filter(address=boss.email, seat=None).count()
    disputes.open_dispute(game, boss, 1, "Odd.")
    assert post.newest(seat).headers["Reply-To"] == keys.seat_address(seat)
    assert Outbox.objects.filter(address=boss.email, seat=None).count() == before


def test_an_organiser_who_resigns_can_still_run_the_table(post, game, ada):
    assert game.organiser == ada.player
    post.say(ada, f"RESIGN {game.pk}")
    last = Outbox.objects.filter(address="ada@example.org").latest("pk")
    assert last.headers["Reply-To"] == keys.organiser_address(keys.organiser_of(game))
    assert isinstance(
        post.read(post.raw(last.headers["Reply-To"], "TABLE PAUSE", "ada@example.org")),
        outcomes.Informed,
    )
    assert Game.objects.get(pk=game.pk).status == Game.Status.PAUSED


@pytest.mark.parametrize(
    ("text", "code", "orders"),
    [
        ("TABLE PAUSE", "information", []),
        ("1", "no-seat", ["1"]),
        ("1\nSTATUS", "information", ["1"]),
    ],
)
def test_looking_says_what_would_become_of_it(post, host, text, code, orders):
    raw = post.raw(keys.organiser_address(host), text, "boss@example.org")
    seen = dry_run.how_read(raw)
    assert (seen.outcome, seen.orders) == (code, orders)
    assert not Inbound.objects.exists()


def test_a_quote_of_our_mail_is_not_taken_for_words(post, host):
    quoted = "\n".join(f"> {line}" for line in newest().body.split("\n"))
    raw = post.raw(keys.organiser_address(host), quoted, "boss@example.org")
    assert isinstance(post.read(raw), outcomes.NothingNew)
    row, _ = storing.store(
        post.raw(keys.organiser_address(host), f"STATUS\n\n{quoted}", "boss@example.org"),
        door="test",
    )
    assert isinstance(pipeline.read_and_play(row.pk), outcomes.Informed)
