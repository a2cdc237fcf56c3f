"""`make run`: everything that a demo on one machine needs, behind one address.

Starts the embedded Redis unless REDIS_URL names another, brings the database up to date, makes the
demo, starts the Procfile, and stops all of it on Ctrl-C.
"""

from __future__ import annotations

import errno
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from pbem.services import embedded_redis, environment
from pbem.services.embedded_redis import CannotStart, EmbeddedRedis
from pbem.services.environment import ROOT, Address, BadSetting
from pbem.services.supervisor import Supervisor


def refuse_taken(variable: str, address: Address) -> None:
    """Say which port is taken and how to choose another, before anything has started."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address.host, address.port))
        except OSError as problem:
            why = "is taken" if problem.errno == errno.EADDRINUSE else f"fails: {problem.strerror}"
            other = Address(address.host, address.port + 100)
            raise CannotStart(
                f"{address} {why}. Is Parsec Post running already? "
                f"To use another port: {variable}={other} make run"
            ) from None


def answers(web: Address) -> bool:
    """Return whether the site is up."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(web.host, web.host)
    connection = http.client.HTTPConnection(host, web.port, timeout=1)
    try:
        connection.request("GET", "/alive")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def is_demo(env: Mapping[str, str]) -> bool:
    """Return whether mails stay in the local mailbox; with a real mail server there is no demo
    game."""
    return (env.get("EMAIL_URL") or "local://").startswith("local:")


def manage(*arguments: str) -> None:
    """Run a Django command, and go no further when it fails."""
    done = subprocess.run([sys.executable, ROOT / "manage.py", *arguments], cwd=ROOT)
    if done.returncode:
        raise CannotStart(f"'manage.py {' '.join(arguments)}' failed; see above.")


def processes(web: Address, door: Address) -> Supervisor:
    """Return the processes of the Procfile, with these addresses, not yet started."""
    env = os.environ | {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "PARSEC_WEB": str(web),
        "PARSEC_SMTP_DOOR": str(door),
        "PYTHONUNBUFFERED": "1",
    }
    return Supervisor(ROOT / "Procfile", env, ROOT)


def watch(children: Supervisor, redis: EmbeddedRedis | None, web: Address) -> NoReturn:
    """Announce the address once it answers, and bring back what dies, Redis too."""
    announced = False
    while True:
        children.look_after()
        if redis is not None and not redis.running() and not redis.answers():
            print("Redis has stopped; starting it again.", flush=True)
            redis.start()
        if not announced and answers(web):
            announced = True
            address = os.environ.get("PARSEC_HOST") or f"http://{web}"
            print(
                f"\nParsec Post is at {address.rstrip('/')}/ (Ctrl-C stops everything)\n",
                flush=True,
            )
        time.sleep(0.5)


def run() -> int:
    """Start everything, stay until told to stop, stop everything."""
    if environment.mode(os.environ) == "production":
        raise CannotStart(
            "This is for trying things out. For production there are systemd units in "
            "contrib/systemd and a compose.yaml: see docs/operating.md."
        )
    var = environment.var_directory(os.environ)
    environment.make_private(var)
    web = environment.address(os.environ, "PARSEC_WEB", "127.0.0.1:8000")
    door = environment.address(os.environ, "PARSEC_SMTP_DOOR", "127.0.0.1:8025")
    refuse_taken("PARSEC_WEB", web)
    refuse_taken("PARSEC_SMTP_DOOR", door)
    redis = None if os.environ.get("REDIS_URL") else embedded_redis.of_installation(var)
    children = processes(web, door)
    try:
        if redis is not None:
            redis.start()
        if is_demo(os.environ):
            manage("demo", "--migrate")
        else:
            manage("migrate", "--verbosity", "0")
        children.start()
        watch(children, redis, web)
    except KeyboardInterrupt:
        return 0
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        children.stop()
        if redis is not None:
            redis.stop()
        print("Parsec Post has stopped.", flush=True)


def _interrupt(number: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt


def main() -> None:
    """Run what the command line asks for."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    try:
        code = run()
    except (BadSetting, CannotStart) as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        code = 0
    sys.exit(code)


if __name__ == "__main__":
    main()
