"""What depends on the number of players (ECL 18.2), as a new game lays it out."""

import pytest

from rules.eclipse.facts import SPECIES
from rules.eclipse.galaxy import ring
from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for


@pytest.mark.parametrize(
    ("players", "technologies", "outer"),
    [(2, 12, 5), (3, 14, 10), (4, 16, 14), (5, 18, 16), (6, 20, 18)],
)
def test_a_new_game_is_laid_out_for_its_players(
    players: int, technologies: int, outer: int
) -> None:
    """ECL 3.1.2, 3.1.5, 3.1.6, 3.2.3, 3.2.4, 4.1.4"""
    options = ECLIPSE.read_options({"players": players, "species": "random"})
    state = Match.start(Setting(ECLIPSE, options, secret_for(f"laid out/{players}")))[0].state
    table, box = state.table, state.box
    assert sum(table.supply.values()) == technologies
    assert sum(box.technologies.values()) == 96 - technologies
    assert table.stacks == {"I": 8, "II": 11, "III": outer}
    assert len(box.left_out) == 18 - outer
    assert len(table.hexes) == players + 1
    homes = [s for number, s in table.hexes.items() if number != "1"]
    assert all(ring((s.q, s.r)) == 2 and 0 in (s.q, s.r, s.q + s.r) for s in homes)
    assert len({SPECIES[p.species].colour for p in table.players}) == players
    assert table.hexes["1"].gcds
    assert table.hexes["1"].discovery
    assert table.discoveries == 20
