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


DJANGO = ("*args", "**kwargs", "**options", "args", "kwargs")
"""Parameters of Django's own signatures, which its commands, forms and views hand on."""
MOST_ANY = {"rules": 79, "pbem": 65, "notifications": 9}
"""So many parameters and results are `Any` because they may be anything: docs/architecture.md says
which. A number here only ever becomes smaller."""


def anything(path: Path) -> Iterator[str]:
    """Where a function takes or gives `Any`, apart from what Django prescribes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            a = node.args
            plain = [(x.arg, x.annotation) for x in (*a.posonlyargs, *a.args, *a.kwonlyargs)]
            starred = [(f"*{a.vararg.arg}", a.vararg.annotation)] if a.vararg else []
            starred += [(f"**{a.kwarg.arg}", a.kwarg.annotation)] if a.kwarg else []
            for name, said in (*plain, *starred, ("", node.returns)):
                if said and ast.unparse(said) in ("Any", "Any | None") and name not in DJANGO:
                    yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}({name})"


@pytest.mark.parametrize("room", sorted(MOST_ANY))
def test_hardly_anything_may_be_anything(room: str) -> None:
    modules = [p for p in sorted((ROOT / room).rglob("*.py")) if "migrations" not in p.parts]
    found = [where for path in modules for where in anything(path)]
    assert len(found) <= MOST_ANY[room], found


def test_an_any_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(
        "def hits(table: Any, seat: int) -> int: ...\ndef state(seat: int) -> Any: ...\n",
        encoding="utf-8",
    )
    assert list(untyped(planted)) == [f"{planted}:1 hits(table: Any)", f"{planted}:2 state -> Any"]
