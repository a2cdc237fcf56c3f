"""The rule cases of the game."""

from pathlib import Path

import pytest

from rules.kernel.ruleset import Rulesets
from rules.kernel.scenarios import run_file, scenario_files

FOLDER = Path(__file__).parents[2] / "scenarios" / "ti4"
RULESETS = Rulesets(("rules.ti4.ruleset.TI4",))


@pytest.mark.parametrize("path", list(scenario_files([FOLDER])), ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    assert run_file(path, RULESETS).failures == ()
