"""What one answered decision costs the server, and where the time goes, on both databases.

    python -m bench.advance

Games are played by submitted orders; mails are composed into the outbox in the same transaction, as
in real life. The kernel's own part (waking, ruling, encoding) is measured in the same run.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from bench.timing import summary
from pbem.services.embedded_postgres import EmbeddedPostgres

GAMES = 6


def measured() -> None:
    """Runs in a process of its own, with DATABASE_URL set."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from notifications import worker_hints
    from notifications.outbound import outbox
    from pbem.models import Game
    from pbem.orders import submissions
    from pbem.play import advancing
    from rules.kernel.match import Match
    from tests.pbem import tables

    call_command("migrate", verbosity=0)
    spent: dict[str, float] = defaultdict(float)
    worker_hints._hint = lambda task, row: None
    for owner, name in ((Match, "_woken"), (Match, "apply")):
        setattr(owner, name, _timed(getattr(owner, name), "kernel", spent))
    composing = "composing mails (with their queries)"
    outbox.write_together = _timed(outbox.write_together, composing, spent)

    def query(execute: Callable[..., Any], *args: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(*args)
        finally:
            spent["database"] += time.perf_counter() - began
            spent["queries"] += 1

    took: list[float] = []
    pick = tables.sampling(1)
    for number in range(GAMES):
        game = tables.new_table(3, seed=f"{number:064x}")
        while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
            asked = tables.open_question(game, pick)
            seat = game.seats.get(number=asked.seat)
            submissions.submit(game, seat, asked.text, "bench", f"{number}/{len(took)}")
            with connection.execute_wrapper(query):
                spent["on"] = 1
                began = time.perf_counter()
                advancing.advance(game.pk)
                took.append(time.perf_counter() - began)
                spent["on"] = 0
    whole = sum(took)
    queries = spent["queries"] / len(took)
    print(f"{connection.vendor:10} advance {summary(took)}, {queries:.0f} journeys to the database")
    for name in ("kernel", "database", composing):
        print(f"{'':10} {name}: {spent[name] / whole:.2f} of the time")


def _timed(call: Any, name: str, spent: dict[str, float]) -> Any:
    @wraps(call)
    def timed(*args: Any, **kwargs: Any) -> Any:
        began = time.perf_counter()
        try:
            return call(*args, **kwargs)
        finally:
            if spent["on"]:
                spent[name] += time.perf_counter() - began

    return timed


def main() -> None:
    with tempfile.TemporaryDirectory() as var:
        server = EmbeddedPostgres()
        server.start()
        try:
            for url in (f"sqlite:///{Path(var) / 'bench.sqlite3'}", server.create("bench")):
                env = {
                    **os.environ,
                    "DATABASE_URL": url,
                    "PARSEC_VAR": var,
                    "PARSEC_RULESETS": "tests.skirmish.ruleset.SKIRMISH",
                }
                subprocess.run([sys.executable, "-m", "bench.advance", "here"], env=env, check=True)
        finally:
            server.stop()


if __name__ == "__main__":
    measured() if sys.argv[1:] == ["here"] else main()
