"""No class of a game leaves open what its base class demands of it.

Classes of plain Python are abstract and cannot be made unfinished. Decisions and interjections are
structs, asked for too often to be checked whenever one is made: their bases raise
NotImplementedError instead, and are checked here.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rules.kernel.decisions import Decision, Interjection
from rules.kernel.ruleset import Ruleset, Rulesets
from rules.ti3.components.registry import REGISTRY as TI3_CARDS
from rules.ti4.components.registry import REGISTRY as TI4_CARDS
from rules.toolbox.components import Registry
from tests.rulesets import TESTED

RULESETS = list(Rulesets(TESTED).by_name.values())


@cache
def is_open(function: Any) -> bool:
    """Whether a method only says that somebody else has to write it."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    does = [node for node in tree.body[0].body if not isinstance(node, ast.Expr)]  # type: ignore[attr-defined]
    return len(does) == 1 and ast.unparse(does[0]).startswith("raise NotImplementedError")


def left_open(kind: type) -> Iterator[str]:
    """Yield what a class still has from its bases that they do not do."""
    for base in kind.__mro__:
        for name, function in vars(base).items():
            if not inspect.isfunction(function) or getattr(kind, name) is not function:
                continue
            if is_open(function):
                yield f"{kind.__module__}.{kind.__name__}.{name}"


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_every_question_of_a_game_is_whole(ruleset: Ruleset[Any]) -> None:
    kinds: tuple[type, ...] = (*ruleset.decisions, *ruleset.interjections)
    assert kinds
    assert [where for kind in kinds for where in left_open(kind)] == []


ON_DEMAND = {"resolve": "windows", "trigger": "triggers", "choices": "", "reward": ""}
"""What a card needs only if it is used by choice, acts by itself, asks more, or pays a rider."""


@pytest.mark.parametrize("registry", [TI4_CARDS, TI3_CARDS], ids=["ti4", "ti3"])
def test_every_card_is_whole(registry: Registry[Any, Any]) -> None:
    found = []
    for card in registry.every():
        for where in left_open(type(card)):
            needed_for = ON_DEMAND.get(where.rpartition(".")[2])
            if needed_for is None or (needed_for and getattr(card, needed_for)):
                found.append(f"{where}: {card.id}")
    assert found == []


def test_what_is_left_open_is_found() -> None:
    class Unfinished(Decision[int]):
        def prompt(self, v: Any) -> str:
            return "Well?"

    found = {where.rpartition(".")[2] for where in left_open(Unfinished)}
    assert found == {"problems", "default", "sample", "read_orders"}
    assert "run" in {where.rpartition(".")[2] for where in left_open(Interjection)}


def test_a_ruleset_without_its_steps_cannot_be_made() -> None:
    class Unfinished(Ruleset[Any]):
        name = "unfinished"

    with pytest.raises(TypeError, match="abstract"):
        Unfinished()  # type: ignore[abstract]
