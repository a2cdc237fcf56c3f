"""A real worker on a real Redis, and what is left of a task when either is killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from celery import Celery

from pbem.celery import app
from pbem.services import environment
from pbem.services.embedded_redis import EmbeddedRedis
from pbem.services.environment import ROOT


@app.task(name="tests.note")
def note(path: str, word: str, seconds: float) -> None:
    """Write down when a task starts and ends, and in which process."""
    with open(path, "a", buffering=1) as file:
        file.write(f"start {word} {os.getpid()}\n")
        time.sleep(seconds)
        file.write(f"end {word} {os.getpid()}\n")


class Worker:
    """A worker process, a sender for its queue, and the tasks' notes."""

    def __init__(self, redis: EmbeddedRedis, notes: Path) -> None:
        self.notes = notes
        self.sender = Celery(broker=environment.broker_url(redis.url))
        self.sender.conf.task_default_queue = app.conf.task_default_queue
        self.log = notes.with_suffix(".log")
        options = ("-c", "1", "-I", __name__, "--without-gossip", "--without-mingle")
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", "pbem", "worker", *options],
                cwd=ROOT,
                env={**os.environ, "REDIS_URL": redis.url},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def send(self, word: str, seconds: float = 0) -> None:
        self.sender.send_task("tests.note", (str(self.notes), word, seconds))

    def lines(self, beginning: str) -> list[str]:
        text = self.notes.read_text() if self.notes.exists() else ""
        return [line for line in text.splitlines() if line.startswith(beginning)]

    def wait(self, condition: Callable[[], object]) -> None:
        deadline = time.monotonic() + 60
        while not condition():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.05)


@pytest.fixture
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    with EmbeddedRedis(tmp_path_factory.mktemp("r")) as server:
        yield server


@pytest.fixture
def worker(own_redis: EmbeddedRedis, tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(own_redis, tmp_path / "notes")
    yield worker
    os.killpg(worker.process.pid, signal.SIGKILL)
    worker.process.wait()
    worker.sender.close()


@pytest.mark.slow
def test_a_worker_outlives_redis_killed_under_a_running_task(own_redis, worker):
    worker.send("during", 3)
    worker.wait(lambda: worker.lines("start during"))
    own_redis.kill()
    own_redis.start()
    worker.send("after")
    worker.wait(lambda: worker.lines("end during") and worker.lines("end after"))


@pytest.mark.slow
def test_the_task_of_a_killed_child_runs_again(worker):
    worker.send("task", 2)
    worker.wait(lambda: worker.lines("start task"))
    os.kill(int(worker.lines("start task")[0].split()[-1]), signal.SIGKILL)
    worker.wait(lambda: worker.lines("end task"))
    assert len(worker.lines("start task")) == 2


def test_an_abandoned_task_is_looked_for_often_enough():
    options = app.conf.broker_transport_options
    assert app.conf.task_soft_time_limit < app.conf.task_time_limit < options["visibility_timeout"]
    assert options["unacked_restore_interval"] * options["unacked_restore_throttle"] <= 10
