"""Signatures say whose table, view and state they take: `Any` would let everything through."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = sorted({p.parent for p in (ROOT / "rules").glob("*/*.py")})
ANYTHING = ("Any", "object", "Any | None")
STATE_NAMES = {"state", "table", "public", "view", "view_", "v", "t", "twin", "hand", "box"}


def untyped(path: Path) -> Iterator[str]:
    """Where a function takes or gives a table, view or state as `Any`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for arg in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                said = ast.unparse(arg.annotation) if arg.annotation else ""
                if arg.arg in STATE_NAMES and said in ANYTHING:
                    yield f"{path}:{node.lineno} {node.name}({arg.arg}: {said})"
            given = ast.unparse(node.returns) if node.returns else ""
            if node.name in STATE_NAMES and given in ANYTHING:
                yield f"{path}:{node.lineno} {node.name} -> {given}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_table_view_or_state_is_any(folder: Path) -> None:
    assert [where for path in sorted(folder.rglob("*.py")) for where in untyped(path)] == []


def test_an_any_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(
        "def hits(table: Any, seat: int) -> int: ...\ndef state(seat: int) -> Any: ...\n",
        encoding="utf-8",
    )
    assert list(untyped(planted)) == [f"{planted}:1 hits(table: Any)", f"{planted}:2 state -> Any"]
