"""How long a mail waits for its acknowledgement, and where the time goes.

    python -m bench.mail_in

200 replies, each quoting the mail it answers, wait before the first is read. First they are read
one by one in this process, to see what reading costs beside ruling; then, on a fresh database, by
one worker for people as `make run` starts it, with a real Redis between. The worker is up and has
read the mails of one table; it looks away while the 200 come in, and the clock starts when
it turns to them. It stops for each mail with its acknowledgement in the outbox.

Played are the test bed, where all players of a table answer at once, and a game of Eclipse, where
every mail is a turn of its own table.
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
from typing import Any, NamedTuple

from bench.timing import summary
from pbem.services.embedded_postgres import EmbeddedPostgres
from pbem.services.embedded_redis import EmbeddedRedis

MAILS = 200
SEATS = 4
TARGET = 1.0


class Played(NamedTuple):
    """Tables of a game: how many answers each waits for first, and what they are."""

    ruleset: str
    options: dict[str, Any]
    answers: int
    order: str


GAMES = {
    "skirmish": Played("tests.skirmish.ruleset.SKIRMISH", {}, SEATS, "1"),
    "eclipse": Played("rules.eclipse.ruleset.ECLIPSE", {"species": "random"}, 1, "PASS"),
}


def measured(how: str, name: str) -> None:
    """Runs in a process of its own, with PARSEC_VAR set."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from notifications import worker_hints

    call_command("migrate", verbosity=0)
    hint = worker_hints._hint
    worker_hints._hint = lambda task, row: None  # type: ignore[assignment]
    played = GAMES[name]
    warming = _replies(name, played, 1)
    raws = _replies(name, played, MAILS // played.answers)
    if how == "here":
        _read_here(raws)
    else:
        worker_hints._hint = hint  # type: ignore[assignment]
        _read_by_worker(warming, raws)


def _replies(name: str, played: Played, tables: int, called: str = "Game") -> list[bytes]:
    """The first answers that so many new tables wait for."""
    from notifications.models import Outbox
    from pbem.models import Player, Prompt
    from pbem.table import lobby

    people = [
        Player.objects.get_or_create(email=f"p{i}@example.org", defaults={"name": f"P{i}"})[0]
        for i in range(SEATS)
    ]
    options = {"players": SEATS, **played.options}
    seats: list[int] = []
    for number in range(tables):
        game = lobby.create_game(people[0], f"{called} {number}", name, options)
        for person in people:
            lobby.join(lobby.invite(game, person.email, person.name).token, "word")
        waiting = Prompt.objects.filter(game=lobby.start(game), waiting=True)
        seats += waiting.values_list("seat", flat=True)
    assert len(seats) == tables * played.answers
    newest = {row.seat_id: row for row in Outbox.objects.filter(seat__in=seats).order_by("pk")}
    return [_reply(row, played.order) for row in newest.values()]


def _reply(row: Any, order: str) -> bytes:
    mail = EmailMessage()
    mail["From"] = row.address
    mail["To"] = row.headers["Reply-To"]
    mail["Subject"] = f"Re: {row.subject}"
    mail["Message-ID"] = f"<bench-{row.pk}@example.org>"
    mail["In-Reply-To"] = row.message_id
    quoted = "\n".join(f"> {line}" for line in row.body.split("\n"))
    mail.set_content(f"{order}\n\nOn Tue, 17 Nov 2026 at 20:00, Parsec Post wrote:\n{quoted}\n")
    return mail.as_bytes()


def _read_here(raws: list[bytes]) -> None:
    from django.db import connection

    from notifications.inbound import pipeline, storing
    from notifications.inbound.outcomes import OrdersTaken
    from pbem.play import advancing

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
            row, _ = timed("storing", partial(storing.store, raw, door="bench"))
            outcome = timed("reading", partial(pipeline.read_without_playing, row.pk))
            assert isinstance(outcome, OrdersTaken), outcome
            game = outcome.submission.game_id
            timed("ruling, acknowledging", partial(advancing.advance, game))
    whole = [sum(parts[1:]) for parts in zip(*spent.values(), strict=True)]
    spent["from unread to answered"] = whole
    for name, took in spent.items():
        asked = f", {queries[name] / len(raws):.0f} queries" if name in queries else ""
        print(f"{name:25} {summary(took)}{asked}")


def _read_by_worker(warming: list[bytes], raws: list[bytes]) -> None:
    """One that is up and warm; it looks away while the mails come in."""
    from notifications.models import Outbox
    from pbem.celery import app

    command = ["-m", "celery", "-q", "-A", "pbem", "worker", "-Q", "people", "-c", "2"]
    command += ["-l", "ERROR", "--without-gossip", "--without-mingle"]
    worker = subprocess.Popen([sys.executable, *command])
    queue = app.conf.task_default_queue
    try:
        _stored(warming)
        _wait_for(len(warming))
        app.control.cancel_consumer(queue, reply=True)
        _stored(raws)
        began = time.time()
        app.control.add_consumer(queue)
        _wait_for(len(warming) + len(raws))
    finally:
        worker.terminate()
        worker.wait()
    made = Outbox.objects.filter(effects__dedupe__contains="/ack/").values_list(
        "created", flat=True
    )
    waited = sorted(at.timestamp() - began for at in made)[-len(raws) :]
    p95 = waited[int(len(waited) * 0.95)]
    verdict = "ok" if p95 <= TARGET else "MISSED"
    print(f"one worker: {len(waited) / waited[-1]:.0f} mails a second; 95 % of {len(waited)} that")
    print(f"wait are acknowledged within {p95:.2f} s (wanted {TARGET:.0f} s) {verdict}")


def _stored(raws: list[bytes]) -> None:
    from notifications.inbound import storing

    for raw in raws:
        storing.store(raw, door="bench")


def _wait_for(answers: int) -> None:
    from notifications.models import Effect

    while Effect.objects.filter(dedupe__contains="/ack/").count() < answers:
        time.sleep(0.1)


def main() -> None:
    with EmbeddedPostgres() as postgres:
        for name, played in GAMES.items():
            for how in ("here", "worker"):
                for database in ("SQLite", "PostgreSQL"):
                    where = "in this process" if how == "here" else "by a worker"
                    print(f"{name}, {MAILS} mails, read {where}, {database}", flush=True)
                    url = postgres.create(f"{name}_{how}") if database == "PostgreSQL" else ""
                    _in_its_own_process(how, name, played, url)


def _in_its_own_process(how: str, name: str, played: Played, url: str) -> None:
    """`url`: of the database; without it, SQLite in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="parsec-bench-") as var:
        redis = EmbeddedRedis(Path(var) / "redis")
        env = {
            **os.environ,
            "PARSEC_VAR": var,
            "REDIS_URL": redis.url,
            "PARSEC_RULESETS": played.ruleset,
            "DATABASE_URL": url,
        }
        redis.start()
        try:
            command = [sys.executable, "-m", "bench.mail_in", how, name]
            subprocess.run(command, env=env, check=True)
        finally:
            redis.stop()


if __name__ == "__main__":
    measured(*sys.argv[1:]) if sys.argv[1:] else main()
