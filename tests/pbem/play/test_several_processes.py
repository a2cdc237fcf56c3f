"""Several processes at one game: one of them rules, none fails, and no order is kept out."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import transaction

from pbem.models import Game, Submission
from pbem.orders import submissions
from pbem.play import loading
from tests.conftest import default_database
from tests.pbem.tables import new_table, seat_of, send

ROOT = Path(__file__).resolve().parents[3]


class Worker:
    """A started `tests.pbem.worker`, ready to go."""

    def __init__(self, url: str, folder: Path, what: str, ids: list[int]) -> None:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PARSEC_", "DJANGO_"))}
        environment = {
            **kept,
            "DATABASE_URL": url,
            "DJANGO_SETTINGS_MODULE": "pbem.settings",
            "PARSEC_RULESETS": "tests.skirmish.ruleset.SKIRMISH",
            "PARSEC_VAR": str(folder),
            "SECRET_KEY": "tests only, and long enough for everybody: 0123456789abcdef0123456789",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.pbem.worker", what, json.dumps(ids)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_until_ready(self) -> None:
        line = self.process.stdout.readline()
        assert line == "ready\n", self.process.communicate(timeout=60)[1]

    def go(self) -> None:
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def result(self) -> list[int]:
        out, err = self.process.communicate(timeout=60)
        assert self.process.returncode == 0, err
        return json.loads(out)


def race(url: str, folder: Path, *jobs: tuple[str, list[int]]) -> list[list[int]]:
    workers = [Worker(url, folder, what, ids) for what, ids in jobs]
    for worker in workers:
        worker.wait_until_ready()
    for worker in workers:
        worker.go()
    return [worker.result() for worker in workers]


@pytest.fixture
def sqlite_file(sqlite_url, django_db_blocker) -> Iterator[str]:
    """A database in a file, behind this process too."""
    with django_db_blocker.unblock(), default_database(sqlite_url):
        yield sqlite_url


def ready_tables(count: int) -> list[int]:
    """Games in which one stored order is all that is missing for a ruling."""
    ids = []
    for _ in range(count):
        game = new_table(2)
        send(game, 0, "1")
        submissions.submit(game, seat_of(game, 1), "1", "test", "first")
        ids.append(game.pk)
    return ids


def check_a_race(url: str, folder: Path) -> None:
    ids = ready_tables(5)
    first, second, stored = race(
        url, folder, ("advance", ids), ("advance", ids[::-1]), ("submit", ids)
    )
    ruled = [a + b for a, b in zip(first, second[::-1], strict=True)]
    assert ruled == [1] * len(ids)
    assert len(set(stored)) == len(ids)
    for game in Game.objects.filter(pk__in=ids):
        assert (game.status, game.head_seq, game.rulings.count()) == ("running", 2, 2)
        assert game.submissions.count() == 3
        assert game.prompts.filter(state="open").count() == 2


def test_two_processes_one_ruling_on_sqlite(sqlite_file, tmp_path):
    check_a_race(sqlite_file, tmp_path)


@pytest.mark.postgres
def test_two_processes_one_ruling_on_postgresql(tmp_path):
    check_a_race(os.environ["DATABASE_URL"], tmp_path)


@pytest.mark.postgres
def test_an_order_is_stored_while_somebody_holds_the_game(tmp_path):
    (pk,) = ready_tables(1)
    worker = Worker(os.environ["DATABASE_URL"], tmp_path, "submit", [pk])
    worker.wait_until_ready()
    with transaction.atomic():
        loading.locked(pk)
        worker.go()
        assert worker.result() == [Submission.objects.get(key="late").pk]
