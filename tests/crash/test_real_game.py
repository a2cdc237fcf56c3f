"""A whole game of Eclipse by mail alone: real Redis, workers and SMTP door, and two players who see
nothing but the mails they get, from the invitation to the final report."""

import hashlib
import logging
import queue as queues
import re
import time
from email import message_from_bytes

import pytest
from aiosmtpd.controller import Controller

from notifications import worker_hints
from notifications.models import Inbound, Outbox
from pbem.models import Game, Player, Submission
from pbem.table import lobby
from rules.kernel.dice import Secret
from tests.crash.players import asked_of, parts_of, reply_with, text_of
from tests.crash.servers import Sink, free_port, hand_in, running_servers

PEOPLE = {"ada@example.org": "Ada Quill", "bruno@example.org": "Bruno Stern"}
PATIENCE = 100
_DEFAULT = re.compile(r"If nothing arrives: (.*?)\.?(?: \[ECL| Your orders stopped|$)")


class Friend:
    """Reads a mail as a person would, and knows nothing else."""

    def __init__(self, email: str) -> None:
        self.email = email
        self.joined: bytes = b""
        self.last_words = ""

    def order_for(self, text: str) -> str | None:
        if "JOIN heron" in text:
            return f"JOIN {self.email.partition('@')[0]}"
        needs, template = parts_of(text)
        if not needs:
            return None
        default = _DEFAULT.search(needs)
        assert default is not None, text
        if "NOT LEGAL" in text or "NOT UNDERSTOOD" in text or "orders stopped here" in needs:
            return default[1]
        facts = "\n".join((asked_of(needs), *template))
        number = int(hashlib.sha256(facts.encode()).hexdigest(), 16)
        if not template or ("PASS" in template and number % 2):
            return default[1]
        return template[number % len(template)]


def play(sink: Sink, door: int, friends: dict[str, Friend], until: float) -> None:
    """Every mail is read once; until both friends have read that the game is over."""
    over: set[str] = set()
    while len(over) < len(friends):
        assert time.monotonic() < until, f"not over in time: {list(Inbound.objects.all()[:3])}"
        try:
            raw = sink.arrived.get(timeout=0.5)
        except queues.Empty:
            continue
        mail = message_from_bytes(raw)
        friend = friends[mail["To"]]
        friend.last_words = text = text_of(mail)
        if "You have a seat in" in text:
            friend.joined = raw
            host = friends["ada@example.org"]
            if all(one.joined for one in friends.values()):
                hand_in(reply_with(host.joined, "TABLE START"), door, until)
            continue
        if "FINAL STANDINGS" in text:
            over.add(friend.email)
            continue
        order = friend.order_for(text)
        if order is not None:
            hand_in(reply_with(raw, order), door, until)


@pytest.mark.postgres
@pytest.mark.timeout(150)
def test_two_friends_play_eclipse_by_mail(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    monkeypatch.setattr(worker_hints, "_hint", lambda task, row: None)
    monkeypatch.setattr(Secret, "fresh", classmethod(lambda cls: cls("5eed" * 16)))
    sink, door = Sink(), free_port()
    controller = Controller(sink, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        ruleset = "rules.eclipse.ruleset.ECLIPSE"
        with running_servers(postgres, controller.port, door, ruleset):
            host = Player.objects.create(email="ada@example.org", name="Ada Quill")
            game = lobby.create_game(host, "Spica", "eclipse", {"players": 2})
            for email, name in PEOPLE.items():
                lobby.invite(game, email, name)
            friends = {email: Friend(email) for email in PEOPLE}
            play(sink, door, friends, time.monotonic() + PATIENCE)
    finally:
        controller.stop()
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert all(game.seed in friend.last_words for friend in friends.values())
    assert set(sink.copies.values()) == {1}
    outcomes = set(Inbound.objects.values_list("outcome", flat=True))
    assert outcomes == {"joined", "information", "orders"}
    reports = Submission.objects.values_list("report", flat=True)
    used = {e.text.split()[0] for report in reports for e in report if e.status == "done"}
    assert {"CHOOSE", "EXPLORE", "BUILD", "PASS"} <= used
    print(f"{Inbound.objects.count()} mails in, {Outbox.objects.count()} out, {sorted(used)}")
