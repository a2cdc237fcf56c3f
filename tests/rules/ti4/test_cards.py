"""Action cards and agendas: each is built, has a rule case, and keeps its edges."""

from typing import Any

import pytest

from rules.kernel.trials.scenarios import scenario_files
from rules.ti4 import technology
from rules.ti4.combat import rerolls
from rules.ti4.components import modifiers, registry
from rules.ti4.components.registry import Kind
from rules.ti4.facts import ACTION_CARDS, AGENDAS
from rules.ti4.galaxy import adjacent
from rules.ti4.ruleset import TI4
from rules.ti4.state import Battle
from rules.ti4.tactical.paths import Chart
from rules.ti4.units.losses import LoseUnits
from tests.rules.ti4.cases import FOLDER, covered

SEATS = ["federation_of_sol", "emirates_of_hacan", "ghosts_of_creuss"]


def state(**patch: Any) -> Any:
    position = {"seats": SEATS, "turn": "Sol", **patch}
    return TI4.position(TI4.read_options({"players": 3}), position)


@pytest.mark.parametrize("kind", ["action card", "agenda"])
def test_every_card_has_a_handler(kind: Kind) -> None:
    assert registry.missing(kind) == []


@pytest.mark.parametrize(
    ("folder", "ids"),
    [("action_cards", ACTION_CARDS), ("agendas", AGENDAS)],
    ids=["cards", "agendas"],
)
def test_every_card_has_a_rule_case(folder: str, ids: Any) -> None:
    assert sorted(set(ids) - covered()) == []
    named = {path.stem.split("-")[0] for path in scenario_files([FOLDER / folder])}
    assert named <= set(ids), "a rule case of a card is named after its id"


def test_windows_are_those_of_the_facts() -> None:
    for id, card in ACTION_CARDS.items():
        assert set(registry.get("action card", id).windows) == set(card.windows), id


def test_a_travel_ban_spares_creuss_and_range_but_not_movement() -> None:
    table = state(table={"laws": {"enforced_travel_ban": {}}}).table
    assert "39" in adjacent(table, "26")
    assert "39" not in Chart(table, 0, "26").links["26"]
    assert "39" in Chart(table, 2, "26").links["26"]


def test_a_star_chart_overrides_the_travel_ban() -> None:
    effects = [
        {"id": "lost_star_chart", "seat": seat, "until": "tactical", "on": ""} for seat in range(3)
    ]
    table = state(table={"laws": {"enforced_travel_ban": {}}, "effects": effects}).table
    assert {"25", "39", "40"} <= set(Chart(table, 0, "26").links["26"])


def test_sanctions_spare_the_yssaril() -> None:
    laws = {"executive_sanctions": {}}
    patch = {"seats": ["yssaril_tribes", *SEATS[:2]], "turn": "Yssaril", "table": {"laws": laws}}
    table = TI4.position(TI4.read_options({"players": 3}), patch).table
    assert modifiers.hand_limit(table, 1) == 3
    assert modifiers.hand_limit(table, 0) >= 7


def test_a_research_team_helps_the_controller_of_its_planet_only() -> None:
    laws = {"research_team_biotic": {"elected": "wellon"}}
    patch = {"laws": laws, "attached": {"wellon": ["research_team_biotic"]}}
    table = state(control={"wellon": "Hacan"}, table=patch).table
    assert "research_team_biotic" in technology.helpers(table, 1)
    assert "research_team_biotic" not in technology.helpers(table, 0)


def test_units_to_lose_are_the_cheapest_by_default() -> None:
    match = state(units={"27": {"Sol": "1 carrier, 1 dreadnought"}, "1": {"Sol": "1 flagship"}})
    view = TI4.view(match, 0)
    question = LoseUnits(0, "arms_reduction", 2, ["carrier", "dreadnought", "flagship"])
    assert question.default(view) == {"27": {"carrier": 1, "dreadnought": 1}}
    assert question.forced(view) is None


def test_dice_to_roll_again_know_modifiers() -> None:
    table = state(units={"27": {"Sol": "2 cruiser", "Hacan": "1 cruiser"}}).table
    table.battle = Battle("27", 0, 1, rolls={"0": {"cruiser": [6, 7]}})
    assert [die.hits for die in rerolls.dice_of(table, 0)] == [False, True]
    table.effects = []
    table.battle.attacker, table.battle.defender = 1, 0
    assert rerolls.offered(table, 0) == {"cruiser 1": "cruiser 1 (6)", "cruiser 2": "cruiser 2 (7)"}
