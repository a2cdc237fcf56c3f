"""What a page costs the server late in a game: time, queries, and the oldest corners of history.

    python -m bench.web

Games are played by random bots to their last tenth, stored as the server stores them, and looked
at through the whole stack of middleware, on SQLite. Promised: a table page in 60 ms and 15
queries, history at any ruling in 150 ms. Database and pages are in one process here, so its
processor time is the server's time, whatever else the machine does.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from bench.timing import Timing, summary

RULESETS = (
    ("tests.skirmish.ruleset.SKIRMISH", 6),
    ("rules.eclipse.ruleset.ECLIPSE", 6),
    ("rules.ti4.ruleset.TI4", 6),
)
PAGES = 60
MOST_RULINGS = 6000
TABLE_MS, TABLE_QUERIES, HISTORY_MS = 60, 15, 150


def measured(path: str, players: int) -> None:
    """Runs in a process of its own, with DATABASE_URL and PARSEC_RULESETS set."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from notifications import queue
    from pbem.web import past

    call_command("migrate", verbosity=0)
    queue._hint = lambda task, row: None
    game, stored = _late_game(path, players)
    client = Client()
    session = client.session
    session["player"] = game.seats.get(number=0).player_id
    session.save()
    where = f"/t/{game.pk}/"
    client.get(where)
    table, queries = _timed(client, [where] * PAGES)
    seqs = past.live_seqs(game, game.head_seq)
    rng = Random(1)
    places = [seqs[0], seqs[-1], *rng.choices(seqs, k=PAGES)]
    history, more = _timed(client, [f"{where}history/?n={n}" for n in places])
    print(f"{game.ruleset}: {len(seqs)} rulings, {players} players, state {stored / 1000:.0f} kB")
    _line("table page", table, queries, TABLE_MS, TABLE_QUERIES)
    _line("history", history, more, HISTORY_MS, None)


def _late_game(path: str, players: int) -> tuple[Any, int]:
    from pbem import games, lobby, play, session
    from pbem.models import Game, Player, Ruling, Snapshot
    from rules.kernel.bots import RandomBot
    from rules.kernel.match import Match

    name = next(iter(games.rulesets().by_name))
    host = Player.objects.create(name="Host", email="host@example.org")
    game = lobby.create_game(host, "Bench", name, {"players": players})
    for number in range(players):
        lobby.join(lobby.invite(game, f"p{number}@example.org").token)
    game.refresh_from_db()
    game.words = [""] * players
    ruleset = games.ruleset_of(game)
    options = ruleset.read_options(game.options)
    match, ruling = Match.start(ruleset, options, game.secret)
    bot = RandomBot(Random(7))
    rulings, snapshots = [ruling], {ruling.n: match.snap}
    while match.ask is not None and match.n < MOST_RULINGS:
        ruling = match.apply(bot.next_input(match))
        rulings.append(ruling)
        if match.snap.n == ruling.n:
            snapshots[ruling.n] = match.snap
    late = len(rulings) * 9 // 10
    kept = session._worth_keeping(n for n in snapshots if n <= late)
    Ruling.objects.bulk_create([Ruling.of(game, r) for r in rulings[:late]])
    Snapshot.objects.bulk_create([Snapshot.of(game, snapshots[n]) for n in sorted(kept)])
    game.head_seq, game.status, game.started = late, Game.Status.RUNNING, game.created
    game.save()
    play.advance(game.pk)
    game.refresh_from_db()
    return game, len(snapshots[max(kept)].state)


def _timed(client: Any, paths: list[str]) -> tuple[Timing, int]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    took, most = [], 0
    for path in paths:
        began = time.process_time()
        answer = client.get(path)
        took.append(time.process_time() - began)
        assert answer.status_code == 200, (path, answer.status_code)
    with CaptureQueriesContext(connection) as queries:
        client.get(paths[-1])
        most = len(queries)
    return summary(took), most


def _line(what: str, took: Timing, queries: int, most_ms: int, most_queries: int | None) -> None:
    good = took.median * 1000 <= most_ms and (most_queries is None or queries <= most_queries)
    print(
        f"  {what:<12} {took}, {queries} queries "
        f"(promised {most_ms} ms{f', {most_queries} queries' if most_queries else ''}: "
        f"{'kept' if good else 'BROKEN'})"
    )


def main() -> None:
    for path, players in RULESETS:
        module = Path(path.rpartition(".")[0].replace(".", "/") + ".py")
        if not module.exists():
            continue
        with tempfile.TemporaryDirectory() as var:
            env = {
                **os.environ,
                "DATABASE_URL": f"sqlite:///{Path(var) / 'bench.sqlite3'}",
                "PARSEC_VAR": var,
                "PARSEC_RULESETS": path,
            }
            command = [sys.executable, "-m", "bench.web", path, str(players)]
            subprocess.run(command, env=env, check=False)


if __name__ == "__main__":
    measured(sys.argv[1], int(sys.argv[2])) if len(sys.argv) == 3 else main()
