"""Rulings that changed hold for steps that begin from now on; a step begun before keeps its own."""

from pathlib import Path

import pytest

from rules.eclipse.ruleset import Eclipse
from rules.kernel.ruleset import Rulesets
from rules.kernel.trials.scenarios import run_file

CASES = Path(__file__).parents[2] / "scenarios" / "eclipse"


class FirstEclipse(Eclipse):
    version = 1


FIRST = FirstEclipse()


@pytest.mark.parametrize(
    ("case", "instead"),
    [
        ("combat/ordinary-or-advanced-cube", "Directorate is asked []"),
        ("combat/stalemate-by-type", "Directorate is asked []"),
        ("species/hydran-is-offered-the-second-technology", "Hydran is asked []"),
    ],
)
def test_a_step_of_the_first_version_is_ruled_as_it_was(case: str, instead: str) -> None:
    before = Rulesets((f"{__name__}.FIRST",))
    failures = run_file(CASES / f"{case}.yaml", before).failures
    assert any(instead in failure for failure in failures)
