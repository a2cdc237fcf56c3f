"""The map in words: enough to plan a turn with pictures off."""

import re

import pytest

from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.ti3 import galaxy as third
from rules.ti3.facts import TILES
from rules.ti3.ruleset import TI3
from rules.ti4 import galaxy as fourth
from rules.ti4.facts import PLANETS
from rules.ti4.facts import TILES as TILES4
from rules.ti4.ruleset import TI4


def begun(ruleset):
    options = ruleset.read_options({"players": 3})
    return Match.start(Setting(ruleset, options, secret_for("atlas")))[0]


def test_every_system_with_its_neighbours_planets_wormholes_and_anomalies():
    view = begun(TI4).view(0)
    lines = TI4.atlas(view)
    tiles = fourth.tiles(view.table)
    assert [line.partition(":")[0] for line in lines] == list(tiles)
    links = fourth.adjacency(view.table, 0)
    for tile, line in zip(tiles, lines, strict=True):
        assert line.endswith(f"next to {', '.join(links[tile])}")
        for planet in TILES4[tile].planets:
            worth = f"{PLANETS[planet].resources}/{PLANETS[planet].influence}"
            assert f"{PLANETS[planet].name} {worth}" in line
        for here, hole in fourth.wormholes(view.table):
            assert here != tile or re.search(rf"\b{hole}\b", line)
    assert sum("free" in line for line in lines) > 5


def test_the_third_edition_by_names():
    view = begun(TI3).view(0)
    lines = TI3.atlas(view)
    assert len(lines) == len(view.table.places)
    links = third.for_movement(view.table)
    told = {line.rpartition("; next to ")[0].partition(":")[0]: line for line in lines}
    for tile in view.table.places:
        near = ", ".join(TILES[other].name for other in links.get(tile, ())) or "nothing"
        assert told[TILES[tile].name].endswith(f"; next to {near}")


@pytest.mark.parametrize("ruleset", [TI3, TI4])
def test_it_is_what_everybody_knows(ruleset):
    match = begun(ruleset)
    assert ruleset.atlas(match.view(0)) == ruleset.atlas(match.view(1))
