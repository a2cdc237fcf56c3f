"""Every numbered rule of play that can be shown has a case, and so has every thing in the box."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from rules.eclipse.facts import DISCOVERIES, PARTS, SPECIES, TECHNOLOGIES, load
from rules.eclipse.ruleset import ECLIPSE, rulebook
from rules.lexicon import read_page

CASES = Path(__file__).parents[2] / "scenarios" / "eclipse"
NUMBERED = {
    "3.1": 7, "3.2": 6, "3.3": 5, "3.4": 5, "4.1": 4, "4.2": 2, "4.3": 4, "5.1": 2, "5.2": 4,
    "5.3": 5, "5.4": 3, "5.5": 4, "5.6": 2, "6.1": 8, "7.1": 15, "7.2": 8, "7.3": 7, "7.4": 9,
    "7.5": 7, "7.6": 8, "7.7": 4, "7.8": 2, "7.9": 5, "8.1": 6, "8.2": 5, "8.3": 5, "9.1": 6,
    "9.2": 4, "9.3": 4, "9.4": 4, "9.5": 5, "9.6": 3, "9.7": 3, "9.8": 4, "9.9": 1, "9.10": 5,
    "9.11": 7, "9.12": 7, "9.13": 5, "9.14": 2, "10.1": 8, "11.1": 5, "12.1": 1, "12.2": 8,
    "12.3": 3, "12.4": 3, "13.1": 4, "13.2": 4, "13.3": 2, "13.4": 4, "13.5": 6, "13.6": 2,
    "13.7": 3, "14.1": 8, "14.2": 8, "14.3": 8, "15.1": 7, "15.2": 4, "16.1": 6, "16.2": 2,
    "16.3": 1, "17.1": 3,
}  # fmt: skip
NOTHING_TO_SHOW = {
    "3.2.6": "advice",
    "4.1.2": "a description of the map",
    "4.2.1": "a description of a tile",
    "5.1.1": "a definition; every payment shows it",
    "5.3.5": "there is no other order that places cubes",
    "7.3.5": "there is no order to discard a technology",
    "9.10.5": "no question is ever asked for them",
    "15.2.3": "a remark on the boards",
}


@cache
def cases() -> list[dict[str, Any]]:
    return [yaml.safe_load(path.read_text(encoding="utf-8")) for path in CASES.rglob("*.yaml")]


def test_every_rule_of_play_is_shown() -> None:
    cited = {rule.removeprefix("ECL ") for case in cases() for rule in case["rules"]}
    rules = [f"{section}.{k}" for section, n in NUMBERED.items() for k in range(1, n + 1)]
    missing = [rule for rule in rules if rule not in cited and rule not in NOTHING_TO_SHOW]
    assert not missing
    assert not [rule for rule in NOTHING_TO_SHOW if rule in cited]


@pytest.mark.parametrize(
    "things",
    [SPECIES, TECHNOLOGIES, PARTS, DISCOVERIES],
    ids=["species", "technologies", "parts", "discoveries"],
)
def test_every_thing_has_a_case(things: dict[str, Any]) -> None:
    covered = {id for case in cases() for id in case.get("covers", ())}
    assert sorted(set(things) - covered) == []


def refusals() -> Iterator[tuple[str, str]]:
    """The question that is still open after a refusal, and the reason: "code RULE"."""
    for case in cases():
        for entry in case["play"]:
            expected = entry.get("expect", {})
            problems = expected.get("problems", {})
            for name, kind in expected.get("asks", {}).items():
                for problem in problems.get(name, ()) if isinstance(problems, dict) else ():
                    yield str(kind), str(problem)


@pytest.mark.parametrize("kind", [kind.__name__ for kind in ECLIPSE.decisions])
def test_every_question_refuses_a_wrong_order(kind: str) -> None:
    """A case shows the refusal by code and rule, and that the question stays open."""
    reasons = {reason for asked, reason in refusals() if asked == kind}
    cited = [reason.partition(" ECL ")[2] for reason in reasons]
    assert any(rulebook().number(number) for number in cited), reasons


def test_what_actions_refuse_is_shown() -> None:
    """Codes refused somewhere, by the words of the decision that refuses them."""
    refused = {
        str(code).split()[0]
        for case in cases()
        for entry in case["play"]
        if isinstance(entry.get("expect"), dict) and "problems" in entry["expect"]
        for codes in entry["expect"]["problems"].values()
        for code in codes
    }
    wanted = {
        "no-connection", "pinned", "not-enough-materials", "not-enough-science", "no-energy",
        "no-drive", "square-taken", "disc-there", "not-a-reaction", "bad-rotation", "no-retreat",
        "cannot-claim", "no-cube", "track-full", "traitor", "no-technology", "stock-empty",
        "not-on-display", "zone-taken", "wrong-number", "no-room", "not-an-option", "no-use",
        "not-for-money", "one-per-sector", "too-far", "half-wormhole", "eliminated",
    }  # fmt: skip
    assert wanted <= refused


def test_cases_are_titled_apart() -> None:
    titles = [case["title"] for case in cases()]
    assert len(titles) == len(set(titles))
    assert {case["game"] for case in cases()} == {ECLIPSE.name}


PAGE = CASES.parents[2] / "docs" / "orders" / "eclipse.md"


def test_the_examples_of_the_order_page_are_read() -> None:
    blocks = re.findall(r"```\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    orders = [block for block in blocks if not block.startswith("ODDS")]
    assert len(orders) >= 3
    for block in orders:
        assert read_page(block, ECLIPSE.order_verbs).errors == ()


def test_the_order_page_lists_every_verb_and_option() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for verb, languages in load("verbs", dict[str, dict[str, list[str]]]).items():
        told = [[word for word in words if "→" not in word][:4] for words in languages.values()]
        cells = [", ".join(f"`{word}`" for word in words) for words in told]
        assert f"| `{verb}` | {' | '.join(cells)} |" in page
    for option in ECLIPSE.Options.__struct_fields__:
        assert f"`{option}`" in page
