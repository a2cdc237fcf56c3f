"""Every rule of play, every ruling and every component has a rule case."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from rules.inscription.facts import components
from rules.inscription.orders import MARK_VERBS
from rules.inscription.ruleset import rulebook

CASES = Path(__file__).parents[2] / "scenarios" / "inscription"
NOT_SHOWN = {
    "1.1.1": "the premise",
    "1.2.2": "counts that the rulebook lost",
    "1.2.4": "care of markers",
    "1.2.5": "a guide for learners",
    "2.1.3": "where sheets lie on a table",
    "2.4.2": "test_setup builds the event deck",
    "2.4.3": "test_setup builds the event deck",
    "2.4.4": "test_setup builds the event deck",
    "2.4.5": "test_setup builds the event deck",
    "2.6.2": "reference cards and markers",
    "3.1.1": "advice",
    "3.2.7": "where to read on",
    "30.4.6": "no layout prints wild symbols; the format has none",
    "30.5.5": "test_facts counts short columns",
}


NEVER_WRITTEN = {
    "left-or-right": "HALF is read by name",
    "no-dotted-x": "SCRAP with a specialization is a plain SCRAP where no dotted X is",
    "no-such-bar": "BUILD is read by id or name",
    "no-such-dock": "DOCK is read by id",
    "no-such-planet": "UNLOCK and DEVELOP are read by id or name",
    "no-such-resource": "GOODS is read by name",
    "no-such-sheet": "SHEET is read by name",
    "no-such-space": "SCRAP and CLAIM are read by id",
    "no-such-symbol": "DEVELOP and BUILD are read by id",
    "no-such-system": "ACCESS, JUMP and CLAIM are read by id",
    "no-such-technology": "RESEARCH is read by name",
    "no-sheet": "a focus die is unlocked while a sheet is active",
}
"""Refusals of answers that no line of orders could give: names are refused when they are read."""
CODE = Path(__file__).parents[3] / "rules" / "inscription"


@cache
def cases() -> list[dict[str, Any]]:
    return [yaml.safe_load(path.read_text(encoding="utf-8")) for path in CASES.rglob("*.yaml")]


def test_every_rule_is_shown() -> None:
    shown = {rule.removeprefix("TIN ") for case in cases() for rule in case["rules"]}
    rules = [n for n in rulebook().texts if re.fullmatch(r"\d+\.\d+\.\d+", n)]
    wanted = {n for n in rules if int(n.split(".")[0]) <= 22 or n.startswith("30.")}
    assert wanted - shown - set(NOT_SHOWN) == set()
    assert set(NOT_SHOWN) & shown == set(), "shown after all"


def test_every_component_is_shown() -> None:
    parts = components()
    wanted = {re.sub(r"^(faction \S+) \d+$", r"\1", key) for key, _effect in parts.effects()}
    wanted |= {f"objective {id}" for id in parts.objectives}
    covered = {id for case in cases() for id in case.get("covers", ())}
    assert wanted - covered == set()
    assert covered - wanted == set()


def test_every_verb_is_refused_somewhere() -> None:
    """Each order of a script stands in a case where something was wrong with it."""
    refused = " ".join(
        text
        for case in cases()
        if any("problems" in (entry.get("expect") or {}) for entry in case["play"])
        for entry in case["play"]
        for text in entry.values()
        if isinstance(text, str)
    )
    words = set(re.findall(r"[A-Z]+", refused))
    assert {verb.upper() for verb in MARK_VERBS} - words - {"DONE"} == set()


def test_every_refusal_is_shown() -> None:
    """What is wrong with an order is shown once at least, with its code."""
    codes = {
        code
        for path in CODE.rglob("*.py")
        for code in re.findall(
            r'(?:Illegal|Problem)\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8")
        )
    }
    shown = {
        str(problem).partition(" ")[0]
        for case in cases()
        for entry in case["play"]
        for problems in ((entry.get("expect") or {}).get("problems") or {}).values()
        for problem in problems
    }
    assert codes - shown - set(NEVER_WRITTEN) == set()
    assert set(NEVER_WRITTEN) & shown == set(), "written after all"
    assert set(NEVER_WRITTEN) <= codes
