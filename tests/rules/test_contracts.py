"""Every ruleset keeps what it promises the kernel."""

from typing import Any

import pytest

from rules.kernel.ruleset import Rulesets
from tests import contracts
from tests.rulesets import TESTED

RULESETS = Rulesets(TESTED).by_name
TEST_BEDS = [
    *(("skirmish", players) for players in (1, 2, 6, 8)),
    *(("logbook", players) for players in (1, 8)),
]
CASES = [*TEST_BEDS, *((name, 3) for name in RULESETS if name not in ("skirmish", "logbook"))]
"""The big games keep their promises at one size here; simulations play them at every size."""


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]}-{case[1]}p")
def game(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    name, players = request.param
    ruleset = RULESETS[name]
    return ruleset, ruleset.read_options({"players": players})


@pytest.mark.parametrize(
    "check",
    [
        contracts.woken_everywhere_is_live,
        contracts.cold_replay_is_live,
        contracts.dict_order_does_not_matter,
        contracts.interjections_anywhere_keep_promises,
        contracts.questions_are_sound,
        contracts.labels_are_unique,
        contracts.forks_verify,
        contracts.games_do_not_touch,
        contracts.quiet_windows_leak_nothing,
    ],
    ids=lambda check: check.__name__,
)
def test_promise(game: tuple[Any, Any], check: Any) -> None:
    check(*game, "promise")


def test_parallel_order_does_not_matter(game: tuple[Any, Any]) -> None:
    contracts.parallel_order_does_not_matter(*game, "parallel")


def test_twins_look_alike(game: tuple[Any, Any]) -> None:
    compared = contracts.twins_look_alike(*game, "twins")
    assert compared > 0


@pytest.mark.parametrize("name", ["ti4", "ti3", "eclipse"])
def test_twins_look_alike_at_planned_tables(name: str) -> None:
    ruleset = RULESETS[name]
    options = ruleset.read_options({"players": 3})
    assert contracts.twins_look_alike(ruleset, options, "twins", "planned", every=7) > 0


def test_thinking_sees_only_the_view(game: tuple[Any, Any]) -> None:
    compared = contracts.thinking_sees_only_the_view(*game, "thinking", every=5)
    assert compared > 0


@pytest.mark.parametrize("path", TESTED)
def test_salts_do_not_matter(path: str) -> None:
    contracts.salts_do_not_matter(path, 3, "salt")
