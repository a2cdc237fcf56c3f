"""Adjacency, wormholes and ways through the galaxy."""

from typing import Any

from rules.ti4 import galaxy
from rules.ti4.mapmaking import clash
from rules.ti4.ruleset import TI4
from rules.ti4.tactical.paths import Chart
from rules.ti4.units import fleets

SEATS = ["federation_of_sol", "emirates_of_hacan", "ghosts_of_creuss"]


def table(**patch: Any) -> Any:
    position = {"seats": SEATS, "turn": "Sol", **patch}
    return TI4.position(TI4.read_options({"players": 3}), position).table


def test_edges_and_wormholes_make_neighbours() -> None:
    board = table()
    assert set(galaxy.adjacent(board, "18")) == {"19", "20", "21", "22", "23", "24"}
    assert "39" in galaxy.adjacent(board, "26")
    assert "40" in galaxy.adjacent(board, "25")


def test_the_home_of_creuss_is_reached_by_its_gate_alone() -> None:
    assert galaxy.adjacent(table(), "51") == ("17",)


def test_a_law_may_merge_the_wormholes() -> None:
    board = table(table={"laws": {"wormhole_reconstruction": {}}})
    assert {"25", "39", "40"} <= set(galaxy.adjacent(board, "26"))


def test_ways_go_round_what_blocks() -> None:
    board = table(units={"27": {"Hacan": "1 cruiser"}})
    way = Chart(board, 0, "20").way("destroyer", "1")
    assert way is None or "27" not in way.steps[:-1]
    assert Chart(board, 0, "27").way("destroyer", "1").steps == ("27",)  # type: ignore[union-attr]


def test_capacity_counts_what_docks_look_after() -> None:
    board = table(units={"1": {"Sol": "5 fighter"}})
    assert fleets.load(board, "1", 0).capacity_over == 2


def test_tiles_that_may_not_touch() -> None:
    assert clash("26", "39")
    assert not clash("26", "40")
    assert clash("41", "42")
