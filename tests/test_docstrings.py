"""A function's docstring begins with what the function does or returns, in the imperative."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("rules", "pbem", "notifications")
MIDDLE_OF_A_THOUGHT = {
    "What", "Whether", "Who", "Whose", "Whom", "Where", "Which", "How", "Why", "When", "If", "Of",
    "As", "Those", "That", "This", "It", "They", "Also", "Another", "Not", "No", "The", "A", "An",
}  # fmt: skip
"""Words with which a docstring begins that has no verb yet."""


def beginnings(room: Path) -> Iterator[tuple[str, str]]:
    """Yield where a function says what it does, and its first word; properties are things."""
    for path in sorted(room.rglob("*.py")):
        if "migrations" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                words = (ast.get_docstring(node) or "").split()
                made = [ast.unparse(decorator) for decorator in node.decorator_list]
                if words and not any("property" in name for name in made):
                    yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", words[0]


@pytest.mark.parametrize("room", ROOMS)
def test_a_docstring_begins_with_what_is_done(room: str) -> None:
    found = [where for where, word in beginnings(ROOT / room) if word in MIDDLE_OF_A_THOUGHT]
    assert found == []
