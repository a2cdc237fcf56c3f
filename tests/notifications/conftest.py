"""A table of three that plays by mail: fixed clock, fixed dice, nothing sent by itself."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from itertools import count
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.core import mail as django_mail

from notifications import keys, worker_hints
from notifications.inbound import pipeline, storing
from notifications.inbound.outcomes import Outcome
from notifications.keys import Speaker
from notifications.models import Inbound, Outbox
from notifications.outbound import deliver
from pbem import signals
from pbem.models import Game, Player, Seat
from pbem.table import lobby
from rules.kernel.dice import Secret

START = datetime(2026, 11, 17, 19, 0, tzinfo=UTC)
PEOPLE = (
    ("Ada Quill", "ada@example.org", "Europe/Budapest"),
    ("Bruno Stern", "bruno@example.org", "Europe/Warsaw"),
    ("Chidi Oyelaran", "chidi@example.org", "Africa/Lagos"),
)


class Post:
    """What a test does as the players and as the post office."""

    def __init__(self, hints: list[tuple[str, int]]) -> None:
        self.hints = hints
        self._numbers = count(1)

    def table(self, start: bool = True, **options: Any) -> Game:
        """A table to which people have come without a mail about it."""
        people = [
            Player.objects.get_or_create(email=email, defaults={"name": name, "time_zone": zone})[0]
            for name, email, zone in PEOPLE
        ]
        options = options or {"players": 3}
        game = lobby.create_game(people[0], "Arcturus", "skirmish", options, "ask")
        with mock.patch.object(signals.table_changed, "send"):
            for i, person in enumerate(people):
                lobby.sit_down(game, person, f"word{i}")
        return lobby.start(game) if start else game

    def deliver(self) -> list[Any]:
        """Send everything due; the mails as the receivers get them."""
        django_mail.outbox = []
        for pk in list(deliver.due_rows().order_by("pk").values_list("pk", flat=True)):
            deliver.deliver(pk)
        return list(django_mail.outbox)

    def newest(self, seat: Seat) -> Outbox:
        return Outbox.objects.filter(seat=seat).latest("pk")

    def raw(self, to: str, text: str, sender: str, **headers: str) -> bytes:
        made = EmailMessage(policy=policy.SMTP)
        made["From"] = sender
        made["To"] = to
        made["Subject"] = "Re: the game"
        made["Message-ID"] = f"<reply{next(self._numbers)}@example.org>"
        for name, value in headers.items():
            made[name.replace("_", "-")] = value
        made.set_content(text)
        return made.as_bytes()

    def reply(self, seat: Seat, text: str, quote: bool = True, **headers: str) -> bytes:
        """A reply to the newest mail of a seat, as a mail program writes it."""
        sent = self.newest(seat)
        body = text
        if quote:
            quoted = "\n".join(f"> {line}".rstrip() for line in sent.body.split("\n"))
            body = f"{text}\n\nOn Tue, 17 Nov 2026 at 20:00, Parsec Post wrote:\n{quoted}\n"
        named = {"In-Reply-To": sent.message_id, "References": sent.message_id, **headers}
        sender = keys.email_of(seat)
        return self.raw(sent.headers["Reply-To"], body, sender, **named)

    def read(self, raw: bytes, **more: Any) -> Outcome:
        row, _ = storing.store(raw, door="test", **more)
        outcome = pipeline.read_and_play(row.pk)
        assert outcome is not None
        assert Inbound.objects.get(pk=row.pk).outcome == outcome.code
        return outcome

    def say(self, seat: Seat, text: str, **more: Any) -> Outcome:
        return self.read(self.reply(seat, text, **more))


def with_new_key(speaker: Speaker) -> None:
    """Make the reply addresses given out so far worthless, without telling anybody."""
    speaker.key_version += 1
    speaker.save(update_fields=["key_version"])


@pytest.fixture
def clock() -> Iterator[time_machine.Coordinates]:
    with time_machine.travel(START, tick=False) as frozen:
        yield frozen


@pytest.fixture
def post(transactional_db: None, clock: Any, monkeypatch: pytest.MonkeyPatch) -> Post:
    hints: list[tuple[str, int]] = []
    monkeypatch.setattr(worker_hints, "_hint", lambda task, row: hints.append((task.name, row)))
    monkeypatch.setattr(Secret, "fresh", classmethod(lambda cls: cls("5eed" * 16)))
    return Post(hints)


@pytest.fixture
def game(post: Post) -> Game:
    return post.table()


@pytest.fixture
def ada(game: Game) -> Seat:
    return game.seats.select_related("player", "game").get(number=0)


@pytest.fixture
def bruno(game: Game) -> Seat:
    return game.seats.select_related("player", "game").get(number=1)
