"""manage.py mail_read: how a mail would be read. Changes nothing."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from notifications.inbound import dry_run
from notifications.management.commands.mailin import raw_mail


class Command(BaseCommand):
    help = "Say what a raw mail is, who sent it, and what was newly typed in it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="an .eml file, or -")
        parser.add_argument("--sent", metavar="OUR_MAIL.eml", help="the mail of ours it answers")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        sent = raw_mail(options["sent"]) if options["sent"] else None
        seen = dry_run.how_read(raw_mail(options["file"]), sent)
        if options["json"]:
            self.stdout.write(json.dumps(seen._asdict(), ensure_ascii=False))
            return
        name = Path(options["file"]).name
        self.stdout.write(f"{name}: {seen.outcome}, from {seen.sender or 'nobody'}")
        for line in seen.text.split("\n"):
            self.stdout.write(f"  {line}".rstrip())
