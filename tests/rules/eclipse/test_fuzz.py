"""Rich civilizations at war: the corners random openings seldom reach."""

from random import Random

import pytest

from rules.eclipse.facts import SPECIES, TECHNOLOGIES
from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for, simulate

TABLES = (
    ("planta", "descendants_of_draco", "orion_hegemony", "eridani_empire"),
    ("mechanema", "hydran_progress", "terran_union", "terran_republic"),
    ("terran_alliance", "terran_directorate", "planta", "hydran_progress", "mechanema"),
)


def rich(sides: tuple[str, ...], rng: Random) -> dict[str, object]:
    players = {}
    for seat, side in enumerate(sides):
        known = list(SPECIES[side].technologies)
        for tech in rng.sample(sorted(TECHNOLOGIES), 9):
            category = TECHNOLOGIES[tech].category
            row = sum(TECHNOLOGIES[t].category == category for t in known)
            if tech not in known and row < 7:
                known.append(tech)
        players[str(seat)] = {"storage": [70, 50, 50], "technologies": known}
    return {"boards": list(sides), "table": {"players": players}}


@pytest.mark.parametrize("seed", range(3))
def test_promises_hold_at_every_pause(seed: int) -> None:
    rng = Random(seed)
    sides = TABLES[seed]
    options = ECLIPSE.read_options({"players": len(sides)})
    secret = secret_for(f"rich/{seed}")
    match, _ = Match.start(Setting(ECLIPSE, options, secret), position=rich(sides, rng))
    bot = RandomBot(rng)
    asked = set()
    while match.ask is not None:
        asked |= {type(decision).__name__ for decision in match.ask.decisions}
        match.apply(bot.next_input(match))
        broken = ECLIPSE.invariants(match.state)
        assert not broken, broken
    assert match.round == 9
    assert {"Activate", "KeepReputation", "Claim", "EndTurn", "CubesHome"} <= asked


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize(
    "variant",
    [
        {"species": "random", "home_rotation": "owner"},
        {"aliens": False},
        {"twelfth_cube": True, "reputation_tiles": "common", "home_rotation": "owner"},
    ],
    ids=["random", "terrans", "variants"],
)
def test_table_options_play_to_the_end(players: int, variant: dict[str, object]) -> None:
    options = ECLIPSE.read_options({"players": players, **variant})
    report, violations = simulate(ECLIPSE, options, 1, "options")
    assert report.finished == 1
    assert not violations
