"""What each objective asks for, and what falls just short of it."""

from typing import Any

import pytest

from rules.ti3.components import registry
from rules.ti3.facts import OBJECTIVES
from rules.ti3.ruleset import TI3

FREE = [
    "abyz", "fria", "arinam", "meer", "arnor", "lor", "bereg", "lirta_iv", "centauri", "gral",
    "coorneeq", "resculon", "dal_bootha", "xxehan", "lazar", "sakulag", "lodor", "mehar_xull",
]  # fmt: skip
MECATOL = {"control": {"mecatol_rex": "Sol"}}


def owned(*planets: str) -> dict[str, Any]:
    return {"control": dict.fromkeys(planets, "Sol")}


def techs(*ids: str) -> dict[str, Any]:
    return {"Sol": {"techs": list(ids)}}


def on_mecatol(system: str, planet: str) -> dict[str, Any]:
    return {
        **MECATOL,
        "units": {"mecatol_rex": {"Sol": planet}, "sys_mecatol_rex": {"Sol": system}},
    }


DOCK = "1 space dock"
NINE = [
    "hylar_v_assault_laser", "deep_space_cannon", "antimass_deflectors", "enviro_compensator",
    "sarween_tools", "stasis_capsules", "cybernetics", "xrd_transporters", "micro_technology",
]  # fmt: skip
CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "pub1_five_planets": (owned(*FREE[:5]), owned(*FREE[:4])),
    "pub1_five_techs": (techs(*NINE[:5]), techs(*NINE[:4])),
    "pub1_four_colors": (
        techs(*NINE[:1], *NINE[2:4], "cybernetics"),
        techs(*NINE[:1], *NINE[2:4]),
    ),
    "pub1_mecatol_whole_round": ({**MECATOL, "table": {"mecatol_since": 0}}, MECATOL),
    "pub1_three_docks": (
        {**owned("abyz", "fria"), "units": {p: {"Sol": DOCK} for p in ("jord", "abyz", "fria")}},
        {**owned("abyz"), "units": {p: {"Sol": DOCK} for p in ("jord", "abyz")}},
    ),
    "pub1_three_same_color": (techs(*NINE[3:5], "micro_technology"), techs(*NINE[3:5])),
    "pub1_three_specialties": (owned("fria", "lor", "lodor"), owned("fria", "lor")),
    "pub2_domination": (
        owned("arretze", "hercant", "kamdorn", "archon_ren", "archon_tau"),
        owned("arretze", "hercant", "kamdorn", "archon_ren"),
    ),
    "pub2_influence_over_neighbours": (
        owned("mecatol_rex", *FREE),
        owned(*FREE[:3]),
    ),
    "pub2_nine_techs": (techs(*NINE), techs(*NINE[:8])),
    "pub2_supremacy": (owned(*FREE), owned(*FREE[:17])),
    "pub2_ten_planets": (owned(*FREE[:10]), owned(*FREE[:9])),
    "conqueror": (owned("arretze", "hercant", "kamdorn"), owned("arretze", "hercant")),
    "diversified": (
        {**on_mecatol("none", DOCK), **techs(*NINE[:6], "cybernetics", "xrd_transporters")},
        {**on_mecatol("none", DOCK), **techs(*NINE[:5])},
    ),
    "focused": (owned("lor", "bereg", "coorneeq", "dal_bootha"), owned("lor", "bereg", "fria")),
    "forceful": (on_mecatol("4 dreadnought", DOCK), on_mecatol("3 dreadnought", DOCK)),
    "keeper_of_gates": (
        {"units": {"sys_lodor": {"Sol": "1 cruiser"}, "sys_quann": {"Sol": "1 cruiser"}}},
        {"units": {"sys_lodor": {"Sol": "1 cruiser"}}},
    ),
    "master_of_ships": (
        on_mecatol("5 dreadnought, 3 cruiser", DOCK),
        on_mecatol("5 dreadnought, 2 cruiser, 3 fighter", DOCK),
    ),
    "merciless": ({"Sol": {"docks_taken": [1]}}, {}),
    "technocrat": (
        owned("fria", "arinam", "lor", "bereg", "lirta_iv", "lodor"),
        owned("fria", "arinam", "lor", "bereg", "lirta_iv"),
    ),
    "usurper_secret": (
        on_mecatol("none", "6 ground force, 1 space dock"),
        on_mecatol("none", "5 ground force, 1 space dock"),
    ),
}
ELSEWHERE = {"industrial", "pub2_mecatol_and_ring", "pub2_imperium_rex"}


def state(patch: dict[str, Any]) -> Any:
    sides = {"Sol": {"techs": []}, **patch}
    position = {"seats": ["sol", "hacan", "xxcha"], "turn": "Sol", **sides}
    return TI3.position(TI3.read_options({"players": 3}), position)


@pytest.mark.parametrize("id", CASES)
def test_an_objective_is_met_and_just_not(id: str) -> None:
    met, short = CASES[id]
    handler = registry.objective(id)
    assert handler.met(state(met).table, 0)
    assert not handler.met(state(short).table, 0)


def test_every_objective_is_tested() -> None:
    spending = {o for o in OBJECTIVES if "spend" in o}
    assert set(OBJECTIVES) == set(CASES) | spending | ELSEWHERE


def test_the_centre_and_its_ring() -> None:
    handler = registry.objective("pub2_mecatol_and_ring")
    table = state({}).table
    ring = [x for x in table.places if x in ("sys_abyz_fria", "sys_arinam_meer", "sys_arnor_lor")]
    have, want = handler.count(table, 0)
    assert (have, len(ring)) == (0, 3)
    assert want == 1 + 6 - 2, "the asteroid fields beside Mecatol Rex are left out"


def test_industrial_counts_docks_dreadnoughts_and_mecatol() -> None:
    units = {"jord": {"Sol": DOCK}, "abyz": {"Sol": DOCK}, "mecatol_rex": {"Sol": DOCK}}
    patch = {
        "control": {"mecatol_rex": "Sol", "abyz": "Sol"},
        "units": {**units, "sys_home_sol": {"Sol": "5 dreadnought"}},
    }
    assert registry.objective("industrial").met(state(patch).table, 0)
    patch["units"] = {**units, "sys_home_sol": {"Sol": "4 dreadnought"}}
    assert not registry.objective("industrial").met(state(patch).table, 0)


def test_imperium_rex_is_nobodys() -> None:
    assert not registry.objective("pub2_imperium_rex").met(state({}).table, 0)
