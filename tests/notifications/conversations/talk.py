"""A conversation by mail as it is kept: every raw mail in, what became of it, every mail out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from html import unescape
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from django.test import Client as Browser
from django.utils.html import strip_tags

from notifications import keys
from notifications.inbound import pipeline, storing
from notifications.keys import Speaker
from notifications.models import Inbound, Organiser, Outbox
from pbem.clocks import reminders, sweep
from pbem.models import Game, Seat
from pbem.play import advancing
from tests.notifications.conftest import Post
from tests.notifications.inbound.mail_programs import CLIENTS, Typed

FOOTER = re.compile(r"\S.*: http://\S+")
"""The same links stand under every mail; test_compose has them."""
SHOWN = ("Reply-To", "In-Reply-To", "Auto-Submitted")


class Talk:
    """`settings` and `patch` are pytest's, for what needs another setting or a broken program."""

    def __init__(self, post: Post, settings: Any, patch: Any) -> None:
        self.post = post
        self.settings = settings
        self.patch = patch
        self.kept: list[str] = []
        self.codes: list[str] = []
        self._numbers = count(1)
        self._told = 0

    def table(self, **options: Any) -> Game:
        game = self.post.table(**options)
        self.forget()
        return game

    def forget(self) -> None:
        """Leave out the mails written so far."""
        self._told = Outbox.objects.count()

    def seat(self, game: Game, number: int) -> Seat:
        return game.seats.select_related("player", "game").get(number=number)

    def newest(self, who: Speaker) -> Outbox:
        if isinstance(who, Organiser):
            return Outbox.to(who).latest("pk")
        return self.post.newest(who)

    def headers(self, who: Speaker, **more: str) -> dict[str, str]:
        """Those of a reply to their newest mail."""
        sent = self.newest(who)
        return {
            "From": f"{who.player} <{keys.email_of(who)}>",
            "To": sent.headers["Reply-To"],
            "Subject": f"Re: {sent.subject}",
            "Date": "Tue, 17 Nov 2026 20:00:00 +0100",
            "Message-ID": f"<reply{next(self._numbers)}@example.org>",
            "In-Reply-To": sent.message_id,
            **{name.replace("_", "-"): value for name, value in more.items()},
        }

    def reply(
        self, seat: Seat, client: str, typed: Typed, edit: Mapping[str, str] | None = None
    ) -> None:
        """By a mail program, quoting the newest mail; `edit`: words changed in the quote."""
        body = self.post.newest(seat).body
        for old, new in (edit or {}).items():
            assert old in body
            body = body.replace(old, new)
        self.hand_in(CLIENTS[client].reply(body, typed, self.headers(seat)))

    def write(self, who: Speaker, text: str, **headers: str) -> None:
        """Plain text without a quote."""
        lines = [f"{name}: {value}" for name, value in self.headers(who, **headers).items()]
        self.hand_in("\r\n".join([*lines, "", *text.split("\n"), ""]).encode())

    def hand_in(self, raw: bytes, **envelope: Any) -> None:
        row, created = storing.store(raw, door="test", **envelope)
        if created:
            shown = raw if len(raw) < 20_000 else raw[:1500] + b"\n[...]\n"
            text = shown.decode("utf-8", "replace").replace("\r\n", "\n").replace("\0", "\\0")
            self.kept.append(f">>> IN\n{text.rstrip()}\n")
        else:
            self.kept.append(">>> IN, the same mail again\n")
        pipeline.read_and_play(row.pk)
        self.look(row)

    def browse(self, url: str, press: int | None = None) -> None:
        """Open a link of a mail, and press the button with this number."""
        path = urlsplit(url).path
        page = Browser().get(path).content.decode()
        what = "look"
        if press is not None:
            found = re.search(r'name="key" value="([^"]+)"', page)
            assert found, page
            posted = Browser().post(path, {"key": found[1], "number": str(press)})
            page, what = posted.content.decode(), f"press {press}"
        shown = re.sub(r"(?s).*<main[^>]*>|</main>.*", "", page)
        words = [" ".join(line.split()) for line in unescape(strip_tags(shown)).split("\n")]
        self.kept.append("\n".join([f">>> TAP, {what}", *filter(None, words), ""]))
        self.mails()

    def later(self, hours: int) -> None:
        """Let the time pass, with everything that falls due in it."""
        self.post.clock.shift(timedelta(hours=hours))
        for game_id in reminders.games_to_remind():
            reminders.remind(game_id)
        for game_id in sweep.games_to_advance():
            advancing.advance(game_id)

    def look(self, row: Inbound) -> None:
        """Note what became of a mail, and what was written since."""
        row.refresh_from_db()
        self.codes.append(row.outcome)
        self.kept.append(f"=== {row.outcome} ({row.state})\n")
        self.mails()

    def mails(self) -> list[Outbox]:
        new: Sequence[Outbox] = list(Outbox.objects.order_by("pk")[self._told :])
        for mail in new:
            shown = [f"{name}: {mail.headers[name]}" for name in SHOWN if name in mail.headers]
            head = [f"To: {mail.address}", f"Subject: {mail.subject}", *shown]
            lines = [x.rstrip() for x in mail.body.split("\n") if not FOOTER.fullmatch(x)]
            while lines and not lines[-1]:
                lines.pop()
            self.kept.append("\n".join(["<<< OUT", *head, "", *lines, ""]))
        self._told += len(new)
        return list(new)
