"""What providers say later, addresses that fail, and how people want to be written to."""

import smtplib
import threading
from datetime import UTC, datetime, timedelta
from unittest import mock

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.core import mail as django_mail
from django.core.mail import EmailMultiAlternatives
from django.db import connections
from django.utils import timezone

from notifications import links, preferences
from notifications.compose import attachments
from notifications.compose.attachments import Enclosure
from notifications.compose.notes import Note, Pace
from notifications.models import Held, Outbox, Preferences, Tracked
from notifications.outbound import deliver, hold_back, outbox
from notifications.outbound import tracking as tracked
from pbem.errors import TableError
from pbem.models import Address, Player
from pbem.table import lobby
from pbem.table.people import addresses
from tests.notifications.conftest import START


def event(row, kind, event_id="e1", **more):
    return AnymailTrackingEvent(
        event_type=kind,
        event_id=event_id,
        message_id=row.provider_id,
        recipient=row.address,
        metadata={"outbox": str(row.pk)},
        timestamp=more.pop("timestamp", timezone.now()),
        **more,
    )


def say(row, kind, event_id="e1", **more):
    tracking.send(sender=object(), event=event(row, kind, event_id, **more), esp_name="Test")


@pytest.fixture(autouse=True)
def _secret(settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": "hook:secret"}


@pytest.fixture
def second(ada):
    return Address.objects.create(
        player=ada.player, email="ada.two@example.org", verified=timezone.now()
    )


def test_delivered_and_complained(game, post, ada):
    row = post.newest(ada)
    say(row, "delivered")
    row.refresh_from_db()
    assert (row.fate, row.fate_at) == ("delivered", timezone.now())
    say(row, "complained", "e2")
    row.refresh_from_db()
    assert row.fate == "complained"
    assert Preferences.objects.get(player=ada.player).mode == "needs"


def test_a_bounce_moves_to_the_second_address_and_back(game, post, ada, bruno, second, clock):
    post.say(ada, "1")
    row = post.newest(ada)
    assert deliver.deliver(row.pk)
    say(row, "bounced")
    row.refresh_from_db()
    assert (row.fate, row.state, row.address) == ("bounced", "queued", second.email)
    assert deliver.deliver(row.pk)
    assert django_mail.outbox[-1].to == [second.email]
    ada.player.refresh_from_db()
    assert addresses.written_to(ada.player) == second.email
    clock.shift(timedelta(hours=1))
    old = Outbox.objects.filter(address="ada@example.org").earliest("pk")
    Outbox.objects.filter(pk=old.pk).update(player=ada.player)
    say(old, "delivered", "e9")
    assert addresses.written_to(Player.objects.get(pk=ada.player.pk)) == "ada@example.org"


def test_old_words_do_not_undo_newer_ones(game, post, ada, bruno):
    row = post.newest(ada)
    say(row, "bounced")
    say(row, "delivered", "e2", timestamp=timezone.now() - timedelta(hours=1))
    row.refresh_from_db()
    assert row.fate == "bounced"
    assert Player.objects.get(pk=ada.player.pk).bounced is not None
    late = Outbox.objects.filter(player=bruno.player).latest("pk")
    say(late, "delivered", "e3")
    say(late, "bounced", "e4", timestamp=timezone.now() - timedelta(hours=1))
    assert Player.objects.get(pk=bruno.player.pk).bounced is None


def test_a_word_about_the_first_address_is_not_about_the_second(game, post, ada, second):
    row = post.newest(ada)
    deliver.deliver(row.pk)
    first = Outbox.objects.get(pk=row.pk)
    say(first, "bounced")
    assert deliver.deliver(row.pk)
    say(first, "rejected", "e2")
    row.refresh_from_db()
    second.refresh_from_db()
    assert (row.state, row.address, second.bounced) == ("sent", second.email, None)
    say(row, "delivered", "e3")
    tracked.bounced(row, "ada@example.org", "5.1.1", "dsn/1")
    row.refresh_from_db()
    assert row.fate == "delivered"


def test_the_organiser_hears_of_each_address_that_fails(game, post, bruno):
    Address.objects.create(player=bruno.player, email="b2@example.org", verified=timezone.now())
    row = post.newest(bruno)
    for name in ("e1", "e2"):
        assert deliver.deliver(row.pk)
        row.refresh_from_db()
        say(row, "bounced", name)
    told = Outbox.objects.filter(key__startswith="bounce/").order_by("pk")
    assert ["another address of theirs now" in mail.body for mail in told] == [True, False]


def test_an_invitation_that_comes_back_is_told_to_who_sent_it(post, ada, client):
    game = post.table(start=False, players=5)
    Player.objects.create(name="Dora Finch", email="dora@example.org")
    for email in ("typo@example.org", "dora@example.org"):
        lobby.invite(game, email, "Somebody")
        row = Outbox.objects.filter(key__startswith="invited/").latest("pk")
        deliver.deliver(row.pk)
        say(row, "bounced", email)
        say(row, "rejected", email + "2")
        told = Outbox.objects.filter(game=game, body__contains=f"invitation to {email} came")
        assert [mail.address for mail in told] == ["ada@example.org"]


def test_the_same_event_forty_times(game, post, bruno):
    row = post.newest(bruno)
    for _ in range(40):
        say(row, "bounced")
    assert Tracked.objects.count() == 1
    assert Outbox.objects.filter(key__startswith="bounce/").count() == 1


@pytest.mark.postgres
def test_the_same_event_forty_times_in_parallel(clock, monkeypatch):
    row = Outbox.objects.create(address="x@example.org", message_id="<x@y>", key="k")
    trouble = []

    def one():
        try:
            say(row, "delivered")
        except Exception as error:
            trouble.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=one) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not trouble
    assert Tracked.objects.count() == 1


def test_events_about_nothing_of_ours_are_ignored(game, post, ada):
    stranger = Outbox(pk=10**9, address="x@example.org")
    say(stranger, "bounced")
    say(post.newest(ada), "opened")
    assert not Tracked.objects.exists()


def test_a_bounce_that_came_as_a_mail_counts_once(game, post, bruno):
    row = post.newest(bruno)
    for _ in range(2):
        tracked.bounced(row, row.address, "5.1.1", "dsn/1")
    assert Tracked.objects.count() == 1
    assert Player.objects.get(pk=bruno.player_id).bounced is not None


def test_refused_at_the_door_the_mail_goes_to_the_second_address(game, post, ada, second):
    row = post.newest(ada)
    refused = smtplib.SMTPRecipientsRefused({row.address: (550, b"no such user")})
    with mock.patch.object(EmailMultiAlternatives, "send", side_effect=refused):
        assert not deliver.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, row.address) == ("queued", second.email)
    assert deliver.deliver(row.pk)


def test_an_unconfirmed_address_gets_nothing(game, post, ada, second):
    Address.objects.update(verified=None)
    row = post.newest(ada)
    refused = smtplib.SMTPRecipientsRefused({row.address: (550, b"no such user")})
    with mock.patch.object(EmailMultiAlternatives, "send", side_effect=refused):
        deliver.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, row.address) == ("failed", "ada@example.org")


# -- preferences --------------------------------------------------------------------------------


def news(key, pace=Pace.SOON):
    return lambda seat, match: Note(key, 30, "News", f"Words of {key}.", pace=pace)


def count(seat):
    return Outbox.objects.filter(seat=seat).count()


def test_quiet_hours_hold_news_and_let_answers_through(game, post, ada, clock):
    preferences.set_quiet_hours(ada.player, 19, 7)
    before = count(ada)
    outbox.tell(game, ada.pk, news("one"))
    outbox.tell(game, ada.pk, news("two"))
    outbox.tell(game, ada.pk, news("two"))
    assert count(ada) == before
    assert Held.objects.count() == 2
    clock.move_to(datetime(2026, 11, 18, 5, 59, tzinfo=UTC))
    assert ada.player.pk not in hold_back.due_players()
    clock.move_to(datetime(2026, 11, 18, 6, 0, tzinfo=UTC))
    assert ada.player.pk in hold_back.due_players()
    outbox.send_held(ada.player.pk)
    row = post.newest(ada)
    assert "Words of one." in row.body
    assert "Words of two." in row.body
    assert "List-Unsubscribe" not in row.headers
    assert count(ada) == before + 1
    assert not Held.objects.exists()
    outbox.tell(game, ada.pk, news("two"))
    assert count(ada) == before + 1


def test_files_of_news_held_over_night_come_in_the_morning(game, post, ada, clock):
    preferences.set_quiet_hours(ada.player, 19, 7)
    record = Enclosure("record-1.json", attachments.JSON, b"{}")
    made = Note("over", 5, "The game is over", "Over.", enclosures=(record,))
    outbox.tell(game, ada.pk, lambda seat, match: made)
    clock.move_to(datetime(2026, 11, 18, 6, 0, tzinfo=UTC))
    outbox.send_held(ada.player.pk)
    assert record in attachments.unpacked(post.newest(ada).enclosures)


def test_an_answer_in_quiet_hours_takes_what_is_held_along(game, post, ada):
    preferences.set_quiet_hours(ada.player, 19, 7)
    outbox.tell(game, ada.pk, news("one"))
    outbox.tell(game, ada.pk, news("answer", Pace.ANSWER))
    assert "Words of one." in post.newest(ada).body
    assert not Held.objects.exists()


def test_a_turn_held_over_night_is_worded_in_the_morning(game, post, bruno, clock):
    preferences.set_quiet_hours(bruno.player, 19, 7)
    before = count(bruno)
    for number in range(3):
        seat = game.seats.select_related("player", "game").get(number=number)
        if number != bruno.number:
            post.say(seat, "1")
    clock.move_to(START + timedelta(hours=11))
    outbox.send_held(bruno.player.pk)
    assert count(bruno) == before
    outbox.tell(game, bruno.pk, lambda seat, match: Note("turn/x", 0, "Needs you", "", turn=True))
    assert "REPLY WITH ONE OF THESE" in post.newest(bruno).body


def test_only_what_needs_me_brings_the_rest_along(game, post, ada):
    preferences.set_mode(ada.player, "needs")
    before = count(ada)
    outbox.tell(game, ada.pk, news("nice", Pace.OPTIONAL))
    assert count(ada) == before
    assert Held.objects.get().due is None
    outbox.tell(game, ada.pk, news("urgent"))
    assert "Words of nice." in post.newest(ada).body


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda p: preferences.set_mode(p, "never"), "all, digest, needs"),
        (lambda p: preferences.set_digest_hour(p, 24), "0 to 23"),
        (lambda p: preferences.set_quiet_hours(p, 22, None), "both"),
        (lambda p: preferences.set_language(p, "de"), "pl"),
        (lambda p: preferences.set_time_zone(p, "Europe/Warszawa"), "Europe/Warsaw"),
    ],
)
def test_wishes_that_cannot_be_granted_say_what_can(ada, call, words):
    with pytest.raises(TableError, match=words):
        call(ada.player)


def test_languages_by_name(ada):
    preferences.set_language(ada.player, "Węgierski")
    assert ada.player.language == "hu"


def test_the_settings_page(game, ada, client):
    url = links.settings_url(ada.player).removeprefix("http://127.0.0.1:8000")
    assert "Mail settings" in client.get(url).content.decode()
    wanted = {
        "mode": "needs",
        "digest_hour": 9,
        "quiet_from": 22,
        "quiet_until": 6,
        "language": "pl",
        "time_zone": "europe/warsaw",
        "text_only": "on",
    }
    assert client.post(url, {**wanted, "time_zone": "Mars"}).status_code == 200
    assert Preferences.objects.get(player=ada.player).mode == "digest"
    assert client.post(url, wanted).status_code == 302
    wishes = Preferences.objects.select_related("player").get(player=ada.player)
    assert (wishes.mode, wishes.digest_hour, wishes.quiet_from) == ("needs", 9, 22)
    assert (wishes.player.language, wishes.player.time_zone) == ("pl", "Europe/Warsaw")
    assert wishes.text_only


def test_one_click_unsubscribe_needs_a_post_and_no_cookie(game, ada, client):
    headers = links.unsubscribe_headers(ada.player)
    url = headers["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    client.handler.enforce_csrf_checks = True
    assert client.get(url).status_code == 200
    assert Preferences.objects.get(player=ada.player).mode == "digest"
    assert client.post(url, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Preferences.objects.get(player=ada.player).mode == "needs"


def test_forged_links_open_nothing(db, client):
    assert client.get("/mail/1:abc:def/").status_code == 404
    assert client.post("/mail/1:abc:def/stop").status_code == 404
