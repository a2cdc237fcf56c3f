"""Games late in their course, stored as the server stores them, without playing them by mail.

Django must be set up, with DATABASE_URL and PARSEC_RULESETS of the bench's own.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

RULESETS = (
    "tests.skirmish.ruleset.SKIRMISH",
    "rules.eclipse.ruleset.ECLIPSE",
    "rules.ti4.ruleset.TI4",
)
PLAYERS = 6
WORDS = ("heron", "basalt", "quince", "tundra", "ochre", "fathom")
MOST_RULINGS = 6000


class Played(NamedTuple):
    """A whole game of random bots: every ruling, and the snapshot of every step's end."""

    name: str
    seed: str
    rulings: list[Any]
    snapshots: dict[int, Any]


def each_in_its_own_process(module: str) -> None:
    """Run `python -m module RULESET` for every game there is, on a database of its own."""
    for path in RULESETS:
        with tempfile.TemporaryDirectory() as var:
            env = {
                **os.environ,
                "DATABASE_URL": f"sqlite:///{Path(var) / 'bench.sqlite3'}",
                "PARSEC_VAR": var,
                "PARSEC_RULESETS": path,
            }
            subprocess.run([sys.executable, "-m", module, path], env=env, check=True)


def set_up() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from notifications import worker_hints

    call_command("migrate", verbosity=0)
    worker_hints._hint = lambda task, row: None


def played(name: str = "", seed: int = 7) -> Played:
    """A ruleset on offer, by default the first, played to its end."""
    from pbem.play import loading
    from rules.kernel.dice import Secret
    from rules.kernel.match import Match
    from rules.kernel.setting import Setting
    from rules.kernel.trials.bots import RandomBot

    offered = loading.rulesets().by_name
    name = name or next(iter(offered))
    ruleset = offered[name]
    options = ruleset.read_options({"players": PLAYERS})
    hidden = f"{seed:064x}"
    match, ruling = Match.start(Setting(ruleset, options, Secret(hidden, WORDS)))
    bot = RandomBot(Random(seed))
    rulings, snapshots = [ruling], {ruling.n: match.snap}
    while match.ask is not None and match.n < MOST_RULINGS:
        ruling = match.apply(bot.next_input(match))
        rulings.append(ruling)
        if match.snap.n == ruling.n:
            snapshots[ruling.n] = match.snap
    return Played(name, hidden, rulings, snapshots)


def stored(whole: Played, late: int) -> Any:
    """A running game that has come as far as ruling `late`, with its questions open."""
    from pbem.models import Game, Player, Ruling, Seat, Snapshot
    from pbem.play import advancing, saving
    from pbem.table import lobby

    host, _ = Player.objects.get_or_create(email="host@example.org", defaults={"name": "Host"})
    game = lobby.create_game(host, f"Bench {late}", whole.name, {"players": PLAYERS})
    for seat in game.seats.order_by("number"):
        email = f"p{seat.number}@example.org"
        seat.player, _ = Player.objects.get_or_create(email=email, defaults={"name": email})
        seat.kind = Seat.Kind.PERSON
        seat.save()
    game.seed, game.words = whole.seed, list(WORDS)
    game.commitment = game.secret.commitment
    kept = saving.worth_keeping(n for n in whole.snapshots if n <= late)
    Ruling.objects.bulk_create([Ruling.of(game, r) for r in whole.rulings[:late]])
    Snapshot.objects.bulk_create([Snapshot.of(game, whole.snapshots[n]) for n in sorted(kept)])
    game.head_seq, game.status, game.started = late, Game.Status.RUNNING, game.created
    game.save()
    advancing.advance(game.pk)
    game.refresh_from_db()
    return game
