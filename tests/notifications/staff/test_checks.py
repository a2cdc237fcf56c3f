"""What the doctor says about mail."""

import socket
import threading
from unittest import mock

import pytest
from anymail.exceptions import AnymailRequestsAPIError
from django.core.mail import EmailMessage

from notifications.inbound import storing
from notifications.models import Inbound
from notifications.outbound import deliver
from notifications.staff import checks
from pbem import ports
from pbem.ports import Finding
from pbem.services.environment import Address

LONG = "hook:" + "x" * 30


def test_the_doctor_asks_for_them():
    names = list(ports.checks())
    assert set(names) >= set(checks.CHECKS)


@pytest.mark.parametrize(
    ("backend", "secret", "level", "words"),
    [
        ("django.core.mail.backends.smtp.EmailBackend", "", "OK", "refused"),
        ("anymail.backends.postmark.EmailBackend", "", "WARN", "refused"),
        ("anymail.backends.postmark.EmailBackend", "no colon here", "FAIL", "colon"),
        ("anymail.backends.postmark.EmailBackend", "hook:short", "WARN", "guessed"),
        ("anymail.backends.postmark.EmailBackend", LONG, "OK", "taken"),
    ],
)
def test_webhooks(settings, backend, secret, level, words):
    settings.EMAIL_BACKEND = backend
    settings.ANYMAIL = {"WEBHOOK_SECRET": secret} if secret else {}
    found = checks.webhook()
    assert (found.level, words in found.says) == (level, True)
    assert bool(found.do) == (level != "OK")
    assert not secret or secret not in found.says + found.do


def test_the_lmtp_door(settings):
    settings.PARSEC_LMTP_DOOR = None
    assert checks.lmtp_door().level == "OK"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        settings.PARSEC_LMTP_DOOR = Address(*listening.getsockname())
        greet = threading.Thread(target=lambda: listening.accept()[0].sendall(b"220 post\r\n"))
        greet.start()
        assert checks.lmtp_door().level == "OK"
        greet.join()
    found = checks.lmtp_door()
    assert (found.level, "door process" in found.do) == ("WARN", True)


def test_proven_senders(db, settings, monkeypatch):
    monkeypatch.setattr("notifications.worker_hints._hint", lambda task, row: None)
    settings.PARSEC_MAIL_AUTH, settings.PARSEC_MAIL_AUTHSERV = "off", ()
    assert checks.senders().level == "OK"
    settings.PRODUCTION = True
    assert checks.senders().level == "WARN"
    settings.PARSEC_MAIL_AUTH = "warn"
    assert "PARSEC_MAIL_AUTHSERV" in checks.senders().do
    settings.PARSEC_MAIL_AUTH, settings.PARSEC_MAIL_AUTHSERV = "require", ("mx.example.org",)
    assert checks.senders().level == "OK"
    storing.store(b"From: a@b.example\r\nMessage-ID: <1@b>\r\n\r\n1\r\n", door="test")
    found = checks.senders()
    assert (found.level, "none of the last 1 mails" in found.says) == ("FAIL", True)
    deep = b"Received: by a\r\nReceived: by b\r\nAuthentication-Results: mx.example.org; none\r\n"
    storing.store(deep + b"Message-ID: <3@b>\r\n\r\n1\r\n", door="test")
    assert "PARSEC_MAIL_HOPS=2" in checks.senders().do
    proven = b"Authentication-Results: mx.example.org; dmarc=pass\r\nMessage-ID: <2@b>\r\n\r\n1\r\n"
    storing.store(proven, door="test")
    found = checks.senders()
    assert (found.level, found.says[:36]) == ("FAIL", "2 of the last 3 mails came without a")
    assert "tempfail" in found.do
    Inbound.objects.all().delete()
    storing.store(proven, door="test")
    assert checks.senders().level == "OK"
    Inbound.objects.all().delete()
    storing.store(b"Authentication-Results: mx.example.org; dkim=pass\r\n" + proven, door="test")
    assert "PARSEC_MAIL_RESULTS=2" in checks.senders().do


def test_what_could_not_be_sent_or_read(post, game, settings):
    assert (checks.outbox().level, checks.shunt().level) == ("OK", "OK")
    refused = AnymailRequestsAPIError("no")
    refused.status_code = 401
    with mock.patch.object(EmailMessage, "send", side_effect=refused):
        deliver.deliver_due()
    found = checks.outbox()
    assert (found.level, "AnymailRequestsAPIError 401" in found.says) == ("WARN", True)
    Inbound.objects.create(raw=b"", door="test", content_hash="x", state=Inbound.State.SHUNTED)
    assert "shunt list" in checks.shunt().do
    with mock.patch.object(checks, "migrations", return_value=Finding("FAIL", "", "")):
        assert (checks.outbox().level, checks.shunt().level) == ("WARN", "WARN")
