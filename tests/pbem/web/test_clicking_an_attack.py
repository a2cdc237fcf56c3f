"""An attack clicked together: what the page offers once a system is activated."""

from typing import Any

import pytest

from pbem.play.preview import Check, Verdict, check
from rules.kernel.forms import Form, written
from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.ti3.ruleset import TI3
from rules.ti4.ruleset import TI4

ATTACKS: dict[str, tuple[Any, dict[str, Any], str, str, str]] = {
    "ti4": (
        TI4,
        {
            "turn": "Sol",
            "Sol": {"fleet": 3},
            "Hacan": {"techs": ["pds_ii"]},
            "control": {"fria": "Hacan"},
            "units": {
                "1": {"Sol": "2 carrier, 1 cruiser"},
                "jord": {"Sol": "5 infantry"},
                "37": {"Sol": "1 destroyer"},
                "50": {"Sol": "1 dreadnought"},
                "27": {"Hacan": "1 cruiser"},
                "fria": {"Hacan": "1 pds"},
            },
        },
        "ACTIVATE 27",
        "1",
        "infantry",
    ),
    "ti3": (
        TI3,
        {
            "seats": ["sol", "hacan", "xxcha"],
            "turn": "Sol",
            "Sol": {"fleet": 3},
            "units": {
                "sys_home_sol": {"Sol": "2 carrier, 1 cruiser"},
                "jord": {"Sol": "5 ground force"},
                "sys_lodor": {"Sol": "1 dreadnought"},
                "sys_dal_bootha_xxehan": {"Hacan": "1 cruiser"},
                "xxehan": {"Hacan": "1 pds, 1 ground force"},
            },
            "control": {"xxehan": "Hacan"},
        },
        "ACTIVATE Xxehan",
        "sys_home_sol",
        "ground_force",
    ),
}


def asked(name: str, *orders: str) -> Check:
    rules, position, activate, _origin, _troops = ATTACKS[name]
    setting = Setting(rules, rules.read_options({"players": 3}), secret_for("attack"))
    match, _ruling = Match.start(setting, position=position)
    return check(match, 0, "\n".join([activate, *orders]))


def form_of(name: str) -> Form:
    then = asked(name).then
    assert then is not None
    return next(form for form in then.forms if form.name == "move")


def key_of(form: Form, label: str, group: str) -> str:
    found = [f.key for g in form.groups for f in g.fields if f.key.startswith(group)]
    return next(key for key in found if label in key)


@pytest.mark.parametrize("name", ATTACKS)
def test_ships_in_reach_have_steppers_with_hold_and_fleet(name: str) -> None:
    """Only those that can come; what they carry and what the fleet pool allows is added up."""
    form = form_of(name)
    origin, troops = ATTACKS[name][3:]
    steps = {field.key: field.most for group in form.groups for field in group.fields if
             hasattr(field, "most")}  # fmt: skip
    assert steps[key_of(form, "carrier", origin)] == 2
    assert steps[key_of(form, troops.replace("_", " "), f"{origin}.cargo")] == 5
    assert not any("dreadnought" in key for key in steps), "too far away"
    cargo, ship = (
        key_of(form, troops.replace("_", " "), f"{origin}.cargo"),
        key_of(form, "carrier", origin),
    )
    (hold,) = (total for total in form.totals if cargo in total.uses)
    (fleet,) = (total for total in form.totals if ship in total.uses)
    assert (fleet.used, fleet.most) == (0, 3)
    assert hold.room[ship] > 1


@pytest.mark.parametrize("name", ATTACKS)
def test_what_is_clicked_is_legal_and_shows_guns_and_chances(name: str) -> None:
    form = form_of(name)
    origin, troops = ATTACKS[name][3:]
    clicked = {
        key_of(form, "carrier", origin): "1",
        key_of(form, "cruiser", origin): "1",
        key_of(form, troops.replace("_", " "), f"{origin}.cargo"): "3",
    }
    found = asked(name, *written(form, clicked).split("\n"))
    assert found.sound
    assert found.odds is not None
    assert sum(chance for _side, chance in found.odds.chances) == pytest.approx(100, abs=0.1)
    told = " ".join(found.odds.lines)
    assert "Hacan" in told
    assert "Space Cannon" in told or "PDS" in told
    assert "cannot activate" not in told


@pytest.mark.parametrize("name", ATTACKS)
def test_more_than_the_ships_carry_is_refused_before_it_is_sent(name: str) -> None:
    form = form_of(name)
    origin, troops = ATTACKS[name][3:]
    crowd = {
        key_of(form, "cruiser", origin): "1",
        key_of(form, troops.replace("_", " "), f"{origin}.cargo"): "5",
    }
    found = asked(name, *written(form, crowd).split("\n"))
    assert not found.sound
    assert next(line for line in found.lines if line.status == Verdict.REFUSED).rule
