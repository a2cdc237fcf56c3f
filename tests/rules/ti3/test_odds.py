"""The chances of battles are exact, and agree with what the engine rolls."""

import math
from random import Random
from typing import Any

import pytest

from rules.kernel.codec import decode, encode
from rules.kernel.dice import Dice
from rules.kernel.table import Run, Table
from rules.kernel.trials.simulate import secret_for
from rules.lexicon import LexiconError
from rules.ti3.combat.space import space_battles
from rules.ti3.odds import names_a_place, odds_of_text, planned_odds
from rules.ti3.ruleset import TI3
from rules.ti3.state import Active

TILE = "sys_dal_bootha_xxehan"
FIGHTS = 40
TECHS = ("hylar_v_assault_laser", "cybernetics", "advanced_fighters")
SHIPS = ("war_sun", "dreadnought", "carrier", "cruiser", "destroyer", "fighter")


def fleet(rng: Random) -> str:
    kinds = rng.sample(SHIPS, rng.randint(1, 3))
    return ", ".join(f"{rng.randint(1, 2 if k == 'war_sun' else 3)} {k}" for k in sorted(kinds))


def position(rng: Random) -> Any:
    techs = [rng.sample(TECHS, rng.randint(0, 2)) for _ in range(2)]
    patch = {
        "seats": ["sol", "norr", "hacan"],
        "turn": "Sol",
        "Sol": {"cards": ["warfare"], "techs": techs[0], "fleet": 12},
        "N'orr": {"cards": ["trade"], "techs": techs[1], "fleet": 12},
        "units": {TILE: {"Sol": fleet(rng), "N'orr": fleet(rng)}},
    }
    state = TI3.position(TI3.read_options({"players": 3}), patch)
    state.table.active = Active(0, TILE, moved=True)
    return state


def fight(raw: bytes, name: str) -> str:
    """Who wins when both sides answer as silence does."""
    state = decode(raw, TI3.State)
    run: Any = Run(state, Dice(secret_for(name)), TI3.view)  # type: ignore[arg-type]
    play = space_battles(Table(run, "battle", 1), 0)
    try:
        ask = next(play)
        while True:
            given = {at: d.default(TI3.view(state, d.seat)) for at, d in ask.items()}
            ask = play.send(given)
    except StopIteration:
        pass
    ended = [told.event for told in run.told if told.event["kind"] == "BattleEnded"]
    return {0: "attacker", 1: "defender"}.get(ended[-1]["winner"], "draw")


@pytest.mark.parametrize("number", range(30))
def test_the_engine_rolls_what_the_odds_say(number: int) -> None:
    state = position(Random(number))
    exact = planned_odds(TI3.view(state, 0), "Dal Bootha", "")
    raw = encode(state)
    won = [fight(raw, f"odds/{number}/{k}") for k in range(FIGHTS)]
    for side in ("attacker", "draw", "defender"):
        p = exact[side]
        spread = math.sqrt(max(p * (1 - p), 0.01) * FIGHTS)
        assert abs(won.count(side) - p * FIGHTS) <= 4 * spread, (side, p, won.count(side))


@pytest.mark.parametrize(
    ("attacker", "defender", "chances"),
    [
        ("1 cruiser", "1 cruiser", (0.375, 0.25, 0.375)),
        ("1 ground force", "1 ground force", (7 / 17, 3 / 17, 7 / 17)),
        ("1 destroyer", "1 fighter", (0.36 + 0.64 * 0.16 / 0.36, 0.64 * 0.04 / 0.36, None)),
    ],
)
def test_small_battles_by_hand(attacker: str, defender: str, chances: tuple[Any, ...]) -> None:
    found = odds_of_text(attacker, defender, {})
    for side, chance in zip(("attacker", "draw", "defender"), chances, strict=True):
        assert chance is None or found[side] == pytest.approx(chance)
    assert sum(found[side] for side in ("attacker", "draw", "defender")) == pytest.approx(1)


def test_a_nebula_helps_the_defender_and_a_shield_stops_bombs() -> None:
    plain, cloudy = (
        odds_of_text("2 cruisers", "2 cruisers", {"nebula": yes}) for yes in ("no", "yes")
    )
    assert cloudy["defender"] > plain["defender"]
    bare = odds_of_text("2 ground forces, 1 dreadnought", "2 ground forces", {})
    safe = odds_of_text("2 ground forces, 1 dreadnought", "2 ground forces, 1 pds", {})
    assert bare["attacker"] > safe["attacker"]


@pytest.mark.parametrize(
    ("attacker", "options"),
    [("2 bananas", {}), ("2 cruisers", {"weather": "bad"}), ("2 cruisers WITH nobody", {})],
)
def test_what_cannot_be_read_is_refused(attacker: str, options: dict[str, str]) -> None:
    with pytest.raises(LexiconError):
        odds_of_text(attacker, "1 cruiser", options)


def test_places_are_told_from_forces() -> None:
    assert names_a_place("Lodor")
    assert not names_a_place("2 cruisers")
