"""`manage.py doctor`: say what is configured, reachable and missing."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from pbem.operations.doctor import examine, render


class Command(BaseCommand):
    """Runs without Django's own checks, which would stop at the first broken thing."""

    help = "Say what is configured, reachable and missing; exit 1 when something fails."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = examine()
        self.stdout.write(render(findings, as_json=options["json"]))
        if any(found.level == "FAIL" for found in findings):
            sys.exit(1)
