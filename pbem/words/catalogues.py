"""Message catalogues: brought up to date with the words in the code, and compiled.

For the commands `mail_words`, `web_words` and `game_words`, which know whose words they look after.
Needs Babel, a development package, and nothing installed by root.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)


class Message(NamedTuple):
    """A message of the code: one text or two for numbers, and a context that tells it from its
    like."""

    id: str | tuple[str, ...]
    context: str | None = None


def languages() -> list[str]:
    return [code for code, _ in settings.LANGUAGES if code != "en"]


def path_in(locale: Path, language: str, kind: str, domain: str = "django") -> Path:
    return locale / language / "LC_MESSAGES" / f"{domain}.{kind}"


def compiled(catalog: "Catalog") -> bytes:
    """Compile a catalogue; the same words give the same bytes, whenever they are written."""
    from babel.messages.mofile import write_mo

    catalog.creation_date = catalog.revision_date = _NO_DATE
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def update(locale: Path, messages: Iterable[Message], domain: str = "django") -> list[str]:
    """Write and compile the catalogue of each language; return lines that say what lacks a
    translation."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po

    wanted = Catalog()
    for message in messages:
        wanted.add(message.id, context=message.context)
    said = []
    for language in languages():
        po = path_in(locale, language, "po", domain)
        po.parent.mkdir(parents=True, exist_ok=True)
        catalog = Catalog(locale=language)
        if po.exists():
            with po.open("rb") as file:
                catalog = read_po(file, locale=language)
        catalog.update(wanted, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        with po.open("wb") as file:
            write_po(file, catalog, width=100, sort_output=True, omit_header=True)
        path_in(locale, language, "mo", domain).write_bytes(compiled(catalog))
        missing = [m.id for m in catalog if m.id and not _whole(m.string)]
        said.append(f"{language}: {len(catalog)} messages, {len(missing)} missing")
        said += [f"  {id!r}" for id in missing]
    return said


def _whole(string: Any) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)
