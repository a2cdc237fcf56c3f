from importlib import import_module

from django.apps import AppConfig
from django.utils import translation

from rules.lexicon import speech


class PbemConfig(AppConfig):
    name = "pbem"
    verbose_name = "Games"

    def ready(self) -> None:
        """Let games speak the language that is active, in mails as on pages."""
        import_module("pbem.tasks")  # listens for bots that have to think
        speech.follow(translation.get_language)
