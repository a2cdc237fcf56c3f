"""manage.py demo: games to play with and to look at, made once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from notifications.staff import demo_tables, local_backend


class Command(BaseCommand):
    help = "Make the demo: a table of every game in mid-game, one that is over, a dispute."

    def add_arguments(self, parser: ArgumentParser) -> None:
        words = "bring the database up to date first; two commands would take longer"
        parser.add_argument("--migrate", action="store_true", help=words)

    def handle(self, *args: Any, **options: Any) -> None:
        if not local_backend.configured():
            raise CommandError("The demo is for the local mailbox: EMAIL_URL must be local://.")
        if options["migrate"]:
            call_command("migrate", verbosity=0)
        games = demo_tables.there() or demo_tables.made()
        if not games:
            self.stdout.write("No ruleset is installed, so there is no demo game.")
        for game in games:
            self.stdout.write(f"The demo has {game}: {game.get_status_display().lower()}.")
