"""The rule cases of the game as data, read once for every test that asks what they show."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from rules.kernel.trials.scenarios import scenario_files

FOLDER = Path(__file__).parents[2] / "scenarios" / "ti3"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def cases() -> dict[Path, dict[str, Any]]:
    return {
        path: yaml.load(path.read_text(encoding="utf-8"), _LOADER)
        for path in scenario_files([FOLDER])
    }


@cache
def covered() -> frozenset[str]:
    """Everything a rule case says it is for: cards, technologies, abilities."""
    return frozenset(id for case in cases().values() for id in case.get("covers", ()))


def expectations() -> list[dict[str, Any]]:
    """Return everything that rule cases expect, entry by entry."""
    return [
        entry["expect"] for case in cases().values() for entry in case["play"] if "expect" in entry
    ]
