"""Health, numbers, logs without private data, and a backup that comes back whole."""

import gzip
import io
import json
import logging
import sqlite3
import stat
from contextlib import closing
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from pbem.models import Dispute, Game, Heartbeat, Player, Prompt, Ruling, Seat
from pbem.operations import backup, health, logs, metrics
from pbem.play import advancing
from pbem.referee import records
from tests.conftest import default_database
from tests.pbem.referee.test_corrections import after_three_turns
from tests.pbem.tables import new_table, send

# -- health -------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_ready_names_what_is_away(client, monkeypatch):
    monkeypatch.setattr(health, "_redis", lambda: None)
    Heartbeat.objects.create(pk=1, at=timezone.now())
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()) == (
        200,
        {"database": "ok", "redis": "ok", "sweep": "ok"},
    )

    def away() -> None:
        raise OSError("redis://user:secret@host is away")

    monkeypatch.setattr(health, "_redis", away)
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()["redis"]) == (503, "away")
    assert b"secret" not in answer.content


@pytest.mark.django_db
def test_a_late_sweep_is_told(client, monkeypatch):
    monkeypatch.setattr(health, "_redis", lambda: None)
    assert client.get("/ready").json()["sweep"] == "never"
    Heartbeat.objects.create(pk=1, at=timezone.now() - timedelta(hours=1))
    assert client.get("/ready").json()["sweep"] == "late"


def test_redis_is_really_asked(redis_url, settings):
    settings.REDIS_URL = redis_url
    health._redis()


# -- numbers ------------------------------------------------------------------------------------


def numbers(client, **headers) -> dict[str, float]:
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == 200
    lines = [line for line in answer.content.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


@pytest.mark.django_db
def test_metrics_count_what_waits(client):
    game = after_three_turns()
    Dispute.objects.create(game=game, text="odd", opened=timezone.now() - timedelta(hours=2))
    found = numbers(client)
    assert found['parsec_games{status="running"}'] == 1
    assert found['parsec_rulings_total{branch="live"}'] == game.head_seq
    assert found["parsec_deadlines_due"] == 0
    assert found["parsec_disputes_open"] == 1
    assert 7100 < found["parsec_dispute_age_seconds"] < 7300
    assert "parsec_mails_unread" in found
    Prompt.objects.update(due=timezone.now() - timedelta(minutes=10))
    assert numbers(client)["parsec_deadlines_due"] == 1
    assert numbers(client)["parsec_deadline_age_seconds"] >= 600


@pytest.mark.django_db
def test_metrics_are_for_this_machine_or_the_token(client, settings):
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.9").status_code == 404
    settings.PARSEC_METRICS_TOKEN = "a-token"
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer other"}).status_code == 404
    assert numbers(client, authorization="Bearer a-token")


def test_labels_are_escaped():
    metric = metrics.by("x", "Help.", "name", [('a"b\n', 1)])
    assert 'parsec_x{name="a\\"b\\n"} 1' in metrics._written(metric)


# -- logs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("mail of ann@example.org shunted", "mail of <address> shunted"),
        ("to seat+12-k3y4k3y4k3y4k3y4@post.example.org", "to <address>"),
        ("Not Found: /in/?key=abc.def", "Not Found: /in/?…"),
        ("Not Found: /do/WyJhIiwxXQ3xYz9PqRs7TuVw:1a2b/", "Not Found: /do/<key>/"),
        ("game=12 frozen: KeyError at rules/ti4/combat.py:12 fight", None),
        ("game=12 ruling=143 step r3/turn@sol#2", None),
    ],
)
def test_private_things_stay_out_of_the_log(said, kept):
    if "turn@sol" in said:
        assert "ruling=143" in logs.without_private(said)
    else:
        assert logs.without_private(said) == (kept or said)


def test_a_line_is_one_json_object_with_its_error():
    try:
        raise ValueError("ann@example.org holds a card")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("pbem.play", logging.ERROR, "f", 1, "game=%s", (7,), info)
    record.game = 7
    line = logs.JsonLine().format(record)
    said = json.loads(line)
    assert "\n" not in line
    assert (said["level"], said["from"], said["message"], said["game"]) == (
        "ERROR",
        "pbem.play",
        "game=7",
        7,
    )
    assert "ValueError" in said["error"]
    assert "ann@example.org" not in line
    assert "ann@example.org" not in logs.Line().format(record)


def test_what_a_stranger_tries_is_one_line_without_a_traceback(client, settings):
    assert settings.LOGGING["handlers"]["stderr"]["filters"] == ["strangers"]
    heard = logging.StreamHandler(io.StringIO())
    heard.setFormatter(logs.Line())
    heard.addFilter(logs.Strangers())
    logger = logging.getLogger("django.security.DisallowedHost")
    logger.addHandler(heard)
    try:
        assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    finally:
        logger.removeHandler(heard)
    said = heard.stream.getvalue()
    assert "evil.example" in said
    assert said.count("\n") == 1


# -- backup -------------------------------------------------------------------------------------


def filled() -> Game:
    game = new_table(2, seed=f"{5:064x}")
    send(game, 0, "1\nSTANDING: HITS fighter")
    user = User.objects.create_user("rhea", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_dispute"))
    Dispute.objects.create(game=game, text="naïve ☃", assignee=user)
    return Game.objects.get(pk=game.pk)


def emptied() -> None:
    call_command("flush", interactive=False, verbosity=0)


def test_a_backup_comes_back_whole(transactional_db, tmp_path):
    game = filled()
    record = records.export(game, staff=True)
    path = tmp_path / "all.jsonl.gz"
    call_command("backup", str(path), stdout=StringIO())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    rows = {m: m._base_manager.count() for m in backup._models()}
    emptied()
    call_command("restore", str(path), stdout=StringIO())
    assert {m: m._base_manager.count() for m in backup._models()} == rows
    game = Game.objects.get(pk=game.pk)
    assert records.export(game, staff=True) == record
    assert Dispute.objects.get().text == "naïve ☃"
    assert User.objects.get().user_permissions.get().codename == "view_dispute"
    send(game, 1, "1")
    assert Game.objects.get(pk=game.pk).head_seq == 2, "play goes on, with new numbers"


@pytest.mark.postgres
def test_from_postgresql_to_sqlite_and_numbers_go_on(tmp_path):
    game = filled()
    record = records.export(game, staff=True)
    path = tmp_path / "all.jsonl.gz"
    backup.save(path)
    emptied()
    backup.restore(path)
    assert Seat.objects.create(game=game, number=9).pk > game.seats.exclude(number=9).last().pk
    with default_database(f"sqlite:///{tmp_path / 'other.sqlite3'}"):
        call_command("migrate", verbosity=0)
        backup.restore(path)
        assert records.export(Game.objects.get(pk=game.pk), staff=True) == record
        assert advancing.advance(game.pk).status == Game.Status.RUNNING


def test_a_write_goes_through_meanwhile_on_sqlite(transactional_db, tmp_path, monkeypatch):
    file, path = tmp_path / "site.sqlite3", tmp_path / "all.jsonl.gz"
    counting = backup._counting
    written = []

    def with_a_writer(rows, counted, model):
        if model is User:
            with closing(sqlite3.connect(file, timeout=0)) as other, other:
                other.execute("UPDATE pbem_player SET name = 'Anne'")
            written.append(model)
        return counting(rows, counted, model)

    monkeypatch.setattr(backup, "_counting", with_a_writer)
    options = connection.settings_dict["OPTIONS"]
    Player.objects.create(email="ann@example.org", name="Ann")
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
    with default_database(f"sqlite:///{file}"):
        connection.settings_dict["OPTIONS"] = options
        saved = backup.save(path)
        assert written == [User]
        assert Player.objects.get().name == "Anne"
    assert saved.rows > 0
    assert '"Ann"' in gzip.decompress(path.read_bytes()).decode(), "as it was when it began"


def test_what_is_not_a_whole_backup_is_refused(transactional_db, tmp_path):
    filled()
    good = tmp_path / "good.gz"
    backup.save(good)
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(good))
    emptied()
    lines = gzip.decompress(good.read_bytes()).splitlines(keepends=True)
    bad = {
        "no file": None,
        "not a backup of Parsec Post": [b'{"format": "other"}\n'],
        "another version": [lines[0].replace(b'"0001_initial"', b'"0000_other"'), *lines[1:]],
        "cut off": lines[:-1],
        "cannot be read": [lines[0], b'{"model": "pbem.nothing"}\n', lines[-1]],
    }
    for words, content in bad.items():
        path = tmp_path / "bad.gz"
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(gzip.compress(b"".join(content)))
        with pytest.raises(CommandError, match=words):
            call_command("restore", str(path))
        assert not Ruling.objects.exists()
    path.write_bytes(good.read_bytes()[:-200])
    with pytest.raises(CommandError, match="not a whole backup"):
        call_command("restore", str(path))
    path.write_bytes(b"plain text")
    with pytest.raises(CommandError, match="not a whole backup"):
        call_command("restore", str(path))
    assert connection.vendor == "sqlite"


def test_a_backup_that_cannot_be_written_leaves_nothing(transactional_db, tmp_path):
    with pytest.raises(backup.BackupError, match="cannot be written"):
        backup.save(tmp_path / "no" / "such" / "folder.gz")
    (tmp_path / "x.gz.part").touch()
    with pytest.raises(backup.BackupError, match="in the way"):
        backup.save(tmp_path / "x.gz")
