"""A mailbox on a real IMAP server: fetched, put away, and never lost on the way."""

import asyncio
import imaplib
import queue
import socket
import ssl
import threading
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.management import CommandError, call_command
from django.db import DataError, OperationalError
from proxyprotocol.noop import ProxyProtocolNoop
from proxyprotocol.reader import ProxyProtocolReader
from pymap.backend.dict import DictBackend
from pymap.imap import IMAPServer
from pysasl.hashing import Cleartext

from notifications.inbound import imap, pipeline, storing
from notifications.models import Inbound
from notifications.staff import checks
from pbem.services import environment
from pbem.services.environment import Imap

PASSWORD = "pa55word"
TLS = Path(__file__).with_name("tls")


_talking: set[asyncio.Task[Any]] = set()


def _kept(loop: asyncio.AbstractEventLoop, coroutine: Any, **more: Any) -> "asyncio.Task[Any]":
    """A task that lasts until it is done: nobody else holds those of a connection, and from Python
    3.13 on they may go with the rubbish."""
    task = asyncio.Task(coroutine, loop=loop, **more)
    _talking.add(task)
    task.add_done_callback(_talking.discard)
    return task


async def serve(opened: "queue.Queue[Any]", proof: ssl.SSLContext | None) -> None:
    said = dict.fromkeys(("host", "port", "cert", "key", "tls", "debug", "passlib_cfg"))
    args = Namespace(demo_data=False, demo_user="post", demo_password=PASSWORD, **said)
    args.proxy_protocol = args.inherited_sockets = None
    backend, config = await DictBackend.init(args, hash_context=Cleartext(), invalid_user_sleep=0)
    config.apply_context()
    asyncio.get_running_loop().set_task_factory(_kept)
    talk = ProxyProtocolReader(ProxyProtocolNoop()).get_callback(IMAPServer(backend.login, config))
    async with await asyncio.start_server(talk, "127.0.0.1", 0, ssl=proof) as server:
        over, loop = asyncio.Event(), asyncio.get_running_loop()
        port = server.sockets[0].getsockname()[1]
        opened.put((port, lambda: loop.call_soon_threadsafe(over.set)))
        await over.wait()


@contextmanager
def running(proof: ssl.SSLContext | None = None) -> Iterator[int]:
    """Its port; the server runs in a thread of this process."""
    opened: queue.Queue[Any] = queue.Queue()
    thread = threading.Thread(target=lambda: asyncio.run(serve(opened, proof)), daemon=True)
    thread.start()
    port, stop = opened.get(timeout=10)
    yield port
    stop()
    thread.join(timeout=10)


@pytest.fixture(scope="module")
def server() -> Iterator[int]:
    with running() as port:
        yield port


class Mailbox:
    """What the owner of a folder sees, by the standard library alone."""

    def __init__(self, port: int, folder: str) -> None:
        self.port, self.folder = port, folder
        self.url = Imap("127.0.0.1", port, False, "post", PASSWORD, folder, "")
        with self.talk() as client:
            client.create(folder)

    @contextmanager
    def talk(self) -> Iterator[imaplib.IMAP4]:
        with imaplib.IMAP4("127.0.0.1", self.port) as client:
            client.login("post", PASSWORD)
            yield client

    def put(self, *raws: bytes) -> None:
        with self.talk() as client:
            for raw in raws:
                client.append(self.folder, None, None, raw)

    def count(self, what: str = "ALL", folder: str = "") -> int:
        with self.talk() as client:
            client.select(folder or self.folder)
            return len(client.uid("SEARCH", what)[1][0].split())


@pytest.fixture
def box(server, request, settings) -> Mailbox:
    made = Mailbox(server, request.node.name)
    settings.IMAP_URL = made.url
    return made


def look() -> None:
    call_command("imappoll", "--once")


RUBBISH = b"\xff\x01From: <<>>\r\nContent-Type: multipart/mixed; boundary=\r\n\r\n\xff"


def test_fetched_once_and_marked_seen(post, ada, box, capsys):
    raw = post.reply(ada, "1")
    box.put(raw, RUBBISH, b"Received: by another.example.org\r\n" + raw)
    look()
    assert "2 mail(s) stored" in capsys.readouterr().out
    assert (box.count(), box.count("UNSEEN")) == (3, 0)
    stored, rubbish = Inbound.objects.order_by("pk")
    assert (bytes(stored.raw), bytes(rubbish.raw)) == (raw, RUBBISH)
    assert [pipeline.read_and_play(row.pk).code for row in (stored, rubbish)] == [
        "orders",
        "unknown-sender",
    ]
    look()
    assert Inbound.objects.count() == 2


def test_moved_to_another_folder(post, ada, box, settings):
    with box.talk() as client:
        client.create("Done")
    settings.IMAP_URL = replace(box.url, done="Done")
    box.put(post.reply(ada, "1"), post.reply(ada, "HELP"))
    look()
    assert (box.count(), box.count(folder="Done")) == (0, 2)
    assert Inbound.objects.count() == 2


def test_a_folder_that_is_not_there_keeps_no_mail_out(post, ada, box, settings):
    settings.IMAP_URL = replace(box.url, done="Nowhere")
    box.put(post.reply(ada, "1"), post.reply(ada, "HELP"))
    for _ in range(2):
        with pytest.raises(CommandError, match="cannot be moved to 'Nowhere': create that folder"):
            look()
        assert Inbound.objects.count() == 2
    found = checks.mailbox()
    assert (found.level, "Nowhere" in found.says, "Create it" in found.do) == ("FAIL", True, True)


def test_many_that_cannot_be_put_away_keep_no_other_out(post, ada, box, settings, monkeypatch):
    monkeypatch.setattr(imap, "AT_ONCE", 2)
    settings.IMAP_URL = replace(box.url, done="Nowhere")
    box.put(*(post.reply(ada, f"STATUS {n}") for n in range(5)))
    for stored in (2, 4, 5):
        with pytest.raises(CommandError, match="Nowhere"):
            look()
        assert Inbound.objects.count() == stored


def test_a_mail_that_a_database_refuses_keeps_no_other_out(post, ada, box):
    box.put(post.reply(ada, "1"), post.reply(ada, "HELP"))
    store = storing.store
    odd = mock.patch.object(storing, "store", side_effect=[DataError, mock.DEFAULT], wraps=store)
    with odd, imap.opened(box.url) as client:
        assert imap.collect(client) == 1
    assert (Inbound.objects.count(), box.count("UNSEEN")) == (1, 1)


def test_of_a_huge_mail_only_so_much_is_fetched_as_shows_that(post, ada, box, monkeypatch):
    raw = post.reply(ada, "1") + b"x" * 70 + b"\r\n"
    monkeypatch.setattr(storing, "MOST_BYTES", len(raw) - 40)
    box.put(raw)
    look()
    row = Inbound.objects.get()
    assert row.size == storing.MOST_BYTES + 1
    assert pipeline.read_and_play(row.pk).code == "too-big"


def test_a_connection_that_breaks_before_the_mail_is_put_away(post, ada, box):
    box.put(post.reply(ada, "1"))
    store = storing.store

    def stored_and_cut_off(*args, **more):
        client.client.sock.shutdown(socket.SHUT_RDWR)
        return store(*args, **more)

    client = imap.opened(box.url)
    with mock.patch.object(storing, "store", stored_and_cut_off), pytest.raises(imap.TROUBLE):
        imap.collect(client)
    client.client.shutdown()
    assert (Inbound.objects.count(), box.count("UNSEEN")) == (1, 1)
    look()
    assert (Inbound.objects.count(), box.count("UNSEEN")) == (1, 0)


def test_a_mail_stays_unseen_until_it_is_stored(post, ada, box):
    box.put(post.reply(ada, "1"), post.reply(ada, "HELP"))
    away = mock.patch.object(storing.Inbound.objects, "get_or_create", side_effect=OperationalError)
    with away, imap.opened(box.url) as client, pytest.raises(OperationalError):
        imap.collect(client)
    with away, pytest.raises(CommandError, match="the database is not there"):
        look()
    odd = mock.patch.object(storing, "store", side_effect=[ValueError, (None, True)])
    with odd, imap.opened(box.url) as client:
        assert imap.collect(client) == 1
    assert box.count("UNSEEN") == 1
    look()
    assert box.count("UNSEEN") == 0


def test_what_is_wrong_is_said_without_the_password(post, box, settings):
    found = checks.mailbox()
    assert (found.level, found.says) == ("OK", f"127.0.0.1/{box.folder}: 0 unseen")
    for url, words in (
        (replace(box.url, password="hunter22"), "login is refused: correct user and password"),
        (replace(box.url, folder="Elsewhere"), "no folder 'Elsewhere'"),
        (replace(box.url, port=1), "127.0.0.1:1 does not answer"),
    ):
        settings.IMAP_URL = url
        with pytest.raises(CommandError, match=words) as refused:
            look()
        assert url.password not in str(refused.value)
        found = checks.mailbox()
        assert (found.level, bool(found.do)) == ("FAIL", True)
        assert url.password not in found.says + found.do
    settings.IMAP_URL = None
    assert checks.mailbox().level == "OK"
    with pytest.raises(CommandError, match="IMAP_URL"):
        look()


def tls_server(certificate: str) -> Any:
    proof = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    proof.load_cert_chain(TLS / certificate)
    return running(proof)


@pytest.mark.parametrize(
    ("certificate", "ca", "why"),
    [
        ("localhost.pem", "authority.pem", ""),
        ("localhost.pem", "", "does not prove that it is 127.0.0.1"),
        ("elsewhere.pem", "authority.pem", "does not prove that it is 127.0.0.1"),
    ],
)
def test_a_server_must_prove_its_name_before_it_hears_the_password(
    certificate, ca, why, settings, db
):
    ca = str(TLS / ca) if ca else ""
    with tls_server(certificate) as port:
        settings.IMAP_URL = Imap("127.0.0.1", port, True, "post", PASSWORD, "INBOX", "", ca)
        found = checks.mailbox()
        with mock.patch("imaplib.IMAP4.login", side_effect=AssertionError) as login:
            if why:
                with pytest.raises(CommandError, match=why):
                    look()
                assert not login.called
    assert (found.level, why in found.says) == ("FAIL" if why else "OK", True)
    assert ("ca=" in found.do) if why else (f"proven by the authority in {ca}" in found.says)


def test_the_authority_is_named_in_the_url(tmp_path):
    url = f"imaps://a:b@imap.example.org/INBOX?ca={TLS / 'authority.pem'}"
    assert environment.imap_url({"IMAP_URL": url}).ca == str(TLS / "authority.pem")
    for bad in (f"{url}x", url.replace("imaps", "imap")):
        with pytest.raises(environment.BadSetting, match="ca="):
            environment.imap_url({"IMAP_URL": bad})
