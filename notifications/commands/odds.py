"""`ODDS`: the chances of an attack on a place, or of any battle, where the game has them."""

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import (
    Answer,
    Asked,
    HelpLine,
    Question,
    Reader,
    Section,
    Usage,
    Words,
)
from notifications.compose.layout import block, headed
from pbem.play import loading
from pbem.words.order_errors import in_words
from rules.lexicon import LexiconError

_VERSUS = re.compile(r"\s+(?:vs\.?|versus|against|przeciw|kontra|ellen)\s+", re.IGNORECASE)
_WITH = re.compile(r"\s+with\s+", re.IGNORECASE)


class Odds(Question):
    name = "odds"
    words = Words(("odds",), ("szanse",), ("esély",))
    free_text = True
    section = Section.ASK
    help = gettext_lazy(
        "ODDS %(place)s, ODDS %(place)s WITH 2 cruisers – your chances in an attack on that "
        "place; ODDS 3 cruisers VS 2 cruisers – those of any battle"
    )
    usage = (
        Usage(
            ("ODDS 27", "ODDS 27 WITH 2 cruisers", "ODDS 3 cruisers VS 2 cruisers"),
            "the chances of an attack on a place of the map, or of any battle, where the game has "
            "them",
        ),
    )

    def help_lines(self, reader: Reader) -> Iterator[HelpLine]:
        """Yield the usual line with a place of the game, where that has battles to reckon."""
        if reader.ruleset.has_odds:
            for line in super().help_lines(reader):
                yield line._replace(words=line.words % {"place": reader.ruleset.odds_place})

    def answer(self, asked: Asked) -> Answer:
        title = _("Odds")
        ruleset = loading.ruleset_of(asked.game)
        how = _(
            "Write both forces or a place: ODDS 3 cruisers VS 2 cruisers, ODDS %(place)s WITH 2 "
            "cruisers"
        ) % {"place": ruleset.odds_place}
        said = asked.rest.partition("#")[0].strip()
        if not said:
            return Answer(headed(title, [how]))
        seat, match = asked.speaker.number, asked.match
        view = None if match is None or seat is None else match.view(seat)
        try:
            found = ruleset.odds(*_forces(said), {}, view)
        except LexiconError as error:
            return Answer(headed(title, [in_words(error), how]))
        if not found:
            words = _("%(title)s has no odds here.") % {"title": ruleset.title}
            return Answer(headed(title, [words]))
        names = {
            "attacker": _("the attacker wins"),
            "draw": _("draw"),
            "defender": _("the defender wins"),
        }
        lines = [f"{words}: {found[key]:.0%}" for key, words in names.items() if key in found]
        lines += [*found.get("lines", ()), *([found["doctrine"]] if "doctrine" in found else ())]
        return Answer(block(f"{title}: {said}", lines))


def _forces(said: str) -> tuple[str, str]:
    """Attacker and defender; of `27 WITH 2 cruisers` the defender is the place."""
    forces = _VERSUS.split(said, maxsplit=1)
    if len(forces) == 2:
        return forces[0], forces[1]
    place, *force = _WITH.split(said, maxsplit=1)
    return (force[0] if force else ""), place
