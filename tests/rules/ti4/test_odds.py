"""The chances of combats: published numbers, closed forms, symmetry, and the engine's own dice."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.kernel.codec import encode
from rules.kernel.views import View
from rules.lexicon import LexiconError
from rules.ti4 import galaxy
from rules.ti4.components import modifiers
from rules.ti4.facts import TILES
from rules.ti4.odds import names_a_place, odds_of_text
from rules.ti4.ruleset import TI4
from rules.ti4.state import Battle as Fighting
from rules.ti4.state import Hits, TI4State
from rules.ti4.units import fleets
from tests.rules.ti4.fought import BATTLES, SIDES, Battle, fought

KNOWN = json.loads((Path(__file__).parent / "data" / "known_combats.json").read_text("utf-8"))


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


@pytest.mark.parametrize("name", BATTLES)
def test_agrees_with_the_engine(name: str) -> None:
    """A few of the two million dice `bench.ti4_odds` rolls; always the same ones. Of 108 shares of
    fair dice one lies farther than 3.8 standard errors off in about one run of a hundred."""
    assert fought(name, "suite", fights=30).off(Battle(name).exact()) < 3.8


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


def test_nobody_can_hit(monkeypatch: pytest.MonkeyPatch) -> None:
    """TI4 H-86: where no die can ever hit the attacker gives way, unless fire before it decides."""
    monkeypatch.setattr(modifiers, "combat_bonus", lambda table, seat, unit, battle: -9)
    for force in ("2 cruiser, 1 carrier", "3 dreadnought with Duranium Armor", "2 infantry"):
        found = odds_of_text(force, force, {})
        assert [found[side] for side in SIDES] == [0, 0, 1]
        assert not any(found["defender_losses"].values())
        assert sum(found["attacker_losses"].values()) == pytest.approx(
            sum(int(word) for word in force.split() if word.isdigit())
        )
    shot = odds_of_text("1 cruiser, 1 pds", "1 destroyer", {})
    assert [shot[side] for side in SIDES] == pytest.approx([0.5, 0, 0.5])


def test_ships_that_repair_all_they_suffer_stand_for_ever() -> None:
    immortal = "1 flagship with Letnev, Non-Euclidean Shielding"
    found = odds_of_text(immortal, immortal, {})
    assert found["defender"] == pytest.approx(1)


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


# -- from the real position ----------------------------------------------------------------------

SEATS = ["federation_of_sol", "emirates_of_hacan", "winnu"]


def position(**patch: Any) -> TI4State:
    return TI4.position(TI4.read_options({"players": 3}), {"seats": SEATS, **patch})


def asked(state: TI4State, place: str, force: str = "", seat: int = 0) -> dict[str, Any]:
    return TI4.odds(force, place, {}, TI4.view(state, seat))


def test_a_place_is_no_force() -> None:
    for place in ("27", "tile 27", "New Albion", "lodor", "Mecatol Rex"):
        assert names_a_place(place)
    for force in ("2 cruiser", "1 carrier II, 4 fighters", "infantry", "27 fighters"):
        assert not names_a_place(force)


def test_named_forces_against_what_stands_there() -> None:
    state = position(units={"27": {"Hacan": "1 carrier, 2 fighter"}})
    plain = odds_of_text("2 cruiser", "1 carrier, 2 fighter", {})
    before = encode(state)
    found = asked(state, "27", "2 cruiser")
    assert [found[side] for side in SIDES] == pytest.approx([plain[side] for side in SIDES])
    assert "Hacan with 1 carrier, 2 fighter" in " ".join(found["lines"])
    helped = asked(state, "27", "2 cruiser WITH Morale Boost")
    assert helped["attacker"] > found["attacker"] + 0.04
    assert encode(state) == before


def test_what_the_table_shows_counts() -> None:
    """Technologies, laws, damage, guns in the system and next to it."""
    units = {"27": {"Hacan": "2 dreadnought"}, "lodor": {"Hacan": "2 pds"}}
    plain = asked(position(units={"27": units["27"]}), "27", "3 cruiser")["attacker"]
    changes: dict[str, dict[str, Any]] = {
        "better": {"Sol": {"techs": ["cruiser_ii"]}},
        "damaged": {"table": {"damaged": {"27": {"1": {"dreadnought": 2}}}}},
        "armour": {"Hacan": {"techs": ["duranium_armor"]}},
    }
    chances = {
        name: asked(position(units={"27": units["27"]}, **patch), "27", "3 cruiser")["attacker"]
        for name, patch in changes.items()
    }
    assert chances["better"] > plain
    assert chances["damaged"] > plain
    assert chances["armour"] < plain
    far = position(units=units, Hacan={"techs": ["pds_ii"]}, map=["27", "26"])
    found = asked(far, "27", "3 cruiser")
    assert found["attacker"] < plain
    assert "Hacan has 2 Space Cannon in range." in found["lines"]
    third = position(
        units={"27": units["27"], "lodor": {"Winnu": "2 pds"}}, Winnu={"techs": ["pds_ii"]}
    )
    neutral = asked(third, "27", "3 cruiser")
    assert neutral["attacker"] == pytest.approx(plain)
    assert any("not counted" in line for line in neutral["lines"])


def test_without_a_force_what_could_come_comes() -> None:
    """Ships in reach with infantry from their planets, no more than the fleet pool allows."""
    state = position(
        map=["27", "26"],
        units={"26": {"Sol": "2 carrier, 3 dreadnought"}, "lodor": {"Sol": "9 infantry"}}
        | {"new_albion": {"Hacan": "2 infantry"}, "starpoint": {"Hacan": "1 pds"}},
        control={"lodor": "Sol", "new_albion": "Hacan", "starpoint": "Hacan"},
    )
    found = asked(state, "27")
    assert found["lines"][0] == "Your force: 3 dreadnoughts, 3 infantry."
    assert set(found["planets"]) == {"new_albion", "starpoint"}
    one = asked(state, "New Albion")
    assert set(one["planets"]) == {"new_albion"}
    assert one["planets"]["new_albion"] == found["planets"]["new_albion"]


def test_a_ship_that_can_move_farther_comes_too() -> None:
    state = position(units={"27": {"Hacan": "1 cruiser"}, "1": {"Sol": "nothing"}})
    table = state.table
    between = galaxy.adjacent(table, "27")
    far = next(
        tile
        for near in between
        if not TILES[near].anomalies and not table.space.get(near)
        for tile in galaxy.adjacent(table, near)
        if tile not in (*between, "27")
    )
    fleets.add(table, far, 0, "carrier", 2)
    with pytest.raises(LexiconError, match="Nothing of yours"):
        asked(state, "27")
    table.sides[0].techs.append("gravity_drive")
    assert asked(state, "27")["lines"][0] == "Your force: 1 carrier."


def test_a_planet_without_defending_ships() -> None:
    force, defence = "2 dreadnought, 1 carrier, 3 infantry", {"new_albion": {"Hacan": "2 infantry"}}
    found = asked(position(units=defence, control={"new_albion": "Hacan"}), "New Albion", force)
    plain = odds_of_text(f"{force} with Sol", "2 infantry", {"combat": "ground"})
    assert [found[side] for side in SIDES] == pytest.approx([plain[side] for side in SIDES])
    shield = {"new_albion": {"Hacan": "2 infantry, 1 pds"}}
    shielded = position(units=shield, control={"new_albion": "Hacan"})
    assert asked(shielded, "New Albion", force)["planets"]["new_albion"]["attacker"] < (
        found["attacker"] - 0.05
    )


def test_the_rest_of_a_combat_under_way() -> None:
    """What is left of both, with the hits nobody has assigned yet; no second barrage."""
    state = position(units={"27": {"Sol": "2 cruiser", "Hacan": "2 cruiser"}})
    state.table.battle = Fighting("27", 0, 1, round=1)
    even = asked(state, "27")
    assert even["attacker"] == pytest.approx(even["defender"])
    state.table.hits = Hits("27", "space", {"1": 1})
    ahead = asked(state, "27", seat=1)
    alone = odds_of_text("2 cruiser", "1 cruiser", {})
    assert [ahead[side] for side in SIDES] == pytest.approx([alone[side] for side in SIDES])


def test_hidden_things_make_no_difference() -> None:
    state = position(units={"27": {"Hacan": "1 carrier, 2 fighter"}}, Hacan={"hand": ["bunker"]})
    for k in range(3):
        twin = TI4.disguise(state, 0, Random(k))
        assert asked(twin, "27", "2 cruiser") == asked(state, "27", "2 cruiser")


@pytest.mark.parametrize(
    ("place", "force", "words"),
    [
        ("27", "2 zeppelins", "zeppelins"),
        ("27", "2 cruiser with Hacan", "one faction"),
        ("43", "2 cruiser", "not on the map"),
        ("20", "2 cruiser", "Nobody would oppose you"),
        ("27", "", "Nothing of yours could reach"),
    ],
)
def test_an_attack_that_cannot_be_reckoned(place: str, force: str, words: str) -> None:
    state = position(
        map=["27", "20"], units={"27": {"Hacan": "1 cruiser"}, "1": {"Sol": "nothing"}}
    )
    with pytest.raises(LexiconError, match=words):
        asked(state, place, force)


def test_only_a_player_plans() -> None:
    state = position()
    with pytest.raises(LexiconError):
        TI4.odds("2 cruiser", "27", {}, View(state.table, None, None, TI4.names(state)))
