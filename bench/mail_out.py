"""What a mail out costs: composing a turn mail with its picture, and sending many.

    python -m bench.mail_out

Composing is CPU time of one process: words, attached position, deadline, map, HTML part. Sending,
by as many worker processes as `make run` starts and by one, is compared in the same run with a
loop of `smtplib.SMTP.send_message` with the same finished mails into the same local sink, over one
connection.
"""

import asyncio
import logging
import os
import shutil
import smtplib
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from aiosmtpd.smtp import SMTP

from bench.timing import Timing, summary

MAILS = 1000
WORKERS = 2
"""As many as `make run` starts."""
TIMES = 30


class _Sink:
    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        return "250 taken"


def _serve(tell: Connection) -> None:
    """Runs in a process of its own, so that it does not slow down who sends to it."""
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(
        loop.create_server(lambda: SMTP(_Sink(), loop=loop), "127.0.0.1", 0)
    )
    tell.send(server.sockets[0].getsockname()[1])
    loop.run_forever()


@contextmanager
def sink() -> Iterator[int]:
    """A mail server that throws everything away; yields its port."""
    hear, tell = Pipe(duplex=False)
    process = Process(target=_serve, args=(tell,), daemon=True)
    process.start()
    try:
        yield hear.recv()
    finally:
        process.terminate()
        process.join()


def composing(ruleset: str, players: int) -> tuple[Timing, Timing]:
    """CPU of a whole turn mail, and of its words alone."""
    from django.conf import settings
    from django.utils import timezone

    from notifications.compose import letter, notes, picture
    from notifications.models import Outbox
    from notifications.outbound import deliver, drafts
    from pbem.models import Player, Prompt
    from pbem.play import loading
    from pbem.table import lobby

    organiser, _ = Player.objects.get_or_create(email="org@example.org", name="Org")
    game = lobby.create_game(organiser, "Bench", ruleset, {"players": players})
    for number in range(players):
        lobby.join(lobby.invite(game, f"p{number}@example.org").token, f"word {number}")
    game = lobby.start(game)
    seat = game.seats.select_related("player").get(prompts__pk=game.prompts.first().pk)
    match = loading.load(game).match
    prompts = list(Prompt.objects.filter(seat=seat, state=Prompt.State.OPEN))
    rulings = drafts.rulings_after(game, 0)
    whole, words = [], []
    for _ in range(TIMES):
        began = time.process_time()
        made = letter.to_seat(
            letter.TurnFacts(
                game=game,
                player=seat.player,
                seat=seat.number,
                match=match,
                notes=[notes.turn("turn/1")],
                prompts=prompts,
                rulings=rulings,
                told_up_to=0,
                waited=[seat.number],
                until=None,
                now=timezone.now(),
            )
        )
        words.append(time.process_time() - began)
        assert made is not None
        picture.png.cache_clear()
        shutil.rmtree(Path(settings.VAR) / "pictures", ignore_errors=True)
        row = Outbox(game=game, address="p@example.org", message_id="<bench@example.org>")
        drafts.fill(row, made, seat.player)
        deliver.message(row).message().as_bytes()
        whole.append(time.process_time() - began)
    return summary(whole), summary(words)


def of_one_ruling() -> tuple[float, float]:
    """CPU of the mails that one ruling late in a game of Twilight Imperium sends to six seats, and
    of the dearest of them alone, the one with pictures; nothing was painted before."""
    from django.conf import settings
    from django.utils import timezone

    from bench import late
    from notifications.compose import letter, notes, picture
    from notifications.models import Outbox
    from notifications.outbound import deliver, drafts
    from pbem.models import Prompt
    from pbem.play import loading

    whole = late.played("ti4")
    game = late.stored(whole, len(whole.rulings) * 4 // 5)
    match = loading.load(game).match
    seats = list(game.seats.select_related("player"))

    def cost(some: list[Any]) -> float:
        picture.png.cache_clear()
        shutil.rmtree(Path(settings.VAR) / "pictures", ignore_errors=True)
        began = time.process_time()
        for seat in some:
            facts = letter.TurnFacts(
                game=game,
                player=seat.player,
                seat=seat.number,
                match=match,
                notes=[notes.turn("turn/1")],
                prompts=list(Prompt.objects.filter(seat=seat, state=Prompt.State.OPEN)),
                rulings=drafts.rulings_after(game, game.head_seq - 5),
                told_up_to=game.head_seq - 5,
                waited=[seat.number],
                until=None,
                now=timezone.now(),
            )
            made = letter.to_seat(facts)
            if made is not None:
                row = Outbox(game=game, address="p@example.org", message_id="<b@example.org>")
                drafts.fill(row, made, seat.player)
                deliver.message(row).message().as_bytes()
        return time.process_time() - began

    cost(seats)
    return cost(seats), max(cost([seat]) for seat in seats)


class Sending(NamedTuple):
    """Mails a second: through the outbox with all workers, with one, and by the bare loop."""

    workers: float
    alone: float
    bare: float


def sending(port: int) -> Sending:
    from django.conf import settings

    from notifications.compose.letter import Letter
    from notifications.models import Outbox
    from notifications.outbound import deliver, outbox

    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    text = (
        (Path(__file__).parents[1] / "tests/notifications/outbound/golden/report.txt")
        .read_text()
        .split("\n\n", 1)[1]
    )
    Outbox.objects.all().delete()  # mails of the games above would be drawn and sent as well
    for i in range(MAILS):
        made = Letter(f"Mail {i}", text)
        outbox.tell_address(f"p{i}@example.org", made, f"bench/{i}")
    rows = Outbox.objects.filter(key__startswith="bench/")
    finished = [deliver.message(row).message() for row in rows]
    began = time.perf_counter()
    with smtplib.SMTP("127.0.0.1", port) as server:
        for mail in finished:
            server.send_message(mail)
    bare = MAILS / (time.perf_counter() - began)
    alone = MAILS / _drained(rows, 1)
    ours = MAILS / _drained(rows, WORKERS)
    return Sending(ours, alone, bare)


def _drained(rows: Any, workers: int) -> float:
    """Seconds until so many worker processes have sent every row."""
    from django.db import connections

    from notifications.models import Outbox

    rows.update(state=Outbox.State.QUEUED, tries=0)
    connections.close_all()
    processes = [Process(target=_worker) for _ in range(workers)]
    began = time.perf_counter()
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    took = time.perf_counter() - began
    assert not rows.exclude(state=Outbox.State.SENT).exists()
    return took


def _worker() -> None:
    from notifications.outbound import deliver

    while deliver.deliver_due():
        continue


def main() -> None:
    with sink() as port, tempfile.TemporaryDirectory() as var:
        os.environ["PARSEC_VAR"] = var
        os.environ["DATABASE_URL"] = f"sqlite:///{var}/bench.sqlite3"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
        import django

        django.setup()
        from django.core.management import call_command

        from notifications import worker_hints
        from pbem.play import loading

        call_command("migrate", verbosity=0)
        worker_hints._hint = lambda task, row: None
        for name in loading.rulesets().by_name:
            whole, words = composing(name, 6)
            print(f"{name}, 6 players: turn mail with picture, CPU {whole}")
            print(f"{'':{len(name)}}             its words alone,        CPU {words}")
        six, one = of_one_ruling()
        print(f"mails of one ruling to six seats: {six / one:.2f} times the dearest (at most 1.5)")
        sent = sending(port)
        print(f"bare smtplib loop {sent.bare:.0f} mails/s")
        for who, rate in ((f"{WORKERS} workers", sent.workers), ("one worker", sent.alone)):
            print(f"outbox, {who}: {rate:.0f} mails/s, ratio {rate / sent.bare:.2f}")


if __name__ == "__main__":
    main()
