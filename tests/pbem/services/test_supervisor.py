"""Whoever dies is started again, and that is said; at the end everybody has stopped."""

import os
import signal
import time
from pathlib import Path

import psutil
import pytest

from pbem.services import supervisor
from pbem.services.supervisor import Supervisor

PROCFILE = """
steady: exec sleep 600
frail: echo $GREETING; exec sleep 600
broken: exit 3
"""


def until(true, patience: float = 60.0) -> None:
    deadline = time.monotonic() + patience
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def works_for(process: psutil.Process, leader: int) -> bool:
    """Whether a process is of that group, and not only waiting to be buried."""
    try:
        return os.getpgid(process.pid) == leader and process.status() != psutil.STATUS_ZOMBIE
    except (ProcessLookupError, psutil.NoSuchProcess):
        return False


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "Procfile").write_text(PROCFILE)
    made = Supervisor(tmp_path / "Procfile", {**os.environ, "GREETING": "hello"}, tmp_path)
    said: list[str] = []
    monkeypatch.setattr(made, "say", lambda name, words: said.append(f"{name}: {words}"))
    made.start()
    yield {"said": said} | {child.name: child for child in made.children} | {"all": made}
    made.stop()


def test_one_that_dies_is_started_again_and_the_others_stay(children):
    steady, frail = children["steady"], children["frail"]

    def heard(words: str) -> bool:
        children["all"].look_after()
        return words in children["said"]

    pid = steady.process.pid
    until(lambda: heard("frail: hello"))
    os.kill(frail.process.pid, signal.SIGKILL)
    until(lambda: heard("frail: was killed by SIGKILL; starting it again"))
    until(lambda: frail.process is not None or children["all"].look_after())
    os.kill(frail.process.pid, signal.SIGKILL)
    until(lambda: heard("frail: was killed by SIGKILL; starting it again in 1 s"))
    assert steady.process.pid == pid


def test_one_that_cannot_start_is_tried_more_and_more_seldom(children):
    broken = children["broken"]
    until(lambda: children["all"].look_after() or broken.deaths == 3)
    assert broken.due - time.monotonic() <= 2
    assert "broken: ended with 3; starting it again in 2 s" in children["said"]


def test_lines_of_a_child_are_printed_with_its_name(tmp_path, capfd):
    (tmp_path / "Procfile").write_text("one: echo hello; exec sleep 600\n")
    made = Supervisor(tmp_path / "Procfile", os.environ, tmp_path)
    made.start()
    time.sleep(0.5)
    made.stop()
    assert "one | started (pid " in capfd.readouterr().out


def test_at_the_end_everybody_has_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(supervisor, "PATIENCE", 0.5)
    (tmp_path / "Procfile").write_text(
        "one: exec sleep 600\nstubborn: trap '' TERM; sleep 600 & sleep 600\n"
    )
    made = Supervisor(tmp_path / "Procfile", os.environ, tmp_path)
    made.start()
    pids = [child.process.pid for child in made.children]
    time.sleep(0.2)
    made.stop()
    assert not any(map(alive, pids))
    until(lambda: not [p for p in psutil.process_iter() if works_for(p, pids[1])])
