"""The real processes of a server, and the mail server of its players."""

import base64
import http.client
import json
import os
import queue as queues
import signal
import smtplib
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from pathlib import Path
from typing import Any

from pbem.services.embedded_postgres import EmbeddedPostgres
from pbem.services.embedded_redis import EmbeddedRedis

ROOT = Path(__file__).parents[2]
SECRET = "provider:a-long-enough-text-for-this"


class Sink:
    """The players' mail server: takes every mail and remembers how often."""

    def __init__(self) -> None:
        self.arrived: queues.Queue[bytes] = queues.Queue()
        self.copies: Counter[str] = Counter()
        self.answered: dict[str, float] = {}
        """When the first answer to each mail came, by the mail's Message-ID."""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        mail = message_from_bytes(envelope.content)
        message_id = mail["Message-ID"]
        self.copies[message_id] += 1
        self.answered.setdefault(mail["In-Reply-To"], time.monotonic())
        if self.copies[message_id] == 1:
            self.arrived.put(envelope.content)
        return "250 OK"


class Servers:
    """The real processes, started again whenever they are gone."""

    def __init__(
        self, redis: EmbeddedRedis, env: dict[str, str], postgres: EmbeddedPostgres | None
    ) -> None:
        """`postgres`: where it may be killed as well."""
        self.redis = redis
        self.postgres = postgres
        self.env = env
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.lock = threading.RLock()

    COMMANDS = {
        "worker": ["-m", "celery", "-q", "-A", "pbem", "worker", "-c", "2", "-l", "ERROR",
                   "--without-gossip", "--without-mingle", "--without-heartbeat"],
        "beat": ["-m", "celery", "-q", "-A", "pbem", "beat", "--pidfile=", "-l", "ERROR"],
        "door": ["manage.py", "smtpdoor"],
        "web": ["-m", "waitress", "--threads=2", "pbem.wsgi:application"],
    }  # fmt: skip

    def ensure(self) -> None:
        with self.lock:
            if not self.redis.running():
                self.redis.start()
            for name, command in self.COMMANDS.items():
                if name == "web":
                    command = [*command[:2], f"--listen={self.env['PARSEC_WEB']}", *command[2:]]
                running = self.processes.get(name)
                if running is None or running.poll() is not None:
                    self.processes[name] = subprocess.Popen(
                        [sys.executable, *command],
                        cwd=ROOT,
                        env=self.env,
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL,
                        start_new_session=True,
                    )

    def kill(self, name: str) -> None:
        """SIGKILL to a process and its children at once: a power cut."""
        with self.lock:
            process = self.processes[name]
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def kill_postgres(self) -> None:
        """Kill PostgreSQL under everybody's hands; it comes back a moment later."""
        assert self.postgres is not None
        with self.lock:
            self.postgres.kill()
            time.sleep(0.5)
            self.postgres.start_again()

    def kill_redis(self) -> None:
        with self.lock:
            self.redis.kill()

    def stop(self) -> None:
        with self.lock:
            for process in self.processes.values():
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
            self.redis.stop()


@contextmanager
def running_servers(
    database: str,
    sink_port: int,
    door_port: int,
    rulesets: str,
    postgres: EmbeddedPostgres | None = None,
) -> Iterator[Servers]:
    with tempfile.TemporaryDirectory(prefix="parsec-crash-") as folder:
        redis = EmbeddedRedis(Path(folder))
        env = {
            **os.environ,
            "DATABASE_URL": database,
            "REDIS_URL": redis.url,
            "EMAIL_URL": f"smtp://127.0.0.1:{sink_port}",
            "PARSEC_SMTP_DOOR": f"127.0.0.1:{door_port}",
            "PARSEC_WEB": f"127.0.0.1:{free_port()}",
            "ANYMAIL_WEBHOOK_SECRET": SECRET,
            "PARSEC_VAR": folder,
            "PARSEC_RULESETS": rulesets,
            "PARSEC_SWEEP_SECONDS": "1",
            "PARSEC_CLAIM_SECONDS": "6",
        }
        env.pop("DJANGO_SETTINGS_MODULE", None)
        servers = Servers(redis, env, postgres)
        try:
            servers.ensure()
            yield servers
        finally:
            servers.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def hand_in_by_web(reply: bytes, address: str, until: float) -> None:
    """A provider tries again until its webhook is answered with 200."""
    body = json.dumps({"RawEmail": reply.decode(), "OriginalRecipient": "", "FromFull": {}})
    headers = {
        "Authorization": "Basic " + base64.b64encode(SECRET.encode()).decode(),
        "Content-Type": "application/json",
        "Host": "localhost",
    }
    while True:
        try:
            web = http.client.HTTPConnection(address, timeout=10)
            web.request("POST", "/anymail/postmark/inbound/", body, headers)
            if web.getresponse().status == http.HTTPStatus.OK:
                return
        except (OSError, http.client.HTTPException):
            pass
        assert time.monotonic() < until, "the webhook is not taken"
        time.sleep(0.2)


def hand_in(reply: bytes, port: int, until: float) -> None:
    """A mail server tries again until the door takes the mail."""
    mail = message_from_bytes(reply)
    while True:
        try:
            with smtplib.SMTP("127.0.0.1", port, timeout=10) as door:
                door.sendmail(mail["From"], [mail["To"]], reply)
            return
        except (OSError, smtplib.SMTPException):
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
