"""manage.py game_words: bring the message catalogues of the games up to date and compile them.

Needs Babel (a development package) and nothing installed by root. Run it after changing words.
"""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from pbem.words import catalogues
from pbem.words.catalogues import Message

RULES = Path(__file__).resolve().parents[3] / "rules"
DOMAIN = "game"


def packages() -> list[Path]:
    """Return the packages that have a `speech` module and message catalogues of their own."""
    speaking = [path.parent for path in sorted(RULES.glob("*/speech.py"))]
    return [package for package in speaking if package.name != "lexicon"]


def messages(package: Path) -> Iterator[Message]:
    """Yield what a package says: calls of its `Speech` with plain text, and the `texts` of its
    data."""
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield from _said(node)
    if (package / "texts.py").exists():
        module = import_module(f"{RULES.name}.{package.name}.texts")
        yield from (Message(text) for text in getattr(module, "texts", tuple)())


def _said(call: ast.Call) -> Iterator[Message]:
    match _name(call), [arg.value for arg in call.args if isinstance(arg, ast.Constant)]:
        case (("_" | "N_"), [str(text)]) if text:
            yield Message(text)
        case "several", [str(one), str(many)]:
            yield Message((one, many))
        case "meant", [str(context), str(text)]:
            yield Message(text, context)


def _name(call: ast.Call) -> str:
    return getattr(call.func, "id", "") or getattr(call.func, "attr", "")


class Command(BaseCommand):
    help = "Update and compile rules/*/locale; says what still lacks a translation."

    def handle(self, *args: Any, **options: Any) -> None:
        for package in packages():
            self.stdout.write(package.name)
            for line in catalogues.update(package / "locale", messages(package), DOMAIN):
                self.stdout.write(f"  {line}")
