"""Recognises commands of mails that were typed into the order box of a page."""

from django.utils.translation import gettext as _

from notifications.commands.base import Command, Reader
from notifications.commands.help import Help
from notifications.commands.reading import verbs_of_commands
from notifications.commands.registry import TO_SERVER
from pbem.models import Seat
from pbem.orders.submissions import split_commands
from pbem.play import loading
from pbem.ports import MailCommand


def commands(seat: Seat, text: str) -> tuple[list[MailCommand], str]:
    """The commands in a text, each with its line of HELP, and the text without them."""
    ruleset = loading.ruleset_of(seat.game)
    lines, orders = split_commands(text, ruleset, verbs_of_commands(ruleset))
    found = [MailCommand(one.no, one.text, _about(seat, TO_SERVER[one.verb])) for one in lines]
    return found, orders


def _about(seat: Seat, command: Command) -> str:
    """That it is a command, what it does, and where to send it."""
    if isinstance(command, Help):
        told = [_("HELP alone lists everything.")]
    else:
        told = [f"{line.words.rstrip('.')}." for line in command.help_lines(Reader(seat))]
    return " ".join(
        [
            _("This is a command for mails, not an order for this box."),
            *told,
            _(
                "Write it in a reply to any mail of this table; take the line out here to send "
                "the rest."
            ),
        ]
    )
