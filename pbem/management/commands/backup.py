"""Save the whole database into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pbem.operations import backup


class Command(BaseCommand):
    help = "Save everything in the database into a file; the site may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="such as parsec-2026-11-16.jsonl.gz")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            saved = backup.save(options["file"])
        except backup.BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{saved.rows} rows of {saved.tables} tables are in {saved.path}.")
        self.stdout.write("It holds hidden cards and addresses. SECRET_KEY is kept apart from it.")
