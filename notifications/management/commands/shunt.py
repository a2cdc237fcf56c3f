"""manage.py shunt: mails that need a person, and those that wait for their owner's yes."""

import re
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from notifications.inbound import pipeline
from notifications.models import Inbound

MOST = 100
_COMMANDS = re.compile(r"[^\n\t\x20-\x7e\xa0-\U0010ffff]")
"""Characters that a terminal would obey rather than show; the author of a mail is not to be
trusted."""


class Command(BaseCommand):
    help = "List shunted mails, show one as it came, or read it again."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        listing = what.add_parser("list", help="what waits, oldest first")
        listing.add_argument("--held", action="store_true", help="those that wait for a yes")
        show = what.add_parser("show", help="one mail, headers and all")
        show.add_argument("mail", type=int)
        retry = what.add_parser("retry", help="read again: some, or all")
        retry.add_argument("mail", type=int, nargs="*")
        retry.add_argument("--all", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == "list":
            self._list(Inbound.State.HELD if options["held"] else Inbound.State.SHUNTED)
        elif options["what"] == "show":
            self._show(_mail(options["mail"]))
        else:
            self._retry(options)

    def _list(self, state: str) -> None:
        rows = Inbound.objects.filter(state=state).order_by("received")
        for row in rows[:MOST]:
            about = f"{row.outcome} ({row.reason})" if row.reason else row.outcome
            where = f"{row.seat}" if row.seat_id else "no seat"
            self.stdout.write(f"{row.pk:>8}  {row.received:%Y-%m-%d %H:%M}  {about}  {where}")
        more = rows.count() - MOST
        if more > 0:
            self.stdout.write(f"… and {more} more")
        elif not rows:
            self.stdout.write("Nothing waits.")

    def _show(self, row: Inbound) -> None:
        self.stdout.write(f"# {row.pk}: {row.state}, {row.outcome} {row.reason}".rstrip())
        self.stdout.write(f"# door {row.door}, envelope {row.sender} → {', '.join(row.recipients)}")
        text = bytes(row.raw).decode("utf-8", "replace").replace("\r\n", "\n")
        self.stdout.write(_COMMANDS.sub("\N{REPLACEMENT CHARACTER}", text))

    def _retry(self, options: dict[str, Any]) -> None:
        if options["all"]:
            rows = list(Inbound.objects.filter(state=Inbound.State.SHUNTED).order_by("received"))
        else:
            rows = [_mail(pk) for pk in options["mail"]]
        if not rows and not options["all"]:
            raise CommandError("Say which: shunt retry 12 14, or shunt retry --all.")
        for row in rows:
            if row.state != Inbound.State.SHUNTED:
                raise CommandError(f"Mail {row.pk} is not shunted but {row.state}.")
        for row in rows:
            pipeline.make_unread(row)
            outcome = pipeline.read_and_play(row.pk)
            self.stdout.write(f"{row.pk}: {outcome.code if outcome else 'read meanwhile'}")


def _mail(pk: int) -> Inbound:
    row = Inbound.objects.filter(pk=pk).first()
    if row is None:
        raise CommandError(f"There is no mail {pk}; shunt list shows what waits.")
    return row
