"""Whole games by random players keep every promise."""

from typing import Any

import pytest

from rules.kernel.errors import BadOptions
from rules.kernel.trials.simulate import play_game
from rules.ti4.facts import FACTIONS, LAYOUTS
from rules.ti4.mapmaking import pool
from rules.ti4.ruleset import TI4


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_games_end_without_violations(players: int) -> None:
    played = play_game(TI4, TI4.read_options({"players": players}), f"ends/{players}")
    assert played.match.over
    assert played.violations == ()
    assert played.match.state.table.winner >= 0


@pytest.mark.parametrize("players", [3, 5])
def test_drafted_factions_and_a_galaxy_built_by_the_players(players: int) -> None:
    options = {"players": players, "factions": "draft", "galaxy": "players"}
    played = play_game(TI4, TI4.read_options(options), "built")
    assert played.match.over
    assert played.violations == ()
    layout = LAYOUTS[players]
    creuss = any(s.faction == "ghosts_of_creuss" for s in played.match.state.table.sides)
    places = played.match.state.table.places
    assert len(places) == len(layout.spaces) + players + 1
    assert ("17" in places) == creuss


def test_every_faction_can_be_played() -> None:
    names = list(FACTIONS)
    for first in range(0, len(names), 6):
        group = (names + names)[first : first + 6]
        options = TI4.read_options({"players": 6, "factions": ",".join(group)})
        played = play_game(TI4, options, f"factions/{first}", keep=False)
        assert played.violations == ()


def test_a_pasted_map_is_laid_out_as_written() -> None:
    tiles = [*pool("blue")[:18], *pool("red")[:6]]
    options = {"players": 3, "galaxy": " ".join(tiles)}
    played = play_game(TI4, TI4.read_options(options), "pasted")
    places = played.match.state.table.places
    for tile, space in zip(tiles, LAYOUTS[3].spaces, strict=True):
        assert places[tile] == [space.q, space.r]


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ({"factions": "sol,hacan,foo"}, "no faction foo"),
        ({"factions": "sol,hacan"}, "3 different factions"),
        ({"target": 11}, "target can be: 10, 14"),
        ({"factions": "winnu,winnu,arborec"}, "different factions"),
        ({"galaxy": "19 20 21"}, "24 different tiles"),
        ({"galaxy": "1 2 3"}, "Not tiles"),
    ],
)
def test_wrong_options_are_named_when_the_table_is_made(option: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        TI4.read_options({"players": 3, **option})


def test_factions_are_called_as_in_orders() -> None:
    options = TI4.read_options({"players": 3, "factions": "sol, the lions, Barony"})
    sides = TI4.new(options).table.sides
    assert [side.faction for side in sides] == [
        "federation_of_sol", "emirates_of_hacan", "barony_of_letnev",
    ]  # fmt: skip
