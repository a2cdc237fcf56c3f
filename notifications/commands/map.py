"""`MAP`: the map and every player board as pictures, now or after a ruling."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import Answer, Asked, Section, Usage, Words
from notifications.commands.status import AboutPosition
from notifications.compose import position
from notifications.compose.layout import headed, joined
from pbem.play import past
from rules.kernel.match import Match


class Map(AboutPosition):
    name = "map"
    words = Words(("map",), ("mapa",), ("térkép",))
    section = Section.ASK
    help = gettext_lazy("MAP – the map as a picture; MAP 143 as it was after ruling 143")
    organiser_help = help
    usage = (
        Usage(
            ("MAP", "MAP 143"), "the map and every player board as pictures, now or after a ruling"
        ),
    )

    def of_position(self, asked: Asked, match: Match) -> Answer:
        then = _as_it_was(asked, match)
        if then is None:
            words = _("There is no ruling %(wanted)s that still counts; HISTORY lists the numbers.")
            return Answer(headed(_("Map"), [words % {"wanted": asked.rest.strip()[:20]}]))
        view = then.view(asked.speaker.number)
        drawn = then.ruleset.pictures(view)
        words = _("The picture is attached.") if drawn else _("This game has no map to draw.")
        if len(drawn) > 1:
            titles = ", ".join(picture.title for picture in drawn)
            words = _("The pictures are attached: %(titles)s.") % {"titles": titles}
        shown = position.public(then.ruleset.sheet(view))
        return Answer(joined([headed(_("Map"), [words]), shown]).rstrip(), drawn, then)


def _as_it_was(asked: Asked, match: Match) -> Match | None:
    """`MAP 143`: the position after that ruling; `MAP`: as it is. None: no such ruling counts."""
    number = asked.rest.strip().lstrip("#")
    if not number:
        return match
    if not number.isdecimal() or not asked.game.rulings.filter(seq=number[:9], live=True).exists():
        return None
    try:
        return past.match_at(asked.game, int(number))
    except past.Unreadable:
        return None
