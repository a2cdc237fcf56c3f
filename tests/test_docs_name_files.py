"""Pages that say what is where name only files, folders and functions that are there."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands

from rules.kernel.ruleset import Ruleset, Rulesets
from tests.rulesets import TESTED

ROOT = Path(__file__).parents[1]
CODE = ("rules", "pbem", "notifications", "tests", "bench", "docs", ".ci", "contrib")
GAMES = sorted(p.parent for p in (ROOT / "rules").glob("*/README.md"))
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
NAMED = re.compile(r"`([\w./<>-]+?)(?:::\w+)?`")
FILES = {p.relative_to(ROOT).as_posix() for top in CODE for p in (ROOT / top).rglob("*")}


def rulesets() -> Iterable[Ruleset[Any]]:
    return Rulesets(TESTED).by_name.values()


def paths(page: Path) -> list[str]:
    """Return the paths a page names: with a folder in them, and of the code."""
    named = NAMED.findall(page.read_text("utf-8"))
    return [
        name.rstrip("/")
        for name in named
        if name.split("/")[0] in CODE and "/" in name and "<" not in name
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_names_only_paths_that_are_there(page: Path) -> None:
    assert [path for path in paths(page) if not is_there(path)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_names_only_commands_that_are_there(page: Path) -> None:
    named = re.findall(r"manage\.py ([a-z]\w*)", page.read_text("utf-8"))
    assert [name for name in named if name not in get_commands()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_runs_commands_on_games_that_a_server_has(page: Path) -> None:
    """The test beds are offered only where PARSEC_RULESETS names them."""
    plain = [
        line for line in page.read_text("utf-8").splitlines() if "PARSEC_RULESETS=" not in line
    ]
    run = re.compile(r"manage\.py (?:simulate|arena|pace|scenario tests/scenarios/?) ?/?(\w+)")
    named = [game for line in plain for game in run.findall(line)]
    assert [game for game in named if game not in {folder.name for folder in GAMES}] == []


def is_there(path: str) -> bool:
    """A path may end in a function: `pbem/tasks.sweep`."""
    return path in FILES or (ROOT / path).exists() or f"{path.rpartition('.')[0]}.py" in FILES


def in_readme(game: Path) -> list[str]:
    """Return what the first column of a game's table of files names."""
    text = (game / "README.md").read_text("utf-8").partition("## Options")[0]
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    ticked = [part for cell in cells for part in re.findall(r"`([^`]+)`", cell)]
    return [name.rstrip("/") for part in ticked for name in part.split()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_readme_of_a_game_names_what_lies_in_its_folder(game: Path) -> None:
    there = {p.name for p in game.iterdir() if p.suffix == ".py" or p.is_dir()}
    there -= {"__init__.py", "__pycache__"}
    named = in_readme(game)
    assert [name for name in named if not (game / name).exists()] == []
    assert sorted(there - set(named)) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_readme_of_a_game_says_what_each_option_does(game: Path) -> None:
    kind = next(r.Options for r in rulesets() if r.name == game.name)
    rows = (game / "README.md").read_text("utf-8").partition("## Options")[2].splitlines()
    named = re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in rows if "|" in row))
    assert [option for option in kind.__struct_fields__ if option not in named] == []
