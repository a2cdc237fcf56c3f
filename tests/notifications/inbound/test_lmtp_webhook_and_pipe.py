"""The other doors: LMTP, a provider's webhook, a mailbox, a pipe. All lead to one storing path."""

import asyncio
import base64
import http.client
import io
import json
import smtplib
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from types import SimpleNamespace
from unittest import mock

import pytest
import waitress
from aiosmtpd.smtp import Envelope
from django.core.management import CommandError, call_command
from django.core.wsgi import get_wsgi_application
from django.db import OperationalError

from notifications import keys, worker_hints
from notifications.inbound import dry_run, pipeline, smtp_door, storing, webhook
from notifications.models import Effect, Inbound, Outbox
from pbem.models import Submission
from pbem.services import environment
from tests.notifications.conftest import Post

SECRET = "hook:secret"


# -- SMTP and LMTP ------------------------------------------------------------------------------


def at_the_door(talk, lmtp=False, **limits):
    """Serve, and talk to the door from a thread of its own."""

    async def run():
        stop, opened = asyncio.Event(), asyncio.get_running_loop().create_future()
        serving = asyncio.create_task(
            smtp_door.serve("127.0.0.1", 0, stop, opened.set_result, lmtp=lmtp)
        )
        port = await opened
        try:
            return await asyncio.to_thread(talk, port)
        finally:
            stop.set()
            await serving

    with mock.patch.multiple(smtp_door, **{"PATIENCE": 5.0, **limits}):
        return asyncio.run(run())


def test_lmtp_answers_once_for_every_recipient(post, ada, bruno):
    raw = post.reply(ada, "1").replace(b"\n.", b"\n..")
    to = [keys.seat_address(ada), keys.seat_address(bruno)]

    def talk(port):
        with socket.create_connection(("127.0.0.1", port)) as wire:
            lines = wire.makefile("rwb")
            told = [lines.readline()]
            for command in ("LHLO test", "MAIL FROM:<ada@example.org>"):
                lines.write(f"{command}\r\n".encode())
                lines.flush()
                told.append(lines.readline())
                while told[-1][3:4] == b"-":
                    told.append(lines.readline())
            for address in to:
                lines.write(f"RCPT TO:<{address}>\r\n".encode())
            lines.write(b"DATA\r\n")
            lines.flush()
            told += [lines.readline() for _ in range(3)]
            lines.write(raw + b"\r\n.\r\nQUIT\r\n")
            lines.flush()
            return [lines.readline()[:3] for _ in range(3)]

    assert at_the_door(talk, lmtp=True) == [b"250", b"250", b"221"]
    assert Inbound.objects.get().recipients == to


def test_lmtp_answers_every_recipient_of_a_mail_that_is_too_large(post, ada, monkeypatch):
    monkeypatch.setattr(storing, "MOST_BYTES", 100)
    to = [keys.seat_address(ada), keys.post_address()]

    def talk(port):
        with socket.create_connection(("127.0.0.1", port), timeout=5) as wire:
            lines = wire.makefile("rwb")
            wanted = "".join(f"RCPT TO:<{address}>\r\n" for address in to)
            lines.write(f"LHLO test\r\nMAIL FROM:<a@example.org>\r\n{wanted}DATA\r\n".encode())
            lines.flush()
            while not lines.readline().startswith(b"354"):
                pass
            lines.write(b"x" * 200 + b"\r\n.\r\nNOOP\r\n")
            lines.flush()
            return [lines.readline()[:3] for _ in range(3)]

    assert at_the_door(talk, lmtp=True) == [b"552", b"552", b"250"]


def test_who_sends_without_end_is_cut_off(post, ada):
    def talk(port):
        with smtplib.SMTP("127.0.0.1", port, timeout=5) as client:
            client.ehlo("test")
            client.mail("ada@example.org")
            client.rcpt(keys.seat_address(ada))
            client.docmd("DATA")
            with pytest.raises(ConnectionError):
                client.sock.sendall(b"x" * 10_000_000)
            client.close()

    at_the_door(talk, MOST_UNANSWERED=100_000)
    assert not Inbound.objects.exists()


def test_too_many_connections_are_turned_away(post, game):
    def talk(port):
        first = smtplib.SMTP("127.0.0.1", port)
        with pytest.raises(smtplib.SMTPConnectError) as refused:
            smtplib.SMTP("127.0.0.1", port)
        first.quit()
        return refused.value.smtp_code

    assert at_the_door(talk, MOST_CONNECTIONS_OF_ONE=1) == 421


def test_trying_out_addresses_ends_the_talk(post, game):
    def talk(port):
        with smtplib.SMTP("127.0.0.1", port) as client:
            client.ehlo("test")
            client.mail("eve@example.org")
            told = [client.rcpt(f"seat+{n}-{'a' * 16}@{keys.domain()}")[0] for n in range(3)]
            with pytest.raises(smtplib.SMTPServerDisconnected):
                client.noop()
            return told

    assert at_the_door(talk, MOST_REFUSALS=2) == [550, 550, 421]


def test_one_sender_may_not_flood_the_door(post, ada, monkeypatch):
    monkeypatch.setattr(smtp_door, "MOST_MAILS_A_MINUTE", 2)
    handler = smtp_door.Handler()
    envelope = Envelope()
    envelope.content, envelope.mail_from = post.reply(ada, "1"), "ada@example.org"
    envelope.rcpt_tos = [keys.seat_address(ada)]
    talk = [asyncio.run(handler.handle_DATA(None, SimpleNamespace(), envelope)) for _ in range(3)]
    assert [status[:3] for status in talk] == ["250", "250", "450"]


def test_a_line_longer_than_allowed_is_read_all_the_same(post, ada):
    raw = post.reply(ada, "1", quote=False) + b"# " + b"x" * 5000 + b"\r\n"

    def talk(port):
        with smtplib.SMTP("127.0.0.1", port) as client:
            client.sendmail("ada@example.org", [keys.seat_address(ada)], raw)

    at_the_door(talk)
    assert Inbound.objects.get().size > 5000


# -- a provider ---------------------------------------------------------------------------------


def postmark(raw: bytes, recipient: str) -> dict[str, object]:
    return {"RawEmail": raw.decode(), "OriginalRecipient": recipient, "FromFull": {}}


def call_webhook(client, payload, secret=SECRET, page="postmark/inbound", kind="application/json"):
    return client.post(
        f"/anymail/{page}/",
        payload if isinstance(payload, str) else json.dumps(payload),
        content_type=kind,
        headers={"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()},
    )


def test_a_providers_mail_is_stored_once(post, ada, client, settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    raw, address = post.reply(ada, "1"), keys.seat_address(ada)
    for _ in range(3):
        assert call_webhook(client, postmark(raw, address)).status_code == 200
    row = Inbound.objects.get()
    assert (row.door, row.recipients) == ("postmark", [address])
    assert pipeline.read_and_play(row.pk).code == "orders"
    again, created = storing.store(raw, door="smtp")
    assert (again.pk, created) == (row.pk, False)


def in_pieces(address: str, text: str) -> dict[str, object]:
    """As providers send a mail that do not send it as it came."""
    return {
        "FromFull": {"Email": "ada@example.org", "Name": "Ada"},
        "ToFull": [{"Email": address, "Name": ""}],
        "OriginalRecipient": address,
        "Subject": "Re: the game",
        "Date": "Tue, 17 Nov 2026 19:00:00 +0000",
        "TextBody": text,
        "HtmlBody": f"<p>{text}</p>",
        "Attachments": [{"Name": "a.txt", "ContentType": "text/plain", "Content": "QQ=="}],
        "Headers": [{"Name": "Message-ID", "Value": "<pieces@example.org>"}],
    }


def test_a_mail_in_pieces_is_put_together_alike_each_time(post, ada, client, settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    for text in ("STATUS", "STATUS", "HELP"):
        assert call_webhook(client, in_pieces(keys.seat_address(ada), text)).status_code == 200
    first, _second = Inbound.objects.order_by("pk")
    pipeline.read_and_play(first.pk)
    assert list(Inbound.objects.values_list("outcome", flat=True)) == ["information"] * 2


def test_a_large_mail_of_a_provider_is_answered_and_nobody_else_sends_as_much(
    post, ada, client, settings
):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    long = "1\n" + "x" * 1_500_000
    assert call_webhook(client, in_pieces(keys.seat_address(ada), long)).status_code == 200
    assert pipeline.read_and_play(Inbound.objects.get().pk).code == "too-long"
    large = "1\n" + "x" * (storing.MOST_BYTES + 1)
    assert call_webhook(client, in_pieces(keys.seat_address(ada), large)).status_code == 200
    row = Inbound.objects.latest("pk")
    assert (pipeline.read_and_play(row.pk).code, len(row.raw)) == (
        "too-big",
        storing.KEPT_OF_LARGER,
    )
    assert client.post("/", {"word": long + long}).status_code == 413


def test_a_webhook_without_the_secret_stores_nothing(post, ada, client, settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    assert (
        call_webhook(client, postmark(post.reply(ada, "1"), "x@y"), "wrong:one").status_code == 401
    )
    assert not Inbound.objects.exists()


def test_a_provider_that_is_not_set_up_has_no_page(client, settings, caplog):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    for page in ("brevo/inbound", "unisender_go/tracking", "mailersend/inbound"):
        assert call_webhook(client, {}, page=page).status_code == 404
    assert "Traceback" not in caplog.text


PAGES = ("postmark/inbound", "postmark/tracking", "mailjet/inbound", "mailgun/inbound")


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(("secret", "answer"), [("", 404), (SECRET, 401)])
def test_who_has_no_secret_is_turned_away_before_the_body_is_looked_at(
    client, settings, caplog, page, secret, answer
):
    """A body of many headers takes seconds and much memory to make a mail of."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": secret} if secret else {}
    with (
        mock.patch("anymail.inbound.AnymailInboundMessage.construct", side_effect=AssertionError),
        mock.patch("django.http.HttpRequest.body", new_callable=mock.PropertyMock) as body,
    ):
        for payload in (in_pieces("x@y", "1"), "no json"):
            for wrong in ("wrong:one", ""):
                answered = call_webhook(client, payload, wrong, page)
                assert answered.status_code == answer
    assert not body.called
    assert "Traceback" not in caplog.text
    assert not Inbound.objects.exists()


@pytest.mark.parametrize("page", PAGES[:3])
@pytest.mark.parametrize("body", ["no json", "[]", "[1]", "--x\r\n\r\n"])
def test_a_body_that_no_provider_sends_is_a_400_without_a_traceback(
    client, settings, caplog, page, body
):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    for kind in ("application/json", "multipart/form-data; boundary=x"):
        assert call_webhook(client, body, page=page, kind=kind).status_code == 400
    assert "Traceback" not in caplog.text


def test_a_webhook_may_not_be_larger_than_a_mail(client, settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE == webhook.MOST_OF_A_WEBHOOK
    with mock.patch("django.http.HttpRequest.body", new_callable=mock.PropertyMock) as body:
        answered = call_webhook(client, "x" * (webhook.MOST_OF_A_WEBHOOK + 1))
    assert (answered.status_code, body.called) == (413, False)


def test_a_mail_that_cannot_be_stored_is_sent_again(post, ada, client, settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    payload = postmark(post.reply(ada, "1"), "x@y")
    with mock.patch.object(storing.Inbound.objects, "get_or_create", side_effect=OperationalError):
        assert call_webhook(client, payload).status_code == 500
    assert call_webhook(client, payload).status_code == 200


# -- a mailbox: test_imap has the rest -----------------------------------------------------------


def test_an_imap_url_does_not_show_its_password():
    url = environment.imap_url({"IMAP_URL": "imaps://a:p%40@imap.example.org/In?done=Old"})
    assert (url.password, url.done) == ("p@", "Old")
    assert "p@" not in repr(url)


@pytest.mark.parametrize("url", ["http://x", "imap://host/", "imaps://a:b@h/?x=1", "imap://a@h:x"])
def test_imap_urls_that_cannot_be_used_are_named(url):
    with pytest.raises(environment.BadSetting, match="IMAP_URL"):
        environment.imap_url({"IMAP_URL": url})


# -- a pipe, and looking without touching ------------------------------------------------------


def test_a_pipe_gives_the_envelope(post, ada, monkeypatch, capsys):
    raw = post.reply(ada, "1").replace(b"To: seat+", b"To: list+")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
    call_command(
        "mailin", "-", "--sender", "ada@example.org", "--recipient", keys.seat_address(ada)
    )
    assert "orders" in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
    with (
        mock.patch.object(storing.Inbound.objects, "get_or_create", side_effect=OperationalError),
        pytest.raises(CommandError) as trouble,
    ):
        call_command("mailin", "-")
    assert trouble.value.returncode == 75


def test_a_pipe_never_makes_a_bounce_of_what_it_has_kept(post, ada, monkeypatch):
    """Whatever else a mail server reads from the exit code, it tells the sender that it failed."""
    raw = post.reply(ada, "1")
    envelope = ["--sender=-x@example.org", f"--recipient={keys.seat_address(ada)}", "--recipient=-"]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
    with (
        mock.patch("pbem.play.advancing.advance", side_effect=RuntimeError("seat+1")),
        pytest.raises(CommandError, match="kept") as trouble,
    ):
        call_command("mailin", "-", *envelope)
    assert (trouble.value.returncode, "seat+" in str(trouble.value)) == (75, False)
    assert Inbound.objects.get().sender == "-x@example.org"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
    call_command("mailin", "-", "--sender=", "--recipient=x@example.org")
    assert Inbound.objects.count() == 1


def read_command(tmp_path, capsys, raw, sent=None):
    (tmp_path / "in.eml").write_bytes(raw)
    options = []
    if sent is not None:
        (tmp_path / "sent.eml").write_bytes(sent)
        options = ["--sent", str(tmp_path / "sent.eml")]
    call_command("mail_read", str(tmp_path / "in.eml"), *options, "--json")
    return json.loads(capsys.readouterr().out)


def test_mail_read_changes_nothing(post, ada, tmp_path, capsys):
    raw = post.reply(ada, "1\nSTATUS")
    before = Inbound.objects.count(), Submission.objects.count(), len(post.hints)
    told = read_command(tmp_path, capsys, raw)
    assert told == {
        "outcome": "orders",
        "sender": "ada@example.org",
        "text": "1\nSTATUS",
        "orders": ["1"],
    }
    assert (Inbound.objects.count(), Submission.objects.count(), len(post.hints)) == before
    assert read_command(tmp_path, capsys, post.reply(ada, "HELP"))["outcome"] == "information"
    assert read_command(tmp_path, capsys, post.reply(ada, ""))["outcome"] == "nothing-new"
    machine = read_command(tmp_path, capsys, post.reply(ada, "1", Auto_Submitted="auto-replied"))
    assert (machine["outcome"], machine["text"], machine["orders"]) == ("auto-reply", "1", [])
    polite = read_command(tmp_path, capsys, post.reply(ada, "Hello,\n1\nThanks, Ada"))
    assert (polite["text"], polite["orders"]) == ("Hello,\n1\nThanks, Ada", ["1"])


OURS = """From: post@parsec.localhost
To: ada@example.org
Reply-To: seat+7-aaaaaaaaaaaaaaaa@parsec.localhost
Message-ID: <gone@parsec.localhost>

Write your orders above this line, or edit the template below and send it back.

TEMPLATE (change a line and it counts; unchanged lines do not; # starts a remark)
  ACTIVATE 27
  PASS

HELP lists everything.
"""


@pytest.mark.django_db
def test_mail_read_without_any_row(tmp_path, capsys):
    quoted = "".join(f"> {line}\n" for line in OURS.partition("\n\n")[2].split("\n"))
    head = (
        "From: Ada <ada@example.org>\nTo: seat+7-aaaaaaaaaaaaaaaa@parsec.localhost\n"
        "In-Reply-To: <gone@parsec.localhost>\n\n"
    )
    raw = (head + "MOVE 1\n\n" + quoted.replace("ACTIVATE 27", "ACTIVATE 28")).encode()
    told = read_command(tmp_path, capsys, raw, OURS.encode())
    assert told["outcome"] == "orders"
    assert told["orders"] == ["MOVE 1", "ACTIVATE 28"]
    assert read_command(tmp_path, capsys, raw)["outcome"] == "unknown-key"
    asks = raw.replace(b"MOVE 1\n", b"STATUS\nMOVE 1\nPRESS TO all: Peace?\n")
    assert read_command(tmp_path, capsys, asks, OURS.encode())["orders"] == told["orders"]
    only = (head + "STATUS\n\n" + quoted).encode()
    assert read_command(tmp_path, capsys, only, OURS.encode())["outcome"] == "information"
    eve = raw.replace(b"ada@example.org", b"eve@example.org")
    assert read_command(tmp_path, capsys, eve, OURS.encode())["outcome"] == "wrong-sender"
    assert dry_run.how_read(b"").outcome == "unknown-sender"
    with mock.patch.object(keys.Seat.objects, "select_related", side_effect=OperationalError):
        assert dry_run.how_read(raw, OURS.encode()).orders == ["MOVE 1", "ACTIVATE 28"]


@pytest.mark.django_db
def test_mail_read_of_what_is_no_mail(tmp_path, capsys):
    told = read_command(tmp_path, capsys, b"")
    assert told == {"outcome": "unknown-sender", "sender": "", "text": "", "orders": []}
    assert read_command(tmp_path, capsys, b"\0\xff\x80 noise \n\n")["outcome"] == "unknown-sender"
    for name in (tmp_path, tmp_path / "missing.eml"):
        with pytest.raises(CommandError, match="cannot be read"):
            call_command("mail_read", str(name), "--json")


def test_shunt(post, ada, capsys):
    raw = post.reply(ada, "1") + "# \x1b]0;title\x07 \x9b31m żółw\r\n".encode()
    row, _ = storing.store(raw, door="test")
    with mock.patch("pbem.orders.submissions.submit", side_effect=RuntimeError):
        pipeline.read_and_play(row.pk)
    call_command("shunt", "list")
    assert "RuntimeError" in capsys.readouterr().out
    call_command("shunt", "show", str(row.pk))
    shown = capsys.readouterr().out
    assert "From: ada@example.org" in shown
    assert "żółw" in shown
    assert not {"\x1b", "\x07", "\x9b"} & set(shown)
    call_command("shunt", "retry", "--all")
    assert f"{row.pk}: orders" in capsys.readouterr().out
    call_command("shunt", "list")
    assert "Nothing waits" in capsys.readouterr().out
    with pytest.raises(CommandError, match="not shunted"):
        call_command("shunt", "retry", str(row.pk))
    with pytest.raises(CommandError, match="no mail"):
        call_command("shunt", "show", "999999")


# -- many at once -------------------------------------------------------------------------------


@contextmanager
def site() -> Iterator[int]:
    """The whole HTTP stack as it is served, on a port of this machine."""
    server = waitress.create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=8)
    serving = threading.Thread(target=server.run, daemon=True)
    serving.start()
    try:
        yield server.effective_port
    finally:
        server.close()
        server.task_dispatcher.shutdown()
        serving.join(timeout=5)


def by_webhook(port: int, raw: bytes, recipient: str) -> int:
    secret = base64.b64encode(SECRET.encode()).decode()
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as client:
        client.request(
            "POST",
            "/anymail/postmark/inbound/",
            json.dumps(postmark(raw, recipient)),
            {"Content-Type": "application/json", "Authorization": f"Basic {secret}"},
        )
        return client.getresponse().status


def by_smtp(port: int, raw: bytes, recipient: str) -> int:
    with smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        client.ehlo("test")
        client.mail("ada@example.org")
        client.rcpt(recipient)
        return client.data(raw)[0]


@pytest.mark.postgres
def test_forty_deliveries_through_two_doors_are_one_order(monkeypatch, settings):
    """The provider repeats itself, the mail server hands over too, and every copy is read.

    Over sockets and with real commits: each delivery and each reading has its own connection.
    """
    read: list[str | None] = []

    def read_at_once(task, row):
        if "read_inbound" in task.name:
            outcome = pipeline.read_and_play(row)
            read.append(outcome.code if outcome else None)

    monkeypatch.setattr(worker_hints, "_hint", read_at_once)
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    post = Post([])
    seat = post.table().seats.select_related("player", "game").get(number=0)
    raw, address = post.reply(seat, "1"), keys.seat_address(seat)
    traced = b"Received: by provider.example\r\n" + raw.replace(b"\r\n", b"\n")
    before = set(Outbox.objects.values_list("pk", flat=True))

    def deliver(smtp: int) -> list[int]:
        with site() as web, ThreadPoolExecutor(8) as threads:
            doors = [(by_smtp, smtp, raw), (by_webhook, web, traced)] * 20
            told = [threads.submit(hand_in, port, mail, address) for hand_in, port, mail in doors]
            return [one.result() for one in told]

    assert at_the_door(deliver) == [250, 200] * 20
    assert read.count("orders") == 1
    assert set(read) <= {"orders", None}
    assert Inbound.objects.count() == Submission.objects.count() == 1
    (ack,) = Outbox.objects.exclude(pk__in=before)
    assert Submission.objects.get().receipt in ack.subject
    assert Effect.objects.filter(dedupe__contains="/ack/").count() == 1
