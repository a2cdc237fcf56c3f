"""`HAND`: what only the reader can see."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import Answer, Asked, Section, Usage, Who, Words
from notifications.commands.status import AboutPosition
from notifications.compose import position
from notifications.compose.layout import headed
from rules.kernel.match import Match


class Hand(AboutPosition):
    name = "hand"
    words = Words(("hand",), ("ręka",), ("kezem",))
    who = Who.SEAT_HOLDER
    section = Section.ASK
    help = gettext_lazy("HAND – what only you can see")
    usage = (Usage(("HAND",), "what only you can see"),)

    def of_position(self, asked: Asked, match: Match) -> Answer:
        sections = match.ruleset.sheet(match.view(asked.speaker.number))
        nothing = headed(_("Hand"), [_("You hold nothing hidden.")])
        return Answer(position.private(sections) or nothing)
