"""`manage.py audit_games`: replay running games after a rules fix, and open a dispute for each that
would differ."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from pbem.referee import audit


class Command(BaseCommand):
    help = "Replay running games by today's rules and open a dispute for each that differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=int, metavar="GAME", help="their numbers")
        parser.add_argument(
            "--newest",
            action="store_true",
            help="as if begun with the newest version of the rules; opens no dispute",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        games = differing = 0
        look = audit.by_newest_version if options["newest"] else audit.audit
        for found in look(options["games"]):
            games += 1
            if not found.n:
                self.stdout.write(f"OK {found.game}: {found.rulings} rulings")
                continue
            differing += 1
            dispute = f" (dispute {found.dispute.pk})" if found.dispute else ""
            self.stdout.write(f"DIFFERS {found.game}: ruling {found.n}, {found.words}{dispute}")
        self.stdout.write(f"{games} games, {differing} differ.")
