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

    def handle(self, *args: Any, **options: Any) -> None:
        games = differing = 0
        for found in audit.audit(options["games"]):
            games += 1
            if found.dispute is None:
                self.stdout.write(f"OK {found.game}: {found.rulings} rulings")
                continue
            differing += 1
            self.stdout.write(
                f"DIFFERS {found.game}: ruling {found.n}, {found.words} "
                f"(dispute {found.dispute.pk})"
            )
        self.stdout.write(f"{games} games, {differing} differ.")
