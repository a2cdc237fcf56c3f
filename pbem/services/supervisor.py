"""Keeps the processes of the Procfile running: one that dies is started again, and that is said.

A real server has systemd or a container engine for this (see `contrib/` and `compose.yaml`); this
is for `make run`, and for who starts everything in one terminal.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from honcho.environ import parse_procfile

PATIENCE = 10.0
"""Seconds that a child has to stop in before it is killed."""
LONGEST_WAIT = 30.0
LIVED = 20.0
"""Who lived so long before dying is started again at once."""


@dataclass
class Child:
    """One line of the Procfile, and the process that carries it out now."""

    name: str
    command: str
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    due: float = 0.0


class Supervisor:
    """All children together. `env` is what they see; their lines are printed with their name."""

    def __init__(self, procfile: Path, env: Mapping[str, str], cwd: Path) -> None:
        found = parse_procfile(procfile.read_text(encoding="utf-8")).processes
        self.children = [Child(name, command) for name, command in found.items()]
        self._env = dict(env)
        self._cwd = cwd
        self._width = max(len(child.name) for child in self.children)
        self._print = threading.Lock()

    def start(self) -> None:
        """Start every child."""
        for child in self.children:
            self._start(child)

    def look_after(self) -> None:
        """Start again whoever has died; to be called every now and then."""
        now = time.monotonic()
        for child in self.children:
            if child.process is None:
                if now >= child.due:
                    self._start(child)
            elif (code := child.process.poll()) is not None:
                self._mourn(child, code, now)

    def _start(self, child: Child) -> None:
        # Its own session: Ctrl-C is for us alone, and its own children end with it.
        child.process = subprocess.Popen(
            child.command,
            shell=True,
            env=self._env,
            cwd=self._cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        child.started = time.monotonic()
        self.say(child.name, f"started (pid {child.process.pid})")
        assert child.process.stdout is not None
        reader = threading.Thread(
            target=self._repeat, args=(child.name, child.process.stdout), daemon=True
        )
        reader.start()

    def _mourn(self, child: Child, code: int, now: float) -> None:
        """Say that a child has died, and when it is started again: at once, or later and later
        if it dies again and again."""
        assert child.process is not None
        _signal_all(child.process, signal.SIGKILL)
        child.process = None
        child.deaths = 1 if now - child.started > LIVED else child.deaths + 1
        wait = 0.0 if child.deaths == 1 else min(2.0 ** (child.deaths - 2), LONGEST_WAIT)
        child.due = now + wait
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"
        again = f" in {wait:.0f} s" if wait else ""
        self.say(child.name, f"{how}; starting it again{again}")

    def stop(self) -> None:
        """Ask every child to end, and end those that do not."""
        running = [child.process for child in self.children if child.process is not None]
        for process in running:
            if process.poll() is None:
                process.terminate()
        until = time.monotonic() + PATIENCE
        for process in running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, until - time.monotonic()))
            _signal_all(process, signal.SIGKILL)
            process.wait()

    def _repeat(self, name: str, lines: IO[bytes]) -> None:
        with lines:
            for line in lines:
                self.say(name, line.decode("utf-8", "replace").rstrip())

    def say(self, name: str, words: str) -> None:
        """Print a line under a child's name."""
        with self._print:
            print(f"{time.strftime('%H:%M:%S')} {name:<{self._width}} | {words}", flush=True)


def _signal_all(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """To the process and whatever it started: a killed worker's children would work on."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
