"""Everything is killed at random while fifty games are played by mail on PostgreSQL: workers,
Redis, the door, the web server that takes a provider's mails, and PostgreSQL itself.

Every game must end as it does undisturbed: nothing lost, nothing applied twice, one outbox row and
one Message-ID for each effect; and every mail is answered within half a minute. A mail may come
twice only if a kill fell between the receiver's "250" and our mark, and then under the same
Message-ID.
"""

import logging
import queue as queues
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes
from itertools import cycle
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.core.management import call_command
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F

from notifications import preferences, worker_hints
from notifications.models import Effect, Inbound, Outbox
from pbem.models import Game, Player, Ruling, Submission
from pbem.play import loading
from pbem.services.embedded_postgres import EmbeddedPostgres
from pbem.table import lobby
from rules.kernel.dice import Secret
from rules.kernel.records.history import chain_check
from rules.kernel.records.record import Answers
from rules.kernel.setting import Setting
from rules.kernel.trials.tabletop import Tabletop
from tests.conftest import default_database
from tests.crash.players import choice, reply_to
from tests.crash.servers import (
    Servers,
    Sink,
    free_port,
    hand_in,
    hand_in_by_web,
    running_servers,
)
from tests.skirmish.ruleset import SKIRMISH

GAMES = 50
PATIENCE = 240
LONGEST_WAIT = 30
"""Seconds until a mail is answered, whoever was killed with it in hand."""
OPTIONS = {"players": 2, "rounds": 1, "commands": 1}
RULESET = "tests.skirmish.ruleset.SKIRMISH"


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
    top = Tabletop(Setting(SKIRMISH, options, secret), asks=(0, 1))
    mails = 0
    while not top.match.over:
        seat = next(s for s in (0, 1) if top.wanted(s))
        decision, view = top.wanted(seat)[0], top.match.view(seat)
        described = decision.describe(view)
        question = described.prompt + (f" [{described.rule}]" if described.rule else "")
        listed = [option.order for option in decision.options(view)] or [described.default]
        before = len(top.troubles)
        top.send(seat, choice(question, [*listed, *described.template]))
        mails += 1
        if len(top.troubles) > before:
            top.send(seat, described.default)
            mails += 1
    return top.history.head.state_hash, mails


class Chaos(threading.Thread):
    """Kills something whenever a random number of further mails has arrived, and starts it again.

    `in_flight`: mails a killed worker had in hand, which it may have handed over unmarked.
    """

    ORDER = ("worker", "redis", "postgres", "door", "web", "worker", "postgres", "redis")

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
            after += rng.randint(50, 100)
            while self.sink.copies.total() < after:
                if self.done.wait(0.05):
                    return
            if what == "redis":
                self.servers.kill_redis()
            elif what == "postgres":
                connection.close()
                self.servers.kill_postgres()
            else:
                self.servers.kill(what)
            if what in ("worker", "postgres"):
                claimed = Outbox.objects.filter(state=Outbox.State.CLAIMED)
                self.in_flight.update(claimed.values_list("message_id", flat=True))
            self.servers.ensure()
            self.kills[what] += 1


def answer_mails(sink: Sink, door_port: int, web: str, until: float) -> dict[str, float]:
    """The players: answer each mail once, by SMTP and by a provider in turn, until every game is
    over. Returns when each of their mails was taken."""
    by_web = cycle((False, False, True))
    taken: dict[str, float] = {}
    while time.monotonic() < until:
        try:
            raw = sink.arrived.get(timeout=0.5)
        except queues.Empty:
            if is_over():
                return taken
            continue
        reply = reply_to(raw)
        if reply is None:
            continue
        if next(by_web):
            hand_in_by_web(reply, web, until)
        else:
            hand_in(reply, door_port, until)
        taken[message_from_bytes(reply)["Message-ID"]] = time.monotonic()
    raise AssertionError(f"not over in time: {unfinished()}")


def is_over() -> bool:
    """Whether nothing is left to do; a database that is away just now cannot say."""
    try:
        return not Game.objects.exclude(status=Game.Status.OVER).exists() and not unfinished()
    except (OperationalError, InterfaceError):
        connection.close()
        return False


def unfinished() -> list[str]:
    left = [f"{g} {g.status}" for g in Game.objects.exclude(status=Game.Status.OVER)]
    left += [f"mail out {o.pk} {o.state}" for o in Outbox.objects.exclude(state="sent")]
    left += [f"mail in {i.pk} {i.state}" for i in Inbound.objects.exclude(state="done")]
    return left


@pytest.fixture
def mortal_postgres(django_db_blocker: Any) -> Iterator[EmbeddedPostgres]:
    """A server of its own, which keeps what it has committed when it is killed."""
    with (
        EmbeddedPostgres(synchronous_commit="on") as server,
        django_db_blocker.unblock(),
        default_database(server.create("mortal")),
    ):
        call_command("migrate", verbosity=0)
        yield server


@pytest.mark.xdist_group("postgres")
@pytest.mark.timeout(300)
def test_whatever_is_killed_nothing_is_lost_and_nothing_doubled(
    mortal_postgres: EmbeddedPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = [undisturbed(number) for number in range(GAMES)]
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    sink = Sink()
    controller = Controller(sink, hostname="127.0.0.1", port=free_port())
    controller.start()
    door_port = free_port()
    try:
        url = mortal_postgres.url("mortal")
        with running_servers(url, controller.port, door_port, RULESET, mortal_postgres) as servers:
            chaos = Chaos(servers, sink)
            chaos.start()
            try:
                monkeypatch.setattr(worker_hints, "deliver", lambda pk: None)
                with transaction.atomic():
                    for number in range(GAMES):
                        new_game(number)
                web = servers.env["PARSEC_WEB"]
                taken = answer_mails(sink, door_port, web, time.monotonic() + PATIENCE)
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
    waited = max(sink.answered[message_id] - at for message_id, at in taken.items())
    assert waited <= LONGEST_WAIT, "an answer of a killed worker took too long"
    print(f"{dict(chaos.kills)} killed, {orders} orders, {len(sink.copies)} mails,")
    print(f"{len(chaos.in_flight)} in hand at a kill, {len(repeated)} of them repeated,")
    print(f"no answer took longer than {waited:.1f} s")


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
        assert loading.load(game).match.over
