"""Whatever a game cites can be read: every number in its sources, cases and pages has a text."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.eclipse import ruleset as eclipse
from rules.inscription import ruleset as inscription
from rules.kernel.rulebook import Rulebook
from rules.ti3 import ruleset as ti3
from rules.ti4 import ruleset as ti4

ROOT = Path(__file__).parents[2]
BOOKS = {
    "eclipse": eclipse.rulebook(),
    "ti3": ti3.rulebook(),
    "ti4": ti4.rulebook(),
    "inscription": inscription.rulebook(),
}
NUMBER = r"(?:[A-Z]{1,2}-\d+[a-z]?(?:\.[ivx]+)?|[A-J]\.\d+|\d+(?:\.\d+)*[a-z]*(?: D\d+)?)"


def cited(game: str, book: Rulebook) -> Iterator[tuple[str, str]]:
    """Numbers with the prefix, and those that follow in the same list: "ECL 3.3, 3.4"."""
    wanted = re.compile(rf"{book.prefix} ({NUMBER}(?:(?:, | to ){NUMBER}(?![\w-]))*)")
    folders = (ROOT / "rules" / game, ROOT / "tests" / "scenarios" / game)
    paths = [p for folder in folders for p in folder.rglob("*") if p.suffix in (".py", ".yaml")]
    for path in [*paths, ROOT / "docs" / "orders" / f"{game}.md"]:
        for found in wanted.finditer(path.read_text(encoding="utf-8")):
            for number in re.split(", | to ", found[1]):
                yield number, path.name


def docstrings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield ast.get_docstring(node) or ""


@pytest.mark.parametrize("game", BOOKS)
def test_docstrings_say_what_is_done_before_they_cite(game: str) -> None:
    paths = sorted((ROOT / "rules" / game).rglob("*.py"))
    begun = [f"{path.name}: {words}" for path in paths for words in docstrings(path)]
    prefix = BOOKS[game].prefix
    assert len(begun) > 100
    assert [words for words in begun if re.search(rf": {prefix} \d", words[:80])] == []


@pytest.mark.parametrize("game", BOOKS)
def test_every_citation_has_a_text(game: str) -> None:
    book = BOOKS[game]
    numbers = list(cited(game, book))
    assert len(numbers) > 300
    assert {f"{number} in {where}" for number, where in numbers if not book.number(number)} == set()


@pytest.mark.parametrize("game", BOOKS)
def test_texts_are_plain(game: str) -> None:
    for number, text in BOOKS[game].texts.items():
        assert text.strip(), number
        assert not re.search(r"\*\*|`|\.json|\[\[|\bTODO\b", text), number


def test_what_rulings_cite_is_quoted() -> None:
    assert "from the track of the same resource" in (eclipse.ECLIPSE.rule_text("5.3") or "")
    assert "always attack" in (eclipse.ECLIPSE.rule_text("ECL 27.8 D6") or "")
    assert "structures on that planet" in (ti4.TI4.rule_text("25.5a") or "")
    assert ti4.TI4.rule_text("99") is None


@pytest.mark.parametrize("game", BOOKS)
def test_translated_rules_are_those_of_the_game(game: str) -> None:
    book = BOOKS[game]
    for language, texts in book.translations.items():
        assert language in ("pl", "hu")
        assert [number for number in texts if number not in book.texts] == []
        assert [number for number, text in texts.items() if not text.strip()] == []
        assert [number for number in book.texts if number not in texts] == []
