"""The doctor says what is wrong, in words, and never what is secret."""

import json
import re
import socketserver
import sqlite3
import threading
from types import SimpleNamespace

import django
import pytest

from pbem.operations import doctor
from pbem.services.environment import Address
from tests.pbem.services.test_services import PRODUCTION, manage


def by_name(output: str) -> dict[str, dict[str, str]]:
    return {finding["name"]: finding for finding in json.loads(output)["findings"]}


def test_everything_away_is_a_list_of_lines(tmp_path):
    result = manage(
        "doctor",
        PARSEC_VAR=str(tmp_path),
        PARSEC_SMTP_DOOR="127.0.0.1:1",
        PARSEC_WEB="127.0.0.1:1",
        EMAIL_URL="smtp://me:pa55word@127.0.0.1:1",
        REDIS_URL="redis://:pa55word@127.0.0.1:1/0",
        DATABASE_URL="postgres://me:pa55word@127.0.0.1:1/parsec",
        PARSEC_RULESETS="no.such.ruleset",
    )
    assert result.returncode == 1
    assert "Traceback" not in result.stdout + result.stderr
    assert "pa55word" not in result.stdout + result.stderr
    failed = {line[6:17].strip() for line in result.stdout.splitlines() if line[:4] == "FAIL"}
    assert failed == {"database", "migrations", "redis", "mail out", "rulesets"}


def test_broken_settings_are_a_finding_too():
    result = manage("doctor", "--json", PARSEC_ENV="production")
    assert result.returncode == 1
    assert by_name(result.stdout)["settings"]["level"] == "FAIL"


def test_production_refuses_what_is_fine_in_a_demo(tmp_path):
    env = PRODUCTION | {
        "DATABASE_URL": f"sqlite:///{tmp_path}/none.sqlite3",
        "REDIS_URL": f"unix://{tmp_path}/none.sock",
        "EMAIL_URL": "console://",
        "SECRET_KEY": "short",
    }
    found = by_name(manage("doctor", "--json", **env).stdout)
    assert found["secret key"]["level"] == "FAIL"
    assert found["mail out"]["level"] == "WARN"
    assert "migrate" in found["database"]["do"]
    assert not (tmp_path / "none.sqlite3").exists()


def test_a_healthy_setup_passes(redis_url, sqlite_url):
    env = {
        "DATABASE_URL": sqlite_url,
        "REDIS_URL": redis_url,
        "EMAIL_URL": "console://",
        "PARSEC_RULESETS": "tests.pbem.operations.test_doctor.RULESET",
        "PARSEC_SMTP_DOOR": "127.0.0.1:1",
    }
    result = manage("doctor", "--json", **env)
    found = by_name(result.stdout)
    ok = {name for name, finding in found.items() if finding["level"] == "OK"}
    assert ok >= {"python", "mode", "var", "secret key", "database", "migrations", "redis"}
    assert ok >= {"mail out", "rulesets"}
    assert found["smtp door"]["level"] == found["workers"]["level"] == "WARN"
    assert f"Django {django.__version__}" in found["python"]["says"]
    assert found["database"]["says"].startswith(f"SQLite {sqlite3.sqlite_version} in ")
    assert re.match(r"Valkey 9\.\d+\.\d+ at ", found["redis"]["says"])
    assert result.returncode == 0


RULESET = SimpleNamespace(name="test")


@pytest.mark.parametrize(("greeting", "level"), [(b"220 post\r\n", "OK"), (b"HTTP/1.1", "WARN")])
def test_the_door_is_told_from_another_program(settings, greeting, level):
    class Greet(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.sendall(greeting)

    with socketserver.TCPServer(("127.0.0.1", 0), Greet) as server:
        threading.Thread(target=server.handle_request).start()
        settings.PARSEC_SMTP_DOOR = Address(*server.server_address)
        assert doctor.smtp_door().level == level


def test_no_secret_leaves_through_an_exception(settings):
    settings.EMAIL_HOST_PASSWORD = "hunter2"

    def broken():
        raise RuntimeError("login with hunter2 failed")

    finding = doctor._guarded("x", broken)
    assert finding.says == "RuntimeError: login with *** failed"
