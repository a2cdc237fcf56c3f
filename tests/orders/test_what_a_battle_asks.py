"""Who is asked about a battle reads what it is about: forces, chances, what may be taken off."""

from typing import Any

import pytest

from rules.kernel.ruleset import Ruleset
from rules.ti3.ruleset import TI3
from rules.ti4.ruleset import TI4
from tests.orders.corpus import question


@pytest.mark.parametrize(
    ("game", "position", "sides"),
    [
        ("ti4", "battle", ("Sol: 1 dreadnought", "Hacan: 2 cruisers")),
        ("ti3", "battle", ("Sol: 1 Dreadnought", "Hacan: 2 Cruisers")),
        ("eclipse", "fight", ("You: 1 interceptor", "Union: 1 dreadnought")),
    ],
)
def test_who_may_retreat_reads_the_forces_and_the_chances(
    game: str, position: str, sides: tuple[str, str]
) -> None:
    decision, view = question(game, position)
    assert not isinstance(decision, type)
    forces, chances = decision.background(view)
    assert all(side in forces for side in sides)
    assert "you win with " in chances
    assert "%" in chances


@pytest.mark.parametrize("game", ["ti3", "ti4"])
def test_who_has_too_many_ships_reads_which_there_are(game: str) -> None:
    decision, view = question(game, "excess")
    assert not isinstance(decision, type)
    asked = decision.prompt(view).lower()
    assert any(f" {unit}" in asked for unit in ("carrier", "cruiser", "destroyer"))


ALONE: dict[Ruleset[Any], dict[str, Any]] = {
    TI4: {
        "Sol": {"techs": ["war_sun"]},
        "units": {"27": {"Sol": "1 war_sun", "Hacan": "3 fighter, 1 carrier"}},
        "table": {
            "active": {"seat": 0, "tile": "27"},
            "battle": {"tile": "27", "attacker": 0, "defender": 1, "round": 2},
        },
    },
    TI3: {
        "seats": ["sol", "hacan", "xxcha"],
        "units": {"sys_lodor": {"Sol": "1 war_sun", "Hacan": "3 fighter, 1 carrier"}},
        "table": {
            "active": {"seat": 0, "tile": "sys_lodor"},
            "battle": {"tile": "sys_lodor", "attacker": 0, "defender": 1, "round": 2},
        },
    },
}


@pytest.mark.parametrize("rules", ALONE)
def test_losing_is_by_the_odds_and_not_by_counting_heads(rules: Ruleset[Any]) -> None:
    """One ship against four that it beats more often than not."""
    options = rules.read_options({"players": 3})
    state = rules.position(options, {"turn": "Sol", **ALONE[rules]})
    sol, hacan = (rules.facts(rules.view(state, seat)) for seat in (0, 1))
    assert (sol["my ships"], sol["enemy ships"]) == (1, 4)
    assert (sol["losing"], sol["winning"]) == (False, True)
    assert (hacan["losing"], hacan["winning"]) == (True, False)
    assert int(sol["win chance"]) > 50
    assert "odds" in rules.fact_meanings()["losing"]
