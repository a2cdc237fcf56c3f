"""Technologies, faction abilities, notes and flagships: all are built, and each has a rule case."""

from typing import Any

import pytest

from rules.ti4.components import modifiers, registry
from rules.ti4.facts import ABILITIES, FACTIONS, NOTES, TECHNOLOGIES
from rules.ti4.ruleset import TI4
from rules.ti4.state import Mark
from rules.ti4.tactical.paths import Chart
from rules.ti4.units import fleets
from rules.toolbox.effects import Effect
from tests.rules.ti4.cases import covered

IDS: dict[registry.Kind, list[str]] = {
    "technology": sorted(TECHNOLOGIES),
    "ability": sorted(ABILITIES),
    "note": sorted(NOTES),
    "flagship": sorted(faction.flagship for faction in FACTIONS.values()),
}


@pytest.mark.parametrize("kind", list(IDS))
def test_everything_has_a_handler(kind: registry.Kind) -> None:
    assert registry.missing(kind) == []
    assert set(registry.built(kind)) == set(IDS[kind])


@pytest.mark.parametrize("kind", list(IDS))
def test_everything_has_a_rule_case(kind: registry.Kind) -> None:
    assert [id for id in IDS[kind] if id not in covered()] == []


def table(faction: str, **patch: Any) -> Any:
    position = {"seats": [faction, "emirates_of_hacan", "winnu"], **patch}
    return TI4.position(TI4.read_options({"players": 3}), position).table


def test_a_flagship_that_goes_first_opens_the_way_for_the_others() -> None:
    board = table("ghosts_of_creuss", units={"26": {"Creuss": "1 flagship"}})
    assert Chart(board, 0, "20").way("carrier", "17").steps == ("26", "20")  # type: ignore[union-attr]
    assert Chart(board, 0, "20", ahead="26").way("carrier", "17").steps == ("20",)  # type: ignore[union-attr]


def test_floating_factories_carry_and_do_not_weigh() -> None:
    board = table("clan_of_saar", units={"27": {"Saar": "1 space dock, 5 infantry"}})
    load = fleets.load(board, "27", 0)
    assert (load.capacity_over, load.fleet_weight) == (1, 0)


def test_silenced_abilities_do_not_count() -> None:
    board = table("barony_of_letnev")
    assert modifiers.fleet_limit(board, 0, "27") == 5
    board.effects.append(Effect(Mark.SILENCED, 0, "tactical"))
    assert modifiers.fleet_limit(board, 0, "27") == 3
