"""A whole game by mail alone: real Redis, workers and SMTP door, on PostgreSQL.

    python -m bench.whole_game ti3 [--players 3] [--mode trust|ask] [--minutes 9] [--log FILE]

The players see nothing but the mails they get, from the invitation to the final report, and answer
with order lines that these offer. At a table that asks in windows everybody first writes
`STANDING: PASS`: such a window otherwise stays open to its hour, whatever anybody answers. What the
players want of a game is in `WISHES`: a strategy card that nobody picks lets a game go on for long.
"""

import argparse
import logging
import os
import queue as queues
import random
import re
import secrets
import subprocess
import sys
import time
from collections import Counter
from email import message_from_bytes
from pathlib import Path
from typing import TextIO

from aiosmtpd.controller import Controller

from pbem.services.embedded_postgres import EmbeddedPostgres
from tests.crash.players import parts_of, reply_with, text_of
from tests.crash.servers import Sink, free_port, hand_in, running_servers

ROOT = Path(__file__).parents[1]
PEOPLE = {
    "ada@example.org": "Ada Quill",
    "bruno@example.org": "Bruno Stern",
    "cleo@example.org": "Cleo Marsh",
    "dora@example.org": "Dora Lund",
    "emil@example.org": "Emil Frost",
    "fay@example.org": "Fay Okoro",
}
RANKING = "Imperial > Technology > Trade > Logistics > Warfare > Political > Diplomacy > Initiative"
WISHES: dict[str, dict[str, str]] = {"ti3": {"Pick a strategy card": f"PICK {RANKING}"}}
"""By game: words of a question, and what every player answers to it."""
BOLD = 0.8
"""How often a player writes a line of the template, not what would happen anyway."""
SILENCE = 4
"""Seconds without any mail after which a player asks himself whether his was lost."""
_DEFAULT = re.compile(r"If nothing arrives: (.*?)\.?(?: \[[A-Z]+[^\]]*\]| Your orders stopped|$)")
_TROUBLE = ("NOT LEGAL", "NOT UNDERSTOOD", "orders stopped here")


class Friend:
    """Reads a mail as a person would, and knows nothing else."""

    def __init__(self, email: str, wishes: dict[str, str], first: str, seed: int) -> None:
        """`first` goes above the first order."""
        self.email = email
        self.wishes = wishes
        self.first = first
        self.rng = random.Random(f"{seed}/{email}")
        self.joined = b""
        self.asked = b""
        """The last mail that wanted something, until a newer one came."""
        self.usual = ""
        """What would happen if nothing arrived."""
        self.last_words = ""

    def order_for(self, text: str) -> str | None:
        """An answer out of the mail's own words; None if it asks nothing."""
        if "JOIN heron" in text:
            return f"JOIN {self.email.partition('@')[0]}"
        needs, template = parts_of(text)
        if not needs:
            return None
        default = _DEFAULT.search(needs)
        assert default is not None, text
        self.usual = default[1]
        order = self._chosen(text, needs, [line for line in template if "…" not in line])
        first, self.first = self.first, ""
        return f"{first}\n{order}" if first else order

    def _chosen(self, text: str, needs: str, template: list[str]) -> str:
        if any(words in text for words in _TROUBLE):
            return self.usual
        for words, order in self.wishes.items():
            if words in needs:
                return order
        return self.rng.choice(template) if template and self.rng.random() < BOLD else self.usual

    def again(self) -> bytes:
        """The harmless answer to the last question. A mail without effect is not answered where
        thirty have been within the hour, and these people write thirty in a minute."""
        number = f"{self.rng.getrandbits(64):x}".encode()
        return reply_with(self.asked, self.usual).replace(b"<re-", b"<again-" + number + b"-", 1)


def play(
    sink: Sink, door: int, friends: dict[str, Friend], until: float, log: TextIO | None
) -> bool:
    """Every mail is read once; True when all friends have read that the game is over."""
    over: set[str] = set()
    last = time.monotonic()
    while len(over) < len(friends):
        if time.monotonic() > until:
            return False
        try:
            raw = sink.arrived.get(timeout=0.5)
        except queues.Empty:
            if time.monotonic() - last > SILENCE:
                last = time.monotonic()
                for friend in friends.values():
                    if friend.asked:
                        hand_in(friend.again(), door, until)
            continue
        last = time.monotonic()
        mail = message_from_bytes(raw)
        friend = friends[mail["To"]]
        friend.last_words = text = text_of(mail)
        _note(log, f"======== TO {mail['To']}\n{text}")
        if "You have a seat in" in text:
            friend.joined = raw
            if all(one.joined for one in friends.values()):
                host = friends["ada@example.org"]
                hand_in(reply_with(host.joined, "TABLE START"), door, until)
            continue
        if "FINAL STANDINGS" in text:
            over.add(friend.email)
            friend.asked = b""
            continue
        order = friend.order_for(text)
        if order is not None:
            friend.asked = raw
            _note(log, f"-------- FROM {mail['To']}: {order}")
            hand_in(reply_with(raw, order), door, until)
    return True


def _note(log: TextIO | None, words: str) -> None:
    if log is not None:
        print(words, file=log, flush=True)


def measured(given: argparse.Namespace) -> None:
    """Runs in a process of its own, with the environment of the servers."""
    from bench import late

    late.set_up()
    from notifications.models import Inbound, Outbox
    from pbem.models import Player, Ruling, Submission
    from pbem.table import lobby

    logging.getLogger("mail.log").setLevel(logging.WARNING)
    sink, door = Sink(), free_port()
    controller = Controller(sink, hostname="127.0.0.1", port=free_port())
    controller.start()
    people = dict(list(PEOPLE.items())[: given.players])
    first = "STANDING: PASS" if given.mode == "ask" else ""
    wishes = WISHES.get(given.game, {})
    friends = {email: Friend(email, wishes, first, given.seed) for email in people}
    log = given.log.open("w", encoding="utf-8") if given.log else None
    began = time.monotonic()
    try:
        database, rulesets = os.environ["DATABASE_URL"], os.environ["PARSEC_RULESETS"]
        with running_servers(database, controller.port, door, rulesets):
            host = Player.objects.create(email="ada@example.org", name="Ada Quill")
            options = {"players": given.players}
            game = lobby.create_game(host, "Spica", given.game, options, mode=given.mode)
            for email, name in people.items():
                lobby.invite(game, email, name)
            over = play(sink, door, friends, began + given.minutes * 60, log)
    finally:
        controller.stop()
    took = time.monotonic() - began
    game.refresh_from_db()
    told = "over" if over else "NOT over"
    print(f"{given.game}, {given.players} players, {given.mode}: {told} after {took:.0f} s")
    mails = f"{Inbound.objects.count()} mails in, {Outbox.objects.count()} out"
    print(f"{mails}, {Ruling.objects.filter(game=game).count()} rulings; the game is {game.status}")
    print(f"mails twice at their readers: {sum(n > 1 for n in sink.copies.values())}")
    reports = Submission.objects.values_list("report", flat=True)
    used = Counter(e.text.split()[0] for report in reports for e in report if e.status == "done")
    print(", ".join(f"{verb} {n}" for verb, n in used.most_common()))
    print(friends["ada@example.org"].last_words.partition("\n\n")[0])
    if not over:
        sys.exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="the name of a ruleset")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--mode", choices=("trust", "ask", "planned"), default="trust")
    parser.add_argument("--minutes", type=float, default=9, help="for how long it may go on")
    parser.add_argument("--seed", type=int, default=1, help="of what the players choose")
    parser.add_argument("--log", type=Path, help="a file for every mail to and from the players")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here:
        measured(given)
        return
    server = EmbeddedPostgres()
    try:
        server.start()
        env = {
            **os.environ,
            "DATABASE_URL": server.create("whole"),
            "SECRET_KEY": secrets.token_hex(32),
            "PARSEC_RULESETS": f"rules.{given.game}.ruleset.{given.game.upper()}",
        }
        command = [sys.executable, "-m", "bench.whole_game", "--here", *sys.argv[1:]]
        sys.exit(subprocess.run(command, env=env, cwd=ROOT, check=False).returncode)
    finally:
        server.stop()


if __name__ == "__main__":
    main()
