"""`LANGUAGE pl`: the language of somebody's mails."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications import preferences
from notifications.commands.base import Asked, Command, Usage, Words
from notifications.preferences import LANGUAGES


class Language(Command):
    name = "language"
    words = Words(("language",), ("język",), ("nyelv",))
    help = gettext_lazy("LANGUAGE pl – mails in another language")
    organiser_help = help
    usage = (Usage(("LANGUAGE pl",), "the language of your mails"),)

    def carry_out(self, asked: Asked) -> str:
        """Change the language; the answer is in the new one."""
        preferences.set_language(asked.player, asked.rest)
        with preferences.in_language_of(asked.player):
            name = LANGUAGES[asked.player.language]
            return _("Mails to you are now in %(name)s.") % {"name": name}
