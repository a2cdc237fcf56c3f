"""manage.py mail_words: bring the message catalogues of mails up to date and compile them.

Needs Babel (a development package) and nothing installed by root. Run it after changing words.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from pbem.words import catalogues
from pbem.words.catalogues import Message

APP = Path(__file__).resolve().parents[2]
TABLE = APP.parent / "pbem"
"""The life of a game: what its modules say to a player is told by mail."""
PAGES = tuple(
    TABLE / place
    for place in (
        "web",
        "referee/desk",
        "templatetags",
        "table/openness.py",
        "table/option_fields.py",
    )
)
"""What only pages say is in the catalogues of the pages."""
RULES = APP.parent / "rules"
LOCALE = APP / "locale"
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "say": None,
}
_TAG = re.compile(r'{% translate "([^"]+)" %}')
_BLOCK = re.compile(r"{% blocktranslate[^%]*%}(.*?){% endblocktranslate %}", re.S)


def sources() -> list[Path]:
    """Return the files whose words are told by mail: the app, the life of a game, the order
    language.

    Whatever else is said in `rules` is in the catalogues of the games.
    """
    kernel = [RULES / "kernel" / name for name in ("decisions.py", "orders/advice.py")]
    language = [*(RULES / "lexicon").glob("*.py"), *kernel]
    table = [path for path in TABLE.rglob("*.py") if not any(map(path.is_relative_to, PAGES))]
    return [*sorted(APP.rglob("*.py")), *sorted(table), *sorted(language)]


def messages() -> Iterator[Message]:
    """Yield every message of mails: the app's code and templates, and the words of the table."""
    from babel.messages.extract import extract_from_file

    for path in sources():
        ours = {"say": None} if path.is_relative_to(RULES) else KEYWORDS
        for _line, message, _comments, context in extract_from_file("python", path, ours):
            yield Message(message, context)
    for path in sorted((APP / "templates").rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        yield from map(Message, _TAG.findall(text))
        for block in _BLOCK.findall(text):
            yield Message(re.sub(r"{{ *(\w+) *}}", r"%(\1)s", block))


def path_of(language: str, kind: str) -> Path:
    return catalogues.path_in(LOCALE, language, kind)


class Command(BaseCommand):
    help = "Update and compile notifications/locale; says what still lacks a translation."

    def handle(self, *args: Any, **options: Any) -> None:
        for line in catalogues.update(LOCALE, messages()):
            self.stdout.write(line)
