"""Rulings that changed hold for steps that begin from now on; a step begun before keeps its own."""

from pathlib import Path

import pytest

from rules.inscription.ruleset import Inscription
from rules.kernel.ruleset import Rulesets
from rules.kernel.trials.scenarios import run_file

CASES = Path(__file__).parents[2] / "scenarios" / "inscription"


class FirstInscription(Inscription):
    version = 1


FIRST = FirstInscription()


@pytest.mark.parametrize(
    "case", ["ghosts-of-creuss-setup", "xxcha-kingdom-setup", "yssaril-tribes-setup"]
)
def test_a_set_up_begun_by_the_first_version_brings_no_trade_goods(case: str) -> None:
    before = Rulesets((f"{__name__}.FIRST",))
    failures = run_file(CASES / "faction" / f"{case}.yaml", before).failures
    assert len(failures) == 1
    assert "industry.goods is 0" in failures[0]
