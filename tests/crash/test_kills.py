"""Workers and Redis are killed at random while fifty games are played by mail on PostgreSQL.

Every game must end as it does undisturbed: nothing lost, nothing applied twice, one outbox row and
one Message-ID for each effect. A mail may come twice only if a kill fell between the receiver's
"250" and our mark, and then under the same Message-ID.
"""

import logging
import os
import queue as queues
import random
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

import pytest
from aiosmtpd.controller import Controller
from django.db import connection, transaction
from django.db.models import F

from notifications import preferences, queue
from notifications.models import Effect, Inbound, Outbox
from pbem import games, lobby
from pbem.models import Game, Player, Ruling, Submission
from pbem.services.embedded_redis import EmbeddedRedis
from rules.kernel.dice import Secret
from rules.kernel.history import chain_check
from rules.kernel.record import Answers
from rules.kernel.tabletop import Tabletop
from tests.crash.players import choice, reply_to
from tests.skirmish.ruleset import SKIRMISH

GAMES = 50
PATIENCE = 240
OPTIONS = {"players": 2, "rounds": 1, "commands": 1}
ROOT = Path(__file__).parents[2]


def new_game(number: int) -> Game:
    """Two players, one round, dice fixed by the number."""
    people = Player.objects.bulk_create(
        Player(email=f"p{i}.g{number}@example.org", name=f"Player {i}") for i in range(2)
    )
    game = lobby.create_game(people[0], f"Game {number}", "skirmish", OPTIONS, "trust", {})
    game.seed = f"{number:064x}"
    game.commitment = Secret(game.seed).commitment
    game.save()
    for person in people:
        preferences.set_text_only(person, True)
        lobby.sit_down(game, person, "word")
    return lobby.start(game)


def ends() -> list[str]:
    """The state each game ended in."""
    assert not Game.objects.exclude(status=Game.Status.OVER).exists()
    heads = Ruling.objects.filter(seq=F("game__head_seq")).order_by("game__pk")
    return [head.kernel().state_hash for head in heads]


def undisturbed(number: int) -> tuple[str, int]:
    """The same game at a table in memory: the state it ends in, and the mails it took."""
    options = SKIRMISH.read_options(OPTIONS)
    secret = Secret(f"{number:064x}", ("word", "word"))
    top = Tabletop(SKIRMISH, options, secret, asks=(0, 1))
    mails = 0
    while not top.match.over:
        seat = next(s for s in (0, 1) if top.wanted(s))
        decision, view = top.wanted(seat)[0], top.match.view(seat)
        described = decision.describe(view)
        question = described.prompt + (f" [{described.rule}]" if described.rule else "")
        you = next(s.lines[0] for s in SKIRMISH.sheet(view) if s.title == "You")
        before = len(top.troubles)
        top.send(seat, choice(question, you, described.template))
        mails += 1
        if len(top.troubles) > before:
            top.send(seat, described.default)
            mails += 1
    return top.history.head.state_hash, mails


class Sink:
    """The players' mail server: takes every mail and remembers how often."""

    def __init__(self) -> None:
        self.arrived: queues.Queue[bytes] = queues.Queue()
        self.copies: Counter[str] = Counter()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        message_id = message_from_bytes(envelope.content)["Message-ID"]
        self.copies[message_id] += 1
        if self.copies[message_id] == 1:
            self.arrived.put(envelope.content)
        return "250 OK"


class Servers:
    """The real processes, started again whenever they are gone."""

    def __init__(self, redis: EmbeddedRedis, env: dict[str, str]) -> None:
        self.redis = redis
        self.env = env
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.lock = threading.RLock()

    COMMANDS = {
        "worker": ["-m", "celery", "-q", "-A", "pbem", "worker", "-c", "2", "-l", "ERROR",
                   "--without-gossip", "--without-mingle", "--without-heartbeat"],
        "beat": ["-m", "celery", "-q", "-A", "pbem", "beat", "--pidfile=", "-l", "ERROR"],
        "door": ["manage.py", "smtpdoor"],
    }  # fmt: skip

    def ensure(self) -> None:
        with self.lock:
            if not self.redis.running():
                self.redis.start()
            for name, command in self.COMMANDS.items():
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

    def kill_worker(self) -> None:
        """SIGKILL to the worker and its children at once: a power cut."""
        with self.lock:
            worker = self.processes["worker"]
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()

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
def running_servers(database: str, sink_port: int, door_port: int) -> Iterator[Servers]:
    with tempfile.TemporaryDirectory(prefix="parsec-crash-") as folder:
        redis = EmbeddedRedis(Path(folder))
        env = {
            **os.environ,
            "DATABASE_URL": database,
            "REDIS_URL": redis.url,
            "EMAIL_URL": f"smtp://127.0.0.1:{sink_port}",
            "PARSEC_SMTP_DOOR": f"127.0.0.1:{door_port}",
            "PARSEC_VAR": folder,
            "PARSEC_RULESETS": "tests.skirmish.ruleset.SKIRMISH",
            "PARSEC_SWEEP_SECONDS": "1",
            "PARSEC_CLAIM_SECONDS": "6",
        }
        env.pop("DJANGO_SETTINGS_MODULE", None)
        servers = Servers(redis, env)
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


class Chaos(threading.Thread):
    """Kills something whenever a random number of further mails has arrived, and starts it again.

    `in_flight`: mails a killed worker had in hand, which it may have handed over unmarked.
    """

    ORDER = ("worker", "redis", "worker", "redis", "worker")

    def __init__(self, servers: Servers, sink: Sink) -> None:
        super().__init__()
        self.servers = servers
        self.sink = sink
        self.done = threading.Event()
        self.kills: Counter[str] = Counter()
        self.in_flight: set[str] = set()

    def run(self) -> None:
        try:
            self._kill_all()
        finally:
            connection.close()

    def _kill_all(self) -> None:
        rng = random.Random(7)
        after = 0
        for what in self.ORDER:
            after += rng.randint(80, 160)
            while self.sink.copies.total() < after:
                if self.done.wait(0.05):
                    return
            if what == "worker":
                self.servers.kill_worker()
                claimed = Outbox.objects.filter(state=Outbox.State.CLAIMED)
                self.in_flight.update(claimed.values_list("message_id", flat=True))
            else:
                self.servers.kill_redis()
            self.servers.ensure()
            self.kills[what] += 1


def answer_mails(sink: Sink, door_port: int, until: float) -> None:
    """The players: answer each mail once, until every game is over."""
    while time.monotonic() < until:
        try:
            raw = sink.arrived.get(timeout=0.5)
        except queues.Empty:
            if not Game.objects.exclude(status=Game.Status.OVER).exists() and not unfinished():
                return
            continue
        reply = reply_to(raw)
        if reply is not None:
            hand_in(reply, door_port, until)
    raise AssertionError(f"not over in time: {unfinished()}")


def unfinished() -> list[str]:
    left = [f"{g} {g.status}" for g in Game.objects.exclude(status=Game.Status.OVER)]
    left += [f"mail out {o.pk} {o.state}" for o in Outbox.objects.exclude(state="sent")]
    left += [f"mail in {i.pk} {i.state}" for i in Inbound.objects.exclude(state="done")]
    return left


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


@pytest.mark.postgres
@pytest.mark.timeout(300)
def test_killed_workers_and_redis_change_nothing(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = [undisturbed(number) for number in range(GAMES)]
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    sink = Sink()
    controller = Controller(sink, hostname="127.0.0.1", port=free_port())
    controller.start()
    door_port = free_port()
    try:
        with running_servers(postgres, controller.port, door_port) as servers:
            chaos = Chaos(servers, sink)
            chaos.start()
            try:
                monkeypatch.setattr(queue, "deliver", lambda pk: None)
                with transaction.atomic():
                    for number in range(GAMES):
                        new_game(number)
                answer_mails(sink, door_port, time.monotonic() + PATIENCE)
            finally:
                chaos.done.set()
                chaos.join()
    finally:
        controller.stop()

    assert chaos.kills == Counter(Chaos.ORDER)
    assert ends() == [state for state, _ in expected]
    orders = sum(mails for _, mails in expected)
    assert Submission.objects.count() == orders, "an order was lost or doubled"
    assert Inbound.objects.count() == orders
    assert set(sink.copies) == set(Outbox.objects.values_list("message_id", flat=True))
    check_mails()
    check_chains()
    repeated = {message_id for message_id, copies in sink.copies.items() if copies > 1}
    assert repeated <= chaos.in_flight, "a mail came twice that no killed worker had in hand"
    print(f"{dict(chaos.kills)} killed, {orders} orders, {len(sink.copies)} mails,")
    print(f"{len(chaos.in_flight)} in hand at a kill, {len(repeated)} of them repeated")


def check_mails() -> None:
    """Every effect was told once: each order acknowledged, each ending announced."""
    names = list(Effect.objects.values_list("dedupe", flat=True))
    assert len(names) == len(set(names))
    told = Counter(name.split("/")[2] for name in names)
    assert told["ack"] == Submission.objects.count(), told
    assert told["started"] == told["over"] == 2 * GAMES, told


def check_chains() -> None:
    """Every chain is whole, and no order line was used for two questions."""
    for game in Game.objects.all():
        rulings = [row.kernel() for row in game.rulings.order_by("seq")]
        chain_check(rulings, game.secret)
        addresses = [
            g.address for r in rulings for i in r.inputs if isinstance(i, Answers) for g in i.given
        ]
        assert len(addresses) == len(set(addresses))
        assert games.load(game).match.over
