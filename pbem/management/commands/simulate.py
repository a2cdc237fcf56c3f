"""Play whole games by bots and check the ruleset's promises after every step."""

import json
import shlex
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pbem.play import loading
from rules.kernel.errors import BadOptions, UnknownRuleset
from rules.kernel.ruleset import Ruleset
from rules.kernel.thinking.planner import LEVELS, RANDOM, level_of
from rules.kernel.trials.arena import Players
from rules.kernel.trials.simulate import Crash, drawn_options, play_game, simulate


class Command(BaseCommand):
    help = "Simulate games. Fails on a broken promise, a crash, or a game that does not end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ruleset", metavar="GAME", help="the name of a ruleset")
        parser.add_argument("--players", type=int, help="default: the ruleset's own")
        parser.add_argument("--games", type=int, default=10)
        parser.add_argument("--seed", default="1")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--bots", choices=list(LEVELS), default=RANDOM.name)
        parser.add_argument(
            "--mixed", action="store_true", help="each game draws options that have a few values"
        )
        parser.add_argument("--repeat", metavar="SEED", help="one game, by the seed it printed")
        parser.add_argument("--json", action="store_true", help="one line of JSON, nothing else")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            ruleset = loading.rulesets().get(options["ruleset"])
            chosen = ruleset.read_options(_options(options))
        except (UnknownRuleset, BadOptions) as error:
            raise CommandError(str(error)) from None
        if options["games"] < 1:
            raise CommandError("--games must be at least 1.")
        self._players = partial(_players, ruleset, chosen.players, options["bots"])
        try:
            if options["repeat"]:
                if options["mixed"]:
                    chosen = drawn_options(ruleset, chosen, options["repeat"])
                self._repeat(ruleset, chosen, options["repeat"])
            else:
                self._simulate(ruleset, chosen, options)
        except Crash as crash:
            raise CommandError(f"{crash}\nRepeat it: {_command(options, crash.seed)}") from crash

    def _simulate(self, ruleset: Ruleset[Any], chosen: Any, options: dict[str, Any]) -> None:
        report, violations = simulate(
            ruleset,
            chosen,
            options["games"],
            options["seed"],
            self._players,
            options["mixed"],
        )
        if options["json"]:
            self.stdout.write(json.dumps(report._asdict()))
        else:
            for words in violations:
                self.stdout.write(f"VIOLATION {words}")
            for name, value in report._asdict().items():
                self.stdout.write(f"{name.replace('_', ' '):22}{value}")
        if violations or report.finished < report.games:
            raise CommandError(
                f"{len(violations)} violations; {report.games - report.finished} games unfinished."
            )

    def _repeat(self, ruleset: Ruleset[Any], chosen: Any, seed: str) -> None:
        played = play_game(ruleset, chosen, seed, players=self._players(seed))
        for words in played.violations:
            self.stdout.write(f"VIOLATION {words}")
        ended = "ended" if played.match.over else "did not end"
        self.stdout.write(f"{seed} {ended} after {played.decisions} decisions.")
        if played.violations or not played.match.over:
            raise CommandError("The game did not go as it should.")


def _players(ruleset: Ruleset[Any], n: int, level: str, seed: str) -> Players | None:
    """Return players of a level for all seats; None for random bots, which need no thought."""
    return None if level == RANDOM.name else Players(ruleset, [level_of(level)] * n, seed)


def _options(options: dict[str, Any]) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for pair in options["option"]:
        name, equals, value = pair.partition("=")
        if not equals:
            raise CommandError(f"Write --option NAME=VALUE, not {pair!r}.")
        try:
            chosen[name] = json.loads(value)
        except json.JSONDecodeError:
            chosen[name] = value
    if options["players"] is not None:
        chosen["players"] = options["players"]
    return chosen


def _command(options: dict[str, Any], seed: str) -> str:
    words = ["python", "manage.py", "simulate", options["ruleset"], "--repeat", seed]
    if options["players"] is not None:
        words += ["--players", str(options["players"])]
    for pair in options["option"]:
        words += ["--option", pair]
    if options["bots"] != RANDOM.name:
        words += ["--bots", options["bots"]]
    words += ["--mixed"] if options["mixed"] else []
    return shlex.join(words)
