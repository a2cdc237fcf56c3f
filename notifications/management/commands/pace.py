"""Play whole games on a virtual clock and say how long they take, and why."""

import json
import logging
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from notifications.pace.database import in_memory
from notifications.pace.report import lines_of, report_of
from notifications.pace.table import Played, VirtualTable, Way
from pbem.clocks import forecast
from pbem.clocks.presets import PRESETS, USUAL
from pbem.models import Game
from pbem.play import loading
from rules.kernel.errors import UnknownRuleset

ROUNDS = {"ti4": 5, "ti3": 5}
"""How many rounds are played of games that are scaled; the others go to their end."""


class Command(BaseCommand):
    help = "Say how long a game takes: by the server's own code, with modelled people."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ruleset", metavar="GAME", help="the name of a ruleset")
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument("--preset", choices=list(PRESETS), default=USUAL.name)
        parser.add_argument("--mode", choices=list(Game.Mode.values), default=Game.Mode.PLANNED)
        parser.add_argument("--looks", type=int, help="a day; default: as the preset advises")
        parser.add_argument("--absent", type=float, default=0.1, help="share of days away")
        parser.add_argument("--games", type=int, default=20)
        parser.add_argument("--rounds", type=int, help="play no more rounds than this")
        parser.add_argument("--seed", default="1")
        parser.add_argument(
            "--write", action="store_true", help="keep the days in the forecast of new tables"
        )
        parser.add_argument("--json", action="store_true", help="one line of JSON, nothing else")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            ruleset = loading.rulesets().get(options["ruleset"])
        except UnknownRuleset as error:
            raise CommandError(str(error)) from None
        if not ruleset.min_players <= options["players"] <= ruleset.max_players:
            least, most = ruleset.min_players, ruleset.max_players
            raise CommandError(f"--players must be from {least} to {most}.")
        if options["games"] < 1:
            raise CommandError("--games must be at least 1.")
        preset = PRESETS[options["preset"]]
        way = Way(
            ruleset.name,
            options["players"],
            options["mode"],
            preset,
            options["looks"] or preset.looks,
            options["absent"],
            options["rounds"] or ROUNDS.get(ruleset.name, 0),
        )
        played = [self._play(way, f"{options['seed']}/{n}") for n in range(options["games"])]
        report = report_of(ruleset.name, way.players, played)
        if options["write"]:
            days = round(report.days, 1)
            way_of = (ruleset.name, way.mode, preset.name, way.players)
            forecast.note(forecast.Measured(*way_of, days, report.games))
        if options["json"]:
            self.stdout.write(json.dumps(report.line))
        else:
            self.stdout.write("\n".join(lines_of(report)))

    def _play(self, way: Way, seed: str) -> Played:
        logging.disable(logging.ERROR)
        try:
            with in_memory():
                return VirtualTable(way, seed).play()
        finally:
            logging.disable(logging.NOTSET)
