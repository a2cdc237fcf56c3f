"""manage.py mailin: read one raw mail as if it had just arrived, and say what became of it.

A mail server can pipe mails to it: it then gives the envelope, and exit code 75 means "try again
later".
"""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from notifications.inbound import pipeline, storing
from notifications.models import Inbound
from rules.kernel.codec import plain

TRY_AGAIN = 75


class Command(BaseCommand):
    help = "Read one raw mail (a file, or - for standard input) as if it had just arrived."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="an .eml file, or -")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--sender", help="the envelope's sender; empty for a bounce")
        parser.add_argument(
            "--recipient", action="append", default=[], help="the envelope's; may be repeated"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        raw = raw_mail(options["file"])
        try:
            row, created = storing.store(
                raw, door="file", sender=options["sender"], recipients=options["recipient"]
            )
            outcome = pipeline.read_and_play(row.pk)
            row = Inbound.objects.select_related("submission", "seat__game").get(pk=row.pk)
        except DatabaseError as problem:
            words = f"The database is not there ({type(problem).__name__}); try again."
            raise CommandError(words, returncode=TRY_AGAIN) from None
        except Exception as surprise:
            words = f"The mail is kept, but the game did not go on ({type(surprise).__name__})."
            raise CommandError(words, returncode=TRY_AGAIN) from None
        told = {
            "inbound": row.pk,
            "repeated": not created,
            "state": row.state,
            "outcome": row.outcome,
            "game": row.seat.game_id if row.seat else None,
            "seat": row.seat.number + 1 if row.seat else None,
            "receipt": row.submission.receipt if row.submission else None,
            "report": plain(row.submission.report) if row.submission else [],
            "meaning": outcome.meaning if outcome else "It was read before.",
        }
        if options["json"]:
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        self.stdout.write(f"{row.outcome}: {told['meaning']}")
        for line in told["report"]:
            self.stdout.write(f"  {line['text']} … {line['status']} {line['words']}".rstrip())


def raw_mail(name: str) -> bytes:
    """Return the bytes of a mail file, or of standard input."""
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as problem:
        raise CommandError(f"{name} cannot be read: {problem.strerror}.") from None
