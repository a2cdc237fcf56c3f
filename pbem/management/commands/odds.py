"""The chances of a battle from the command line: `manage.py odds GAME ATTACKER DEFENDER`."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pbem.games import rulesets
from rules.kernel.errors import UnknownRuleset
from rules.lexicon import LexiconError


class Command(BaseCommand):
    help = "Who wins, and how often; how forces are written is on the game's order page."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game")
        parser.add_argument("attacker")
        parser.add_argument("defender")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--json", action="store_true", help="one line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = dict(part.split("=", 1) for part in options["option"] if "=" in part)
        if len(chosen) != len(options["option"]):
            raise CommandError("Write options as NAME=VALUE, each once.")
        try:
            ruleset = rulesets().get(options["game"])
            found = ruleset.odds(options["attacker"], options["defender"], chosen)
        except (UnknownRuleset, LexiconError) as error:
            raise CommandError(getattr(error, "words", str(error))) from None
        if not found:
            raise CommandError(f"{ruleset.title} has no odds here.")
        if options["json"]:
            self.stdout.write(json.dumps(found))
            return
        for name in ("attacker", "draw", "defender"):
            self.stdout.write(f"{name:10} {found[name]:6.1%}")
        for name, value in found.items():
            if name not in ("attacker", "draw", "defender"):
                self.stdout.write(f"{name}: {value}")
