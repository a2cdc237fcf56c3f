"""`HELP`: every command the reader may say, the orders and facts of the game; `HELP MOVE`: one."""

from collections.abc import Iterable, Iterator

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from notifications.commands.base import (
    Answer,
    Asked,
    Command,
    HelpLine,
    Question,
    Reader,
    Section,
    Usage,
    Words,
)
from notifications.compose.layout import block, headed, joined
from pbem.orders.submissions import verbs_of
from pbem.words.order_errors import in_words
from rules.kernel.decisions import Problem
from rules.kernel.match import Match
from rules.kernel.orders.examples import examples, forms
from rules.lexicon import LexiconError, fold

_TITLES = {
    Section.ORDERS: gettext_lazy("How to write orders"),
    Section.RUN: gettext_lazy("Run the table"),
    Section.ASK: gettext_lazy("Ask the server"),
    Section.TELL: gettext_lazy("Tell the server"),
}


FEW_WINDOWS = 6
"""So many windows of a game are named where they are explained."""
_WINDOW = ("window", "windows", "okno", "okna", "ablak", "ablakok")


class Help(Question):
    name = "help"
    words = Words(("help",), ("pomoc",), ("súgó",))
    section = Section.ASK
    usage = (
        Usage(("HELP",), "all of this, the orders of the game, and the facts for conditions"),
        Usage(("HELP MOVE",), "how an order is written, with examples from your position"),
        Usage(("HELP WINDOW",), "the names of the game's windows, for conditions"),
    )

    def __init__(self, others: Iterable[Command]) -> None:
        """`others`: the commands to list, in their order."""
        self._others = tuple(others)

    def answer(self, asked: Asked) -> Answer:
        reader = Reader(asked.speaker)
        if asked.rest.strip():
            return Answer(self._about(asked, reader))
        lines = [*self.help_lines(reader)]
        for command in self._others:
            lines += command.help_lines(reader)
        blocks = {section: _listed(section, lines) for section in Section}
        orders = [_orders_of_game(reader), _facts_of_game(reader)] if reader.has_seat else []
        parts = [blocks[Section.ORDERS], *orders]
        parts += [blocks[section] for section in (Section.RUN, Section.ASK, Section.TELL)]
        return Answer(joined(parts).rstrip())

    def help_lines(self, reader: Reader) -> Iterator[HelpLine]:
        """Yield how orders are written; HELP itself needs no line."""
        if not reader.has_seat:
            return
        for words in (
            _("One order a line; # starts a remark; a listed option's number answers it."),
            _("English, Polish and Hungarian words are understood, side by side."),
            _("IF … : / ELSE: before an order makes it conditional."),
            _("NEXT TURN: before an order keeps it for your next turn."),
            _("STANDING: before an order keeps it until you withdraw it."),
            _("HELP and an order's word: how it is written, with examples you could send now."),
        ):
            yield HelpLine(Section.ORDERS, words)

    def _about(self, asked: Asked, reader: Reader) -> str:
        """Return the answer about one order or one command."""
        word = asked.rest.strip().strip(".?!")
        if reader.has_seat and reader.ruleset.windows and fold(word) in _WINDOW:
            return block(_("Windows"), reader.ruleset.windows)
        command = next((c for c in self._others if word.casefold() in c.words.all), None)
        if command is None and reader.has_seat:
            try:
                verb = verbs_of(reader.ruleset).split(word).id
            except LexiconError as error:
                return headed(_("Help"), [in_words(Problem.of(error))])
            if verb in reader.ruleset.verbs:
                return _about_order(reader, asked.match, verb)
            command = next((c for c in self._others if c.id == verb), None)
        if command is None:
            return headed(_("Help"), [_("HELP alone lists everything.")])
        said = [line.words for line in command.help_lines(reader)]
        return block(command.title, said or [_("HELP alone lists everything.")])


def _listed(section: Section, lines: Iterable[HelpLine]) -> str:
    mine = sorted((line for line in lines if line.section is section), key=lambda line: line.rank)
    return block(str(_TITLES[section]), [line.words for line in mine])


def _orders_of_game(reader: Reader) -> str:
    """Return the orders in the reader's language; the English word stands behind one that
    differs."""
    verbs = sorted(_named(reader, verb) for verb in reader.ruleset.order_verbs)
    return block(_("Orders of this game"), [", ".join(verbs)])


def _named(reader: Reader, verb: str) -> str:
    own = reader.ruleset.verb_in(get_language() or "en", verb)
    english = reader.ruleset.verb_in("en", verb)
    return own if own == english else f"{own} ({english})"


def _facts_of_game(reader: Reader) -> str:
    """Return the facts that conditions may use, each with what it says."""
    meanings = reader.ruleset.fact_meanings()
    lines = [f"{fact} – {words}" for fact, words in meanings.items()]
    windows = reader.ruleset.windows
    if len(windows) > FEW_WINDOWS:
        lines.append(_("window – the window that is open; HELP WINDOW names them all"))
    elif windows:
        named = ", ".join(windows)
        lines.append(_("window – the window that is open: %(named)s") % {"named": named})
    return block(_("Facts for conditions (IF …)"), lines)


def _about_order(reader: Reader, match: Match | None, verb: str) -> str:
    """Return how an order is written, its other words, and lines that the reader could send now."""
    ruleset = reader.ruleset
    words = dict.fromkeys([_named(reader, verb), *map(str.upper, ruleset.verbs[verb][:6])])
    written = block(_("How it is written"), forms(ruleset, verb))
    said = _("Words for it: %(words)s") % {"words": ", ".join(words)}
    number = getattr(reader.speaker, "number", None)
    shown = examples(match, number, verb) if match is not None and number is not None else []
    nothing = _("Nothing open to you now takes this order; here is its form.")
    return joined(
        [
            headed(_("Help"), [said] if shown else [said, nothing] if written else [said]),
            written,
            block(_("You could send now"), shown),
        ]
    ).rstrip()
