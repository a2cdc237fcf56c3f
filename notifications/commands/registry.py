"""All mail commands, in the order in which HELP and docs/mail.md list them."""

from collections.abc import Iterator

from notifications.commands.again import Again
from notifications.commands.base import Command, ToServer, Usage, usages
from notifications.commands.dispute import Dispute
from notifications.commands.extend import Extend
from notifications.commands.hand import Hand
from notifications.commands.help import Help
from notifications.commands.history import History
from notifications.commands.join import Join
from notifications.commands.language import Language
from notifications.commands.map import Map
from notifications.commands.odds import Odds
from notifications.commands.of_the_game import (
    Accept,
    Decline,
    Go,
    Standing,
    Undo,
    Withdraw,
)
from notifications.commands.press import Press
from notifications.commands.preview import Preview
from notifications.commands.resign import Resign
from notifications.commands.revoke import Revoke
from notifications.commands.rules import Rules
from notifications.commands.settings import Settings
from notifications.commands.show import Show
from notifications.commands.statistics import Statistics
from notifications.commands.status import Status
from notifications.commands.suggest import Suggest
from notifications.commands.table import Table
from notifications.commands.vacation import Vacation

_LISTED: tuple[Command, ...] = (
    Join(),
    Status(),
    Hand(),
    Map(),
    Show(),
    History(),
    Rules(),
    Odds(),
    Statistics(),
    Preview(),
    Suggest(),
    Undo(),
    Go(),
    Again(),
    Press(),
    Accept(),
    Decline(),
    Withdraw(),
    Standing(),
    Vacation(),
    Extend(),
    Dispute(),
    Language(),
    Settings(),
    Table(),
    Revoke(),
    Resign(),
)
ALL: tuple[Command, ...] = (*_LISTED, Help(_LISTED))
TO_SERVER: dict[str, ToServer] = {
    command.id: command for command in ALL if isinstance(command, ToServer)
}
"""By id, those that are carried out or answered here; the others stay among the orders."""


def docs_table() -> Iterator[str]:
    """Yield the lines of the table of commands in docs/mail.md; a test keeps the page true."""
    yield "| Command | Also | Who | Does |"
    yield "|---|---|---|---|"
    for command, usage in usages(ALL):
        yield _docs_row(command, usage)


def _docs_row(command: Command, usage: Usage) -> str:
    written = ", ".join(f"`{way}`" for way in usage.written)
    also = ", ".join((*command.words.en[1:], *command.words.pl, *command.words.hu))
    return f"| {written} | {also} | {command.who.value} | {usage.does} |"
