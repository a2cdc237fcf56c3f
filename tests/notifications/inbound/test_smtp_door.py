"""The SMTP door: who is let in, and that yes means kept."""

import asyncio
import smtplib
from types import SimpleNamespace
from unittest import mock

import pytest
from aiosmtpd.smtp import Envelope
from django.db import OperationalError

from notifications import keys
from notifications.inbound import smtp_door, storing
from notifications.models import Inbound


def rcpt(address, envelope=None):
    handler = smtp_door.Handler()
    return asyncio.run(
        handler.handle_RCPT(None, SimpleNamespace(), envelope or Envelope(), address, [])
    )


def test_recipients_are_checked_with_a_reason(post, ada):
    assert rcpt(keys.seat_address(ada)).startswith("250")
    assert rcpt(keys.seat_address(ada).upper()).startswith("250")
    assert rcpt(keys.post_address()).startswith("250")
    unknown = rcpt(f"seat+{ada.pk}-aaaaaaaaaaaaaaaa@{keys.domain()}")
    assert unknown.startswith("550 5.1.1 This reply address")
    assert rcpt(f"somebody@{keys.domain()}").startswith("550 5.1.1 Nobody")
    assert rcpt("ada@example.org").startswith("550 5.7.1")


def test_too_many_recipients(post, ada):
    envelope = Envelope()
    envelope.rcpt_tos = ["x"] * smtp_door.MOST_RECIPIENTS
    assert rcpt(keys.seat_address(ada), envelope).startswith("452")


def data(raw, sender="ada@example.org", to=()):
    envelope = Envelope()
    envelope.content, envelope.mail_from, envelope.rcpt_tos = raw, sender, list(to)
    return asyncio.run(smtp_door.Handler().handle_DATA(None, SimpleNamespace(), envelope))


def test_a_mail_is_kept_before_yes(post, ada):
    raw = post.reply(ada, "1")
    post.hints.clear()
    assert data(raw, to=[keys.seat_address(ada)]).startswith("250")
    row = Inbound.objects.get()
    assert bytes(row.raw) == raw
    assert (row.door, row.sender, row.recipients) == (
        "smtp",
        "ada@example.org",
        [keys.seat_address(ada)],
    )
    assert post.hints == [("notifications.tasks.read_inbound", row.pk)]
    assert data(raw).startswith("250")
    assert Inbound.objects.count() == 1


def test_null_sender_is_remembered(post, ada):
    data(post.reply(ada, "1"), sender="")
    assert Inbound.objects.get().sender == "<>"


def test_database_trouble_is_try_again_later(post, ada):
    with mock.patch.object(storing.Inbound.objects, "get_or_create", side_effect=OperationalError):
        assert data(post.reply(ada, "1")).startswith("451")
    with mock.patch.object(keys, "open_key", side_effect=OperationalError):
        assert rcpt(keys.seat_address(ada)).startswith("451")


def test_a_real_conversation(post, ada, caplog):
    """Over a socket, with threads of its own, to a clean end."""
    raw, address = post.reply(ada, "1"), keys.seat_address(ada)

    async def talk():
        stop, opened = asyncio.Event(), asyncio.get_running_loop().create_future()
        serving = asyncio.create_task(smtp_door.serve("127.0.0.1", 0, stop, opened.set_result))
        port = await opened
        replies = await asyncio.to_thread(converse, port, raw, address)
        stop.set()
        await serving
        return replies

    assert asyncio.run(talk()) == [550, 250, 250, 552]
    assert Inbound.objects.count() == 1
    assert "seat+" not in caplog.text


def converse(port, raw, address):
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo("test")
        client.mail("ada@example.org")
        codes = [client.rcpt(f"seat+1-aaaaaaaaaaaaaaaa@{keys.domain()}")[0]]
        codes.append(client.rcpt(address)[0])
        codes.append(client.data(raw)[0])
        client.mail("ada@example.org", [f"size={storing.MOST_BYTES + 1}"])
        codes.append(client.mail("ada@example.org", [f"size={storing.MOST_BYTES + 1}"])[0])
    return codes


@pytest.mark.postgres
def test_the_thread_of_the_door_has_its_own_connection():
    raw = b"From: ada@example.org\r\nMessage-ID: <1@x>\r\n\r\nPASS\r\n"

    async def store():
        return await smtp_door.in_thread(storing.store, raw, door="smtp", sender="ada@example.org")

    with mock.patch("notifications.worker_hints._hint"):
        row, created = asyncio.run(store())
    assert created
    assert Inbound.objects.get() == row
