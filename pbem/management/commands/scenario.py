"""Run rule cases from files or folders: `manage.py scenario PATH…`."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pbem.play.loading import rulesets
from rules.kernel.errors import UnknownRuleset
from rules.kernel.trials.scenarios import BadScenario, run_file, scenario_files


class Command(BaseCommand):
    help = "Run rule cases (docs/scenarios.md): a line each, exit code 1 if one does not hold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")

    def handle(self, *args: Any, **options: Any) -> None:
        bad = ran = 0
        try:
            for path in scenario_files(options["paths"]):
                ran += 1
                try:
                    outcome = run_file(path, rulesets())
                except (BadScenario, UnknownRuleset) as error:
                    bad += 1
                    self.stdout.write(f"ERROR {path}: {error}")
                    continue
                self.stdout.write(f"{'FAIL ' if outcome.failures else 'ok   '} {path}")
                for words in outcome.failures:
                    self.stdout.write(f"        {words}")
                bad += bool(outcome.failures)
        except BadScenario as error:
            raise CommandError(str(error)) from None
        if not ran:
            raise CommandError("There is no .yaml file in the folders named.")
        self.stdout.write(f"{ran - bad} hold, {bad} do not")
        if bad:
            sys.exit(1)
