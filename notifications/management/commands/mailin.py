"""manage.py mailin: feed one raw mail through the whole path, and say what became of it."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from notifications import intake, receive
from notifications.models import Inbound


class Command(BaseCommand):
    help = "Read one raw mail (a file, or - for standard input) as if it had just arrived."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="an .eml file, or -")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        row, created = intake.store(self._raw(options["file"]), door="file")
        outcome = receive.read(row.pk)
        row = Inbound.objects.select_related("submission", "seat__game").get(pk=row.pk)
        told = {
            "inbound": row.pk,
            "repeated": not created,
            "state": row.state,
            "outcome": row.outcome,
            "game": row.seat.game_id if row.seat else None,
            "seat": row.seat.number + 1 if row.seat else None,
            "receipt": row.submission.receipt if row.submission else None,
            "report": row.submission.report if row.submission else [],
            "meaning": outcome.meaning if outcome else "It was read before.",
        }
        if options["json"]:
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        self.stdout.write(f"{row.outcome}: {told['meaning']}")
        for line in told["report"]:
            self.stdout.write(f"  {line['text']} … {line['status']} {line['words']}".rstrip())

    def _raw(self, name: str) -> bytes:
        if name == "-":
            return sys.stdin.buffer.read()
        try:
            return Path(name).read_bytes()
        except OSError as problem:
            raise CommandError(f"{name} cannot be read: {problem.strerror}.") from None
