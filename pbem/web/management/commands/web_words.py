"""manage.py web_words: bring the message catalogues of the pages up to date and compile them.

Needs Babel (a development package) and nothing installed by root. Run it after changing words.
"""

from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation.template import templatize

from pbem.clocks.terms import Terms
from pbem.models import Correction, Dispute, Game, Invitation, Seat
from pbem.table import option_fields
from pbem.words import catalogues
from pbem.words.catalogues import Message
from rules.kernel.ruleset import Ruleset

APP = Path(__file__).resolve().parents[2]
ROOM = APP.parent
LOCALE = APP / "locale"
FOLDERS = (APP, ROOM / "referee" / "desk", ROOM / "templatetags")
CODE = (
    ROOM / "table" / "openness.py",
    ROOM / "table" / "option_fields.py",
    *(path for folder in FOLDERS for path in sorted(folder.rglob("*.py"))),
)
TEMPLATES = (ROOM / "templates",)
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
LABELS = (
    Game.Mode, Seat.Kind, Invitation.State, Dispute.State, Dispute.Origin, Dispute.Outcome,
    Correction.Kind,
)  # fmt: skip


def messages() -> Iterator[Message]:
    """Yield every message of the pages: code, templates, and words that rows and games bring
    along."""
    from babel.messages.extract import extract, extract_from_file

    for path in CODE:
        for _line, message, _comments, context in extract_from_file("python", path, KEYWORDS):
            yield Message(message, context)
    for folder in TEMPLATES:
        for path in sorted(folder.rglob("*.html")):
            code = templatize(path.read_text(encoding="utf-8"), origin=str(path))
            found = extract("python", BytesIO(f"(\n{code}\n)".encode()), KEYWORDS)
            for _line, message, _comments, context in found:
                yield Message(message, context)
    for kind in LABELS:
        yield from (Message(str(label)) for label in kind.labels)
    yield from map(Message, _settings(Terms))
    for ruleset in built_games():
        yield from map(Message, _settings(ruleset.Options))
        clocks = [option_fields.plain_label(k.clock or k.__name__) for k in ruleset.decisions]
        yield from map(Message, clocks)
        state = ruleset.new(ruleset.read_options({}))
        yield from map(Message, ruleset.measures(ruleset.view(state, None)))


def built_games() -> Iterator[Ruleset[Any]]:
    """Yield every game of this project, whether it is on offer here or not."""
    for path in sorted((ROOM.parent / "rules").glob("*/ruleset.py")):
        module = import_module(f"rules.{path.parent.name}.ruleset")
        yield from (each for each in vars(module).values() if isinstance(each, Ruleset))


def _settings(struct: Any) -> Iterator[str]:
    yield from option_fields.in_english(struct).values()
    yield from option_fields.english_labels(struct).values()
    for field in option_fields.fields_of(struct, ""):
        yield from (option_fields.plain_label(value) for value, _words in field.choices)


def path_of(language: str, kind: str) -> Path:
    return catalogues.path_in(LOCALE, language, kind)


class Command(BaseCommand):
    help = "Update and compile pbem/web/locale; says what still lacks a translation."

    def handle(self, *args: Any, **options: Any) -> None:
        for line in catalogues.update(LOCALE, messages()):
            self.stdout.write(line)
