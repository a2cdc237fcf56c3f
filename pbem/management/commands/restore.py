"""Fill an empty, migrated database from a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pbem.operations import backup


class Command(BaseCommand):
    help = "Restore a backup into an empty database (after `migrate`); all of it or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            saved = backup.restore(options["file"])
        except backup.BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{saved.rows} rows of {saved.tables} tables are restored.")
        self.stdout.write("Set the SECRET_KEY of the old server, then: manage.py doctor")
