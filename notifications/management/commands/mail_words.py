"""manage.py mail_words: bring the message catalogues of mails up to date and compile them.

Needs Babel (a development package) and nothing installed by root. Run it after changing words.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

APP = Path(__file__).resolve().parents[2]
LOCALE = APP / "locale"
KEYWORDS = {"_": None, "gettext": None, "gettext_lazy": None, "ngettext": (1, 2)}
_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""The same words give the same files, whenever they are written."""

_TAG = re.compile(r'{% translate "([^"]+)" %}')
_BLOCK = re.compile(r"{% blocktranslate[^%]*%}(.*?){% endblocktranslate %}", re.S)


def messages() -> Iterator[str | tuple[str, str]]:
    """Every message of the app's code and templates."""
    from babel.messages.extract import extract_from_dir

    found = extract_from_dir(str(APP), method_map=[("**.py", "python")], keywords=KEYWORDS)
    for _file, _line, message, _comments, _context in found:
        yield message
    for path in sorted((APP / "templates").rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        yield from _TAG.findall(text)
        for block in _BLOCK.findall(text):
            yield re.sub(r"{{ *(\w+) *}}", r"%(\1)s", block)


def languages() -> list[str]:
    return [code for code, _ in settings.LANGUAGES if code != "en"]


def path_of(language: str, kind: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"django.{kind}"


class Command(BaseCommand):
    help = "Update and compile notifications/locale; says what still lacks a translation."

    def handle(self, *args: Any, **options: Any) -> None:
        from babel.messages.catalog import Catalog
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po, write_po

        wanted = Catalog()
        for message in messages():
            wanted.add(message)
        for language in languages():
            po = path_of(language, "po")
            po.parent.mkdir(parents=True, exist_ok=True)
            catalog = Catalog(locale=language)
            if po.exists():
                with po.open("rb") as file:
                    catalog = read_po(file, locale=language)
            catalog.update(wanted, no_fuzzy_matching=True)
            catalog.obsolete.clear()
            catalog.creation_date = catalog.revision_date = _NO_DATE
            with po.open("wb") as file:
                write_po(file, catalog, width=100, sort_output=True, omit_header=True)
            with path_of(language, "mo").open("wb") as file:
                write_mo(file, catalog)
            missing = [m.id for m in catalog if m.id and not _whole(m.string)]
            self.stdout.write(f"{language}: {len(catalog)} messages, {len(missing)} missing")
            for id in missing:
                self.stdout.write(f"  {id!r}")


def _whole(string: Any) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)
