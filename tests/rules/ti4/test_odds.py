"""The chances of combats: published numbers, closed forms, symmetry, and the dice themselves."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from rules.lexicon import LexiconError
from rules.ti4.odds import odds_of_text
from rules.ti4.ruleset import TI4
from tests.rules.ti4.thrown import BATTLES, thrown

KNOWN = json.loads((Path(__file__).parent / "data" / "known_combats.json").read_text("utf-8"))
SIDES = ("attacker", "draw", "defender")


@pytest.mark.parametrize("case", KNOWN["combats"], ids=lambda case: case["id"])
def test_agrees_with_published_chances(case: dict[str, Any]) -> None:
    hits = KNOWN["loss_order"] + (", sustain last" if case.get("sustain_last") else "")
    options = {"combat": case["combat"], "attacker_hits": hits, "defender_hits": hits}
    found = TI4.odds(case["attacker"], case["defender"], options)
    assert [found[side] for side in SIDES] == pytest.approx(case["chances"], abs=1e-5)


@pytest.mark.parametrize(
    ("attacker", "p", "defender", "q"),
    [
        ("1 cruiser", 0.4, "1 carrier", 0.2),
        ("1 cruiser ii", 0.5, "1 destroyer", 0.2),
        ("1 infantry", 0.3, "1 infantry ii", 0.4),
        ("1 cruiser with N'orr", 0.5, "1 cruiser with Jol-Nar", 0.3),
    ],
)
def test_duels_by_the_closed_form(attacker: str, p: float, defender: str, q: float) -> None:
    """One unit each, one die each: somebody hits in the last round."""
    found = odds_of_text(attacker, defender, {})
    ends = 1 - (1 - p) * (1 - q)
    expected = [p * (1 - q) / ends, p * q / ends, q * (1 - p) / ends]
    assert [found[side] for side in SIDES] == pytest.approx(expected, abs=1e-12)
    assert found["attacker_losses"] == pytest.approx(
        dict.fromkeys(found["attacker_losses"], q / ends)
    )


def test_a_duel_of_ships_that_sustain() -> None:
    """Both hit with 0.6 and stand one hit: the chances by hand, from the last hit back."""
    one, both = 0.24 / 0.84, 0.36 / 0.84  # of the rounds in which anything hits
    hurt = [one, both, one]
    ahead = [one + both + one * hurt[0], one * hurt[1], one * hurt[2]]
    even = [one * ahead[i] + one * ahead[2 - i] + both * hurt[i] for i in range(3)]
    found = odds_of_text("1 dreadnought", "1 dreadnought", {})
    assert [found[side] for side in SIDES] == pytest.approx(even, abs=1e-12)


@pytest.mark.parametrize(
    "force",
    [
        "2 dreadnought, 1 cruiser, 3 fighter, 2 destroyer",
        "2 dreadnought, 1 war sun, 2 fighter with Duranium Armor",
        "1 flagship, 2 cruiser with Letnev",
        "1 flagship, 1 dreadnought, 2 fighter with L1Z1X",
    ],
)
def test_mirrored_forces_have_mirrored_chances(force: str) -> None:
    found = odds_of_text(force, force, {})
    assert found["attacker"] == pytest.approx(found["defender"], abs=1e-8)
    assert sum(found[side] for side in SIDES) == pytest.approx(1)
    assert found["attacker_losses"] == pytest.approx(found["defender_losses"], abs=1e-7)


@pytest.mark.parametrize(
    "name", ["both hunt", "better guns", "armour", "strong against weak", "shield broken"]
)
def test_agrees_with_thrown_dice(name: str) -> None:
    attacker, defender, ground = BATTLES[name]
    times = 4000
    played = thrown(attacker, defender, ground, times, seed=11)
    where = {"combat": "ground" if ground else "space"}
    found = odds_of_text(attacker.text, defender.text, where)
    for side in SIDES:
        error = math.sqrt(max(found[side] * (1 - found[side]), 1 / times) / times)
        assert getattr(played, side) == pytest.approx(found[side], abs=4 * error)
    lost = sum(found["attacker_losses"].values())
    assert played.attacker_lost == pytest.approx(lost, abs=0.15)


@pytest.mark.parametrize(
    ("attacker", "defender", "help", "options"),
    [
        ("3 cruiser", "3 cruiser", "Assault Cannon", {}),
        ("3 dreadnought", "3 dreadnought", "Duranium Armor", {}),
        ("2 cruiser, 4 fighter", "3 cruiser", "Fighter Prototype", {}),
        ("2 cruiser, 4 fighter", "3 cruiser", "Prophecy of Ixth", {}),
        ("3 cruiser", "3 cruiser", "Shields Holding", {}),
        ("3 cruiser", "3 cruiser", "War Funding", {}),
        ("3 cruiser", "2 cruiser, 3 pds", "Maneuvering Jets", {}),
        ("3 cruiser", "2 cruiser, 3 pds", "Antimass Deflectors", {}),
        ("3 dreadnought, 3 infantry", "4 infantry, 1 pds", "Disable", {}),
        ("3 infantry", "3 infantry", "Valkyrie Particle Weave", {}),
        ("1 carrier, 3 cruiser", "4 cruiser", "Cruiser II", {}),
    ],
)
def test_what_helps_helps(attacker: str, defender: str, help: str, options: dict[str, str]) -> None:
    plain = odds_of_text(attacker, defender, options)
    helped = odds_of_text(attacker, defender, {**options, "attacker": help})
    assert helped["attacker"] > plain["attacker"] + 0.01


def test_help_for_the_defender() -> None:
    plain = odds_of_text("3 cruiser", "3 cruiser", {})
    for options in ({"nebula": "yes"}, {"defender": "Experimental Battlestation"}):
        assert odds_of_text("3 cruiser", "3 cruiser", options)["defender"] > plain["defender"]


def test_a_war_sun_under_the_law_does_not_sustain() -> None:
    free = odds_of_text("1 war sun", "4 cruiser", {})
    bound = odds_of_text("1 war sun", "4 cruiser with Publicize Weapon Schematics", {})
    assert bound["attacker"] < free["attacker"]


def test_nobody_can_hit() -> None:
    """TI4 H-86: the attacker is destroyed where no die can ever hit."""
    weak = "1 infantry with Jol-Nar"
    found = odds_of_text(weak, "1 infantry", {})
    assert found["defender"] > found["attacker"] > 0
    immortal = "1 flagship with Letnev, Non-Euclidean Shielding"
    assert odds_of_text(immortal, immortal, {})["defender"] == pytest.approx(1)


def test_the_place_follows_from_the_forces() -> None:
    assert odds_of_text("2 infantry, 1 dreadnought", "2 infantry", {})["combat"] == "ground"
    assert odds_of_text("2 infantry, 1 dreadnought", "1 cruiser", {})["combat"] == "space"


@pytest.mark.parametrize(
    ("attacker", "options"),
    [
        ("2 zeppelins", {}),
        ("", {}),
        ("500 fighter", {}),
        ("1 flagship", {}),
        ("1 cruiser with Sol, Hacan", {}),
        ("1 cruiser with Ghost Ship", {}),
        ("1 cruiser", {"weather": "fine"}),
        ("1 cruiser", {"combat": "under water"}),
        ("1 cruiser", {"nebula": "perhaps"}),
    ],
)
def test_what_cannot_be_read_is_said(attacker: str, options: dict[str, str]) -> None:
    with pytest.raises(LexiconError) as refused:
        TI4.odds(attacker, "1 cruiser", options)
    assert refused.value.words
