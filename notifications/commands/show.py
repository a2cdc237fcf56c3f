"""`SHOW`: the dossier of a place of the map, where the game has one; alone, the map in words."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import Answer, Asked, HelpLine, Reader, Section, Usage, Words
from notifications.commands.status import AboutPosition
from notifications.compose.layout import block, headed, joined
from pbem.words.order_errors import in_words
from rules.kernel.match import Match
from rules.lexicon import LexiconError


class Show(AboutPosition):
    name = "show"
    words = Words(("show", "dossier"), ("pokaż",), ("mutasd",))
    free_text = True
    section = Section.ASK
    help = gettext_lazy("SHOW %(place)s – what is there, who can come, what fires into it")
    organiser_help = help
    usage = (
        Usage(
            ("SHOW",),
            "the whole map in words: what is in each place, which are next to it, where the game "
            "has it",
        ),
        Usage(
            ("SHOW 27",),
            "all about a place of the map: what is in it, who can come there, what fires into it, "
            "your chances, where the game has it",
        ),
    )

    def help_lines(self, reader: Reader) -> Iterator[HelpLine]:
        """Yield the usual line with a place of the game, where that tells of places."""
        if reader.ruleset.features.places:
            for line in super().help_lines(reader):
                yield line._replace(words=line.words % {"place": reader.ruleset.odds_place})

    def of_position(self, asked: Asked, match: Match) -> Answer:
        title, ruleset = _("Dossier"), match.ruleset
        said = asked.rest.partition("#")[0].strip()
        if not ruleset.features.places:
            words = _("%(title)s has no dossiers of places.") % {"title": ruleset.title}
            return Answer(headed(title, [words]))
        if not said and (atlas := ruleset.atlas(match.view(asked.speaker.number))):
            return Answer(block(_("The map, place by place"), atlas))
        if not said:
            how = _("Name a place of the map: SHOW %(place)s") % {"place": ruleset.odds_place}
            return Answer(headed(title, [how]))
        try:
            found = ruleset.dossier(match.view(asked.speaker.number), said)
        except LexiconError as error:
            return Answer(headed(title, [in_words(error)]))
        told = [block(section.title, list(section.lines)) for section in found]
        return Answer(joined([headed(title, [said[:40]]), *told]).rstrip())
