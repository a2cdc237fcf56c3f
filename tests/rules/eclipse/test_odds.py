"""The chances of battles: closed forms, symmetry, and the dice themselves."""

from random import Random

import pytest

from rules.eclipse import odds
from rules.eclipse.odds import battle_odds, odds_of_text, read_force
from rules.eclipse.ruleset import ECLIPSE
from rules.lexicon import LexiconError


def test_two_equal_ships_that_hit_on_six() -> None:
    """Who fires first wins 6/11 of the time; ties go to the defender (ECL 9.3.3)."""
    chances = battle_odds(read_force("1 interceptor"), read_force("1 interceptor"))
    assert chances.defender == pytest.approx(6 / 11)
    assert chances.attacker == pytest.approx(5 / 11)
    assert chances.precision < 1e-6


def test_a_better_computer_by_hand() -> None:
    """Cruiser (hits on 5) against an interceptor without hull that fires first (hits on 6)."""
    chances = battle_odds(read_force("1 interceptor"), read_force("1 cruiser"))
    # The interceptor needs two hits on six, the cruiser one on five or more.
    p, q = 1 / 6, 1 / 3
    stay = (1 - p) * (1 - q)
    one = p / (1 - stay)  # one damage done before the cruiser hits
    second = p / (1 - stay)
    assert chances.attacker == pytest.approx(one * (1 - q) * second, abs=1e-9)


def test_without_cannons_nobody_wins() -> None:
    """ECL 9.9.1"""
    unarmed = "1 cruiser: hull, hull, nuclear source, nuclear drive"
    assert battle_odds(read_force(unarmed), read_force(unarmed)).draw == pytest.approx(1)


def test_chances_add_up_and_missiles_help() -> None:
    plain = "2 cruiser: ion cannon, hull, nuclear source, electron computer, nuclear drive"
    armed = (
        "2 cruiser: ion cannon, plasma missile, nuclear source, electron computer, nuclear drive"
    )
    before = odds_of_text(plain, "2 ancient", {})
    after = odds_of_text(armed, "2 ancient", {})
    assert before["attacker"] + before["draw"] + before["defender"] == pytest.approx(1)
    assert after["attacker"] > before["attacker"]


def test_sampling_agrees_with_the_exact_answer() -> None:
    forces = read_force("2 cruiser; 2 interceptor"), read_force("3 cruiser")
    exact = battle_odds(*forces)
    played = odds._Battle(tuple(forces[0]), tuple(forces[1])).sampled(Random(7))
    assert played.attacker == pytest.approx(exact.attacker, abs=played.precision)


def test_a_battle_of_many_states_states_its_precision() -> None:
    heavy = (
        "2 dreadnought: 2 plasma cannon, 2 improved hull, fusion source, positron computer, "
        "fusion drive, gauss shield; 4 cruiser: plasma cannon, 2 improved hull, fusion source, "
        "electron computer, fusion drive"
    )
    found = odds_of_text(heavy, heavy, {})
    assert 0 < found["precision"] <= 0.08
    assert found["attacker"] + found["defender"] == pytest.approx(1)


def test_species_blueprints_and_names() -> None:
    orion = ECLIPSE.odds("2 krążowniki", "1 cruiser", {"attacker": "Orion"})
    terran = ECLIPSE.odds("2 cruisers", "1 cruiser", {})
    assert orion["attacker"] > terran["attacker"]
    assert "shield -1" in orion["forces"]["attacker"][0]


@pytest.mark.parametrize(
    "text",
    ["", "2 stardestroyers", "1 cruiser; 2 cruiser", "99 interceptor",
     "1 interceptor: 9 hull", "1 interceptor: death ray"],
)  # fmt: skip
def test_refused(text: str) -> None:
    with pytest.raises(LexiconError):
        read_force(text)
