"""`HISTORY`: the last rulings, as the reader may know them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import Answer, Asked, Section, Usage, Words
from notifications.commands.status import AboutPosition
from notifications.compose import news
from notifications.compose.layout import block
from pbem.models import Ruling
from rules.kernel.match import Match

LINES = 20
MOST_RULINGS = 100


class History(AboutPosition):
    name = "history"
    words = Words(("history",), ("historia",), ("történet",))
    section = Section.ASK
    help = gettext_lazy("HISTORY 50 – the last rulings as you may know them")
    organiser_help = gettext_lazy("HISTORY 50 – the last rulings as everybody may know them")
    usage = (Usage(("HISTORY 50",), "the last rulings as you may know them"),)

    def of_position(self, asked: Asked, match: Match) -> Answer:
        number = asked.rest.strip()
        wanted = min(int(number) if number.isdecimal() else LINES, MOST_RULINGS)
        rows = Ruling.objects.filter(game=asked.game).order_by("-seq")[:wanted]
        rulings = [row.kernel() for row in reversed(rows)]
        seat = asked.speaker.number
        lines = news.lines_of(match.ruleset, match.view(seat).names, seat, rulings)
        return Answer(block(_("History"), lines))
