"""Pages about the code name only what is there: files, modules, classes, functions, parameters."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
CODE = ("rules", "pbem", "notifications", "tests", "bench")
PAGES = ("docs/architecture.md", "docs/rulesets.md", "CONTRIBUTING.md")
STANDS_FOR = {"t": "Table", "v": "View", "picture": "Picture", "chapter": "Chapter"}
"""Variables in the pages, and the classes of which they are."""
FORMER = {"path", "smtp", "store", "sender", "settings", "advance"}
"""Names that architecture.md says were not taken."""
NOT_OURS = {
    "main",
    "sorted",
    "yield",
    "mypy",
    "make",
    "stable",
    "industrial_initiative",
    "attacker/cruiser",
}
"""Words of Python, git and tools, and values."""
IN_TICKS = re.compile(r"`([^`]+)`")
IN_FENCE = re.compile(r"```.*?```", re.S)


class Code(NamedTuple):
    """Everything that has a name in the code, under the name it is looked for by."""

    modules: dict[str, set[str]]
    classes: dict[str, set[str]]
    parameters: dict[str, list[set[str]]]
    files: set[str]


@cache
def code() -> Code:
    read = Code({}, defaultdict(set), defaultdict(list), set())
    for top in (*CODE, "docs", ".ci", "contrib"):
        for path in (ROOT / top).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            read.files.add(name)
            if name.endswith(".py"):
                read.modules[name[:-3].replace("/", ".").removesuffix(".__init__")] = set(
                    _defined(ast.parse(path.read_text("utf-8")).body, read)
                )
    read.files.update(path.name for path in ROOT.iterdir())
    return read


@cache
def names() -> set[str]:
    """Return every name in the code: of modules, of what they define, and of parameters."""
    read = code()
    found = {part for module in read.modules for part in module.split(".")}
    parameters = (known for several in read.parameters.values() for known in several)
    return found.union(*read.modules.values(), *read.classes.values(), *parameters)


def _defined(body: list[ast.stmt], read: Code) -> Iterator[str]:
    """Yield what a module or class defines, and note it."""
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                args = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
                read.parameters[node.name].append({arg.arg for arg in args})
                if node.name == "__init__":
                    yield from _set_on_self(node)
                yield node.name
            case ast.ClassDef():
                attributes = set(_defined(node.body, read))
                read.classes[node.name] |= attributes
                fields = {
                    stmt.target.id
                    for stmt in node.body
                    if isinstance(stmt, ast.AnnAssign) and isinstance(stmt.target, ast.Name)
                }
                read.parameters[node.name] += [fields, _made_with(node)]
                yield node.name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign():
                yield from (n.id for n in ast.walk(node) if isinstance(n, ast.Name))
            case ast.If() | ast.Try():
                yield from _defined(node.body, read)


def _made_with(kind: ast.ClassDef) -> set[str]:
    """Return the parameters of a class that has an `__init__`."""
    inits = (f for f in kind.body if isinstance(f, ast.FunctionDef) and f.name == "__init__")
    return {arg.arg for init in inits for arg in init.args.args}


def _set_on_self(init: ast.AST) -> Iterator[str]:
    for node in ast.walk(init):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def is_path(name: str) -> bool:
    """A path, from the root or from the folder that is spoken of; it may end in a function."""
    name = name.rstrip("/")
    files = code().files
    if any(f"/{path}".endswith((f"/{name}", f"/{name}.py")) for path in files):
        return True
    head, _dot, function = name.rpartition(".")
    return any(
        f".{module}".endswith(f".{head.replace('/', '.')}") and function in defined
        for module, defined in code().modules.items()
    )


def is_dotted(name: str) -> bool:
    """A module, a name in a module, or an attribute of a class."""
    head, _dot, last = name.rpartition(".")
    owner = STANDS_FOR.get(head, head)
    if last in code().classes.get(owner.rpartition(".")[2], ()):
        return True
    for module, defined in code().modules.items():
        if f".{module}".endswith(f".{name}"):
            return True
        if f".{module}".endswith(f".{head}") and last in defined:
            return True
    return False


def is_call(name: str, inside: str) -> bool:
    """A function, method or class, with the parameters of one that is so called; or a parameter
    that is itself called."""
    if "." in name and not is_dotted(name):
        return False
    if any(name in known for several in code().parameters.values() for known in several):
        return True
    written = {part.strip().rstrip("=") for part in inside.split(",")} - {"", "…", "self"}
    return any(written <= known for known in code().parameters[name.rpartition(".")[2]])


def is_there(said: str) -> bool:
    """Whether something between backticks is in the code; what is no name of code is not judged."""
    said = " ".join(said.split()).removeprefix("@")
    if "<" in said or "→" in said or said in NOT_OURS | FORMER:
        return True
    if "/" in said or said.endswith((".py", ".md", ".toml", ".json")):
        return "#" in said or not re.fullmatch(r"[\w./]+", said) or is_path(said)
    if call := re.fullmatch(r"([\w.]+)\((.*)\)", said):
        return is_call(call[1], call[2])
    if re.fullmatch(r"[a-zA-Z_]\w*(\.[a-zA-Z_]\w*)+", said):
        return is_dotted(said)
    if re.fullmatch(r"[a-z_]\w*|[A-Z][a-z]\w*", said):
        return said in names()
    return True


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_only_code_that_is_there(page: str) -> None:
    text = IN_FENCE.sub("", (ROOT / page).read_text("utf-8"))
    assert sorted({said for said in IN_TICKS.findall(text) if not is_there(said)}) == []


def test_names_that_are_not_there_are_found() -> None:
    for said in (
        "notifications/inbound/nowhere.py", "inbound/pipeline.nothing", "Match.does_nothing",
        "kernel.patterns.nothing", "t.nothing", "together(t, nobody)", "no_such_name_anywhere",
    ):  # fmt: skip
        assert not is_there(said), said
