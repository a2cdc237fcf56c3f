"""A storm: thousands of tables whose deadlines all fall due at the same moment, on PostgreSQL.

    python -m bench.storm [--tables 10000] [--people 120] [--workers 1,2]

Half of the tables play Eclipse and half Twilight Imperium, six players each, at several points of
their games. They are copies of a few, made by the database itself. First one process rules on some
of them alone, to see what a bare `advance` costs and where its time goes; then the real workers
have the storm, one process and then two, while a person's mail comes in every second. Mails go to
a sink in a process of its own, which notes when each answer arrives. PostgreSQL does not wait for
the disk here; what it costs otherwise depends on the disk.

Wanted are ratios and bounds, told at the end; the load of the machine at the beginning is printed,
because on a busy one all of them are worse. What does not depend on others is processor time: it is
told for each kind of process and ruling, with what two cores can do at that. The ratio of two
workers to one is taken apart: how many cores were at work on rulings, what a ruling cost, and how
much more than one process two of them do in a bare loop. `--workers 1,2,2,1` lets later rulings
weigh on both.
"""

import argparse
import asyncio
import logging
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import Pipe, Process, active_children
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import psutil
from aiosmtpd.smtp import SMTP

from bench import cores, late
from bench.timing import summary
from pbem.services.embedded_postgres import EmbeddedPostgres
from pbem.services.embedded_redis import EmbeddedRedis

RULESETS = ("rules.eclipse.ruleset.ECLIPSE", "rules.ti4.ruleset.TI4")
LATES = (12, 24, 36, 48, 60)
"""How many rulings the games behind the copies have."""
STRIDE = 1_000_000
"""Between the keys of a row and those of its copies."""
ALONE = 300
WHOLE = 10_000
WITHIN = 90
"""So many seconds are wanted for all of them."""
PATIENCE = 1800
BIG_SERVER = {"shared_buffers": "512MB", "max_wal_size": "4GB", "work_mem": "16MB"}
SINK = "sink"
RULING = ("clockwork", "PostgreSQL")
"""Who takes turns at a ruling: a worker and its connection."""
OURS = ("bench", SINK)
"""Processes that a server has not: their processor is told apart."""
ROOT = Path(__file__).parents[1]
QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

WORKER = ["-m", "celery", "-q", "-A", "pbem", "worker", "-l", "ERROR", "--without-gossip",
          "--without-mingle"]  # fmt: skip


# -- tables ----------------------------------------------------------------------------------------


def make_tables(count: int) -> float:
    """So many running tables; bytes of the database for each."""
    from django.db import connection

    from notifications.models import Correspondence, Organiser, Preferences
    from pbem.models import Game, Player, Prompt, Ruling, Seat, Snapshot
    from pbem.play import loading

    before = _database_bytes()
    for name in loading.rulesets().by_name:
        whole = late.played(name)
        for at in LATES:
            _give_letters(late.stored(whole, at))
    copies = count // (len(loading.rulesets().by_name) * len(LATES))
    kinds = (Player, Preferences, Game, Organiser, Seat, Ruling, Snapshot, Prompt, Correspondence)
    with connection.cursor() as cursor:
        for kind in kinds:
            cursor.execute(_copying(kind), [copies - 1])
    per_table = (_database_bytes() - before) / Game.objects.count()
    let_know()
    return per_table


def _give_letters(game: Any) -> None:
    """Let everybody at the table have been written to, as at a table that is played."""
    from notifications.models import Correspondence

    for seat in game.seats.all():
        Correspondence.objects.get_or_create(seat=seat, defaults={"player": seat.player})


def let_know() -> None:
    """Let everybody at a storm's table have heard of it a round ago.

    Before each storm, so that the mails of all of them tell as much: without it a ruling of the
    first storm costs up to a third more than one of the next. Then the tables are vacuumed, as
    those that have lain for a day are.
    """
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE notifications_correspondence c SET "
            "told_seq = greatest(0, g.head_seq - %s), own_seq = greatest(0, g.head_seq - %s), "
            "sheet_at = NULL, calendar_due = NULL, rules_asked = '[]' "
            "FROM pbem_seat s JOIN pbem_game g ON g.id = s.game_id "
            "WHERE s.id = c.seat_id AND g.name NOT LIKE 'People%%'",
            [late.PLAYERS, late.PLAYERS],
        )
        cursor.execute("VACUUM (ANALYZE)")


def _copying(kind: Any) -> str:
    """SQL that copies every row of a kind, with keys that lie far from those of the originals."""
    columns, values = [], []
    for field in kind._meta.local_concrete_fields:
        columns.append(f'"{field.column}"')
        if field.primary_key or field.is_relation:
            values.append(f'"{field.column}" + k * {STRIDE}')
        elif field.unique:
            values.append(f"""'c' || k || '.' || "{field.column}\"""")
        else:
            values.append(f'"{field.column}"')
    table = f'"{kind._meta.db_table}"'
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} "
        f"FROM {table}, generate_series(1, %s) AS k"
    )


def _database_bytes() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def all_due(games: Sequence[int] = ()) -> int:
    """Let every open question of a storm's table fall due now; how many tables that are.

    `games`: of these tables alone.
    """
    from django.db import connection

    from pbem.models import Prompt

    open_ = Prompt.objects.filter(state=Prompt.State.OPEN).exclude(game__name__startswith="People")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE pbem_prompt p SET due = now(), grace = interval '0', suspended = NULL "
            "FROM pbem_game g "
            "WHERE g.id = p.game_id AND p.state = %s AND g.name NOT LIKE 'People%%' "
            "AND (%s OR g.id = ANY(%s))",
            [Prompt.State.OPEN, not games, list(games)],
        )
        cursor.execute("ANALYZE pbem_prompt")
    return open_.values("game").distinct().count()


# -- one process alone -----------------------------------------------------------------------------


class Alone(NamedTuple):
    """What one process does in a second, and where the milliseconds of a ruling go."""

    rate: float
    lines: list[str]


def ruled_alone(count: int) -> Alone:
    """Advance some tables in this process, with its clock on the parts."""
    from django.db import connection

    from notifications.outbound import outbox
    from pbem.models import Game
    from pbem.play import advancing
    from rules.kernel.match import Match

    spent: dict[str, float] = defaultdict(float)
    kept = {}
    for owner, name, part in (
        (Match, "resume", "waking"),
        (Match, "apply", "ruling"),
        (outbox, "write_together", "words and rows of mails"),
    ):
        kept[owner, name] = owner.__dict__[name]
        setattr(owner, name, _clocked(getattr(owner, name), part, spent))

    def journey(execute: Callable[..., Any], *args: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(*args)
        finally:
            spent["database"] += time.perf_counter() - began
            spent["journeys"] += 1

    lines, rates = [], []
    for ruleset in sorted(set(Game.objects.values_list("ruleset", flat=True))):
        games = Game.objects.filter(ruleset=ruleset, status=Game.Status.RUNNING)
        due = list(games.order_by("-pk").values_list("pk", flat=True)[:count])
        all_due(due)
        spent.clear()
        took, cpu = [], []
        with connection.execute_wrapper(journey):
            for pk in due:
                began, busy = time.perf_counter(), time.process_time()
                advancing.advance(pk)
                took.append(time.perf_counter() - began)
                cpu.append(time.process_time() - busy)
        rates.append(1 / statistics.mean(took))
        lines.append(f"{ruleset}: {summary(took)}, CPU {statistics.median(cpu) * 1000:.1f} ms")
        parts = ", ".join(
            f"{name} {spent[name] / len(due) * 1000:.1f} ms"
            for name in ("database", "waking", "ruling", "words and rows of mails")
        )
        lines.append(f"  {spent['journeys'] / len(due):.1f} journeys; {parts}")
    for (owner, name), call in kept.items():
        setattr(owner, name, call)
    return Alone(statistics.harmonic_mean(rates), lines)


def _clocked(call: Any, part: str, spent: dict[str, float]) -> Any:
    def clocked(*args: Any, **kwargs: Any) -> Any:
        began = time.perf_counter()
        try:
            return call(*args, **kwargs)
        finally:
            spent[part] += time.perf_counter() - began

    return clocked


# -- the sink of all mails -------------------------------------------------------------------------


class _Sink:
    """Throws mails away, and tells when an answer to one of the people's came."""

    def __init__(self, tell: Connection) -> None:
        self.tell = tell

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if found := re.search(rb"<(people-\d+)@", envelope.content):
            self.tell.send((found[1].decode(), time.time()))
        return "250 taken"


def _serve(tell: Connection) -> None:
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(
        loop.create_server(lambda: SMTP(_Sink(tell), loop=loop), "127.0.0.1", 0)
    )
    tell.send(server.sockets[0].getsockname()[1])
    loop.run_forever()


@contextmanager
def sink() -> Iterator[tuple[int, Connection]]:
    """The port of a mail server, and where it tells of answers."""
    hear, tell = Pipe(duplex=False)
    process = Process(target=_serve, args=(tell,), name=SINK, daemon=True)
    process.start()
    try:
        yield hear.recv(), hear
    finally:
        process.terminate()
        process.join()


# -- people ----------------------------------------------------------------------------------------


class People(threading.Thread):
    """Hands in a mail every second, as the door does, and notes when it was."""

    def __init__(self, raws: Sequence[bytes]) -> None:
        super().__init__(daemon=True)
        self.raws = list(raws)
        self.sent: dict[str, float] = {}
        self.over = threading.Event()

    def run(self) -> None:
        from django.db import connection

        from notifications.inbound import storing

        while self.raws and not self.over.wait(1):
            raw = self.raws.pop()
            found = re.search(rb"<(people-\d+)@", raw)
            assert found is not None
            self.sent[found[1].decode()] = time.time()
            storing.store(raw, door="bench")
        connection.close()


def replies(count: int) -> list[bytes]:
    """The first answers at so many new tables of Eclipse, as mails of their players."""
    from bench import mail_in

    game = mail_in.GAMES["eclipse"]
    raws = mail_in._replies("eclipse", game, count, "People")
    return [re.sub(rb"<bench-(\d+)@", rb"<people-\1@", raw) for raw in raws]


# -- the storm -------------------------------------------------------------------------------------


class Storm(NamedTuple):
    """What became of it."""

    tables: int
    seconds: float
    load: float
    rulings: int
    worded: int
    waited: list[float]
    memory: dict[str, float]
    grown: float
    cpu: dict[str, float]
    machine: cores.Machine

    @property
    def rate(self) -> float:
        return self.rulings / self.seconds

    @property
    def each(self) -> dict[str, float]:
        """Milliseconds of processor that each kind of the server's processes took for a ruling."""
        served = {name: spent for name, spent in self.cpu.items() if name not in OURS}
        return {name: spent / self.rulings * 1000 for name, spent in served.items()}

    @property
    def at_rulings(self) -> float:
        """How many cores were at work on rulings."""
        return sum(self.cpu[name] for name in RULING) / self.seconds


def storm(workers: int, raws: Sequence[bytes], heard: Connection, env: dict[str, str]) -> Storm:
    """Let everything fall due, and the workers rule on it while people write."""
    from django.utils import timezone

    from notifications.models import Outbox
    from pbem import tasks
    from pbem.models import Ruling

    servers = {
        "clockwork": [*WORKER, "-n", "clockwork@bench", "-Q", "clockwork", "-c", str(workers)],
        "people": [*WORKER, "-n", "people@bench", "-Q", "people", "-c", "1"],
        "beat": ["-m", "celery", "-q", "-A", "pbem", "beat", "--pidfile=", "-l", "ERROR"],
        "web": ["-m", "waitress", "--listen=127.0.0.1:0", "pbem.wsgi:application"],
        "door": ["manage.py", "smtpdoor"],
    }
    started = {
        name: subprocess.Popen([sys.executable, *command], cwd=ROOT, env=env, **QUIET)
        for name, command in servers.items()
    }
    people, now = People(raws), timezone.now()
    pids = {name: process.pid for name, process in started.items()} | _database_and_broker()
    pids |= {one.name: one.pid for one in active_children() if one.pid}
    try:
        _wait_for_workers(2)
        _wait_for_beat(now)
        let_know()
        before, mails = Ruling.objects.count(), Outbox.objects.count()
        tables, due = all_due(), timezone.now()
        busy, machine = _processors(pids), cores.Machine.now()
        began = time.perf_counter()
        tasks.sweep.delay()  # as beat asks for it every few seconds
        people.start()
        early = 0.0
        while left := _left_over(due):
            if not early and left < 0.9 * tables:
                early = max(_memory(started["clockwork"].pid))
            if time.perf_counter() - began > PATIENCE:
                raise TimeoutError(f"{left} questions are not ruled on")
            time.sleep(0.3)
        seconds = time.perf_counter() - began
        load, machine = os.getloadavg()[0], cores.Machine.now().since(machine)
        cpu = {name: spent - busy[name] for name, spent in _processors(pids).items()}
        people.over.set()
        people.join()
        time.sleep(5)  # for the last answers
        memory = {name: max(_memory(process.pid)) for name, process in started.items()}
    finally:
        for process in started.values():
            process.terminate()
        for process in started.values():
            process.wait()
    waited = []
    while heard.poll():
        name, at = heard.recv()
        if name in people.sent:
            waited.append(at - people.sent.pop(name))
    rulings = Ruling.objects.count() - before
    worded = Outbox.objects.count() - mails
    grown = memory["clockwork"] - (early or 0)
    return Storm(
        tables, seconds, load, rulings, worded, sorted(waited), memory, grown, cpu, machine
    )


def _database_and_broker() -> dict[str, int]:
    """The processes of PostgreSQL and Redis."""
    from django.db import connection

    from pbem.celery import app

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        postgres = psutil.Process(cursor.fetchone()[0]).ppid()
    with app.connection_for_read() as broker:
        redis = broker.default_channel.client.info("server")["process_id"]
    return {"PostgreSQL": postgres, "Redis": redis}


def _processors(pids: Mapping[str, int]) -> dict[str, float]:
    """Seconds of processor by kind of process; PostgreSQL's connections apart from what it does
    for itself."""
    used = {name: _processor(pid) for name, pid in pids.items()}
    connections = 0.0
    for one in psutil.Process(pids["PostgreSQL"]).children():
        with suppress(psutil.NoSuchProcess):
            if "[local]" in " ".join(one.cmdline()):
                connections += _processor(one.pid)
    upkeep = used["PostgreSQL"] - connections
    return used | {"PostgreSQL": connections, "its upkeep": upkeep, "bench": time.process_time()}


def _processor(pid: int) -> float:
    """Seconds of processor that a process and its children have used, also those that ended."""
    parent = psutil.Process(pid)
    used = parent.cpu_times()
    spent: float = used.children_user + used.children_system
    for one in (parent, *parent.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            times = one.cpu_times()
            spent += times.user + times.system
    return spent


def _wait_for_workers(count: int) -> None:
    from pbem.celery import app

    until = time.monotonic() + 120
    while len(app.control.ping(timeout=1) or ()) < count:
        if time.monotonic() > until:
            raise TimeoutError("the workers do not come up")


def _wait_for_beat(since: Any) -> None:
    from pbem.models import Heartbeat

    until = time.monotonic() + 120
    while not Heartbeat.objects.filter(pk=Heartbeat.SWEEP, at__gt=since).exists():
        if time.monotonic() > until:
            raise TimeoutError("no sweep")
        time.sleep(0.2)


def _left_over(due: Any) -> int:
    """How many questions that fell due are open."""
    from pbem.models import Prompt

    return Prompt.objects.filter(state=Prompt.State.OPEN, due__lte=due).count()


def _memory(pid: int) -> list[float]:
    """Megabytes of a process and of each of its children."""
    parent = psutil.Process(pid)
    return [p.memory_info().rss / 2**20 for p in (parent, *parent.children(recursive=True))]


def posted(workers: int, seconds: float, env: dict[str, str]) -> tuple[float, float]:
    """Mails that so many workers send in a second out of the heap the storm left, and the seconds
    of processor that each costs them."""
    from notifications.models import Outbox

    command = [*WORKER, "-n", "post@bench", "-Q", "post", "-c", str(workers)]
    process = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=env, **QUIET)
    sent = Outbox.objects.filter(state=Outbox.State.SENT)
    try:
        _wait_for_workers(1)
        before, busy, began = sent.count(), _processor(process.pid), time.perf_counter()
        time.sleep(seconds)
        gone = sent.count() - before
        spent = _processor(process.pid) - busy
        return gone / (time.perf_counter() - began), spent / max(1, gone)
    finally:
        process.terminate()
        process.wait()


# -- telling ---------------------------------------------------------------------------------------


def told(storms: Sequence[tuple[int, Storm]], alone: Alone) -> None:
    for line in alone.lines:
        print(line)
    print(f"one process alone: {alone.rate:.0f} rulings a second, with words, half of each game")
    for workers, one in storms:
        told_one(workers, one, alone)
    by_workers = [[one for workers, one in storms if workers == count] for count in (1, 2)]
    if all(by_workers):
        told_ratio(*by_workers)


def told_one(workers: int, one: Storm, alone: Alone) -> None:
    p95 = one.waited[int(len(one.waited) * 0.95)] if one.waited else float("nan")
    print(
        f"{workers} worker(s): {one.rulings} rulings, {one.tables} tables, {one.seconds:.1f} s "
        f"({WHOLE} in {one.seconds / one.tables * WHOLE:.0f} s, wanted {WITHIN}), "
        f"load {one.load:.1f}: {one.rate:.0f} a second ({one.rate / alone.rate:.2f} of bare), "
        f"{one.worded / one.seconds:.0f} mails worded a second"
    )
    print(
        f"  people: {len(one.waited)} answers, median "
        f"{statistics.median(one.waited or [float('nan')]):.2f} s, p95 {p95:.2f} s "
        f"(wanted 2 s); memory "
        + ", ".join(f"{name} {size:.0f} MB" for name, size in one.memory.items())
        + f"; a worker grew by {one.grown:.0f} MB after its first tenth"
    )
    told_each = ", ".join(f"{name} {ms:.1f} ms" for name, ms in one.each.items() if ms >= 0.05)
    print(f"  processor for each ruling: {told_each}")
    print(f"  two cores carry {2000 / sum(one.each.values()):.0f} rulings a second at that")
    used = {name: spent / one.seconds for name, spent in one.cpu.items()}
    busy, idle, stolen = (seconds / one.seconds for seconds in one.machine)
    print(
        "  cores at work: "
        + ", ".join(f"{name} {share:.2f}" for name, share in used.items() if share >= 0.005)
        + f"; others {busy - sum(used.values()):.2f}, idle {idle:.2f}, stolen {stolen:.2f}"
    )


def told_ratio(one: Sequence[Storm], two: Sequence[Storm]) -> None:
    """Tell what two workers bring, and what it is made of."""
    rates, at_work, cost = [], [], []
    for storms in (one, two):
        seconds, rulings = sum(s.seconds for s in storms), sum(s.rulings for s in storms)
        rates.append(rulings / seconds)
        at_work.append(sum(s.at_rulings * s.seconds for s in storms) / seconds)
        cost.append(at_work[-1] / rates[-1] * 1000)
    print(f"two workers against one: {rates[1] / rates[0]:.2f} (wanted 1.8)")
    print(
        f"  cores at work on rulings {at_work[1]:.2f} against {at_work[0]:.2f}, "
        f"{at_work[1] / at_work[0]:.2f} times; a ruling took {cost[1]:.2f} against "
        f"{cost[0]:.2f} ms of them, {cost[1] / cost[0]:.2f} times"
    )


def told_loop(when: str) -> None:
    """Tell how much more than one process two of them do that wait for nobody."""
    loop = cores.together()
    print(
        f"a bare loop in two processes against one, {when} the storms: {loop.by_clock:.2f} "
        f"({loop.by_processor:.2f} by processor time)",
        flush=True,
    )


def measured(tables: int, people: int, workers: Sequence[int]) -> None:
    """Runs in a process of its own, with the environment of the servers."""
    from notifications import worker_hints

    hint = worker_hints._hint
    late.set_up()
    per_table = make_tables(tables)
    raws = replies(len(workers) * people)
    alone = ruled_alone(min(ALONE, tables // 10))
    worker_hints._hint = hint
    env = dict(os.environ)
    told_loop("before")
    with sink() as (port, heard):
        env["EMAIL_URL"] = f"smtp://127.0.0.1:{port}"
        before, size = _rulings(), _database_bytes()
        storms = []
        for i, count in enumerate(workers):
            mine = raws[i * people : (i + 1) * people]
            storms.append((count, storm(count, mine, heard, env)))
        told_loop("after")
        told(storms, alone)
        print(f"a table takes {per_table / 1024:.0f} KB of the database")
        grown = (_database_bytes() - size) / max(1, _rulings() - before)
        print(f"a ruling, with the mails it caused, takes {grown / 1024:.1f} KB of the database")
        rate, each = posted(2, 20, env)
        print(
            f"post, two workers, maps painted: {rate:.0f} mails sent a second, "
            f"processor for each {each * 1000:.0f} ms"
        )


def _rulings() -> int:
    from pbem.models import Ruling

    return Ruling.objects.count()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=WHOLE)
    parser.add_argument("--people", type=int, default=120, help="mails of people in each storm")
    parser.add_argument("--workers", default="1,2", help="how many in each storm, as 1,2,2,1")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here:
        measured(given.tables, given.people, [int(count) for count in given.workers.split(",")])
        return
    print(f"load at the beginning: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    server = EmbeddedPostgres(**BIG_SERVER)
    with tempfile.TemporaryDirectory(prefix="parsec-storm-") as var:
        redis = EmbeddedRedis(Path(var))
        try:
            server.start()
            redis.start()
            env = {
                **os.environ,
                "DATABASE_URL": server.create("storm"),
                "REDIS_URL": redis.url,
                "PARSEC_VAR": var,
                "PARSEC_RULESETS": ",".join(RULESETS),
                "PARSEC_SWEEP_SECONDS": "5",
                "PARSEC_SMTP_DOOR": "127.0.0.1:8925",
            }
            command = [sys.executable, "-m", "bench.storm", "--here"]
            command += ["--tables", str(given.tables), "--people", str(given.people)]
            command += ["--workers", given.workers]
            subprocess.run(command, env=env, check=True, cwd=ROOT)
        finally:
            redis.stop()
            server.stop()


if __name__ == "__main__":
    main()
