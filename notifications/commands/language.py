"""`LANGUAGE pl`: the language of somebody's mails."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications import preferences
from notifications.commands.base import Asked, ToServer, Usage, Words
from notifications.preferences import LANGUAGES
from pbem.models import Player


class Language(ToServer):
    name = "language"
    words = Words(("language",), ("język",), ("nyelv",))
    help = gettext_lazy("LANGUAGE pl – mails in another language")
    organiser_help = help
    usage = (Usage(("LANGUAGE pl",), "the language of your mails"),)

    def carry_out(self, asked: Asked) -> str:
        return change(asked.player, asked.rest)


def change(player: Player, language: str) -> str:
    """Change the language of a person's mails; the answer is in the new one."""
    preferences.set_language(player, language)
    with preferences.in_language_of(player):
        return _("Mails to you are now in %(name)s.") % {"name": LANGUAGES[player.language]}
