"""The documented ways in, through a real Postfix and a real Dovecot.

Where they are not installed, or not started by root, these tests are skipped and say so; CI
installs them.
"""

import imaplib
import os
import re
import smtplib
import ssl
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from notifications import keys, worker_hints
from notifications.models import Inbound
from pbem.models import Game
from pbem.table.people import reply_keys
from tests.conftest import default_database
from tests.mta import servers
from tests.mta.servers import PASSWORD, TLS, offered, until
from tests.notifications.conftest import Post
from tests.pbem.services.test_services import manage

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.timeout(180),
    pytest.mark.xdist_group("mta"),
]


@pytest.fixture
def table(
    sqlite_url: str, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Game]:
    """A table in a database that other processes can open, and in this one."""
    monkeypatch.setattr(worker_hints, "_hint", lambda task, row: None)
    with django_db_blocker.unblock(), default_database(sqlite_url):
        yield Post([]).table()


@pytest.fixture
def env(sqlite_url: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "PARSEC_VAR": os.environ["PARSEC_VAR"],
        "SECRET_KEY": settings.SECRET_KEY,
        "PARSEC_RULESETS": os.environ["PARSEC_RULESETS"],
        "DATABASE_URL": sqlite_url,
        "REDIS_URL": "redis://127.0.0.1:1/0",
    }


def addresses(table: Game) -> list[str]:
    return [keys.seat_address(seat) for seat in table.seats.select_related("player", "game")]


def test_postfix_asks_the_door_and_hands_replies_over(table: Game, env: dict[str, str]) -> None:
    """A good key is taken and stored, a wrong one refused in words while the sender waits; and an
    outage costs no longer than it lasts."""
    lmtp = servers.free_port()
    first, second, _third = addresses(table)
    wrong = f"seat+1-aaaaaaaaaaaaaaaa@{settings.PARSEC_MAIL_DOMAIN}"
    raw = Post([]).raw(first, "STATUS\r\n", "ada@example.org")
    with servers.postfix(settings.PARSEC_MAIL_DOMAIN, lmtp) as port:
        with servers.door(lmtp, env):
            code, said = offered(port, wrong)
            assert (code, "reply to the newest mail" in said) == (550, True)
            with smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
                assert client.sendmail("ada@example.org", [first], raw) == {}
            until(Inbound.objects.exists)
            row = Inbound.objects.get()
            assert (row.door, row.recipients, row.sender) == ("smtp", [first], "ada@example.org")
            assert "Received:" in bytes(row.raw).decode()
        assert offered(port, second)[0] == 450
        with servers.door(lmtp, env):
            began = time.monotonic()
            until(lambda: offered(port, second)[0] == 250, patience=60)
            assert time.monotonic() - began < 30, "the outage is remembered"


def test_the_manuals_postfix_forgets_within_minutes_what_the_door_said() -> None:
    """Left to itself it keeps a "cannot be asked" for three hours and a "good" for a month: a short
    outage would cost a turn, and mail for an address given up would bounce."""
    lines = servers.documented_lines("With Postfix, LMTP")
    kept = dict(re.findall(r"address_verify_(\w+) = (\d+)(?=[sm]\b)", lines))
    unit = dict(re.findall(r"address_verify_(\w+) = \d+([sm])\b", lines))
    seconds = {name: int(n) * {"s": 1, "m": 60}[unit[name]] for name, n in kept.items()}
    assert set(seconds) == {
        f"{what}_{when}_time" for what in ("negative", "positive") for when in ("expire", "refresh")
    }
    assert max(n for name, n in seconds.items() if name.startswith("negative")) <= 60
    assert max(seconds.values()) <= 300


def test_postfix_soon_refuses_an_address_that_was_given_up(
    table: Game, env: dict[str, str]
) -> None:
    """Postfix remembers that an address was good; not for so long that mail to it would bounce."""
    lmtp = servers.free_port()
    seat = table.seats.select_related("player", "game").order_by("number")[0]
    given_up = keys.seat_address(seat)
    with (
        servers.postfix(settings.PARSEC_MAIL_DOMAIN, lmtp) as port,
        servers.door(lmtp, env),
    ):
        until(lambda: offered(port, given_up)[0] == 250, patience=60)
        reply_keys.renew(table, seat, by=None)
        seat.refresh_from_db()
        began = time.monotonic()
        until(lambda: offered(port, given_up)[0] == 550, patience=60)
        assert time.monotonic() - began < 30, "the address is remembered"
        until(lambda: offered(port, keys.seat_address(seat))[0] == 250, patience=60)


def test_dovecot_proves_its_name_and_is_emptied(table: Game, env: dict[str, str]) -> None:
    first, *_ = addresses(table)
    raw = Post([]).raw(first, "STATUS\r\n", "ada@example.org")
    authority = TLS / "authority.pem"
    with servers.dovecot("localhost.pem") as port:
        proof = ssl.create_default_context(cafile=authority)
        with imaplib.IMAP4_SSL("127.0.0.1", port, ssl_context=proof) as client:
            client.login("post", PASSWORD)
            client.create("Archive")
            client.append("INBOX", None, None, raw)
        url = f"imaps://post:{PASSWORD}@127.0.0.1:{port}/INBOX?done=Archive"
        refused = manage("imappoll", "--once", **env, IMAP_URL=url)
        assert "does not prove that it is 127.0.0.1" in refused.stderr
        assert not Inbound.objects.exists()
        taken = manage("imappoll", "--once", **env, IMAP_URL=f"{url}&ca={authority}")
        assert "1 mail(s) stored" in taken.stdout, taken.stderr
        with imaplib.IMAP4_SSL("127.0.0.1", port, ssl_context=proof) as client:
            client.login("post", PASSWORD)
            counts = [int(client.select(folder)[1][0]) for folder in ("INBOX", "Archive")]
    assert counts == [0, 1]
    assert Inbound.objects.get().door == "imap"
