"""Commands of mails that are typed into the order box of a page: the same words do the same."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from notifications.commands import dispatch
from notifications.commands.base import Command, Reader, Said
from notifications.commands.help import Help
from notifications.commands.reading import Split, split
from notifications.commands.registry import TO_SERVER
from pbem.models import Seat
from pbem.play import loading
from pbem.ports import CommandAnswer, MailCommand
from rules.kernel.match import Match


class InTheBox:
    """What `pbem` asks of the commands: see `pbem.ports.MailCommands`."""

    def listed(self, seat: Seat, text: str) -> tuple[list[MailCommand], str]:
        found = _split(seat, text)
        return [_listed(seat, said, text) for said in found.commands], found.orders

    def carry_out(self, seat: Seat, text: str) -> tuple[list[list[Any]], str]:
        found = _split(seat, text)
        return [list(said) for said in dispatch.carry_out(seat, found.commands)], found.orders

    def answer(
        self, seat: Seat, said: Sequence[Sequence[Any]], match: Match | None
    ) -> CommandAnswer:
        return dispatch.on_a_page(seat, [Said(*one) for one in said], match)


def _split(seat: Seat, text: str) -> Split:
    author = seat.player.name if seat.player else ""
    return split(text, loading.ruleset_of(seat.game), author)


def _listed(seat: Seat, said: Said, text: str) -> MailCommand:
    """Return a command at the line where it begins, with its lines of HELP or why it is refused."""
    beginning = said.line.partition("\n")[0]
    numbers = (no for no, line in enumerate(text.splitlines(), 1) if beginning in line)
    words = said.words if said.words is not None else _about(seat, TO_SERVER[said.what])
    return MailCommand(next(numbers, 0), said.line, words, refused=said.words is not None)


def _about(seat: Seat, command: Command) -> str:
    if isinstance(command, Help):
        return _("HELP alone lists everything.")
    return " ".join(f"{line.words.rstrip('.')}." for line in command.help_lines(Reader(seat)))
