"""The chances of a battle from the command line: `manage.py odds GAME ATTACKER DEFENDER`."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pbem.play.loading import rulesets
from rules.kernel.errors import UnknownRuleset
from rules.lexicon import LexiconError

CHANCES = ("attacker", "draw", "defender")
EXACT = 1e-6


class Command(BaseCommand):
    help = "Who wins, and how often; all about forces is on the game's page in docs/orders/."

    def add_arguments(self, parser: ArgumentParser) -> None:
        reckoned = [(game.name, game.features.odds) for game in rulesets().by_name.values()]
        forces = [f"{name} '{odds.example}'" for name, odds in reckoned if odds]
        parser.epilog = f"Forces are written so, for example: {'; '.join(forces)}."
        parser.add_argument("game")
        parser.add_argument("attacker", help="the force that attacks")
        parser.add_argument("defender", help="the force that is attacked")
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="what the game offers for battles, such as the species of a side",
        )
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
        for name in CHANCES:
            self.stdout.write(f"{name:10} {found[name]:6.1%}")
        for name, value in found.items():
            if name not in CHANCES:
                for line in lines_of(name, value):
                    self.stdout.write(line)


def lines_of(name: str, value: Any) -> list[str]:
    """Write a further part of the answer for a person; --json prints it as it is."""
    if name == "lines":
        return list(value)
    if name == "precision":
        return [f"within {100 * value:.0f} points, 19 times in 20" if value > EXACT else "exact"]
    if isinstance(value, dict):
        value = ", ".join(f"{n:.1f} {what}" for what, n in value.items())
    return [f"{name.replace('_', ' ')}: {value}"]
