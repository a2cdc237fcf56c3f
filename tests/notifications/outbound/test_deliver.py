"""The outbox: one mail per effect, whatever fails and whenever."""

import smtplib
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar
from unittest import mock

import pytest
from anymail.exceptions import (
    AnymailAPIError,
    AnymailConfigurationError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
    AnymailRequestsAPIError,
)
from django.conf import settings
from django.core import mail as django_mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend as LocmemBackend
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from kombu.exceptions import OperationalError

from notifications import tasks
from notifications.compose.letter import Letter
from notifications.compose.notes import Note
from notifications.inbound import storing
from notifications.models import Effect, Outbox
from notifications.outbound import deliver, lease, outbox
from pbem.models import Address
from pbem.operations import queue_depth
from pbem.table import lobby
from tests.notifications.conftest import Post

STALE = timedelta(seconds=settings.PARSEC_CLAIM_SECONDS + 1)
UNREAD = timedelta(seconds=settings.PARSEC_SWEEP_SECONDS + 1)


@pytest.fixture
def row(post):
    made = Letter("Hello", "A line.\n")
    return outbox.tell_address("ada@example.org", made, "hello")


def tell(seat, note):
    outbox.tell(seat.game, seat.pk, lambda seat, match: note)


def failing(error):
    return mock.patch.object(EmailMessage, "send", side_effect=error)


def test_a_mail_is_sent_once_with_its_own_id(row):
    assert deliver.deliver(row.pk)
    assert not deliver.deliver(row.pk)
    (sent,) = django_mail.outbox
    source = sent.message()
    assert source["Message-ID"] == row.message_id
    assert source["Auto-Submitted"] == "auto-generated"
    row.refresh_from_db()
    assert (row.state, row.tries, row.sent_at) == ("sent", 1, timezone.now())


def test_a_subject_is_one_line_of_bounded_length(post):
    made = Letter("Ada\r\nBcc: eve@example.org\u2028" + "x" * 400, "A line.\n")
    row = outbox.tell_address("ada@example.org", made, "odd")
    assert deliver.deliver(row.pk)
    (sent,) = django_mail.outbox
    assert sent.recipients() == ["ada@example.org"]
    assert "\n" not in sent.subject
    assert len(sent.subject) <= 250


def test_a_claimed_mail_is_left_alone_until_the_claim_is_stale(row, clock):
    assert deliver.claim([row.pk])
    assert not deliver.deliver(row.pk)
    assert not django_mail.outbox
    clock.shift(STALE)
    assert deliver.deliver(row.pk)


def test_killed_after_the_receiver_said_yes_the_same_mail_goes_again(row, clock):
    killed = mock.patch.object(deliver, "_change", side_effect=KeyboardInterrupt)
    with killed, pytest.raises(KeyboardInterrupt):
        deliver.deliver(row.pk)
    clock.shift(STALE)
    assert deliver.deliver(row.pk)
    first, second = django_mail.outbox
    assert first.message()["Message-ID"] == second.message()["Message-ID"] == row.message_id


def test_who_lost_its_claim_marks_nothing(row, clock):
    (late,) = deliver.claim([row.pk])
    clock.shift(STALE)
    assert deliver.deliver(row.pk)
    deliver._retry(late, deliver.Temporary("late"))
    row.refresh_from_db()
    assert row.state == "sent"


def test_what_a_killed_worker_had_in_hand_is_answered_within_half_a_minute():
    """Whether it was reading the mail or sending the answer; then comes the next sweep."""
    sweep = settings.PARSEC_SWEEP_SECONDS
    assert tasks.LOST_AFTER.total_seconds() + sweep <= 30
    assert settings.PARSEC_CLAIM_SECONDS + sweep <= 30


def test_a_worker_that_lives_keeps_its_claim(row, clock):
    (mine,) = deliver.claim([row.pk])
    clock.shift(STALE)
    lease.renew(mine.claim)
    assert not deliver.deliver(row.pk)


@pytest.mark.django_db(transaction=True)
def test_a_claim_is_renewed_while_a_slow_server_takes_the_mail(row, settings):
    settings.PARSEC_CLAIM_SECONDS = 0.2
    renewed = threading.Event()

    def slow(*_args):
        assert renewed.wait(10), "nobody renews the claim"
        return 1

    with (
        mock.patch.object(lease, "renew", side_effect=lambda claim: renewed.set()),
        mock.patch.object(EmailMessage, "send", side_effect=slow),
    ):
        assert deliver.deliver(row.pk)


def test_a_claim_that_cannot_be_renewed_now_is_renewed_later(settings):
    settings.PARSEC_CLAIM_SECONDS = 0.2
    beats, renewed = [], threading.Event()

    def renew(claim):
        beats.append(claim)
        if len(beats) == 1:
            raise DatabaseError("away")
        renewed.set()

    with mock.patch.object(lease, "renew", side_effect=renew), lease.kept("mine"):
        assert renewed.wait(10)


def api_error(status):
    error = AnymailRequestsAPIError("no")
    error.status_code = status
    return error


TEMPORARY = [
    ConnectionRefusedError(),
    TimeoutError(),
    smtplib.SMTPServerDisconnected("gone"),
    smtplib.SMTPDataError(451, b"later"),
    smtplib.SMTPRecipientsRefused({"ada@example.org": (450, b"busy")}),
    smtplib.SMTPAuthenticationError(535, b"wrong password"),
    smtplib.SMTPConnectError(554, b"no service"),
    smtplib.SMTPHeloError(550, b"who?"),
    smtplib.SMTPSenderRefused(530, b"5.7.0 log in first", "post@parsec.localhost"),
    smtplib.SMTPSenderRefused(553, b"no", "post@parsec.localhost"),
    smtplib.SMTPRecipientsRefused({"ada@example.org": (554, b"5.7.1 Relay access denied")}),
    smtplib.SMTPRecipientsRefused({"ada@example.org": (530, b"log in first")}),
    ConnectionResetError(),
    AnymailConfigurationError("no key"),
    AnymailAPIError("of a kind that says no number"),
    KeyError("a fault of ours"),
    api_error(401),
    api_error(403),
    api_error(429),
    api_error(503),
]
PERMANENT = [
    smtplib.SMTPDataError(554, b"no"),
    smtplib.SMTPRecipientsRefused({"ada@example.org": (550, b"unknown")}),
    smtplib.SMTPSenderRefused(552, b"too large", "post@parsec.localhost"),
    AnymailRecipientsRefused("no"),
    AnymailInvalidAddress("no"),
    api_error(400),
    api_error(422),
    ValueError("bad header"),
]


@pytest.mark.parametrize("error", TEMPORARY, ids=lambda e: type(e).__name__)
def test_temporary_failures_are_tried_again_later(row, clock, error):
    with failing(error):
        assert not deliver.deliver(row.pk)
    row.refresh_from_db()
    assert row.state == "queued"
    assert row.last_error.startswith(type(error).__name__)
    assert "@" not in row.last_error
    assert not deliver.deliver(row.pk)
    clock.shift(deliver.FIRST_WAIT)
    assert deliver.deliver(row.pk)


@pytest.mark.parametrize("error", PERMANENT, ids=lambda e: type(e).__name__)
def test_permanent_failures_are_given_up_at_once(row, clock, error, caplog):
    with failing(error):
        assert not deliver.deliver(row.pk)
    row.refresh_from_db()
    assert row.state == "failed"
    assert "ada@" not in caplog.text
    clock.shift(timedelta(days=2))
    assert not deliver.deliver(row.pk)


def test_staff_can_send_at_once_what_waits_after_a_failure(row, admin_client):
    with failing(TimeoutError()):
        deliver.deliver(row.pk)
    assert not deliver.deliver(row.pk)
    wanted = {"action": "try_again", "_selected_action": row.pk}
    assert admin_client.post("/admin/notifications/outbox/", wanted).status_code == 302
    assert deliver.deliver(row.pk)


def test_waits_grow_and_end(row, clock):
    waits = []
    with failing(TimeoutError()):
        for _ in range(deliver.MOST_TRIES):
            deliver.deliver(row.pk)
            row.refresh_from_db()
            waits.append(row.next_try - timezone.now())
            clock.move_to(max(row.next_try, timezone.now()))
    assert row.state == "failed"
    assert waits[:3] == [timedelta(minutes=n) for n in (1, 2, 4)]
    assert max(waits) == deliver.LONGEST_WAIT


INACTIVE = (
    '{"ErrorCode": 406, "Message": "You tried to send to recipient(s) that have been marked as '
    "inactive. Found inactive addresses: bruno@example.org. Inactive recipients are ones that have "
    'generated a hard bounce or a spam complaint."}'
)
TAKEN = '{"ErrorCode": 0, "Message": "OK", "MessageID": "p1", "To": "bruno@example.org"}'


class Provider(BaseHTTPRequestHandler):
    """Says what it is told to; 0: hangs up."""

    says: ClassVar[tuple[int, str]]

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        status, body = self.says
        if status:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())
        self.close_connection = True

    def log_message(self, *args: object) -> None:
        """Nothing."""


@pytest.mark.parametrize(
    ("says", "state", "bounced"),
    [
        ((200, TAKEN), "sent", False),
        ((200, "<html>a proxy</html>"), "queued", False),
        ((401, "{}"), "queued", False),
        ((422, '{"ErrorCode": 300, "Message": "no"}'), "failed", False),
        ((422, INACTIVE), "failed", True),
        ((503, "away"), "queued", False),
        ((0, ""), "queued", False),
    ],
)
def test_what_a_provider_says(post, bruno, settings, caplog, says, state, bounced):
    """Over HTTP, by the adapter of one."""
    Provider.says = says
    with HTTPServer(("127.0.0.1", 0), Provider) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
        settings.ANYMAIL = {
            "POSTMARK_SERVER_TOKEN": "token-of-ours",
            "POSTMARK_API_URL": f"http://127.0.0.1:{server.server_port}/",
        }
        row = post.newest(bruno)
        deliver.deliver(row.pk)
        server.shutdown()
    row.refresh_from_db()
    bruno.player.refresh_from_db()
    assert (row.state, bruno.player.bounced is not None) == (state, bounced)
    assert "token-of-ours" not in caplog.text + row.last_error


def test_a_fault_in_one_mail_keeps_no_other_back(post, game, clock, caplog):
    first = Outbox.objects.earliest("pk")
    real = deliver.message

    def faulty(row, positions):
        if row.pk == first.pk:
            raise KeyError("words of the mail")
        return real(row, positions)

    with mock.patch.object(deliver, "message", faulty):
        assert deliver.deliver_due() == 2
    first.refresh_from_db()
    assert (first.state, first.last_error) == ("queued", "KeyError")
    assert "words" not in caplog.text
    clock.shift(deliver.FIRST_WAIT)
    assert deliver.deliver_due() == 1


def test_whoever_comes_second_for_the_same_mails_goes_on_with_the_next(post, game):
    """Workers that wake at the same moment want the same mails."""
    real = deliver.claim
    taken: list[Outbox] = []

    def too_late(wanted):
        if not taken:
            taken.extend(real(wanted))
        return real(wanted)

    with mock.patch.object(deliver, "claim", too_late):
        assert deliver.deliver_due(most=2) == 1
    assert len(taken) == 2
    assert sorted(Outbox.objects.values_list("state", flat=True)) == ["claimed", "claimed", "sent"]


def test_settings_that_allow_no_connection_lose_no_mail(post, game, settings, clock, caplog):
    settings.EMAIL_BACKEND, settings.ANYMAIL = "anymail.backends.postmark.EmailBackend", {}
    assert deliver.deliver_due() == 0
    assert set(Outbox.objects.values_list("state", "tries")) == {("queued", 1)}
    assert "AnymailConfigurationError" in caplog.text
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    clock.shift(deliver.FIRST_WAIT)
    assert deliver.deliver_due() == 3


def test_a_mailbox_that_stays_full_is_one_that_fails(post, game, bruno, clock):
    """The organiser hears of it, and another address is tried."""
    other = Address.objects.create(
        player=bruno.player, email="bruno.two@example.org", verified=timezone.now()
    )
    row = post.newest(bruno)
    full = smtplib.SMTPRecipientsRefused({row.address: (452, b"4.2.2 mailbox full")})
    with failing(full):
        for _ in range(deliver.MOST_TRIES):
            deliver.deliver(row.pk)
            row.refresh_from_db()
            clock.move_to(max(row.next_try, timezone.now()))
    assert (row.state, row.address, row.tries) == ("queued", other.email, 0)
    assert Outbox.objects.filter(key__startswith="bounce/").exists()
    assert deliver.deliver(row.pk)


def test_no_effect_is_told_twice(post, ada):
    note = Note("news/1", 30, "News", "Something.")
    before = Outbox.objects.filter(seat=ada).count()
    tell(ada, note)
    tell(ada, note)
    assert Outbox.objects.filter(seat=ada).count() == before + 1
    assert outbox.tell_address("x@example.org", Letter("a", "b"), "k") is not None
    assert outbox.tell_address("X@example.org", Letter("a", "b"), "k") is None


def test_things_told_in_one_transaction_are_one_mail(post, ada):
    before = Outbox.objects.filter(seat=ada).count()
    with transaction.atomic():
        tell(ada, Note("news/1", 30, "News", "First thing."))
        tell(ada, Note("news/2", 20, "Urgent", "Second thing."))
    row = post.newest(ada)
    assert Outbox.objects.filter(seat=ada).count() == before + 1
    assert "Urgent" in row.subject
    assert "First thing." in row.body
    assert "Second thing." in row.body
    assert row.effects.count() == 2
    tell(ada, Note("news/3", 30, "News", "Later."))
    assert Outbox.objects.filter(seat=ada).count() == before + 2


@transaction.atomic
def _tell_and_fail(seat):
    tell(seat, Note("news/1", 30, "News", "Never."))
    raise ZeroDivisionError


def test_a_rollback_takes_its_mails_with_it(post, ada):
    before = Outbox.objects.count()
    with pytest.raises(ZeroDivisionError):
        _tell_and_fail(ada)
    assert Outbox.objects.count() == before
    tell(ada, Note("news/1", 30, "News", "Now."))
    assert "Now." in post.newest(ada).body
    assert not Effect.objects.filter(mail__body__contains="Never").exists()


def test_a_savepoint_takes_its_mails_with_it(post, ada):
    before = Outbox.objects.count()
    with transaction.atomic():
        with pytest.raises(ZeroDivisionError):
            _tell_and_fail(ada)
        tell(ada, Note("news/2", 30, "News", "This one."))
    assert Outbox.objects.count() == before + 1
    assert "Never" not in post.newest(ada).body


def test_a_mail_begun_before_a_savepoint_forgets_what_was_rolled_back(post, ada):
    post.hints.clear()
    with transaction.atomic():
        tell(ada, Note("news/0", 30, "News", "Before."))
        with pytest.raises(ZeroDivisionError):
            _tell_and_fail(ada)
        tell(ada, Note("news/2", 30, "News", "After."))
    row = post.newest(ada)
    assert "Before." in row.body
    assert "After." in row.body
    assert "Never" not in row.body
    assert row.effects.count() == 2
    assert post.hints == [("notifications.tasks.deliver", row.pk)]


def test_tasks_are_hinted_at_after_the_commit(post, ada):
    post.hints.clear()
    with transaction.atomic():
        tell(ada, Note("news/1", 30, "News", "x"))
        assert not post.hints
    row = post.newest(ada)
    assert post.hints == [("notifications.tasks.deliver", row.pk)]


def test_without_redis_the_game_goes_on_and_the_sweep_sends(
    transactional_db, clock, caplog, monkeypatch
):
    with mock.patch("celery.app.task.Task.apply_async", side_effect=OperationalError("redis")):
        game = Post([]).table()
    assert game.status == "running"
    assert "not queued" in caplog.text
    monkeypatch.setattr(queue_depth, "calm", lambda lane: True)
    with mock.patch.object(tasks.deliver, "delay", side_effect=tasks.deliver):
        tasks.sweep()
    assert not Outbox.objects.exclude(state="sent").exists()
    assert len(django_mail.outbox) == 3


def test_the_sweep_finds_unread_mail(post, ada, clock, monkeypatch):
    monkeypatch.setattr(queue_depth, "calm", lambda lane: True)
    row, _ = storing.store(post.reply(ada, "STATUS"), door="test")
    read = mock.patch.object(tasks.read_inbound, "delay", side_effect=tasks.read_inbound)
    with read, mock.patch.object(tasks.deliver, "delay"):
        tasks.sweep()
        row.refresh_from_db()
        assert row.state == "new"
        clock.shift(UNREAD)
        tasks.sweep()
    row.refresh_from_db()
    assert row.outcome == "information"


def test_threads_hold_together(post, ada):
    first = post.newest(ada)
    post.say(ada, "1")
    second = post.newest(ada)
    assert second.headers["References"].split()[0] == first.message_id
    assert second.headers["In-Reply-To"] == "<reply1@example.org>"
    assert second.headers["Auto-Submitted"] == "auto-replied"


def test_bots_get_no_mail(post, game, ada):
    lobby.give_to_bot(ada)
    ada.refresh_from_db()
    before = Outbox.objects.count()
    tell(ada, Note("x", 1, "x", "x"))
    assert Outbox.objects.count() == before


def test_what_nobody_composes_is_told_after_the_commit(post, ada, caplog):
    with transaction.atomic():
        outbox.note(ada.game, ada.pk, lambda seat, match: Note("news/1", 30, "News", "Late."))
    assert "Late." in post.newest(ada).body
    assert "nobody composed" in caplog.text


def test_all_mails_of_an_advance_cost_few_queries(game, post, monkeypatch):
    """However many people are told, and however much: the table is read and written at once."""
    counts = []
    real = outbox.write_together

    def counted(*args, **more):
        with CaptureQueriesContext(connection) as queries:
            real(*args, **more)
        counts.append(len(queries))

    monkeypatch.setattr(outbox, "write_together", counted)
    for seat in game.seats.select_related("player", "game"):
        post.say(seat, "1")
    assert Effect.objects.filter(dedupe__endswith="/turn/2").count() == 3
    assert max(counts) <= 7


def test_a_batch_goes_over_one_connection(post, game, ada):
    opened = []
    real = LocmemBackend.open
    with mock.patch.object(
        LocmemBackend, "open", lambda self: opened.append(id(self)) or real(self)
    ):
        assert deliver.deliver_due() == 3
    assert len(set(opened)) == 1
    assert not deliver.deliver_due()
