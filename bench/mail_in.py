"""How long a mail waits for its acknowledgement, and where the time goes.

    python -m bench.mail_in

200 replies, each quoting the mail it answers, wait before the first is read. First they are read
one by one in this process, to see what reading costs beside ruling; then, on a fresh database, by
one worker as `make run` starts it, with a real Redis between. All 200 wait in the queue before the
worker starts; its clock starts with the first acknowledgement in the outbox and stops for each mail
with its own.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

from bench.timing import summary
from pbem.services.embedded_redis import EmbeddedRedis

MAILS = 200
SEATS = 4
TARGET = 1.0


def measured(how: str) -> None:
    """Runs in a process of its own, with PARSEC_VAR set."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from notifications import queue

    call_command("migrate", verbosity=0)
    hints = queue._hint
    queue._hint = lambda task, row: None  # type: ignore[assignment]
    raws = _replies()
    if how == "here":
        _read_here(raws)
    else:
        queue._hint = hints  # type: ignore[assignment]
        _read_by_worker(raws)


def _replies() -> list[bytes]:
    """The first answer of every player of 50 games."""
    from notifications.models import Outbox
    from pbem import lobby
    from pbem.models import Player

    people = [
        Player.objects.create(email=f"p{i}@example.org", name=f"Player {i}") for i in range(SEATS)
    ]
    for number in range(MAILS // SEATS):
        game = lobby.create_game(people[0], f"Game {number}", "skirmish", {"players": SEATS})
        for person in people:
            lobby.join(lobby.invite(game, person.email, person.name).token, "word")
        lobby.start(game)
    newest = {row.seat_id: row for row in Outbox.objects.exclude(seat=None).order_by("pk")}
    return [_reply(row, number) for number, row in enumerate(newest.values())]


def _reply(row: Any, number: int) -> bytes:
    mail = EmailMessage()
    mail["From"] = row.address
    mail["To"] = row.headers["Reply-To"]
    mail["Subject"] = f"Re: {row.subject}"
    mail["Message-ID"] = f"<bench-{number}@example.org>"
    mail["In-Reply-To"] = row.message_id
    quoted = "\n".join(f"> {line}" for line in row.body.split("\n"))
    mail.set_content(f"1\n\nOn Tue, 17 Nov 2026 at 20:00, Parsec Post wrote:\n{quoted}\n")
    return mail.as_bytes()


def _read_here(raws: list[bytes]) -> None:
    from django.db import connection

    from notifications import intake, receive
    from notifications.outcomes import OrdersTaken
    from pbem import play

    spent: dict[str, list[float]] = defaultdict(list)
    queries: dict[str, int] = defaultdict(int)
    what = ""

    def count(execute: Callable[..., Any], *args: Any) -> Any:
        queries[what] += 1
        return execute(*args)

    def timed(name: str, work: Callable[[], Any]) -> Any:
        nonlocal what
        what = name
        began = time.perf_counter()
        done = work()
        spent[name].append(time.perf_counter() - began)
        return done

    with connection.execute_wrapper(count):
        for raw in raws:
            row, _ = timed("storing", partial(intake.store, raw, door="bench"))
            outcome = timed("reading", partial(receive.take, row.pk))
            assert isinstance(outcome, OrdersTaken), outcome
            game = outcome.submission.game_id
            timed("ruling, acknowledging", partial(play.advance, game))
    whole = [sum(parts[1:]) for parts in zip(*spent.values(), strict=True)]
    spent["from unread to answered"] = whole
    for name, took in spent.items():
        asked = f", {queries[name] / len(raws):.0f} queries" if name in queries else ""
        print(f"{name:25} {summary(took)}{asked}")


def _read_by_worker(raws: list[bytes]) -> None:
    from notifications import intake
    from notifications.models import Effect, Outbox

    command = ["-m", "celery", "-q", "-A", "pbem", "worker", "-c", "2", "-l", "ERROR"]
    began = time.perf_counter()
    for raw in raws:
        intake.store(raw, door="bench")
    print(f"{len(raws)} mails stored in {time.perf_counter() - began:.2f} s")
    worker = subprocess.Popen([sys.executable, *command, "--without-gossip", "--without-mingle"])
    try:
        while Effect.objects.filter(dedupe__contains="/ack/").count() < len(raws):
            time.sleep(0.1)
    finally:
        worker.terminate()
        worker.wait()
    mails = Outbox.objects.filter(effects__dedupe__contains="/ack/")
    created = sorted(mails.values_list("created", flat=True))
    first = created[0].timestamp()
    waited = [at.timestamp() - first for at in created]
    p95 = waited[int(len(waited) * 0.95)]
    each = waited[-1] / len(waited)
    print(f"one worker: {1 / each:.0f} mails a second; of {len(raws)} that wait, 95 % are")
    print(f"acknowledged within {p95:.2f} s of the first (target {TARGET:.0f} s)")


def main() -> None:
    for how in ("here", "worker"):
        with tempfile.TemporaryDirectory(prefix="parsec-bench-") as var:
            redis = EmbeddedRedis(Path(var) / "redis")
            env = {
                **os.environ,
                "PARSEC_VAR": var,
                "REDIS_URL": redis.url,
                "PARSEC_RULESETS": "tests.skirmish.ruleset.SKIRMISH",
            }
            redis.start()
            try:
                subprocess.run([sys.executable, "-m", "bench.mail_in", how], env=env, check=True)
            finally:
                redis.stop()


if __name__ == "__main__":
    measured(sys.argv[1]) if sys.argv[1:] else main()
