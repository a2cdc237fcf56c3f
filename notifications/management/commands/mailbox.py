"""manage.py mailbox: the demo's mails on the command line."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from notifications.staff import local_backend


class Command(BaseCommand):
    help = "Print the mails in a local mailbox, oldest first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address")
        parser.add_argument("--last", action="store_true", help="only the newest")

    def handle(self, *args: Any, **options: Any) -> None:
        if not local_backend.configured():
            raise CommandError("Mails do not stay here: EMAIL_URL is not local://.")
        found = local_backend.mails(options["address"])
        if not found:
            raise CommandError(f"There is no mail for {options['address']}.")
        for kept in found[-1:] if options["last"] else found:
            self.stdout.write(f"Subject: {kept.subject}")
            self.stdout.write(f"Date: {kept.date:%Y-%m-%d %H:%M %Z}")
            self.stdout.write(f"Reply-To: {kept.reply_to}")
            self.stdout.write(f"Message-ID: {kept.message_id}\n")
            self.stdout.write(f"{kept.text}\n{'=' * 76}")
