"""Fixtures for every test: no network, and real servers for those that ask.

**Databases.** A test marked `django_db` uses SQLite in memory, as usual. A test marked `postgres`
gets PostgreSQL instead: for its duration the alias `default` is a fresh, migrated database of its
own, in this process, in its threads, and, through `os.environ["DATABASE_URL"]`, in processes it
starts. Nothing wraps it in a transaction, so commits, row locks and `on_commit` are real. The same
code runs as in production; no second alias, no second run of pytest. Do not combine the two marks.

    @pytest.mark.postgres
    def test_two_workers_take_turns(): ...

One server per run is started when first needed: xdist keeps these tests on one worker
(`--dist loadgroup`).

**Redis.** `redis_url` is an empty embedded Redis, one server per xdist worker.

**Dice.** A game that is begun without a seed gets one that its test's name fixes.

**Properties.** Hypothesis tries the same examples every time, so that a run tells about the change
and not about luck. `HYPOTHESIS_PROFILE=explore` looks for new ones: what it finds becomes one.
"""

from __future__ import annotations

import hashlib
import ipaddress
import os
import shutil
import socket
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import dj_database_url
import pytest
import redis
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, ConnectionHandler, connections
from hypothesis import settings as hypothesis_settings

from pbem.services.embedded_postgres import EmbeddedPostgres
from pbem.services.embedded_redis import CannotStart, EmbeddedRedis
from rules.kernel.dice import Secret

hypothesis_settings.register_profile("steady", derandomize=True)
hypothesis_settings.register_profile("explore")
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

TEMPLATE = "parsec_template"
_numbers = count(1)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever touches PostgreSQL stays on one xdist worker, so that one server is enough."""
    for item in items:
        marked = item.get_closest_marker("postgres") is not None
        if marked or "postgres_server" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("postgres"))


@pytest.fixture(autouse=True, scope="session")
def _no_network() -> Iterator[None]:
    """A test that would reach the outside world fails at once, everywhere alike."""
    real = socket.socket.connect

    def connect(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_loopback(address[0]):
            raise OSError(f"tests may not connect to {address[0]}")
        real(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", connect)
        yield


@pytest.fixture(autouse=True)
def _same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a game begun without a seed roll the same in every run of its test: none is lucky."""
    begun = count(1)

    def fresh(cls: type[Secret]) -> Secret:
        words = f"{request.node.nodeid} {next(begun)}"
        return cls(hashlib.sha256(words.encode()).hexdigest())

    monkeypatch.setattr(Secret, "fresh", classmethod(fresh))


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session")
def postgres_server(django_db_blocker: Any) -> Iterator[EmbeddedPostgres]:
    """A PostgreSQL with a migrated template database to copy from."""
    server = EmbeddedPostgres()
    try:
        server.start()
    except CannotStart as problem:
        pytest.skip(str(problem))
    try:
        url = server.create(TEMPLATE)
        with django_db_blocker.unblock(), default_database(url):
            call_command("migrate", verbosity=0)
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def sqlite_template(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """An empty database with all tables, in a file to copy: making the tables takes seconds."""
    path: Path = tmp_path_factory.mktemp("sqlite") / "template.sqlite3"
    with django_db_blocker.unblock(), closing(sqlite3.connect(path)) as copy:
        connections[DEFAULT_DB_ALIAS].ensure_connection()
        connections[DEFAULT_DB_ALIAS].connection.backup(copy)
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """The URL of a fresh SQLite database in a file, which other processes can open."""
    path = shutil.copy(sqlite_template, tmp_path / "parsec.sqlite3")
    return f"sqlite:///{path}"


@pytest.fixture
def postgres_url(postgres_server: EmbeddedPostgres) -> Iterator[str]:
    """The URL of a fresh, migrated PostgreSQL database; this process goes on using SQLite."""
    name = f"parsec_{next(_numbers)}"
    yield postgres_server.create(name, template=TEMPLATE)
    postgres_server.drop(name)


@pytest.fixture
def postgres(
    postgres_url: str, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """What the mark `postgres` does; returns the database's URL."""
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    with django_db_blocker.unblock(), default_database(postgres_url):
        yield postgres_url


@pytest.fixture(autouse=True)
def _postgres_when_marked(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("postgres") is not None:
        request.getfixturevalue("postgres")


@contextmanager
def default_database(url: str) -> Iterator[None]:
    """Put another database behind the alias `default`, for every thread, and back again."""
    kept_settings, kept_connection = (
        connections.settings[DEFAULT_DB_ALIAS],
        connections[DEFAULT_DB_ALIAS],
    )
    config = {DEFAULT_DB_ALIAS: dict(dj_database_url.parse(url))}
    connections.settings[DEFAULT_DB_ALIAS] = ConnectionHandler(config).settings[DEFAULT_DB_ALIAS]
    del connections[DEFAULT_DB_ALIAS]
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections.settings[DEFAULT_DB_ALIAS] = kept_settings
        connections[DEFAULT_DB_ALIAS] = kept_connection
        ContentType.objects.clear_cache()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[EmbeddedRedis]:
    """An embedded Redis in a folder whose path is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="parsec-redis-") as folder:
        try:
            server = EmbeddedRedis(Path(folder))
            server.start()
        except CannotStart as problem:
            pytest.skip(str(problem))
        yield server
        server.stop()


@pytest.fixture
def redis_url(redis_server: EmbeddedRedis) -> str:
    """The URL of an empty Redis, for REDIS_URL."""
    with redis.Redis.from_url(redis_server.url) as client:
        client.flushall()
    return redis_server.url
