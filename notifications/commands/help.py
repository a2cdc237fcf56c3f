"""`HELP`: every command the reader may say, from the commands' own lines."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import (
    Answer,
    Asked,
    Command,
    HelpLine,
    Reader,
    Section,
    Usage,
    Words,
)
from notifications.compose.layout import block, joined

_TITLES = {
    Section.ORDERS: gettext_lazy("How to write orders"),
    Section.RUN: gettext_lazy("Run the table"),
    Section.ASK: gettext_lazy("Ask the server"),
    Section.TELL: gettext_lazy("Tell the server"),
}


class Help(Command):
    name = "help"
    words = Words(("help",), ("pomoc",), ("súgó",))
    section = Section.ASK
    usage = (Usage(("HELP",), "all of this, and the orders of the game"),)

    def __init__(self, others: Iterable[Command]) -> None:
        """`others`: the commands to list, in their order."""
        self._others = tuple(others)

    def answer(self, asked: Asked) -> Answer:
        reader = Reader(asked.speaker)
        lines = [*self.help_lines(reader)]
        for command in self._others:
            lines += command.help_lines(reader)
        blocks = {section: _listed(section, lines) for section in Section}
        orders = _orders_of_game(reader) if reader.has_seat else ""
        parts = [blocks[Section.ORDERS], orders]
        parts += [blocks[section] for section in (Section.RUN, Section.ASK, Section.TELL)]
        return Answer(joined(parts).rstrip())

    def help_lines(self, reader: Reader) -> Iterator[HelpLine]:
        """How orders are written; HELP itself needs no line."""
        if not reader.has_seat:
            return
        for words in (
            _("One order a line; # starts a remark; a listed option's number answers it."),
            _("English, Polish and Hungarian words are understood, side by side."),
            _("IF … : / ELSE: before an order makes it conditional."),
            _("NEXT TURN: before an order keeps it for your next turn."),
            _("STANDING: before an order keeps it until you withdraw it."),
        ):
            yield HelpLine(Section.ORDERS, words)


def _listed(section: Section, lines: Iterable[HelpLine]) -> str:
    mine = sorted((line for line in lines if line.section is section), key=lambda line: line.rank)
    return block(str(_TITLES[section]), [line.words for line in mine])


def _orders_of_game(reader: Reader) -> str:
    verbs = reader.ruleset.order_verbs
    return block(
        _("Orders of this game"), [", ".join(sorted(verbs.name(v).upper() for v in verbs))]
    )
