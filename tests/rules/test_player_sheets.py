"""What everybody may know of every player, in words: late games of every ruleset."""

from typing import Any

import pytest

from rules.eclipse.ruleset import ECLIPSE
from rules.inscription.ruleset import INSCRIPTION
from rules.ti3.facts import TECHNOLOGIES as TI3_TECHNOLOGIES
from rules.ti3.ruleset import TI3
from rules.ti4.facts import PLANETS, TECHNOLOGIES
from rules.ti4.ruleset import TI4
from tests.contracts import pauses

GAMES: dict[str, Any] = {"ti4": TI4, "ti3": TI3, "eclipse": ECLIPSE, "inscription": INSCRIPTION}


def late(ruleset: Any, most: int = 400) -> Any:
    options = ruleset.read_options({"players": 3})
    for match, _history in pauses(ruleset, options, "sheets", most=most):
        last = match
    return last


@pytest.mark.parametrize("game", GAMES)
def test_every_player_has_a_sheet_for_everybody(game: str) -> None:
    """All others see the same of a player, whoever looks."""
    ruleset = GAMES[game]
    match = late(ruleset)
    for seat in match.seats:
        others = [None, *(other for other in match.seats if other != seat)]
        looks = [ruleset.player_sheet(match.view(viewer), seat) for viewer in others]
        assert looks[0], seat
        assert ruleset.player_sheet(match.view(seat), seat)
        assert looks.count(looks[0]) == len(looks)


def test_a_sheet_of_ti4_names_things() -> None:
    match = late(TI4)
    for seat, side in enumerate(match.state.table.sides):
        words = "\n".join(
            line
            for section in TI4.player_sheet(match.view(None), seat)
            for line in (section.title, *section.lines)
        )
        for tech in side.techs:
            assert TECHNOLOGIES[tech].name in words
        for planet, owner in match.state.table.control.items():
            if owner == seat:
                assert PLANETS[planet].name in words
        assert "Units as they are now" in words
        assert "Public objectives, how far" in words


def test_a_sheet_of_ti3_names_things() -> None:
    match = late(TI3)
    for seat, side in enumerate(match.state.table.sides):
        sections = TI3.player_sheet(match.view(None), seat)
        words = "\n".join(line for section in sections for line in section.lines)
        assert all(TI3_TECHNOLOGIES[tech].name in words for tech in side.techs)


@pytest.mark.parametrize("game", ["ti4", "ti3", "inscription"])
def test_the_comparison_has_a_cell_for_every_player(game: str) -> None:
    ruleset = GAMES[game]
    match = late(ruleset)
    grid = ruleset.comparison(match.view(None))
    assert grid is not None
    assert grid.rows
    assert {len(cells) for _name, _about, cells in grid.rows} == {3}
