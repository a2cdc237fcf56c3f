"""`SUGGEST`: whole turns that make sense, from a player who thinks."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import Answer, Asked, HelpLine, Reader, Section, Usage, Who, Words
from notifications.commands.status import AboutPosition
from notifications.compose.layout import block, headed, paragraph
from pbem.orders.numbers import Listed
from pbem.play import suggesting
from pbem.play.suggesting import Suggested
from rules.kernel.match import Match


class Suggest(AboutPosition):
    name = "suggest"
    words = Words(("suggest",), ("podpowiedz", "zaproponuj"), ("javasolj", "javaslat"))
    who = Who.SEAT_HOLDER
    section = Section.ASK
    help = gettext_lazy("SUGGEST – up to three turns that make sense now, and why")
    usage = (
        Usage(
            ("SUGGEST",),
            "up to three whole turns that make sense now, each with its reason; reply with the "
            "number to take one, where the game has players that think",
        ),
    )

    def help_lines(self, reader: Reader) -> Iterator[HelpLine]:
        if reader.ruleset.features.thinking:
            yield from super().help_lines(reader)

    def of_position(self, asked: Asked, match: Match) -> Answer:
        """Number the turns where nothing else in the mail has numbers."""
        title = _("Suggestions")
        if not match.ruleset.features.thinking:
            words = _("%(title)s has no suggestions.") % {"title": match.ruleset.title}
            return Answer(headed(title, [words]))
        found = suggesting.turns(asked.game, match, asked.seat, suggesting.MOST)
        if found is None:
            return Answer(headed(title, [_("Nothing is wanted of you now.")]))
        if not found.turns:
            return Answer(
                headed(title, [_("Nothing comes to mind. PREVIEW tries orders of yours.")])
            )
        lines = [_line(n if asked.alone else 0, one) for n, one in enumerate(found.turns, start=1)]
        how = (
            _("Reply with a number to take it, or with your own orders.")
            if asked.alone
            else _("Send the orders that you want.")
        )
        listed = Listed(found.question, tuple(one.orders for one in found.turns))
        text = "\n".join([block(title, lines), paragraph(how)])
        return Answer(text, listed=listed if asked.alone else None)


def _line(number: int, one: Suggested) -> str:
    line = f"{one.shown}  # {one.why}" if one.why else one.shown
    return f"{number}. {line}" if number else line
