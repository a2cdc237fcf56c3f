"""manage.py game_words: bring the message catalogues of the games up to date and compile them.

Needs Babel (a development package) and nothing installed by root. Run it after changing words.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from pbem import catalogues
from pbem.catalogues import Wanted

RULES = Path(__file__).resolve().parents[3] / "rules"
DOMAIN = "game"
KEYWORDS = {"_": None, "N_": None, "several": (1, 2), "meant": ((1, "c"), 2)}


def packages() -> list[Path]:
    """Those that speak for themselves: each has a `speech` module and its own catalogues."""
    speaking = [path.parent for path in sorted(RULES.glob("*/speech.py"))]
    return [package for package in speaking if package.name != "lexicon"]


def messages(package: Path) -> Iterator[Wanted]:
    from babel.messages.extract import extract_from_file

    for path in sorted(package.rglob("*.py")):
        for _line, message, _comments, context in extract_from_file("python", path, KEYWORDS):
            yield Wanted(message, context)


class Command(BaseCommand):
    help = "Update and compile rules/*/locale; says what still lacks a translation."

    def handle(self, *args: Any, **options: Any) -> None:
        for package in packages():
            self.stdout.write(package.name)
            for line in catalogues.update(package / "locale", messages(package), DOMAIN):
                self.stdout.write(f"  {line}")
